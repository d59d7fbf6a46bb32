#include "verify/verifier.h"

#include <tbb/parallel_invoke.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "proto/manifest_file.h"
#include "proto/message_file.h"
#include "proto/rules_file.h"
#include "proto/section_values.h"
#include "proto/sha256.h"
#include "proto/stored_rows.h"
#include "proto/table_reader.h"
#include "stage/blocks.h"
#include "stage/files.h"
#include "stage/memory.h"
#include "stage/processes.h"
#include "stage/stage.h"
#include "stage/status.h"
#include "teeko/proto/manifest.pb.h"
#include "verify/comparison.h"
#include "verify/consistency.h"
#include "verify/counts.h"
#include "verify/diagnosis.h"
#include "verify/kernel.h"
#include "verify/order.h"
#include "verify/rules.h"
#include "verify/symmetry.h"

namespace teeko::verify {
namespace {

using kernel::Section;

// Every complaint begins with the name of the check.
template <typename... What>
absl::Status Refused(absl::string_view check, const What&... what) {
  return absl::FailedPreconditionError(absl::StrCat(check, ": ", what...));
}

// Whether the footer says what the kernel says of these rules.
absl::Status CheckFooter(const TableReader& reader, const Rules& rules,
                         const std::vector<Section>& sections) {
  const TableFooter& footer = reader.footer();
  const std::string& path = reader.path();
  if (!SameRules(footer.rules(), rules)) {
    return Refused("footer", path, ": is a table of other rules (called \"",
                   footer.rules().name(), "\"; those given are called \"",
                   rules.name(), "\")");
  }
  if (footer.sections_size() != static_cast<int>(sections.size())) {
    return Refused("footer", path, ": has ", footer.sections_size(),
                   " sections, but must have ", sections.size());
  }
  for (size_t i = 0; i < sections.size(); ++i) {
    const auto& found = footer.sections(i);
    const Section& expected = sections[i];
    if (found.placed() != static_cast<uint32_t>(expected.placed) ||
        found.drops() != expected.drops ||
        found.positions() != expected.positions) {
      return Refused("footer", path, ": its section ", i + 1, " has ",
                     found.placed(), " pieces placed, drops \"", found.drops(),
                     "\" to come and ", found.positions(),
                     " positions, but must be the ", SectionText(expected),
                     " and ", expected.positions, " positions");
    }
  }
  return absl::OkStatus();
}

// What a check finds wrong: where first, and how many positions.
struct Wrong {
  explicit Wrong(const std::vector<Faults>& sections) {
    while (section < sections.size() && sections[section].count == 0) ++section;
    if (section == sections.size()) return;
    uint64_t in_all = 0;
    for (const Faults& faults : sections) in_all += faults.count;
    index = sections[section].first;
    counts = absl::StrCat(sections[section].count, " in this section, ", in_all,
                          " in all");
  }

  size_t section = 0;
  uint64_t index = 0;
  std::string counts;  // empty if there is nothing
};

// How many positions of a section are read at a time.
uint64_t Window(const kernel::Game& game, const Section& section,
                uint64_t window) {
  const uint64_t row = kernel::RowPositions(game, section);
  return std::min(section.positions, std::max(row, window / row * row));
}

// Of each process: for its part of the reduced table, three windows, and what
// the threads work with.
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
  // Some boards would need more than 64 bits can say.
  return static_cast<uint64_t>(std::min(bytes, 1e18));
}

struct Inputs {
  Rules rules;
  TableReader a;
  TableReader b;
};

class Verifier {
 public:
  Verifier(const VerifierOptions& options, const Inputs& inputs,
           Processes& processes, std::ostream& details)
      : options_(options),
        rules_(inputs.rules),
        game_(GameOf(rules_)),
        sections_(SectionsOf(game_, rules_)),
        a_(inputs.a),
        b_(inputs.b),
        processes_(processes),
        is_first_(processes.process() == 0),
        share_{static_cast<uint32_t>(processes.process()),
               static_cast<uint32_t>(processes.process_count())},
        details_(details),
        progress_(is_first_ ? absl::StrCat(rules_.name(), ": verify") : "") {
    *manifest_.mutable_rules() = rules_;
    manifest_.set_goals(game_.goals.size());
  }

