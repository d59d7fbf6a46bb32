#include "verify/verifier.h"

#include <tbb/parallel_invoke.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "base/blocks.h"
#include "base/files.h"
#include "base/memory.h"
#include "base/processes.h"
#include "base/program.h"
#include "base/status.h"
#include "kernel/kernel.h"
#include "kernel/order.h"
#include "kernel/rules.h"
#include "proto/manifest_file.h"
#include "proto/message_file.h"
#include "proto/rules_file.h"
#include "proto/sha256.h"
#include "proto/stored_rows.h"
#include "proto/table_reader.h"
#include "teeko/proto/manifest.pb.h"
#include "verify/comparison.h"
#include "verify/consistency.h"
#include "verify/counts.h"
#include "verify/diagnosis.h"
#include "verify/golden_digests.h"
#include "verify/judge.h"
#include "verify/scored.h"
#include "verify/symmetry.h"

namespace teeko::verify {
namespace {

using kernel::Section;

// Checks that the footer has these rules and the sections that the kernel
// computes for them.
absl::Status CheckFooter(const proto::TableReader& reader, const Rules& rules,
                         const std::vector<Section>& sections) {
  const TableFooter& footer = reader.footer();
  const std::string& path = reader.path();
  if (!proto::SameRules(footer.rules(), rules)) {
    return Refused("footer", path, ": is a table of other rules, called \"",
                   footer.rules().name(), "\"; expected rules \"", rules.name(),
                   "\"");
  }
  if (footer.sections_size() != static_cast<int>(sections.size())) {
    return Refused("footer", path, ": has ", footer.sections_size(),
                   " sections, expected ", sections.size());
  }
  for (size_t i = 0; i < sections.size(); ++i) {
    const auto& found = footer.sections(i);
    const Section& expected = sections[i];
    if (found.placed() != static_cast<uint32_t>(expected.placed) ||
        found.drops() != expected.drops ||
        found.positions() != expected.positions) {
      return Refused("footer", path, ": section ", i + 1, " has ",
                     found.placed(), " pieces placed, drops \"", found.drops(),
                     "\" to come and ", found.positions(),
                     " positions, expected ", SectionText(expected), " and ",
                     expected.positions, " positions");
    }
  }
  return absl::OkStatus();
}

// Returns the number of positions to read at a time: `window`, rounded to whole
// rows of the section.
uint64_t Window(const kernel::Game& game, const Section& section,
                uint64_t window) {
  const uint64_t row = kernel::RowSize(game, section);
  return std::min(section.positions, std::max(row, window / row * row));
}

// Returns the bytes of memory for each process: its part of the reduced table,
// three windows, and the working memory of the threads.
uint64_t NeededBytes(const kernel::Game& game,
                     const std::vector<Section>& sections, int value_bytes,
                     uint64_t window, uint32_t process_count) {
  double most = 0;
  for (const Section& section : sections) {
    most = std::max<double>(most, Window(game, section, window));
  }
  const double bytes =
      ReducedBytes(game, sections, value_bytes) / process_count +
      3 * most * value_bytes +
      tbb::this_task_arena::max_concurrency() *
          ConsistencyBytes(game, sections, value_bytes, process_count > 1);
  // For some boards the number does not fit into 64 bits.
  return static_cast<uint64_t>(std::min(bytes, 1e18));
}

struct Inputs {
  Rules rules;
  proto::TableReader a;
  proto::TableReader b;
};

class Verifier {
 public:
  Verifier(const VerifierOptions& options, const Inputs& inputs,
           base::Processes& processes, std::ostream& details)
      : options_(options),
        rules_(inputs.rules),
        game_(kernel::GameOf(rules_)),
        sections_(kernel::SectionsOf(game_, rules_)),
        a_(inputs.a),
        b_(inputs.b),
        processes_(processes),
        is_first_(processes.process() == 0),
        partition_{static_cast<uint32_t>(processes.process()),
                   static_cast<uint32_t>(processes.process_count())},
        progress_(is_first_ ? absl::StrCat(rules_.name(), ": verify") : ""),
        found_(sections_.size()),
        judge_(rules_, game_, sections_, a_, b_, details) {}

