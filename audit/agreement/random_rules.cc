#include "audit/agreement/random_rules.h"

#include <algorithm>
#include <set>
#include <string>

#include "proto/rules_file.h"

namespace teeko {

void showValue(const Rules& rules, std::ostream& out) {
  out << rules.ShortDebugString();
}

namespace audit {
namespace {

using rc::gen::inRange;

GoalFamily AnyFamily(const Rules& rules) {
  const int shorter = static_cast<int>(std::min(rules.rows(), rules.columns()));
  GoalFamily family;
  switch (rules.pieces() == 4 ? *inRange(0, 4) : 0) {
    case 0:
      family.mutable_line()->set_length(rules.pieces());
      break;
    case 1:
      family.mutable_square()->set_side(*inRange(1, shorter + 1));
      break;
    case 2:
      family.mutable_diamond()->set_radius(*inRange(1, shorter / 2 + 2));
      break;
    case 3:
      family.mutable_tilted_squares();
      break;
  }
  return family;
}

}  // namespace

rc::Gen<Rules> AnyRules(int max_squares) {
  const auto any_words = rc::gen::exec([max_squares] {
    Rules rules;
    rules.set_name("random");
    const int shorter = *inRange(1, 9);
    const int longer = *inRange(1, max_squares / shorter + 1);
    const bool upright = *rc::gen::arbitrary<bool>();
    rules.set_rows(upright ? longer : shorter);
    rules.set_columns(upright ? shorter : longer);
    rules.set_pieces(*rc::gen::oneOf(inRange(2, 9), rc::gen::just(4)));
    if (*rc::gen::arbitrary<bool>()) rules.set_edges(Rules::WRAPPED);
    rules.set_moves(*rc::gen::element(Rules::KING, Rules::KNIGHT,
                                      Rules::ORTHOGONAL, Rules::DIAGONAL));
    for (int i = *inRange(1, 4); i > 0; --i) {
      *rules.add_goals() = AnyFamily(rules);
    }
    const auto styles = *rc::gen::container<std::set<std::string>>(
        *inRange(1, 4), rc::gen::container<std::string>(
                            rules.pieces(), rc::gen::element('S', 'A')));
    for (const std::string& style : styles) rules.add_styles(style);
    return rules;
  });
  return rc::gen::suchThat(
      rc::gen::resize(100, any_words),
      [](const Rules& rules) { return proto::ValidateRules(rules).ok(); });
}

rc::Gen<Rules> AnyScoredRules(int max_squares) {
  return rc::gen::exec([max_squares] {
    Rules rules = *AnyRules(max_squares);
    Scoring& scoring = *rules.mutable_scoring();
    for (uint32_t i = 0; i < rules.pieces(); ++i) {
      scoring.add_pips(*inRange(1, 5));
    }
    for (GoalFamily& family : *rules.mutable_goals()) {
      family.set_points(*inRange(0, 3));
    }
    for (uint32_t square = 1; square <= rules.rows() * rules.columns();
         ++square) {
      if (*inRange(0, 4) == 0) scoring.add_special_squares(square);
    }
    if (!scoring.special_squares().empty()) {
      scoring.set_special_points(*inRange(1, 5));
    }
    return rules;
  });
}

rc::Gen<kernel::Position> AnyPosition(const Rules& rules) {
  return rc::gen::exec([rules] {
    const int all = static_cast<int>(2 * rules.pieces());
    const int placed = *rc::gen::weightedOneOf<int>(
        {{3, rc::gen::just(all)}, {1, inRange(0, all)}});
    const int squares = static_cast<int>(rules.rows() * rules.columns());
    const auto chosen = *rc::gen::unique<std::vector<int>>(
        placed, rc::gen::resize(100, inRange(0, squares)));
    kernel::Position position = {};
    for (int i = 0; i < placed; ++i) {
      (i < placed / 2 ? position.mover : position.opponent) |=
          kernel::Bit(chosen[i]);
    }
    return position;
  });
}

}  // namespace audit
}  // namespace teeko
