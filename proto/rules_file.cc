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
constexpr uint32_t kMaxScore = 127;

// Returns the default styles in the order of proto/rules.proto: only S; only A;
// A…S; S…A.
std::vector<std::string> AllStyles(uint32_t pieces) {
  const auto style = [pieces](char first, uint32_t count, char rest) {
    return std::string(count, first) + std::string(pieces - count, rest);
  };
  std::vector<std::string> styles = {style('S', pieces, 'S'),
                                     style('A', pieces, 'A')};
  for (uint32_t k = 1; k < pieces; ++k) styles.push_back(style('A', k, 'S'));
  for (uint32_t k = 1; k < pieces; ++k) styles.push_back(style('S', k, 'A'));
  return styles;
}

// OK if `least` <= number <= `most`.  The error message has `where`, which
// describes the board.
absl::Status CheckRange(absl::string_view field, uint32_t number,
                        absl::string_view where, uint32_t least,
                        uint32_t most) {
  if (number >= least && number <= most) return absl::OkStatus();
  return base::Invalid(field, ": ",
                       least > most
                           ? "no value is possible"
                           : absl::StrCat("expected ", least, " to ", most),
                       where, ", got ", number);
}

absl::Status ValidateFamily(const Rules& rules, const GoalFamily& family,
                            const std::string& field) {
  const uint32_t shorter = std::min(rules.rows(), rules.columns());
  const std::string board =
      absl::StrCat(" on ", rules.rows(), "x", rules.columns(), " squares");
  if (family.family_case() == GoalFamily::FAMILY_NOT_SET) {
    return base::Invalid(field,
                         ": expected line, square, diamond or tilted_squares");
  }
  if (family.has_line()) {
    const uint32_t length = family.line().length();
    if (length != rules.pieces()) {
      return base::Invalid(field, ".line.length: expected ", rules.pieces(),
                           ", the number of pieces of a side, got ", length);
    }
    if (length > std::max(rules.rows(), rules.columns())) {
      return base::Invalid(field, ".line.length: no line of ", length, " fits",
                           board);
    }
    return absl::OkStatus();
  }
  if (rules.pieces() != 4) {
    return base::Invalid(
        field,
        ": a goal with four corners: expected 4 pieces of each side, got ",
        rules.pieces());
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
    return base::Invalid(field, ".tilted_squares: no tilted square fits",
                         board);
  return absl::OkStatus();
}

absl::Status ValidateBoard(const Rules& rules) {
  RETURN_IF_ERROR(CheckRange("rows", rules.rows(), "", 1, kMaxSquares));
  RETURN_IF_ERROR(CheckRange("columns", rules.columns(), "", 1, kMaxSquares));
  const uint32_t squares = rules.rows() * rules.columns();
  if (squares > kMaxSquares) {
    return base::Invalid("columns: expected at most ", kMaxSquares,
                         " squares, got ", rules.rows(), "x", rules.columns(),
                         " = ", squares);
  }
  RETURN_IF_ERROR(CheckRange(
      "pieces", rules.pieces(),
      absl::StrCat(" of each side on ", squares, " squares"), 2, squares / 2));
  if (!Rules::Edges_IsValid(rules.edges())) {
    return base::Invalid("edges: expected BOUNDED or WRAPPED, got ",
                         static_cast<int>(rules.edges()));
  }
  if (!Rules::Moves_IsValid(rules.moves())) {
    return base::Invalid(
        "moves: expected KING, KNIGHT, ORTHOGONAL or DIAGONAL, got ",
        static_cast<int>(rules.moves()));
  }
  return absl::OkStatus();
}

absl::Status ValidateStyles(const Rules& rules) {
  if (rules.styles().empty()) return base::Invalid("styles: must not be empty");
  std::set<std::string> styles;
  for (int i = 0; i < rules.styles_size(); ++i) {
    const std::string& style = rules.styles(i);
    const std::string field =
        absl::StrCat("styles[", i, "]: \"", style, "\": ");
    if (style.size() != rules.pieces()) {
      return base::Invalid(field, "expected ", rules.pieces(),
                           " letters, one for each drop");
    }
    if (style.find_first_not_of("SA") != std::string::npos) {
      return base::Invalid(field, "expected only the letters S and A");
    }
    if (!styles.insert(style).second) return base::Invalid(field, "duplicate");
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
      return base::Invalid(field, ": duplicate ", square);
    }
  }
  if (banned.size() == squares) {
    return base::Invalid(
        "banned_first_drops: all squares are banned: expected at least one "
        "free square");
  }
  return absl::OkStatus();
}