  // Writes the manifest if all checks pass, then the report.
  absl::Status Run() {
    RETURN_IF_ERROR(Prepare());
    RETURN_IF_ERROR(Read());
    if (is_first_) RETURN_IF_ERROR(judge_.JudgeReading(found_, *table_));
    RETURN_IF_ERROR(CheckConsistency());
    if (is_first_) {
      RETURN_IF_ERROR(judge_.JudgeConsistency(found_));
      AddVariants(rules_, *table_, judge_.manifest());
      if (!options_.golden_digests.empty()) {
        RETURN_IF_ERROR(
            HasGoldenDigests(judge_.manifest(), options_.golden_digests)
                .status());
      }
      RETURN_IF_ERROR(
          proto::WriteTextProto(options_.manifest, judge_.manifest()));
      RETURN_IF_ERROR(progress_.WriteReport(options_.report));
    }
    return processes_.Shutdown();
  }

 private:
  absl::Status Prepare() {
    for (const proto::TableReader* reader : {&a_, &b_}) {
      RETURN_IF_ERROR(CheckFooter(*reader, rules_, sections_));
    }
    if (!AreSymmetries(game_)) {
      return absl::InternalError(
          "the kernel's symmetries are not symmetries of the game");
    }
    if (a_.stored_rows(0) == nullptr) partition_.process_count = 1;
    const int value_bytes = a_.footer().value_bytes();
    RETURN_IF_ERROR(base::CheckMemory(
        NeededBytes(game_, sections_, value_bytes, options_.window,
                    partition_.process_count),
        options_.memory_bytes / processes_.local_processes().size()));
    table_.emplace(game_, sections_, value_bytes, partition_, &a_);
    return CheckStoredRows();
  }

  // Checks that both tables store all rows, or that both store exactly the rows
  // that the kernel would keep.
  absl::Status CheckStoredRows() const {
    const bool reduced = a_.stored_rows(0) != nullptr;
    if (reduced != (b_.stored_rows(0) != nullptr)) {
      return Refused("footer", (reduced ? a_ : b_).path(),
                     ": is reduced by symmetry, but ",
                     (reduced ? b_ : a_).path(), " is not");
    }
    const auto same = [](const proto::StoredRows::Row& row,
                         const SetOrbits::Orbit& kept) {
      return row.number == kernel::Rank(kept.first) && row.images == kept.sets;
    };
    for (size_t i = 0; reduced && i < sections_.size(); ++i) {
      if (!std::ranges::equal(a_.stored_rows(i)->rows(),
                              table_->rows_of_file(i), same)) {
        return absl::InternalError(absl::StrCat(
            "the rows that the reduced tables store of the ",
            SectionText(sections_[i]), " differ from the kernel's rows"));
      }
    }
    return absl::OkStatus();
  }

  // Begins a phase, in which this process goes through its rows.
  void StartPhase(const char* name) {
    uint64_t positions = 0;
    for (size_t i = 0; i < sections_.size(); ++i) {
      const uint64_t rows = table_->rows_of_file(i).size();
      positions += Positions(i, partition_.Begin(rows), partition_.End(rows));
    }
    progress_.StartPhase(name, positions);
  }

  // Returns the number of positions that rows `first` to `end` - 1 of the file
  // represent.
  uint64_t Positions(int section, uint64_t first, uint64_t end) const {
    uint64_t rows = 0;
    for (uint64_t row = first; row < end; ++row) {
      rows += table_->rows_of_file(section)[row].sets;
    }
    return rows * kernel::RowSize(game_, sections_[section]);
  }

  // Ends the phase: adds up the counts and the faults of all processes.
  absl::Status EndPhase(std::vector<Faults>& faults) {
    std::vector<uint64_t> sums = {progress_.done(), found_.no_moves};
    RETURN_IF_ERROR(AddUp(sums, faults));
    found_.seen = sums[0];
    found_.no_moves = sums[1];
    return absl::OkStatus();
  }

