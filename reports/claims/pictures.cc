#include "reports/claims/pictures.h"

#include <bit>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace teeko::reports {
namespace {

std::string SquaresText(Squares squares) {
  std::vector<int> numbers;
  for (; squares != 0; squares &= squares - 1) {
    numbers.push_back(std::countr_zero(squares) + 1);
  }
  return absl::StrJoin(numbers, " ");
}

// Of squares numbered from 1.
Squares SquaresOf(const google::protobuf::RepeatedField<uint32_t>& squares) {
  Squares set = 0;
  for (const uint32_t square : squares) set |= Squares{1} << (square - 1);
  return set;
}

}  // namespace

BoardPicture BoardOf(const Rules& rules, const Position& position,
                     Squares marked) {
  return {.rows = static_cast<int>(rules.rows()),
          .columns = static_cast<int>(rules.columns()),
          .black = position.black,
          .red = position.red,
          .marked = marked};
}

std::string PlacementText(const Position& position) {
  return absl::StrCat("Black on ", SquaresText(position.black), "; Red on ",
                      SquaresText(position.red));
}

Position PositionOf(const extra_rules::Placement& placement, bool black_moves) {
  const Squares mover = SquaresOf(placement.mover());
  const Squares opponent = SquaresOf(placement.opponent());
  return {.black = black_moves ? mover : opponent,
          .red = black_moves ? opponent : mover};
}

Figures CycleFigures(const Rules& rules,
                     const extra_rules::UniqueMoveCycle& cycle) {
  Figures figures;
  for (int i = 0; i < cycle.positions_size(); ++i) {
    const bool black_moves = i % 2 == 0;
    const Position position = PositionOf(cycle.positions(i), black_moves);
    const Position next = PositionOf(
        cycle.positions((i + 1) % cycle.positions_size()), !black_moves);
    const Squares before = black_moves ? position.black : position.red;
    const Squares after = black_moves ? next.black : next.red;
    figures.figures.push_back(
        {.pictures = {BoardOf(rules, position)},
         .alt = PlacementText(position),
         .caption = absl::StrCat(
             black_moves ? "Black: " : "Red: ", SquaresText(before & ~after),
             "-", SquaresText(after & ~before))});
  }
  return figures;
}

}  // namespace teeko::reports
