// Tests that RestrictedGame and the checkers agree with plain search, for all
// claims on small boards.

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "kernel/order.h"
#include "kernel/rules.h"
#include "kernel/scoring.h"
#include "proof/certificates/certificate.h"
#include "proof/certificates/formations.h"
#include "proof/certificates/restricted_game.h"
#include "proof/certificates/rules_text.h"
#include "proof/certificates/shrink.h"
#include "rapidcheck/gtest.h"
#include "teeko/proto/rules.pb.h"
#include "verify/table_for_test.h"

namespace teeko::proof {
namespace {

Rules Board(int rows, int columns, int pieces, bool wrapped) {
  Rules rules;
  rules.set_rows(rows);
  rules.set_columns(columns);
  rules.set_pieces(pieces);
  if (wrapped) rules.set_edges(Rules::WRAPPED);
  rules.add_goals()->mutable_line()->set_length(pieces);
  return rules;
}

Rules WithMoves(Rules::Moves moves, Rules rules) {
  rules.set_moves(moves);
  return rules;
}

// Returns rules with four pieces and every kind of square.
Rules Squares(int rows, int columns, bool wrapped) {
  Rules rules = Board(rows, columns, 4, wrapped);
  rules.clear_goals();
  rules.add_goals()->mutable_square()->set_side(1);
  rules.add_goals()->mutable_diamond()->set_radius(1);
  rules.add_goals()->mutable_tilted_squares();
  return rules;
}

// Returns rules with all goal families that fit, then rules with each family.
std::vector<Rules> GoalFamilies(int rows, int columns, bool wrapped) {
  Rules all = Board(rows, columns, 4, wrapped);
  if (std::max(rows, columns) < 4) all.clear_goals();
  const int shorter = std::min(rows, columns);
  for (int n = 1; n < shorter; ++n) {
    all.add_goals()->mutable_square()->set_side(n);
    if (2 * n < shorter) all.add_goals()->mutable_diamond()->set_radius(n);
  }
  if (shorter > 2) all.add_goals()->mutable_tilted_squares();
  std::vector<Rules> rules = {all};
  for (const GoalFamily& family : all.goals()) {
    rules.push_back(all);
    rules.back().clear_goals();
    *rules.back().add_goals() = family;
  }
  return rules;
}

// Returns a dump of a table, or of its section with all pieces placed.
std::string Dump(const Rules& rules, const verify::Table& table,
                 bool last_only = false, int bytes = 1) {
  std::string header =
      absl::StrCat("teeko table 1\n", RulesText(rules), "bytes: ", bytes, "\n");
  std::string payload;
  for (size_t i = 0; i < (last_only ? 1 : table.sections.size()); ++i) {
    const kernel::Section& section = table.sections[i];
    absl::StrAppend(&header, "section: ", section.placed, " pieces ",
                    section.drops.empty() ? "" : "before ", section.drops,
                    section.drops.empty() ? "" : " ", section.positions,
                    " positions\n");
    for (uint64_t j = 0; j < section.positions; ++j) {
      const int value = table.payloads[i][j];
      payload += static_cast<char>(value);
      if (bytes == 2) payload += static_cast<char>(value == 255 ? 255 : 0);
    }
  }
  return absl::StrCat(header, "end\n", payload);
}

bool Accepts(const std::string& checker, const std::string& text) {
  const std::string path = testing::TempDir() + "/checked";
  std::ofstream(path, std::ios::binary) << text;
  return std::system(
             absl::StrCat("proof/check/", checker, " ", path, " >/dev/null")
                 .c_str()) == 0;
}

class SmallBoards : public testing::TestWithParam<Rules> {
 protected:
  static std::vector<std::string> Styles(int pieces) {
    std::vector<std::string> styles = {"", "", "", ""};
    for (int i = 0; i < pieces; ++i) {
      styles[0] += 'S';
      styles[1] += 'A';
      styles[2] += "SA"[i % 2];
      styles[3] += "AS"[i % 2];
    }
    return styles;
  }