  // Writes the manifest if all checks pass, then the report.
  absl::Status Run() {
    RETURN_IF_ERROR(Prepare());
    RETURN_IF_ERROR(Read());
    if (is_first_) RETURN_IF_ERROR(JudgeWhatWasRead());
    RETURN_IF_ERROR(CheckConsistency());
    if (is_first_) {
      RETURN_IF_ERROR(JudgeConsistency());
      AddVariants(rules_, *table_, manifest_);
      RETURN_IF_ERROR(WriteTextProto(options_.manifest, manifest_));
      RETURN_IF_ERROR(progress_.WriteReport(options_.report));
    }
    return processes_.Shutdown();
  }

 private:
  absl::Status Prepare() {
    for (const TableReader* reader : {&a_, &b_}) {
      RETURN_IF_ERROR(CheckFooter(*reader, rules_, sections_));
    }
    if (!AreSymmetries(game_)) {
      return absl::InternalError("the kernel's symmetries are none");
    }
    if (a_.stored_rows(0) == nullptr) share_.process_count = 1;
    const int value_bytes = a_.footer().value_bytes();
    RETURN_IF_ERROR(CheckMemory(
        NeededBytes(game_, sections_, value_bytes, options_.window,
                    share_.process_count),
        options_.memory_bytes / processes_.local_processes().size()));
    table_.emplace(game_, sections_, value_bytes, share_, &a_);
    return CheckStoredRows();
  }

  // Whether both store all rows, or just those that the kernel would keep.
  absl::Status CheckStoredRows() const {
    const bool reduced = a_.stored_rows(0) != nullptr;
    if (reduced != (b_.stored_rows(0) != nullptr)) {
      return Refused("footer", (reduced ? a_ : b_).path(),
                     ": is reduced by symmetry, but ",
                     (reduced ? b_ : a_).path(), " is not");
    }
    const auto same = [](const StoredRows::Row& row,
                         const SetClasses::Class& kept) {
      return row.number == kernel::Rank(kept.first) && row.images == kept.sets;
    };
    for (size_t i = 0; reduced && i < sections_.size(); ++i) {
      if (!std::ranges::equal(a_.stored_rows(i)->rows(),
                              table_->rows_of_file(i), same)) {
        return absl::InternalError(absl::StrCat(
            "the rows of the ", SectionText(sections_[i]),
            " that a reduced table stores are others than the kernel's"));
      }
    }
    return absl::OkStatus();
  }

  // Begins a phase, in which this process goes through its rows.
  void StartPhase(const char* name) {
    uint64_t positions = 0;
    for (size_t i = 0; i < sections_.size(); ++i) {
      const uint64_t rows = table_->rows_of_file(i).size();
      positions += Positions(i, share_.Begin(rows), share_.End(rows));
    }
    progress_.StartPhase(name, positions);
  }

  // How many positions rows `first` to `end` - 1 of the file stand for.
  uint64_t Positions(int section, uint64_t first, uint64_t end) const {
    uint64_t rows = 0;
    for (uint64_t row = first; row < end; ++row) {
      rows += table_->rows_of_file(section)[row].sets;
    }
    return rows * kernel::RowPositions(game_, sections_[section]);
  }

  // Ends the phase: adds up what all processes have seen and found.
  absl::Status EndPhase(std::vector<Faults>& faults) {
    std::vector<uint64_t> sums = {progress_.done(), stuck_};
    RETURN_IF_ERROR(AddUp(sums, faults));
    seen_ = sums[0];
    stuck_ = sums[1];
    return absl::OkStatus();
  }

  // Reads this process's rows of both tables once, keeps what consistency needs
  // of A, and looks at every position for all the rest.
  absl::Status Read() {
    StartPhase("reading");
    for (size_t i = 0; i < sections_.size(); ++i) {
      RETURN_IF_ERROR(ReadSection(i));
    }
    RETURN_IF_ERROR(EndPhase(differences_));
    values_ = CountValues(*table_);
    return AddUp(values_, asymmetries_);
  }

  // Adds up `sums` and `faults` of all processes, element by element.  Missing
  // elements are 0.
  absl::Status AddUp(std::vector<uint64_t>& sums, std::vector<Faults>& faults) {
    ASSIGN_OR_RETURN(const std::vector<std::string> all_sums,
                     processes_.Gather("counts", TextOf(BytesOf(sums))));
    ASSIGN_OR_RETURN(const std::vector<std::string> all_faults,
                     processes_.Gather("faults", TextOf(BytesOf(faults))));
    sums.clear();
    faults.clear();
    for (const std::string& bytes : all_sums) {
      const auto more = ValuesOf<uint64_t>(BytesOf(bytes));
      sums.resize(std::max(sums.size(), more.size()));
      for (size_t i = 0; i < more.size(); ++i) sums[i] += more[i];
    }
    for (const std::string& bytes : all_faults) {
      const auto more = ValuesOf<Faults>(BytesOf(bytes));
      faults.resize(std::max(faults.size(), more.size()));
      for (size_t i = 0; i < more.size(); ++i) faults[i].Add(more[i]);
    }
    return absl::OkStatus();
  }

