// Turns the findings of the verifier into a manifest or, if a check failed,
// into an error that shows the first wrong position.

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
#include "kernel/kernel.h"
#include "kernel/order.h"
#include "proto/table_reader.h"
#include "teeko/proto/manifest.pb.h"
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
  // By section.  In `differences`, an index is the place in the file.  (In a
  // reduced table this is not the index of the position.)
  std::vector<Faults> differences;      // between A and B
  std::vector<Faults> asymmetries;      // between images in A
  std::vector<Faults> inconsistencies;  // between positions and successors in A
  std::vector<uint64_t> values;         // by value: number of positions
  std::vector<std::string> digests;     // SHA-256 of A's sections
  uint64_t no_moves = 0;                // Consistency::no_moves
};

class Judge {
 public:
  // All arguments must outlive this object.  Wrong positions are drawn on
  // `details`.
  Judge(const Rules& rules, const kernel::Game& game,
        const std::vector<kernel::Section>& sections,
        const proto::TableReader& a, const proto::TableReader& b,
        std::ostream& details);

  // Judges the findings after reading: the bytes per value, differences between
  // A and B, digests, and symmetry.  `table` is A.
  absl::Status JudgeReading(const Found& found, const ReducedTable& table);

  // Judges the findings of the consistency check.
  absl::Status JudgeConsistency(const Found& found);

  // The manifest, with the counts and the checks that have passed so far.
  Manifest& manifest() { return manifest_; }

 private:
  // The first wrong position, and the numbers of wrong positions.
  struct Wrong {
    explicit Wrong(const std::vector<Faults>& sections);

    size_t section = 0;
    uint64_t index = 0;
    std::string counts;  // empty if no position is wrong
  };

  absl::Status CheckWidths() const;
  absl::Status CheckDifferences(const Found& found, const ReducedTable& table);
  absl::Status CheckDigests(const Found& found);
  absl::Status CheckSymmetry(const Found& found) const;
  absl::Status Inconsistency(const Wrong& wrong) const;
  absl::StatusOr<Diagnosis> DiagnoseIn(const proto::TableReader& table,
                                       int section, uint64_t index) const;
  std::string Where(int section, uint64_t index) const;
  void Draw(int section, uint64_t index) const;

  void AddNoMoves(uint64_t no_moves);
  // Adds a check that has passed at every position; Internal if `seen` is not
  // the number of positions.
  absl::Status Complete(const std::string& check, uint64_t seen);
  void AddCheck(const std::string& name, uint64_t positions);

  const Rules& rules_;
  const kernel::Game& game_;
  const std::vector<kernel::Section>& sections_;
  const proto::TableReader& a_;
  const proto::TableReader& b_;
  std::ostream& details_;
  Manifest manifest_;
};

}  // namespace teeko::verify

#endif  // TEEKO_VERIFY_JUDGE_H_
