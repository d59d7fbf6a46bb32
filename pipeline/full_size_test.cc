// Runs the real stages for Standard and Advanced Teeko.  Both solvers, the
// verifier and the certificates must agree.  The digests must be those of
// corpus/digests.textproto, and the results of extra_rules those of
// corpus/recorded.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/files.h"
#include "proto/manifest_file.h"
#include "proto/message_file.h"
#include "studies/extra_rules/analyse.h"
#include "teeko/proof/certificates/checked.pb.h"
#include "teeko/studies/extra_rules/extra_rules.pb.h"

namespace teeko {
namespace {

using ::testing::HasSubstr;
using ::testing::UnorderedElementsAreArray;

// Runs the pipeline once, on the first call.
const std::string& Out() {
  static const std::string* const out = [] {
    const std::string folder = ::testing::TempDir();
    const int status =
        std::system(absl::StrCat("pipeline/pipeline --out=", folder, "/out >",
                                 folder, "/summary")
                        .c_str());
    EXPECT_EQ(status, 0);
    return new std::string(folder + "/out");
  }();
  return *out;
}

int Count(const std::string& text, const std::string& what) {
  int count = 0;
  for (size_t at = 0; (at = text.find(what, at)) != text.npos; ++at) ++count;
  return count;
}

TEST(FullSize, TheSummaryHasTheValues) {
  const std::string summary = *base::ReadFile(Out() + "/../summary");
  EXPECT_EQ(Count(summary, "equal to the digest in corpus/digests.textproto"),
            2);
  EXPECT_THAT(
      summary,
      HasSubstr("\n  Standard              SSSS    black in 13   draw\n"));
}

TEST(FullSize, SortsGamesOfTheSameSizeByGoals) {
  const std::string results = *base::ReadFile(Out() + "/results.json");
  EXPECT_LT(results.find("\"standard\""), results.find("\"advanced\""));
}

TEST(FullSize, TheStampsOfAllStagesMatchTheirFiles) {
  for (const std::string rules : {"standard", "advanced"}) {
    for (const std::string stage :
         {"solver_a", "solver_b", "verify", "certificates"}) {
      EXPECT_EQ(std::system(absl::StrCat("cd ", Out(), "/", rules,
                                         " && sha256sum --quiet "
                                         "--ignore-missing -c ",
                                         stage, ".sha256")
                                .c_str()),
                0);
    }
  }
}

// The certificates of these rules prove the value of every variant, and nothing
// else.
TEST(FullSize, EveryValueIsProved) {
  const std::string black = "Black, who moves first,";
  const std::string red = "Red, who moves second,";
  for (const std::string rules : {"standard", "advanced"}) {
    std::vector<std::string> values;
    for (const std::string style :
         {"SSSS", "SSSA", "SSAA", "SAAA", "AAAA", "AAAS", "AASS", "ASSS"}) {
      for (const std::string ban : {"", " without 13"}) {
        const int plies = rules != "advanced" || ban != "" ? 0
                          : style == "SSSS"                ? 13
                          : style == "SAAA"                ? 25
                                                           : 0;
        values.push_back(absl::StrCat(
            style, ban, ": ", black,
            plies > 0 ? absl::StrCat(" can win within ", plies, " plies")
                      : " cannot be beaten"));
        values.push_back(absl::StrCat(
            style, ban, ": ", red, " cannot be beaten",
            plies > 0 ? absl::StrCat(" for ", plies - 1, " plies") : ""));
      }
    }
    proof::CertificatesChecked checked;
    ASSERT_TRUE(
        proto::ReadJson(absl::StrCat(Out(), "/", rules, "/certificates.json"),
                        checked)
            .ok());
    std::vector<std::string> proved;
    for (const proof::CheckedCertificate& certificate :
         checked.certificates()) {
      EXPECT_TRUE(certificate.accepted());
      proved.insert(proved.end(), certificate.proved().begin(),
                    certificate.proved().end());
    }
    EXPECT_THAT(proved, UnorderedElementsAreArray(values));
  }
}

// The figures of proof/coq are those that the verifier counted, and so are the
// scores of the empty board: 100 for a draw, 200 - n for a win of Black in n
// plies.
TEST(FullSize, CoqHasTheSameFigures) {
  for (const auto& [rules, name] :
       {std::pair("standard", "Standard"), std::pair("advanced", "Advanced")}) {
    const auto read = [&name = name](absl::string_view end) {
      std::string text = *base::ReadFile(absl::StrCat("proof/coq/", name, end));
      std::erase_if(text, absl::ascii_isspace);
      return text;
    };
    const auto manifest = proto::ReadManifestFile(
        absl::StrCat(Out(), "/", rules, "/manifest.textproto"));
    ASSERT_TRUE(manifest.ok()) << manifest.status();
    std::string result = ":=Result[";
    for (int plies = 0; plies < manifest->levels_size(); ++plies) {
      const uint64_t count = manifest->levels(plies);
      absl::StrAppend(&result, "(", plies % 2 == 1 ? count : 0, ",",
                      plies % 2 == 1 ? 0 : count, ");");
    }
    absl::StrAppend(&result, "(0,0)]", manifest->draws(), ".");
    EXPECT_THAT(read("Positions.v"), HasSubstr(result));
    const std::string drops = read("Drops.v");
    for (const VariantValue& variant : manifest->variants()) {
      if (variant.centre_ban()) continue;
      std::vector<std::string> letters;
      for (const char letter : variant.style())
        letters.push_back(letter == 'S' ? "Own" : "Other");
      const auto& value = variant.value();
      const int score =
          value.winner() == EmptyBoardValue::DRAW ? 100 : 200 - value.plies();
      EXPECT_THAT(
          drops, HasSubstr(absl::StrCat("([", absl::StrJoin(letters, ";"), "],",
                                        score, "%nat)")));
    }
  }
}

// Expected results of extra_rules (studies/four_move_limit).
struct Expected {
  uint64_t shuttles;
  // For each number of steady turns: the number of positions that are draws
  // without the limit, and lost by the side to move with the limit.
  std::vector<uint64_t> draws_won;
  // For each number of steady turns: the variants that Black wins only with the
  // limit.
  std::vector<std::string> won;
};

void ExpectExtraRules(const std::string& rules, const Expected& expected) {
  extra_rules::ExtraRules findings;
  ASSERT_TRUE(
      proto::ReadJson(absl::StrCat(Out(), "/", rules, "/extra_rules.json"),
                      findings)
          .ok());
  EXPECT_EQ(findings.not_applicable(), "");
  // The recorded output of extra_rules for both games.
  EXPECT_THAT(*base::ReadFile("corpus/recorded/extra_rules.txt"),
              HasSubstr(studies::Summary(findings)));
  const extra_rules::FourMoveLimit& four = findings.four_move_limit();
  EXPECT_EQ(four.shuttles(), expected.shuttles);
  EXPECT_EQ(four.steady_replies(), 3u);
  ASSERT_EQ(four.wordings_size(), 7);
  for (int steady = 0; steady <= 4; ++steady) {
    const extra_rules::WordingResult& wording = four.wordings(steady);
    EXPECT_EQ(wording.moves(), 4u);
    EXPECT_EQ(wording.steady_turns(), steady);
    EXPECT_EQ(wording.draws_won().loser_to_move(), expected.draws_won[steady]);
    // Theorem 2.
    EXPECT_EQ(wording.harmless(), steady == 4);
    EXPECT_EQ(wording.has_shortest(), steady < 4);
    std::string won;
    for (const extra_rules::VariantOutcome& variant : wording.variants()) {
      if (variant.limited() == variant.plain()) continue;
      EXPECT_EQ(variant.limited(), "black");
      won += variant.style() + (variant.centre_ban() ? "-ban " : " ");
    }
    EXPECT_EQ(won, expected.won[steady]);
  }
  EXPECT_EQ(four.wordings(0).orbits_lost(), four.shuttle_orbits());
  EXPECT_EQ(findings.smallest_harmless_corner_limit(), 4u);
  for (const extra_rules::CornerLimit& limit : findings.corner_limits()) {
    EXPECT_EQ(limit.wins_lost(), 0);
    // The board has four corners, so that every count is a multiple of four.
    EXPECT_EQ(static_cast<uint64_t>(limit.draws_won()) % 4, 0u);
    EXPECT_EQ(static_cast<uint64_t>(limit.wins_drawn()) % 4, 0u);
  }
}

TEST(FullSize, ExtraRulesOfStandard) {
  ExpectExtraRules(
      "standard",
      {22336, {1'294'364, 354'248, 520, 0, 0}, {"", "", "", "", ""}});
}

TEST(FullSize, ExtraRulesOfAdvanced) {
  ExpectExtraRules("advanced",
                   {17592,
                    {1'999'380, 383'776, 11'112, 0, 0},
                    {"AAAA AASS AAAS SSAA AAAA-ban AASS-ban AAAS-ban ", "SSAA ",
                     "", "", ""}});
}

}  // namespace
}  // namespace teeko
