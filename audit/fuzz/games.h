// Games at random against tables: what a table says of a position must follow
// from what it says of the successors, and two tables must say the same.

#ifndef TEEKO_AUDIT_FUZZ_GAMES_H_
#define TEEKO_AUDIT_FUZZ_GAMES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "audit/agreement/agreement.h"
#include "audit/fuzz/random_rules.h"
#include "proto/rules.pb.h"
#include "verify/table.h"

namespace teeko::verify {

struct NamedTable {
  std::string name;  // "solver A"
  Table table;
};

// Tables of the same rules.
struct Tables {
  Rules rules;
  std::vector<NamedTable> tables;
};

// Reads a whole table file.
absl::StatusOr<Tables> ReadTables(const std::string& path);

// The solvers as programs, and where they may leave their files.
struct Solvers {
  std::string solver_a;
  std::string solver_b;
  std::string folder;
};

// Has both solve these rules.  Errors say which solver failed, and how.
absl::StatusOr<Tables> Solve(const Rules& rules, const Solvers& solvers);

// Plays whole games from the empty board, and looks up every position.
class Games {
 public:
  // `tables` must outlive this.
  explicit Games(const Tables& tables);

  // Plays one, or a long part of it if it does not end.  If two tables differ,
  // follows that to where one of them errs.
  std::optional<Disagreement> Play(Random& random);

  // Compares all values, since most positions come up in no game.
  std::optional<Disagreement> CompareTables() const;

  // Positions that were looked up, in all games.
  uint64_t positions() const { return positions_; }

 private:
  // What the tables say of a position.
  struct Answer {
    bool follows;  // each from its own values of the successors
    std::string opinions;
  };
  Answer Ask(int section, kernel::Position position) const;
  bool TablesDiffer(int section, kernel::Position position) const;

  const Tables& tables_;
  const kernel::Game game_;
  const std::vector<kernel::Section> sections_;
  uint64_t positions_ = 0;
};

}  // namespace teeko::verify

#endif  // TEEKO_AUDIT_FUZZ_GAMES_H_
