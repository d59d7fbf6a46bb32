#include "proto/rules_file.h"

#include <algorithm>
#include <set>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/files.h"
#include "base/status.h"
#include "google/protobuf/util/message_differencer.h"
#include "proto/message_file.h"

namespace teeko::proto {
namespace {

constexpr uint32_t kMaxSquares = 64;

// S..S, A..A, and all A^k S^(n-k) and S^k A^(n-k).
std::vector<std::string> AllStyles(uint32_t pieces) {
  const auto word = [pieces](char first, uint32_t count, char rest) {
    return std::string(count, first) + std::string(pieces - count, rest);
  };
  std::vector<std::string> styles = {word('S', pieces, 'S'),
                                     word('A', pieces, 'A')};
  for (uint32_t k = 1; k < pieces; ++k) styles.push_back(word('A', k, 'S'));
  for (uint32_t k = 1; k < pieces; ++k) styles.push_back(word('S', k, 'A'));
  return styles;
}

// OK if a number is `least` to `most`; `where` says on or of what.
absl::Status CheckRange(absl::string_view field, uint32_t number,
                        absl::string_view where, uint32_t least,
                        uint32_t most) {
  if (number >= least && number <= most) return absl::OkStatus();
  return base::Invalid(field, ": ", number, where, ", but ",
                       least > most
                           ? "none fits"
                           : absl::StrCat("must be ", least, " to ", most));
}

absl::Status ValidateFamily(const Rules& rules, const GoalFamily& family,
                            const std::string& field) {
  const uint32_t shorter = std::min(rules.rows(), rules.columns());
  const std::string board =
      absl::StrCat(" on ", rules.rows(), "x", rules.columns(), " squares");
  if (family.family_case() == GoalFamily::FAMILY_NOT_SET) {
    return base::Invalid(
        field, ": names no family (line, square, diamond, tilted_squares)");
  }
  if (family.has_line()) {
    const uint32_t length = family.line().length();
    if (length != rules.pieces()) {
      return base::Invalid(field, ".line.length: ", length,
                           ", but a goal takes all ", rules.pieces(),
                           " pieces of a side");
    }
    if (length > std::max(rules.rows(), rules.columns())) {
      return base::Invalid(field, ".line.length: no line of ", length, " fits",
                           board);
    }
    return absl::OkStatus();
  }
  if (rules.pieces() != 4) {
    return base::Invalid(field, ": has four corners, but a side has ",
                         rules.pieces(), " pieces");
  }
  if (family.has_square()) {
    return CheckRange(field + ".square.side", family.square().side(), board, 1,
                      shorter - 1);
  }
  if (family.has_diamond()) {
    return CheckRange(field + ".diamond.radius", family.diamond().radius(),
                      board, 1, (shorter - 1) / 2);
  }
  if (shorter < 3)
    return base::Invalid(field, ".tilted_squares: none fits", board);
  return absl::OkStatus();
}

absl::Status ValidateBoard(const Rules& rules) {
  RETURN_IF_ERROR(CheckRange("rows", rules.rows(), "", 1, kMaxSquares));
  RETURN_IF_ERROR(CheckRange("columns", rules.columns(), "", 1, kMaxSquares));
  const uint32_t squares = rules.rows() * rules.columns();
  if (squares > kMaxSquares) {
    return base::Invalid("columns: ", rules.rows(), "x", rules.columns(),
                         " is ", squares, " squares, more than ", kMaxSquares);
  }
  RETURN_IF_ERROR(CheckRange("pieces", rules.pieces(),
                             absl::StrCat(" a side on ", squares, " squares"),
                             2, squares / 2));
  if (!Rules::Edges_IsValid(rules.edges())) {
    return base::Invalid("edges: ", static_cast<int>(rules.edges()),
                         " is neither BOUNDED nor WRAPPED");
  }
  return absl::OkStatus();
}

absl::Status ValidateStyles(const Rules& rules) {
  if (rules.styles().empty()) return base::Invalid("styles: there is none");
  std::set<std::string> styles;
  for (int i = 0; i < rules.styles_size(); ++i) {
    const std::string& style = rules.styles(i);
    const std::string field = absl::StrCat("styles[", i, "]: \"", style, "\" ");
    if (style.size() != rules.pieces()) {
      return base::Invalid(field, "has not one letter for each of ",
                           rules.pieces(), " drops");
    }
    if (style.find_first_not_of("SA") != std::string::npos) {
      return base::Invalid(field, "has a letter other than S and A");
    }
    if (!styles.insert(style).second)
      return base::Invalid(field, "comes twice");
  }
  return absl::OkStatus();
}

absl::Status ValidateBans(const Rules& rules) {
  const uint32_t squares = rules.rows() * rules.columns();
  std::set<uint32_t> banned;
  for (int i = 0; i < rules.banned_first_drops_size(); ++i) {
    const uint32_t square = rules.banned_first_drops(i);
    const std::string field = absl::StrCat("banned_first_drops[", i, "]");
    RETURN_IF_ERROR(CheckRange(field, square, "", 1, squares));
    if (!banned.insert(square).second) {
      return base::Invalid(field, ": ", square, " comes twice");
    }
  }
  if (banned.size() == squares) {
    return base::Invalid(
        "banned_first_drops: leaves no square for the first drop");
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status ValidateRules(const Rules& rules) {
  if (rules.name().empty()) return base::Invalid("name: is missing");
  if (rules.name().find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") !=
      std::string::npos) {
    return base::Invalid("name: \"", rules.name(),
                         "\" has something other than a-z, 0-9 and _");
  }
  RETURN_IF_ERROR(ValidateBoard(rules));
  if (rules.goals().empty()) return base::Invalid("goals: there is none");
  for (int i = 0; i < rules.goals_size(); ++i) {
    RETURN_IF_ERROR(
        ValidateFamily(rules, rules.goals(i), absl::StrCat("goals[", i, "]")));
  }
  RETURN_IF_ERROR(ValidateStyles(rules));
  return ValidateBans(rules);
}

absl::StatusOr<Rules> ParseRules(absl::string_view text,
                                 absl::string_view name) {
  Rules rules;
  RETURN_IF_ERROR(ParseTextProto(text, name, rules));
  // Out of range, this would ask for styles of absurd length.
  if (rules.styles().empty() && rules.pieces() <= kMaxSquares) {
    for (const std::string& style : AllStyles(rules.pieces())) {
      rules.add_styles(style);
    }
  }
  const absl::Status status = ValidateRules(rules);
  if (!status.ok()) return base::Invalid(name, ": ", status.message());
  return rules;
}

absl::StatusOr<Rules> ReadRulesFile(const std::string& path) {
  ASSIGN_OR_RETURN(const std::string text, base::ReadFile(path));
  return ParseRules(text, path);
}

bool SameRules(const Rules& a, const Rules& b) {
  return google::protobuf::util::MessageDifferencer::Equals(a, b);
}

std::string StyleName(absl::string_view style) {
  static constexpr const char* kNumbers[] = {"", "One", "Two", "Three"};
  const size_t first =
      std::min(style.find_first_not_of(style[0]), style.size());
  const char* const kind = style[0] == 'S' ? "Standard" : "Alternate";
  if (first == style.size()) return kind;
  const bool two_runs =
      style.find_first_not_of(style[first], first) == absl::string_view::npos;
  if (!two_runs || first >= std::size(kNumbers)) return std::string(style);
  return absl::StrCat(kNumbers[first], "-Move ", kind);
}

}  // namespace teeko::proto
