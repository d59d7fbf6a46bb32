#include "verify/verifier.h"

#include <tbb/parallel_invoke.h>
#include <tbb/task_arena.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "proto/manifest.pb.h"
#include "proto/manifest_file.h"
#include "proto/message_file.h"
#include "proto/rules_file.h"
#include "proto/section_values.h"
#include "proto/sha256.h"
#include "proto/stored_rows.h"
#include "proto/table_reader.h"
#include "stage/files.h"
#include "stage/memory.h"
#include "stage/stage.h"
#include "stage/status.h"
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

// What a check finds wrong in all sections.
struct Wrong {
  int section = 0;  // the first with faults
  Faults in_section;
  uint64_t in_all = 0;

  void Add(int number, const Faults& faults) {
    if (in_all == 0) {
      section = number;
      in_section = faults;
    }
    in_all += faults.count;
  }
};

// How many positions of a section are read at a time.
uint64_t Window(const kernel::Game& game, const Section& section,
                uint64_t window) {
  const uint64_t row = kernel::RowPositions(game, section);
  return std::min(section.positions, std::max(row, window / row * row));
}

// For the reduced table, three windows, and what the threads work with.
uint64_t NeededBytes(const kernel::Game& game,
                     const std::vector<Section>& sections, int value_bytes,
                     uint64_t window) {
  double most = 0;
  for (const Section& section : sections) {
    most = std::max<double>(most, Window(game, section, window));
  }
  const double bytes = ReducedBytes(game, sections, value_bytes) +
                       3 * most * value_bytes +
                       tbb::this_task_arena::max_concurrency() *
                           ConsistencyBytes(game, sections, value_bytes);
  // Some boards would need more than 64 bits can say.
  return static_cast<uint64_t>(std::min(bytes, 1e18));
}

class Verifier {
 public:
  Verifier(const VerifierOptions& options, const Rules& rules,
           const TableReader& a, const TableReader& b, std::ostream& details)
      : options_(options),
        rules_(rules),
        game_(GameOf(rules)),
        sections_(SectionsOf(game_, rules)),
        a_(a),
        b_(b),
        details_(details),
        progress_(absl::StrCat(rules.name(), ": verify")) {
    for (const Section& section : sections_) positions_ += section.positions;
    *manifest_.mutable_rules() = rules_;
    manifest_.set_goals(game_.goals.size());
  }

  // Writes the manifest if all checks pass, then the report.
  absl::Status Run() {
    for (const TableReader* reader : {&a_, &b_}) {
      RETURN_IF_ERROR(CheckFooter(*reader, rules_, sections_));
    }
    if (!AreSymmetries(game_)) {
      return absl::InternalError("the kernel's symmetries are none");
    }
    const int value_bytes = a_.footer().value_bytes();
    RETURN_IF_ERROR(
        CheckMemory(NeededBytes(game_, sections_, value_bytes, options_.window),
                    options_.memory_bytes));
    table_.emplace(game_, sections_, value_bytes);
    RETURN_IF_ERROR(CheckStoredRows());
    for (const auto step :
         {&Verifier::Read, &Verifier::CheckWidths, &Verifier::CheckDifferences,
          &Verifier::CheckDigests, &Verifier::CheckSymmetry,
          &Verifier::CheckConsistency}) {
      RETURN_IF_ERROR((this->*step)());
    }
    AddVariants(rules_, *table_, manifest_);
    RETURN_IF_ERROR(WriteTextProto(options_.manifest, manifest_));
    return progress_.WriteReport(options_.report);
  }

 private:
  // Whether both store all rows, or just those that the kernel would keep.
  absl::Status CheckStoredRows() const {
    for (size_t i = 0; i < sections_.size(); ++i) {
      const StoredRows* const in_a = a_.stored_rows(i);
      const StoredRows* const in_b = b_.stored_rows(i);
      if ((in_a == nullptr) != (in_b == nullptr)) {
        return Refused("footer", (in_a == nullptr ? b_ : a_).path(),
                       ": is reduced by symmetry, but ",
                       (in_a == nullptr ? a_ : b_).path(), " is not");
      }
      if (in_a == nullptr) continue;
      const auto& kept = table_->sets(sections_[i].mover_pieces).classes;
      const auto same = [](const StoredRows::Row& row,
                           const SetClasses::Class& kept) {
        return row.number == kernel::Rank(kept.first) &&
               row.images == kept.sets;
      };
      if (!std::ranges::equal(in_a->rows(), kept, same)) {
        return absl::InternalError(absl::StrCat(
            "the rows of the ", SectionText(sections_[i]),
            " that a reduced table stores are others than the kernel's"));
      }
    }
    return absl::OkStatus();
  }

