// Faults in values.  Where a fault is in both tables, comparing them cannot
// help.

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
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

// ---- Checkers ----

// Whether this part of the verifier finds a section wrong.
using Check = bool (*)(const Sample& sample, const Table& table, int section);

void Ignore(uint64_t) {}

bool IsInconsistent(const Sample& sample, const Table& table, int section) {
  return verify::CheckConsistency(sample.game, table, section, Ignore).wrong >
         0;
}

bool IsAsymmetric(const Sample& sample, const Table& table, int section) {
  return verify::CheckSymmetry(sample.game, table, section, Ignore).broken > 0;
}

// Table A is at fault, B is right.
bool Differs(const Sample& sample, const Table& table, int section) {
  const auto differences =
      verify::CompareSection(table, sample.table_b, section, Ignore);
  return differences.ok() && differences->count > 0;
}

// ---- One value ----

bool IsDecided(Value value) {
  return value != kernel::kDraw && value != kernel::kNoValue;
}

// The wrong value for a right one; nothing if there is none of the kind.
using Change = std::optional<Value> (*)(Value right, Random& random);

std::optional<Value> If(bool possible, Value value) {
  if (!possible) return std::nullopt;
  return value;
}

std::optional<Value> TwoPliesMore(Value right, Random&) {
  return If(IsDecided(right), right + 2);
}
std::optional<Value> TwoPliesFewer(Value right, Random&) {
  return If(IsDecided(right) && right > 2, right - 2);
}
std::optional<Value> OtherParity(Value right, Random& random) {
  const bool more = right == kernel::kLossIn0 || random.Below(2) == 0;
  return If(IsDecided(right), more ? right + 1 : right - 1);
}
std::optional<Value> DrawDecided(Value right, Random& random) {
  return If(right == kernel::kDraw, 1 + random.Below(30));
}
std::optional<Value> DecidedDrawn(Value right, Random&) {
  return If(IsDecided(right), kernel::kDraw);
}
std::optional<Value> ValueLost(Value right, Random&) {
  return If(right != kernel::kNoValue, kernel::kNoValue);
}
std::optional<Value> ValueGiven(Value right, Random& random) {
  return If(right == kernel::kNoValue, random.Below(20));
}
std::optional<Value> AnyOther(Value right, Random& random) {
  const Value other = random.Below(60);
  return If(other != right, other);
}

// A value of a table.
struct Place {
  int section;
  uint64_t index;
};

Place AnyPlace(const Table& table, Random& random) {
  const int section = random.Below(table.sections.size());
  return {section, random.Below(table.sections[section].positions)};
}

// Tries to spoil the table, which is the sample's; tells what has been done, or
// nothing if what was drawn does not suit.
using Spoil = std::optional<std::string> (*)(const Sample& sample,
                                             Random& random, Table& table);

std::optional<std::string> ChangeAt(int section, uint64_t index, Change change,
                                    Random& random, Table& table) {
  const Value right = table.ValueAt(section, index);
  const std::optional<Value> wrong = change(right, random);
  if (!wrong) return std::nullopt;
  table.SetValueAt(section, index, *wrong);
  return absl::StrCat("section ", section, ", position ", index, ": ",
                      verify::ValueText(right), " made ",
                      verify::ValueText(*wrong));
}

template <Change change>
std::optional<std::string> OneValue(const Sample&, Random& random,
                                    Table& table) {
  const auto [section, index] = AnyPlace(table, random);
  return ChangeAt(section, index, change, random, table);
}

// ---- Many values ----

Position ImageOf(const std::vector<int>& symmetry, Position position) {
  return {kernel::Image(symmetry, position.mover),
          kernel::Image(symmetry, position.opponent)};
}

std::optional<std::string> TwoSwapped(const Sample&, Random& random,
                                      Table& table) {
  const auto [section, index] = AnyPlace(table, random);
  const uint64_t other = random.Below(table.sections[section].positions);
  const Value value = table.ValueAt(section, index);
  const Value other_value = table.ValueAt(section, other);
  if (value == other_value) return std::nullopt;
  table.SetValueAt(section, index, other_value);
  table.SetValueAt(section, other, value);
  return absl::StrCat("section ", section, ", positions ", index, " and ",
                      other);
}

std::optional<std::string> Shifted(const Sample&, Random& random,
                                   Table& table) {
  const auto [section, first] = AnyPlace(table, random);
  std::vector<uint8_t>& payload = table.payloads[section];
  const uint64_t size =
      std::min<uint64_t>(payload.size() - first, 2 + random.Below(100));
  const auto begin = payload.begin() + first;
  if (std::count(begin, begin + size, *begin) == std::ptrdiff_t(size)) {
    return std::nullopt;
  }
  std::rotate(begin, begin + 1, begin + size);
  return absl::StrCat("section ", section, ", ", size, " positions from ",
                      first, " on");
}

