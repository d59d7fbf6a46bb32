#include "proto/rules_file.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <vector>

#include "absl/strings/str_cat.h"
#include "google/protobuf/util/message_differencer.h"
#include "proto/text_proto.h"
#include "stage/files.h"

namespace teeko {
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

template <typename... Parts>
absl::Status Bad(const Parts&... parts) {
  return absl::InvalidArgumentError(absl::StrCat(parts...));
}

absl::Status ValidateFamily(const Rules& rules, const GoalFamily& family,
                            const std::string& field) {
  const uint32_t shorter = std::min(rules.rows(), rules.columns());
  const uint32_t longer = std::max(rules.rows(), rules.columns());
  if (family.family_case() != GoalFamily::kLine &&
      family.family_case() != GoalFamily::FAMILY_NOT_SET &&
      rules.pieces() != 4) {
    return Bad(field, ": has four corners, but a side has ", rules.pieces(),
               " pieces");
  }
  switch (family.family_case()) {
    case GoalFamily::kLine: {
      const uint32_t length = family.line().length();
      if (length != rules.pieces()) {
        return Bad(field, ".line.length: ", length, ", but a goal takes all ",
                   rules.pieces(), " pieces of a side");
      }
      if (length > longer) {
        return Bad(field, ".line.length: no line of ", length, " fits on ",
                   rules.rows(), "x", rules.columns(), " squares");
      }
      return absl::OkStatus();
    }
    case GoalFamily::kSquare: {
      const uint32_t side = family.square().side();
      if (side < 1 || side >= shorter) {
        return Bad(field, ".square.side: ", side, ", but on ", rules.rows(),
                   "x", rules.columns(), " squares it can be 1 to ",
                   shorter - 1);
      }
      return absl::OkStatus();
    }
    case GoalFamily::kDiamond: {
      const uint32_t radius = family.diamond().radius();
      if (radius < 1 || radius > (shorter - 1) / 2) {
        return Bad(field, ".diamond.radius: ", radius, ", but on ",
                   rules.rows(), "x", rules.columns(),
                   " squares it can be 1 to ", (shorter - 1) / 2);
      }
      return absl::OkStatus();
    }
    case GoalFamily::kTiltedSquares:
      if (shorter < 3) {
        return Bad(field, ".tilted_squares: none fits on ", rules.rows(), "x",
                   rules.columns(), " squares");
      }
      return absl::OkStatus();
    case GoalFamily::FAMILY_NOT_SET:
      break;
  }
  return Bad(field,
             ": names no family (line, square, diamond, tilted_squares)");
}

}  // namespace

absl::Status ValidateRules(const Rules& rules) {
  if (rules.name().empty()) return Bad("name: is missing");
  for (const char c : rules.name()) {
    if (!(c >= 'a' && c <= 'z') && !(c >= '0' && c <= '9') && c != '_') {
      return Bad("name: \"", rules.name(),
                 "\" has something other than a-z, 0-9 and _");
    }
  }
  if (rules.rows() < 1 || rules.rows() > kMaxSquares) {
    return Bad("rows: ", rules.rows(), ", but must be 1 to ", kMaxSquares);
  }
  if (rules.columns() < 1 || rules.columns() > kMaxSquares) {
    return Bad("columns: ", rules.columns(), ", but must be 1 to ",
               kMaxSquares);
  }
  const uint32_t squares = rules.rows() * rules.columns();
  if (squares > kMaxSquares) {
    return Bad("columns: ", rules.rows(), "x", rules.columns(), " is ", squares,
               " squares, more than ", kMaxSquares);
  }
  if (rules.pieces() < 2 || rules.pieces() > squares / 2) {
    return Bad("pieces: ", rules.pieces(), " a side, but must be 2 to ",
               squares / 2, " on ", squares, " squares");
  }
  if (!Rules::Edges_IsValid(rules.edges())) {
    return Bad("edges: ", static_cast<int>(rules.edges()),
               " is neither BOUNDED nor WRAPPED");
  }
  if (rules.goals().empty()) return Bad("goals: there is none");
  for (int i = 0; i < rules.goals_size(); ++i) {
    absl::Status status =
        ValidateFamily(rules, rules.goals(i), absl::StrCat("goals[", i, "]"));
    if (!status.ok()) return status;
  }
  if (rules.styles().empty()) return Bad("styles: there is none");
  std::set<std::string> styles;
  for (int i = 0; i < rules.styles_size(); ++i) {
    const std::string& style = rules.styles(i);
    const std::string field = absl::StrCat("styles[", i, "]: \"", style, "\" ");
    if (style.size() != rules.pieces()) {
      return Bad(field, "has not one letter for each of ", rules.pieces(),
                 " drops");
    }
    if (style.find_first_not_of("SA") != std::string::npos) {
      return Bad(field, "has a letter other than S and A");
    }
    if (!styles.insert(style).second) return Bad(field, "comes twice");
  }
  std::set<uint32_t> banned;
  for (int i = 0; i < rules.banned_first_drops_size(); ++i) {
    const uint32_t square = rules.banned_first_drops(i);
    const std::string field =
        absl::StrCat("banned_first_drops[", i, "]: ", square);
    if (square < 1 || square > squares) {
      return Bad(field, ", but squares are numbered 1 to ", squares);
    }
    if (!banned.insert(square).second) return Bad(field, " comes twice");
  }
  if (banned.size() == squares) {
    return Bad("banned_first_drops: leaves no square for the first drop");
  }
  return absl::OkStatus();
}

absl::StatusOr<Rules> ParseRules(absl::string_view text,
                                 absl::string_view name) {
  Rules rules;
  absl::Status status = ParseTextProto(text, name, rules);
  if (!status.ok()) return status;
  // Out of range, this would ask for styles of absurd length.
  if (rules.styles().empty() && rules.pieces() <= kMaxSquares) {
    for (std::string& style : AllStyles(rules.pieces())) {
      rules.add_styles(std::move(style));
    }
  }
  status = ValidateRules(rules);
  if (!status.ok()) return Bad(name, ": ", status.message());
  return rules;
}

absl::StatusOr<Rules> ReadRulesFile(const std::string& path) {
  const absl::StatusOr<std::string> text = ReadFile(path);
  if (!text.ok()) return text.status();
  return ParseRules(*text, path);
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

}  // namespace teeko
