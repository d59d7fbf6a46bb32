#include "audit/faults/samples.h"

#include <filesystem>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "google/protobuf/text_format.h"
#include "proto/rules_file.h"
#include "verify/order.h"
#include "verify/rules.h"

namespace teeko::faults {
namespace {

// Lines and squares, edges that wrap, players without a move, all styles and
// few, with a ban and without.
constexpr const char* kBoards[] = {
    "name: 'board4x3' rows: 4 columns: 3 pieces: 3 "
    "goals { line { length: 3 } } banned_first_drops: [5, 8]",
    "name: 'board3x3' rows: 3 columns: 3 pieces: 3 "
    "goals { line { length: 3 } } banned_first_drops: 5",
    "name: 'torus2x5' rows: 2 columns: 5 pieces: 3 edges: WRAPPED "
    "goals { line { length: 3 } } styles: ['SAA', 'ASA']",
    "name: 'square3x4' rows: 3 columns: 4 pieces: 4 "
    "goals { square { side: 1 } } goals { tilted_squares {} } styles: ['SSAA', "
    "'ASAS']",
    "name: 'strip' rows: 1 columns: 7 pieces: 3 goals { line { length: 3 } }",
    "name: 'board4x4' rows: 4 columns: 4 pieces: 4 "
    "goals { line { length: 4 } } goals { square { side: 1 } }",
};

absl::StatusOr<verify::Table> ReadTable(const TableReader& reader,
                                        const kernel::Game& game,
                                        const Rules& rules) {
  verify::Table table = {
      .value_bytes = static_cast<int>(reader.footer().value_bytes()),
      .sections = kernel::Sections(
          game, {rules.styles().begin(), rules.styles().end()}),
      .payloads = {}};
  for (size_t i = 0; i < table.sections.size(); ++i) {
    std::vector<uint8_t>& payload = table.payloads.emplace_back(
        table.sections[i].positions * table.value_bytes);
    const absl::Status status = reader.ReadSection(i, absl::MakeSpan(payload));
    if (!status.ok()) return status;
  }
  return table;
}

absl::StatusOr<Sample> MakeSample(const Workplace& workplace,
                                  const char* words) {
  const absl::StatusOr<Rules> rules = ParseRules(words, "sample");
  if (!rules.ok()) return rules.status();
  const std::string folder =
      absl::StrCat(workplace.folder(), "/", rules->name());
  std::filesystem::create_directory(folder);
  const std::string rules_path = folder + "/rules.textproto";
  const std::string manifest_path = folder + "/manifest.textproto";
  const std::string table_a = folder + "/solver_a.table";
  const std::string table_b = folder + "/solver_b.table";
  std::string text;
  google::protobuf::TextFormat::PrintToString(*rules, &text);
  WriteBytes(rules_path, text);

  absl::Status status = workplace.RunOrFail(
      "solver_a/solver_a", {"--rules=" + rules_path, "--out=" + table_a});
  status.Update(workplace.RunOrFail(
      "solver_b/solver_b", {"--rules=" + rules_path, "--out=" + table_b}));
  status.Update(workplace.RunOrFail(
      "verify/verify",
      {"--rules=" + rules_path, "--table_a=" + table_a, "--table_b=" + table_b,
       "--manifest=" + manifest_path}));
  if (!status.ok()) return status;
  absl::StatusOr<TableReader> reader_a = TableReader::Open(table_a);
  if (!reader_a.ok()) return reader_a.status();
  absl::StatusOr<TableReader> reader_b = TableReader::Open(table_b);
  if (!reader_b.ok()) return reader_b.status();
  const kernel::Game game = verify::GameOf(*rules);
  absl::StatusOr<verify::Table> table = ReadTable(*reader_a, game, *rules);
  if (!table.ok()) return table.status();
  return Sample{.rules = *rules,
                .game = game,
                .folder = folder,
                .rules_path = rules_path,
                .manifest_path = manifest_path,
                .table_a = *std::move(reader_a),
                .table_b = *std::move(reader_b),
                .table = *std::move(table)};
}

}  // namespace

absl::StatusOr<std::vector<Sample>> MakeSamples(const Workplace& workplace) {
  std::vector<Sample> samples;
  for (const char* const words : kBoards) {
    absl::StatusOr<Sample> sample = MakeSample(workplace, words);
    if (!sample.ok()) return sample.status();
    samples.push_back(*std::move(sample));
  }
  return samples;
}

Ended Verify(const Workplace& workplace, const Sample& sample,
             const std::string& table_a, const std::string& table_b,
             const std::string& manifest) {
  // Many are run side by side.
  return workplace.Run(
      "verify/verify",
      {"--rules=" + sample.rules_path, "--table_a=" + table_a,
       "--table_b=" + table_b, "--manifest=" + manifest, "--threads=1"});
}

const Sample& AnySample(const std::vector<Sample>& samples, Random& random) {
  if (random.Below(50) == 0) return samples.back();
  return samples[random.Below(samples.size() - 1)];
}

}  // namespace teeko::faults
