#include "verify/verifier.h"

#include <tbb/parallel_invoke.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <filesystem>
#include <memory>
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
#include "kernel/order.h"
#include "proto/manifest_file.h"
#include "proto/message_file.h"
#include "proto/rules_file.h"
#include "proto/sha256.h"
#include "proto/stored_rows.h"
#include "proto/table_reader.h"
#include "teeko/proto/manifest.pb.h"
#include "verify/checked_game.h"
#include "verify/comparison.h"
#include "verify/consistency.h"
#include "verify/counts.h"
#include "verify/golden_digests.h"
#include "verify/judge.h"
#include "verify/scored.h"
#include "verify/symmetry.h"

namespace teeko::verify {
namespace {

// Checks that the footer has these rules and the sections of these games.
absl::Status CheckFooter(const proto::TableReader& reader, const Rules& rules,
                         const std::vector<CheckedGame>& games) {
  const TableFooter& footer = reader.footer();
  const std::string& path = reader.path();
  if (!proto::SameRules(footer.rules(), rules)) {
    return Refused("footer", path, ": is a table of other rules, called \"",
                   footer.rules().name(), "\"; expected rules \"", rules.name(),
                   "\"");
  }
  const int in_game = games[0].sections().size();
  const int sections = games.size() * in_game;
  if (footer.sections_size() != sections) {
    return Refused("footer", path, ": has ", footer.sections_size(),
                   " sections, expected ", sections);
  }
  for (int i = 0; i < sections; ++i) {
    const CheckedGame& game = games[i / in_game];
    const CheckedSection& expected = game.sections()[i % in_game];
    const uint64_t positions = PositionsOf(game, i % in_game);
    const Section& found = footer.sections(i);
    if (found.placed() == static_cast<uint32_t>(expected.placed) &&
        found.drops() == expected.drops && found.positions() == positions &&
        found.threshold() == static_cast<uint32_t>(game.threshold()) &&
        found.attacker_moves() ==
            (game.threshold() > 0 && expected.attacker_moves)) {
      continue;
    }
    return Refused("footer", path, ": section ", i + 1, " has ", found.placed(),
                   " pieces placed, drops \"", found.drops(), "\" to come and ",
                   found.positions(), " positions, expected ",
                   game.SectionText(expected), " and ", positions,
                   " positions");
  }
  return absl::OkStatus();
}

// Returns the number of positions to read at a time: `window`, rounded to the
// rows of whole sets.
uint64_t Window(const CheckedGame& game, int section, uint64_t window) {
  const uint64_t set = game.SetSize(section);
  return std::min(PositionsOf(game, section),
                  std::max(set, window / set * set));
}

// Returns the bytes of memory for each process: its part of the reduced table,
// three windows, and the working memory of the threads.  The tables of two
// thresholds are compared, so these are in memory together.
uint64_t NeededBytes(const std::vector<CheckedGame>& games, int value_bytes,
                     uint64_t window, uint32_t process_count) {
  double needed = 0;
  double of_smaller = 0;
  for (const CheckedGame& game : games) {
    double most = 0;
    for (size_t i = 0; i < game.sections().size(); ++i) {
      most = std::max<double>(most, Window(game, i, window));
    }
    const double of_game = ReducedBytes(game, value_bytes) / process_count;
    needed = std::max(
        needed, of_smaller + of_game + 3 * most * value_bytes +
                    tbb::this_task_arena::max_concurrency() *
                        ConsistencyBytes(game, value_bytes, process_count > 1));
    of_smaller = of_game;
  }
  // For some boards the number does not fit into 64 bits.
  return static_cast<uint64_t>(std::min(needed, 1e18));
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
        games_(GamesOf(rules_)),
        a_(inputs.a),
        b_(inputs.b),
        processes_(processes),
        details_(details),
        is_first_(processes.process() == 0),
        partition_{static_cast<uint32_t>(processes.process()),
                   static_cast<uint32_t>(processes.process_count())},
        progress_(is_first_ ? absl::StrCat(rules_.name(), ": verify") : ""),
        scores_(rules_) {}

  // Writes the manifest if all checks pass, then the report.
  absl::Status Run() {
    RETURN_IF_ERROR(Prepare());
    for (const CheckedGame& game : games_) RETURN_IF_ERROR(CheckGame(game));
    if (is_first_) {
      FillManifest();
      if (!options_.golden_digests.empty()) {
        RETURN_IF_ERROR(
            HasGoldenDigests(manifest_, options_.golden_digests).status());
      }
      RETURN_IF_ERROR(proto::WriteTextProto(options_.manifest, manifest_));
      RETURN_IF_ERROR(progress_.WriteReport(options_.report));
    }
    return processes_.Shutdown();
  }

 private:
  absl::Status Prepare() {
    for (const proto::TableReader* reader : {&a_, &b_}) {
      RETURN_IF_ERROR(CheckFooter(*reader, rules_, games_));
    }
    // The symmetries are the same for all thresholds.
    if (!AreSymmetries(games_[0].board())) {
      return absl::InternalError(
          "the kernel's symmetries are not symmetries of the game");
    }
    if (a_.stored_rows(0) == nullptr) partition_.process_count = 1;
    return base::CheckMemory(
        NeededBytes(games_, a_.footer().value_bytes(), options_.window,
                    partition_.process_count),
        options_.memory_bytes / processes_.local_processes().size());
  }

  absl::Status CheckGame(const CheckedGame& game) {
    first_section_ = (&game - games_.data()) * game.sections().size();
    found_ = Found(game.sections().size());
    table_ = std::make_unique<ReducedTable>(game, a_.footer().value_bytes(),
                                            partition_, &a_, first_section_);
    const Judge judge(*table_, first_section_, a_, b_, details_);
    RETURN_IF_ERROR(CheckStoredRows());
    RETURN_IF_ERROR(Read());
    if (is_first_) RETURN_IF_ERROR(judge.JudgeReading(found_));
    if (smaller_ != nullptr && is_first_) {
      RETURN_IF_ERROR(CheckOrder(*smaller_, *table_, details_));
    }
    RETURN_IF_ERROR(CheckConsistency());
    if (!is_first_) return absl::OkStatus();
    RETURN_IF_ERROR(judge.JudgeConsistency(found_));
    if (game.threshold() == 0) return absl::OkStatus();
    AddThresholdCounts(*table_, manifest_);
    scores_.Add(*table_);
    smaller_ = std::move(table_);
    return absl::OkStatus();
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
    const auto& sections = table_->game().sections();
    for (size_t i = 0; reduced && i < sections.size(); ++i) {
      if (!std::ranges::equal(a_.stored_rows(i)->rows(),
                              table_->sets_of_file(i), same)) {
        return absl::InternalError(
            absl::StrCat("the rows that the reduced tables store of the ",
                         table_->game().SectionText(sections[i]),
                         " differ from the kernel's rows"));
      }
    }
    return absl::OkStatus();
  }

  // Begins a phase, in which this process goes through its rows.
  void StartPhase(const char* name) {
    uint64_t shown = 0;
    for (size_t i = 0; i < table_->game().sections().size(); ++i) {
      const uint64_t sets = table_->sets_of_file(i).size();
      shown += Shown(i, partition_.Begin(sets), partition_.End(sets));
    }
    progress_.StartPhase(name, shown);
    found_.seen = 0;
    found_.no_moves = 0;
  }

  // Returns the number of positions that sets `first` to `end` - 1 of the file
  // represent.
  uint64_t Positions(int section, uint64_t first, uint64_t end) const {
    uint64_t sets = 0;
    for (uint64_t i = first; i < end; ++i) {
      sets += table_->sets_of_file(section)[i].sets;
    }
    return sets * table_->game().SetSize(section);
  }

  // Returns the number of positions that the progress line shows for them: in
  // threshold games, the positions that the file has.
  uint64_t Shown(int section, uint64_t first, uint64_t end) const {
    return table_->game().threshold() == 0
               ? Positions(section, first, end)
               : (end - first) * table_->game().SetSize(section);
  }

  // Ends the phase: adds up the counts and the faults of all processes.
  absl::Status EndPhase(std::vector<Faults>& faults) {
    std::vector<uint64_t> sums = {found_.seen, found_.no_moves};
    RETURN_IF_ERROR(AddUp(sums, faults));
    found_.seen = sums[0];
    found_.no_moves = sums[1];
    return absl::OkStatus();
  }

  // Reads this process's rows of both tables once.  Compares A and B, and the
  // images in A, and keeps the reduced table for the consistency check.
  absl::Status Read() {
    StartPhase("reading");
    for (size_t i = 0; i < table_->game().sections().size(); ++i) {
      RETURN_IF_ERROR(ReadSection(i));
    }
    RETURN_IF_ERROR(EndPhase(found_.differences));
    found_.values = CountValues(*table_, 0);
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
    const CheckedGame& game = table_->game();
    const uint64_t set_size = game.SetSize(number);
    const uint64_t sets = table_->sets_of_file(number).size();
    const uint64_t end = partition_.End(sets);
    const uint64_t at_once = Window(game, number, options_.window) / set_size;
    proto::Sha256Stream sha256;
    std::vector<uint8_t> values;
    std::vector<uint8_t> values_before;
    const auto hash = [&] {
      if (is_first_) sha256.Add(values_before.data(), values_before.size());
    };
    // Process 0 computes the digest of all rows.  Its own rows come first.
    const uint64_t hashed_end = is_first_ ? sets : end;
    for (uint64_t set = partition_.Begin(sets), next; set < hashed_end;
         set = next) {
      const bool own = set < end;
      next = std::min(set + at_once, own ? end : sets);
      values.resize((next - set) * set_size * table_->value_bytes());
      absl::Status status;
      // One thread computes the digest while others read the next rows.
      tbb::parallel_invoke(hash, [&] {
        status = a_.ReadStored(first_section_ + number, absl::MakeSpan(values),
                               set * set_size);
        if (status.ok() && own) status = AddRows(number, set, next, values);
      });
      RETURN_IF_ERROR(status);
      std::swap(values, values_before);
      if (!own) continue;
      found_.seen += Positions(number, set, next);
      // Progress is shown by this thread, so it is advanced here.
      progress_.Advance(Shown(number, set, next));
    }
    hash();
    found_.digests.push_back(sha256.Digest());
    return absl::OkStatus();
  }

  // Compares the rows of sets `first` to `end` - 1 of A with the same rows of B
  // and with their images in A.
  absl::Status AddRows(int number, uint64_t first, uint64_t end,
                       absl::Span<const uint8_t> of_a) {
    const uint64_t set_size = table_->game().SetSize(number);
    const uint64_t positions = (end - first) * set_size;
    of_b_.resize(positions * b_.footer().value_bytes());
    RETURN_IF_ERROR(b_.ReadStored(first_section_ + number,
                                  absl::MakeSpan(of_b_), first * set_size));
    found_.differences[number].Add(
        Compare(first * set_size, positions, of_a, of_b_));
    found_.asymmetries[number].Add(table_->Add(number, first, of_a));
    return absl::OkStatus();
  }

  absl::Status CheckConsistency() {
    StartPhase("consistency");
    const bool ordinary = table_->game().threshold() == 0;
    for (size_t i = 0; i < table_->game().sections().size(); ++i) {
      ASSIGN_OR_RETURN(
          const auto found,
          verify::CheckConsistency(*table_, i, [&](uint64_t positions) {
            if (ordinary) progress_.Advance(positions);
          }));
      if (!ordinary) {
        progress_.Advance(Shown(i, 0, table_->sets_of_file(i).size()));
      }
      found_.inconsistencies[i] = found;
      found_.seen += found.positions;
      found_.no_moves += found.no_moves;
    }
    return EndPhase(found_.inconsistencies);
  }

  // Sets the manifest of tables that have passed all checks.
  void FillManifest() {
    proto::Accept(a_, manifest_);
    proto::Accept(b_, manifest_);
    manifest_.set_goals(games_[0].board().goals.size());
    const uint64_t positions = CountPositions(rules_);
    const auto add_check = [&](const std::string& name, uint64_t checked) {
      teeko::Check& check = *manifest_.add_checks();
      check.set_name(name);
      check.set_positions(checked);
    };
    add_check("A and B agree", positions);
    add_check("SHA-256 of every section", positions);
    if (games_[0].threshold() > 0) {
      scores_.AddVariants(manifest_);
      add_check("local consistency", positions);
      add_check("invariance under the symmetries", positions);
      add_check("order of thresholds", positions);
      return;
    }
    AddCounts(found_.values, manifest_);
    AddVariants(rules_, *table_, manifest_);
    // The placements without a goal.
    const uint64_t lost_in_0 =
        manifest_.levels().empty() ? 0 : manifest_.levels(0);
    add_check(
        found_.no_moves == 0
            ? "the side to move always has a move"
            : absl::StrCat("the side to move has a move, but for ",
                           found_.no_moves, " positions, where it has lost"),
        manifest_.placements() - manifest_.no_value() - lost_in_0 +
            found_.no_moves);
    add_check("local consistency, and no value where the mover has a goal",
              positions);
    add_check(absl::StrCat("invariance under all ",
                           games_[0].board().symmetries.size(), " symmetries"),
              positions);
  }

  const VerifierOptions& options_;
  const Rules& rules_;
  const std::vector<CheckedGame> games_;
  const proto::TableReader& a_;
  const proto::TableReader& b_;
  base::Processes& processes_;
  std::ostream& details_;
  const bool is_first_;
  Partition partition_;
  base::Progress progress_;
  std::vector<uint8_t> of_b_;  // the current rows of B
  Scores scores_;              // of scored rules
  Manifest manifest_;
  // The game that is being checked: its first section in the file, A, A with
  // the threshold before, and the findings of all processes after EndPhase.
  int first_section_ = 0;
  std::unique_ptr<ReducedTable> table_;
  std::unique_ptr<ReducedTable> smaller_;
  Found found_ = Found(0);
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

}  // namespace

uint64_t EstimateBytes(const Rules& rules, uint32_t process_count) {
  return NeededBytes(GamesOf(rules), /*value_bytes=*/1,
                     VerifierOptions().window,
                     proto::IsStoredReduced(rules) ? process_count : 1);
}

double CountPositions(const Rules& rules) {
  double positions = 0;
  for (const CheckedGame& game : GamesOf(rules)) {
    for (size_t i = 0; i < game.sections().size(); ++i) {
      positions += PositionsOf(game, i);
    }
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
  return Verifier(options, inputs, processes, details).Run();
}

}  // namespace teeko::verify
