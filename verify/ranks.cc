#include "verify/ranks.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "proto/sha256.h"
#include "teeko/verify/ranks.pb.h"

namespace teeko::verify {

absl::Status Ranks::Merge(const absl::Status& mine) {
  std::vector<uint64_t> sums;
  std::vector<Faults> faults;
  return Merge(mine, sums, faults);
}

absl::Status Ranks::Merge(const absl::Status& mine, std::vector<uint64_t>& sums,
                          std::vector<Faults>& faults) {
  ++step_;
  RankMessage message;
  message.set_step(step_);
  message.set_rank(share().rank);
  message.set_inputs(inputs_);
  message.set_code(static_cast<int>(mine.code()));
  message.set_error(std::string(mine.message()));
  message.mutable_sums()->Assign(sums.begin(), sums.end());
  for (const Faults& some : faults) {
    message.add_fault_counts(some.count);
    message.add_first_faults(some.first);
  }
  const std::string bytes = message.SerializeAsString();
  const std::vector<std::string> all =
      Gather(absl::StrCat(Sha256(bytes), bytes));

  sums.clear();
  faults.clear();
  absl::Status status;
  uint64_t first_inputs = 0;
  for (uint32_t rank = 0; rank < share().ranks; ++rank) {
    const size_t digest_bytes = Sha256("").size();
    const absl::string_view found = all[rank];
    const absl::string_view content =
        found.substr(std::min(digest_bytes, found.size()));
    if (found != absl::StrCat(Sha256(content), content) ||
        !message.ParseFromArray(content.data(), content.size()) ||
        message.rank() != rank || message.step() != step_) {
      const std::string why =
          absl::StrCat("rank ", share().rank, ": a message of rank ", rank,
                       " is damaged, or of another step");
      Abort(why);
      return absl::DataLossError(why);
    }
    if (rank == 0) first_inputs = message.inputs();
    if (message.code() != 0) {
      status.Update(absl::Status(
          static_cast<absl::StatusCode>(message.code()),
          rank == 0 ? message.error()
                    : absl::StrCat("rank ", rank, ": ", message.error())));
    } else if (message.inputs() != first_inputs) {
      status.Update(absl::InvalidArgumentError(
          absl::StrCat("rank ", rank,
                       " has other rules or tables, or is of "
                       "another version, than rank 0")));
    }
    sums.resize(std::max<size_t>(sums.size(), message.sums_size()));
    for (int i = 0; i < message.sums_size(); ++i) sums[i] += message.sums(i);
    faults.resize(std::max<size_t>(faults.size(), message.fault_counts_size()));
    for (int i = 0; i < message.fault_counts_size(); ++i) {
      faults[i].Add({message.fault_counts(i), message.first_faults(i)});
    }
  }
  return status;
}

}  // namespace teeko::verify
