// Mutations of a solver (solver_a.textproto, solver_b.textproto).  The
// mutated solver solves a board; the verifier gets its table twice, so that
// only the kernel can help, and beside the right solver's, so that comparing
// them has to.

#include <algorithm>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "audit/faults/kinds.h"
#include "audit/faults/planted.h"
#include "google/protobuf/text_format.h"
#include "proto/faults.pb.h"
#include "proto/table_reader.h"

namespace teeko::faults {
namespace {

// Runs the solver with this mutation awake, or none.
Ended Solve(const Workplace& workplace, const Sample& sample,
            const std::string& solver, const std::string& mutation,
            const std::string& table) {
  return workplace.Run(
      absl::StrCat("audit/faults/mutated_solver_", solver),
      {"--rules=" + sample.rules_path, "--out=" + table, "--threads=1"},
      mutation.empty() ? "" : absl::StrCat(kFaultVariable, "=", mutation));
}

// Whether it holds just the sample's values.
bool IsRight(const std::string& path, const Sample& sample) {
  const auto table = TableReader::Open(path);
  return table.ok() &&
         std::equal(table->footer().sections().begin(),
                    table->footer().sections().end(),
                    sample.table_a.footer().sections().begin(),
                    sample.table_a.footer().sections().end(),
                    [](const Section& section, const Section& right) {
                      return section.sha256() == right.sha256();
                    });
}

// Why the mutation changes nothing on this board; empty if it should.
std::string WhyHarmless(const Mutation& mutation, const std::string& board) {
  for (const Harmless& harmless : mutation.harmless()) {
    const auto& boards = harmless.boards();
    if (boards.empty() ||
        std::find(boards.begin(), boards.end(), board) != boards.end()) {
      return harmless.why();
    }
  }
  return "";
}

Outcome Plant(const Workplace& workplace, const Sample& sample,
              const std::string& solver, const Mutation& mutation) {
  const TemporaryFile table(workplace, "");
  const Ended solved =
      Solve(workplace, sample, solver, mutation.name(), table.path());
  if (solved.status != 0) {
    return Missed(absl::StrCat(
        sample.name(), ": there is no table to judge: ", solved.output));
  }
  const std::string why = WhyHarmless(mutation, sample.name());
  if (IsRight(table.path(), sample)) {
    if (!why.empty()) return Equivalent(why);
    return Missed(absl::StrCat(sample.name(),
                               ": the table is right, and nobody knows why"));
  }
  if (!why.empty()) {
    return Missed(
        absl::StrCat(sample.name(), ": the table is wrong, although ", why));
  }
  const TemporaryFile manifest(workplace, "");
  const Outcome alone = CaughtIfRefused(
      Verify(workplace, sample, table.path(), table.path(), manifest.path()),
      "error: local consistency: ", sample.name());
  if (alone.what != Outcome::kCaught) return alone;
  const TableReader& right = solver == "a" ? sample.table_b : sample.table_a;
  return CaughtIfRefused(
      Verify(workplace, sample, table.path(), right.path(), manifest.path()),
      "error: comparison: ", sample.name());
}

}  // namespace

absl::StatusOr<std::vector<Kind>> SolverFaults(const Workplace& workplace,
                                               const Samples& samples,
                                               const std::string& solver) {
  const std::string path =
      absl::StrCat("audit/faults/solver_", solver, ".textproto");
  Mutations all;
  if (!google::protobuf::TextFormat::ParseFromString(
          ReadBytes(workplace.Runfile(path)), &all)) {
    return absl::DataLossError(absl::StrCat(path, " does not parse"));
  }
  // With all mutations asleep a mutated solver has to be right.
  for (const Sample& sample : samples) {
    const TemporaryFile table(workplace, "");
    Solve(workplace, sample, solver, "", table.path());
    if (!IsRight(table.path(), sample)) {
      return absl::InternalError(absl::StrCat("mutated_solver_", solver,
                                              " is wrong on ", sample.name(),
                                              " with no mutation awake"));
    }
  }
  std::vector<Kind> kinds;
  for (const Mutation& mutation : all.mutations()) {
    kinds.push_back(
        {.place = absl::StrCat("solver ", solver == "a" ? "A" : "B"),
         .name = mutation.name(),
         .judge = "consistency, comparison",
         .share = 6,
         .most = static_cast<uint32_t>(samples.size()),
         .plant = [&workplace, &samples, solver, mutation](Random&,
                                                           uint32_t number) {
           return Plant(workplace, samples[number], solver, mutation);
         }});
  }
  return kinds;
}

}  // namespace teeko::faults
