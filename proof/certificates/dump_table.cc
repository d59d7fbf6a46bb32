// The program dump_table: writes a table as a dump (docs/formats.md), which
// //proof/check:check_table checks without other code of this project.

#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/program.h"
#include "base/status.h"
#include "proof/certificates/rules_text.h"
#include "proto/table_reader.h"

ABSL_FLAG(std::string, table, "", "table to dump");
ABSL_FLAG(std::string, section, "",
          "write only the values of this section: the number of pieces placed "
          "and the letters of the drops to come, such as 8 or 7S");

namespace teeko::proof {
namespace {

constexpr char kUsage[] =
    R"(Writes a table as a dump to standard output.

  dump_table --table=FILE > DUMP
  dump_table --table=FILE --section=SECTION > VALUES

A dump (docs/formats.md) has a header in text, then the values of all sections,
uncompressed.  proof/check:check_table checks it.  For example:

  dump_table --table=out/advanced/solver_a.table > dump && check_table dump
  dump_table --table=out/advanced/solver_a.table --section=8 | sha256sum
)";

absl::Status Write(const void* data, size_t bytes) {
  if (std::cout.write(static_cast<const char*>(data), bytes)) {
    return absl::OkStatus();
  }
  return base::Cannot(errno, "write to standard output");
}

// Writes the values of section `i`.
absl::Status WriteSection(const proto::TableReader& table, int i) {
  std::vector<uint8_t> payload(table.footer().sections(i).positions() *
                               table.footer().value_bytes());
  RETURN_IF_ERROR(table.ReadSection(i, absl::MakeSpan(payload)));
  return Write(payload.data(), payload.size());
}

absl::Status Run() {
  RETURN_IF_ERROR(base::RequireFlags({"table"}));
  ASSIGN_OR_RETURN(const auto table,
                   proto::TableReader::Open(absl::GetFlag(FLAGS_table)));
  const TableFooter& footer = table.footer();
  if (const std::string wanted = absl::GetFlag(FLAGS_section);
      !wanted.empty()) {
    std::vector<std::string> names;
    for (const Section& section : footer.sections()) {
      names.push_back(absl::StrCat(section.placed(), section.drops()));
      if (names.back() == wanted) return WriteSection(table, names.size() - 1);
    }
    return base::Invalid("--section=", wanted, ": expected one of ",
                         absl::StrJoin(names, ", "));
  }
  std::string header =
      absl::StrCat("teeko table 1\n", RulesText(footer.rules()),
                   "bytes: ", footer.value_bytes(), "\n");
  for (const Section& section : footer.sections()) {
    absl::StrAppend(&header, "section: ", section.placed(), " pieces ",
                    section.drops().empty() ? "" : "before ", section.drops(),
                    section.drops().empty() ? "" : " ", section.positions(),
                    " positions\n");
  }
  absl::StrAppend(&header, "end\n");
  RETURN_IF_ERROR(Write(header.data(), header.size()));
  for (int i = 0; i < footer.sections_size(); ++i) {
    RETURN_IF_ERROR(WriteSection(table, i));
  }
  return absl::OkStatus();
}

}  // namespace
}  // namespace teeko::proof

int main(int argc, char** argv) {
  return teeko::base::ProgramMain(argc, argv, teeko::proof::kUsage,
                                  teeko::proof::Run);
}
