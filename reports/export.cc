// Writes the positions of a section, or those that filters keep.

#include <tbb/blocked_range.h>
#include <tbb/parallel_pipeline.h>
#include <tbb/parallel_reduce.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string>

#include "absl/flags/flag.h"
#include "absl/functional/function_ref.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "game/accepted_table.h"
#include "game/game.h"
#include "proto/section_values.h"
#include "stage/files.h"
#include "stage/stage.h"
#include "stage/status.h"

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
ABSL_FLAG(int, max_plies, teeko::SectionValues::kNoValue,
          "keep what is decided in as many plies or fewer");
ABSL_FLAG(std::string, out, "",
          "the file to write, NAME.npy or NAME.csv; unless told otherwise, CSV "
          "goes to standard output");
ABSL_FLAG(int, threads, teeko::DefaultThreads(), "1 to 1024");

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

// What is kept, by a position's value in the table (proto/README.md).
struct Filter {
  absl::string_view value;
  int min_plies;
  int max_plies;

  bool Keeps(uint16_t value_in_table) const {
    if (value_in_table == SectionValues::kNoValue) return false;
    if (value_in_table == 0) {
      return (value == "any" || value == "draw") && min_plies == 0 &&
             max_plies == SectionValues::kNoValue;
    }
    const int plies = value_in_table - 1;
    return (value == "any" || value == (plies % 2 == 1 ? "win" : "loss")) &&
           min_plies <= plies && plies <= max_plies;
  }
};

// A record of a .npy file, as it stands there (little-endian).
struct __attribute__((packed)) Record {
  uint64_t black;
  uint64_t red;
  uint8_t to_move;
  int8_t value;
  uint16_t plies;
};

// https://numpy.org/neps/nep-0001-npy-format.html, version 1.0.
std::string NpyHeader(uint64_t records) {
  std::string header = absl::StrCat(
      "{'descr': [('black', '<u8'), ('red', '<u8'), ('to_move', '|u1'), "
      "('value', '|i1'), ('plies', '<u2')], 'fortran_order': False, 'shape': (",
      records, ",), }");
  constexpr int kBefore = 10, kAlignment = 64;
  header.resize(
      (kBefore + header.size() + kAlignment) / kAlignment * kAlignment -
          kBefore - 1,
      ' ');
  header += '\n';
  // The length, little-endian: its second byte is 0.
  const char length[2] = {static_cast<char>(header.size())};
  return absl::StrCat("\x93NUMPY\x01", std::string(1, '\0'),
                      absl::string_view(length, 2), header);
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
                  record.value > 0    ? "win,"
                  : record.value == 0 ? "draw,"
                                      : "loss,",
                  record.plies, "\n");
}

// One section of a table, and what is wanted of it.
struct Selection {
  const Game& game;
  const SectionValues& values;
  int section;
  Colour to_move;
  Filter filter;
  bool npy;

  // How many are kept.  Runs on oneTBB threads.
  uint64_t Count() const {
    return tbb::parallel_reduce(
        tbb::blocked_range<uint64_t>(0, values.size()), uint64_t{0},
        [&](const tbb::blocked_range<uint64_t>& range, uint64_t count) {
          for (uint64_t i = range.begin(); i != range.end(); ++i) {
            count += filter.Keeps(values[i]);
          }
          return count;
        },
        std::plus<>());
  }

  // The kept ones of a block's positions, as they shall be written.
  std::string Block(uint64_t block) const {
    std::string text;
    const uint64_t first = block * kBlockPositions;
    const uint64_t end = std::min(first + kBlockPositions, values.size());
    for (uint64_t i = first; i < end; ++i) {
      const uint16_t value = values[i];
      if (!filter.Keeps(value)) continue;
      const Position position = game.PositionAt({section, i}, to_move);
      const bool draw = value == 0;
      const Record record = {
          .black = position.black,
          .red = position.red,
          .to_move = position.to_move == Colour::kRed,
          .value = static_cast<int8_t>(draw             ? 0
                                       : value % 2 == 0 ? 1
                                                        : -1),
          .plies = static_cast<uint16_t>(draw ? 0 : value - 1)};
      if (npy) {
        text.append(reinterpret_cast<const char*>(&record), sizeof(record));
      } else {
        AppendLine(record, text);
      }
    }
    return text;
  }
};

