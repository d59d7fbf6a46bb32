// Writes the positions of a section, or those that filters keep.

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
          "the folder that the pipeline wrote");
ABSL_FLAG(int, pieces, -1,
          "how many are on the board; unless told otherwise, all");
ABSL_FLAG(std::string, style, "Standard", "drop style, by name or as AASS");
ABSL_FLAG(std::string, to_move, "black",
          "black or red, once all pieces are on the board; before that, their "
          "number says it");
ABSL_FLAG(std::string, value, "any",
          "any, win, draw or loss, of the side to move");
ABSL_FLAG(int, min_plies, 0, "keep what is decided in as many plies or more");
ABSL_FLAG(int, max_plies, teeko::proto::SectionValues::kNoValue,
          "keep what is decided in as many plies or fewer");
ABSL_FLAG(std::string, out, "",
          "the file to write, NAME.npy or NAME.csv; unless told otherwise, CSV "
          "goes to standard output");
ABSL_FLAG(int, threads, teeko::base::DefaultThreads(), "1 to 1024");

namespace teeko::reports {
namespace {

constexpr char kUsage[] =
    R"(Writes all positions with as many pieces on the board, or those that filters
keep, with their values: as text (CSV) or for NumPy (.npy).

  export [flags]

A line of text has the squares of black and red pieces, who is to move, whether
that side wins, draws or loses, and in how many plies:

  black,red,to_move,value,plies
  14 18 19 24,13 15 17 23,red,win,9

A .npy file is an array of records with the same fields: black and red as sets of
squares (uint64, bit i for square i + 1), to_move (uint8, 0 is black), value
(int8: 1, 0 or -1) and plies (uint16).  Draws have 0 plies and go by no length:
--min_plies and --max_plies leave them out.  For example, all positions of
Advanced Teeko won in more than 30 plies:

  export --rules=advanced --value=win --min_plies=31 --out=/tmp/long_wins.csv
)";

constexpr uint64_t kBlockPositions = 1 << 16;

// What a position is worth to the side to move, by its value in the table
// (docs/formats.md), if it has one.
struct Outcome {
  int8_t value;  // 1, 0 or -1
  uint16_t plies;
};
Outcome OutcomeOf(uint16_t value_in_table) {
  if (value_in_table == 0) return {0, 0};
  const uint16_t plies = value_in_table - 1;
  return {static_cast<int8_t>(plies % 2 == 1 ? 1 : -1), plies};
}

constexpr const char* kWords[] = {"loss", "draw", "win"};

const char* WordFor(int8_t value) { return kWords[value + 1]; }

// By a position's value in the table, whether it is kept.
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

// A record of a .npy file, as it stands there (little-endian).
struct __attribute__((packed)) Record {
  uint64_t black;
  uint64_t red;
  uint8_t to_move;
  int8_t value;
  uint16_t plies;
};

// https://numpy.org/neps/nep-0001-npy-format.html, version 1.0: 192 bytes, the
// last 182 (B6) of them text.
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

// One section of a table, and what is wanted of it.
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

  // The kept ones of a block's positions, as they shall be written.
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

// Writes what is kept into a file or, without a path, to standard output.
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
  // Made on oneTBB threads, some blocks at once, and written in order.
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

// One of these words, in either case; InvalidArgument lists them.
absl::StatusOr<std::string> OneOf(absl::string_view flag,
                                  const std::string& given,
                                  std::initializer_list<const char*> words) {
  const std::string word = absl::AsciiStrToLower(given);
  if (std::find(words.begin(), words.end(), word) != words.end()) return word;
  return base::Invalid("--", flag, "=", given, ": is none of ",
                       absl::StrJoin(words, ", "));
}

absl::Status Run() {
  const std::string out = absl::GetFlag(FLAGS_out);
  const bool npy = absl::EndsWith(out, ".npy");
  if (!out.empty() && !npy && !absl::EndsWith(out, ".csv")) {
    return base::Invalid("--out=", out, ": ends neither in .npy nor in .csv");
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
    return base::Invalid("--pieces=", pieces, ": must be 0 to ", all);
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
