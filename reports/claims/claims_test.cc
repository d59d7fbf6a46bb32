#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "game/board_svg.h"
#include "google/protobuf/text_format.h"
#include "proto/manifest_file.h"
#include "proto/message_file.h"
#include "proto/sha256.h"
#include "reports/claims/atlas.h"
#include "reports/claims/embedded.h"
#include "reports/claims/evidence.h"
#include "reports/claims/findings.h"
#include "reports/claims/pictures.h"
#include "reports/claims/render.h"
#include "reports/results.h"

namespace teeko::reports {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ContainsRegex;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

using findings::Verdict;

namespace fs = std::filesystem;

constexpr char kTables[] = "game/out_for_test";

void Write(const fs::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

Manifest ReadManifestText(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  Manifest manifest;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(
      std::string(std::istreambuf_iterator<char>(file), {}), &manifest))
      << path;
  return manifest;
}

// ---- Folders such as the pipeline writes ----

Results ResultsIn(const fs::path& folder,
                  const std::vector<std::string>& names) {
  Results results;
  for (const std::string& name : names) {
    *results.add_rules() =
        *ResultOf(ReadManifestText(folder / name / "manifest.textproto"));
  }
  return results;
}

// Creates a folder with these tables, writable copies of their manifests, and
// results.json.
fs::path NewFolder(const std::vector<std::string>& names,
                   const fs::path& tables = kTables) {
  static int number = 0;
  const fs::path folder =
      fs::path(::testing::TempDir()) / absl::StrCat("out", ++number);
  for (const std::string& name : names) {
    fs::create_directories(folder / name);
    fs::create_symlink(fs::absolute(tables / name / "solver_a.table"),
                       folder / name / "solver_a.table");
    fs::copy(tables / name / "manifest.textproto", folder / name);
    fs::permissions(folder / name / "manifest.textproto", fs::perms::owner_all);
  }
  Write(folder / "results.json", *proto::JsonText(ResultsIn(folder, names)));
  return folder;
}

// ---- Correct and changed evidence ----

// The positions of the letter's cycle (claim C8).
extra_rules::UniqueMoveCycle LettersCycle() {
  extra_rules::UniqueMoveCycle cycle;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(
      R"(positions { mover: [7, 9, 21, 24] opponent: [2, 3, 4, 6] }
         positions { mover: [2, 3, 4, 6] opponent: [1, 9, 21, 24] }
         positions { mover: [1, 9, 21, 24] opponent: [2, 3, 6, 8] }
         positions { mover: [2, 3, 6, 8] opponent: [7, 9, 21, 24] })",
      &cycle));
  return cycle;
}

// Results of the study that agree with every claim of the letter.
extra_rules::ExtraRules LettersExtraRules() {
  extra_rules::ExtraRules found;
  found.set_smallest_harmless_corner_limit(2);
  for (const uint32_t moves : {1, 2, 10}) {
    extra_rules::CornerLimit& limit = *found.add_corner_limits();
    limit.set_moves(moves);
    if (moves == 1) limit.set_draws_won(5);
  }
  for (const uint32_t steady_turns : {0, 1, 4}) {
    extra_rules::WordingResult& wording =
        *found.mutable_four_move_limit()->add_wordings();
    wording.set_moves(4);
    wording.set_steady_turns(steady_turns);
    wording.set_harmless(steady_turns > 0);
    wording.mutable_draws_won()->set_sometimes(steady_turns == 0 ? 7 : 0);
  }
  // Other wordings: another limit, and one that also binds the invoker.
  for (const uint32_t moves : {3, 4}) {
    extra_rules::WordingResult& other =
        *found.mutable_four_move_limit()->add_wordings();
    other.set_moves(moves);
    other.set_binds_invoker(moves == 4);
  }
  return found;
}

const std::vector<Evidence>& TrueEvidence() {
  static const auto* const evidence = [] {
    auto* const both = new std::vector<Evidence>(
        GatherEvidence(NewFolder({"standard", "advanced"}).string(), {})
            ->games);
    for (Evidence& one : *both) one.extra_rules = LettersExtraRules();
    *(*both)[1].extra_rules->add_unique_move_cycles() = LettersCycle();
    (*both)[0].stages[0].set_cpu_seconds(0.5);
    (*both)[0].stages[0].set_peak_memory_bytes(300'000'000);
    return both;
  }();
  return *evidence;
}

Verdict VerdictOn(const std::string& id, const Claims& claims,
                  const std::vector<Evidence>& evidence) {
  const auto judged = JudgeClaims(claims, evidence);
  EXPECT_TRUE(judged.ok()) << judged.status();
  for (const findings::JudgedClaim& claim : *judged) {
    if (claim.stated().id() == id) return claim.verdict();
  }
  ADD_FAILURE() << "no " << id;
  return findings::NOT_EXAMINED;
}

using Change = std::function<void(std::vector<Evidence>&)>;

Verdict Changed(const std::string& id, const Change& change) {
  std::vector<Evidence> evidence = TrueEvidence();
  change(evidence);
  return VerdictOn(id, *LettersClaims(), evidence);
}

// Returns the squares in a picture of a board, row by row.
std::vector<std::string> SquaresIn(const std::string& svg) {
  std::vector<std::string> squares = absl::StrSplit(svg, "<g ");
  squares.erase(squares.begin());
  return squares;
}

std::string Page(const std::vector<Evidence>& evidence) {
  return *Markdown(*FindingsOf({evidence}));
}

// ---- Verdicts ----

TEST(Claims, AreReproducedByTheTables) {
  for (const char* id :
       {"C1", "C2", "C3", "C4", "C5", "C6", "C7", "C8", "C9", "C10"}) {
    EXPECT_EQ(VerdictOn(id, *LettersClaims(), TrueEvidence()),
              findings::REPRODUCED)
        << id;
  }
  EXPECT_EQ(VerdictOn("C11", *LettersClaims(), TrueEvidence()),
            findings::COMPARE);
}

VariantValue& VariantOf(Evidence& evidence, const std::string& style,
                        bool ban) {
  for (VariantValue& variant : *evidence.manifest.mutable_variants()) {
    if (variant.style() == style && variant.centre_ban() == ban) return variant;
  }
  ADD_FAILURE() << "no " << style;
  return *evidence.manifest.mutable_variants(0);
}

EmptyBoardValue In9(EmptyBoardValue::Winner winner) {
  EmptyBoardValue value;
  value.set_winner(winner);
  value.set_plies(9);
  return value;
}