// Returns OK if the scoring is valid.  All other fields are valid already.
absl::Status ValidateScoring(const Rules& rules) {
  uint32_t family_points = 0;  // the most that a family adds
  for (int i = 0; i < rules.goals_size(); ++i) {
    const uint32_t points = rules.goals(i).points();
    const std::string field = absl::StrCat("goals[", i, "].points");
    RETURN_IF_ERROR(CheckRange(field, points, "", 0, kMaxScore));
    if (points != 0 && !rules.has_scoring()) {
      return base::Invalid(field, ": expected 0 in rules without scoring, got ",
                           points);
    }
    family_points = std::max(family_points, points);
  }
  if (!rules.has_scoring()) return absl::OkStatus();

  // The programs list all sets of a side, and all orders of its classes.
  double sets = 1;
  for (uint32_t i = 0; i < rules.pieces(); ++i) {
    sets *= static_cast<double>(rules.rows() * rules.columns() - i) / (i + 1);
  }
  if (rules.pieces() > 8 || sets > 1 << 20) {
    return base::Invalid(
        "scoring: expected at most 8 pieces and 1,048,576 ways to place those "
        "of a side, got ",
        rules.pieces(), " and ", static_cast<uint64_t>(sets));
  }

  const Scoring& scoring = rules.scoring();
  if (static_cast<uint32_t>(scoring.pips_size()) != rules.pieces()) {
    return base::Invalid("scoring.pips: expected ", rules.pieces(),
                         " numbers, one for each marker of a side, got ",
                         scoring.pips_size());
  }
  uint32_t most = 0;
  for (int i = 0; i < scoring.pips_size(); ++i) {
    const uint32_t pips = scoring.pips(i);
    RETURN_IF_ERROR(CheckRange(absl::StrCat("scoring.pips[", i, "]"), pips, "",
                               1, kMaxScore));
    most = std::max(most, pips);
  }
  std::set<uint32_t> special;
  for (int i = 0; i < scoring.special_squares_size(); ++i) {
    const uint32_t square = scoring.special_squares(i);
    const std::string field = absl::StrCat("scoring.special_squares[", i, "]");
    RETURN_IF_ERROR(
        CheckRange(field, square, "", 1, rules.rows() * rules.columns()));
    if (!special.insert(square).second) {
      return base::Invalid(field, ": duplicate ", square);
    }
  }
  RETURN_IF_ERROR(CheckRange("scoring.special_points", scoring.special_points(),
                             "", 0, kMaxScore));
  if (special.empty() != (scoring.special_points() == 0)) {
    return base::Invalid("scoring.special_points: expected ",
                         special.empty() ? "0 without special squares"
                                         : "1 or more for special squares",
                         ", got ", scoring.special_points());
  }
  most += family_points + scoring.special_points();
  if (most > kMaxScore) {
    return base::Invalid("scoring: expected a largest score of at most ",
                         kMaxScore, ", got ", most);
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status ValidateRules(const Rules& rules) {
  if (rules.name().empty()) return base::Invalid("name: is missing");
  if (rules.name().find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") !=
      std::string::npos) {
    return base::Invalid("name: \"", rules.name(),
                         "\": expected only a-z, 0-9 and _");
  }
  RETURN_IF_ERROR(ValidateBoard(rules));
  if (rules.goals().empty()) return base::Invalid("goals: must not be empty");
  for (int i = 0; i < rules.goals_size(); ++i) {
    RETURN_IF_ERROR(
        ValidateFamily(rules, rules.goals(i), absl::StrCat("goals[", i, "]")));
  }
  RETURN_IF_ERROR(ValidateStyles(rules));
  RETURN_IF_ERROR(ValidateBans(rules));
  return ValidateScoring(rules);
}

absl::StatusOr<Rules> ParseRules(absl::string_view text,
                                 absl::string_view name) {
  Rules rules;
  RETURN_IF_ERROR(ParseTextProto(text, name, rules));
  // The number of pieces is not validated yet.  Without a limit, the styles
  // could take any amount of memory.
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
