// A stage: has verify/check prove what the verifier found, from certificates.

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <regex>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "pipeline/stamp.h"
#include "proto/json.h"
#include "proto/manifest_file.h"
#include "proto/results.pb.h"
#include "stage/files.h"
#include "stage/stage.h"
#include "verify/certificates/rules_text.h"

ABSL_FLAG(std::string, manifest, "", "what was verified");
ABSL_FLAG(std::string, check, "", "the checker");
ABSL_FLAG(std::string, certificates, "", "folder of certificates");
ABSL_FLAG(std::string, json, "", "what to write");
ABSL_FLAG(teeko::Threads, threads, teeko::DefaultThreads(), "threads to use");
ABSL_FLAG(std::string, report, "", "stage report to write");

namespace teeko::pipeline {
namespace {

namespace fs = std::filesystem;

constexpr char kUsage[] =
    R"(Checks the certificates of a game and compares them with its manifest.

  certificates --manifest=FILE --check=PROGRAM --certificates=DIR --json=FILE

  --manifest=FILE     what the verifier accepted (proto/manifest.proto)
  --check=PROGRAM     verify/check; runs once for each certificate
  --certificates=DIR  text forms of certificates (proto/README.md); those of
                      other boards or goals are left alone
  --json=FILE         write what was proved (CertificatesChecked in
                      proto/results.proto)
  --threads=N         certificates to check at once, 1 to 1024 (default: all
                      that this process may use)
  --report=FILE       write what the stage measured
  --help              this text

Exit status: 0 if all that are of this game are accepted and agree with the
manifest, be there any or none; else 1 and a line on stderr.
)";

struct Certificate {
  std::string path;
  std::string text;
};

// Those of the game, in the order of their names.
absl::StatusOr<std::vector<Certificate>> Certificates(const Rules& rules) {
  std::vector<Certificate> certificates;
  std::error_code error;
  for (const fs::directory_entry& entry :
       fs::directory_iterator(absl::GetFlag(FLAGS_certificates), error)) {
    absl::StatusOr<std::string> text = ReadFile(entry.path().string());
    if (!text.ok()) return text.status();
    if (absl::StartsWith(*text, absl::StrCat("teeko certificate 1 text\n",
                                             verify::RulesText(rules)))) {
      certificates.push_back({entry.path().string(), *std::move(text)});
    }
  }
  if (error) {
    return absl::ErrnoToStatus(
        error.value(),
        absl::StrCat("cannot read ", absl::GetFlag(FLAGS_certificates)));
  }
  std::sort(certificates.begin(), certificates.end(),
            [](const Certificate& a, const Certificate& b) {
              return a.path < b.path;
            });
  return certificates;
}

// What the checker prints that a certificate proves, or its complaint.
absl::StatusOr<std::vector<std::string>> Prove(const std::string& path) {
  const std::string command =
      absl::StrCat("exec '", absl::GetFlag(FLAGS_check), "' '", path, "' 2>&1");
  FILE* const output = popen(command.c_str(), "r");
  if (output == nullptr) {
    return absl::ErrnoToStatus(errno, "cannot start the checker");
  }
  std::string text;
  for (int c; (c = std::getc(output)) != EOF;) text += c;
  if (pclose(output) != 0) {
    return absl::DataLossError(absl::StripTrailingAsciiWhitespace(text));
  }
  // A line for the file, then one for each claim.
  std::vector<std::string> lines =
      absl::StrSplit(absl::StripTrailingAsciiWhitespace(text), '\n');
  lines.erase(lines.begin());
  for (std::string& line : lines) absl::StripAsciiWhitespace(&line);
  return lines;
}

// Whether "win within 13 plies" or the like can be true of the side `prover`.
bool Agrees(const EmptyBoardValue& value, const std::string& aim,
            EmptyBoardValue::Winner prover) {
  std::smatch plies;
  const bool bounded = std::regex_search(aim, plies, std::regex("\\d+"));
  const bool in_time = !bounded || value.plies() <= std::stoul(plies.str());
  if (absl::StartsWith(aim, "win")) return value.winner() == prover && in_time;
  return value.winner() == EmptyBoardValue::DRAW || value.winner() == prover ||
         !in_time;
}

// DataLoss if the manifest says otherwise than the certificate.
absl::Status CheckClaims(const Certificate& certificate,
                         const Manifest& manifest) {
  const std::string ban = absl::StrCat(
      " without ",
      absl::StrJoin(manifest.rules().banned_first_drops(), " without "));
  std::istringstream lines(certificate.text);
  std::string aim;
  for (std::string line; std::getline(lines, line);) {
    std::smatch part;
    if (std::regex_match(line, part, std::regex("aim: (.*)"))) aim = part[1];
    if (!std::regex_match(line, part,
                          std::regex("claim: (\\w+)(.*) (black|red)"))) {
      continue;
    }
    for (const VariantValue& variant : manifest.variants()) {
      if (variant.style() != part[1].str() ||
          (variant.centre_ban() ? ban : "") != part[2].str()) {
        continue;
      }
      if (!Agrees(variant.value(), aim,
                  part[3] == "black" ? EmptyBoardValue::BLACK
                                     : EmptyBoardValue::RED)) {
        return absl::DataLossError(
            absl::StrCat(certificate.path, " proves \"", line.substr(7), ": ",
                         aim, "\", but the manifest says otherwise"));
      }
    }
  }
  return absl::OkStatus();
}

absl::Status Run() {
  const absl::Status flags =
      RequireFlags({{"manifest", absl::GetFlag(FLAGS_manifest)},
                    {"check", absl::GetFlag(FLAGS_check)},
                    {"certificates", absl::GetFlag(FLAGS_certificates)},
                    {"json", absl::GetFlag(FLAGS_json)}});
  if (!flags.ok()) return flags;
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                  absl::GetFlag(FLAGS_threads).count);
  const absl::StatusOr<Manifest> manifest =
      ReadManifestFile(absl::GetFlag(FLAGS_manifest));
  if (!manifest.ok()) return manifest.status();
  const auto certificates = Certificates(manifest->rules());
  if (!certificates.ok()) return certificates.status();

