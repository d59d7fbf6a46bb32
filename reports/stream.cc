#include "reports/stream.h"

#include <tbb/parallel_for.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "game/notation.h"
#include "reports/answer.h"
#include "stage/stage.h"
#include "stage/status.h"

namespace teeko::reports {
namespace {

// Protobuf's JSON printer would take most of the time.  Only an error can hold
// what has to be escaped; notation.h makes bytes that are no text printable.

void AppendValue(Value value, std::string& json) {
  const answers::Value answer = AnswerOf(value);
  absl::StrAppend(&json, R"("value":{"text":")", answer.text(),
                  R"(","outcome":")", answer.outcome(), R"(","plies":)",
                  answer.plies(), "}");
}

void AppendChoices(absl::string_view field,
                   const std::vector<Successor>& successors,
                   const SquareNames& names, std::string& json) {
  absl::StrAppend(&json, ",\"", field, "\":[");
  for (const Successor& successor : successors) {
    absl::StrAppend(&json, json.back() == '[' ? "" : ",", R"({"move":")",
                    names.Of(successor.move), "\",");
    AppendValue(successor.value, json);
    json += '}';
  }
  json += ']';
}

absl::Status AppendAnswer(const Tablebase& tablebase,
                          const StreamOptions& options, absl::string_view line,
                          std::string& json) {
  if (line.size() >= kMaxLineBytes) {
    return Invalid("a line has fewer than ", kMaxLineBytes, " bytes");
  }
  const Game& game = tablebase.game();
  ASSIGN_OR_RETURN(const Item item, ParsePosition(line, game));
  ASSIGN_OR_RETURN(const Position position,
                   SetUp(game, item, options.style, options.centre_ban));
  ASSIGN_OR_RETURN(const Value value, tablebase.Probe(position));
  absl::StrAppend(&json, R"(,"position":")", PositionString(game, position),
                  "\",");
  AppendValue(value, json);
  if (options.moves) {
    ASSIGN_OR_RETURN(const std::vector<Successor> moves,
                     tablebase.Successors(position));
    AppendChoices("moves", moves, item.names, json);
  }
  if (options.principal_line) {
    ASSIGN_OR_RETURN(const std::vector<Successor> principal_line,
                     tablebase.PrincipalLine(position));
    AppendChoices("principal_line", principal_line, item.names, json);
  }
  return absl::OkStatus();
}

struct LineAnswer {
  std::string json;
  absl::Status status;
};

LineAnswer AnswerLine(const Tablebase& tablebase, const StreamOptions& options,
                      uint64_t number, absl::string_view line) {
  const std::string start = absl::StrCat(R"({"line":)", number);
  std::string json = start;
  const absl::Status status = AppendAnswer(tablebase, options, line, json);
  if (!status.ok()) {
    json = absl::StrCat(start, R"(,"error":")",
                        absl::StrReplaceAll(status.message(),
                                            {{"\\", R"(\\)"}, {"\"", R"(\")"}}),
                        "\"");
  }
  return {absl::StrCat(json, "}\n"), status};
}

// Appends what is there, waiting only if there is nothing yet; returns how much
// that was, 0 at the end.
absl::StatusOr<size_t> Read(int in, std::string& text) {
  constexpr size_t kBytes = 256 << 10;
  const size_t before = text.size();
  text.resize(before + kBytes);
  const ssize_t count = read(in, &text[before], kBytes);
  if (count < 0) return Cannot(errno, "read positions");
  text.resize(before + count);
  return count;
}

}  // namespace

absl::Status AnswerStream(const Tablebase& tablebase,
                          const StreamOptions& options, int in,
                          std::ostream& out) {
  uint64_t answered = 0;
  uint64_t failed = 0;
  std::string text;  // that has been read and not answered
  while (true) {
    ASSIGN_OR_RETURN(const size_t count, Read(in, text));
    if (count == 0 && !text.empty()) text += '\n';
    const size_t end = text.rfind('\n');
    if (end != text.npos) {
      const std::vector<absl::string_view> lines =
          absl::StrSplit(absl::string_view(text).substr(0, end), '\n');
      std::vector<LineAnswer> answers(lines.size());
      tbb::parallel_for(size_t{0}, lines.size(), [&](size_t i) {
        answers[i] = AnswerLine(tablebase, options, answered + i + 1, lines[i]);
      });
      for (const LineAnswer& answer : answers) {
        if (!answer.status.ok() && !absl::IsInvalidArgument(answer.status)) {
          return answer.status;
        }
        failed += !answer.status.ok();
        out << answer.json;
      }
      if (!out.flush()) {
        // Who reads no more knows it.
        return errno == EPIPE
                   ? ExitWith(1)
                   : absl::DataLossError("cannot write to standard output");
      }
      answered += lines.size();
      text.erase(0, end + 1);
    }
    // The rest of a line that is too long makes no difference.
    text.resize(std::min(text.size(), kMaxLineBytes));
    if (count == 0) break;
  }
  if (failed == 0) return absl::OkStatus();
  return Invalid(failed, " of ", answered,
                 " lines have no position with an answer");
}

}  // namespace teeko::reports
