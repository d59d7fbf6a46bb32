// Turns the findings of the verifier into an error that shows the first wrong
// position, if a check failed.

#ifndef TEEKO_VERIFY_JUDGE_H_
#define TEEKO_VERIFY_JUDGE_H_

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "proto/table_reader.h"
#include "verify/checked_game.h"
#include "verify/diagnosis.h"
#include "verify/symmetry.h"

namespace teeko::verify {

// Returns a FailedPrecondition error: the name of the check that failed, and
// the reason.
template <typename... Reason>
absl::Status Refused(absl::string_view check, const Reason&... reason) {
  return absl::FailedPreconditionError(absl::StrCat(check, ": ", reason...));
}

// The findings of the verifier about two tables, A and B.
struct Found {
  explicit Found(size_t sections)
      : differences(sections),
        asymmetries(sections),
        inconsistencies(sections) {}

  uint64_t seen = 0;  // positions read, or positions checked for consistency
  // By section of one game.  In `differences`, an index is the place in the
  // file.  (In a reduced table this is not the index of the position.)
  std::vector<Faults> differences;      // between A and B
  std::vector<Faults> asymmetries;      // between images in A
  std::vector<Faults> inconsistencies;  // between positions and successors in A
  std::vector<uint64_t> values;         // by value: number of positions
  std::vector<std::string> digests;     // SHA-256 of A's sections
  uint64_t no_moves = 0;                // Consistency::no_moves
};

// Judges the findings about one game of the tables.
class Judge {
 public:
  // The sections of the game are those of the files from `first_section` on.
  // `table` is A.  Wrong positions are drawn on `details`.  All arguments must
  // outlive this object.
  Judge(const ReducedTable& table, int first_section,
        const proto::TableReader& a, const proto::TableReader& b,
        std::ostream& details);

  // Judges the findings after reading: the bytes per value, differences between
  // A and B, digests, and symmetry.
  absl::Status JudgeReading(const Found& found) const;

  // Judges the findings of the consistency check.
  absl::Status JudgeConsistency(const Found& found) const;

 private:
  // The first wrong position, and the numbers of wrong positions.
  struct Wrong {
    explicit Wrong(const std::vector<Faults>& sections);

    size_t section = 0;
    uint64_t index = 0;
    std::string counts;  // empty if no position is wrong
  };

  absl::Status CheckWidths(const Found& found) const;
  absl::Status CheckDifferences(const Found& found) const;
  absl::Status CheckDigests(const Found& found) const;
  absl::Status CheckSymmetry(const Found& found) const;
  absl::Status Inconsistency(const Wrong& wrong) const;
  // Internal if found.seen is not the number of positions.
  absl::Status CheckComplete(absl::string_view check, const Found& found) const;
  absl::StatusOr<Diagnosis> DiagnoseIn(const proto::TableReader& table,
                                       int section, uint64_t index) const;
  std::string SectionText(int section) const;
  std::string Where(int section, uint64_t index) const;
  void Draw(int section, uint64_t index) const;

  const ReducedTable& table_;
  const CheckedGame& game_;
  const int first_section_;
  const proto::TableReader& a_;
  const proto::TableReader& b_;
  std::ostream& details_;
};

}  // namespace teeko::verify

#endif  // TEEKO_VERIFY_JUDGE_H_
