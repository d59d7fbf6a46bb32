// A stage for tests: solver or verifier, as its flags say.  It knows nothing of
// Teeko, makes small files of the right form, and misbehaves on demand.
//
// Environment:
//   FAKE_STAGE      "first/solver_a=fail,second/verify=hang": what to do, by
//                   rules and stage; see Misbehave and its callers
//   FAKE_STAGE_LOG  a file to which it adds a line, "first/solver_a"
//   FAKE_STAGE_MS   how long it takes, in milliseconds

#include <fcntl.h>
#include <unistd.h>

#include <cctype>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string>
#include <thread>

#include "absl/flags/flag.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "proto/manifest.pb.h"
#include "proto/rules_file.h"
#include "proto/table_reader.h"
#include "proto/table_writer.h"
#include "stage/files.h"
#include "stage/stage.h"
#include "stage/stage_report.pb.h"

ABSL_FLAG(std::string, rules, "", "as the real stages have it");
ABSL_FLAG(std::string, out, "", "solvers: the table");
ABSL_FLAG(std::string, table_a, "", "verifier: solver A's table");
ABSL_FLAG(std::string, table_b, "", "verifier: solver B's table");
ABSL_FLAG(std::string, manifest, "", "verifier: the manifest");
ABSL_FLAG(int, threads, 1, "as the real stages have it");
ABSL_FLAG(std::string, report, "", "as the real stages have it");

namespace teeko::pipeline {
namespace {

// More than one chunk.
constexpr uint64_t kPositions = TableWriter::kChunkPositions + 1000;

std::string Environment(const char* variable) {
  const char* const value = std::getenv(variable);
  return value != nullptr ? value : "";
}

void Log(const std::string& line) {
  const std::string path = Environment("FAKE_STAGE_LOG");
  if (path.empty()) return;
  std::ofstream(path, std::ios::app) << line + "\n";
}

// How this process, "first/solver_a" say, shall behave; empty: well.
std::string Behaviour(const std::string& self) {
  const std::string all = Environment("FAKE_STAGE");
  if (all.empty()) return "";
  const std::map<std::string, std::string> behaviours =
      absl::StrSplit(all, absl::ByAnyChar(",="));
  const auto found = behaviours.find(self);
  return found != behaviours.end() ? found->second : "";
}

// What goes wrong while something is half written.
absl::Status Misbehave(const std::string& behaviour, const std::string& self) {
  if (behaviour == "fail")
    return absl::AbortedError(self + " was told to fail");
  if (behaviour == "crash") std::abort();
  if (behaviour == "stubborn") std::signal(SIGTERM, SIG_IGN);
  if (behaviour == "stubborn" || behaviour == "hang") {
    Log(self + " hangs");
    while (true) pause();
  }
  return absl::OkStatus();
}

absl::Status Solve(const Rules& rules, const std::string& stage,
                   const std::string& self, const std::string& behaviour) {
  const int shift = behaviour == "other_values" ? 1 : 0;
  absl::StatusOr<std::unique_ptr<TableWriter>> table =
      TableWriter::Create(absl::GetFlag(FLAGS_out), rules, stage, 1);
  if (!table.ok()) return table.status();
  absl::Status status = (*table)->WriteSection(
      2 * rules.pieces(), "", kPositions,
      [shift](uint64_t first, absl::Span<uint8_t> out) {
        for (size_t i = 0; i < out.size(); ++i) {
          // Hardly compressible.
          out[i] = ((first + i) * 0x9E3779B97F4A7C15 >> 57) + shift;
        }
      });
  if (!status.ok()) return status;
  status = Misbehave(behaviour, self);
  if (!status.ok()) return status;
  return (*table)->Finish();
}

absl::Status Verify(const Rules& rules, const std::string& self,
                    const std::string& behaviour) {
  Manifest manifest;
  manifest.set_goals(4);
  manifest.set_placements(kPositions);
  manifest.set_draws(600);
  for (const uint64_t count : {10, 20, 0, 30}) manifest.add_levels(count);
  for (const std::string& style : rules.styles()) {
    for (const bool ban : {true, false}) {
      if (behaviour == "no_variants") continue;
      VariantValue& variant = *manifest.add_variants();
      variant.set_style(style);
      variant.set_centre_ban(ban);
      for (const uint32_t square : {3, 11, 2, 1}) {
        variant.add_first_drops()->set_square(square);
      }
    }
  }

  absl::Status status = Misbehave(behaviour, self);
  if (!status.ok()) return status;
  const absl::StatusOr<TableReader> a =
      TableReader::Open(absl::GetFlag(FLAGS_table_a));
  if (!a.ok()) return a.status();
  const absl::StatusOr<TableReader> b =
      TableReader::Open(absl::GetFlag(FLAGS_table_b));
  if (!b.ok()) return b.status();
  for (int i = 0; i < a->footer().sections_size(); ++i) {
    const Section& section = a->footer().sections(i);
    if (section.sha256() != b->footer().sections(i).sha256()) {
      return absl::DataLossError("the tables differ");
    }
  }
  Accept(*a, manifest);
  Accept(*b, manifest);

  const std::string path = absl::GetFlag(FLAGS_manifest);
  if (behaviour == "in_place") {
    Manifest half_done = manifest;
    half_done.clear_draws();
    status = WriteTextProto(absl::StrReplaceAll(path, {{"/unfinished/", "/"}}),
                            half_done);
    if (!status.ok()) return status;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  return WriteTextProto(path, manifest);
}

absl::Status Run() {
  const std::string out = absl::GetFlag(FLAGS_out);
  const std::string output = out.empty() ? absl::GetFlag(FLAGS_manifest) : out;
  const std::string file = output.substr(output.rfind('/') + 1);
  const std::string stage =
      out.empty() ? "verify" : file.substr(0, file.find('.'));
  const absl::StatusOr<Rules> rules = ReadRulesFile(absl::GetFlag(FLAGS_rules));
  if (!rules.ok()) return rules.status();
  const std::string self = absl::StrCat(rules->name(), "/", stage);
  const std::string behaviour = Behaviour(self);
  Log(self);
  std::this_thread::sleep_for(std::chrono::milliseconds(
      std::atoi(Environment("FAKE_STAGE_MS").c_str())));

  if (behaviour == "nothing") return absl::OkStatus();
  if (behaviour == "junk") return WriteFile(output, "junk");
  const absl::Status status = out.empty()
                                  ? Verify(*rules, self, behaviour)
                                  : Solve(*rules, stage, self, behaviour);
  if (!status.ok()) return status;
  return WriteFile(absl::GetFlag(FLAGS_report),
                   "phases { name: \"pretending\" seconds: 0.5 "
                   "positions: 1000000 }");
}

}  // namespace
}  // namespace teeko::pipeline

int main(int argc, char** argv) {
  return teeko::StageMain(argc, argv, "A stage for tests.\n",
                          teeko::pipeline::Run);
}
