#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "game/accepted_table.h"
#include "game/tablebase.h"
#include "proto/json.h"
#include "proto/rules_file.h"
#include "reports/claims/findings.h"
#include "reports/claims/html.h"
#include "reports/claims/markdown.h"
#include "reports/claims/markup.h"
#include "reports/claims/report.h"
#include "reports/claims/verdicts.h"
#include "reports/claims/words.h"
#include "stage/stage.h"

namespace teeko::reports {
namespace {

using ::testing::AllOf;
using ::testing::Each;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::Not;

namespace fs = std::filesystem;

constexpr char kTables[] = "game/out_for_test";

std::string ValueText(Value value, int plies_before) {
  if (!value.winner) return "draw";
  return absl::StrCat(absl::AsciiStrToLower(ToString(*value.winner)), " ",
                      value.plies + plies_before);
}

// What the pipeline would say of the outcomes.
RulesResult ResultOf(const std::string& name) {
  const Tablebase tablebase = *Tablebase::Open(kTables, name);
  RulesResult result;
  result.set_name(name);
  result.set_goals(tablebase.game().kernel().goals.size());
  for (const std::string& style : tablebase.rules().styles()) {
    for (const bool centre_ban : {false, true}) {
      const Position start = tablebase.game().Start(style, centre_ban);
      const Value value = *tablebase.Probe(start);
      VariantResult& variant = *result.add_variants();
      variant.set_style(style);
      variant.set_name(StyleName(style));
      variant.set_centre_ban(centre_ban);
      variant.set_outcome(value.winner
                              ? absl::AsciiStrToLower(ToString(*value.winner))
                              : "draw");
      variant.set_plies(value.plies);
      const std::vector<Successor> drops = *tablebase.Successors(start);
      for (const Successor& drop : drops) {
        (*variant.mutable_first_drops())[drop.move.to] =
            ValueText(drop.value, 1);
      }
    }
  }
  result.set_longest_win(name == "standard" ? 39 : 59);
  return result;
}

const Results& TrueResults() {
  static const Results* const results = [] {
    auto* both = new Results;
    *both->add_rules() = ResultOf("standard");
    *both->add_rules() = ResultOf("advanced");
    return both;
  }();
  return *results;
}

void Write(const fs::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

// What is found in a folder with these results and the tables.
Findings FindingsOf(const Results& results) {
  const fs::path folder = fs::path(::testing::TempDir()) / "claims";
  fs::remove_all(folder);
  fs::create_directory(folder);
  for (const char* name : {"standard", "advanced"}) {
    fs::create_directory_symlink(fs::absolute(fs::path(kTables) / name),
                                 folder / name);
  }
  Write(folder / "results.json", *JsonText(results));
  absl::StatusOr<Findings> findings = GatherFindings(folder.string(), {});
  EXPECT_TRUE(findings.ok()) << findings.status();
  return *findings;
}

const Findings& TrueFindings() {
  static const Findings* const findings =
      new Findings(FindingsOf(TrueResults()));
  return *findings;
}

Verdict VerdictOn(const Findings& findings, const std::string& id) {
  for (const ClaimFinding& claim : findings.claims) {
    if (claim.claim.id() == id) return claim.verdict;
  }
  ADD_FAILURE() << "no " << id;
  return Verdict::kNotExamined;
}

VariantResult& Variant(RulesResult& result, const std::string& style,
                       bool centre_ban) {
  for (VariantResult& variant : *result.mutable_variants()) {
    if (variant.style() == style && variant.centre_ban() == centre_ban) {
      return variant;
    }
  }
  ADD_FAILURE() << "no " << style;
  return *result.mutable_variants(0);
}

TEST(Claims, AreReproducedByTheTables) {
  for (const char* id : {"C1", "C2", "C3", "C4", "C5", "C6", "C7"}) {
    EXPECT_EQ(VerdictOn(TrueFindings(), id), Verdict::kReproduced) << id;
  }
  EXPECT_EQ(VerdictOn(TrueFindings(), "C11"), Verdict::kNotComparable);
}

// The claims, judged by changed rules.
Findings Judged(std::vector<RulesFinding> rules) {
  Claims claims;
  for (const ClaimFinding& claim : TrueFindings().claims) {
    *claims.add_claims() = claim.claim;
  }
  return {.rules = rules, .claims = JudgeClaims(claims, rules, {})};
}

TEST(Claims, AreRefutedByOtherResults) {
  const auto verdict = [](const char* id, auto change) {
    std::vector<RulesFinding> rules = TrueFindings().rules;
    change(rules);
    return VerdictOn(Judged(rules), id);
  };
  using Rules = std::vector<RulesFinding>&;
  EXPECT_EQ(verdict("C1", [](Rules r) { ++r[0].depths.placements; }),
            Verdict::kRefuted);
  EXPECT_EQ(verdict("C2",
                    [](Rules r) {
                      Variant(r[0].result, "AAAA", false).set_outcome("red");
                    }),
            Verdict::kRefuted);
  EXPECT_EQ(
      verdict(
          "C4",
          [](Rules r) {
            (*Variant(r[1].result, "SSSS", false).mutable_first_drops())[1] =
                "black 21";
          }),
      Verdict::kRefuted);
  EXPECT_EQ(verdict("C5",
                    [](Rules r) {
                      Variant(r[1].result, "SAAA", true).set_outcome("black");
                    }),
            Verdict::kRefuted);
  EXPECT_EQ(verdict("C6", [](Rules r) { r[0].result.set_longest_win(41); }),
            Verdict::kRefuted);
}

TEST(Claims, OnAnnotationsAreRefutedByOneByte) {
  Claims claims;
  claims.add_claims()->set_id("C7");
  const auto verdict = [&](const std::string& ours) {
    return JudgeClaims(claims, {}, {{"Problem", "15-9 !\n", ours}})[0].verdict;
  };
  EXPECT_EQ(verdict("15-9 !\n"), Verdict::kReproduced);
  EXPECT_EQ(verdict("15-9 !"), Verdict::kRefuted);
}

TEST(Claims, OnRulesThatAreNotThereAreNotExamined) {
  const Findings findings = Judged({TrueFindings().rules[1]});
  for (const char* id : {"C1", "C2", "C5", "C6", "C7", "C11"}) {
    EXPECT_EQ(VerdictOn(findings, id), Verdict::kNotExamined) << id;
  }
  EXPECT_EQ(VerdictOn(findings, "C3"), Verdict::kReproduced);
}

// What an examination in the sense of the letter would have found.
void AddLettersExtraRules(Results& results) {
  for (RulesResult& rules : *results.mutable_rules()) {
    extra_rules::ExtraRules& found = *rules.mutable_extra_rules();
    found.set_smallest_harmless_corner_limit(10);
    found.mutable_four_move_limit()->set_shuttle_classes(7);
    for (const uint32_t steady_turns : {0, 1}) {
      extra_rules::WordingResult& wording =
          *found.mutable_four_move_limit()->add_wordings();
      wording.set_moves(4);
      wording.set_steady_turns(steady_turns);
      wording.mutable_draws_won()->set_loser_to_move(steady_turns == 0 ? 7 : 0);
    }
  }
  extra_rules::UniqueMoveCycle& cycle = *results.mutable_rules(1)
                                             ->mutable_extra_rules()
                                             ->add_unique_move_cycles();
  for (int i = 0; i < 4; ++i) cycle.add_positions();
}

TEST(Claims, OnExtraRulesAreJudgedByWhatWasFound) {
  for (const char* id : {"C8", "C9", "C10"}) {
    EXPECT_EQ(VerdictOn(TrueFindings(), id), Verdict::kNotExamined) << id;
  }
  Results results = TrueResults();
  AddLettersExtraRules(results);
  std::vector<RulesFinding> rules = TrueFindings().rules;
  for (int i = 0; i < 2; ++i) rules[i].result = results.rules(i);
  for (const char* id : {"C8", "C9", "C10"}) {
    EXPECT_EQ(VerdictOn(Judged(rules), id), Verdict::kReproduced) << id;
  }
  const auto verdict = [&rules](const char* id, auto change) {
    std::vector<RulesFinding> changed = rules;
    change(*changed[1].result.mutable_extra_rules());
    return VerdictOn(Judged(changed), id);
  };
  using Found = extra_rules::ExtraRules&;
  EXPECT_EQ(verdict("C8", [](Found found) { found.add_unique_move_cycles(); }),
            Verdict::kRefuted);
  for (const int wording : {0, 1}) {
    EXPECT_EQ(verdict("C9",
                      [&](Found found) {
                        found.mutable_four_move_limit()
                            ->mutable_wordings(wording)
                            ->mutable_draws_won()
                            ->set_loser_to_move(wording);
                      }),
              Verdict::kRefuted);
  }
  EXPECT_EQ(
      verdict("C10",
              [](Found found) { found.set_smallest_harmless_corner_limit(0); }),
      Verdict::kRefuted);
}

TEST(Gather, TakesResultsFromTheirFileWithOneThread) {
  Results doctored = TrueResults();
  AddLettersExtraRules(doctored);
  Variant(*doctored.mutable_rules(1), "SSSS", false).set_plies(15);
  const tbb::global_control one_thread(
      tbb::global_control::max_allowed_parallelism, 1);
  const Findings findings = FindingsOf(doctored);
  EXPECT_EQ(VerdictOn(findings, "C3"), Verdict::kRefuted);
  EXPECT_EQ(VerdictOn(findings, "C8"), Verdict::kReproduced);
  EXPECT_THAT(Markdown(ReportOf(findings)),
              AllOf(HasSubstr("C3: Refuted"), HasSubstr("two extra rules")));

  // All else is as it was with more threads.
  Findings mended = findings;
  mended.claims = TrueFindings().claims;
  for (int i = 0; i < 2; ++i) {
    mended.rules[i].result = TrueFindings().rules[i].result;
  }
  EXPECT_EQ(Html(ReportOf(mended)), Html(ReportOf(TrueFindings())));
}

TEST(Findings, SayIfResultsAreNotThoseOfTheTable) {
  // Those of this test have no counts.
  for (const RulesFinding& rules : TrueFindings().rules) {
    EXPECT_FALSE(rules.consistent);
  }
  EXPECT_THAT(Markdown(ReportOf(TrueFindings())), HasSubstr("do not agree"));
}

TEST(PassPrivilege, NeverPays) {
  for (const RulesFinding& rules : TrueFindings().rules) {
    uint64_t positions = 0;
    for (const studies::PassPrivilege& count : rules.pass_privilege) {
      EXPECT_EQ(count.same + count.worse + count.better, count.positions);
      positions += count.positions;
    }
    EXPECT_THAT(rules.pass_privilege,
                Each(Field(&studies::PassPrivilege::better, 0u)));
    // 16,824,500 at 7 pieces, 3,542,000 at 6, 2 × 531,300 at 5, and so on.
    EXPECT_EQ(positions, 21'603'504u) << rules.result.name();
  }
}

TEST(Gather, SaysWhatIsMissing) {
  EXPECT_THAT(GatherFindings("no/such", {}).status().message(),
              HasSubstr("results.json"));
  const fs::path folder = fs::path(::testing::TempDir()) / "rubbish";
  fs::create_directory(folder);
  Write(folder / "results.json", "{\"rules\": 7");
  EXPECT_TRUE(absl::IsDataLoss(GatherFindings(folder.string(), {}).status()));
  Write(folder / "results.json", "{}");
  EXPECT_TRUE(
      absl::IsNotFound(GatherFindings(folder.string(), {"torus"}).status()));
}

TEST(Html, NeedsNothingElseAndItsLinksLeadSomewhere) {
  const std::string html = Html(ReportOf(TrueFindings()));
  for (const char* outside :
       {"<script", "<link", "src=", "@import", "url(", "http"}) {
    EXPECT_THAT(html, Not(HasSubstr(outside)));
  }
  const std::regex link("href=\"#([^\"]*)\"");
  for (std::sregex_iterator i(html.begin(), html.end(), link), end; i != end;
       ++i) {
    EXPECT_THAT(html, HasSubstr(absl::StrCat("id=\"", (*i)[1].str(), "\"")));
  }
}

TEST(Inline, MarksUpAndEscapes) {
  EXPECT_EQ(Inline("a < b & `c > d` **e** [f](#g)."),
            "a &lt; b &amp; <code>c &gt; d</code> <strong>e</strong> "
            "<a href=\"#g\">f</a>.");
  EXPECT_EQ(Inline(""), "");
  EXPECT_EQ(Inline("`open"), "<code>open</code>");
}

TEST(WithCommas, GroupsDigitsByThree) {
  EXPECT_EQ(WithCommas(0), "0");
  EXPECT_EQ(WithCommas(999), "999");
  EXPECT_EQ(WithCommas(1000), "1,000");
  EXPECT_EQ(WithCommas(75710250), "75,710,250");
}

}  // namespace
}  // namespace teeko::reports
