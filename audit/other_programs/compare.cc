// The program compare: compares a table with the values that a program of other
// people has computed.

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "base/program.h"
#include "base/status.h"
#include "game/accepted_table.h"
#include "game/game.h"
#include "game/tablebase.h"
#include "kernel/kernel.h"
#include "kernel/order.h"

ABSL_FLAG(std::string, rules, "standard",
          "name of the rules, standard or advanced");
ABSL_FLAG(std::string, tables, teeko::DefaultOutFolder(),
          "folder that the pipeline wrote");

namespace teeko::audit {
namespace {

constexpr char kUsage[] =
    R"(Compares the values of another program with the table of these rules, for drop
style SSSS.  Prints the number of values and of differences for each number of
pieces placed, and the first difference.

  compare [flags] gamesman < RECORDS     values of GamesmanOne
  compare [flags] teeko_cc < DATABASE    teeko.db of teeko.cc

compare.sh makes these files and calls this program.  Both programs store one position of each orbit.  The input may end
after any number of pieces.  The exit status is 1 if a value differs.
)";

constexpr int kSquares = 25;

// The values of one section.
class Section {
 public:
  Section(const Game& game, int placed, absl::Span<const uint8_t> payload)
      : game_(game), placed_(placed), payload_(payload) {}

  // Compares another program's value for the mover.  Ignores positions in which
  // the mover has a goal: they cannot arise, and the table has no value for
  // them.
  void Compare(kernel::Position position, kernel::Value value) {
    const uint8_t expected = payload_[kernel::Index(game_.kernel(), position)];
    if (expected == 255) return;
    ++values_;
    if (value == expected) return;
    if (differences_++ > 0) return;
    const bool black = placed_ % 2 == 0;
    std::cout << game_.Draw(
                     {.black = black ? position.mover : position.opponent,
                      .red = black ? position.opponent : position.mover})
              << (black ? "black" : "red") << " to move: the table has "
              << int{expected} << ", the other program " << value << "\n";
  }

  // Prints the numbers.  True if there is no difference.
  bool Finish() const {
    std::cout << placed_ << " placed: " << values_ << " values, "
              << differences_ << " differ" << std::endl;
    return differences_ == 0;
  }

