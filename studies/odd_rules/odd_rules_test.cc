#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "absl/strings/str_split.h"
#include "base/program.h"
#include "game/accepted_table.h"
#include "game/game.h"
#include "game/notation.h"
#include "game/orbit.h"
#include "game/tablebase.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "kernel/order.h"
#include "proto/manifest_file.h"
#include "proto/section_values.h"
#include "studies/compose/book.h"
#include "studies/extra_rules/analyse.h"
#include "studies/four_move_limit/only_moves.h"
#include "studies/four_move_limit/win_search.h"
#include "studies/longest/longest_wins.h"
#include "studies/pass_privilege/pass_privilege.h"
#include "studies/placements/board.h"
#include "teeko/proto/manifest.pb.h"
#include "teeko/studies/extra_rules/extra_rules.pb.h"
#include "verify/counts.h"

namespace teeko::studies {
namespace {

constexpr char kOut[] = "studies/odd_rules/out";

class OddRules : public testing::TestWithParam<std::string> {
 protected:
  OddRules()
      : tablebase_(*Tablebase::Open(kOut, GetParam())),
        table_(*OpenAcceptedTable(kOut, GetParam())),
        values_(*proto::SectionValues::Read(table_, 0)) {}

  const Game& game() const { return tablebase_.game(); }
  kernel::Position At(uint64_t index) const {
    return kernel::PositionAt(game().kernel(), game().sections()[0], index);
  }

  // Returns the findings; they are empty if the study does not apply.
  extra_rules::ExtraRules ExtraRules(bool every_length) const {
    if (!Board::NotApplicable(game().rules()).empty()) return {};
    base::Progress progress("test");
    return Analyse(game().rules(), values_, every_length, progress);
  }

  const Tablebase tablebase_;
  const proto::TableReader table_;
  const proto::SectionValues values_;
};

TEST_P(OddRules, ExtraRulesAreSolvedOrDoNotApply) {
  const extra_rules::ExtraRules found = ExtraRules(/*every_length=*/true);
  const bool applies = game().squares() <= 25 && game().pieces() <= 4 &&
                       game().rules().moves() == Rules::KING;
  EXPECT_EQ(Board::NotApplicable(game().rules()).empty(), applies);
  if (!applies) {
    EXPECT_EQ(found.SerializeAsString(), "");
    return;
  }
  EXPECT_EQ(found.corner_limits_size(), 10);
  std::set<std::tuple<int, int, bool>> wordings = {{4, 0, true}, {4, 1, true}};
  for (int moves = 1; moves <= 7; ++moves) {
    for (int steady : {0, 1, std::min(moves, 4)}) {
      wordings.insert({moves, steady, false});
    }
  }
  wordings.insert({{4, 2, false}, {4, 3, false}});

  // Without a limit, the values of the empty board are those of the table.
  const int variants = game().rules().styles_size() *
                       (game().rules().banned_first_drops().empty() ? 1 : 2);
  for (const auto& wording : found.four_move_limit().wordings()) {
    EXPECT_EQ(wordings.erase({wording.moves(), wording.steady_turns(),
                              wording.binds_invoker()}),
              1u);
    const bool of_the_letter = wording.moves() == 4 && !wording.binds_invoker();
    EXPECT_EQ(wording.variants_size(), of_the_letter ? variants : 0);
    EXPECT_EQ(wording.has_shortest(), of_the_letter && !wording.harmless());
    for (const extra_rules::VariantOutcome& variant : wording.variants()) {
      const teeko::Value value = *tablebase_.Probe(
          game().Start(variant.style(), variant.centre_ban()));
      EXPECT_EQ(variant.plain(), value.winner == Colour::kBlack ? "black"
                                 : value.winner == Colour::kRed ? "red"
                                                                : "draw")
          << variant.style();
    }
  }

  EXPECT_THAT(wordings, ::testing::IsEmpty());

  // Won positions with exactly one winning move, which completes no goal.
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

// The only move of a drawn position that does not lose, and the position after
// it.
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

  // A cycle is identified by the smallest image of the set of its positions.
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

  std::map<uint64_t, std::vector<OnlyMove>> replies;  // replies in shuttles
  int orbits = 0;
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
    orbits += OrbitOf(kernel, At(entry.first)).front() == entry.first;
  }
  // By shuttle and reply: the number of steady replies that can begin with this
  // reply, as far as it is known.
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

