// A stage of the pipeline: checks certificates with proof/check, and compares
// the proved values with the manifest.

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/flags/flag.h"
#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/files.h"
#include "base/program.h"
#include "base/status.h"
#include "base/text.h"
#include "proof/certificates/rules_text.h"
#include "proto/manifest_file.h"
#include "proto/message_file.h"
#include "proto/sha256.h"
#include "teeko/proof/certificates/checked.pb.h"

ABSL_FLAG(std::string, manifest, "", "manifest of the game");
ABSL_FLAG(std::string, check, "",
          "the program proof/check, which is run once for each certificate");
ABSL_FLAG(std::string, certificates, "",
          "certificate, or folder with certificates (docs/formats.md); those "
          "of other games are refused, or skipped in a folder");
ABSL_FLAG(std::string, json, "",
          "file to write with the proved claims "
          "(proof/certificates/checked.proto)");
ABSL_FLAG(int, threads, teeko::base::DefaultThreads(),
          "number of certificates to check at the same time, 1 to 1024");
ABSL_FLAG(std::string, report, "",
          "file to write with the time and memory that this stage used");

namespace teeko::proof {
namespace {

namespace fs = std::filesystem;

constexpr char kUsage[] =
    R"(Checks the certificates of a game and compares them with its manifest.

  check_certificates --manifest=FILE --check=PROGRAM --certificates=PATH
                     --json=FILE

Fails unless the checker accepts all certificates of this game and they agree
with the manifest.  For example:

  check_certificates --manifest=out/advanced/manifest.textproto \
    --check=bazel-bin/proof/check/check --certificates=proof/certificates/files \
    --json=/tmp/certificates.json
)";

// Path and text.
using Certificate = std::pair<std::string, std::string>;

// InvalidArgument, with the first line that differs, if the certificate does
// not start with these lines.
absl::Status CheckBeginning(const Certificate& certificate,
                            absl::string_view beginning) {
  const std::string text = base::PlainText(certificate.second);
  if (absl::StartsWith(text, beginning)) return absl::OkStatus();
  const std::vector<absl::string_view> expected =
      absl::StrSplit(beginning, '\n');
  const std::vector<absl::string_view> lines =
      absl::StrSplit(text, absl::MaxSplits('\n', expected.size()));
  size_t i = 0;
  while (i + 1 < lines.size() && lines[i] == expected[i]) ++i;
  return absl::InvalidArgumentError(absl::StrCat(
      certificate.first, ": line ", i + 1, ": expected \"", expected[i],
      "\", as in the manifest's game, got \"", lines[i], "\""));
}

// Returns the certificates of the game, sorted by path.
absl::StatusOr<std::vector<Certificate>> Certificates(const Rules& rules) {
  const std::string folder = absl::GetFlag(FLAGS_certificates);
  const std::string beginning =
      absl::StrCat("teeko certificate 1 text\n", RulesText(rules));
  std::vector<Certificate> certificates;
  std::error_code error;
  if (!fs::is_directory(folder, error)) {
    ASSIGN_OR_RETURN(std::string text, base::ReadFile(folder));
    certificates.emplace_back(folder, std::move(text));
    RETURN_IF_ERROR(CheckBeginning(certificates[0], beginning));
    return certificates;
  }
  for (const fs::directory_entry& entry :
       fs::recursive_directory_iterator(folder, error)) {
    if (!entry.is_regular_file()) continue;
    ASSIGN_OR_RETURN(std::string text, base::ReadFile(entry.path()));
    Certificate certificate(entry.path(), std::move(text));
    if (CheckBeginning(certificate, beginning).ok()) {
      certificates.push_back(std::move(certificate));
    }
  }
  RETURN_IF_ERROR(base::Cannot(error.value(), "read ", folder));
  std::ranges::sort(certificates);
  return certificates;
}

// Returns the path as one word of a shell command.
std::string Quoted(const std::string& path) {
  return absl::StrCat("'", absl::StrReplaceAll(path, {{"'", "'\\''"}}), "'");
}

// Returns the checker's output for an accepted certificate.  DataLoss with the
// checker's message if it refuses the certificate.
absl::StatusOr<std::string> Prove(const std::string& path) {
  const std::string command = absl::StrCat(
      "exec ", Quoted(absl::GetFlag(FLAGS_check)), " ", Quoted(path), " 2>&1");
  FILE* const output = popen(command.c_str(), "r");
  if (output == nullptr) {
    return base::Cannot(errno, "start the checker");
  }
  std::string text;
  for (int c; (c = std::getc(output)) != EOF;) text += c;
  absl::StripTrailingAsciiWhitespace(&text);
  if (pclose(output) != 0) return absl::DataLossError(text);
  return text;
}

// Returns true if `prover` can reach the aim, such as "win within 13 plies",
// from a position with this value.
bool Agrees(const EmptyBoardValue& value, absl::string_view aim,
            EmptyBoardValue::Winner prover) {
  const std::vector<absl::string_view> words = absl::StrSplit(aim, ' ');
  uint32_t plies;
  const bool in_time = words.size() == 1 ||  // "hold"
                       !absl::SimpleAtoi(words[2], &plies) ||
                       value.plies() <= plies;
  if (words[0] == "win") return value.winner() == prover && in_time;
  return value.winner() == EmptyBoardValue::DRAW || value.winner() == prover ||
         !in_time;
}

// DataLoss if the certificate contradicts the manifest.
absl::Status CheckClaims(const Certificate& certificate,
                         const Manifest& manifest) {
  const std::string bans = absl::StrCat(
      " without ",
      absl::StrJoin(manifest.rules().banned_first_drops(), " without "));
  // By the text of a claim without the colour.
  absl::flat_hash_map<std::string, EmptyBoardValue> values;
  for (const VariantValue& variant : manifest.variants()) {
    values[variant.style() + (variant.centre_ban() ? bans : "")] =
        variant.value();
  }
  absl::string_view aim;
  const std::string text = base::PlainText(certificate.second);
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    if (absl::ConsumePrefix(&line, "aim: ")) aim = line;
    if (!absl::ConsumePrefix(&line, "claim: ")) continue;
    const absl::string_view game = line.substr(0, line.rfind(' '));
    const auto value = values.find(game);
    const auto prover = absl::EndsWith(line, " black") ? EmptyBoardValue::BLACK
                                                       : EmptyBoardValue::RED;
    if (value != values.end() && !Agrees(value->second, aim, prover)) {
      return absl::DataLossError(
          absl::StrCat(certificate.first, ": proves \"", line, ": ", aim,
                       "\", which contradicts the manifest"));
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<CheckedCertificate> Check(const Certificate& certificate,
                                         const Manifest& manifest) {
  const auto& [path, text] = certificate;
  ASSIGN_OR_RETURN(const std::string proved, Prove(path));
  RETURN_IF_ERROR(CheckClaims(certificate, manifest));
  CheckedCertificate checked;
  const fs::path file =
      fs::path(path).lexically_relative(absl::GetFlag(FLAGS_certificates));
  checked.set_file(file == "." ? fs::path(path).filename() : file);
  checked.set_sha256(absl::BytesToHexString(proto::Sha256(text)));
  // The output has one line for the file, then one line for each claim.
  const std::vector<absl::string_view> lines = absl::StrSplit(proved, '\n');
  for (size_t i = 1; i < lines.size(); ++i) {
    checked.add_proved(std::string(absl::StripAsciiWhitespace(lines[i])));
  }
  checked.set_accepted(true);
  return checked;
}

absl::Status Run() {
  RETURN_IF_ERROR(
      base::RequireFlags({"manifest", "check", "certificates", "json"}));
  ASSIGN_OR_RETURN(const Manifest manifest,
                   proto::ReadManifestFile(absl::GetFlag(FLAGS_manifest)));
  ASSIGN_OR_RETURN(const std::vector<Certificate> certificates,
                   Certificates(manifest.rules()));
  std::vector<absl::StatusOr<CheckedCertificate>> checked(certificates.size());
  base::Progress progress(manifest.rules().name() + ": certificates");
  progress.StartPhase("check");
  tbb::parallel_for(size_t{0}, certificates.size(), [&](size_t i) {
    checked[i] = Check(certificates[i], manifest);
  });
  CertificatesChecked all;
  all.set_rules(manifest.rules().name());
  for (const auto& one : checked) {
    ASSIGN_OR_RETURN(*all.add_certificates(), one);
  }
  RETURN_IF_ERROR(proto::WriteJson(absl::GetFlag(FLAGS_json), all));
  return progress.WriteReport(absl::GetFlag(FLAGS_report));
}

}  // namespace
}  // namespace teeko::proof

int main(int argc, char** argv) {
  return teeko::base::ProgramMain(argc, argv, teeko::proof::kUsage,
                                  teeko::proof::Run);
}