  // Returns the value of the empty board with the claim's style and ban.
  kernel::Value ValueFor(const Claim& claim) const {
    const int section = kernel::FindSection(table_.sections, 1, claim.style);
    std::vector<kernel::Value> drops;
    kernel::ForEachSuccessor(game_, {}, [&](kernel::Position position) {
      if ((position.opponent & claim.banned) != 0) return;
      drops.push_back(table_.ValueAt(section, kernel::Index(game_, position)));
    });
    return kernel::ValueFrom(game_, {}, claim.style[0], drops);
  }

  bool IsTrue(const Certificate& certificate) const {
    const Claim& claim = certificate.claims[0];
    const Aim& aim = certificate.aim;
    const kernel::Value value = ValueFor(claim);
    const bool is_draw = value == kernel::kDraw;
    const bool prover_wins = !is_draw && (value % 2 == 0) == claim.black;
    const bool in_time = value - 1 <= aim.plies;
    return aim.is_win ? prover_wins && in_time
                      : is_draw || prover_wins || !in_time;
  }

  // Returns certificates without formations, with true and false claims about a
  // style.
  std::vector<Certificate> ClaimsAbout(const std::string& style) const {
    std::vector<Certificate> all;
    const kernel::Set middle = kernel::Bit(game_.squares / 2);
    for (const Claim& claim :
         {Claim{style, 0, true}, Claim{style, 0, false},
          Claim{style, middle, true}, Claim{style, middle, false}}) {
      all.push_back({{.is_win = false}, {claim}, {}});
      const int exact = ValueFor(claim) - 1;
      for (const int plies : {least_plies_, least_plies_ + 1, least_plies_ + 2,
                              exact - 1, exact}) {
        if (plies < least_plies_) continue;
        all.push_back({{.is_win = true, .plies = plies}, {claim}, {}});
        all.push_back({{.is_win = false, .plies = plies}, {claim}, {}});
      }
    }
    return all;
  }

  RestrictedGame GameFor(const Certificate& certificate) const {
    return RestrictedGame(
        game_, formations_, certificate.aim, [&](int skeptic, int prover) {
          return table_.ValueAt(
              0, kernel::Index(game_, {.mover = formations_.sets[skeptic],
                                       .opponent = formations_.sets[prover]}));
        });
  }

  std::vector<int> FewOrbits(const Certificate& certificate) const {
    return Shrink(
        formations_, certificate.claims, 1'000'000'000,
        [&] { return GameFor(certificate); }, [](size_t, size_t) {});
  }

  // Returns all orbits except goals.
  std::vector<int> AllOrbits() const {
    std::vector<int> orbits;
    for (size_t i = 0; i < formations_.orbits.size(); ++i) {
      if (formations_.is_goal[formations_.orbits[i].front()]) continue;
      orbits.push_back(static_cast<int>(i));
    }
    return orbits;
  }

  bool CheckerAccepts(const Certificate& certificate) const {
    return Accepts("check", Write(certificate, rules_, formations_));
  }

