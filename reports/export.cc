// The program export: writes the positions of a section with their values.

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "base/files.h"
#include "base/program.h"
#include "base/status.h"
#include "game/accepted_table.h"
#include "game/game.h"
#include "proto/section_values.h"

ABSL_FLAG(std::string, rules, "standard", "name of the rules");
ABSL_FLAG(std::string, tables, teeko::DefaultOutFolder(),
          "folder that the pipeline wrote");
ABSL_FLAG(int, pieces, -1,
          "number of pieces on the board; -1 means all pieces");
ABSL_FLAG(std::string, style, "Standard",
          "drop style, as a name or as letters such as AASS");
ABSL_FLAG(std::string, to_move, "black",
          "side to move if all pieces are on the board, black or red.  In the "
          "drop phase the number of pieces determines the side to move");
ABSL_FLAG(std::string, value, "any",
          "write only positions with this value for the side to move: any, "
          "win, draw or loss");
ABSL_FLAG(int, min_plies, 0,
          "write only wins and losses in at least this many plies");
ABSL_FLAG(int, max_plies, teeko::proto::SectionValues::kNoValue,
          "write only wins and losses in at most this many plies");
ABSL_FLAG(std::string, out, "",
          "file to write, NAME.npy or NAME.csv; empty means CSV on standard "
          "output");
ABSL_FLAG(int, threads, teeko::base::DefaultThreads(),
          "number of threads, 1 to 1024");

namespace teeko::reports {
namespace {

constexpr char kUsage[] =
    R"(Writes the positions with --pieces pieces on the board, and their values, as CSV
or as a NumPy array (.npy).  --value, --min_plies and --max_plies select
positions.

  export [flags]

A line of CSV has the squares of the black and the red pieces, the side to move,
its value (win, draw or loss), and the number of plies (0 for a draw):

  black,red,to_move,value,plies
  14 18 19 24,13 15 17 23,red,win,9

A .npy file is an array of records with the same fields: black and red as sets of
squares (uint64; bit i is square i + 1), to_move (uint8; 0 is black, 1 is red),
value (int8; 1 is a win, 0 a draw, -1 a loss) and plies (uint16).  With
--min_plies or --max_plies, draws are not written.  For example, all positions of
Advanced Teeko won in more than 30 plies:

  export --rules=advanced --value=win --min_plies=31 --out=/tmp/long_wins.csv
)";

constexpr uint64_t kBlockPositions = 1 << 16;

// The value of a position for the side to move.
struct Outcome {
  int8_t value;  // 1: win, 0: draw, -1: loss
  uint16_t plies;
};
// Decodes a value of a table (docs/formats.md) that is not kNoValue.
Outcome OutcomeOf(uint16_t value_in_table) {
  if (value_in_table == 0) return {0, 0};
  const uint16_t plies = value_in_table - 1;
  return {static_cast<int8_t>(plies % 2 == 1 ? 1 : -1), plies};
}

constexpr const char* kWords[] = {"loss", "draw", "win"};

const char* WordFor(int8_t value) { return kWords[value + 1]; }

// Returns, for each value in a table, whether its positions are written.
std::vector<bool> KeptValues(absl::string_view word, int min_plies,
                             int max_plies) {
  std::vector<bool> kept(proto::SectionValues::kNoValue + 1);
  for (int i = 0; i < proto::SectionValues::kNoValue; ++i) {
    const Outcome outcome = OutcomeOf(i);
    kept[i] =
        (word == "any" || word == WordFor(outcome.value)) &&
        (outcome.value == 0
             ? min_plies == 0 && max_plies == proto::SectionValues::kNoValue
             : min_plies <= outcome.plies && outcome.plies <= max_plies);
  }
  return kept;
}

// A record of a .npy file, with the layout of the file (little-endian).
struct __attribute__((packed)) Record {
  uint64_t black;
  uint64_t red;
  uint8_t to_move;
  int8_t value;
  uint16_t plies;
};

// Returns the header of a .npy file, version 1.0
// (https://numpy.org/neps/nep-0001-npy-format.html): 192 bytes, of which the
// last 182 (0xB6) are text.
std::string NpyHeader(uint64_t records) {
  constexpr absl::string_view kBefore("\x93NUMPY\x01\0\xB6\0", 10);
  return absl::StrFormat(
      "%s%-181s\n", kBefore,
      absl::StrCat("{'descr': [('black', '<u8'), ('red', '<u8'), "
                   "('to_move', '|u1'), ('value', '|i1'), ('plies', '<u2')], "
                   "'fortran_order': False, 'shape': (",
                   records, ",), }"));
}

void AppendSquares(Squares squares, std::string& text) {
  const char* separator = "";
  kernel::ForEachSquare(squares, [&](int square) {
    absl::StrAppend(&text, separator, square + 1);
    separator = " ";
  });
}

void AppendLine(const Record& record, std::string& text) {
  AppendSquares(record.black, text);
  text += ',';
  AppendSquares(record.red, text);
  absl::StrAppend(&text, record.to_move == 0 ? ",black," : ",red,",
                  WordFor(record.value), ",", record.plies, "\n");
}

// One section of a table, and which of its positions to write.
struct Selection {
  const Game& game;
  const proto::SectionValues& values;
  int section;
  Colour to_move;
  std::vector<bool> kept;  // by value
  bool npy;

