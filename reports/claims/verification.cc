#include "reports/claims/verification.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "proto/faults.pb.h"
#include "proto/json.h"
#include "reports/claims/embedded.h"
#include "reports/claims/words.h"
#include "stage/stage.h"

namespace teeko::reports {
namespace {

Diagram WhoChecksWhat() {
  enum {
    kRules,
    kSolverA,
    kSolverB,
    kTableA,
    kTableB,
    kVerify,
    kManifest,
    kReports,
    kDigests,
    kDump,
    kCheckTable,
    kCertificates,
    kCheck
  };
  return {.caption =
              "Who reads what. Framed in bold: parts that read the rules of "
              "Teeko for "
              "themselves and share no code with another",
          .boxes = {{0, 1, "rules", "a text file"},
                    {1, 0, "solver_a", "bit matrices", true},
                    {1, 2, "solver_b", "retrograde", true},
                    {2, 0, "table A", "every value"},
                    {2, 2, "table B", "every value"},
                    {3, 1, "verify", "and its kernel", true},
                    {4, 1, "manifest", "digests, counts"},
                    {5, 1, "reports", "read what it accepts"},
                    {4, 0, "digests", "in the repository"},
                    {3, 3, "raw dump", "of a table"},
                    {3, 4, "check_table", "one file", true},
                    {4, 3, "certificates", "strategies"},
                    {5, 3, "check", "one file", true}},
          .arrows = {{kRules, kSolverA},
                     {kRules, kSolverB},
                     {kRules, kVerify},
                     {kSolverA, kTableA},
                     {kSolverB, kTableB},
                     {kTableA, kVerify},
                     {kTableB, kVerify},
                     {kVerify, kManifest},
                     {kManifest, kDigests},
                     {kManifest, kReports},
                     {kVerify, kDump},
                     {kDump, kCheckTable},
                     {kManifest, kCertificates},
                     {kCertificates, kCheck}}};
}

// What the verifier found in this run.
void AddChecks(const RulesFinding& rules, Section& section) {
  Table table = {.caption = RulesTitle(rules.result.name()),
                 .header = {"What was checked", "Positions"},
                 .rows = {},
                 .text_columns = 1};
  for (const Check& check : rules.manifest.checks()) {
    table.rows.push_back({check.name(), WithCommas(check.positions())});
  }
  section.blocks.push_back(std::move(table));
  section.blocks.push_back(Paragraph{absl::StrCat(
      "Digest `", rules.manifest.digest(), "`. ",
      rules.consistent
          ? "`results.json`, the manifest and a count of the table made for "
            "this report agree."
          : "**`results.json`, the manifest and a count of the table made for "
            "this report do not agree.**")});
}

// A line a certificate: name, aim, formations, bytes (certificate_list.sh).
Table Certificates() {
  Table table = {.caption = "Certificates, all accepted by `check`",
                 .header = {"Certificate", "Aim", "Formations", "Bytes"},
                 .rows = {},
                 .text_columns = 2};
  uint64_t formations = 0;
  uint64_t bytes = 0;
  for (absl::string_view line :
       absl::StrSplit(kCertificates, '\n', absl::SkipEmpty())) {
    std::vector<std::string> row = absl::StrSplit(line, '\t');
    for (const auto& [column, sum] :
         {std::pair{2, &formations}, std::pair{3, &bytes}}) {
      uint64_t number = 0;
      if (absl::SimpleAtoi(row.at(column), &number)) *sum += number;
      row[column] = WithCommas(number);
    }
    table.rows.push_back(std::move(row));
  }
  table.rows.push_back({"all", "", WithCommas(formations), WithCommas(bytes)});
  return table;
}

// The recorded campaign, a row for each thing that faults were planted in.
void AddFaults(Section& section) {
  faults::Report report;
  if (!ParseJson(kFaults, "faults.json", report).ok()) return;
  Table table = {
      .caption =
          absl::StrCat("A campaign of `//audit:faults`, seed ", report.seed()),
      .header = {"Planted in", "Caught by", "Kinds", "Planted", "Missed"},
      .rows = {},
      .text_columns = 2};
  struct Sum {
    std::string place;
    std::vector<std::string> judges;
    uint64_t kinds = 0;
    uint64_t planted = 0;
    uint64_t missed = 0;
  };
  std::vector<Sum> sums;
  Sum all = {.place = "all", .judges = {}};
  for (const faults::KindReport& kind : report.kinds()) {
    if (sums.empty() || sums.back().place != kind.place()) {
      sums.push_back({.place = kind.place(), .judges = {}});
    }
    Sum& sum = sums.back();
    if (sum.judges.empty() || sum.judges.back() != kind.judge()) {
      sum.judges.push_back(kind.judge());
    }
    ++sum.kinds;
    sum.planted += kind.planted();
    sum.missed += kind.missed_size();
    ++all.kinds;
    all.planted += kind.planted();
    all.missed += kind.missed_size();
  }
  sums.push_back(all);
  for (const Sum& sum : sums) {
    table.rows.push_back({sum.place, absl::StrJoin(sum.judges, ", "),
                          WithCommas(sum.kinds), WithCommas(sum.planted),
                          WithCommas(sum.missed)});
  }
  section.blocks.push_back(std::move(table));
}

}  // namespace

Section VerificationSection(const Findings& findings) {
  Section section = {"verification", "Why believe it?", {}};
  section.blocks.push_back(Paragraph{
      "A table of values is itself a proof if every entry agrees with those of "
      "its successors, since the number of plies falls along every line. Two "
      "solvers that share no code wrote a table each; the verifier reads the "
      "rules for itself and accepts them only if all that is listed here holds "
      "for every position. Nothing in this report was read from a table that "
      "it did not accept."});
  section.blocks.push_back(WhoChecksWhat());
  section.blocks.push_back(Heading{"Every position"});
  section.blocks.push_back(Paragraph{
      "Positions checked in this run. The digest is the SHA-256 of the digests "
      "of a table's sections; the same rules give the same digest on any "
      "machine, with any number of threads and any compiler."});
  for (const RulesFinding& rules : findings.rules) AddChecks(rules, section);
  section.blocks.push_back(Heading{"Certificates"});
  section.blocks.push_back(Paragraph{
      "Who trusts neither solver nor verifier may check a strategy instead. A "
      "certificate lists a few hundred formations that one side keeps to; "
      "`check`, one file that needs the C++ standard library only, proves by "
      "brute force that this is enough to win, or to hold, against anything. "
      "(Patashnik's proof for Qubic, accepted in 1980, needed 2,929 moves.) "
      "`check_table` does the same for a whole table: it compares every value "
      "with those of its successors."});
  section.blocks.push_back(Certificates());
  section.blocks.push_back(Heading{"Would we notice?"});
  section.blocks.push_back(
      Paragraph{"Faults are planted in everything that could be wrong, tables, "
                "manifests, "
                "certificates and the rules inside the solvers, and each has "
                "to be caught "
                "by the part that is there for it. `audit/faults/README.md` "
                "explains the "
                "kinds, and those that change nothing."});
  AddFaults(section);
  section.blocks.push_back(Heading{"Do it again"});
  section.blocks.push_back(Listing{{
      "./bazelw run //:pipeline                    # both solvers, verifier",
      "c++ -std=c++20 -O2 verify/check/check.cc -o check && "
      "./check verify/certificates/files/*.txt",
      "./bazelw run //audit:faults                # 12,000 faults, a minute",
      "./bazelw run //audit:fuzz -- --seconds=60  # three readings, at random",
  }});
  return section;
}

}  // namespace teeko::reports