 private:
  const Game& game_;
  const int placed_;
  const absl::Span<const uint8_t> payload_;
  uint64_t values_ = 0;
  uint64_t differences_ = 0;
};

// Reads a number from standard input, or nothing at the end of the input.
template <typename Number>
std::optional<Number> Read() {
  std::array<char, sizeof(Number)> bytes;
  if (!std::cin.read(bytes.data(), bytes.size())) return std::nullopt;
  Number number;
  std::memcpy(&number, bytes.data(), bytes.size());
  return number;
}

absl::Status Truncated() {
  return base::Invalid("standard input ends within a section");
}

// GamesmanOne (src/core/db/arraydb): 16 bits for each position, a result in the
// upper four bits and a distance in plies in the others.  The positions of one
// number of pieces are the words with the letters X < O < -, ordered by the
// last square, then by the last but one, and so on.  X drops first.  With all
// pieces placed, each word comes twice in succession, with X and with O to
// move.
absl::Status CompareGamesman(Section& section, int placed) {
  std::string word =
      std::string((placed + 1) / 2, 'a') + std::string(placed / 2, 'b');
  word.resize(kSquares, 'c');
  do {
    for (int turn = 0; turn < (placed == 8 ? 2 : 1); ++turn) {
      const auto record = Read<uint16_t>();
      if (!record.has_value()) return Truncated();
      const int result = *record >> 12;
      const int plies = *record & 0xfff;
      enum { kUndecided, kLose, kDraw, kTie, kWin };
      // Not the stored position of its orbit.
      if (result == kUndecided) continue;
      if (result == kTie || result > kWin ||
          (result != kDraw && plies % 2 != (result == kWin))) {
        return base::Invalid("unexpected record ", *record);
      }
      const char mover = (placed + turn) % 2 == 0 ? 'a' : 'b';
      kernel::Position position = {};
      for (int i = 0; i < kSquares; ++i) {
        const kernel::Set square = kernel::Bit(kSquares - 1 - i);
        if (word[i] == 'c') continue;
        (word[i] == mover ? position.mover : position.opponent) |= square;
      }
      section.Compare(position, result == kDraw ? kernel::kDraw : plies + 1);
    }
  } while (std::next_permutation(word.begin(), word.end()));
  return absl::OkStatus();
}

// Returns the place of a position in the order of teeko.cc
// (solution/teeko.go, goedel): first the owners of the pieces, from the last
// square, the opponent's after the mover's; then the occupied squares, from the
// first square.
uint64_t TeekoCcKey(kernel::Position position) {
  const kernel::Set occupied = position.mover | position.opponent;
  uint64_t owners = 0, squares = 0;
  for (kernel::Set rest = occupied; rest != 0;) {
    const kernel::Set last = std::bit_floor(rest);
    rest ^= last;
    owners = owners << 1 | ((position.opponent & last) != 0);
    squares |= kernel::Bit(kSquares - std::bit_width(last));
  }
  return owners << kSquares | squares;
}

// teeko.cc (solution/teeko.go, saveDB): for each number of pieces, the number
// of stored positions, an index, and one byte for each stored position: 126
// minus the distance of a win, the distance of a loss minus 126, or a number
// from -80 to 80 that estimates a draw.  A position is stored if it is the
// first of its orbit.
absl::Status CompareTeekoCc(Section& section, int placed, const Game& game) {
  const auto stored = Read<uint32_t>(), blocks = Read<uint32_t>();
  if (!stored.has_value() || !blocks.has_value()) return Truncated();
  std::cin.ignore(sizeof(uint32_t) * *blocks);
  uint64_t found = 0;
  std::string owners =
      std::string(placed / 2, 'a') + std::string((placed + 1) / 2, 'b');
  do {
    std::string squares =
        std::string(kSquares - placed, 'a') + std::string(placed, 'b');
    do {
      kernel::Position position = {};
      for (int square = kSquares - 1, piece = 0; square >= 0; --square) {
        if (squares[square] == 'a') continue;
        (owners[piece++] == 'a' ? position.mover : position.opponent) |=
            kernel::Bit(square);
      }
      const uint64_t key = TeekoCcKey(position);
      if (std::ranges::any_of(game.kernel().symmetries, [&](const auto& g) {
            return TeekoCcKey(kernel::Image(g, position)) < key;
          })) {
        continue;
      }
      ++found;
      const auto score = Read<int8_t>();
      if (!score.has_value()) return Truncated();
      if (*score < -126) continue;  // both sides have goals
      section.Compare(position, *score > 80    ? 126 - *score + 1
                                : *score < -80 ? 126 + *score + 1
                                               : kernel::kDraw);
    } while (std::next_permutation(squares.begin(), squares.end()));
  } while (std::next_permutation(owners.begin(), owners.end()));
  if (found != *stored) {
    return base::Invalid(placed, " placed: expected ", found,
                         " positions, got ", *stored);
  }
  return absl::OkStatus();
}

absl::Status Run(const std::vector<std::string>& arguments) {
  if (arguments.size() != 1 ||
      (arguments[0] != "gamesman" && arguments[0] != "teeko_cc")) {
    return base::Invalid("expected gamesman or teeko_cc; see --help");
  }
  const bool gamesman = arguments[0] == "gamesman";
  ASSIGN_OR_RETURN(
      const Tablebase table,
      Tablebase::Open(absl::GetFlag(FLAGS_tables), absl::GetFlag(FLAGS_rules)));
  const Game& game = table.game();
  if (game.squares() != kSquares || game.pieces() != 4 ||
      table.value_bytes() != 1) {
    return base::Invalid("--rules: expected standard or advanced");
  }
  if (!gamesman) {
    const auto magic = Read<uint32_t>(), version = Read<uint32_t>();
    if (magic != 0x4b454554u || version != 2u) {  // "TEEK"
      return base::Invalid("standard input: expected a teeko.db of version 2");
    }
  }
  bool equal = true;
  int placed = 0;
  for (; placed <= 8 && std::cin.peek() != EOF; ++placed) {
    const int index = kernel::FindSection(game.sections(), placed,
                                          std::string(4 - placed / 2, 'S'));
    ASSIGN_OR_RETURN(const auto payload, table.Payload(index));
    Section section(game, placed, payload);
    RETURN_IF_ERROR(gamesman ? CompareGamesman(section, placed)
                             : CompareTeekoCc(section, placed, game));
    equal &= section.Finish();
  }
  if (placed == 0 || std::cin.peek() != EOF) {
    return base::Invalid("standard input: expected 1 to 9 sections");
  }
  return equal ? absl::OkStatus() : base::ExitWith(1);
}

}  // namespace
}  // namespace teeko::audit

int main(int argc, char** argv) {
  return teeko::base::ProgramMain(argc, argv, teeko::audit::kUsage,
                                  teeko::audit::Run);
}
