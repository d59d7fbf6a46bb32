// Faults in values.  Where a fault is in both tables, comparing them cannot
// help.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "audit/faults/kinds.h"
#include "verify/comparison.h"
#include "verify/consistency.h"
#include "verify/diagnosis.h"
#include "verify/order.h"
#include "verify/symmetry.h"

namespace teeko::faults {
namespace {

using kernel::Position;
using kernel::Value;
using verify::Table;

// A sample's table, at first.
struct Values {
  const Sample* sample;
  Table table;

  bool operator==(const Values& other) const {
    return table.payloads == other.table.payloads;
  }
};

// ---- Checkers ----

// Whether this part of the verifier finds a table wrong.
using Check = bool (*)(const Sample& sample, const Table& table);

bool IsAsymmetric(const Sample& sample, const Table& table) {
  verify::ReducedTable reduced(sample.game, table.sections, table.value_bytes);
  for (size_t i = 0; i < table.sections.size(); ++i) {
    const verify::Faults found = reduced.Add(i, 0, table.payloads[i]);
    if (found.count > 0) return true;
  }
  return false;
}

bool IsInconsistent(const Sample& sample, const Table& table) {
  const verify::ReducedTable reduced = table.Reduced(sample.game);
  for (size_t i = 0; i < table.sections.size(); ++i) {
    if (verify::CheckConsistency(reduced, i, [](uint64_t) {})->count > 0) {
      return true;
    }
  }
  return false;
}

// Table A is at fault, B is right.
bool Differs(const Sample& sample, const Table& table) {
  for (size_t i = 0; i < table.sections.size(); ++i) {
    std::vector<uint8_t> of_b(table.payloads[i].size());
    if (!sample.table_b.ReadSection(i, absl::MakeSpan(of_b)).ok()) return false;
    if (verify::Compare(0, table.sections[i].positions, table.payloads[i], of_b)
            .count > 0) {
      return true;
    }
  }
  return false;
}

// ---- One value, or one and its images ----

bool IsDecided(Value value) {
  return value != kernel::kDraw && value != kernel::kNoValue;
}

// The wrong value for a right one; that one itself if there is none of the
// kind.
using Change = Value (*)(Value right, Random& random);

Value TwoPliesMore(Value right, Random&) {
  return IsDecided(right) ? right + 2 : right;
}
Value TwoPliesFewer(Value right, Random&) {
  return IsDecided(right) && right > 2 ? right - 2 : right;
}
Value OtherParity(Value right, Random& random) {
  if (!IsDecided(right)) return right;
  const bool more = right == kernel::kLossIn0 || random.Below(2) == 0;
  return more ? right + 1 : right - 1;
}
Value DrawDecided(Value right, Random& random) {
  return right == kernel::kDraw ? 1 + random.Below(30) : right;
}
Value DecidedDrawn(Value right, Random&) {
  return IsDecided(right) ? kernel::kDraw : right;
}
Value ValueLost(Value, Random&) { return kernel::kNoValue; }
Value ValueGiven(Value right, Random& random) {
  return right == kernel::kNoValue ? random.Below(20) : right;
}
Value AnyOther(Value, Random& random) { return random.Below(60); }

// A value of a table.
struct Place {
  int section;
  uint64_t index;
};

Place AnyPlace(const Table& table, Random& random) {
  const int section = random.Below(table.sections.size());
  return {section, random.Below(table.sections[section].positions)};
}

void OneValue(Random& random, Values& values) {
  const auto [section, index] = AnyPlace(values.table, random);
  values.table.SetValueAt(section, index, AnyOther(0, random));
}

// All images alike.
template <Change change>
void OneClass(Random& random, Values& values) {
  Table& table = values.table;
  const auto [section, index] = AnyPlace(table, random);
  table.SetImagesAt(values.sample->game, section, index,
                    change(table.ValueAt(section, index), random));
}

// ---- Many values ----

// With their images.
void TwoSwapped(Random& random, Values& values) {
  Table& table = values.table;
  const kernel::Game& game = values.sample->game;
  const auto [section, index] = AnyPlace(table, random);
  const uint64_t other = random.Below(table.sections[section].positions);
  const Value value = table.ValueAt(section, index);
  table.SetImagesAt(game, section, index, table.ValueAt(section, other));
  table.SetImagesAt(game, section, other, value);
}

// All images alike.
void ClassesShifted(Random& random, Values& values) {
  Table& table = values.table;
  const auto [section, first] = AnyPlace(table, random);
  const uint64_t end = std::min(table.sections[section].positions - 1,
                                first + 2 + random.Below(100));
  for (uint64_t i = first; i < end; ++i) {
    table.SetImagesAt(values.sample->game, section, i,
                      table.ValueAt(section, i + 1));
  }
}

void Shifted(Random& random, Values& values) {
  const auto [section, first] = AnyPlace(values.table, random);
  std::vector<uint8_t>& payload = values.table.payloads[section];
  const uint64_t size =
      std::min<uint64_t>(payload.size() - first, 2 + random.Below(100));
  const auto begin = payload.begin() + first;
  std::rotate(begin, begin + 1, begin + size);
}

void ImageNotUpdated(Random& random, Values& values) {
  const kernel::Game& game = values.sample->game;
  Table& table = values.table;
  const auto [section, index] = AnyPlace(table, random);
  const Position position =
      kernel::PositionAt(game, table.sections[section], index);
  if (kernel::Image(random.OneOf(game.symmetries), position) == position)
    return;
  table.SetValueAt(section, index, AnyOther(0, random));
}

// As if a solver counted two plies for one: from there on in all sections.
void LevelSkipped(Random& random, Values& values) {
  Table& table = values.table;
  const auto [section, index] = AnyPlace(table, random);
  const Value from = table.ValueAt(section, index);
  if (!IsDecided(from) || from == kernel::kLossIn0) return;
  for (size_t i = 0; i < table.sections.size(); ++i) {
    for (uint64_t j = 0; j < table.sections[i].positions; ++j) {
      const Value value = table.ValueAt(i, j);
      if (IsDecided(value) && value >= from) table.SetValueAt(i, j, value + 2);
    }
  }
}

// Sections with as many pieces placed are of one size; some have the same
// values.
void StylesSwapped(Random& random, Values& values) {
  Table& table = values.table;
  const int section = random.Below(table.sections.size());
  const int other = random.Below(table.sections.size());
  if (table.sections[section].placed != table.sections[other].placed) return;
  std::swap(table.payloads[section], table.payloads[other]);
}

// ---- Kinds ----

// The first value that is wrong.
std::string Description(const Values& values) {
  const Table& right = values.sample->table;
  for (size_t i = 0; i < right.sections.size(); ++i) {
    for (uint64_t j = 0; j < right.sections[i].positions; ++j) {
      const Value value = values.table.ValueAt(i, j);
      if (value == right.ValueAt(i, j)) continue;
      return absl::StrCat(values.sample->name(), ", section ", i, ", position ",
                          j, ": ", verify::ValueText(right.ValueAt(i, j)),
                          " made ", verify::ValueText(value));
    }
  }
  return "nothing";
}

}  // namespace

void AddValueFaults(const Samples& samples, std::vector<Kind>& kinds) {
  const auto add = [&](const char* checker, Check check, Ways<Values> ways) {
    AddKinds<Values>(
        "values", checker, std::move(ways),
        [&samples](Random& random) {
          const Sample& sample = AnySample(samples, random);
          return Values{&sample, sample.table};
        },
        [check](const Values& values) -> Missed {
          if (check(*values.sample, values.table)) return std::nullopt;
          return Description(values);
        },
        kinds);
  };
  add("consistency", IsInconsistent,
      {{"two plies too many", OneClass<TwoPliesMore>},
       {"two plies too few", OneClass<TwoPliesFewer>},
       {"a win for a loss, one ply off", OneClass<OtherParity>},
       {"a draw decided", OneClass<DrawDecided>},
       {"a win or a loss drawn", OneClass<DecidedDrawn>},
       {"a value gone", OneClass<ValueLost>},
       {"a value where there is none", OneClass<ValueGiven>},
       {"two values swapped", TwoSwapped},
       {"some values shifted by one place", ClassesShifted},
       {"a position and all its images changed alike", OneClass<AnyOther>},
       {"a level skipped in the whole table", LevelSkipped},
       {"two styles' sections swapped", StylesSwapped}});
  add("symmetry", IsAsymmetric,
      {{"a position changed, but not its images", ImageNotUpdated}});
  add("comparison", Differs,
      {{"any value changed in one table", OneValue},
       {"values shifted in one table", Shifted},
       {"two styles' sections swapped in one table", StylesSwapped}});
}

}  // namespace teeko::faults