std::optional<std::string> OrbitChanged(const Sample& sample, Random& random,
                                        Table& table) {
  const auto [section, index] = AnyPlace(table, random);
  const std::optional<Value> wrong =
      AnyOther(table.ValueAt(section, index), random);
  if (!wrong) return std::nullopt;
  const Position position =
      kernel::PositionAt(sample.game, table.sections[section], index);
  for (const std::vector<int>& symmetry : sample.game.symmetries) {
    const uint64_t image =
        kernel::Index(sample.game, ImageOf(symmetry, position));
    table.SetValueAt(section, image, *wrong);
  }
  return absl::StrCat("section ", section, ", position ", index, " made ",
                      verify::ValueText(*wrong));
}

std::optional<std::string> ImageNotUpdated(const Sample& sample, Random& random,
                                           Table& table) {
  const auto [section, index] = AnyPlace(table, random);
  const Position position =
      kernel::PositionAt(sample.game, table.sections[section], index);
  const std::vector<int>& symmetry = random.OneOf(sample.game.symmetries);
  if (ImageOf(symmetry, position) == position) return std::nullopt;
  return ChangeAt(section, index, AnyOther, random, table);
}

// As if a solver counted two plies for one: from there on in all sections.
std::optional<std::string> LevelSkipped(const Sample&, Random& random,
                                        Table& table) {
  const auto [section, index] = AnyPlace(table, random);
  const Value from = table.ValueAt(section, index);
  if (!IsDecided(from) || from == kernel::kLossIn0) return std::nullopt;
  for (size_t i = 0; i < table.sections.size(); ++i) {
    for (uint64_t j = 0; j < table.sections[i].positions; ++j) {
      const Value value = table.ValueAt(i, j);
      if (IsDecided(value) && value >= from) table.SetValueAt(i, j, value + 2);
    }
  }
  return absl::StrCat("from value ", from, " on");
}

// Sections with as many pieces placed are of one size; some have the same
// values.
std::optional<std::string> StylesSwapped(const Sample&, Random& random,
                                         Table& table) {
  const int section = random.Below(table.sections.size());
  const int other = random.Below(table.sections.size());
  if (table.sections[section].placed != table.sections[other].placed ||
      table.payloads[section] == table.payloads[other]) {
    return std::nullopt;
  }
  std::swap(table.payloads[section], table.payloads[other]);
  return absl::StrCat("sections ", section, " and ", other);
}

// ---- Kinds ----

// Plants a fault in a sample that suits it, and has it checked.
Missed Plant(const Samples& samples, Check check, Spoil spoil, Random& random) {
  std::optional<std::string> what;
  // Some samples have nothing to suit: no draws, say.
  while (true) {
    const Sample& sample = AnySample(samples, random);
    Table table = sample.table;
    for (int i = 0; i < 1000 && !what; ++i) what = spoil(sample, random, table);
    if (!what) continue;
    for (size_t i = 0; i < table.sections.size(); ++i) {
      if (check(sample, table, i)) return std::nullopt;
    }
    return absl::StrCat(sample.name(), ", ", *what);
  }
}

}  // namespace

std::vector<Kind> ValueFaults(const Samples& samples) {
  std::vector<Kind> kinds;
  const auto add = [&](const char* checker_name, Check check,
                       std::vector<std::pair<const char*, Spoil>> spoils) {
    for (const auto& [name, spoil] : spoils) {
      kinds.push_back({"values", name, checker_name,
                       [&samples, check, spoil = spoil](Random& random) {
                         return Plant(samples, check, spoil, random);
                       }});
    }
  };
  add("consistency", IsInconsistent,
      {{"two plies too many", OneValue<TwoPliesMore>},
       {"two plies too few", OneValue<TwoPliesFewer>},
       {"a win for a loss, one ply off", OneValue<OtherParity>},
       {"a draw decided", OneValue<DrawDecided>},
       {"a win or a loss drawn", OneValue<DecidedDrawn>},
       {"a value gone", OneValue<ValueLost>},
       {"a value where there is none", OneValue<ValueGiven>},
       {"two values swapped", TwoSwapped},
       {"some values shifted by one place", Shifted},
       {"a position and all its images changed alike", OrbitChanged},
       {"a level skipped in the whole table", LevelSkipped},
       {"two styles' sections swapped", StylesSwapped}});
  add("symmetry", IsAsymmetric,
      {{"a position changed, but not its images", ImageNotUpdated}});
  add("comparison", Differs,
      {{"any value changed in one table", OneValue<AnyOther>},
       {"values shifted in one table", Shifted},
       {"two styles' sections swapped in one table", StylesSwapped}});
  return kinds;
}

}  // namespace teeko::faults
