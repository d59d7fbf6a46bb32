// The program certificates: makes certificates of the empty board's values.

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <system_error>
#include <utility>

#include "absl/flags/flag.h"
#include "absl/strings/str_cat.h"
#include "base/files.h"
#include "base/program.h"
#include "base/status.h"
#include "kernel/order.h"
#include "kernel/rules.h"
#include "proof/certificates/certificate.h"
#include "proof/certificates/formations.h"
#include "proof/certificates/restricted_game.h"
#include "proof/certificates/shrink.h"
#include "proto/manifest_file.h"
#include "proto/section_values.h"
#include "proto/table_reader.h"
#include "teeko/proto/manifest.pb.h"

ABSL_FLAG(std::string, table, "", "table that the manifest accepts");
ABSL_FLAG(std::string, manifest, "", "manifest that the verifier wrote");
ABSL_FLAG(std::string, out, "",
          "folder for the certificates; created if it does not exist");
ABSL_FLAG(std::string, style, "",
          "style to make certificates for; empty means all styles");
ABSL_FLAG(int, work, 200,
          "limit of the work to make one certificate smaller, in millions of "
          "steps, 1 to 1000000; the default takes about a minute");
ABSL_FLAG(int, threads, teeko::base::DefaultThreads(),
          "number of threads, 1 to 1024");
ABSL_FLAG(std::string, report, "",
          "file to write with the time and memory that this program used");

namespace teeko::proof {
namespace {

constexpr char kUsage[] =
    R"(Makes certificates of the values of the empty board.

  certificates --table=FILE --manifest=FILE --out=DIR

For each style of the rules, writes STYLE.txt, which proves its value with and
without the centre ban.  If these two values differ, STYLE.txt proves the value
without the ban, and STYLE-ban.txt the value with it.  For each win, also writes
STYLE-not-sooner.txt, which proves that there is no shorter win.  docs/formats.md
specifies certificates; //proof/check checks them.

For example:

  certificates --table=out/advanced/solver_a.table \
    --manifest=out/advanced/manifest.textproto --out=/tmp/advanced
)";

// With more formations, the rows of RestrictedGame would need too much memory.
constexpr int kMaxFormations = 60'000;

// Returns the certificates to make, by file name, without formations.
std::map<std::string, Certificate> Tasks(const Manifest& manifest,
                                         const std::string& only_style) {
  std::map<std::string, Certificate> tasks;
  kernel::Set banned = 0;
  for (const uint32_t square : manifest.rules().banned_first_drops()) {
    banned |= kernel::Bit(static_cast<int>(square) - 1);
  }
  // Manifests list each style without the ban first.
  std::map<std::string, std::pair<int, uint32_t>> values;
  for (const VariantValue& variant : manifest.variants()) {
    if (!only_style.empty() && variant.style() != only_style) continue;
    const EmptyBoardValue& value = variant.value();
    const std::pair<int, uint32_t> summary(value.winner(), value.plies());
    const bool is_other =
        values.try_emplace(variant.style(), summary).first->second != summary;
    const std::string name =
        absl::StrCat(variant.style(), is_other ? "-ban" : "");
    Certificate& certificate = tasks[name];
    Claim claim = {.style = variant.style(),
                   .banned = variant.centre_ban() ? banned : 0,
                   .black = value.winner() != EmptyBoardValue::RED};
    certificate.claims.push_back(claim);
    if (value.winner() == EmptyBoardValue::DRAW) {
      claim.black = false;
      certificate.claims.push_back(claim);
      continue;
    }
    // An aim has at least two more plies than there are drops.
    const int least = 2 * static_cast<int>(manifest.rules().pieces()) + 2;
    const int plies = static_cast<int>(value.plies());
    certificate.aim = {.is_win = true, .plies = std::max(plies, least)};
    if (plies <= least) continue;
    Certificate& not_sooner = tasks[absl::StrCat(name, "-not-sooner")];
    not_sooner.aim = {.is_win = false, .plies = plies - 1};
    claim.black = !claim.black;
    not_sooner.claims.push_back(claim);
  }
  return tasks;
}

absl::Status Run() {
  RETURN_IF_ERROR(base::RequireFlags({"table", "manifest", "out"}));
  const int work = absl::GetFlag(FLAGS_work);
  if (work < 1 || work > 1'000'000) {
    return base::Invalid("--work=", work, ": expected 1 to 1000000");
  }
  ASSIGN_OR_RETURN(const Manifest manifest,
                   proto::ReadManifestFile(absl::GetFlag(FLAGS_manifest)));
  ASSIGN_OR_RETURN(const proto::TableReader table,
                   proto::OpenAccepted(manifest, absl::GetFlag(FLAGS_table)));
  const Rules& rules = manifest.rules();
  const kernel::Game game = kernel::GameOf(rules);
  ASSIGN_OR_RETURN(const Formations formations,
                   FormationsOf(game, kMaxFormations));
  ASSIGN_OR_RETURN(const proto::SectionValues values,
                   proto::SectionValues::Read(table, 0));
  std::error_code error;
  std::filesystem::create_directories(absl::GetFlag(FLAGS_out), error);
  RETURN_IF_ERROR(
      base::Cannot(error.value(), "make ", absl::GetFlag(FLAGS_out)));

  base::Progress progress(absl::StrCat(rules.name(), ": certificates"));
  auto tasks = Tasks(manifest, absl::GetFlag(FLAGS_style));
  if (tasks.empty()) {
    return base::Invalid("--style=", absl::GetFlag(FLAGS_style),
                         ": the rules do not have this style");
  }
  for (auto& task : tasks) {
    const std::string& name = task.first;
    Certificate& certificate = task.second;
    progress.StartPhase(name);
    const auto start = [&] {
      return RestrictedGame(
          game, formations, certificate.aim, [&](int skeptic, int prover) {
            return values[kernel::Index(
                game, {formations.sets[skeptic], formations.sets[prover]})];
          });
    };
    certificate.orbits =
        Shrink(formations, certificate.claims, int64_t{work} * 1'000'000, start,
               [&](size_t part, size_t left) {
                 progress.Update(0, absl::StrCat(left, " formations, removing ",
                                                 part, " at a time"));
               });
    progress.Update(0, absl::StrCat(certificate.orbits.size(), " formations"));
    RETURN_IF_ERROR(base::WriteFile(
        absl::StrCat(absl::GetFlag(FLAGS_out), "/", name, ".txt"),
        Write(certificate, rules, formations)));
  }
  return progress.WriteReport(absl::GetFlag(FLAGS_report));
}

}  // namespace
}  // namespace teeko::proof

int main(int argc, char** argv) {
  return teeko::base::ProgramMain(argc, argv, teeko::proof::kUsage,
                                  teeko::proof::Run);
}
