#include "reports/results.h"

#include <gtest/gtest.h>

#include <string>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "google/protobuf/text_format.h"
#include "proto/message_file.h"

namespace teeko::reports {
namespace {

constexpr char kManifest[] = R"pb(
  rules {
    name: "tiny"
    rows: 3
    columns: 4
    pieces: 2
    goals { line { length: 2 } }
    styles: "SS"
    styles: "AS"
    banned_first_drops: 2
  }
  goals: 29
  digest: "c0ffee"
  placements: 75710250
  no_value: 1234567890123
  draws: 0
  levels: [ 5, 7, 3, 1, 2, 0 ]
  variants {
    style: "AS"
    centre_ban: true
    value { winner: RED plies: 38 }
  }
  variants {
    style: "SS"
    centre_ban: false
    value { winner: BLACK plies: 13 }
    first_drops {
      square: 12
      value { winner: BLACK plies: 13 }
    }
    first_drops {
      square: 2
      value { winner: RED plies: 4 }
    }
    first_drops {
      square: 1
      value { winner: DRAW }
    }
  }
  variants { style: "SS" centre_ban: true }
  variants { style: "AS" centre_ban: false }
)pb";

constexpr char kJson[] = R"({
 "version": 1,
 "rules": [
  {
   "name": "tiny",
   "goals": 29,
   "placements": 75710250,
   "no_value": 1234567890123,
   "draws": 0,
   "levels": [
    5,
    7,
    3,
    1,
    2,
    0
   ],
   "longest_win": 3,
   "digest": "c0ffee",
   "variants": [
    {
     "style": "SS",
     "name": "Standard",
     "centre_ban": false,
     "outcome": "black",
     "plies": 13,
     "first_drops": {
      "1": "draw",
      "2": "red 4",
      "12": "black 13"
     }
    },
    {
     "style": "SS",
     "name": "Standard",
     "centre_ban": true,
     "outcome": "draw",
     "plies": 0,
     "first_drops": {}
    },
    {
     "style": "AS",
     "name": "One-Move Alternate",
     "centre_ban": false,
     "outcome": "draw",
     "plies": 0,
     "first_drops": {}
    },
    {
     "style": "AS",
     "name": "One-Move Alternate",
     "centre_ban": true,
     "outcome": "red",
     "plies": 38,
     "first_drops": {}
    }
   ]
  }
 ]
}
)";

Manifest TinyManifest() {
  Manifest manifest;
  EXPECT_TRUE(
      google::protobuf::TextFormat::ParseFromString(kManifest, &manifest));
  return manifest;
}

TEST(Results, HaveTheExpectedJson) {
  const absl::StatusOr<RulesResult> result = ResultOf(TinyManifest());
  ASSERT_TRUE(result.ok()) << result.status();
  Results results;
  results.set_version(1);
  *results.add_rules() = *result;
  const absl::StatusOr<std::string> json = proto::JsonText(results);
  ASSERT_TRUE(json.ok()) << json.status();
  EXPECT_EQ(*json, kJson);
}

TEST(Results, RulesWithoutABanHaveNoVariantsWithIt) {
  Manifest manifest = TinyManifest();
  manifest.mutable_rules()->clear_banned_first_drops();
  const absl::StatusOr<RulesResult> result = ResultOf(manifest);
  ASSERT_TRUE(result.ok()) << result.status();
  ASSERT_EQ(result->variants_size(), 2);
  EXPECT_FALSE(result->variants(0).centre_ban());
  EXPECT_FALSE(result->variants(1).centre_ban());
}

TEST(Results, LongestWinIsTheLargestOddLevelThatIsNotEmpty) {
  Manifest manifest = TinyManifest();
  const auto longest_win = [&manifest](std::initializer_list<uint64_t> levels) {
    manifest.mutable_levels()->Assign(levels.begin(), levels.end());
    return ResultOf(manifest)->longest_win();
  };
  EXPECT_EQ(longest_win({}), 0);
  EXPECT_EQ(longest_win({9}), 0);
  EXPECT_EQ(longest_win({9, 0, 1}), 0);
  EXPECT_EQ(longest_win({9, 1, 1}), 1);
  EXPECT_EQ(longest_win({9, 1, 1, 0, 0, 2, 3}), 5);
}

