#include "reports/stream.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "base/files.h"
#include "base/program.h"
#include "base/status.h"
#include "game/notation.h"
#include "reports/answer.h"

namespace teeko::reports {
namespace {

// This file writes JSON without protobuf, because protobuf's printer would take
// most of the time.  Only errors contain characters that must be escaped;
// game/notation.h has replaced unprintable bytes in them.

constexpr absl::string_view kMisstatement = R"(,"misstatement":")";

std::string ValueField(Value value) {
  const answers::Value answer = AnswerOf(value);
  return absl::StrCat(R"("value":{"text":")", answer.text(), R"(","outcome":")",
                      answer.outcome(), R"(","plies":)", answer.plies(), "}");
}

// Appends ,"name":[…] with moves or a line of best play.  `replies`: the
// replies to each of the moves, or empty.
void AddChoices(absl::string_view name, const std::vector<Successor>& choices,
                const std::vector<Replies>& replies, const SquareNames& names,
                std::string& fields) {
  absl::StrAppend(&fields, ",\"", name, "\":[");
  for (size_t i = 0; i < choices.size(); ++i) {
    absl::StrAppend(&fields, i > 0 ? "," : "", R"({"move":")",
                    names.Of(choices[i].move), "\",",
                    ValueField(choices[i].value));
    if (!replies.empty() && replies[i].all > 0) {
      if (replies[i].losing > 0) {
        absl::StrAppend(&fields, R"(,"losing_replies":)", replies[i].losing);
      }
      absl::StrAppend(&fields, R"(,"replies":)", replies[i].all);
    }
    fields += '}';
  }
  fields += ']';
}

// Returns the fields of the answer to a line, without the line number.
absl::StatusOr<std::string> FieldsFor(const Tablebase& tablebase,
                                      const StreamOptions& options,
                                      absl::string_view line) {
  if (line.size() >= kMaxLineBytes) {
    return base::Invalid("line too long: expected fewer than ", kMaxLineBytes,
                         " bytes");
  }
  const Game& game = tablebase.game();
  ASSIGN_OR_RETURN(const Item item, ParsePosition(line, game));
  ASSIGN_OR_RETURN(const Position position, SetUp(game, item, options.start));
  ASSIGN_OR_RETURN(const Value value, tablebase.Probe(position));
  std::string fields =
      absl::StrCat(R"("position":")", PositionString(game, position), "\",",
                   ValueField(value));
  const std::string misstatement = Misstatement(*item.initial, position, value);
  if (!misstatement.empty()) {
    absl::StrAppend(&fields, kMisstatement, misstatement, "\"");
  }
  if (options.moves) {
    ASSIGN_OR_RETURN(const std::vector<Successor> moves,
                     tablebase.Successors(position));
    ASSIGN_OR_RETURN(const std::vector<Replies> replies,
                     RepliesTo(tablebase, position, moves));
    AddChoices("moves", moves, replies, item.names, fields);
  }
  if (options.principal_line) {
    ASSIGN_OR_RETURN(const std::vector<Successor> line,
                     tablebase.PrincipalLine(position));
    AddChoices("principal_line", line, {}, item.names, fields);
  }
  return fields;
}

std::string ErrorField(const absl::Status& status) {
  return absl::StrCat(
      R"("error":")",
      absl::StrReplaceAll(status.message(), {{"\\", R"(\\)"}, {"\"", R"(\")"}}),
      "\"");
}

bool IsLineEnd(char c) { return c == '\n' || c == '\r'; }

// Returns the lines of a text, without their line ends.  The text must end in a
// line end.
std::vector<absl::string_view> Lines(absl::string_view text) {
  std::vector<absl::string_view> lines;
  while (!text.empty()) {
    const size_t end = text.find_first_of("\r\n");
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
    text.remove_prefix(absl::StartsWith(text, "\r\n") ? 2 : 1);
  }
  return lines;
}

// Appends the available input to `text`; waits only if no input is available.
// Returns the number of bytes; 0 at the end of the input.
absl::StatusOr<size_t> Read(int in, std::string& text) {
  constexpr size_t kBytes = 256 << 10;
  const size_t before = text.size();
  text.resize(before + kBytes);
  const ssize_t count = base::ReadSome(in, &text[before], kBytes);
  if (count < 0) return base::Cannot(errno, "read positions");
  text.resize(before + count);
  return count;
}

}  // namespace

absl::Status AnswerStream(const Tablebase& tablebase,
                          const StreamOptions& options, int in,
                          std::ostream& out) {
  uint64_t answered = 0;
  uint64_t failed = 0;
  uint64_t misstated = 0;
  bool after_cr = false;
  std::string text;  // input that has not been answered yet
  while (true) {
    ASSIGN_OR_RETURN(const size_t count, Read(in, text));
    // LF, CRLF and CR end lines.  If the last line ended in CR, an LF at the
    // start of this input belongs to the same line end.
    if (after_cr && !text.empty()) {
      if (text[0] == '\n') text.erase(0, 1);
      after_cr = false;
    }
    if (count == 0 && !text.empty() && !IsLineEnd(text.back())) text += '\n';
    const size_t end = text.find_last_of("\r\n");
    if (end != text.npos) {
      const std::vector<absl::string_view> lines =
          Lines(absl::string_view(text).substr(0, end + 1));
      std::vector<absl::StatusOr<std::string>> answers(lines.size());
      tbb::parallel_for(size_t{0}, lines.size(), [&](size_t i) {
        answers[i] = FieldsFor(tablebase, options, lines[i]);
      });
      for (const absl::StatusOr<std::string>& fields : answers) {
        if (!fields.ok() && !absl::IsInvalidArgument(fields.status())) {
          return fields.status();
        }
        failed += !fields.ok();
        misstated += fields.ok() && absl::StrContains(*fields, kMisstatement);
        out << R"({"line":)" << ++answered << ","
            << (fields.ok() ? *fields : ErrorField(fields.status())) << "}\n";
      }
      if (!out.flush()) {
        // If the reader has closed the pipe, it needs no message.
        return errno == EPIPE
                   ? base::ExitWith(1)
                   : absl::DataLossError("cannot write to standard output");
      }
      after_cr = text[end] == '\r' && end + 1 == text.size();
      text.erase(0, end + 1);
    }
    // Drop the rest of a line that is too long.
    text.resize(std::min(text.size(), kMaxLineBytes));
    if (count == 0) break;
  }
  std::vector<std::string> faults;
  if (failed > 0) {
    faults.push_back(
        absl::StrCat(failed, " of ", answered, " lines could not be answered"));
  }
  if (misstated > 0) {
    faults.push_back(absl::StrCat(misstated, " of ", answered,
                                  " lines state a wrong value"));
  }
  return faults.empty() ? absl::OkStatus()
                        : base::Invalid(absl::StrJoin(faults, "; "));
}

}  // namespace teeko::reports