  absl::Status ReadSection(int number) {
    const uint64_t row_positions =
        kernel::RowPositions(game_, sections_[number]);
    const uint64_t rows = table_->rows_of_file(number).size();
    const uint64_t end = share_.End(rows);
    const uint64_t at_once =
        Window(game_, sections_[number], options_.window) / row_positions;
    Sha256Stream sha256;
    std::vector<uint8_t> values;
    std::vector<uint8_t> values_before;
    const auto hash = [&] {
      if (is_first_) sha256.Add(values_before.data(), values_before.size());
    };
    // Process 0 takes the digest of all rows, of which its own come first.
    const uint64_t hashed_end = is_first_ ? rows : end;
    for (uint64_t row = share_.Begin(rows), next; row < hashed_end;
         row = next) {
      const bool own = row < end;
      next = std::min(row + at_once, own ? end : rows);
      values.resize((next - row) * row_positions * table_->value_bytes());
      absl::Status status;
      // The digest takes one thread only, while others read on.
      tbb::parallel_invoke(hash, [&] {
        status =
            a_.ReadStored(number, absl::MakeSpan(values), row * row_positions);
        if (status.ok() && own) status = AddRows(number, row, next, values);
      });
      RETURN_IF_ERROR(status);
      std::swap(values, values_before);
      // Here, since this thread shows it.
      if (own) progress_.Advance(Positions(number, row, next));
    }
    hash();
    digests_.push_back(sha256.Digest());
    return absl::OkStatus();
  }

  // Compares rows `first` to `end` - 1 of A with those of B, and with each
  // other.
  absl::Status AddRows(int number, uint64_t first, uint64_t end,
                       absl::Span<const uint8_t> of_a) {
    const uint64_t row_positions =
        kernel::RowPositions(game_, sections_[number]);
    const uint64_t positions = (end - first) * row_positions;
    of_b_.resize(positions * b_.footer().value_bytes());
    RETURN_IF_ERROR(
        b_.ReadStored(number, absl::MakeSpan(of_b_), first * row_positions));
    differences_[number].Add(
        Compare(first * row_positions, positions, of_a, of_b_));
    asymmetries_[number].Add(table_->Add(number, first, of_a));
    return absl::OkStatus();
  }

  // By process 0, for all.
  absl::Status JudgeWhatWasRead() {
    AddCounts(values_, manifest_);
    RETURN_IF_ERROR(CheckWidths());
    RETURN_IF_ERROR(CheckDifferences());
    RETURN_IF_ERROR(CheckDigests());
    return CheckSymmetry();
  }

  // Two bytes a value exactly if one does not do (proto/README.md).
  absl::Status CheckWidths() {
    constexpr int kLongestInOneByte = 253;
    const int longest = std::max(manifest_.levels_size() - 1, 0);
    const int drops = 2 * game_.pieces;
    const uint32_t needed = longest + drops <= kLongestInOneByte ? 1 : 2;
    for (const TableReader* reader : {&a_, &b_}) {
      const uint32_t found = reader->footer().value_bytes();
      if (found == needed) continue;
      return Refused("value width", reader->path(), ": has values of ", found,
                     " bytes, but they must be of ", needed,
                     ", since the longest game takes ", drops, " drops and ",
                     longest, " moves");
    }
    return absl::OkStatus();
  }

  absl::Status CheckDifferences() {
    const Wrong wrong(differences_);
    if (wrong.counts.empty()) return Complete("A and B agree");
    // Counted among what is stored.
    const uint64_t row_positions =
        kernel::RowPositions(game_, sections_[wrong.section]);
    const auto& row =
        table_->rows_of_file(wrong.section)[wrong.index / row_positions];
    const uint64_t index =
        kernel::Rank(row.first) * row_positions + wrong.index % row_positions;
    ASSIGN_OR_RETURN(const auto of_a, DiagnoseIn(a_, wrong.section, index));
    ASSIGN_OR_RETURN(const auto of_b, DiagnoseIn(b_, wrong.section, index));
    Draw(wrong.section, index);
    details_ << "    in A " << of_a.Details() << "\n    in B " << of_b.Details()
             << "\n";
    return Refused("comparison", Where(wrong.section, index), " is ",
                   ValueText(of_a.found), " in A, ", of_a.Verdict(), ", but ",
                   ValueText(of_b.found), " in B, ", of_b.Verdict(),
                   "; positions that differ: ", wrong.counts);
  }

