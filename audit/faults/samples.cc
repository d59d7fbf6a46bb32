#include <filesystem>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "audit/faults/kinds.h"
#include "proto/rules_file.h"
#include "stage/status.h"
#include "verify/rules.h"

namespace teeko::faults {
namespace {

// Lines and squares, edges that wrap, players without a move, all styles and
// few, with a ban and without.
constexpr const char* kBoards[] = {
    "audit/faults/boards/board4x3", "audit/faults/boards/board3x3",
    "audit/faults/boards/torus2x5", "audit/faults/boards/square3x4",
    "audit/faults/boards/strip1x7", "corpus/rules/board4x4",
};

absl::StatusOr<verify::Table> ReadTable(const TableReader& reader,
                                        const kernel::Game& game,
                                        const Rules& rules) {
  verify::Table table = {
      .value_bytes = static_cast<int>(reader.footer().value_bytes()),
      .sections = verify::SectionsOf(game, rules),
      .payloads = {}};
  for (size_t i = 0; i < table.sections.size(); ++i) {
    std::vector<uint8_t>& payload = table.payloads.emplace_back(
        table.sections[i].positions * table.value_bytes);
    RETURN_IF_ERROR(reader.ReadSection(i, absl::MakeSpan(payload)));
  }
  return table;
}

absl::StatusOr<Sample> MakeSample(const Workplace& workplace,
                                  const std::string& rules_path) {
  ASSIGN_OR_RETURN(const Rules rules, ReadRulesFile(rules_path));
  const std::string folder =
      absl::StrCat(workplace.folder(), "/", rules.name());
  std::filesystem::create_directory(folder);
  const std::string rules_flag = "--rules=" + rules_path;
  const std::string manifest_path = folder + "/manifest.textproto";
  const std::string table_a = folder + "/solver_a.table";
  const std::string table_b = folder + "/solver_b.table";
  RETURN_IF_ERROR(workplace.RunOrFail("solver_a/solver_a",
                                      {rules_flag, "--out=" + table_a}));
  RETURN_IF_ERROR(workplace.RunOrFail("solver_b/solver_b",
                                      {rules_flag, "--out=" + table_b}));
  RETURN_IF_ERROR(workplace.RunOrFail(
      "verify/verify",
      {rules_flag, "--table_a=" + table_a, "--table_b=" + table_b,
       "--manifest=" + manifest_path}));
  ASSIGN_OR_RETURN(TableReader reader_a, TableReader::Open(table_a));
  ASSIGN_OR_RETURN(TableReader reader_b, TableReader::Open(table_b));
  const kernel::Game game = verify::GameOf(rules);
  ASSIGN_OR_RETURN(verify::Table table, ReadTable(reader_a, game, rules));
  return Sample{.rules = rules,
                .game = game,
                .rules_path = rules_path,
                .manifest_path = manifest_path,
                .table_a = std::move(reader_a),
                .table_b = std::move(reader_b),
                .table = std::move(table)};
}

}  // namespace

absl::StatusOr<Samples> MakeSamples(const Workplace& workplace) {
  Samples samples;
  for (const char* const board : kBoards) {
    ASSIGN_OR_RETURN(Sample sample,
                     MakeSample(workplace, workplace.Runfile(absl::StrCat(
                                               board, ".textproto"))));
    samples.push_back(std::move(sample));
  }
  return samples;
}

const Sample& AnySample(const Samples& samples, Random& random) {
  if (random.Below(50) == 0) return samples.back();
  return samples[random.Below(samples.size() - 1)];
}

}  // namespace teeko::faults