  uint64_t Count() const {
    uint64_t count = 0;
    for (uint64_t i = 0; i < values.size(); ++i) count += kept[values[i]];
    return count;
  }

  // Returns the output for the kept positions of the block that begins at
  // `first`.
  std::string Block(uint64_t first) const {
    std::string text;
    const uint64_t end = std::min(first + kBlockPositions, values.size());
    for (uint64_t i = first; i < end; ++i) {
      if (!kept[values[i]]) continue;
      const Position position = game.PositionAt({section, i}, to_move);
      const Outcome outcome = OutcomeOf(values[i]);
      const Record record = {.black = position.black,
                             .red = position.red,
                             .to_move = position.to_move == Colour::kRed,
                             .value = outcome.value,
                             .plies = outcome.plies};
      if (npy) {
        text.append(reinterpret_cast<const char*>(&record), sizeof(record));
      } else {
        AppendLine(record, text);
      }
    }
    return text;
  }
};

// Writes the selected positions to the file `path`, or to standard output if
// `path` is empty.
absl::Status Write(const Selection& selection, const std::string& path,
                   base::Progress& progress) {
  std::unique_ptr<base::OutputFile> file;
  if (!path.empty()) {
    ASSIGN_OR_RETURN(file, base::OutputFile::Create(path));
  }
  const auto write = [&file](absl::string_view text) {
    if (file != nullptr) return file->Write(text.data(), text.size());
    return std::cout << text
               ? absl::OkStatus()
               : absl::DataLossError("cannot write to standard output");
  };
  RETURN_IF_ERROR(write(selection.npy ? NpyHeader(selection.Count())
                                      : "black,red,to_move,value,plies\n"));
  const uint64_t positions = selection.values.size();
  progress.StartPhase("writing", positions);
  // oneTBB threads make several blocks at once; they are written in order.
  std::vector<std::string> blocks(4 * absl::GetFlag(FLAGS_threads));
  const uint64_t step = blocks.size() * kBlockPositions;
  for (uint64_t first = 0; first < positions; first += step) {
    tbb::parallel_for(size_t{0}, blocks.size(), [&](size_t i) {
      blocks[i] = selection.Block(first + i * kBlockPositions);
    });
    for (const std::string& block : blocks) RETURN_IF_ERROR(write(block));
    progress.Update(std::min(first + step, positions));
  }
  return file != nullptr ? file->Commit() : absl::OkStatus();
}

// Returns `given` in lower case if it is one of `words`; else an
// InvalidArgument error that lists them.
absl::StatusOr<std::string> OneOf(absl::string_view flag,
                                  const std::string& given,
                                  std::initializer_list<const char*> words) {
  const std::string word = absl::AsciiStrToLower(given);
  if (std::find(words.begin(), words.end(), word) != words.end()) return word;
  return base::Invalid("--", flag, "=", given, ": expected one of ",
                       absl::StrJoin(words, ", "));
}

absl::Status Run() {
  const std::string out = absl::GetFlag(FLAGS_out);
  const bool npy = absl::EndsWith(out, ".npy");
  if (!out.empty() && !npy && !absl::EndsWith(out, ".csv")) {
    return base::Invalid("--out=", out, ": expected NAME.npy or NAME.csv");
  }
  ASSIGN_OR_RETURN(const std::string value,
                   OneOf("value", absl::GetFlag(FLAGS_value),
                         {"any", "win", "draw", "loss"}));
  ASSIGN_OR_RETURN(
      const std::string to_move,
      OneOf("to_move", absl::GetFlag(FLAGS_to_move), {"black", "red"}));
  ASSIGN_OR_RETURN(const proto::TableReader table,
                   OpenAcceptedTable(absl::GetFlag(FLAGS_tables),
                                     absl::GetFlag(FLAGS_rules)));
  const Game game(table.footer().rules());
  ASSIGN_OR_RETURN(const std::string style,
                   game.FindStyle(absl::GetFlag(FLAGS_style)));
  const int all = 2 * game.pieces();
  int pieces = absl::GetFlag(FLAGS_pieces);
  if (pieces == -1) pieces = all;
  if (pieces < 0 || pieces > all) {
    return base::Invalid("--pieces=", pieces, ": expected 0 to ", all);
  }
  const int section =
      kernel::FindSection(game.sections(), pieces, style.substr(pieces / 2));

  base::Progress progress("export");
  progress.StartPhase("reading");
  ASSIGN_OR_RETURN(const proto::SectionValues values,
                   proto::SectionValues::Read(table, section));
  const Selection selection = {
      .game = game,
      .values = values,
      .section = section,
      .to_move = to_move == "black" ? Colour::kBlack : Colour::kRed,
      .kept = KeptValues(value, absl::GetFlag(FLAGS_min_plies),
                         absl::GetFlag(FLAGS_max_plies)),
      .npy = npy};
  return Write(selection, out, progress);
}

}  // namespace
}  // namespace teeko::reports

int main(int argc, char** argv) {
  return teeko::base::ProgramMain(argc, argv, teeko::reports::kUsage,
                                  teeko::reports::Run);
}