  // Reads both tables once, keeps what consistency needs of A, and looks at
  // every position for all the rest.
  absl::Status Read() {
    progress_.StartPhase("reading", positions_);
    for (size_t i = 0; i < sections_.size(); ++i) {
      RETURN_IF_ERROR(ReadSection(i));
    }
    return absl::OkStatus();
  }

  absl::Status ReadSection(int number) {
    const auto which = a_.stored_rows(number) == nullptr
                           ? ReducedTable::Rows::kAll
                           : ReducedTable::Rows::kKept;
    const uint64_t positions = a_.stored_positions(number);
    const uint64_t row_positions =
        kernel::RowPositions(game_, sections_[number]);
    Faults differences;
    Faults asymmetries;
    Sha256Stream sha256;
    std::vector<uint8_t> values;
    std::vector<uint8_t> of_b;
    std::vector<uint8_t> values_before;
    const auto read = [&](uint64_t first, uint64_t count) {
      values.resize(count * a_.footer().value_bytes());
      of_b.resize(count * b_.footer().value_bytes());
      RETURN_IF_ERROR(a_.ReadStored(number, absl::MakeSpan(values), first));
      RETURN_IF_ERROR(b_.ReadStored(number, absl::MakeSpan(of_b), first));
      differences.Add(Compare(first, count, values, of_b));
      asymmetries.Add(
          table_->Add(number, which, first / row_positions, values));
      return absl::OkStatus();
    };
    const uint64_t at_once = Window(game_, sections_[number], options_.window);
    const auto hash = [&](const std::vector<uint8_t>& bytes) {
      sha256.Add(bytes.data(), bytes.size());
    };
    for (uint64_t first = 0; first < positions;) {
      const uint64_t count = std::min(at_once, positions - first);
      // The digest takes one thread only, while others read on.
      absl::Status status;
      tbb::parallel_invoke([&] { hash(values_before); },
                           [&] { status = read(first, count); });
      RETURN_IF_ERROR(status);
      std::swap(values, values_before);
      const uint64_t row = first / row_positions;
      first += count;
      progress_.Advance(row_positions * table_->Images(number, which, row,
                                                       first / row_positions));
    }
    hash(values_before);
    if (differences.count > 0) {
      differences.first =
          table_->MoverRank(number, which, differences.first / row_positions) *
              row_positions +
          differences.first % row_positions;
    }
    digests_.push_back(sha256.Digest());
    differences_.Add(number, differences);
    asymmetries_.Add(number, asymmetries);
    return absl::OkStatus();
  }

  // Two bytes a value exactly if one does not do (proto/README.md).
  absl::Status CheckWidths() {
    constexpr int kLongestInOneByte = 253;
    CountValues(*table_, manifest_);
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
    if (differences_.in_all == 0) return Complete("A and B agree");
    const auto& [section, in_section, in_all] = differences_;
    const uint64_t index = in_section.first;
    ASSIGN_OR_RETURN(const Diagnosis of_a, DiagnoseIn(a_, section, index));
    ASSIGN_OR_RETURN(const Diagnosis of_b, DiagnoseIn(b_, section, index));
    Draw(section, index);
    details_ << "    in A " << ValueText(of_a.found) << ", " << Verdict(of_a)
             << ": " << of_a.Text() << "\n    in B " << ValueText(of_b.found)
             << ", " << Verdict(of_b) << ": " << of_b.Text() << "\n";
    return Refused("comparison", Where(section, index), " is ",
                   ValueText(of_a.found), " in A, ", Verdict(of_a), ", but ",
                   ValueText(of_b.found), " in B, ", Verdict(of_b),
                   "; positions that differ: ", in_section.count,
                   " in this section, ", in_all, " in all");
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
    if (asymmetries_.in_all == 0) return absl::OkStatus();
    const auto& [section, in_section, in_all] = asymmetries_;
    const uint64_t index = in_section.first;
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
    details_ << "    in A and B " << ValueText(found.found) << ", "
             << Verdict(found) << ": " << found.Text()
             << "; its image is the other:\n";
    Draw(section, image_index);
    details_ << "    in A and B " << ValueText(of_image.found) << ", "
             << Verdict(of_image) << ": " << of_image.Text() << "\n";
    return Refused("symmetry", Where(section, index), " is ",
                   ValueText(found.found), ", ", Verdict(found),
                   ", but its image, position ", image_index, ", is ",
                   ValueText(of_image.found), ", ", Verdict(of_image),
                   "; images that differ: ", in_section.count,
                   " in this section, ", in_all, " in all");
  }

