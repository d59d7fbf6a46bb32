#include "audit/fuzz/cases.h"

#include <string>
#include <utility>

#include "audit/agreement/readings.h"

namespace teeko::verify {
namespace {

// Every so many cases are rules for the solvers, which take longer.
constexpr uint64_t kCasesPerSolving = 16;

// The largest table that they shall make: some are of 64 squares.
constexpr uint64_t kSolvablePositions = 5'000'000;

constexpr int kPositions = 100;
// To shrink, what is rare must be found as well.
constexpr int kPositionsToShrink = 1000;

// Of each table.
constexpr int kGames = 20;

}  // namespace

Cases::Cases(Solvers solvers, std::optional<Tables> tables)
    : solvers_(std::move(solvers)), tables_(std::move(tables)) {}

std::optional<Finding> Cases::Try(uint64_t seed) {
  Random random(seed);
  const bool solve = random() % kCasesPerSolving == 0;
  const Rules rules = solve ? RandomRulesWithin(kSolvablePositions, random)
                            : RandomRules(random);
  std::optional<Disagreement> found =
      solve ? SolveAndPlay(rules, random)
            : CompareReadings(rules, kPositions, random);
  if (found.has_value()) {
    return Shrunk({rules, *std::move(found)}, [&](const Rules& smaller) {
      return solve ? SolveAndPlay(smaller, random)
                   : CompareReadings(smaller, kPositionsToShrink, random);
    });
  }
  if (tables_.has_value()) found = Play(*tables_, kGames, random);
  if (!found.has_value()) return std::nullopt;
  return Finding{tables_->rules, *std::move(found)};
}

std::optional<Disagreement> Cases::CompareReadings(const Rules& rules,
                                                   int positions,
                                                   Random& random) {
  const Readings readings(rules);
  Agreement agreement(readings);
  agreement.CheckBoard();
  for (int i = 0; i < positions && !agreement.disagreement().has_value(); ++i) {
    agreement.CheckPosition(RandomPosition(rules, random));
    ++counts_.positions;
  }
  ++counts_.rules;
  counts_.checks += agreement.checks();
  return agreement.disagreement();
}

std::optional<Disagreement> Cases::SolveAndPlay(const Rules& rules,
                                                Random& random) {
  const absl::StatusOr<Tables> tables = Solve(rules, solvers_);
  if (!tables.ok()) {
    return Disagreement{"whether they can be solved",
                        {},
                        "  " + std::string(tables.status().message()) + "\n"};
  }
  ++counts_.rules;
  const std::optional<Disagreement> found = Play(*tables, kGames, random);
  return found.has_value() ? found : Games(*tables).CompareTables();
}

std::optional<Disagreement> Cases::Play(const Tables& tables, int number,
                                        Random& random) {
  Games games(tables);
  std::optional<Disagreement> found;
  for (int i = 0; i < number && !found.has_value(); ++i) {
    found = games.Play(random);
    ++counts_.games;
  }
  counts_.positions += games.positions();
  counts_.checks += games.positions() * tables.tables.size();
  return found;
}

}  // namespace teeko::verify
