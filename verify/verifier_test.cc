// Tests that the verifier accepts correct tables, and that the responsible
// check finds each planted fault.

#include "verify/verifier.h"

#include <openssl/sha.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "base/local_processes_for_test.h"
#include "base/processes.h"
#include "gmock/gmock.h"
#include "google/protobuf/text_format.h"
#include "gtest/gtest.h"
#include "kernel/kernel.h"
#include "kernel/order.h"
#include "kernel/rules.h"
#include "kernel/scoring.h"
#include "proto/manifest_file.h"
#include "proto/rules_file.h"
#include "proto/table_reader.h"
#include "rapidcheck/gtest.h"
#include "tbb/global_control.h"
#include "teeko/proto/manifest.pb.h"
#include "verify/checked_game.h"
#include "verify/symmetry.h"
#include "verify/table_for_test.h"

namespace teeko::verify {
namespace {

using kernel::Game;
using kernel::Position;
using kernel::Section;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

// Small boards of different kinds.
const std::map<std::string, std::string>& Boards() {
  static const auto* const boards = new std::map<std::string, std::string>{
      {"board3x3",
       "rows: 3 columns: 3 pieces: 2 goals { line { length: 2 } } "
       "banned_first_drops: 5"},
      {"board4x3",
       "rows: 4 columns: 3 pieces: 3 goals { line { length: 3 } } "
       "banned_first_drops: [5, 8]"},
      {"torus3x4",
       "rows: 3 columns: 4 pieces: 3 edges: WRAPPED "
       "goals { line { length: 3 } } styles: ['SAA', 'AAA']"},
      {"square3x4",
       "rows: 3 columns: 4 pieces: 4 goals { square { side: 1 } } "
       "goals { tilted_squares {} } styles: 'SSAA'"},
      {"road", "rows: 1 columns: 7 pieces: 3 goals { line { length: 3 } }"},
  };
  return *boards;
}

// Small boards of scored rules.
const std::map<std::string, std::string>& ScoredBoards() {
  static const auto* const boards = new std::map<std::string, std::string>{
      {"points1x7",
       "rows: 1 columns: 7 pieces: 2 styles: ['SA', 'AS'] "
       "goals { line { length: 2 } } banned_first_drops: 4 "
       "scoring { pips: [1, 2] special_squares: 4 special_points: 2 }"},
      {"points3x3",
       "rows: 3 columns: 3 pieces: 2 styles: ['SS', 'AA'] "
       "goals { line { length: 2 } points: 1 } "
       "scoring { pips: [1, 2] special_squares: [1, 3, 7, 9] "
       "special_points: 1 }"},
      // The special square belongs to no goal.
      {"diamond3x3",
       "rows: 3 columns: 3 pieces: 4 styles: 'SSSS' "
       "goals { diamond { radius: 1 } } "
       "scoring { pips: [1, 1, 1, 1] special_squares: 5 special_points: 1 }"},
  };
  return *boards;
}

std::map<std::string, std::string> AllBoards() {
  std::map<std::string, std::string> boards = Boards();
  boards.insert(ScoredBoards().begin(), ScoredBoards().end());
  return boards;
}

Rules RulesOf(const std::string& name) {
  const auto rules = proto::ParseRules(
      absl::StrCat("name: '", name, "' ", AllBoards().at(name)), name);
  EXPECT_TRUE(rules.ok()) << rules.status();
  return *rules;
}

Table Solve(const Game& game, const Rules& rules) {
  return PlainTable(game, {rules.styles().begin(), rules.styles().end()});
}

class VerifierTest : public ::testing::Test {
 protected:
  VerifierTest() : folder_(::testing::TempDir() + "verifier") {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }

  std::string Path(const std::string& name) const {
    return folder_ + "/" + name;
  }

  using ::testing::Test::SetUp;
  void SetUp(const std::string& board) { SetUp(RulesOf(board)); }

  void SetUp(const Rules& rules) {
    rules_ = rules;
    game_ = kernel::GameOf(rules_);
    games_ = GamesOf(rules_);
    table_ = PlainTable(rules_);
    Write(Path("rules"), rules_.DebugString());
  }

  static void Write(const std::string& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
  }