TEST(Claims, AreRefutedByOtherEvidence) {
  using E = std::vector<Evidence>&;
  const EmptyBoardValue black_9 = In9(EmptyBoardValue::BLACK);
  const EmptyBoardValue red_9 = In9(EmptyBoardValue::RED);
  const auto limit = [](Evidence& e) {
    return e.extra_rules->mutable_four_move_limit();
  };
  const std::vector<std::pair<std::string, Change>> changes = {
      {"C1",
       [](E e) {
         e[0].manifest.set_placements(e[0].manifest.placements() + 1);
       }},
      {"C2",
       [=](E e) { *VariantOf(e[0], "AAAA", false).mutable_value() = red_9; }},
      {"C3",
       [=](E e) { *VariantOf(e[1], "SSSS", false).mutable_value() = black_9; }},
      {"C3", [](E e) { VariantOf(e[1], "SAAA", false).clear_value(); }},
      {"C4",
       [=](E e) {
         *VariantOf(e[1], "SSSS", false)
              .mutable_first_drops(0)
              ->mutable_value() = black_9;
       }},
      {"C4",
       [](E e) {
         VariantOf(e[1], "SSSS", false).mutable_first_drops(12)->clear_value();
       }},
      {"C5",
       [=](E e) { *VariantOf(e[0], "AAAA", true).mutable_value() = black_9; }},
      {"C5",
       [=](E e) { *VariantOf(e[1], "SAAA", true).mutable_value() = black_9; }},
      {"C5",
       [=](E e) { *VariantOf(e[1], "SAAA", true).mutable_value() = red_9; }},
      {"C6", [](E e) { e[0].manifest.mutable_levels()->Resize(42, 1); }},
      {"C6", [](E e) { e[1].manifest.mutable_levels()->Truncate(58); }},
      {"C8",
       [](E e) {
         *e[1].extra_rules->add_unique_move_cycles() = LettersCycle();
       }},
      {"C8", [](E e) { e[1].extra_rules->clear_unique_move_cycles(); }},
      {"C9",
       [=](E e) {
         limit(e[0])->mutable_wordings(0)->mutable_draws_won()->Clear();
       }},
      {"C9",
       [=](E e) {
         limit(e[1])->mutable_wordings(1)->mutable_draws_won()->set_sometimes(
             1);
       }},
      {"C9",
       [=](E e) { limit(e[0])->mutable_wordings(2)->set_harmless(false); }},
      {"C10",
       [](E e) {
         e[0].extra_rules->mutable_corner_limits(2)->set_wins_drawn(1);
       }},
      {"C10",
       [](E e) {
         e[1].extra_rules->mutable_corner_limits(2)->set_other_length(1);
       }},
  };
  for (size_t i = 0; i < changes.size(); ++i) {
    EXPECT_EQ(Changed(changes[i].first, changes[i].second), findings::REFUTED)
        << changes[i].first << ", change " << i;
  }
}

TEST(Claims, AreRefutedIfTheyStateOtherFacts) {
  const std::vector<std::pair<std::string, std::string>> others = {
      {"C1",
       "question: 'placements' arguments: '1081575' "
       "facts: '75,710,251 = 70 × 1,081,575'"},
      {"C1",
       "question: 'placements' arguments: '1081575' "
       "facts: '75,710,250 = 71 × 1,081,575'"},
      {"C3", "question: 'outcomes' facts: 'SSSS: Black in 15'"},
      {"C3", "question: 'outcomes' facts: 'SSSS: Black in 13'"},
      {"C4", "question: 'winning_drops' arguments: 'SSSS' facts: 'square 12'"},
      {"C5", "question: 'centre_ban' facts: 'SSSS: Black in 13 becomes draw'"},
      {"C6", "question: 'longest_win' facts: '57 plies'"},
      {"C8",
       "question: 'only_move_cycles' facts: 'corpus/letter/cycle.txt' "
       "facts: 'corpus/letter/cycle.txt'"},
      {"C8",
       "question: 'only_move_cycles' facts: 'corpus/letter/problem_6.txt'"},
      {"C9",
       "question: 'four_move_limit' arguments: '0' facts: 'no draw is won'"},
      {"C9",
       "question: 'returns' "
       "facts: 'some move that does not lose takes no move back'"},
      {"C10",
       "question: 'corner_limit' arguments: '1' "
       "facts: '0 positions change their value or length'"},
      {"C7",
       "question: 'annotation' arguments: 'corpus/letter/game_8.txt' "
       "arguments: 'reports/golden/problem_6.txt' facts: 'the same bytes'"},
  };
  for (const auto& [id, expected] : others) {
    Claims claims;
    Claim& claim = *claims.add_claims();
    claim.set_id(id);
    ASSERT_TRUE(google::protobuf::TextFormat::ParseFromString(
        absl::StrCat("rules: \"advanced\" ", expected), claim.add_parts()))
        << expected;
    EXPECT_EQ(VerdictOn(id, claims, TrueEvidence()), findings::REFUTED)
        << expected;
  }
}

TEST(Claims, StateARemainderOfPlacementsUnlessItIs0) {
  for (const uint64_t remainder : {0, 3}) {
    std::vector<Evidence> evidence = {TrueEvidence()[0]};
    evidence[0].manifest.set_placements(70 * 1'081'575 + remainder);
    const auto judged = JudgeClaims(*LettersClaims(), evidence);
    ASSERT_TRUE(judged.ok()) << judged.status();
    EXPECT_EQ(
        judged->front().parts(0).found(),
        absl::StrCat(remainder == 0 ? "75,710,250" : "75,710,253",
                     " = 70 × 1,081,575", remainder == 0 ? "." : " + 3."));
  }
}

TEST(Claims, OnReturnsAreAboutEveryMoveOfEveryCycle) {
  Claims claims;
  Claim& claim = *claims.add_claims();
  claim.set_id("C9");
  claim.add_parts()->set_rules("advanced");
  claim.mutable_parts(0)->set_question("returns");
  claim.mutable_parts(0)->add_facts(
      "every move that does not lose takes a move back");
  for (int i = 0; i < 4; ++i) {
    std::vector<Evidence> evidence = TrueEvidence();
    auto& cycles = *evidence[1].extra_rules->mutable_unique_move_cycles();
    *cycles.Add() = cycles[0];
    EXPECT_EQ(VerdictOn("C9", claims, evidence), findings::REPRODUCED);
    cycles[1].mutable_positions(i)->set_mover(0, 25);
    EXPECT_EQ(VerdictOn("C9", claims, evidence), findings::REFUTED) << i;
  }
}

TEST(Claims, AreMixedIfTheVerdictsOnTheirPartsDiffer) {
  const auto judged = JudgeClaims(*LettersClaims(), TrueEvidence());
  ASSERT_TRUE(judged.ok()) << judged.status();
  for (const findings::JudgedClaim& claim : *judged) {
    // C11 compares times, and the evidence for Advanced has none.
    EXPECT_EQ(claim.is_mixed(), claim.stated().id() == "C11");
  }
}

TEST(Claims, OnTheCornerLimitCountAllChanges) {
  Evidence evidence = TrueEvidence()[0];
  extra_rules::CornerLimit& limit =
      *evidence.extra_rules->mutable_corner_limits(2);
  limit.set_draws_won(1);
  limit.set_draws_lost(2);
  limit.set_losses_drawn(4);
  limit.set_losses_won(8);
  limit.set_wins_drawn(16);
  limit.set_wins_lost(32);
  limit.set_other_length(64);
  for (const uint32_t harmless : {0, 1}) {
    evidence.extra_rules->set_smallest_harmless_corner_limit(harmless);
    const auto judged = JudgeClaims(*LettersClaims(), {evidence});
    ASSERT_TRUE(judged.ok());
    const auto& claim = std::ranges::find_if(
        *judged, [](const auto& one) { return one.stated().id() == "C10"; });
    EXPECT_EQ(
        claim->parts(0).found(),
        absl::StrCat("127 positions change their value or length; ",
                     harmless > 0 ? "no limit of 1 or more moves changes any."
                                  : "every examined limit changes some "
                                    "positions."));
  }
}