  absl::Status CheckDigests() {
    for (size_t i = 0; i < sections_.size(); ++i) {
      // One digest for both: their payloads are equal.
      for (const TableReader* reader : {&a_, &b_}) {
        const std::string& stated = reader->footer().sections(i).sha256();
        if (stated == digests_[i]) continue;
        return Refused(
            "digests", reader->path(), ": the ", SectionText(sections_[i]),
            " has SHA-256 ", absl::BytesToHexString(digests_[i]),
            ", but the footer says ", absl::BytesToHexString(stated));
      }
    }
    Accept(a_, manifest_);
    Accept(b_, manifest_);
    return Complete("SHA-256 of every section");
  }

  // Without it, the positions at which consistency is checked would not stand
  // for all.
  absl::Status CheckSymmetry() {
    const Wrong wrong(asymmetries_);
    if (wrong.counts.empty()) return absl::OkStatus();
    const auto& [section, index, counts] = wrong;
    ASSIGN_OR_RETURN(const Diagnosis found, DiagnoseIn(a_, section, index));
    const kernel::Position position =
        kernel::PositionAt(game_, sections_[section], index);
    uint64_t image_index = index;
    Diagnosis of_image = found;
    for (const std::vector<int>& symmetry : game_.symmetries) {
      if (of_image.found != found.found) break;
      image_index = kernel::Index(game_, kernel::Image(symmetry, position));
      ASSIGN_OR_RETURN(of_image, DiagnoseIn(a_, section, image_index));
    }
    Draw(section, index);
    details_ << "    in A and B " << found.Details()
             << "; its image is the other:\n";
    Draw(section, image_index);
    details_ << "    in A and B " << of_image.Details() << "\n";
    return Refused("symmetry", Where(section, index), " is ",
                   ValueText(found.found), ", ", found.Verdict(),
                   ", but its image, position ", image_index, ", is ",
                   ValueText(of_image.found), ", ", of_image.Verdict(),
                   "; images that differ: ", counts);
  }

  absl::Status CheckConsistency() {
    StartPhase("consistency");
    for (size_t i = 0; i < sections_.size(); ++i) {
      ASSIGN_OR_RETURN(
          const auto found,
          verify::CheckConsistency(*table_, i, [this](uint64_t positions) {
            progress_.Advance(positions);
          }));
      inconsistencies_[i] = found;
      stuck_ += found.stuck;
    }
    return EndPhase(inconsistencies_);
  }

  // By process 0, for all.
  absl::Status JudgeConsistency() {
    const Wrong wrong(inconsistencies_);
    if (!wrong.counts.empty()) return Inconsistency(wrong);
    AddStuck();
    RETURN_IF_ERROR(
        Complete("local consistency, and no value where the mover has a goal"));
    return Complete(absl::StrCat("invariance under all ",
                                 game_.symmetries.size(), " symmetries"));
  }

  absl::Status Inconsistency(const Wrong& wrong) {
    const auto& [section, index, counts] = wrong;
    ASSIGN_OR_RETURN(const auto diagnosis, DiagnoseIn(a_, section, index));
    if (diagnosis.right()) {
      return absl::InternalError(absl::StrCat(
          "local consistency: ", Where(section, index),
          " is wrong for the quick check, but right for the kernel"));
    }
    Draw(section, index);
    details_ << "    in A and B " << ValueText(diagnosis.found) << ": "
             << diagnosis.Text() << "\n";
    return Refused("local consistency", Where(section, index), " is ",
                   ValueText(diagnosis.found), ", but ", diagnosis.Text(),
                   "; positions that are wrong by their successors: ", counts);
  }

  absl::StatusOr<Diagnosis> DiagnoseIn(const TableReader& table, int section,
                                       uint64_t index) const {
    const auto value_at = [&](int section,
                              uint64_t index) -> absl::StatusOr<kernel::Value> {
      std::vector<uint8_t> value(table.footer().value_bytes());
      RETURN_IF_ERROR(table.ReadSection(section, absl::MakeSpan(value), index));
      return SectionValues::Decode(value.data(), value.size(), 0);
    };
    return Diagnose(game_, sections_, section, index, value_at);
  }

  std::string Where(int section, uint64_t index) const {
    return absl::StrCat("position ", index, " of the ",
                        SectionText(sections_[section]));
  }