TEST(Results, AManifestWithoutAVariantIsRefused) {
  Manifest manifest = TinyManifest();
  manifest.mutable_variants()->DeleteSubrange(0, 1);
  const absl::Status status = ResultOf(manifest).status();
  EXPECT_TRUE(absl::IsDataLoss(status)) << status;
  EXPECT_EQ(status.message(), "no value for style AS with the centre ban");
}

RulesResult Sample() {
  RulesResult result;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(
      R"pb(
        name: "advanced"
        goals: 58
        placements: 75710250
        no_value: 1207035
        draws: 70000000
        longest_win: 59
        digest: "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
        variants { style: "SSSS" name: "Standard" outcome: "black" plies: 13 }
        variants {
          style: "SSSS"
          name: "Standard"
          centre_ban: true
          outcome: "draw"
        }
        variants { style: "AAAS" name: "Three-Move Alternate" outcome: "draw" }
        variants {
          style: "AAAS"
          name: "Three-Move Alternate"
          centre_ban: true
          outcome: "red"
          plies: 38
        }
      )pb",
      &result));
  return result;
}

TEST(ResultText, HasCountsAndOutcomes) {
  EXPECT_EQ(ResultText(Sample(), /*golden=*/true),
            R"(advanced
  goals                              58
  placements                 75,710,250
  without value               1,207,035
  draws                      70,000,000
  longest win (plies)                59
  digest 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
  equal to the digest in corpus/digests.textproto

  style                 drops   outcome       with centre ban
  Standard              SSSS    black in 13   draw
  Three-Move Alternate  AAAS    draw          red in 38
)");
}

TEST(ResultText, HasNoColumnForABanThatTheRulesLack) {
  RulesResult result = Sample();
  result.mutable_variants()->DeleteSubrange(3, 1);
  result.mutable_variants()->DeleteSubrange(1, 1);
  const std::string text = ResultText(result, /*golden=*/true);
  EXPECT_EQ(text.find("ban"), std::string::npos) << text;
  EXPECT_NE(text.find("black in 13\n"), std::string::npos) << text;
}

TEST(ResultText, OfScoredRules) {
  Manifest manifest;
  ASSERT_TRUE(google::protobuf::TextFormat::ParseFromString(
      R"(rules {
           name: "points" styles: "SS" styles: "AS" banned_first_drops: 2
           scoring { pips: 1 pips: 3 }
         }
         goals: 29 digest: "c0ffee"
         scored_variants {
           style: "SS" score: 3
           first_drops { pips: 3 square: 12 score: 3 }
           first_drops { pips: 1 square: 2 score: -1 }
         }
         scored_variants { style: "SS" centre_ban: true score: 0 }
         scored_variants { style: "AS" score: -1 }
         scored_variants { style: "AS" centre_ban: true score: -3 })",
      &manifest));
  RulesResult result = *ResultOf(manifest);
  EXPECT_EQ(result.scored().variants(0).first_drops().at("3 on 12"), 3);
  EXPECT_EQ(result.scored().variants(0).first_drops().at("1 on 2"), -1);
  EXPECT_EQ(result.variants_size(), 0);
  scores::ScoreCount& count =
      *result.mutable_scored()->mutable_scores()->add_counts();
  count.set_score(-3);
  count.set_placements(1'234'567);
  EXPECT_EQ(ResultText(result, /*golden=*/false),
            R"(points
  score       placements with pips, for the side to move
     -3        1,234,567
  digest c0ffee
  corpus/digests.textproto has no digest to compare with

  style                 drops   score for Black  with centre ban
  Standard              SS      3                0
  One-Move Alternate    AS      -1               -3
)");
}

TEST(ResultText, SaysWhichStudyDoesNotApply) {
  RulesResult result = Sample();
  result.mutable_extra_rules()->set_not_applicable("too many squares");
  EXPECT_TRUE(absl::EndsWith(ResultText(result, /*golden=*/true),
                             "\n\n  study extra_rules does not apply: too many "
                             "squares\n"));
}

TEST(ResultText, SaysThatThereIsNoGoldenDigest) {
  EXPECT_TRUE(absl::StrContains(
      ResultText(Sample(), /*golden=*/false),
      "\n  corpus/digests.textproto has no digest to compare with\n"));
}

TEST(ResultText, FitsInto80Columns) {
  RulesResult result = Sample();
  result.set_placements(9e14);
  for (const absl::string_view line :
       absl::StrSplit(ResultText(result, /*golden=*/true), '\n')) {
    EXPECT_LE(line.size(), 80) << line;
  }
}

}  // namespace
}  // namespace teeko::reports
