#include "verify/verifier.h"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
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
#include "proto/table_reader.h"
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
#include "verify/table.h"

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

// For table A, and what the threads work with.
uint64_t NeededBytes(const kernel::Game& game, const Table& table) {
  double bytes =
      tbb::this_task_arena::max_concurrency() * ConsistencyBytes(game, table);
  for (const Section& section : table.sections) {
    bytes += static_cast<double>(section.positions) * table.value_bytes;
  }
  // Some boards would need more than 64 bits can say.
  return static_cast<uint64_t>(std::min(bytes, 1e18));
}

class Verifier {
 public:
  Verifier(const Rules& rules, const TableReader& a, const TableReader& b,
           std::ostream& details)
      : rules_(rules),
        game_(GameOf(rules)),
        a_(a),
        b_(b),
        details_(details),
        progress_(absl::StrCat(rules.name(), ": verify")) {
    table_.value_bytes = a.footer().value_bytes();
    table_.sections =
        kernel::Sections(game_, {rules.styles().begin(), rules.styles().end()});
    *manifest_.mutable_rules() = rules_;
    manifest_.set_goals(game_.goals.size());
  }

  // Writes the manifest if all checks pass, then the report.
  absl::Status Run(const VerifierOptions& options) {
    for (const TableReader* reader : {&a_, &b_}) {
      RETURN_IF_ERROR(CheckFooter(*reader, rules_, table_.sections));
    }
    RETURN_IF_ERROR(
        CheckMemory(NeededBytes(game_, table_), options.memory_bytes));
    for (const auto step :
         {&Verifier::ReadA, &Verifier::CheckWidths, &Verifier::Compare,
          &Verifier::CheckDigests, &Verifier::CheckValues}) {
      RETURN_IF_ERROR((this->*step)());
    }
    AddVariants(game_, rules_, table_, manifest_);
    RETURN_IF_ERROR(WriteTextProto(options.manifest, manifest_));
    return progress_.WriteReport(options.report);
  }

 private:
  absl::Status ReadA() {
    progress_.StartPhase("reading A", table_.Positions());
    for (size_t i = 0; i < table_.sections.size(); ++i) {
      const uint64_t positions = table_.sections[i].positions;
      std::vector<uint8_t>& payload =
          table_.payloads.emplace_back(positions * table_.value_bytes);
      RETURN_IF_ERROR(a_.ReadSection(i, absl::MakeSpan(payload)));
      progress_.Advance(positions);
    }
    return absl::OkStatus();
  }

