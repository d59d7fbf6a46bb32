// Random rules, positions and games, for as long as one likes: do all readings
// of the rules, and the tables made by them, agree?

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "absl/cleanup/cleanup.h"
#include "absl/flags/flag.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "audit/fuzz/cases.h"
#include "audit/fuzz/games.h"
#include "audit/fuzz/shrink.h"
#include "stage/stage.h"
#include "tools/cpp/runfiles/runfiles.h"

ABSL_FLAG(double, seconds, 60, "how long to go on");
ABSL_FLAG(uint64_t, cases, 0,
          "how many cases; 0: as many as there is time for");
ABSL_FLAG(uint64_t, seed, 0, "of the first case; 0: another one every time");
ABSL_FLAG(std::string, table, "", "a table to play games against, too");

namespace teeko::verify {
namespace {

using bazel::tools::cpp::runfiles::Runfiles;

constexpr char kUsage[] =
    R"(fuzz: looks for rules under which the readings of the rules disagree.

  fuzz [flags]

Makes up rules (any board of up to 64 squares, bounded or wrapped, with any
pieces and goals) and positions, and asks solver A's board, solver B's and the
verifier's kernel for goals, neighbours, symmetries, moves forward and backward,
drops and ranks.  Of small boards both solvers make tables, and in games at
random every value must follow from those of the successors.

What is found to be wrong is shrunk to the smallest board and printed, with what
each reading says and the command that finds it again.

  --seconds=N    how long to go on (default: 60)
  --cases=N      or how many cases, a rules each, to try (default: no limit)
  --seed=N       of the first case, the next one's being N + 1; printed if it is
                 not given
  --table=FILE   a table (proto/README.md) to play games against, too
  --help         this text

Exit status: 0 if all agree, 1 otherwise.
)";

// As the user means it: `bazel run` starts programs elsewhere.
std::string UserPath(const std::string& path) {
  const char* const folder = std::getenv("BUILD_WORKING_DIRECTORY");
  return std::filesystem::path(folder == nullptr ? "" : folder) / path;
}

std::string CountsText(const Counts& counts) {
  return absl::StrCat(WithCommas(counts.rules), " rules, ",
                      WithCommas(counts.positions), " positions, ",
                      WithCommas(counts.games), " games");
}

// Tries one seed after the other, up to the limits, or until something is
// wrong.  `repeat` ends the command that finds it again.
absl::Status TryCases(uint64_t first_seed, uint64_t limit, double seconds,
                      const std::string& repeat, Cases& cases) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  const auto elapsed = [start] {
    return std::chrono::duration<double>(Clock::now() - start).count();
  };
  Progress progress("fuzz");
  progress.StartPhase(absl::StrCat("--seed=", first_seed));
  uint64_t number = 0;
  for (; elapsed() < seconds && (limit == 0 || number < limit); ++number) {
    const uint64_t seed = first_seed + number;
    const std::optional<Finding> finding = cases.Try(seed);
    progress.Update(0, CountsText(cases.counts()));
    if (!finding.has_value()) continue;
    progress.StartPhase("");
    std::cout << Text(*finding) << "\nTo find it again:\n"
              << "  ./bazelw run //audit:fuzz -- --cases=1 --seed=" << seed
              << repeat << "\n";
    return absl::InternalError(
        absl::StrCat("there is disagreement on ", finding->disagreement.about));
  }
  progress.StartPhase("");
  std::cout << "All agree: " << CountsText(cases.counts()) << ", "
            << WithCommas(cases.counts().checks)
            << absl::StrFormat(" checks in %.1f s", elapsed())
            << " (--seed=" << first_seed << " --cases=" << number << ").\n";
  return absl::OkStatus();
}

absl::Status Run(const std::string& argv0,
                 const std::vector<std::string>& arguments) {
  if (!arguments.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("unexpected argument \"", arguments[0], "\"; see --help"));
  }
  const double seconds = absl::GetFlag(FLAGS_seconds);
  if (!(seconds >= 0)) {
    return absl::InvalidArgumentError("--seconds: must not be negative");
  }
  const uint64_t seed = absl::GetFlag(FLAGS_seed) == 0
                            ? std::random_device()()
                            : absl::GetFlag(FLAGS_seed);

  std::optional<Tables> tables;
  std::string repeat;
  if (!absl::GetFlag(FLAGS_table).empty()) {
    absl::StatusOr<Tables> read =
        ReadTables(UserPath(absl::GetFlag(FLAGS_table)));
    if (!read.ok()) return read.status();
    tables = *std::move(read);
    repeat = " --table=" + absl::GetFlag(FLAGS_table);
  }
  std::string error;
  const std::unique_ptr<Runfiles> runfiles(Runfiles::Create(argv0, &error));
  if (runfiles == nullptr) return absl::NotFoundError(error);
  std::string folder = std::filesystem::temp_directory_path() / "fuzz.XXXXXX";
  if (mkdtemp(folder.data()) == nullptr) {
    return absl::ErrnoToStatus(errno, "cannot create " + folder);
  }
  const absl::Cleanup remove_folder = [&folder] {
    std::filesystem::remove_all(folder);
  };
  Cases cases({.solver_a = runfiles->Rlocation("teeko/solver_a/solver_a"),
               .solver_b = runfiles->Rlocation("teeko/solver_b/solver_b"),
               .folder = folder},
              std::move(tables));
  return TryCases(seed, absl::GetFlag(FLAGS_cases), seconds, repeat, cases);
}

}  // namespace
}  // namespace teeko::verify

int main(int argc, char** argv) {
  const std::vector<std::string> arguments =
      teeko::ParseStageFlags(argc, argv, teeko::verify::kUsage);
  return teeko::ExitStatus(teeko::verify::Run(argv[0], arguments));
}
