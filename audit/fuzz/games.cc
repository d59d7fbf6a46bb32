#include "audit/fuzz/games.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "google/protobuf/text_format.h"
#include "proto/rules_file.h"
#include "proto/table_reader.h"
#include "stage/stage.h"
#include "verify/diagnosis.h"
#include "verify/order.h"
#include "verify/words.h"

namespace teeko::verify {
namespace {

// Most games of random moves end long before.
constexpr int kMostPlies = 200;

std::vector<kernel::Section> SectionsOf(const Rules& rules) {
  return kernel::Sections(kernel::GameOf(WordsOf(rules)),
                          {rules.styles().begin(), rules.styles().end()});
}

absl::StatusOr<Table> ReadTable(const TableReader& reader) {
  const TableFooter& footer = reader.footer();
  Table table = {
      static_cast<int>(footer.value_bytes()), SectionsOf(footer.rules()), {}};
  for (size_t i = 0; i < table.sections.size(); ++i) {
    const kernel::Section& expected = table.sections[i];
    const absl::StatusOr<int> found =
        reader.FindSection(expected.placed, expected.drops);
    if (!found.ok()) return found.status();
    if (footer.sections(*found).positions() != expected.positions) {
      return absl::DataLossError(absl::StrCat(
          reader.path(), ": ", SectionText(expected), ": wrong size"));
    }
    table.payloads.emplace_back(expected.positions * table.value_bytes);
    const absl::Status status =
        reader.ReadSection(*found, absl::MakeSpan(table.payloads.back()));
    if (!status.ok()) return status;
  }
  return table;
}

absl::StatusOr<Table> SolveBy(const std::string& program,
                              const std::string& rules_path,
                              const std::string& folder) {
  const std::string path = absl::StrCat(folder, "/table");
  const std::string log_path = absl::StrCat(folder, "/log");
  const std::string command =
      absl::StrCat("'", program, "' --rules='", rules_path, "' --out='", path,
                   "' 2>'", log_path, "'");
  if (std::system(command.c_str()) != 0) {
    std::ostringstream log;
    log << std::ifstream(log_path).rdbuf();
    return absl::InternalError(absl::StrCat(program, " failed: ", log.str()));
  }
  const absl::StatusOr<TableReader> reader = TableReader::Open(path);
  if (!reader.ok()) return reader.status();
  return ReadTable(*reader);
}

}  // namespace

absl::StatusOr<Tables> ReadTables(const std::string& path) {
  const absl::StatusOr<TableReader> reader = TableReader::Open(path);
  if (!reader.ok()) return reader.status();
  const Rules& rules = reader->footer().rules();
  const absl::Status status = ValidateRules(rules);
  if (!status.ok()) return status;
  absl::StatusOr<Table> table = ReadTable(*reader);
  if (!table.ok()) return table.status();
  return Tables{rules, {{"the table", *std::move(table)}}};
}

absl::StatusOr<Tables> Solve(const Rules& rules, const Solvers& solvers) {
  const std::string rules_path = absl::StrCat(solvers.folder, "/rules");
  std::string text;
  google::protobuf::TextFormat::PrintToString(rules, &text);
  const absl::Status status = WriteTextFile(rules_path, text);
  if (!status.ok()) return status;
  Tables tables = {rules, {}};
  for (const auto& [name, program] : {std::pair("solver A", solvers.solver_a),
                                      {"solver B", solvers.solver_b}}) {
    absl::StatusOr<Table> table = SolveBy(program, rules_path, solvers.folder);
    if (!table.ok()) return table.status();
    tables.tables.push_back({name, *std::move(table)});
  }
  return tables;
}

Games::Games(const Tables& tables)
    : tables_(tables),
      game_(kernel::GameOf(WordsOf(tables.rules))),
      sections_(SectionsOf(tables.rules)) {}

bool Games::TablesDiffer(int section, kernel::Position position) const {
  const uint64_t index = kernel::Index(game_, position);
  const auto value = [&](const NamedTable& named) {
    return named.table.ValueAt(section, index);
  };
  const kernel::Value first = value(tables_.tables[0]);
  return !std::ranges::all_of(
      tables_.tables, [&](const auto& named) { return value(named) == first; });
}

Games::Answer Games::Ask(int section, kernel::Position position) const {
  Answer answer = {.follows = true, .opinions = ""};
  for (const NamedTable& named : tables_.tables) {
    const Judgement judgement = *Judge(
        game_, sections_, section, kernel::Index(game_, position),
        [&](int s, uint64_t index) { return named.table.ValueAt(s, index); });
    answer.follows = answer.follows && judgement.right();
    absl::StrAppend(&answer.opinions, "  ", named.name, ": ",
                    ValueText(judgement.found), ", and by the successors it ",
                    judgement.Text(), "\n");
  }
  return answer;
}

std::optional<Disagreement> Games::CompareTables() const {
  for (size_t section = 0; section < sections_.size(); ++section) {
    const auto same = [&](const NamedTable& named) {
      return named.table.payloads[section] ==
             tables_.tables[0].table.payloads[section];
    };
    if (std::ranges::all_of(tables_.tables, same)) continue;
    for (uint64_t i = 0; i < sections_[section].positions; ++i) {
      const kernel::Position position =
          kernel::PositionAt(game_, sections_[section], i);
      if (!TablesDiffer(section, position)) continue;
      return Disagreement{"values", position, Ask(section, position).opinions,
                          sections_[section].drops};
    }
  }
  return std::nullopt;
}

std::optional<Disagreement> Games::Play(Random& random) {
  const auto& styles = tables_.rules.styles();
  kernel::Position position = {};
  int section =
      kernel::FindSection(sections_, 0, styles[random() % styles.size()]);
  std::optional<Disagreement> found;
  for (int ply = 0; ply < kMostPlies; ++ply) {
    ++positions_;
    const Answer answer = Ask(section, position);
    const bool differ = TablesDiffer(section, position);
    if (!answer.follows || differ) {
      found = {"values", position, answer.opinions, sections_[section].drops};
    }
    if (!answer.follows || kernel::HasGoal(game_, position.opponent)) break;

    std::vector<kernel::Position> successors;
    kernel::ForEachSuccessor(game_, position, [&](kernel::Position next) {
      successors.push_back(next);
    });
    section = sections_[section].next;
    // What differs has its cause further on.
    if (differ) {
      std::erase_if(successors, [&](kernel::Position next) {
        return !TablesDiffer(section, next);
      });
    }
    if (successors.empty()) break;
    position = successors[random() % successors.size()];
  }
  return found;
}

}  // namespace teeko::verify
