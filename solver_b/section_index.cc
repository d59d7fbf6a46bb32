#include "solver_b/section_index.h"

namespace teeko::solver_b {

SectionIndex::SectionIndex(const SetClasses& movers, int opponent_pieces)
    : movers_(movers),
      columns_(movers.classes()[0].left.count(), opponent_pieces) {}

void SectionIndex::StoreValue(const Position& position, Value value,
                              std::vector<Value>& values) const {
  const SetClasses::Way way = movers_.Find(position.mover);
  const SetClasses::Class& row = movers_.classes()[way.class_number];
  const Set opponent = Image(*way.symmetry, position.opponent);
  const uint64_t first = way.class_number * columns_.count();
  const auto store = [&](Set place) {
    const uint64_t column = columns_.Rank(row.left.Renumber(place));
    std::atomic_ref(values[first + column])
        .store(value, std::memory_order_relaxed);
  };
  store(opponent);
  for (const Permutation* symmetry : row.stabilizer) {
    store(Image(*symmetry, opponent));
  }
}

}  // namespace teeko::solver_b