  const Rules rules_ = GetParam();
  const kernel::Game game_ = kernel::GameOf(rules_);
  const int least_plies_ = 2 * game_.pieces + 2;
  const Formations formations_ = *FormationsOf(game_, 1000);
  const std::vector<std::string> styles_ = Styles(game_.pieces);
  verify::Table table_ = verify::PlainTable(game_, styles_);
};

TEST_P(SmallBoards, TrueClaimsAreProvedAndFalseClaimsRefused) {
  for (const std::string& style : styles_) {
    for (Certificate& certificate : ClaimsAbout(style)) {
      const Claim& claim = certificate.claims[0];
      SCOPED_TRACE(absl::StrCat(style, claim.banned, claim.black,
                                certificate.aim.is_win, certificate.aim.plies,
                                " value ", ValueFor(claim)));
      const bool is_true = IsTrue(certificate);
      EXPECT_EQ(GameFor(certificate).Proves(claim, 1'000'000), is_true);
      certificate.orbits = AllOrbits();
      EXPECT_EQ(CheckerAccepts(certificate), is_true);
      if (!is_true) continue;
      certificate.orbits = FewOrbits(certificate);
      EXPECT_TRUE(CheckerAccepts(certificate));
      // Every formation is needed.
      for (const int orbit : certificate.orbits) {
        Certificate fewer = certificate;
        std::erase(fewer.orbits, orbit);
        EXPECT_FALSE(CheckerAccepts(fewer));
      }
    }
  }
}

// If a changed certificate is accepted, its claim is true.
TEST_P(SmallBoards, ChangedCertificatesDoNotProveFalseClaims) {
  std::vector<Certificate> certificates;
  for (const std::string& style : styles_) {
    for (Certificate& certificate : ClaimsAbout(style)) {
      if (!IsTrue(certificate)) continue;
      certificate.orbits = FewOrbits(certificate);
      // The list is empty if the game is won in the drop phase.
      if (certificate.orbits.empty()) certificate.orbits = AllOrbits();
      certificates.push_back(certificate);
    }
  }
  const bool holds = rc::check([&] {
    Certificate changed = *rc::gen::elementOf(certificates);
    Claim& claim = changed.claims[0];
    Aim& aim = changed.aim;
    std::vector<int>& orbits = changed.orbits;
    const int changes = *rc::gen::inRange(1, 4);
    for (int i = 0; i < changes; ++i) {
      switch (*rc::gen::inRange(0, 7)) {
        case 0:
          if (orbits.size() == 1) break;
          orbits.erase(orbits.begin() +
                       *rc::gen::inRange(0, static_cast<int>(orbits.size())));
          break;
        case 1:
          orbits[*rc::gen::inRange(0, static_cast<int>(orbits.size()))] =
              *rc::gen::elementOf(AllOrbits());
          break;
        case 2:
          claim.style = *rc::gen::elementOf(styles_);
          break;
        case 3:
          claim.black = !claim.black;
          break;
        case 4:
          aim.is_win = !aim.is_win;
          if (aim.is_win && aim.plies == Aim::kForever) aim.plies = 1000;
          break;
        case 5:
          aim.plies = *rc::gen::inRange(least_plies_, least_plies_ + 6);
          break;
        case 6:
          // Never bans all squares.
          claim.banned =
              *rc::gen::inRange<kernel::Set>(0, kernel::Bit(game_.squares) - 1);
          break;
      }
    }
    const bool accepted = CheckerAccepts(changed);
    RC_CLASSIFY(accepted);
    RC_ASSERT(IsTrue(changed) || !accepted);
  });
  EXPECT_TRUE(holds);
}

TEST_P(SmallBoards, WrongValuesOfADumpAreFound) {
  ASSERT_EQ(table_.value_bytes, 1);
  const std::string dump = Dump(rules_, table_);
  const size_t header = dump.find("\nend\n") + 5;
  EXPECT_TRUE(Accepts("check_table", dump));
  EXPECT_TRUE(Accepts("check_table", Dump(rules_, table_, false, 2)));
  EXPECT_FALSE(Accepts("check_table", dump + '\0'));
  EXPECT_FALSE(Accepts("check_table", dump.substr(0, dump.size() - 1)));
  const size_t step = (dump.size() - header) / 20 + 1;
  for (size_t i = header; i < dump.size(); i += step) {
    for (const int difference : {1, 2, 255}) {
      std::string wrong = dump;
      wrong[i] = static_cast<char>(wrong[i] + difference);
      EXPECT_FALSE(Accepts("check_table", wrong)) << i - header;
    }
  }
}

// ---- Scored rules ----

// Returns the numbers from a text, with a space before each.
template <typename Numbers>
std::string Words(const Numbers& numbers) {
  std::string words;
  for (const int number : numbers) absl::StrAppend(&words, " ", number);
  return words;
}

// A certificate of scored rules lists the markers of the attacker with the
// fewest pips of their class.  Returns all formations of the attacker, or of
// the defender: one line for each orbit.
std::vector<std::string> ScoredFormations(const kernel::ScoredGame& game,
                                          int threshold, bool attacker) {
  const kernel::Pattern classes = kernel::AllClasses(game, threshold);
  std::vector<kernel::Pattern> patterns = {{}};
  std::map<char, int> fewest_pips;  // of each class
  if (attacker) {
    patterns = kernel::Patterns(classes, game.game.pieces);
    for (const int pips : game.scoring.pips) {
      fewest_pips.emplace(kernel::ClassOf(game, threshold, pips), pips);
    }
  }
  std::vector<std::string> lines;
  std::set<std::pair<kernel::Set, kernel::Pattern>> seen;
  for (kernel::Set set = 0; set < kernel::Bit(game.game.squares); ++set) {
    if (std::popcount(set) != game.game.pieces) continue;
    if (game.goal_points.contains(set)) continue;
    for (const kernel::Pattern& pattern : patterns) {
      if (seen.contains({set, pattern})) continue;
      for (const std::vector<int>& symmetry : game.game.symmetries) {
        kernel::Set image = 0;
        kernel::ForEachSquare(
            set, [&](int square) { image |= kernel::Bit(symmetry[square]); });
        seen.insert({image, attacker ? kernel::Image(symmetry, set, pattern)
                                     : kernel::Pattern()});
      }
      std::string& line = lines.emplace_back();
      int marker = 0;
      kernel::ForEachSquare(set, [&](int square) {
        absl::StrAppend(&line, line.empty() ? "" : " ", square + 1);
        if (attacker) {
          absl::StrAppend(&line, ":", fewest_pips.at(pattern[marker++]));
        }
      });
    }
  }
  return lines;
}

// With all formations, `check` accepts exactly the true claims.
RC_GTEST_PROP(ScoredRules, TrueClaimsAreProvedAndFalseClaimsRefused, ()) {
  // On these boards a side always has a move.
  const Rules rules = *rc::gen::element(
      Board(3, 3, 2, false), Board(3, 3, 2, true), Board(3, 4, 2, false));
  kernel::Scoring scoring = {
      .pips = {*rc::gen::inRange(1, 4), *rc::gen::inRange(1, 6)},
      .special_squares = *rc::gen::inRange<kernel::Set>(
          1, kernel::Bit(rules.rows() * rules.columns()) - 1),
      .special_points = *rc::gen::inRange(1, 5),
      .family_points = {0}};
  std::ranges::sort(scoring.pips);
  const kernel::ScoredGame game =
      kernel::ScoredGameOf(kernel::KernelRules(rules), scoring);
  const std::string style =
      *rc::gen::container<std::string>(2, rc::gen::element('S', 'A'));
  const int threshold = *rc::gen::inRange(1, kernel::LargestScore(game) + 1);
  const std::vector<kernel::Section> sections =
      kernel::Sections(game.game, {style});
  const auto values = kernel::PlainThresholdSearch(game, threshold, sections);
  std::vector<int> special;
  kernel::ForEachSquare(scoring.special_squares,
                        [&](int square) { special.push_back(square + 1); });
  for (const bool black : {true, false}) {  // the attacker
    const int plies =
        values[kernel::FindSection(sections, 0, style)][black][0] - 1;
    const bool succeeds = plies >= 0;
    RC_CLASSIFY(succeeds);
    const auto accepted = [&](bool scores, const std::string& aim) {
      const std::vector<std::string> lines =
          ScoredFormations(game, threshold, scores);
      return Accepts(
          "check",
          absl::StrCat("teeko certificate 2 text\n", RulesText(rules),
                       "markers:", Words(scoring.pips),
                       "\nspecial: ", scoring.special_points, " points on",
                       Words(special), "\naim: ", aim, "\nclaim: ", style,
                       black == scores ? " black" : " red", "\nformations: ",
                       lines.size(), "\n", absl::StrJoin(lines, "\n"),
                       lines.empty() ? "" : "\n", "end\n"));
    };
    RC_ASSERT(accepted(false, absl::StrCat("prevent ", threshold, " points")) ==
              !succeeds);
    for (const int within : {plies - 1, plies, 6, 7, 99}) {
      if (within < 6) continue;
      RC_ASSERT(
          accepted(true, absl::StrCat("score ", threshold, " points within ",
                                      within, " plies")) ==
          (succeeds && plies <= within));
    }
  }
}

// Returns the error of `check` for a certificate with these formations, one on
// each line; an empty string if it is accepted.
std::string Verdict(const Rules& rules, int count, const std::string& lines) {
  const std::string path = testing::TempDir() + "/formations";
  std::ofstream(path) << "teeko certificate 1 text\n"
                      << RulesText(rules) << "aim: hold\nclaim: AAAA black\n"
                      << "formations: " << count << "\n"
                      << lines << "end\n";
  FILE* const pipe =
      popen(absl::StrCat("proof/check/check --limit=0 ", path).c_str(), "r");
  char verdict[1000] = "";
  const bool read = fgets(verdict, sizeof(verdict), pipe) != nullptr;
  return pclose(pipe) != 0 && read ? verdict : "";
}

// `check` reports a formation that is a goal.
TEST(Goals, OfCheckAreTheKernelsGoals) {
  for (const auto& [rows, columns, wrapped] : {std::tuple(4, 4, false),
                                               {4, 4, true},
                                               {3, 5, true},
                                               {5, 3, false},
                                               {2, 5, false},
                                               {1, 9, true}}) {
    for (const Rules& rules : GoalFamilies(rows, columns, wrapped)) {
      const kernel::Game game = kernel::GameOf(rules);
      const Formations formations = *FormationsOf(game, 20'000);
      int others = 0;
      std::string other_lines;
      for (const std::vector<int>& orbit : formations.orbits) {
        std::string line;
        kernel::ForEachSquare(formations.sets[orbit[0]], [&](int square) {
          absl::StrAppend(&line, line.empty() ? "" : " ", square + 1);
        });
        line += '\n';
        if (formations.is_goal[orbit[0]]) {
          EXPECT_THAT(Verdict(rules, 1, line),
                      testing::HasSubstr("the formation is a goal"))
              << RulesText(rules) << line;
        } else {
          other_lines += line;
          ++others;
        }
      }
      // No formation is a goal, so the file is read to the end, and then
      // refused because of --limit=0.
      EXPECT_THAT(Verdict(rules, others, other_lines),
                  testing::HasSubstr("--limit"))
          << RulesText(rules);
    }
  }
}

std::string DumpOf(const Rules& rules) {
  verify::Table table = verify::PlainTable(kernel::GameOf(rules), {"SSSS"});
  EXPECT_EQ(table.value_bytes, 1);
  return Dump(rules, table, true);
}

// With other goals, check_table would find wrong values.
TEST(Goals, OfCheckTableAreTheKernelsGoals) {
  for (const auto& [rows, columns, wrapped] :
       {std::tuple(4, 3, false), {3, 4, true}, {5, 2, false}, {1, 9, true}}) {
    for (const Rules& rules : GoalFamilies(rows, columns, wrapped)) {
      EXPECT_TRUE(Accepts("check_table", DumpOf(rules))) << RulesText(rules);
    }
  }
  // This board has three kinds of tilted squares.
  for (const bool wrapped : {false, true}) {
    EXPECT_TRUE(Accepts("check_table", DumpOf(GoalFamilies(4, 4, wrapped)[0])));
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, SmallBoards,
    testing::Values(Board(3, 3, 3, false), Board(2, 3, 2, false),
                    Board(1, 7, 3, false), Board(1, 5, 2, true),
                    Board(2, 3, 3, true), Squares(3, 3, false),
                    Squares(3, 3, true),
                    WithMoves(Rules::KNIGHT, Board(3, 3, 3, false)),
                    WithMoves(Rules::KNIGHT, Board(2, 4, 2, true)),
                    WithMoves(Rules::ORTHOGONAL, Board(3, 3, 3, false)),
                    WithMoves(Rules::ORTHOGONAL, Board(1, 5, 2, true)),
                    WithMoves(Rules::DIAGONAL, Board(3, 3, 3, false)),
                    WithMoves(Rules::DIAGONAL, Board(1, 5, 2, true))));

}  // namespace
}  // namespace teeko::proof