  StageReport report;
  std::vector<absl::StatusOr<std::vector<std::string>>> proved(
      certificates->size());
  {
    Progress progress(manifest->rules().name() + ": certificates", &report);
    progress.StartPhase("check");
    tbb::parallel_for(size_t{0}, certificates->size(), [&](size_t i) {
      proved[i] = Prove((*certificates)[i].path);
    });
  }
  CertificatesChecked checked;
  checked.set_rules(manifest->rules().name());
  for (size_t i = 0; i < certificates->size(); ++i) {
    const Certificate& certificate = (*certificates)[i];
    if (!proved[i].ok()) return proved[i].status();
    const absl::Status status = CheckClaims(certificate, *manifest);
    if (!status.ok()) return status;
    const absl::StatusOr<std::string> sha256 =
        Sha256OfFile(certificate.path, /*follow=*/true);
    if (!sha256.ok()) return sha256.status();
    CheckedCertificate& one = *checked.add_certificates();
    one.set_file(fs::path(certificate.path).filename().string());
    one.set_sha256(*sha256);
    one.mutable_proved()->Assign(proved[i]->begin(), proved[i]->end());
    one.set_accepted(true);
  }
  const absl::Status status = WriteJson(absl::GetFlag(FLAGS_json), checked);
  if (!status.ok()) return status;
  return WriteStageReport(absl::GetFlag(FLAGS_report), report);
}

}  // namespace
}  // namespace teeko::pipeline

int main(int argc, char** argv) {
  return teeko::StageMain(argc, argv, teeko::pipeline::kUsage,
                          teeko::pipeline::Run);
}