TEST(Claims, RefuseACycleThatDoesNotAgreeWithTheTable) {
  std::vector<Evidence> evidence = TrueEvidence();
  auto& cycle = *evidence[1].extra_rules->mutable_unique_move_cycles(0);
  cycle.mutable_positions(1)->set_mover(0, 5);
  EXPECT_TRUE(
      absl::IsDataLoss(JudgeClaims(*LettersClaims(), evidence).status()));
  // There is no square 0.
  cycle.mutable_positions(0)->set_mover(0, 0);
  EXPECT_TRUE(absl::IsInvalidArgument(
      JudgeClaims(*LettersClaims(), evidence).status()));

  // Each position has only one move that does not lose, but the first one's
  // does not lead to the second position.
  cycle = LettersCycle();
  auto& second = *cycle.mutable_positions(1);
  for (auto* side : {second.mutable_mover(), second.mutable_opponent()}) {
    for (uint32_t& square : *side) square = 26 - square;
  }
  EXPECT_TRUE(
      absl::IsDataLoss(JudgeClaims(*LettersClaims(), evidence).status()));

  // Best moves form a cycle, but the positions have other moves as good.
  cycle = LettersCycle();
  auto& walk = *evidence[0].extra_rules->add_unique_move_cycles();
  const Tablebase& standard = *evidence[0].tablebase;
  std::vector<Position> line = {standard.game().Start("SSSS")};
  auto seen = line.end();
  do {
    line.push_back(standard.Successors(line.back())->front().position);
    seen = std::ranges::find(line, line.back());
  } while (seen == line.end() - 1);
  for (; seen != line.end() - 1; ++seen) {
    extra_rules::Placement& placement = *walk.add_positions();
    kernel::ForEachSquare(seen->own(),
                          [&](int i) { placement.add_mover(i + 1); });
    kernel::ForEachSquare(seen->others(),
                          [&](int i) { placement.add_opponent(i + 1); });
  }
  EXPECT_TRUE(
      absl::IsDataLoss(JudgeClaims(*LettersClaims(), evidence).status()));
}

TEST(Claims, RecognizeTheCycleMirroredAndWithColoursSwapped) {
  EXPECT_EQ(Changed("C8",
                    [](std::vector<Evidence>& e) {
                      auto& cycle =
                          *e[1].extra_rules->mutable_unique_move_cycles(0);
                      // Rotates by one ply, which swaps the colours, and
                      // mirrors left to right.
                      std::rotate(cycle.mutable_positions()->begin(),
                                  cycle.mutable_positions()->begin() + 1,
                                  cycle.mutable_positions()->end());
                      for (auto& position : *cycle.mutable_positions()) {
                        for (auto* side : {position.mutable_mover(),
                                           position.mutable_opponent()}) {
                          for (uint32_t& square : *side) {
                            square += 4 - 2 * ((square - 1) % 5);
                          }
                        }
                      }
                    }),
            findings::REPRODUCED);
}

TEST(Claims, WithoutEvidenceAreNotExamined) {
  const auto only = [](int game) {
    return std::vector<Evidence>{TrueEvidence()[game]};
  };
  for (const char* id : {"C3", "C4"}) {
    EXPECT_EQ(VerdictOn(id, *LettersClaims(), only(0)), findings::NOT_EXAMINED)
        << id;
  }
  for (const char* id : {"C5", "C6", "C8", "C9", "C10"}) {
    EXPECT_EQ(VerdictOn(id, *LettersClaims(), only(0)), findings::PARTLY) << id;
  }
  // No stage of Advanced wrote a report.
  for (const char* id : {"C2", "C11"}) {
    EXPECT_EQ(VerdictOn(id, *LettersClaims(), only(1)), findings::NOT_EXAMINED)
        << id;
  }
  for (const char* id : {"C1", "C8", "C9", "C10"}) {
    const bool on_extra_rules = std::string(id) != "C1";
    EXPECT_EQ(Changed(id,
                      [](auto& e) {
                        for (Evidence& one : e) one.extra_rules.reset();
                      }),
              on_extra_rules ? findings::NOT_EXAMINED : findings::REPRODUCED)
        << id;
  }
  // One refuted part is enough to refute the claim.
  std::vector<Evidence> evidence = only(0);
  evidence[0].extra_rules->mutable_corner_limits(2)->set_draws_won(1);
  EXPECT_EQ(VerdictOn("C10", *LettersClaims(), evidence), findings::REFUTED);
}

TEST(Claims, AreAboutRulesNotNames) {
  std::vector<Evidence> evidence = TrueEvidence();
  std::swap(*evidence[0].manifest.mutable_rules()->mutable_name(),
            *evidence[1].manifest.mutable_rules()->mutable_name());
  EXPECT_EQ(*FindGame(evidence, "standard"), &evidence[0]);
  EXPECT_EQ(*FindGame(evidence, "advanced"), &evidence[1]);
  evidence[0].manifest.mutable_rules()->set_rows(6);
  EXPECT_EQ(*FindGame(evidence, "standard"), nullptr);
}

TEST(Claims, WithUnknownQuestionsRulesOrFilesAreErrors) {
  for (const auto& [part, code] :
       std::vector<std::pair<std::string, absl::StatusCode>>{
           {"rules: 'atlantis' question: 'outcomes'",
            absl::StatusCode::kNotFound},
           {"rules: 'standard' question: 'weather'",
            absl::StatusCode::kInvalidArgument},
           {"rules: 'standard' question: 'outcomes' arguments: 'SSSS'",
            absl::StatusCode::kInvalidArgument},
           {"rules: 'standard' question: 'placements' arguments: '0'",
            absl::StatusCode::kInvalidArgument},
           {"rules: 'standard' question: 'four_move_limit' arguments: 'x'",
            absl::StatusCode::kInvalidArgument},
           {"rules: 'standard' question: 'annotation' arguments: 'no/such' "
            "arguments: 'reports/golden/problem_6.txt'",
            absl::StatusCode::kNotFound},
           {"rules: 'advanced' question: 'only_move_cycles' facts: 'no/such'",
            absl::StatusCode::kNotFound}}) {
    Claims claims;
    ASSERT_TRUE(google::protobuf::TextFormat::ParseFromString(
        part, claims.add_claims()->add_parts()))
        << part;
    EXPECT_EQ(JudgeClaims(claims, TrueEvidence()).status().code(), code)
        << part;
  }
}

// ---- Evidence ----

TEST(Evidence, IsTheSameWithOneThread) {
  const fs::path folder = NewFolder({"board4x4"});
  const auto many = GatherEvidence(folder.string(), {"board4x4"});
  const tbb::global_control one_thread(
      tbb::global_control::max_allowed_parallelism, 1);
  const auto one = GatherEvidence(folder.string(), {});
  ASSERT_TRUE(one.ok()) << one.status();
  ASSERT_THAT(one->games, SizeIs(1));
  EXPECT_EQ(one->games[0].manifest.SerializeAsString(),
            many->games[0].manifest.SerializeAsString());
  EXPECT_FALSE(one->games[0].extra_rules);
  EXPECT_EQ(Page(one->games), Page(many->games));
}

TEST(Evidence, RefusesResultsThatDoNotAgreeWithTheTable) {
  const std::vector<std::string> names = {"board4x4"};
  const fs::path folder = NewFolder(names);
  const std::vector<std::function<void(RulesResult&)>> changes = {
      [](RulesResult& r) { r.set_goals(57); },
      [](RulesResult& r) { r.set_draws(r.draws() + 1); },
      [](RulesResult& r) { r.set_levels(7, 1); },
      [](RulesResult& r) { r.set_longest_win(61); },
      [](RulesResult& r) { r.mutable_digest()->back() = 'x'; },
      [](RulesResult& r) { r.mutable_variants(0)->set_plies(15); },
      [](RulesResult& r) { r.mutable_variants()->RemoveLast(); },
      [](RulesResult& r) {
        (*r.mutable_variants(0)->mutable_first_drops())[13] = "black 3";
      },
  };
  for (size_t i = 0; i < changes.size(); ++i) {
    Results results = ResultsIn(folder, names);
    changes[i](*results.mutable_rules(0));
    Write(folder / "results.json", *proto::JsonText(results));
    const absl::Status status = GatherEvidence(folder.string(), {}).status();
    EXPECT_TRUE(absl::IsFailedPrecondition(status)) << i << status;
    EXPECT_THAT(std::string(status.message()),
                ContainsRegex("results.json: does not agree with the table of "
                              "\"board4x4\": (modified|added|deleted): "));
  }
}

