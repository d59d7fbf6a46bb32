// Small boards, where everything can be tried: what restricted games prove,
// and what the checker accepts, is what plain search finds.

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "proto/rules.pb.h"
#include "verify/certificates/certificate.h"
#include "verify/certificates/formations.h"
#include "verify/certificates/restricted_game.h"
#include "verify/certificates/rules_text.h"
#include "verify/certificates/shrink.h"
#include "verify/order.h"
#include "verify/plain_search.h"
#include "verify/words.h"

namespace teeko::verify {
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

bool Accepts(const std::string& checker, const std::string& text) {
  const std::string path = testing::TempDir() + "/checked";
  std::ofstream(path, std::ios::binary) << text;
  return std::system(
             absl::StrCat("verify/check/", checker, " ", path, " >/dev/null")
                 .c_str()) == 0;
}

bool CheckerAccepts(const std::string& certificate) {
  return Accepts("check", certificate);
}

// All claims there are about a style, true and false.
std::vector<Certificate> Claims(const std::string& style, int pieces,
                                int longest) {
  std::vector<Certificate> all;
  for (const bool black : {true, false}) {
    const Claim claim = {.style = style, .banned = 0, .black = black};
    all.push_back({{.is_win = false}, {claim}, {}});
    for (int plies = 2 * pieces + 2; plies <= longest; ++plies) {
      all.push_back({{.is_win = true, .plies = plies}, {claim}, {}});
      all.push_back({{.is_win = false, .plies = plies}, {claim}, {}});
    }
  }
  return all;
}

// Whether it is true if the empty board has this value.
bool IsTrue(const Certificate& certificate, kernel::Value value) {
  const bool black_wins = value != kernel::kDraw && value % 2 == 0;
  const bool red_wins = value % 2 == 1;
  const bool black = certificate.claims[0].black;
  const bool in_time = value - 1 <= certificate.aim.plies;
  return certificate.aim.is_win ? (black ? black_wins : red_wins) && in_time
                                : !((black ? red_wins : black_wins) && in_time);
}

class SmallBoards : public testing::TestWithParam<Rules> {};

TEST_P(SmallBoards, JustWhatIsTrueIsProvedAndAccepted) {
  const Rules& rules = GetParam();
  const kernel::Game game = kernel::GameOf(WordsOf(rules));
  const Formations formations = *FormationsOf(game, 1000);
  const std::vector<std::string> styles =
      rules.pieces() == 2
          ? std::vector<std::string>{"SS", "AA", "SA", "AS"}
          : std::vector<std::string>{"SSS", "AAA", "SAS", "ASA"};
  const Table table = PlainSearch(game, styles);
  for (const std::string& style : styles) {
    const kernel::Value value =
        table.ValueAt(kernel::FindSection(table.sections, 0, style), 0);
    for (Certificate& certificate : Claims(style, game.pieces, 11)) {
      SCOPED_TRACE(absl::StrCat(style, certificate.claims[0].black,
                                certificate.aim.is_win, certificate.aim.plies,
                                " value ", value));
      RestrictedGame restricted(
          game, formations, certificate.aim, [&](int sceptic, int prover) {
            return table.ValueAt(
                0, kernel::Index(game, {.mover = formations.sets[sceptic],
                                        .opponent = formations.sets[prover]}));
          });
      const bool is_true = IsTrue(certificate, value);
      EXPECT_EQ(restricted.Proves(certificate.claims[0], 1'000'000), is_true);
      for (size_t i = 0; i < formations.orbits.size(); ++i) {
        if (!formations.is_goal[formations.orbits[i].front()]) {
          certificate.orbits.push_back(i);
        }
      }
      EXPECT_EQ(
          CheckerAccepts(Write(certificate, rules, formations, Form::kText)),
          is_true);
      if (!is_true) continue;
      certificate.orbits = Shrink(formations, certificate.claims, 1'000'000'000,
                                  restricted, [](int, int) {})
                               .orbits;
      if (certificate.orbits.empty()) continue;  // won with the drops
      for (const Form form : {Form::kText, Form::kCompact}) {
        EXPECT_TRUE(
            CheckerAccepts(Write(certificate, rules, formations, form)));
      }
      // None is superfluous.
      for (const int orbit : certificate.orbits) {
        Certificate fewer = certificate;
        std::erase(fewer.orbits, orbit);
        if (fewer.orbits.empty()) continue;
        EXPECT_FALSE(
            CheckerAccepts(Write(fewer, rules, formations, Form::kCompact)));
      }
    }
  }
}

TEST_P(SmallBoards, EveryWrongValueOfADumpIsSeen) {
  const Rules& rules = GetParam();
  const kernel::Game game = kernel::GameOf(WordsOf(rules));
  const Table table = PlainSearch(
      game, {std::string(game.pieces, 'S'), std::string(game.pieces, 'A')});
  std::string dump =
      absl::StrCat("teeko table 1\n", RulesText(rules), "bytes: 1\n");
  for (const kernel::Section& section : table.sections) {
    absl::StrAppend(&dump, "section: ", section.placed, " pieces ",
                    section.drops.empty() ? "" : "before ", section.drops,
                    section.drops.empty() ? "" : " ", section.positions,
                    " positions\n");
  }
  absl::StrAppend(&dump, "end\n");
  const size_t header = dump.size();
  for (const std::vector<uint8_t>& payload : table.payloads) {
    dump.append(payload.begin(), payload.end());
  }
  ASSERT_EQ(table.value_bytes, 1);
  EXPECT_TRUE(Accepts("check_table", dump));
  EXPECT_FALSE(Accepts("check_table", dump + '\0'));
  EXPECT_FALSE(Accepts("check_table", dump.substr(0, dump.size() - 1)));
  const size_t step = (dump.size() - header) / 50 + 1;
  for (size_t i = header; i < dump.size(); i += step) {
    for (const int difference : {1, 2, 255}) {
      std::string wrong = dump;
      wrong[i] = static_cast<char>(wrong[i] + difference);
      EXPECT_FALSE(Accepts("check_table", wrong)) << i - header;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, SmallBoards,
                         testing::Values(Board(3, 3, 3, false),
                                         Board(2, 3, 2, false),
                                         Board(1, 6, 3, false),
                                         Board(1, 5, 2, true),
                                         Board(2, 3, 3, true)));

}  // namespace
}  // namespace teeko::verify
