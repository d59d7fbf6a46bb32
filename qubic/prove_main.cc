// The prover as a program.

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/files.h"
#include "base/program.h"
#include "base/status.h"
#include "qubic/certificate.h"
#include "qubic/prover.h"

ABSL_FLAG(std::string, out, "",
          "directory for moves.txt and explicit.txt; empty: write no files");
ABSL_FLAG(std::string, moves, "",
          "certificate in the moves form to begin with; empty: search");
ABSL_FLAG(int, first, 1, "X's first move, a cell from 1 to 64");
ABSL_FLAG(int, rounds, 5, "number of rounds that make the proof smaller");
ABSL_FLAG(
    bool, openings, false,
    "prove each opening with three stones (X, O, X) by itself, instead of "
    "the game; X begins on one of the 16 cells with seven lines");
ABSL_FLAG(uint64_t, effort, 100'000,
          "positions to open for each reply of O: with --openings to its three "
          "stones, otherwise to each second move of X");

namespace teeko::qubic {
namespace {

constexpr char kUsage[] = R"(prove: proves that the first player wins Qubic.

  prove [--out=DIRECTORY]

Searches for a proof, makes it smaller, and prints what it consists of.  Files in
the directory are certificates (docs/qubic.md).  For example:

  prove --out=/tmp && check_moves /tmp/moves.txt
)";

// Returns the positions after X's move and any reply, up to symmetry.
std::set<Position> Replies(const Position& position, int cell) {
  const Position after = {position.x | Bit(cell), position.o};
  std::set<Position> replies;
  for (Cells rest = after.empty(); rest != 0; rest &= rest - 1) {
    replies.insert(Canonicalize({after.x, after.o | (rest & -rest)}).position);
  }
  return replies;
}

// Lists second moves of X: cells on seven lines, on a line with X's first stone
// but not O's.  Returns pairs of the number of O's replies and the cell.
std::set<std::pair<size_t, int>> SecondMoves(const Position& position) {
  std::set<std::pair<size_t, int>> moves;
  std::set<Position> seen;
  for (Cells rest = position.empty(); rest != 0; rest &= rest - 1) {
    const int cell = First(rest);
    const Position after = {position.x | Bit(cell), position.o};
    const bool open = std::ranges::any_of(kThrough[cell], [&](Cells line) {
      return (line & position.x) != 0 && (line & position.o) == 0;
    });
    if (kThrough[cell].size == 7 && open &&
        seen.insert(Canonicalize(after).position).second) {
      moves.emplace(Replies(position, cell).size(), cell);
    }
  }
  return moves;
}

// Proves a position with one stone of each, with growing effort.  Tries moves
// with few replies first.
bool ProveReply(Prover& prover, const Position& position) {
  for (uint64_t effort = 1000; effort <= absl::GetFlag(FLAGS_effort);
       effort *= 10) {
    for (const auto& [replies, cell] : SecondMoves(position)) {
      if (prover.ProveMove(position, cell, effort) < Prover::kImpossible) {
        prover.Add(position);
        return true;
      }
    }
  }
  return false;
}

// Searches for a proof of the game.
absl::Status ProveGame(Prover& prover, base::Progress& progress) {
  const int first = absl::GetFlag(FLAGS_first) - 1;
  std::vector<std::string> open;
  const std::set<Position> replies = Replies({}, first);
  for (const Position& reply : replies) {
    if (!ProveReply(prover, reply)) {
      open.push_back(
          absl::StrCat(First(reply.o) + 1, " to ", First(reply.x) + 1));
    }
    progress.Update(prover.opened(),
                    absl::StrCat(prover.strategic_moves(), " moves"));
  }
  if (!open.empty()) {
    return absl::NotFoundError(
        absl::StrCat("no proof found for ", open.size(), " of ", replies.size(),
                     " replies of O: ", absl::StrJoin(open, ", ")));
  }
  prover.ProveMove({}, first, /*effort=*/1);
  prover.Add({});
  return absl::OkStatus();
}

// Makes the proof smaller.  Chooses new moves in positions with `stones` X
// stones.  Nearly all strategic moves follow the choices with two.
void Improve(Prover& prover, base::Progress& progress) {
  progress.StartPhase("improving");
  const uint64_t before = prover.opened();
  const int rounds = absl::GetFlag(FLAGS_rounds);
  for (int round = 0; round < rounds; ++round) {
    // Stones in the positions of each pass; 0: forget instead.
    const std::vector<int> passes = round == 0
                                        ? std::vector{2, 2, 2, 3, 2}
                                        : std::vector{0, 2, 3, 2, 1, 0, 2, 2};
    for (const int stones : passes) {
      if (stones == 0) {
        prover.Forget();
      } else {
        prover.Improve(stones, /*effort=*/stones == 1 ? 1000 : 100);
      }
    }
    progress.Update(prover.opened() - before,
                    absl::StrCat("round ", round + 1, " of ", rounds, ": ",
                                 prover.strategic_moves(), " moves"));
  }
}

// Prints the figures of the proof, and writes its certificates.
absl::Status WriteCertificate(const Moves& moves) {
  ForcedSearch forced;
  const Certificate certificate = Certify(moves, forced);
  std::cout << "X wins Qubic, beginning with " << moves.at({}) + 1 << ": "
            << certificate.strategic_moves << " strategic moves\n"
            << "by number of stones before the move:";
  for (int stones = 0; stones < 32; ++stones) {
    if (certificate.by_stones[stones] == 0) continue;
    std::cout << "  " << 2 * stones << ": " << certificate.by_stones[stones];
  }
  std::cout << "\nmoves form: " << certificate.moves_form.size()
            << " bytes; explicit form: " << certificate.explicit_form.size()
            << " bytes, " << certificate.entries << " entries, "
            << certificate.forced_lines << " forced lines, the longest with "
            << certificate.longest_line << " stones of X\n";
  const std::string out = absl::GetFlag(FLAGS_out);
  if (out.empty()) return absl::OkStatus();
  RETURN_IF_ERROR(base::WriteFile(out + "/moves.txt", certificate.moves_form));
  return base::WriteFile(out + "/explicit.txt", certificate.explicit_form);
}

// Proves the positions with two stones of X, one of O, and O to move, each by
// itself.
absl::Status ProveOpenings(base::Progress& progress) {
  std::set<Position> openings;
  for (const Position& reply : Replies({}, 0)) {
    for (Cells rest = reply.empty(); rest != 0; rest &= rest - 1) {
      const Position opening = {reply.x | (rest & -rest), reply.o};
      openings.insert(Canonicalize(opening).position);
    }
  }
  progress.StartPhase("openings");
  int proved = 0, done = 0;
  uint64_t opened = 0;
  for (const Position& opening : openings) {
    Prover prover;
    const int first = First(opening.x), second = First(opening.x ^ Bit(first));
    const int size = prover.ProveMove({Bit(first), opening.o}, second,
                                      absl::GetFlag(FLAGS_effort));
    std::cout << "X " << first + 1 << " O " << First(opening.o) + 1 << " X "
              << second + 1 << ": ";
    if (size < Prover::kImpossible) {
      ++proved;
      std::cout << size - 1 << " strategic moves to come" << std::endl;
    } else {
      std::cout << "not proved" << std::endl;
    }
    progress.Update(opened += prover.opened(),
                    absl::StrCat(++done, " of ", openings.size()));
  }
  std::cout << proved << " of " << openings.size()
            << " three-stone openings are proved wins\n";
  return absl::OkStatus();
}

absl::Status Run() {
  const int first = absl::GetFlag(FLAGS_first);
  if (first < 1 || first > kCells) {
    return base::Invalid("--first: expected a cell from 1 to 64, got ", first);
  }
  base::Progress progress("qubic");
  if (absl::GetFlag(FLAGS_openings)) return ProveOpenings(progress);
  Prover prover;
  progress.StartPhase("proving");
  const std::string path = absl::GetFlag(FLAGS_moves);
  if (path.empty()) {
    RETURN_IF_ERROR(ProveGame(prover, progress));
  } else {
    ASSIGN_OR_RETURN(const std::string text, base::ReadFile(path));
    const Moves moves = ReadMoves(text, prover.forced());
    if (moves.empty())
      return base::Invalid(path,
                           ": expected a valid certificate in the moves form");
    prover.Load(moves);
  }
  Improve(prover, progress);
  return WriteCertificate(prover.moves());
}

}  // namespace
}  // namespace teeko::qubic

int main(int argc, char** argv) {
  return teeko::base::ProgramMain(argc, argv, teeko::qubic::kUsage,
                                  teeko::qubic::Run);
}