TEST(Evidence, RefusesExtraRulesThatDifferFromTheStudysFile) {
  const std::vector<std::string> names = {"board4x4"};
  const fs::path folder = NewFolder(names);
  Results results = ResultsIn(folder, names);
  auto& stated = *results.mutable_rules(0)->mutable_extra_rules();
  stated = LettersExtraRules();
  Write(folder / "results.json", *proto::JsonText(results));
  const auto gathers = [&] {
    return GatherEvidence(folder.string(), {}).status();
  };
  EXPECT_TRUE(absl::IsNotFound(gathers())) << gathers();
  const std::string path = folder / "board4x4/extra_rules.json";
  ASSERT_TRUE(proto::WriteJson(path, stated).ok());
  EXPECT_TRUE(gathers().ok()) << gathers();
  stated.set_smallest_harmless_corner_limit(9);
  ASSERT_TRUE(proto::WriteJson(path, stated).ok());
  EXPECT_TRUE(absl::IsFailedPrecondition(gathers())) << gathers();
}

TEST(Evidence, RefusesAManifestThatDoesNotAgreeWithTheTable) {
  const std::vector<std::string> names = {"board4x4"};
  const std::vector<std::function<void(Manifest&)>> changes = {
      [](Manifest& m) { m.set_goals(57); },
      [](Manifest& m) { m.set_draws(m.draws() + 1); },
      [](Manifest& m) { m.set_levels(7, 1); },
      [](Manifest& m) {
        m.mutable_variants(0)->mutable_value()->set_winner(
            EmptyBoardValue::RED);
      },
      [](Manifest& m) {
        m.mutable_variants(0)->mutable_first_drops()->RemoveLast();
      },
  };
  for (size_t i = 0; i < changes.size(); ++i) {
    const fs::path folder = NewFolder(names);
    const fs::path path = folder / "board4x4/manifest.textproto";
    Manifest manifest = ReadManifestText(path);
    changes[i](manifest);
    std::string text;
    google::protobuf::TextFormat::PrintToString(manifest, &text);
    Write(path, text);
    Write(folder / "results.json", *proto::JsonText(ResultsIn(folder, names)));
    EXPECT_FALSE(GatherEvidence(folder.string(), {}).ok()) << i;
  }
}

TEST(Evidence, SaysWhatIsMissing) {
  EXPECT_THAT(std::string(GatherEvidence("no/such", {}).status().message()),
              HasSubstr("results.json"));
  const fs::path folder = fs::path(::testing::TempDir()) / "rubbish";
  fs::create_directory(folder);
  Write(folder / "results.json", "{\"rules\": 7");
  EXPECT_FALSE(GatherEvidence(folder.string(), {}).ok());
  Write(folder / "results.json", "{}");
  EXPECT_TRUE(
      absl::IsNotFound(GatherEvidence(folder.string(), {"torus"}).status()));
}

TEST(Evidence, HasCertificatesOfTheseRulesOnly) {
  const fs::path folder = NewFolder({"board4x4"});
  const auto read = [&](const std::string& json) {
    Write(folder / "board4x4/certificates.json", json);
    return GatherEvidence(folder.string(), {});
  };
  const std::string checked =
      R"(, "certificates": [{"file": "s_[x](javascript:1).txt",
          "proved": ["Black holds"], "accepted": true}]})";
  const auto evidence = read("{\"rules\": \"board4x4\"" + checked);
  ASSERT_TRUE(evidence.ok()) << evidence.status();
  EXPECT_THAT(Page(evidence->games),
              AllOf(HasSubstr("`check` accepted in this run: 1."),
                    Not(HasSubstr("no certificates were checked"))));
  EXPECT_THAT(
      Page(read("{\"rules\": \"board4x4\"" +
                absl::StrReplaceAll(checked, {{"true", "false"}}))
               ->games),
      AllOf(HasSubstr(
                "in this run: 0, **and rejected: s\\_\\[x\\](javascript:1)"),
            Not(HasSubstr("[x]("))));
  EXPECT_FALSE(
      read("{\"rules\": \"advanced\"" + checked)->games[0].certificates);
  EXPECT_FALSE(read("rubbish").ok());
  EXPECT_THAT(Page(TrueEvidence()),
              AllOf(HasSubstr("no certificates were checked in this run"),
                    Not(HasSubstr("accepted in this run"))));
}

// ---- Findings and pages ----

TEST(Certificates, AreDrawnIfTheyAreShortAndAccepted) {
  std::vector<Evidence> evidence = {TrueEvidence()[1]};
  proof::CheckedCertificate& certificate =
      *evidence[0].certificates.emplace().add_certificates();
  const absl::string_view text =
      kEmbedded.at("proof/certificates/files/advanced_SSSS.txt");
  certificate.set_file("advanced_SSSS.txt");
  certificate.set_sha256(absl::BytesToHexString(proto::Sha256(text)));
  certificate.add_proved("Black wins");
  certificate.set_accepted(true);
  const findings::Figures formations =
      FindingsOf({evidence})->games(0).certificates().formations();
  ASSERT_THAT(formations.figures(), SizeIs(8));
  EXPECT_EQ(formations.figures(0).title(), "1");
  EXPECT_THAT(formations.figures(0).svg(), HasSubstr("<title>3 6 7 8</title>"));
  EXPECT_THAT(SquaresIn(formations.figures(0).svg())[2],
              HasSubstr("<circle class=\"black\""));
  EXPECT_THAT(formations.figures(0).lines(),
              ElementsAre("1", "- - @ - -", "@ @ @ - -", "- - - - -",
                          "- - - - -", "- - - - -"));
  // Six boards side by side, an empty line, then two boards.
  ASSERT_THAT(formations.text(), SizeIs(13));
  EXPECT_EQ(formations.text(0),
            "1           2           3           4           5           6");
  EXPECT_EQ(formations.text(6), "");
  EXPECT_EQ(formations.text(7), "7           8");
  EXPECT_THAT(Page(evidence), HasSubstr("proves: *Black wins.*"));

  certificate.set_accepted(false);
  EXPECT_THAT(Page(evidence), Not(HasSubstr("proves: ")));
  certificate.set_accepted(true);
  certificate.set_sha256("of another file");
  EXPECT_THAT(Page(evidence), Not(HasSubstr("proves: ")));
}

TEST(PassPrivilege, NeverImprovesAValue) {
  for (const Evidence& evidence : TrueEvidence()) {
    const auto& [same, worse, better] = *evidence.pass_privilege;
    EXPECT_EQ(better, 0u);
    // 16,824,500 at 7 pieces, 3,542,000 at 6, 2 × 531,300 at 5, and so on.
    EXPECT_EQ(same + worse, 21'603'504u);
  }
}

TEST(PassPrivilege, IsReportedIfItImprovesAValue) {
  std::vector<Evidence> evidence = TrueEvidence();
  evidence[0].pass_privilege = {{.same = 11, .worse = 22, .better = 33}};
  evidence[1].pass_privilege.emplace();  // no style has an A
  const auto findings = FindingsOf({evidence});
  ASSERT_TRUE(findings.ok()) << findings.status();
  const findings::Privilege& sum = findings->games(0).privilege();
  EXPECT_EQ(sum.positions(), 66);
  EXPECT_EQ(sum.same(), 11);
  EXPECT_EQ(sum.worse(), 22);
  EXPECT_EQ(sum.better(), 33);
  EXPECT_FALSE(findings->games(1).has_privilege());
}