// Makes blocks on oneTBB threads and writes them in order.
absl::Status WriteBlocks(
    const Selection& selection,
    absl::FunctionRef<absl::Status(absl::string_view)> write,
    Progress& progress) {
  const uint64_t positions = selection.values.size();
  uint64_t next = 0;
  absl::Status status;
  tbb::task_group_context context;
  tbb::parallel_pipeline(
      /*max_number_of_live_tokens=*/4 * absl::GetFlag(FLAGS_threads),
      tbb::make_filter<void, uint64_t>(tbb::filter_mode::serial_in_order,
                                       [&](tbb::flow_control& control) {
                                         if (next * kBlockPositions >=
                                             positions)
                                           control.stop();
                                         return next++;
                                       }) &
          tbb::make_filter<uint64_t, std::string>(
              tbb::filter_mode::parallel,
              [&](uint64_t block) { return selection.Block(block); }) &
          tbb::make_filter<std::string, void>(
              tbb::filter_mode::serial_in_order,
              [&](const std::string& text) {
                status = write(text);
                if (!status.ok()) context.cancel_group_execution();
                progress.Advance(
                    std::min(kBlockPositions, positions - progress.done()));
              }),
      context);
  return status;
}

// Writes what is kept into a file or, without a path, to standard output.
absl::Status Write(const Selection& selection, const std::string& path,
                   Progress& progress) {
  std::unique_ptr<OutputFile> file;
  if (!path.empty()) {
    ASSIGN_OR_RETURN(file, OutputFile::Create(path));
  }
  const auto write = [&file](absl::string_view text) {
    if (file != nullptr) return file->Write(text.data(), text.size());
    return std::fwrite(text.data(), 1, text.size(), stdout) == text.size()
               ? absl::OkStatus()
               : absl::DataLossError("cannot write to standard output");
  };
  RETURN_IF_ERROR(write(selection.npy ? NpyHeader(selection.Count())
                                      : "black,red,to_move,value,plies\n"));
  progress.StartPhase("writing", selection.values.size());
  RETURN_IF_ERROR(WriteBlocks(selection, write, progress));
  return file != nullptr ? file->Commit() : absl::OkStatus();
}

// One of these words, in either case; InvalidArgument lists them.
absl::StatusOr<std::string> OneOf(absl::string_view flag,
                                  const std::string& given,
                                  std::initializer_list<const char*> words) {
  const std::string word = absl::AsciiStrToLower(given);
  if (std::find(words.begin(), words.end(), word) != words.end()) return word;
  return Invalid("--", flag, "=", given, ": is none of ",
                 absl::StrJoin(words, ", "));
}

absl::Status Run() {
  const std::string out = absl::GetFlag(FLAGS_out);
  const bool npy = absl::EndsWith(out, ".npy");
  if (!out.empty() && !npy && !absl::EndsWith(out, ".csv")) {
    return Invalid("--out=", out, ": ends neither in .npy nor in .csv");
  }
  ASSIGN_OR_RETURN(const std::string value,
                   OneOf("value", absl::GetFlag(FLAGS_value),
                         {"any", "win", "draw", "loss"}));
  ASSIGN_OR_RETURN(
      const std::string to_move,
      OneOf("to_move", absl::GetFlag(FLAGS_to_move), {"black", "red"}));
  ASSIGN_OR_RETURN(const TableReader table,
                   OpenAcceptedTable(absl::GetFlag(FLAGS_tables),
                                     absl::GetFlag(FLAGS_rules)));
  const Game game(table.footer().rules());
  ASSIGN_OR_RETURN(const std::string style,
                   game.FindStyle(absl::GetFlag(FLAGS_style)));
  const int all = 2 * game.pieces();
  int pieces = absl::GetFlag(FLAGS_pieces);
  if (pieces == -1) pieces = all;
  if (pieces < 0 || pieces > all) {
    return Invalid("--pieces=", pieces, ": must be 0 to ", all);
  }
  const int section =
      kernel::FindSection(game.sections(), pieces, style.substr(pieces / 2));
  Colour mover = to_move == "black" ? Colour::kBlack : Colour::kRed;
  if (pieces < all) mover = pieces % 2 == 0 ? Colour::kBlack : Colour::kRed;

  Progress progress("export");
  progress.StartPhase("reading");
  ASSIGN_OR_RETURN(const SectionValues values,
                   SectionValues::Read(table, section));
  const Selection selection = {game,
                               values,
                               section,
                               mover,
                               {.value = value,
                                .min_plies = absl::GetFlag(FLAGS_min_plies),
                                .max_plies = absl::GetFlag(FLAGS_max_plies)},
                               npy};
  return Write(selection, out, progress);
}

}  // namespace
}  // namespace teeko::reports

int main(int argc, char** argv) {
  return teeko::StageMain(argc, argv, teeko::reports::kUsage,
                          teeko::reports::Run);
}