  // Two bytes a value exactly if one does not do (proto/README.md).
  absl::Status CheckWidths() {
    constexpr int kLongestInOneByte = 253;
    CountValues(table_.payloads[0], table_.sections[0].positions, manifest_);
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

  auto Passed() {
    return [this](uint64_t positions) { progress_.Advance(positions); };
  }

  absl::Status Compare() {
    progress_.StartPhase("comparison", table_.Positions());
    Wrong differences;
    for (size_t i = 0; i < table_.sections.size(); ++i) {
      ASSIGN_OR_RETURN(const Faults faults,
                       CompareSection(table_, b_, i, Passed()));
      differences.Add(i, faults);
    }
    if (differences.in_all > 0) return Disagreement(differences);
    return Complete("A and B agree");
  }

  absl::Status Disagreement(const Wrong& differences) {
    const auto& [section, in_section, in_all] = differences;
    const uint64_t index = in_section.first;
    ASSIGN_OR_RETURN(const Diagnosis of_a, DiagnoseA(section, index));
    ASSIGN_OR_RETURN(const Diagnosis of_b,
                     Diagnose(game_, table_.sections, section, index,
                              [this](int section, uint64_t index) {
                                return SectionValues(b_, section).At(index);
                              }));
    const auto verdict = [](const Diagnosis& diagnosis) {
      return diagnosis.right() ? "as its successors demand"
                               : "which is wrong by its successors";
    };
    Draw(section, index);
    details_ << "    in A " << ValueText(of_a.found) << ", " << verdict(of_a)
             << ": " << of_a.Text() << "\n    in B " << ValueText(of_b.found)
             << ", " << verdict(of_b) << ": " << of_b.Text() << "\n";
    return Refused("comparison", Where(section, index), " is ",
                   ValueText(of_a.found), " in A, ", verdict(of_a), ", but ",
                   ValueText(of_b.found), " in B, ", verdict(of_b),
                   "; positions that differ: ", in_section.count,
                   " in this section, ", in_all, " in all");
  }

  absl::Status CheckDigests() {
    progress_.StartPhase("digests", table_.Positions());
    std::vector<std::string> digests(table_.sections.size());
    tbb::parallel_for(size_t{0}, digests.size(), [&](size_t i) {
      const std::vector<uint8_t>& payload = table_.payloads[i];
      digests[i] = Sha256(
          {reinterpret_cast<const char*>(payload.data()), payload.size()});
      progress_.Advance(table_.sections[i].positions);
    });
    for (size_t i = 0; i < digests.size(); ++i) {
      const Section& section = table_.sections[i];
      // One digest for both: their payloads are equal.
      for (const TableReader* reader : {&a_, &b_}) {
        const std::string& stated = reader->footer().sections(i).sha256();
        if (stated == digests[i]) continue;
        return Refused(
            "digests", reader->path(), ": the ", SectionText(section),
            " has SHA-256 ", absl::BytesToHexString(digests[i]),
            ", but the footer says ", absl::BytesToHexString(stated));
      }
    }
    Accept(a_, manifest_);
    Accept(b_, manifest_);
    return Complete("SHA-256 of every section");
  }

  // Tells of broken symmetry even if consistency has failed.
  absl::Status CheckValues() {
    absl::Status status = CheckConsistency();
    status.Update(CheckSymmetry());
    return status;
  }

  absl::Status CheckConsistency() {
    progress_.StartPhase("consistency", table_.Positions());
    Wrong wrong;
    uint64_t stuck = 0;
    for (size_t i = 0; i < table_.sections.size(); ++i) {
      const Consistency found =
          verify::CheckConsistency(game_, table_, i, Passed());
      wrong.Add(i, found);
      stuck += found.stuck;
    }
    if (wrong.in_all > 0) return Inconsistency(wrong);
    AddStuck(stuck);
    return Complete(
        "local consistency, and no value where the mover has a goal");
  }

  absl::Status Inconsistency(const Wrong& wrong) {
    const auto& [section, in_section, in_all] = wrong;
    const uint64_t index = in_section.first;
    ASSIGN_OR_RETURN(const auto diagnosis, DiagnoseA(section, index));
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

  absl::Status CheckSymmetry() {
    progress_.StartPhase("symmetry", table_.Positions());
    for (size_t i = 0; i < table_.sections.size(); ++i) {
      const Faults found = verify::CheckSymmetry(game_, table_, i, Passed());
      if (found.count > 0) return Asymmetry(i, found);
    }
    return Complete(absl::StrCat("invariance under all ",
                                 game_.symmetries.size(), " symmetries"));
  }

  absl::Status Asymmetry(int number, const Faults& found) {
    const kernel::Position position =
        kernel::PositionAt(game_, table_.sections[number], found.first);
    const kernel::Value value = table_.ValueAt(number, found.first);
    uint64_t image_index = found.first;
    kernel::Value image_value = value;
    for (const std::vector<int>& symmetry : game_.symmetries) {
      if (image_value != value) break;
      image_index = kernel::Index(game_, kernel::Image(symmetry, position));
      image_value = table_.ValueAt(number, image_index);
    }
    Draw(number, found.first);
    details_ << "    in A and B " << ValueText(value)
             << "; its image is the other:\n";
    Draw(number, image_index);
    details_ << "    in A and B " << ValueText(image_value) << "\n";
    return Refused("symmetry", Where(number, found.first), " is ",
                   ValueText(value), ", but its image, position ", image_index,
                   ", is ", ValueText(image_value),
                   "; images that differ: ", found.count, " in this section");
  }

  absl::StatusOr<Diagnosis> DiagnoseA(int section, uint64_t index) const {
    return Diagnose(game_, table_.sections, section, index,
                    [this](int section, uint64_t index) {
                      return table_.ValueAt(section, index);
                    });
  }

  std::string Where(int section, uint64_t index) const {
    return absl::StrCat("position ", index, " of the ",
                        SectionText(table_.sections[section]));
  }

  void Draw(int number, uint64_t index) {
    const Section& section = table_.sections[number];
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
    if (progress_.done() != table_.Positions()) {
      return absl::InternalError(
          absl::StrCat(check, ": seen at ", progress_.done(), " of ",
                       table_.Positions(), " positions only"));
    }
    AddCheck(check, progress_.done());
    return absl::OkStatus();
  }

  void AddCheck(const std::string& name, uint64_t positions) {
    Check& check = *manifest_.add_checks();
    check.set_name(name);
    check.set_positions(positions);
  }

  const Rules& rules_;
  const kernel::Game game_;
  const TableReader& a_;
  const TableReader& b_;
  std::ostream& details_;
  Progress progress_;
  Table table_;  // A, and once they are known to be equal, B
  Manifest manifest_;
};

}  // namespace

uint64_t EstimateBytes(const Rules& rules) {
  const kernel::Game game = GameOf(rules);
  return NeededBytes(
      game, {.value_bytes = 1,
             .sections = kernel::Sections(
                 game, {rules.styles().begin(), rules.styles().end()})});
}

absl::Status Verify(const VerifierOptions& options, std::ostream& details) {
  // None may stand beside tables that have not been accepted.
  if (unlink(options.manifest.c_str()) != 0 && errno != ENOENT) {
    return absl::ErrnoToStatus(
        errno, absl::StrCat("cannot remove ", options.manifest));
  }
  ASSIGN_OR_RETURN(const Rules rules, ReadRulesFile(options.rules));
  ASSIGN_OR_RETURN(const TableReader a, TableReader::Open(options.table_a));
  ASSIGN_OR_RETURN(const TableReader b, TableReader::Open(options.table_b));
  if (a.footer().writer() == b.footer().writer()) {
    return Refused("footer", a.path(), " and ", b.path(),
                   ": are both of the writer \"", a.footer().writer(),
                   "\", but must be of two");
  }
  return Verifier(rules, a, b, details).Run(options);
}

}  // namespace teeko::verify