TEST(Page, SaysWhatWasFound) {
  const std::string page = Page(TrueEvidence());
  for (const char* text :
       {"The letter makes 11 [claims](#claims). **This run reproduces 10 of "
        "them.** For C11 it only makes a comparison.",
        "Advanced Teeko: centre: Black wins in 13; a draw on all other squares",
        "Standard Teeko: a draw on every square",
        "Board: 5×5. Goals: lines of 4; squares of side 1; 44 goals in all.",
        "squares of side 1, 2, 3, 4; 58 goals in all.",
        "| Two-Move Alternate | `AASS` | draw | draw |",
        "| One-Move Standard | `SAAA` | Black in 25 | draw |",
        "- Standard: all styles are draws.",
        "- Advanced: square 13; no other first drop wins.",
        "Wins take up to 39 plies, losses up to 38.",
        "The study examined 21,603,504 positions, in all styles. Handing back "
        "the choice is worse for this side in 17,554,582 positions, makes no "
        "difference in 4,048,922, and is better in 0.",
        "Black 7-1   Red 4-8     Black 1-7   Red 8-4\n",
        "| Stage | Standard | Advanced |\n|---|---|---|\n"
        "| solver\\_a | 0.5 s of CPU time, 300 MB | not in this run |",
        "0.5 s of CPU time, at most 300 MB",
        "Problem No. 6, Standard: the same bytes; the letter’s text has 308 "
        "bytes.",
        "0 positions change their value or length; no limit of 2 or more moves "
        "changes any.",
        "The smallest number of steady turns with which no value changes:\n\n"
        "- Standard: 1\n- Advanced: 1\n",
        "In Advanced no limit of 2 or more moves changes an outcome",
        "| Standard | 1 | 5 | 0 |\n| Standard | 2 | 0 | 0 |\n| Advanced | 1 |",
        "up to symmetry and colour: 17.",
        "= B13 "}) {
    EXPECT_THAT(page, HasSubstr(text));
  }
  EXPECT_THAT(page,
              ContainsRegex("seed [1-9][0-9]*\\) planted [1-9][0-9,]+ faults "
                            "of [1-9][0-9]* kinds; 0 were missed"));
}

TEST(Page, SaysWhatIsRefutedAndWhatFollows) {
  std::vector<Evidence> evidence = TrueEvidence();
  extra_rules::WordingResult& wording =
      *evidence[1].extra_rules->mutable_four_move_limit()->mutable_wordings(1);
  wording.set_harmless(false);
  wording.mutable_draws_won()->set_loser_to_move(1234);
  extra_rules::VariantOutcome& variant = *wording.add_variants();
  variant.set_style("SSAA");
  variant.set_plain("draw");
  variant.set_limited("black");
  // The end of a real example, in Standard.
  extra_rules::WordingResult& standard =
      *evidence[0].extra_rules->mutable_four_move_limit()->mutable_wordings(1);
  standard.mutable_draws_won()->set_loser_to_move(1);
  ASSERT_TRUE(google::protobuf::TextFormat::ParseFromString(
      R"(turns {
           position { mover: [1, 6, 9, 12] opponent: [2, 4, 5, 8] }
           move: "9-3" moves_left: 2
         }
         turns {
           position { mover: [2, 4, 5, 8] opponent: [1, 3, 6, 12] }
           move: "2-7" invokes: true
         }
         turns {
           position { mover: [1, 3, 6, 12] opponent: [4, 5, 7, 8] }
           move: "12-18" moves_left: 1
           refuted { move: "1-2" plies: 3 }
         })",
      standard.mutable_shortest()));
  const auto findings = FindingsOf({evidence});
  ASSERT_TRUE(findings.ok()) << findings.status();
  EXPECT_THAT(findings->summary().refuted(), ElementsAre("C9"));
  EXPECT_THAT(findings->summary().compared(), Not(Contains("C9")));
  const findings::Figures& example = findings->extra_rules().example();
  for (int i = 0; i < example.figures_size(); ++i) {
    const bool won = i == example.figures_size() - 1;
    int moved = 0;
    for (const std::string& square : SquaresIn(example.figures(i).svg())) {
      moved += absl::StrContains(square, "•");
      EXPECT_EQ(absl::StartsWith(square, "class=\"marked\""),
                won && absl::StrContains(square, "<circle class=\"red\""));
    }
    EXPECT_EQ(moved, i > 0 ? 1 : 0);
  }
  EXPECT_THAT(findings->extra_rules().games(0).wordings(), SizeIs(3));
  const std::string page = *Markdown(*findings);
  for (const char* text :
       {"**This run reproduces 9 of them.** **It refutes [C9](#C9).**",
        "**With Steele’s amendment of the [four-move limit](#extra-rules), "
        "Two-Move Standard becomes a win for Black in Advanced Teeko.**",
        "- Advanced: 4\n", "1,234 positions if no move was made before",
        "- Advanced, Steele's amendment: Two-Move Standard becomes a win for "
        "Black\n",
        "**Example of a draw that the limit turns into a win: Standard, "
        "Steele's amendment.** No move was made before",
        "- 1. Black 9-3: must comply within 2 moves\n",
        "- 2. Red 2-7: invokes the limit\n",
        "- 3. Black 12-18: must comply on this move: 3-9 is forbidden; the "
        "other moves (1) lose within 4 plies\n",
        "- 6. Red 5-10: has won\n"}) {
    EXPECT_THAT(page, HasSubstr(text));
  }
  // The last move before the first two turns is not known.
  standard.mutable_shortest()->mutable_turns(0)->set_moves_left(1);
  EXPECT_THAT(Page(evidence), HasSubstr("9-3: must comply within 1 move\n"));
  // An illegal example is an error: a position that does not follow from the
  // move before, and a move that is not legal.
  extra_rules::Example& shortest = *standard.mutable_shortest();
  shortest.mutable_turns(2)->mutable_position()->set_mover(0, 7);
  EXPECT_TRUE(absl::IsDataLoss(FindingsOf({evidence}).status()));
  shortest.mutable_turns(2)->mutable_position()->set_mover(0, 1);
  ASSERT_TRUE(FindingsOf({evidence}).ok());
  shortest.mutable_turns(1)->set_move("2-8");
  EXPECT_TRUE(absl::IsDataLoss(FindingsOf({evidence}).status()));
}

TEST(CornerLimit, IsShownByTheLongestLimitThatChangesAnOutcome) {
  std::vector<Evidence> evidence = TrueEvidence();
  const auto limit = [&](int game, int i) {
    return evidence[game].extra_rules->mutable_corner_limits(i);
  };
  const auto box = [](extra_rules::Placement* placement, int corner) {
    placement->add_mover(corner);
    placement->add_opponent(7);
  };
  box(limit(0, 0)->mutable_draw_won(), 1);
  box(limit(0, 1)->mutable_loss_rescued(), 5);
  box(limit(0, 2)->mutable_draw_won(), 21);  // a limit that changes no value
  box(limit(1, 0)->mutable_draw_won(), 1);
  box(limit(1, 0)->mutable_loss_rescued(), 5);
  const auto findings = FindingsOf({evidence});
  ASSERT_TRUE(findings.ok()) << findings.status();
  const findings::Figures& examples = findings->extra_rules().corner_examples();
  ASSERT_THAT(examples.figures(), SizeIs(2));
  EXPECT_EQ(examples.figures(0).title(),
            "Standard, 2 moves: a loss is avoided");
  EXPECT_THAT(examples.figures(0).svg(),
              HasSubstr("<title>Black on 5; Red on 7; Black to move</title>"));
  EXPECT_EQ(examples.figures(1).title(),
            "Advanced, 1 move: a draw becomes a win");
  EXPECT_THAT(examples.figures(1).svg(),
              HasSubstr("<title>Black on 1; Red on 7; Black to move</title>"));
}