  static std::string Read(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  void WriteTable(const std::string& name, const Table& table) const {
    WriteTable(name, table, rules_);
  }

  void WriteTable(const std::string& name, const Table& table,
                  const Rules& rules) const {
    WriteTable(name, table, rules, "solver " + name);
  }

  void WriteTable(const std::string& name, const Table& table,
                  const Rules& rules, const std::string& program) const {
    verify::WriteTable(Path(name), rules, table, program, reduced_);
  }

  // Sets the value of all images of a position.
  void SetImagesAt(Table& table, int section, uint64_t index,
                   kernel::Value value) const {
    const int in_game = games_[0].sections().size();
    const CheckedGame& game = games_[section / in_game];
    if (game.threshold() == 0) {
      return table.SetImagesAt(game_, section, index, value);
    }
    const int number = section % in_game;
    const ReducedTable kept(game, 1);
    const kernel::Set first =
        kept.sets_of_file(number)[index / game.SetSize(number)].first;
    const ThresholdPosition position =
        game.PositionAt(number, kernel::Rank(first) * game.SetSize(number) +
                                    index % game.SetSize(number));
    for (const std::vector<int>& symmetry : game.board().symmetries) {
      table.SetValueAt(section,
                       kept.KeptIndex(number, game.Image(symmetry, position)),
                       value);
    }
  }

  // Runs Verify on all processes, with the files `rules`, `a` and `b`.  Returns
  // "accepted" or the error of process 0, and sets details_ to its details.  If
  // `last_folder` is not empty, the last process reads the files of this
  // folder.
  std::string Verdict(const std::string& last_folder = "") {
    std::vector<std::ostringstream> details(processes_);
    const std::vector<absl::Status> statuses =
        base::LocalNetwork(processes_).Run({}, [&](base::Processes& processes) {
          const int process = processes.process();
          const bool last = process + 1 == processes_ && !last_folder.empty();
          const std::string folder = last ? last_folder : folder_;
          return Verify({.rules = folder + "/rules",
                         .table_a = folder + "/a",
                         .table_b = folder + "/b",
                         .manifest = Path("manifest"),
                         .golden_digests = golden_digests_,
                         .memory_bytes = memory_bytes_,
                         .window = window_,
                         .processes = &processes},
                        details[process]);
        });
    details_ = details[0].str();
    EXPECT_EQ(std::filesystem::exists(Path("manifest")), statuses[0].ok());
    for (const absl::Status& status : statuses) {
      EXPECT_EQ(status.ok(), statuses[0].ok());
    }
    return statuses[0].ok() ? "accepted" : std::string(statuses[0].message());
  }

  std::string VerdictOn(const Table& a, const Table& b) {
    WriteTable("a", a);
    WriteTable("b", b);
    return Verdict();
  }

  Manifest ReadManifest() const {
    Manifest manifest;
    EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(
        Read(Path("manifest")), &manifest));
    return manifest;
  }

  // Returns the index of the first position with this value in a section.
  uint64_t Find(int section, kernel::Value value) const {
    uint64_t index = 0;
    while (table_.ValueAt(section, index) != value) ++index;
    return index;
  }