  // Reads this process's rows of both tables once.  Compares A and B, and the
  // images in A, and keeps the reduced table for the consistency check.
  absl::Status Read() {
    StartPhase("reading");
    for (size_t i = 0; i < sections_.size(); ++i) {
      RETURN_IF_ERROR(ReadSection(i));
    }
    RETURN_IF_ERROR(EndPhase(found_.differences));
    found_.values = CountValues(*table_);
    return AddUp(found_.values, found_.asymmetries);
  }

  // Adds up `sums` and `faults` of all processes, element by element.  Missing
  // elements are 0.
  absl::Status AddUp(std::vector<uint64_t>& sums, std::vector<Faults>& faults) {
    ASSIGN_OR_RETURN(
        const std::vector<std::string> all_sums,
        processes_.Gather("counts", base::TextOf(base::BytesOf(sums))));
    ASSIGN_OR_RETURN(
        const std::vector<std::string> all_faults,
        processes_.Gather("faults", base::TextOf(base::BytesOf(faults))));
    sums.clear();
    faults.clear();
    for (const std::string& bytes : all_sums) {
      const auto more = base::ValuesOf<uint64_t>(base::BytesOf(bytes));
      sums.resize(std::max(sums.size(), more.size()));
      for (size_t i = 0; i < more.size(); ++i) sums[i] += more[i];
    }
    for (const std::string& bytes : all_faults) {
      const auto more = base::ValuesOf<Faults>(base::BytesOf(bytes));
      faults.resize(std::max(faults.size(), more.size()));
      for (size_t i = 0; i < more.size(); ++i) faults[i].Add(more[i]);
    }
    return absl::OkStatus();
  }

  absl::Status ReadSection(int number) {
    const uint64_t row_positions = kernel::RowSize(game_, sections_[number]);
    const uint64_t rows = table_->rows_of_file(number).size();
    const uint64_t end = partition_.End(rows);
    const uint64_t at_once =
        Window(game_, sections_[number], options_.window) / row_positions;
    proto::Sha256Stream sha256;
    std::vector<uint8_t> values;
    std::vector<uint8_t> values_before;
    const auto hash = [&] {
      if (is_first_) sha256.Add(values_before.data(), values_before.size());
    };
    // Process 0 computes the digest of all rows.  Its own rows come first.
    const uint64_t hashed_end = is_first_ ? rows : end;
    for (uint64_t row = partition_.Begin(rows), next; row < hashed_end;
         row = next) {
      const bool own = row < end;
      next = std::min(row + at_once, own ? end : rows);
      values.resize((next - row) * row_positions * table_->value_bytes());
      absl::Status status;
      // One thread computes the digest while others read the next rows.
      tbb::parallel_invoke(hash, [&] {
        status =
            a_.ReadStored(number, absl::MakeSpan(values), row * row_positions);
        if (status.ok() && own) status = AddRows(number, row, next, values);
      });
      RETURN_IF_ERROR(status);
      std::swap(values, values_before);
      // Progress is shown by this thread, so it is advanced here.
      if (own) progress_.Advance(Positions(number, row, next));
    }
    hash();
    found_.digests.push_back(sha256.Digest());
    return absl::OkStatus();
  }

  // Compares rows `first` to `end` - 1 of A with the same rows of B and with
  // their images in A.
  absl::Status AddRows(int number, uint64_t first, uint64_t end,
                       absl::Span<const uint8_t> of_a) {
    const uint64_t row_positions = kernel::RowSize(game_, sections_[number]);
    const uint64_t positions = (end - first) * row_positions;
    of_b_.resize(positions * b_.footer().value_bytes());
    RETURN_IF_ERROR(
        b_.ReadStored(number, absl::MakeSpan(of_b_), first * row_positions));
    found_.differences[number].Add(
        Compare(first * row_positions, positions, of_a, of_b_));
    found_.asymmetries[number].Add(table_->Add(number, first, of_a));
    return absl::OkStatus();
  }

  absl::Status CheckConsistency() {
    StartPhase("consistency");
    for (size_t i = 0; i < sections_.size(); ++i) {
      ASSIGN_OR_RETURN(
          const auto found,
          verify::CheckConsistency(*table_, i, [this](uint64_t positions) {
            progress_.Advance(positions);
          }));
      found_.inconsistencies[i] = found;
      found_.no_moves += found.no_moves;
    }
    return EndPhase(found_.inconsistencies);
  }