// Compares all findings of a small board, pictures included, with a digest.
TEST(Findings, OfASmallBoardHaveTheKnownDigest) {
  const std::string tables = absl::StrCat(kTables, "/board4x4");
  const fs::path folder = NewFolder({"board4x4"});
  const std::string json = folder / "board4x4/extra_rules.json";
  ASSERT_EQ(std::system(
                absl::StrCat("studies/extra_rules/extra_rules --table=", tables,
                             "/solver_a.table --manifest=", tables,
                             "/manifest.textproto --json=", json, " >", json,
                             ".log 2>&1")
                    .c_str()),
            0);
  Results results = ResultsIn(folder, {"board4x4"});
  ASSERT_TRUE(
      proto::ReadJson(json, *results.mutable_rules(0)->mutable_extra_rules())
          .ok());
  Write(folder / "results.json", *proto::JsonText(results));
  findings::Findings findings =
      *FindingsOf(*GatherEvidence(folder.string(), {}));
  // The atlas and the faults come from recorded files, not from this game.
  findings.clear_atlas();
  findings.clear_faults();
  std::string text;
  google::protobuf::TextFormat::PrintToString(findings, &text);
  EXPECT_EQ(absl::BytesToHexString(proto::Sha256(text)).substr(0, 16),
            "83afb059cc6d7ee4")
      << text;
}

TEST(Page, WithoutTheLettersGamesHasNoClaims) {
  std::vector<Evidence> evidence = {TrueEvidence()[0]};
  evidence[0].manifest.mutable_rules()->mutable_banned_first_drops()->Set(0, 1);
  EXPECT_THAT(
      Page(evidence),
      AllOf(Not(HasSubstr("C1")), HasSubstr("# Standard, solved and checked"),
            HasSubstr("Standard: a draw on every square"),
            HasSubstr("## <a id=\"rules-standard"),
            Not(HasSubstr("reproduced")), Not(HasSubstr("Other boards"))));
}

TEST(Page, HasTheLettersGamesFirst) {
  std::vector<Evidence> evidence = TrueEvidence();
  evidence[0].manifest.mutable_rules()->mutable_banned_first_drops()->Set(0, 1);
  const auto findings = FindingsOf({evidence});
  ASSERT_TRUE(findings.ok()) << findings.status();
  EXPECT_EQ(findings->games(0).title(), "Advanced Teeko");
  EXPECT_EQ(findings->games(1).title(), "Standard");
}

TEST(Page, OfOneGameSaysWhichClaimsWereNotExamined) {
  const std::vector<Evidence>& both = TrueEvidence();
  for (int game = 0; game < 2; ++game) {
    const std::string page = Page({both[game]});
    EXPECT_THAT(page, HasSubstr("It examined no part, or only some parts, "
                                "of C"));
    EXPECT_EQ(absl::StrContains(page, "<a id=\"C3\""), game == 1);
  }
}

TEST(Page, HasTablesWithAHeaderForEachColumn) {
  const auto columns = [](absl::string_view line) {
    int bars = 0;
    for (size_t i = 0; i < line.size(); ++i) {
      bars += line[i] == '|' && (i == 0 || line[i - 1] != '\\');
    }
    return bars - 1;
  };
  int width = 0;
  for (absl::string_view line : absl::StrSplit(Page(TrueEvidence()), '\n')) {
    if (!absl::StartsWith(line, "|")) {
      width = 0;
    } else if (width == 0) {
      width = columns(line);
      EXPECT_THAT(std::string(line), Not(HasSubstr("|  |")));
    } else {
      EXPECT_EQ(columns(line), width) << line;
    }
  }
}

TEST(Atlas, HasBoardsBySizeAndSaysWhatIsMissing) {
  Results results;
  ASSERT_TRUE(google::protobuf::TextFormat::ParseFromString(
      R"(rules {
           name: "standard_3x6" goals: 19 placements: 1010 no_value: 10
           draws: 250 longest_win: 23 digest: "0123456789abcdefg"
           variants { style: "SSSS" outcome: "red" plies: 16 }
           variants { style: "AAAA" outcome: "draw" }
           variants { style: "ASSS" outcome: "red" plies: 8 }
         }
         rules {
           name: "standard_4x4" placements: 1000
           variants { style: "SSSS" outcome: "black" plies: 13 }
         }
         rules {
           name: "standard_2x2" placements: 4 draws: 4
           variants { style: "SSSS" outcome: "draw" }
         }
         rules {
           name: "lines_of_3_2x2" placements: 4
           variants { style: "SSS" outcome: "draw" }
         }
         rules {
           name: "advanced_4x4" placements: 8 draws: 4
           variants { style: "SSSS" outcome: "draw" }
         }
         rules { name: "standard" })",
      &results));
  const findings::Atlas atlas = AtlasOf(results);
  EXPECT_EQ(*Markdown(atlas),
            R"(| board | standard | advanced | diamonds | advanced\_diamonds |
|---|---|---|---|---|
| 2x2 | draw (=1) | ? | ? | ? |
| 4x4 | black in 13 (+1) | draw (=1) | ? | ? |
| 3x6 | red in 16 (=1 −2) | ? | ? | ? |

Share of the positions with all pieces placed that are drawn:

| | 2x2 | 4x4 | 3x6 |
|---|---:|---:|---:|
| standard | 100 % | 0 % | 25 % |
| advanced | ? | 50 % | ? |

## standard

| board | goals | positions | draws | longest win | SSSS | digest |
|---|---|---|---|---|---|---|
| 2x2 | 0 | 4 | 4 (100.0 %) | 0 | = | `…` |
| 4x4 | 0 | 1,000 | 0 (0.0 %) | 0 | B 13 | `…` |
| 3x6 | 19 | 1,000 | 250 (25.0 %) | 23 | R 16 | = | R 8 | `0123456789abcdef…` |

## advanced

| board | goals | positions | draws | longest win | SSSS | digest |
|---|---|---|---|---|---|---|
| 4x4 | 0 | 8 | 4 (50.0 %) | 0 | = | `…` |

## lines\_of\_3

| board | goals | positions | draws | longest win | SSS | digest |
|---|---|---|---|---|---|---|
| 2x2 | 0 | 4 | 0 (0.0 %) | 0 | = | `…` |
)");
  const findings::Draws& draws = atlas.draws();
  // 4 to 18 squares take 310 units, 0 to 100 % take 164 units.
  EXPECT_EQ(draws.games(0).points(), "40.0,26.0 305.7,190.0 350.0,149.0 ");
  EXPECT_EQ(draws.games(0).end(), 149);
  EXPECT_EQ(draws.games(1).points(), "305.7,108.0 ");
  ASSERT_THAT(draws.squares(), SizeIs(2));  // boards with equal sides
  EXPECT_EQ(draws.squares(0).label(), "2x2");
  EXPECT_EQ(draws.squares(0).at(), 40);
  ASSERT_THAT(draws.percents(), SizeIs(5));
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(draws.percents(i).label(), absl::StrCat(25 * i, " %"));
    EXPECT_EQ(draws.percents(i).at(), 190 - 41 * i);
  }
  EXPECT_EQ(AtlasOf({}).details_size(), 0);
  // A plot needs two boards.
  for (const bool line : {true, false}) {
    results.mutable_rules()->DeleteSubrange(0, 1);
    EXPECT_EQ(AtlasOf(results).has_draws(), line);
  }
}

TEST(Atlas, IsAChapterIfTheLettersGamesAreThere) {
  EXPECT_THAT(Page(TrueEvidence()),
              AllOf(HasSubstr("<a id=\"boards\"></a>Other boards"),
                    HasSubstr("| 6x6 | black in 13 (+2 =6) |"),
                    HasSubstr("| 7x7 | black in 13 (+6 =2) |"),
                    HasSubstr("\n  digest b057fce3b630")));
}