  const std::string folder_;
  std::string golden_digests_;
  uint64_t memory_bytes_ = 1'000'000'000;
  uint64_t window_ = 1000;  // most sections have several windows
  bool reduced_ = false;    // whether WriteTable writes reduced tables
  int processes_ = 1;
  Rules rules_;
  Game game_;
  std::vector<CheckedGame> games_;
  Table table_;
  std::string details_;
};

// ---- Correct tables ----

TEST_F(VerifierTest, AcceptsCorrectTablesOfAllBoards) {
  for (const auto& [name, words] : AllBoards()) {
    SetUp(name);
    EXPECT_EQ(VerdictOn(table_, table_), "accepted") << name;
    EXPECT_EQ(details_, "");
    const Manifest manifest = ReadManifest();
    EXPECT_TRUE(proto::SameRules(manifest.rules(), rules_));
    EXPECT_EQ(manifest.goals(), game_.goals.size());
    ASSERT_EQ(manifest.sections_size(), table_.sections.size());
    EXPECT_EQ(manifest.digest().size(), 64);
    EXPECT_EQ(manifest.checks_size(), 5);
    for (const char* table : {"a", "b"}) {
      EXPECT_TRUE(proto::OpenAccepted(manifest, Path(table)).ok());
    }
  }
}

TEST_F(VerifierTest, CountsTheValuesOfTheTable) {
  for (const auto& [name, words] : Boards()) {
    SetUp(name);
    ASSERT_EQ(VerdictOn(table_, table_), "accepted");
    const Manifest manifest = ReadManifest();
    uint64_t no_value = 0;
    uint64_t draws = 0;
    std::vector<uint64_t> levels;
    for (uint64_t i = 0; i < table_.sections[0].positions; ++i) {
      const kernel::Value value = table_.ValueAt(0, i);
      if (value == kernel::kNoValue) {
        ++no_value;
      } else if (value == kernel::kDraw) {
        ++draws;
      } else {
        if (levels.size() < static_cast<size_t>(value)) levels.resize(value);
        ++levels[value - 1];
      }
    }
    EXPECT_EQ(manifest.placements(), table_.sections[0].positions);
    EXPECT_EQ(manifest.no_value(), no_value);
    EXPECT_EQ(manifest.draws(), draws);
    EXPECT_THAT(manifest.levels(), ::testing::ElementsAreArray(levels));
  }
}

TEST_F(VerifierTest, ValuesOfVariantsCountFromTheEmptyBoard) {
  SetUp("board3x3");
  ASSERT_EQ(VerdictOn(table_, table_), "accepted");
  const Manifest manifest = ReadManifest();
  // Four styles of two letters, each with and without the ban.
  ASSERT_EQ(manifest.variants_size(), 8);
  const VariantValue& free = manifest.variants(0);
  EXPECT_EQ(free.style(), "SS");
  EXPECT_FALSE(free.centre_ban());
  ASSERT_EQ(free.first_drops_size(), 9);
  // Black drops twice, with Red's drop between, and completes a goal.
  EXPECT_EQ(free.value().winner(), EmptyBoardValue::BLACK);
  EXPECT_EQ(free.value().plies(), 3);
  EXPECT_EQ(free.first_drops(0).square(), 1);
  EXPECT_EQ(free.first_drops(0).value().plies(), 3);
  const VariantValue& banned = manifest.variants(1);
  EXPECT_EQ(banned.style(), "SS");
  EXPECT_TRUE(banned.centre_ban());
  ASSERT_EQ(banned.first_drops_size(), 8);
  for (const FirstDrop& drop : banned.first_drops()) {
    EXPECT_NE(drop.square(), 5);
  }
}

TEST_F(VerifierTest, TheBanAppliesToEitherSideThatPicks) {
  for (const std::string board : {"board3x3", "board4x3"}) {
    SetUp(board);
    ASSERT_EQ(VerdictOn(table_, table_), "accepted");
    const Manifest manifest = ReadManifest();
    for (const VariantValue& variant : manifest.variants()) {
      // Ordered from the worst to the best for Black.
      const auto utility = [](const EmptyBoardValue& value) {
        const int plies = value.plies();
        return value.winner() == EmptyBoardValue::DRAW    ? 0
               : value.winner() == EmptyBoardValue::BLACK ? 1000 - plies
                                                          : plies - 1000;
      };
      std::vector<int> utilities;
      for (const FirstDrop& drop : variant.first_drops()) {
        utilities.push_back(utility(drop.value()));
      }
      EXPECT_EQ(utility(variant.value()), variant.style()[0] == 'S'
                                              ? std::ranges::max(utilities)
                                              : std::ranges::min(utilities))
          << board << " " << variant.style();
    }
  }
}

TEST_F(VerifierTest, CountsPositionsWithoutAMove) {
  SetUp("board3x3");
  ASSERT_EQ(VerdictOn(table_, table_), "accepted");
  EXPECT_THAT(Read(Path("manifest")),
              HasSubstr("the side to move always has a move"));
  SetUp("road");
  ASSERT_EQ(VerdictOn(table_, table_), "accepted");
  EXPECT_THAT(Read(Path("manifest")), HasSubstr("where it has lost"));
}

TEST_F(VerifierTest, GivesTheSameResultOnAnyNumberOfThreads) {
  SetUp("board4x3");
  Table wrong = table_;
  for (uint64_t i = 0; i < wrong.sections[1].positions; i += 100) {
    wrong.SetValueAt(1, i, 100);
  }
  std::vector<std::string> manifests, differences, inconsistencies;
  for (const int threads : {1, 2, 5}) {
    const tbb::global_control limit(
        tbb::global_control::max_allowed_parallelism, threads);
    ASSERT_EQ(VerdictOn(table_, table_), "accepted");
    manifests.push_back(Read(Path("manifest")));
    differences.push_back(VerdictOn(table_, wrong) + details_);
    inconsistencies.push_back(VerdictOn(wrong, wrong) + details_);
  }
  for (const auto* results : {&manifests, &differences, &inconsistencies}) {
    EXPECT_THAT(*results, ::testing::Each(results->front()));
  }
}

TEST_F(VerifierTest, Board4x4IsAcceptedAndAFaultInItFound) {
  const auto rules = proto::ReadRulesFile("corpus/rules/board4x4.textproto");
  ASSERT_TRUE(rules.ok()) << rules.status();
  SetUp(*rules);
  window_ = 100'000;  // several windows, the last of them shorter
  EXPECT_EQ(VerdictOn(table_, table_), "accepted");
  const Manifest manifest = ReadManifest();
  EXPECT_EQ(manifest.goals(), 19);
  EXPECT_EQ(manifest.placements(), 900'900);
  EXPECT_EQ(manifest.sections_size(), 41);
  // The fault is in the last of several windows.
  Table wrong = table_;
  wrong.SetValueAt(0, wrong.sections[0].positions - 1, 10);
  EXPECT_THAT(VerdictOn(table_, wrong), StartsWith("comparison: "));
  EXPECT_THAT(VerdictOn(wrong, wrong), StartsWith("symmetry: "));
  wrong.SetImagesAt(game_, 0, wrong.sections[0].positions - 1, 10);
  EXPECT_THAT(VerdictOn(wrong, wrong), StartsWith("local consistency: "));
}

// ---- Faults in one table ----

TEST_F(VerifierTest, AnyOneValueChangedInOneTableIsADifference) {
  SetUp("board4x3");
  const uint64_t win = Find(0, 4);
  const uint64_t draw = Find(0, kernel::kDraw);
  const uint64_t illegal = Find(0, kernel::kNoValue);
  const std::vector<std::pair<uint64_t, kernel::Value>> faults = {
      {win, 5},
      {win, 3},
      {win, 6},
      {win, 2},
      {win, 0},
      {draw, 4},
      {draw, 3},
      {draw, kernel::kNoValue},
      {win, kernel::kNoValue},
      {illegal, 0},
      {illegal, 1},
      {illegal, 2}};
  for (const auto& [index, value] : faults) {
    Table wrong = table_;
    wrong.SetValueAt(0, index, value);
    EXPECT_THAT(VerdictOn(wrong, table_),
                AllOf(StartsWith("comparison: "),
                      HasSubstr(absl::StrCat("position ", index, " of ")),
                      HasSubstr("in A, which does not agree with its "
                                "successors"),
                      HasSubstr("in B, which agrees with its successors"),
                      HasSubstr("differ: 1 in this section, 1 in all")));
    EXPECT_THAT(VerdictOn(table_, wrong),
                AllOf(StartsWith("comparison: "),
                      HasSubstr("in A, which agrees with its successors"),
                      HasSubstr("in B, which does not agree with its "
                                "successors")));
  }
}

TEST_F(VerifierTest, ADifferenceIsShownOnTheBoard) {
  SetUp("board3x3");
  const int section = kernel::FindSection(table_.sections, 3, "A");
  // X . .
  // . O .
  // . . O
  const uint64_t index = kernel::Index(game_, {0b000000001, 0b100010000});
  Table wrong = table_;
  wrong.SetValueAt(section, index, 7);
  EXPECT_THAT(VerdictOn(table_, wrong),
              HasSubstr("section with 3 pieces placed, drops \"A\" to come"));
  EXPECT_EQ(details_,
            absl::StrCat("position ", index,
                         " of the section with 3 pieces placed, drops \"A\" "
                         "to come:\n"
                         "    X . .\n"
                         "    . O .\n"
                         "    . . O\n"
                         "    X is Red and drops next, O picks the square; 3 "
                         "of 4 pieces are placed; drops to come: A\n"
                         "    in A a loss in 0, which agrees with its "
                         "successors: must be a loss in 0, because O has a "
                         "goal\n"
                         "    in B a loss in 6, which does not agree with its "
                         "successors: must be a loss in 0, because O has a "
                         "goal\n"));
}

TEST_F(VerifierTest, DifferencesOfEverySectionAreCounted) {
  SetUp("board4x3");
  Table wrong = table_;
  wrong.SetValueAt(1, 5, 77);
  wrong.SetValueAt(1, 8, 77);
  wrong.SetValueAt(4, 0, 77);
  EXPECT_THAT(VerdictOn(table_, wrong),
              AllOf(StartsWith("comparison: "), HasSubstr("position 5 of "),
                    HasSubstr("differ: 2 in this section, 3 in all")));
}

// ---- The same fault in both tables ----

TEST_F(VerifierTest, AnOrbitChangedInBothTablesIsInconsistent) {
  SetUp("board4x3");
  for (const kernel::Value right : {kernel::kNoValue, 0, 1, 2, 3, 4}) {
    const uint64_t index = Find(0, right);
    for (const kernel::Value value : {kernel::kNoValue, 0, 1, 2, 3, 4, 5, 6}) {
      if (value == right) continue;
      Table wrong = table_;
      wrong.SetImagesAt(game_, 0, index, value);
      EXPECT_THAT(VerdictOn(wrong, wrong), StartsWith("local consistency: "))
          << value << " for " << right;
    }
  }
}

TEST_F(VerifierTest, FaultsInEverySectionAreFound) {
  for (const auto& [name, words] : AllBoards()) {
    SetUp(name);
    for (size_t section = 0; section < table_.sections.size(); ++section) {
      const uint64_t last = table_.sections[section].positions - 1;
      const kernel::Value value = table_.ValueAt(section, last) == 9 ? 7 : 9;
      Table one_image = table_;
      one_image.SetValueAt(section, last, value);
      Table all_images = table_;
      SetImagesAt(all_images, section, last, value);
      const std::string where = absl::StrCat(name, " section ", section);
      EXPECT_THAT(VerdictOn(one_image, table_), StartsWith("comparison: "))
          << where;
      EXPECT_THAT(VerdictOn(table_, one_image), StartsWith("comparison: "))
          << where;
      // A larger threshold in fewer plies is noticed first.
      EXPECT_THAT(VerdictOn(all_images, all_images),
                  ::testing::AnyOf(StartsWith("local consistency: "),
                                   StartsWith("order of thresholds: ")))
          << where;
      if (one_image.payloads == all_images.payloads) continue;
      EXPECT_THAT(VerdictOn(one_image, one_image), StartsWith("symmetry: "))
          << where;
    }
  }
}

// The changed image may be the canonical one or another one.
TEST_F(VerifierTest, AnyOneImageChangedInBothTablesBreaksSymmetry) {
  for (const std::string name : {"board3x3", "torus3x4"}) {
    SetUp(name);
    const Position position = PositionAt(game_, table_.sections[0], Find(0, 2));
    for (const std::vector<int>& symmetry : game_.symmetries) {
      Table wrong = table_;
      wrong.SetValueAt(
          0, kernel::Index(game_, kernel::Image(symmetry, position)), 4);
      EXPECT_THAT(VerdictOn(wrong, wrong), StartsWith("symmetry: ")) << name;
    }
  }
}

TEST_F(VerifierTest, BrokenSymmetryIsShownWithTheImageAndWhichIsWrong) {
  SetUp("board3x3");
  const int section = kernel::FindSection(table_.sections, 3, "A");
  // . . X
  // . O .
  // O . .
  const uint64_t index = kernel::Index(game_, {0b000000100, 0b001010000});
  const uint64_t image = kernel::Index(game_, {0b001000000, 0b000010100});
  Table wrong = table_;
  wrong.SetValueAt(section, index, 7);
  EXPECT_THAT(
      VerdictOn(wrong, wrong),
      AllOf(StartsWith(absl::StrCat("symmetry: position ", index, " of the ")),
            HasSubstr("is a loss in 6, which does not agree with its "
                      "successors, but its image"),
            HasSubstr("is a loss in 0, which agrees with its successors; "),
            HasSubstr("images that differ: 2 in this section, 2 in all")));
  const std::string common =
      "    X is Red and drops next, O picks the square; 3 of 4 pieces are "
      "placed; drops to come: A\n"
      "    in A and B a loss in ";
  EXPECT_EQ(
      details_,
      absl::StrCat(
          "position ", index,
          " of the section with 3 pieces placed, drops \"A\" to come:\n"
          "    . . X\n    . O .\n    O . .\n",
          common,
          "6, which does not agree with its successors: must be a loss in 0, "
          "because O has a goal; its image:\n"
          "position ",
          image,
          " of the section with 3 pieces placed, drops \"A\" to come:\n"
          "    . . O\n    . O .\n    X . .\n",
          common,
          "0, which agrees with its successors: must be a loss in 0, because O "
          "has a goal\n"));
}

TEST_F(VerifierTest, AnInconsistencyIsShownWithTheDecidingSuccessor) {
  SetUp("board3x3");
  // The empty board has no predecessors, so no other position is wrong.
  const int section = kernel::FindSection(table_.sections, 0, "SS");
  Table wrong = table_;
  wrong.SetValueAt(section, 0, 6);
  EXPECT_THAT(
      VerdictOn(wrong, wrong),
      AllOf(StartsWith("local consistency: position 0 of the section with 0 "
                       "pieces placed, drops \"SS\" to come is a win in 5, but "
                       "must be a win in 3, because X picks 1, after which O "
                       "has a loss in 2; "),
            HasSubstr("successors: 1 in this section, 1 in all")));
  EXPECT_THAT(details_, HasSubstr("    . . .\n    . . .\n    . . .\n"
                                  "    X is Black and drops next, X picks "));
}

// ---- Reduced tables ----

TEST_F(VerifierTest, ReducedTablesGiveTheSameManifest) {
  for (const auto& [name, words] : Boards()) {
    SetUp(name);
    std::vector<std::string> manifests;
    for (const bool reduced : {false, true}) {
      reduced_ = reduced;
      EXPECT_EQ(VerdictOn(table_, table_), "accepted") << name;
      Manifest manifest = ReadManifest();
      EXPECT_TRUE(proto::OpenAccepted(manifest, Path("a")).ok());
      // All fields except the digests of the files.
      manifest.clear_digest();
      manifest.clear_footer_sha256();
      for (auto& section : *manifest.mutable_sections()) section.clear_sha256();
      manifests.push_back(manifest.DebugString());
    }
    EXPECT_EQ(manifests[0], manifests[1]);
  }
}

TEST_F(VerifierTest, FaultsInEverySectionOfAReducedTableAreFound) {
  reduced_ = true;
  for (const auto& [name, words] : Boards()) {
    SetUp(name);
    processes_ = name == "board4x3" ? 3 : 1;
    for (size_t section = 0; section < table_.sections.size(); ++section) {
      // Changes all images of the last position.  The image with the smallest
      // index, `first`, is in a stored row.
      const uint64_t last = table_.sections[section].positions - 1;
      const Position position =
          PositionAt(game_, table_.sections[section], last);
      uint64_t first = last;
      for (const std::vector<int>& symmetry : game_.symmetries) {
        first = std::min(
            first, kernel::Index(game_, kernel::Image(symmetry, position)));
      }
      const kernel::Value value = table_.ValueAt(section, last) == 9 ? 7 : 9;
      Table wrong = table_;
      wrong.SetImagesAt(game_, section, last, value);
      EXPECT_THAT(VerdictOn(wrong, table_),
                  AllOf(StartsWith("comparison: "),
                        HasSubstr(absl::StrCat("position ", first, " of "))));
      EXPECT_THAT(VerdictOn(wrong, wrong), StartsWith("local consistency: "));
    }
  }
}

// If the stabilizer of a mover's set has several symmetries, its row contains
// images of its own positions.
TEST_F(VerifierTest, AReducedTableHasTheSymmetriesOfItsRows) {
  reduced_ = true;
  SetUp("board3x3");
  for (uint64_t i = 0; i < table_.sections[0].positions; ++i) {
    const Position position = PositionAt(game_, table_.sections[0], i);
    bool stored = true;
    bool twice = false;
    for (const std::vector<int>& symmetry : game_.symmetries) {
      const Position image = kernel::Image(symmetry, position);
      stored &= image.mover >= position.mover;
      twice |=
          image.mover == position.mover && image.opponent != position.opponent;
    }
    if (!stored || !twice) continue;
    Table wrong = table_;
    wrong.SetValueAt(0, i, table_.ValueAt(0, i) == 9 ? 7 : 9);
    EXPECT_THAT(VerdictOn(wrong, wrong), StartsWith("symmetry: ")) << i;
  }
}

TEST_F(VerifierTest, OneReducedAndOneOtherTableAreRefused) {
  SetUp("board3x3");
  WriteTable("a", table_);
  reduced_ = true;
  WriteTable("b", table_);
  EXPECT_THAT(Verdict(), AllOf(StartsWith("footer: " + Path("b")),
                               HasSubstr("is reduced by symmetry, but")));
  WriteTable("a", table_);
  EXPECT_EQ(Verdict(), "accepted");
}

// ---- Several processes ----

TEST_F(VerifierTest, SeveralProcessesGiveTheSameResult) {
  for (const auto& [name, words] : AllBoards()) {
    SetUp(name);
    Table wrong = table_;
    for (size_t section = 0; section < table_.sections.size(); ++section) {
      for (uint64_t i = 0; i < table_.sections[section].positions; i += 50) {
        SetImagesAt(wrong, section, i, 100);
      }
    }
    for (const bool reduced : {false, true}) {
      reduced_ = reduced && table_.games.empty();
      std::vector<std::string> manifests, differences, inconsistencies;
      for (const int processes : {1, 2, 3, 7}) {
        processes_ = processes;
        ASSERT_EQ(VerdictOn(table_, table_), "accepted");
        manifests.push_back(Read(Path("manifest")));
        differences.push_back(VerdictOn(table_, wrong) + details_);
        inconsistencies.push_back(VerdictOn(wrong, wrong) + details_);
      }
      for (const auto* results : {&manifests, &differences, &inconsistencies}) {
        EXPECT_THAT(*results, ::testing::Each(results->front()));
      }
    }
  }
}

TEST_F(VerifierTest, ProcessesWithDifferentFilesAreNamed) {
  processes_ = 3;
  SetUp("board3x3");
  ASSERT_EQ(VerdictOn(table_, table_), "accepted");
  const std::string other = folder_ + "_other";
  std::filesystem::remove_all(other);
  EXPECT_EQ(Verdict(other), absl::StrCat("process 2: cannot read ", other,
                                         "/rules: No such file or "
                                         "directory"));
  const auto verdict_on_copies = [&] {
    std::filesystem::remove_all(other);
    std::filesystem::copy(folder_, other);
    return Verdict(other);
  };
  EXPECT_EQ(verdict_on_copies(), "accepted");
  // Process 2 still has the earlier files.
  Table newer = table_;
  newer.SetValueAt(0, 0, 9);
  WriteTable("b", newer);
  EXPECT_EQ(Verdict(other),
            "process 2: other rules, files or program version than process 0");
  // A process that cannot read its file.
  reduced_ = true;
  ASSERT_EQ(VerdictOn(table_, table_), "accepted");
  EXPECT_EQ(verdict_on_copies(), "accepted");
  std::string damaged = Read(Path("a"));
  damaged[100] ^= 1;
  Write(other + "/a", damaged);
  EXPECT_THAT(Verdict(other),
              StartsWith(absl::StrCat("process 2: ", other, "/a: ")));
}

TEST_F(VerifierTest, ProcessesOnOneMachineShareItsMemory) {
  reduced_ = true;
  SetUp("board4x3");
  ASSERT_EQ(VerdictOn(table_, table_), "accepted");
  memory_bytes_ = 1000;
  while (Verdict() != "accepted") memory_bytes_ *= 1.2;
  processes_ = 7;
  EXPECT_THAT(Verdict(), HasSubstr("memory"));
}

// ---- Two tables of the same wrong but symmetric rules ----

TEST_F(VerifierTest, TablesSolvedWithAGoalMissingAreInconsistent) {
  for (const auto& [name, words] : Boards()) {
    SetUp(name);
    Game wrong = game_;
    const kernel::Set gone = game_.goals[game_.goals.size() / 2];
    for (const std::vector<int>& symmetry : game_.symmetries) {
      std::erase(wrong.goals, kernel::Image(symmetry, gone));
    }
    const Table table = Solve(wrong, rules_);
    EXPECT_THAT(VerdictOn(table, table), StartsWith("local consistency: "))
        << name;
  }
}

TEST_F(VerifierTest, TablesSolvedWithAGoalTooManyAreInconsistent) {
  for (const auto& [name, words] : Boards()) {
    SetUp(name);
    Game wrong = game_;
    kernel::Set goal = kernel::Below(game_.pieces);
    for (uint64_t rank = 0; HasGoal(game_, goal); ++rank) {
      goal = kernel::Unrank(rank, game_.pieces);
    }
    std::set<kernel::Set> goals(wrong.goals.begin(), wrong.goals.end());
    for (const std::vector<int>& symmetry : game_.symmetries) {
      goals.insert(kernel::Image(symmetry, goal));
    }
    wrong.goals.assign(goals.begin(), goals.end());
    const Table table = Solve(wrong, rules_);
    EXPECT_THAT(VerdictOn(table, table), StartsWith("local consistency: "))
        << name;
  }
}

TEST_F(VerifierTest, TablesSolvedWithANeighbourMissingAreInconsistent) {
  // On board3x3 this changes no value.
  for (const std::string name : {"board4x3", "torus3x4", "square3x4", "road"}) {
    SetUp(name);
    Game wrong = game_;
    const int neighbour = std::countr_zero(wrong.neighbours[0]);
    for (const std::vector<int>& symmetry : game_.symmetries) {
      const auto [a, b] = std::pair(symmetry[0], symmetry[neighbour]);
      wrong.neighbours[a] &= ~kernel::Bit(b);
      wrong.neighbours[b] &= ~kernel::Bit(a);
    }
    const Table table = Solve(wrong, rules_);
    EXPECT_THAT(VerdictOn(table, table), StartsWith("local consistency: "))
        << name;
  }
}

TEST_F(VerifierTest, TablesSolvedWithANeighbourTooManyAreInconsistent) {
  SetUp("board4x3");
  Game wrong = game_;
  for (const std::vector<int>& symmetry : game_.symmetries) {
    wrong.neighbours[symmetry[0]] |= kernel::Bit(symmetry[11]);
    wrong.neighbours[symmetry[11]] |= kernel::Bit(symmetry[0]);
  }
  const Table table = Solve(wrong, rules_);
  EXPECT_THAT(VerdictOn(table, table), StartsWith("local consistency: "));
}

// ---- Scored rules ----

TEST_F(VerifierTest, CountsThePlacementsOfEachThreshold) {
  for (const auto& [name, words] : ScoredBoards()) {
    SetUp(name);
    ASSERT_EQ(VerdictOn(table_, table_), "accepted");
    const Manifest manifest = ReadManifest();
    ASSERT_EQ(manifest.thresholds_size(), static_cast<int>(2 * games_.size()));
    const auto sections = kernel::SectionsOf(game_, rules_);
    for (const ThresholdCounts& counts : manifest.thresholds()) {
      const auto values =
          kernel::PlainThresholdSearch(games_[0].scored(), counts.threshold(),
                                       sections)[0][counts.attacker_moves()];
      std::vector<uint64_t> expected(256);
      for (const int value : values) ++expected[value];
      EXPECT_EQ(counts.no_value(), expected[kernel::kGameOver]);
      EXPECT_EQ(counts.failures(), expected[kernel::kFailure]);
      expected.pop_back();
      while (expected.size() > 1 && expected.back() == 0) expected.pop_back();
      EXPECT_THAT(
          counts.successes(),
          ::testing::ElementsAreArray(expected.begin() + 1, expected.end()));
    }
  }
}

TEST_F(VerifierTest, StatesTheScoresOfFirstDrops) {
  SetUp("points1x7");
  ASSERT_EQ(VerdictOn(table_, table_), "accepted");
  const Manifest manifest = ReadManifest();
  // Two styles, each with the ban of square 4 too.
  ASSERT_EQ(manifest.scored_variants_size(), 4);
  EXPECT_EQ(manifest.scored_variants(0).first_drops_size(), 14);
  EXPECT_EQ(manifest.scored_variants(1).first_drops_size(), 12);
}

TEST_F(VerifierTest, CountsStoredPositionsOfScoredRules) {
  for (const auto& [name, words] : ScoredBoards()) {
    SetUp(name);
    EXPECT_EQ(CountPositions(rules_), Positions(table_)) << name;
  }
}

TEST_F(VerifierTest, AFaultInAThresholdGameIsShown) {
  SetUp("points1x7");
  Table wrong = table_;
  // The attacker, to move, has squares 1 and 2, which are a goal.
  wrong.SetValueAt(0, 3, 2);
  EXPECT_THAT(VerdictOn(table_, wrong),
              AllOf(StartsWith("comparison: position 3 of the section with 4 "
                               "pieces placed, threshold 1, the attacker to "
                               "move is without value in A, which agrees"),
                    HasSubstr("but a success in 1 in B, which does not")));
  EXPECT_THAT(details_, HasSubstr("    X X O . . O .\n"
                                  "    X is the attacker; classes of its "
                                  "markers: 0 0\n"));
  // The empty board has no predecessors, so no other position is wrong.
  wrong = table_;
  const int last = games_[0].sections().size() - 1;
  wrong.SetValueAt(last, 0, 9);
  EXPECT_THAT(
      VerdictOn(wrong, wrong),
      StartsWith("local consistency: position 0 of the section with 0 "
                 "pieces placed, drops \"SA\" to come, threshold 1, the "
                 "defender to move is a success in 8, but must be a "
                 "failure, because X picks 3, after which the attacker "
                 "has a failure; "));
}

// A larger threshold sooner than a smaller one: a position with another length,
// and one that fails at threshold 1.
TEST_F(VerifierTest, ALargerThresholdIsNeverReachedSooner) {
  SetUp("points1x7");
  const int in_game = games_[0].sections().size();
  int planted = 0;
  for (int section = in_game; section < 2 * in_game; ++section) {
    for (const kernel::Value value : {1, 2, 3}) {
      Table wrong = table_;
      const auto& of_threshold_1 = table_.payloads[section - in_game];
      // The classes of both games are the same here, so the rows are, too.
      const auto& of_threshold_2 = wrong.payloads[section];
      if (of_threshold_1.size() != of_threshold_2.size()) continue;
      const auto sooner = std::ranges::find_if(of_threshold_1, [&](int v) {
        return v == kernel::kFailure || (v > value && v < 255);
      });
      if (sooner == of_threshold_1.end()) continue;
      SetImagesAt(wrong, section, sooner - of_threshold_1.begin(), value);
      EXPECT_THAT(VerdictOn(wrong, wrong),
                  AllOf(StartsWith("order of thresholds: position "),
                        HasSubstr("threshold 2, "),
                        HasSubstr("better than at threshold 1")));
      ++planted;
    }
  }
  EXPECT_GT(planted, 0);
}

RC_GTEST_FIXTURE_PROP(VerifierTest, AnyOtherValueOfScoredRulesIsRefused, ()) {
  SetUp(*rc::gen::element<std::string>("points1x7", "points3x3"));
  const auto section = *rc::gen::inRange<size_t>(0, table_.payloads.size());
  std::vector<uint8_t>& payload = table_.payloads[section];
  uint8_t& value = payload[*rc::gen::inRange<size_t>(0, payload.size())];
  value = *rc::gen::distinctFrom(
      rc::gen::oneOf(rc::gen::arbitrary<uint8_t>(), rc::gen::just<uint8_t>(0),
                     rc::gen::just<uint8_t>(value + 2),
                     rc::gen::just<uint8_t>(255)),
      value);
  RC_ASSERT(VerdictOn(table_, table_) != "accepted");
}

// ---- Footers ----

TEST_F(VerifierTest, RefusesTwoTablesOfTheSameWriter) {
  SetUp("board3x3");
  WriteTable("a", table_, rules_, "solver");
  WriteTable("b", table_, rules_, "solver");
  EXPECT_THAT(Verdict(),
              HasSubstr("expected two different writers, got \"solver\""));
  WriteTable("b", table_, rules_, "another solver");
  EXPECT_EQ(Verdict(), "accepted");
  std::filesystem::remove(Path("b"));
  std::filesystem::create_hard_link(Path("a"), Path("b"));
  EXPECT_THAT(Verdict(), HasSubstr("expected two different writers"));
}

TEST_F(VerifierTest, ATableOfOtherRulesIsRefused) {
  SetUp("board3x3");
  WriteTable("a", table_);
  Rules other = rules_;
  other.clear_banned_first_drops();
  WriteTable("b", table_, other);
  EXPECT_THAT(Verdict(), AllOf(StartsWith("footer: " + Path("b")),
                               HasSubstr("is a table of other rules")));
}

TEST_F(VerifierTest, OtherSectionsThanTheRulesNeedAreRefused) {
  SetUp("board3x3");
  WriteTable("b", table_);
  Table wrong = table_;
  wrong.sections.pop_back();
  wrong.payloads.pop_back();
  WriteTable("a", wrong);
  EXPECT_THAT(Verdict(), AllOf(StartsWith("footer: " + Path("a")),
                               HasSubstr("sections, expected ")));
  wrong = table_;
  std::swap(wrong.sections[1], wrong.sections[2]);
  std::swap(wrong.payloads[1], wrong.payloads[2]);
  WriteTable("a", wrong);
  EXPECT_THAT(Verdict(), AllOf(StartsWith("footer: " + Path("a")),
                               HasSubstr(": section 2 has")));
  wrong = table_;
  --wrong.sections[0].positions;
  wrong.payloads[0].pop_back();
  WriteTable("a", wrong);
  EXPECT_THAT(Verdict(), AllOf(StartsWith("footer: " + Path("a")),
                               HasSubstr(": section 1 has")));
}

TEST_F(VerifierTest, WiderValuesThanNeededAreRefused) {
  SetUp("board3x3");
  Table wide = Widened(table_);
  EXPECT_THAT(VerdictOn(wide, wide), StartsWith("value width: " + Path("a")));
  EXPECT_THAT(VerdictOn(wide, table_), StartsWith("value width: " + Path("a")));
  EXPECT_THAT(VerdictOn(table_, wide), StartsWith("value width: " + Path("b")));
  // A value of 250 plies needs two bytes, but it is wrong.
  wide.SetImagesAt(game_, 0, Find(0, 2), 251);
  EXPECT_THAT(VerdictOn(wide, wide), StartsWith("local consistency: "));
  Table narrow = table_;
  narrow.SetImagesAt(game_, 0, Find(0, 2), 251);
  EXPECT_THAT(VerdictOn(narrow, narrow),
              StartsWith("value width: " + Path("a")));
}

TEST_F(VerifierTest, AWrongDigestInTheFooterIsRefused) {
  SetUp("board3x3");
  WriteTable("a", table_);
  WriteTable("b", table_);
  // Changes a digest in the footer, and the footer's checksum with it.
  auto reader = proto::TableReader::Open(Path("b"));
  ASSERT_TRUE(reader.ok());
  TableFooter footer = reader->footer();
  std::string file = Read(Path("b"));
  const std::string old_footer = footer.SerializeAsString();
  (*footer.mutable_sections(1)->mutable_sha256())[0] ^= 1;
  const std::string new_footer = footer.SerializeAsString();
  ASSERT_EQ(old_footer.size(), new_footer.size());
  const size_t at = file.find(old_footer);
  ASSERT_NE(at, std::string::npos);
  file.replace(at, new_footer.size(), new_footer);
  SHA256(reinterpret_cast<const uint8_t*>(new_footer.data()), new_footer.size(),
         reinterpret_cast<uint8_t*>(file.data() + file.size() - 56));
  Write(Path("b"), file);
  EXPECT_THAT(Verdict(), AllOf(StartsWith("digests: " + Path("b")),
                               HasSubstr("section with 3 pieces placed")));
}

// ---- Files ----

TEST_F(VerifierTest, MissingFilesAreNamed) {
  SetUp("board3x3");
  WriteTable("a", table_);
  EXPECT_THAT(Verdict(), HasSubstr(Path("b")));
  std::filesystem::remove(Path("a"));
  EXPECT_THAT(Verdict(), HasSubstr(Path("a")));
  std::filesystem::remove(Path("rules"));
  EXPECT_THAT(Verdict(), HasSubstr(Path("rules")));
}

TEST_F(VerifierTest, ARefusalRemovesAnEarlierManifest) {
  SetUp("board3x3");
  ASSERT_EQ(VerdictOn(table_, table_), "accepted");
  std::filesystem::remove(Path("b"));
  EXPECT_NE(Verdict(), "accepted");  // and there is no manifest
  ASSERT_EQ(VerdictOn(table_, table_), "accepted");
  std::filesystem::remove(Path("rules"));
  EXPECT_NE(Verdict(), "accepted");
}

TEST_F(VerifierTest, TheDigestsMustBeTheKnownDigests) {
  SetUp("board3x3");
  ASSERT_EQ(VerdictOn(table_, table_), "accepted");
  golden_digests_ = Path("golden");
  Manifest known = ReadManifest();
  const auto verdict = [&] {
    std::ofstream(golden_digests_) << "tables {\n"
                                   << known.DebugString() << "}\n";
    return Verdict();
  };
  EXPECT_EQ(verdict(), "accepted");
  known.set_digest("another");
  EXPECT_THAT(verdict(), HasSubstr("golden has another"));
  known.mutable_rules()->set_pieces(3);
  EXPECT_EQ(verdict(), "accepted");
}

TEST_F(VerifierTest, TheManifestDoesNotReplaceInputs) {
  SetUp("board3x3");
  ASSERT_EQ(VerdictOn(table_, table_), "accepted");
  for (const char* const name : {"rules", "a", "b"}) {
    std::filesystem::remove(Path("manifest"));
    std::filesystem::create_hard_link(Path(name), Path("manifest"));
    std::ostringstream details;
    EXPECT_EQ(std::string(Verify({.rules = Path("rules"),
                                  .table_a = Path("a"),
                                  .table_b = Path("b"),
                                  .manifest = Path("manifest")},
                                 details)
                              .message()),
              "the manifest would replace " + Path(name));
    EXPECT_TRUE(std::filesystem::exists(Path("manifest")));
  }
}

TEST_F(VerifierTest, TooLittleMemoryIsRefused) {
  SetUp("board4x3");
  memory_bytes_ = 1000;
  EXPECT_THAT(VerdictOn(table_, table_), HasSubstr("memory"));
}

}  // namespace
}  // namespace teeko::verify