  void Draw(int number, uint64_t index) {
    const Section& section = sections_[number];
    details_ << Where(number, index) << ":\n"
             << PositionText(KernelRules(rules_), section,
                             kernel::PositionAt(game_, section, index));
  }

  // Counted over the placements that no goal has ended.
  void AddStuck() {
    const uint64_t lost_in_0 =
        manifest_.levels().empty() ? 0 : manifest_.levels(0);
    AddCheck(
        stuck_ == 0 ? "the side to move always has a move"
                    : absl::StrCat("the side to move has a move, but for ",
                                   stuck_, " positions, where it has lost"),
        manifest_.placements() - manifest_.no_value() - lost_in_0 + stuck_);
  }

  // Adds a check that has passed at every position.
  absl::Status Complete(const std::string& check) {
    uint64_t positions = 0;
    for (const Section& section : sections_) positions += section.positions;
    if (seen_ != positions) {
      return absl::InternalError(absl::StrCat(
          check, ": seen at ", seen_, " of ", positions, " positions only"));
    }
    AddCheck(check, seen_);
    return absl::OkStatus();
  }

  void AddCheck(const std::string& name, uint64_t positions) {
    Check& check = *manifest_.add_checks();
    check.set_name(name);
    check.set_positions(positions);
  }

  const VerifierOptions& options_;
  const Rules& rules_;
  const kernel::Game game_;
  const std::vector<Section> sections_;
  const TableReader& a_;
  const TableReader& b_;
  Processes& processes_;
  const bool is_first_;
  Share share_;
  std::ostream& details_;
  Progress progress_;
  std::optional<ReducedTable> table_;  // A
  std::vector<std::string> digests_;   // of A, by section; on process 0
  std::vector<uint8_t> of_b_;          // rows
  // Of all processes once they have been added up.
  uint64_t seen_ = 0;  // positions, in this phase
  // By section; of differences the first is counted among what is stored.
  std::vector<Faults> differences_{sections_.size()};
  std::vector<Faults> asymmetries_{sections_.size()};
  std::vector<Faults> inconsistencies_{sections_.size()};
  std::vector<uint64_t> values_;  // positions that have each
  uint64_t stuck_ = 0;
  Manifest manifest_;
};

absl::StatusOr<Inputs> Open(const VerifierOptions& options, bool is_first) {
  for (const std::string& input :
       {options.rules, options.table_a, options.table_b}) {
    std::error_code none;
    if (std::filesystem::equivalent(options.manifest, input, none)) {
      return absl::InvalidArgumentError(
          absl::StrCat("the manifest would replace ", input));
    }
  }
  // None may stand beside tables that have not been accepted.
  if (is_first) RETURN_IF_ERROR(RemoveRegularFile(options.manifest));
  ASSIGN_OR_RETURN(Rules rules, ReadRulesFile(options.rules));
  ASSIGN_OR_RETURN(TableReader a, TableReader::Open(options.table_a));
  ASSIGN_OR_RETURN(TableReader b, TableReader::Open(options.table_b));
  if (a.footer().writer() == b.footer().writer()) {
    return Refused("footer", a.path(), " and ", b.path(),
                   ": are both of the writer \"", a.footer().writer(),
                   "\", but must be of two");
  }
  return Inputs{std::move(rules), std::move(a), std::move(b)};
}

}  // namespace

uint64_t EstimateBytes(const Rules& rules, uint32_t process_count) {
  const kernel::Game game = GameOf(rules);
  return NeededBytes(game, SectionsOf(game, rules),
                     /*value_bytes=*/1, VerifierOptions().window,
                     IsStoredReduced(rules) ? process_count : 1);
}

double CountPositions(const Rules& rules) {
  double positions = 0;
  for (const Section& section : SectionsOf(GameOf(rules), rules)) {
    positions += section.positions;
  }
  return positions;
}

absl::Status Verify(const VerifierOptions& options, std::ostream& details) {
  Processes alone;
  Processes& processes =
      options.processes == nullptr ? alone : *options.processes;
  ASSIGN_OR_RETURN(const Inputs inputs,
                   Open(options, processes.process() == 0));
  RETURN_IF_ERROR(processes.CheckSameInput(
      absl::StrCat(kVersion, inputs.rules.SerializeAsString(),
                   inputs.a.footer_sha256(), inputs.b.footer_sha256())));
  return Verifier(options, inputs, processes, details).Run();
}

}  // namespace teeko::verify