TEST(Html, LoadsNoOtherFilesAndHasNoBrokenLinks) {
  const std::string html = *Html(*FindingsOf({TrueEvidence()}));
  for (const char* outside :
       {"<script", "<link", "src=", "@import", "url(", "http", "{{", "}}"}) {
    EXPECT_THAT(html, Not(HasSubstr(outside)));
  }
  EXPECT_THAT(html, AllOf(HasSubstr("<table>"), HasSubstr("<svg")));
  const std::vector<std::string> parts = absl::StrSplit(html, "href=\"");
  for (size_t i = 1; i < parts.size(); ++i) {
    const std::string target = parts[i].substr(0, parts[i].find('"'));
    if (target == "../docs/rules.md") continue;
    EXPECT_EQ(target[0], '#');
    EXPECT_THAT(html, HasSubstr(absl::StrCat("id=\"", target.substr(1), "\"")));
  }
}

TEST(Html, EscapesMarkupInTexts) {
  const std::string evil =
      "[a](javascript:b) <img src=x> **c** `d` |e| &amp; \"f\" \\ _g_\n# h";
  findings::Findings findings;
  findings::Game& game = *findings.add_games();
  game.set_title(evil);
  game.set_id(evil);
  game.mutable_manifest()->add_checks()->set_name(evil);
  game.mutable_maps()->add_figures()->set_title(evil);
  game.mutable_maps()->mutable_figures(0)->set_svg(
      BoardSvg(1, {{.css_class = "plain", .label = evil}}, evil, false));
  game.mutable_maps()->mutable_figures(0)->set_caption(evil);
  game.mutable_certificates()->add_rejected(evil);
  const std::string html = *Html(findings);
  for (const char* markup : {"<img", "href=\"javascript", "<strong>c",
                             "<code>d", "&amp;amp;\"", "<em>g", "<h1>h"}) {
    EXPECT_THAT(html, Not(HasSubstr(markup)));
  }
  EXPECT_THAT(html, HasSubstr("&lt;img src=x&gt; **c** `d` |e| &amp;amp; "));
  const std::string markdown = *Markdown(findings);
  EXPECT_THAT(markdown, HasSubstr("\\[a\\](javascript:b) \\<img src=x\\> "
                                  "\\*\\*c\\*\\* \\`d\\` \\|e\\| \\&amp;"));
  EXPECT_THAT(markdown, Not(HasSubstr("\n# h")));
}

// ---- Pictures ----

TEST(Pictures, HaveTheRightColoursInTheRightPlaces) {
  Rules rules;
  rules.set_rows(2);
  rules.set_columns(3);
  const Picture board =
      BoardOf(rules, {.black = SquaresOf({1, 6}), .red = SquaresOf({2})},
              {.marked = SquaresOf({6}), .moved = SquaresOf({2})});
  EXPECT_EQ(board.alt, "Black on 1 6; Red on 2; Black to move");
  EXPECT_EQ(board.squares[0].piece, Colour::kBlack);
  EXPECT_EQ(board.squares[1].piece, Colour::kRed);
  EXPECT_EQ(board.squares[1].label, "•");
  EXPECT_EQ(board.squares[0].label, "");
  EXPECT_EQ(board.squares[2].label, "3");
  EXPECT_EQ(board.squares[5].css_class, "marked");
  EXPECT_EQ(board.squares[4].css_class, "plain");

  VariantValue variant;
  ASSERT_TRUE(google::protobuf::TextFormat::ParseFromString(
      R"(first_drops { square: 1 value { winner: BLACK plies: 5 } }
         first_drops { square: 2 value { winner: RED plies: 12 } }
         first_drops { square: 3 value { winner: DRAW } })",
      &variant));
  const Picture map = MapOf(rules, variant);
  EXPECT_EQ(map.alt,
            "Black’s first drop: 1: Black wins in 5; 2: Red wins in 12; "
            "a draw on all other squares");
  variant.mutable_first_drops()->DeleteSubrange(1, 2);
  EXPECT_EQ(DropsText(rules, variant), "Black wins in 5 on every square");
  // A board of two rows has no centre.
  variant.add_first_drops()->set_square(3);
  variant.mutable_first_drops(1)->mutable_value()->set_winner(
      EmptyBoardValue::DRAW);
  variant.mutable_first_drops(0)->set_square(3);
  EXPECT_EQ(DropsText(rules, variant),
            "3: Black wins in 5; a draw on all other squares");
  variant.mutable_first_drops()->DeleteSubrange(1, 1);
  EXPECT_EQ(map.squares[0].css_class, "black");
  EXPECT_EQ(map.squares[1].css_class, "red");
  rules.set_rows(1);
  const Picture low = BoardOf(rules, {});
  EXPECT_EQ(low.squares[0].css_class, "plain");
  findings::Figures figures;
  AddFigure("low", low, figures);
  AddFigure("board", board, figures);
  AddFigure("SS", map, figures);
  EXPECT_THAT(figures.figures(1).svg(),
              AllOf(HasSubstr("viewBox=\"0 0 64 44\""),
                    HasSubstr("<g class=\"marked\" transform=\"translate(42 "
                              "22)\"><rect width=\"20\" height=\"20\"/><circle "
                              "class=\"black\" cx=\"10\""),
                    HasSubstr("r=\"7.2\"/><text x=\"10\" y=\"10\">•")));
  EXPECT_THAT(figures.text(), ::testing::ElementsAre(
                                  "low           board         SS",
                                  "- - -         @ O -          B5 R12   =",
                                  "              - - @           x   x   x"));
}

TEST(Qubic, HasAChapterIfItWasProved) {
  const fs::path folder = NewFolder({"board4x4"});
  const auto page = [&] {
    return *Markdown(*FindingsOf(*GatherEvidence(folder.string(), {})));
  };
  EXPECT_THAT(page(), Not(HasSubstr("Qubic")));
  fs::create_directories(folder / "qubic");
  Write(folder / "qubic/facts.json", R"({
      "strategic_moves": 1984, "search_seconds": 21.34, "moves_bytes": 5370,
      "explicit_bytes": 1731797, "longest_line": 20,
      "check_moves_seconds": 8.04, "check_explicit_seconds": 0.31 })");
  EXPECT_THAT(page(),
              AllOf(HasSubstr("A relative: Qubic"),
                    HasSubstr("| strategic moves | 2,929 | 1,984 |"),
                    HasSubstr("| 1,500 hours | 21.3 s |"),
                    HasSubstr("| 50 hours | 8.0 s |"), HasSubstr("| 0.3 s |"),
                    HasSubstr("5,370 bytes"), HasSubstr("1,731,797"),
                    HasSubstr("plays 20 moves")));
  Write(folder / "qubic/facts.json", "{");
  EXPECT_TRUE(
      absl::IsInvalidArgument(GatherEvidence(folder.string(), {}).status()));
}

