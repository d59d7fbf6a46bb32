#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_split.h"
#include "game/accepted_table.h"
#include "game/game.h"
#include "game/orbit.h"
#include "game/tablebase.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "proto/extra_rules.pb.h"
#include "proto/manifest.pb.h"
#include "proto/results.h"
#include "proto/section_values.h"
#include "stage/stage.h"
#include "studies/compose/book.h"
#include "studies/extra_rules/analyse.h"
#include "studies/longest/longest_wins.h"
#include "studies/pass_privilege/pass_privilege.h"
#include "verify/counts.h"
#include "verify/order.h"

namespace teeko::studies {
namespace {

constexpr char kOut[] = "studies/odd_rules/out";

class OddRules : public testing::TestWithParam<std::string> {
 protected:
  OddRules()
      : tablebase_(*Tablebase::Open(kOut, GetParam())),
        table_(*OpenAcceptedTable(kOut, GetParam())),
        values_(*SectionValues::Read(table_, 0)) {}

  const Game& game() const { return tablebase_.game(); }
  kernel::Position At(uint64_t index) const {
    return kernel::PositionAt(game().kernel(), game().sections()[0], index);
  }

  const Tablebase tablebase_;
  const TableReader table_;
  const SectionValues values_;
};

TEST_P(OddRules, ExtraRulesAreSolvedOrDoNotApply) {
  Progress progress("test");
  const extra_rules::ExtraRules found = extra_rules::Analyse(
      game().rules(), [&](uint64_t index) { return values_[index]; },
      /*every_length=*/true, progress);
  if (game().squares() > 25 || game().pieces() > 4) {
    extra_rules::ExtraRules nothing_else;
    nothing_else.set_not_applicable(found.not_applicable());
    EXPECT_NE(found.not_applicable(), "");
    EXPECT_EQ(found.SerializeAsString(), nothing_else.SerializeAsString());
    return;
  }
  EXPECT_EQ(found.not_applicable(), "");
  EXPECT_EQ(found.corner_limits_size(), 10);
  EXPECT_EQ(found.four_move_limit().wordings_size(), 23);

  // What the empty board is worth without a limit, the table says.
  for (const auto& wording : found.four_move_limit().wordings()) {
    for (const extra_rules::VariantOutcome& variant : wording.variants()) {
      const Value value = *tablebase_.Probe(
          game().Start(variant.style(), variant.centre_ban()));
      EXPECT_EQ(variant.plain(), value.winner == Colour::kBlack ? "black"
                                 : value.winner == Colour::kRed ? "red"
                                                                : "draw")
          << variant.style();
    }
  }

  // The wins with one winning move, which completes no goal.
  uint64_t only_wins = 0;
  for (uint64_t index = 0; index < values_.size(); ++index) {
    if (values_[index] == kernel::kNoValue || values_[index] % 2 == 1) continue;
    if (values_[index] == kernel::kDraw) continue;
    int winning = 0;
    bool goal = false;
    kernel::ForEachSuccessor(
        game().kernel(), At(index), [&](kernel::Position next) {
          const int value = values_[kernel::Index(game().kernel(), next)];
          if (value % 2 == 0) return;
          ++winning;
          goal = goal || kernel::HasGoal(game().kernel(), next.opponent);
        });
    only_wins += winning == 1 && !goal;
  }
  EXPECT_EQ(found.four_move_limit().only_wins(), only_wins);
}

// A drawn position's only move that does not lose: where it leads, and what it
// moves.
struct OnlyMove {
  uint64_t next;
  kernel::Set from;
  kernel::Set to;
};

TEST_P(OddRules, CyclesAndShuttlesAreThoseOfThePositions) {
  if (game().squares() > 25 || game().pieces() > 4) return;
  const kernel::Game& kernel = game().kernel();
  const auto for_each_move = [&](uint64_t index, auto visit) {
    const kernel::Position position = At(index);
    kernel::ForEachSuccessor(kernel, position, [&](kernel::Position next) {
      visit(OnlyMove{kernel::Index(kernel, next),
                     position.mover & ~next.opponent,
                     next.opponent & ~position.mover});
    });
  };
  std::map<uint64_t, OnlyMove> only;
  for (uint64_t index = 0; index < values_.size(); ++index) {
    if (values_[index] != kernel::kDraw) continue;
    std::vector<OnlyMove> good;
    for_each_move(index, [&](const OnlyMove& move) {
      const int value = values_[move.next];
      if (value == kernel::kDraw || value % 2 == 1) good.push_back(move);
    });
    if (good.size() == 1) only[index] = good[0];
  }

  // A cycle by the smallest image of the set of its positions.
  std::set<std::vector<uint64_t>> cycles;
  for (const auto& [start, move] : only) {
    std::vector<uint64_t> walk = {start};
    while (only.contains(walk.back()) &&
           std::ranges::count(walk, only[walk.back()].next) == 0) {
      walk.push_back(only[walk.back()].next);
    }
    if (!only.contains(walk.back()) || only[walk.back()].next != start)
      continue;
    std::vector<uint64_t> least;
    for (const std::vector<int>& symmetry : kernel.symmetries) {
      std::vector<uint64_t> image;
      for (const uint64_t index : walk) {
        const kernel::Position position = At(index);
        image.push_back(kernel::Index(
            kernel, {kernel::Image(symmetry, position.mover),
                     kernel::Image(symmetry, position.opponent)}));
      }
      std::ranges::sort(image);
      if (least.empty() || image < least) least = image;
    }
    cycles.insert(least);
  }

  std::map<uint64_t, std::vector<OnlyMove>> replies;  // of shuttles
  int classes = 0;
  for (const auto& entry : only) {
    const OnlyMove& move = entry.second;
    std::vector<OnlyMove> keeping;
    for_each_move(move.next, [&](const OnlyMove& reply) {
      const auto next = only.find(reply.next);
      if (next != only.end() && next->second.from == move.to &&
          next->second.to == move.from) {
        keeping.push_back(reply);
      }
    });
    if (keeping.empty()) continue;
    replies[entry.first] = keeping;
    classes += OrbitOf(kernel, At(entry.first)).front() == entry.first;
  }
  // By shuttle and reply, whether n steady replies can begin so.
  std::map<std::pair<uint64_t, uint64_t>, int> steady;
  uint32_t most = 0;
  for (bool longer = !replies.empty(); longer && most < 10;) {
    ++most;
    longer = false;
    auto now = steady;
    for (const auto& [shuttle, keeping] : replies) {
      for (const OnlyMove& reply : keeping) {
        int after = 0;
        for (const OnlyMove& next : replies.at(reply.next)) {
          if (next.from == reply.to && next.to == reply.from) continue;
          after = std::max(after, steady[{reply.next, next.next}]);
        }
        int& count = now[{shuttle, reply.next}];
        longer = longer || after + 1 > count;
        count = after + 1;
      }
    }
    steady = now;
  }
  most = 0;
  for (const auto& [reply, count] : steady) {
    most = std::max<uint32_t>(most, count);
  }

  Progress progress("test");
  const extra_rules::ExtraRules found = extra_rules::Analyse(
      game().rules(), [&](uint64_t index) { return values_[index]; },
      /*every_length=*/false, progress);
  EXPECT_EQ(found.unique_move_cycles_size(), static_cast<int>(cycles.size()));
  for (const auto& cycle : found.unique_move_cycles()) {
    EXPECT_EQ(cycle.positions_size() % 2, 0);
  }
  EXPECT_EQ(found.four_move_limit().shuttles(), replies.size());
  EXPECT_EQ(found.four_move_limit().shuttle_classes(), classes);
  EXPECT_EQ(found.four_move_limit().steady_replies(), most);
}

TEST_P(OddRules, CountsAreThoseOfThePositions) {
  Manifest counted;
  verify::CountValues(values_.payload(), values_.size(), counted);
  EXPECT_EQ(counted.placements(), values_.size());
  std::vector<uint64_t> levels;
  uint64_t draws = 0;
  uint64_t no_value = 0;
  int longest = 0;
  for (uint64_t index = 0; index < values_.size(); ++index) {
    const kernel::Value value = values_[index];
    if (value == kernel::kNoValue) {
      ++no_value;
    } else if (value == kernel::kDraw) {
      ++draws;
    } else {
      levels.resize(std::max<size_t>(levels.size(), value));
      ++levels[value - 1];
      if (value % 2 == 0) longest = std::max(longest, value - 1);
    }
  }
  EXPECT_THAT(counted.levels(), ::testing::ElementsAreArray(levels));
  EXPECT_EQ(counted.draws(), draws);
  EXPECT_EQ(counted.no_value(), no_value);
  EXPECT_EQ(Longest(counted, /*wins=*/true), longest);

  // All of them, each orbit once.
  if (longest == 0) return;
  std::set<uint64_t> in_orbits;
  for (const LongestWin& win : WinsIn(game(), values_, longest)) {
    const std::vector<uint64_t> orbit =
        OrbitOf(game().kernel(), {win.position.black, win.position.red});
    EXPECT_EQ(orbit.size(), static_cast<size_t>(win.orbit));
    for (const uint64_t index : orbit) {
      EXPECT_TRUE(in_orbits.insert(index).second);
      EXPECT_EQ(values_[index], longest + 1);
    }
  }
  EXPECT_EQ(in_orbits.size(), levels[longest]);
}

TEST_P(OddRules, HandingTheChoiceBackNeverPays) {
  std::map<int, uint64_t> positions;  // by number of pieces placed
  for (const kernel::Section& section : game().sections()) {
    if (section.letter() == 'A') positions[section.placed] += section.positions;
  }
  const std::vector<PassPrivilege> counts = *CheckPassPrivilege(game(), table_);
  for (const PassPrivilege& count : counts) {
    EXPECT_EQ(count.better, 0u);
    EXPECT_EQ(count.same + count.worse, count.positions);
    EXPECT_EQ(count.positions, positions[count.placed]);
    positions.erase(count.placed);
  }
  EXPECT_TRUE(positions.empty());
}

TEST_P(OddRules, BooksHaveWhatProblemsThereAre) {
  for (const Item& problem : ComposeProblems(game(), values_)) {
    const Position position = {.black = problem.initial->black,
                               .red = problem.initial->red,
                               .to_move = *problem.initial->to_move};
    EXPECT_EQ(*tablebase_.Probe(position),
              (Value{.winner = position.to_move,
                     .plies = *problem.initial->statement->plies}));
  }
}

std::vector<std::string> Names() {
  return absl::StrSplit(std::getenv("ODD_RULES"), ' ');
}

INSTANTIATE_TEST_SUITE_P(Of, OddRules, testing::ValuesIn(Names()),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace teeko::studies