  absl::Status CheckConsistency() {
    progress_.StartPhase("consistency", positions_);
    Wrong wrong;
    uint64_t stuck = 0;
    for (size_t i = 0; i < sections_.size(); ++i) {
      const Consistency found = verify::CheckConsistency(
          *table_, i,
          [this](uint64_t positions) { progress_.Advance(positions); });
      wrong.Add(i, found);
      stuck += found.stuck;
    }
    if (wrong.in_all > 0) return Inconsistency(wrong);
    AddStuck(stuck);
    RETURN_IF_ERROR(
        Complete("local consistency, and no value where the mover has a goal"));
    return Complete(absl::StrCat("invariance under all ",
                                 game_.symmetries.size(), " symmetries"));
  }

  absl::Status Inconsistency(const Wrong& wrong) {
    const auto& [section, in_section, in_all] = wrong;
    const uint64_t index = in_section.first;
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
                   "; positions that are wrong by their successors: ",
                   in_section.count, " in this section, ", in_all, " in all");
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

  static const char* Verdict(const Diagnosis& diagnosis) {
    return diagnosis.right() ? "as its successors demand"
                             : "which is wrong by its successors";
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
  void AddStuck(uint64_t stuck) {
    const uint64_t lost_in_0 =
        manifest_.levels().empty() ? 0 : manifest_.levels(0);
    AddCheck(stuck == 0 ? "the side to move always has a move"
                        : absl::StrCat("the side to move has a move, but for ",
                                       stuck, " positions, where it has lost"),
             manifest_.placements() - manifest_.no_value() - lost_in_0 + stuck);
  }

  // Adds a check that has passed at every position.
  absl::Status Complete(const std::string& check) {
    if (progress_.done() != positions_) {
      return absl::InternalError(absl::StrCat(check, ": seen at ",
                                              progress_.done(), " of ",
                                              positions_, " positions only"));
    }
    AddCheck(check, progress_.done());
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
  uint64_t positions_ = 0;
  const TableReader& a_;
  const TableReader& b_;
  std::ostream& details_;
  Progress progress_;
  // What reading comes to.
  std::optional<ReducedTable> table_;  // A
  Wrong differences_;
  Wrong asymmetries_;
  std::vector<std::string> digests_;  // of A, by section
  Manifest manifest_;
};

}  // namespace

uint64_t EstimateBytes(const Rules& rules) {
  const kernel::Game game = GameOf(rules);
  return NeededBytes(game, SectionsOf(game, rules),
                     /*value_bytes=*/1, VerifierOptions().window);
}

absl::Status Verify(const VerifierOptions& options, std::ostream& details) {
  for (const std::string& input :
       {options.rules, options.table_a, options.table_b}) {
    std::error_code none;
    if (std::filesystem::equivalent(options.manifest, input, none)) {
      return absl::InvalidArgumentError(
          absl::StrCat("the manifest would replace ", input));
    }
  }
  // None may stand beside tables that have not been accepted.
  RETURN_IF_ERROR(RemoveRegularFile(options.manifest));
  ASSIGN_OR_RETURN(const Rules rules, ReadRulesFile(options.rules));
  ASSIGN_OR_RETURN(const TableReader a, TableReader::Open(options.table_a));
  ASSIGN_OR_RETURN(const TableReader b, TableReader::Open(options.table_b));
  if (a.footer().writer() == b.footer().writer()) {
    return Refused("footer", a.path(), " and ", b.path(),
                   ": are both of the writer \"", a.footer().writer(),
                   "\", but must be of two");
  }
  return Verifier(options, rules, a, b, details).Run();
}

}  // namespace teeko::verify
