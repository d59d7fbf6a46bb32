// Faults in values.  If both tables have the same fault, the comparison of the
// tables cannot catch it.  So most of these faults are in a single table that
// is checked without the other table.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "audit/faults/kinds.h"
#include "kernel/order.h"
#include "verify/checked_game.h"
#include "verify/comparison.h"
#include "verify/consistency.h"
#include "verify/symmetry.h"

namespace teeko::audit {
namespace {

using kernel::Position;
using kernel::Value;
using verify::Table;

// A table, at first that of a sample, and a position of this table for the
// fault.
struct Values {
  const Sample* sample;
  Table table;
  int section;
  uint64_t index;

  bool operator==(const Values& other) const {
    return table.payloads == other.table.payloads;
  }

  uint64_t positions() const { return table.sections[section].positions; }
  Value ValueAt(uint64_t i) const { return table.ValueAt(section, i); }
  void SetImagesAt(uint64_t i, Value value) {
    table.SetImagesAt(sample->game, section, i, value);
  }
};

Values AnyValues(const Fixture& fixture, Random& random) {
  const Sample& sample = fixture.AnySample(random);
  const int section = random.Below(sample.table.sections.size());
  return {&sample, sample.table, section,
          random.Below(sample.table.sections[section].positions)};
}

// ---- Checkers ----

// True if this part of the verifier rejects the table.
using Check = bool (*)(const Sample& sample, const Table& table);

// True if faults_in(section) has a fault for any section.
template <typename FaultsIn>
bool AnySection(const Table& table, FaultsIn faults_in) {
  for (size_t i = 0; i < table.sections.size(); ++i) {
    if (faults_in(i).count > 0) return true;
  }
  return false;
}

bool IsAsymmetric(const Sample& sample, const Table& table) {
  verify::ReducedTable reduced(verify::CheckedGame(sample.game, table.sections),
                               table.value_bytes);
  return AnySection(
      table, [&](int i) { return reduced.Add(i, 0, table.payloads[i]); });
}

bool IsInconsistent(const Sample& sample, const Table& table) {
  const verify::ReducedTable reduced = table.Reduced(sample.game);
  return AnySection(table, [&](int i) {
    return *verify::CheckConsistency(reduced, i, [](uint64_t) {});
  });
}

// Compares the faulty table (A) with the valid table (B).
bool Differs(const Sample& sample, const Table& table) {
  return AnySection(table, [&](int i) {
    return verify::Compare(0, table.sections[i].positions, table.payloads[i],
                           sample.table.payloads[i]);
  });
}

// ---- Faults ----

bool IsDecided(Value value) {
  return value != kernel::kDraw && value != kernel::kNoValue;
}

Value AnyOther(Value, Random& random) { return random.Below(60); }

void SwapTwo(Random& random, Values& values) {
  const uint64_t other = random.Below(values.positions());
  const Value value = values.ValueAt(values.index);
  values.SetImagesAt(values.index, values.ValueAt(other));
  values.SetImagesAt(other, value);
}

// Shifts some values by one position.  All images of a position get its value.
void ShiftWithImages(Random& random, Values& values) {
  const uint64_t end =
      std::min(values.positions() - 1, values.index + 2 + random.Below(100));
  for (uint64_t i = values.index; i < end; ++i) {
    values.SetImagesAt(i, values.ValueAt(i + 1));
  }
}

void Shift(Random& random, Values& values) {
  std::vector<uint8_t>& payload = values.table.payloads[values.section];
  const uint64_t size =
      std::min<uint64_t>(payload.size() - values.index, 2 + random.Below(100));
  const auto begin = payload.begin() + values.index;
  std::rotate(begin, begin + 1, begin + size);
}

void ChangeOne(Random& random, Values& values) {
  values.table.SetValueAt(values.section, values.index, AnyOther(0, random));
}

void ChangeOneImage(Random& random, Values& values) {
  const kernel::Game& game = values.sample->game;
  const Position position = kernel::PositionAt(
      game, values.table.sections[values.section], values.index);
  if (kernel::Image(random.OneOf(game.symmetries), position) != position) {
    ChangeOne(random, values);
  }
}

// Adds two plies to all values of a level and of later levels, in all sections.
// This is the fault of a solver that counts two plies too many at one level.
void SkipLevel(Random&, Values& values) {
  Table& table = values.table;
  const Value from = values.ValueAt(values.index);
  if (!IsDecided(from) || from == kernel::kLossIn0) return;
  for (size_t i = 0; i < table.sections.size(); ++i) {
    for (uint64_t j = 0; j < table.sections[i].positions; ++j) {
      const Value value = table.ValueAt(i, j);
      if (IsDecided(value) && value >= from) table.SetValueAt(i, j, value + 2);
    }
  }
}

// Swaps two sections with the same number of pieces placed, which have the same
// size. Some of them have the same values.
void SwapStyles(Random& random, Values& values) {
  Table& table = values.table;
  const int other = random.Below(table.sections.size());
  if (table.sections[values.section].placed == table.sections[other].placed) {
    std::swap(table.payloads[values.section], table.payloads[other]);
  }
}

}  // namespace

void AddValueFaults(const Fixture& fixture, std::vector<Kind>& kinds) {
  const auto planter = [&](const char* checker, Check finds_fault) {
    return Planter(
        "values", checker,
        [&fixture](Random& random) { return AnyValues(fixture, random); },
        [finds_fault](const Values& values) -> Missed {
          const auto& [sample, table, section, index] = values;
          if (finds_fault(*sample, table)) return std::nullopt;
          const verify::CheckedGame game(sample->game, table.sections);
          return absl::StrCat(
              sample->name(), ", section ", section, ", position ", index, ": ",
              game.ValueText(sample->table.ValueAt(section, index)), " made ",
              game.ValueText(values.ValueAt(index)));
        },
        kinds);
  };

  const auto add = planter("consistency", IsInconsistent);
  // Sets the value of a position and its images to change(value, random).
  const auto add_change = [&add](const char* name, auto change) {
    add(name, [change](Random& random, Values& values) {
      values.SetImagesAt(values.index,
                         change(values.ValueAt(values.index), random));
    });
  };
  add_change("two plies too many", [](Value right, Random&) {
    return IsDecided(right) ? right + 2 : right;
  });
  add_change("two plies too few", [](Value right, Random&) {
    return IsDecided(right) && right > 2 ? right - 2 : right;
  });
  add_change("win instead of loss, or loss instead of win", [](Value right,
                                                               Random& random) {
    if (!IsDecided(right)) return right;
    const bool more = right == kernel::kLossIn0 || random.Below(2) == 0;
    return more ? right + 1 : right - 1;
  });
  add_change("win or loss instead of a draw", [](Value right, Random& random) {
    return right == kernel::kDraw ? 1 + random.Below(30) : right;
  });
  add_change("draw instead of a win or loss", [](Value right, Random&) {
    return IsDecided(right) ? kernel::kDraw : right;
  });
  add_change("no value instead of a value",
             [](Value, Random&) { return kernel::kNoValue; });
  add_change("a value instead of no value", [](Value right, Random& random) {
    return right == kernel::kNoValue ? random.Below(20) : right;
  });
  add("two values swapped", SwapTwo);
  add("some values shifted by one position", ShiftWithImages);
  add_change("any other value for a position and its images", AnyOther);
  add("a level skipped in the whole table", SkipLevel);
  add("the sections of two styles swapped", SwapStyles);

  planter("symmetry", IsAsymmetric)("a position changed, but not its images",
                                    ChangeOneImage);

  const auto add_to_one = planter("comparison", Differs);
  add_to_one("any value changed in one table", ChangeOne);
  add_to_one("values shifted in one table", Shift);
  add_to_one("the sections of two styles swapped in one table", SwapStyles);
}

}  // namespace teeko::audit