  const VerifierOptions& options_;
  const Rules& rules_;
  const kernel::Game game_;
  const std::vector<Section> sections_;
  const proto::TableReader& a_;
  const proto::TableReader& b_;
  base::Processes& processes_;
  const bool is_first_;
  Partition partition_;
  base::Progress progress_;
  std::optional<ReducedTable> table_;  // A
  std::vector<uint8_t> of_b_;          // the current rows of B
  Found found_;  // findings of all processes after EndPhase
  Judge judge_;
};

absl::StatusOr<Inputs> Open(const VerifierOptions& options, bool is_first) {
  for (const std::string& input :
       {options.rules, options.table_a, options.table_b}) {
    std::error_code ignored;
    if (std::filesystem::equivalent(options.manifest, input, ignored)) {
      return absl::InvalidArgumentError(
          absl::StrCat("the manifest would replace ", input));
    }
  }
  // Tables that have not been accepted must not have a manifest.
  if (is_first) RETURN_IF_ERROR(base::RemoveRegularFile(options.manifest));
  ASSIGN_OR_RETURN(Rules rules, proto::ReadRulesFile(options.rules));
  ASSIGN_OR_RETURN(proto::TableReader a,
                   proto::TableReader::Open(options.table_a));
  ASSIGN_OR_RETURN(proto::TableReader b,
                   proto::TableReader::Open(options.table_b));
  if (a.footer().writer() == b.footer().writer()) {
    return Refused("footer", a.path(), " and ", b.path(),
                   ": expected two different writers, got \"",
                   a.footer().writer(), "\" twice");
  }
  return Inputs{std::move(rules), std::move(a), std::move(b)};
}

absl::Status WriteScoredManifest(const VerifierOptions& options,
                                 const Inputs& inputs,
                                 const base::Processes& processes) {
  const auto& [rules, a, b] = inputs;
  if (processes.process_count() > 1) {
    return base::Invalid("rules with scoring: expected one process");
  }
  RETURN_IF_ERROR(
      base::CheckMemory(EstimateScoredBytes(rules), options.memory_bytes));
  base::Progress progress(absl::StrCat(rules.name(), ": verify"));
  ASSIGN_OR_RETURN(const Manifest manifest,
                   VerifyScored(rules, a, b, progress));
  if (!options.golden_digests.empty()) {
    RETURN_IF_ERROR(
        HasGoldenDigests(manifest, options.golden_digests).status());
  }
  RETURN_IF_ERROR(proto::WriteTextProto(options.manifest, manifest));
  return progress.WriteReport(options.report);
}

}  // namespace

uint64_t EstimateBytes(const Rules& rules, uint32_t process_count) {
  if (rules.has_scoring()) return EstimateScoredBytes(rules);
  const kernel::Game game = kernel::GameOf(rules);
  return NeededBytes(game, kernel::SectionsOf(game, rules),
                     /*value_bytes=*/1, VerifierOptions().window,
                     proto::IsStoredReduced(rules) ? process_count : 1);
}

double CountPositions(const Rules& rules) {
  if (rules.has_scoring()) return CountScoredPositions(rules);
  double positions = 0;
  for (const Section& section :
       kernel::SectionsOf(kernel::GameOf(rules), rules)) {
    positions += section.positions;
  }
  return positions;
}

absl::Status Verify(const VerifierOptions& options, std::ostream& details) {
  base::Processes alone;
  base::Processes& processes =
      options.processes == nullptr ? alone : *options.processes;
  ASSIGN_OR_RETURN(const Inputs inputs,
                   Open(options, processes.process() == 0));
  RETURN_IF_ERROR(processes.CheckSameInput(
      absl::StrCat(base::kVersion, inputs.rules.SerializeAsString(),
                   inputs.a.footer_sha256(), inputs.b.footer_sha256())));
  if (inputs.rules.has_scoring()) {
    return WriteScoredManifest(options, inputs, processes);
  }
  return Verifier(options, inputs, processes, details).Run();
}

}  // namespace teeko::verify