TEST(ScoredGames, HaveAChapterOfTheirOwn) {
  ScoredEvidence game;
  ASSERT_TRUE(google::protobuf::TextFormat::ParseFromString(
      "name: 'scored_small' rows: 3 columns: 4 scoring { pips: [1, 4] }",
      &game.rules));
  ASSERT_TRUE(google::protobuf::TextFormat::ParseFromString(
      R"(name: "scored_small" digest: "c0ffee"
         scored {
           # In any order.
           variants { style: "SS" name: "Standard" centre_ban: true score: -2 }
           variants { style: "SS" name: "Standard" score: 3 }
           scores {
             counts { score: -1 placements: 1000 }
             counts { score: 0 placements: 2500 }
             counts { score: 1 placements: 500 }
             longest: 39 longest_of_opponent: 38
             won: 500 fastest_gives_away: 100 lost: 1000 slowest_gives_away: 250
             shortest {
               winner { square: 1 pips: 4 } winner { square: 7 pips: 1 }
               loser: [3, 12] winner_moves: true score: 8 plies: 3
               hasty { from: 7 to: 2 } hasty_score: 1 hasty_plies: 1
               best { from: 1 to: 5 }
             }
             defence {
               winner { square: 2 pips: 1 } loser: 8 score: 1
               hasty { from: 8 to: 4 } hasty_score: 8 best { from: 8 to: 12 }
             }
           }
         })",
      &game.result));
  const findings::Findings findings = *FindingsOf({{}, {game}});
  const std::string page = *Markdown(findings);
  EXPECT_THAT(
      page,
      AllOf(HasSubstr("# Scored small, solved and checked"),
            HasSubstr("| Standard | `SS` | +3 | -2 |"),
            HasSubstr("| +1 | 500 | 12.5 |"), HasSubstr("| 0 | 2,500 | 62.5 |"),
            HasSubstr("| 1 | 39 | 38 |"),
            HasSubstr("In 20.0 percent of the won"),
            HasSubstr("In 25.0 percent of the lost"),
            // Two boards, with pips.
            HasSubstr("4 - O -                       - 1 - -\n"),
            HasSubstr("- - 1 -                       - - - O\n"),
            HasSubstr("The fastest win, 7-2, scores 1 point in 1 ply; 1-5 "
                      "forces 8 points in 3 plies."),
            HasSubstr("The slowest defence, 8-4, loses 8 points; 8-12 loses "
                      "only 1 point."),
            HasSubstr("`c0ffee`")));
  EXPECT_THAT(findings.scored_games(0).thresholds(), SizeIs(1));
  std::string pieces;
  for (const std::string& square :
       SquaresIn(findings.scored_games(0).examples().figures(0).svg())) {
    pieces += absl::StrContains(square, "<circle class=\"black\"") ? 'b'
              : absl::StrContains(square, "<circle class=\"red\"") ? 'r'
                                                                   : '-';
  }
  EXPECT_EQ(pieces, "b-r---b----r");
  EXPECT_THAT(page, Not(HasSubstr("Time and memory")));
  EXPECT_THAT(*Html(findings), ContainsRegex("<title>\\+1: 500</title>"));
}

TEST(Histogram, OfScoresHasBarsInProportion) {
  scores::Scores scores;
  for (const int score : {-1, 0, 1}) {
    scores::ScoreCount& count = *scores.add_counts();
    count.set_score(score);
    count.set_placements(1000.0 * (score + 2));
  }
  const findings::Histogram histogram = ScoreHistogram(scores, "alt");
  ASSERT_THAT(histogram.bars(), SizeIs(3));
  EXPECT_EQ(histogram.bars(0).css_class(), "lost");
  EXPECT_EQ(histogram.bars(1).css_class(), "drawn");
  EXPECT_EQ(histogram.bars(2).css_class(), "won");
  EXPECT_NEAR(histogram.bars(2).y(), 26, 0.1);
  EXPECT_NEAR(histogram.bars(1).height(), 2 * histogram.bars(0).height(), 0.1);
  EXPECT_NEAR(histogram.bars(0).y() + histogram.bars(0).height(), 190, 0.1);
  EXPECT_EQ(histogram.plies(0).label(), "-1");
  EXPECT_EQ(histogram.plies(1).label(), "0");
}

TEST(Histogram, HasABarForEachLevelThatIsNotEmpty) {
  Manifest manifest;
  for (const uint64_t count : {1, 1000, 0, 10}) manifest.add_levels(count);
  const findings::Histogram histogram = HistogramOf(manifest, "alt");
  ASSERT_THAT(histogram.bars(), SizeIs(3));
  EXPECT_EQ(histogram.bars(0).css_class(), "lost");
  EXPECT_EQ(histogram.bars(1).css_class(), "won");
  EXPECT_EQ(histogram.bars(1).title(), "won in 1: 1,000");
  EXPECT_NEAR(histogram.bars(1).y(), 26, 0.1);
  EXPECT_NEAR(histogram.bars(1).y() + histogram.bars(1).height(), 190, 0.1);
  EXPECT_LT(histogram.bars(0).height(), histogram.bars(2).height());
  EXPECT_LT(histogram.bars(2).height(), histogram.bars(1).height());
  EXPECT_GT(histogram.bars(0).height(), 5);
  // The label is below the middle of its bar.
  EXPECT_NEAR(histogram.plies(0).at(),
              histogram.bars(0).x() + histogram.bars(0).width() / 2, 0.1);
  EXPECT_EQ(histogram.counts(3).label(), "1,000");
  EXPECT_EQ(histogram.counts(2).label(), "");
  EXPECT_NEAR(histogram.counts(3).at(), 26, 0.1);
  EXPECT_THAT(histogram.text(),
              ::testing::ElementsAre("    0           1    1       1,000    2 "
                                     "          0    3          10"));
  // Four bars share the range from 68 to 436.
  EXPECT_NEAR(histogram.bars(0).x(), 77.2, 0.1);
  EXPECT_NEAR(histogram.bars(0).width(), 73.6, 0.1);
  EXPECT_NEAR(histogram.bars(2).x(), 353.2, 0.1);

  // Each line of text has up to four levels, in columns.
  manifest.add_levels(5);
  EXPECT_THAT(HistogramOf(manifest, "alt").text(),
              ::testing::ElementsAre(
                  "    0           1    2           0    4           5",
                  "    1       1,000    3          10"));
  manifest.mutable_levels()->Resize(13, 1);
  EXPECT_THAT(HistogramOf(manifest, "alt").text(), SizeIs(4));
}

TEST(Histogram, OfManyLevelsHasATickForEveryTwentieth) {
  Manifest manifest;
  const auto marks = [&](int levels) {
    manifest.mutable_levels()->Resize(levels, 1);
    return HistogramOf(manifest, "").plies();
  };
  EXPECT_THAT(marks(70), SizeIs(7));
  EXPECT_EQ(marks(70)[6].label(), "60");
  EXPECT_THAT(marks(71), SizeIs(4));
  EXPECT_EQ(marks(71)[3].label(), "60");
}

// ---- Very small and unusual rules ----

class OddRules : public ::testing::TestWithParam<std::string> {};

TEST_P(OddRules, AreReported) {
  const std::string& name = GetParam();
  const fs::path folder = NewFolder({name}, "studies/odd_rules/out");
  const auto evidence = GatherEvidence(folder.string(), {});
  ASSERT_TRUE(evidence.ok()) << evidence.status();
  const Manifest& manifest = evidence->games[0].manifest;
  const auto findings = FindingsOf(*evidence);
  ASSERT_TRUE(findings.ok()) << findings.status();
  EXPECT_EQ(findings->games(0).has_longest(),
            proto::Longest(manifest, /*wins=*/true) > 0);
  const std::string page = *Markdown(*findings);
  const std::string title = absl::StrCat("\"></a>", TitleOf(name));
  EXPECT_THAT(page,
              AllOf(HasSubstr(title), Not(HasSubstr("18446744073709551615"))));
  EXPECT_THAT(*Html(*findings), HasSubstr(title));
  EXPECT_EQ(absl::StrContains(page, "edges wrapped"),
            manifest.rules().edges() == Rules::WRAPPED);
  EXPECT_EQ(absl::StrContains(page, "No placement is won or lost."),
            manifest.levels().empty());
}

INSTANTIATE_TEST_SUITE_P(Claims, OddRules,
                         ::testing::ValuesIn([]() -> std::vector<std::string> {
                           return absl::StrSplit(std::getenv("ODD_RULES"), ' ');
                         }()),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace teeko::reports