  const extra_rules::ExtraRules found = ExtraRules(/*every_length=*/false);
  EXPECT_EQ(found.unique_move_cycles_size(), static_cast<int>(cycles.size()));
  for (const auto& cycle : found.unique_move_cycles()) {
    EXPECT_EQ(cycle.positions_size() % 2, 0);
  }
  EXPECT_EQ(found.four_move_limit().shuttles(), replies.size());
  EXPECT_EQ(found.four_move_limit().shuttle_orbits(), orbits);
  EXPECT_EQ(found.four_move_limit().steady_replies(), most);
}

// No shuttle has a shorter win, and the loser holds out as long as possible.
TEST_P(OddRules, ExamplesAreShortestWins) {
  if (!Board::NotApplicable(game().rules()).empty()) return;
  const Board board(game().rules());
  const Values values(board, [&](uint64_t index) { return values_[index]; });
  const OnlyMoves only(board, values);
  const auto value_of = [&](const State& state) {
    return values.At(board.PositionOf(state.position()));
  };
  const auto is_at = [](const State& state,
                        const extra_rules::ExampleTurn& turn) {
    return PlacementOf(state.position()).SerializeAsString() ==
           turn.position().SerializeAsString();
  };
  const extra_rules::ExtraRules found = ExtraRules(/*every_length=*/false);
  for (const auto& result : found.four_move_limit().wordings()) {
    if (!result.has_shortest()) continue;
    const auto& turns = result.shortest().turns();
    const std::string& played_before = result.shortest().played_before();
    const Wording wording = {.steady_turns =
                                 static_cast<int>(result.steady_turns())};
    WinSearch search(board, values, wording);
    constexpr int kEnough = 15;
    int fewest = kEnough;
    std::optional<State> state;
    for (const Shuttle& shuttle : only.shuttles()) {
      auto start = State::Of(board.SetsOf(shuttle.position));
      if (!played_before.empty()) {
        EXPECT_EQ(search.PliesToWin(start, kEnough), std::nullopt);
        start.mover.last = only.Of(shuttle.position).move.Back();
      }
      fewest = search.PliesToWin(start, fewest).value_or(fewest);
      if (is_at(start, turns[0])) state = start;
    }
    ASSERT_TRUE(state.has_value());
    EXPECT_EQ(played_before,
              played_before.empty() ? "" : MoveName(state->mover.last));
    for (int i = 0; i < turns.size(); ++i) {
      const bool loser = i % 2 == 0;
      EXPECT_TRUE(is_at(*state, turns[i]));
      EXPECT_EQ(turns[i].moves_left(), state->mover.moves_left);
      if (loser) {
        EXPECT_EQ(search.PliesToWin(*state, fewest - i), fewest - i);
      }
      std::optional<State> next;
      std::map<std::string, int> others;
      ForEachTurn(board, *state, wording,
                  [&](const Turn& turn, const State& after) {
                    const std::string move = MoveName(turn.move);
                    if (move != turns[i].move()) {
                      others[move] = std::max(value_of(after) - 1, 0);
                    } else if (turn.invokes == turns[i].invokes()) {
                      next = after;
                    }
                  });
      if (!loser) others.clear();
      for (const extra_rules::Refuted& refuted : turns[i].refuted()) {
        EXPECT_EQ(others.extract(refuted.move()).mapped(), refuted.plies());
      }
      EXPECT_THAT(others, ::testing::IsEmpty());
      ASSERT_TRUE(next.has_value());
      state = next;
    }
    // At the end, the plain game is won or every turn forfeits.
    const bool forfeits = !AnyTurn(
        board, *state, wording, [](const auto&, const auto&) { return true; });
    EXPECT_EQ(turns.size(), forfeits ? fewest - 1 : fewest);
    EXPECT_TRUE(forfeits ||
                (turns.size() % 2 == 0 ? MoverLoses(value_of(*state))
                                       : MoverWins(value_of(*state))));
  }
}

TEST_P(OddRules, CountsAreThoseOfThePositions) {
  Manifest counted;
  ASSERT_TRUE(verify::CountValues(table_, counted).ok());
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
  EXPECT_EQ(proto::Longest(counted, /*wins=*/true), longest);

  // The longest wins: all of them, each orbit once.
  if (longest == 0) return;
  std::set<uint64_t> in_orbits;
  const std::vector<LongestWin> wins = *WinsIn(game(), table_, longest);
  for (const LongestWin& win : wins) {
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

TEST_P(OddRules, HandingTheChoiceBackNeverHelps) {
  // `positions` counts all positions in which the opponent chooses.  `same`
  // counts those with the same value after every drop.
  uint64_t positions = 0;
  uint64_t same = 0;
  for (const kernel::Section& section : game().sections()) {
    if (section.letter() != 'A') continue;
    positions += section.positions;
    const proto::SectionValues next =
        *proto::SectionValues::Read(table_, section.next);
    for (uint64_t index = 0; index < section.positions; ++index) {
      const kernel::Position position =
          kernel::PositionAt(game().kernel(), section, index);
      std::set<kernel::Value> values;
      kernel::ForEachSuccessor(
          game().kernel(), position, [&](kernel::Position after) {
            values.insert(next[kernel::Index(game().kernel(), after)]);
          });
      same += values.size() == 1 ||
              kernel::HasGoal(game().kernel(), position.opponent);
    }
  }
  const PassPrivilege counts = *CheckPassPrivilege(game(), table_);
  EXPECT_EQ(counts.better, 0u);
  EXPECT_EQ(counts.same, same);
  EXPECT_EQ(counts.same + counts.worse, positions);
}

TEST_P(OddRules, BooksHaveAllPossibleProblems) {
  for (const Item& problem : ComposeProblems(game(), values_)) {
    const teeko::Position position = *teeko::SetUp(game(), problem);
    EXPECT_EQ(*tablebase_.Probe(position),
              (teeko::Value{.winner = position.to_move,
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
