// The chapters on games that are played for points, and on Qubic.

#include <map>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "proto/rules_file.h"
#include "reports/claims/findings.h"
#include "reports/claims/pictures.h"

namespace teeko::reports {
namespace {

std::string ScoreText(int score) {
  return score == 0 ? "0" : absl::StrFormat("%+d", score);
}

std::string PlyText(const scores::Ply& ply) {
  return absl::StrCat(ply.from(), "-", ply.to());
}

std::string Points(int number) {
  return absl::StrCat(number, number == 1 ? " point" : " points");
}

std::string Plies(int number) {
  return absl::StrCat(number, number == 1 ? " ply" : " plies");
}

// Returns a board on which the winner is Black, with its pips.
findings::Board BoardOfExample(const Rules& rules,
                               const scores::Example& example) {
  Position position;
  for (const scores::Marker& marker : example.winner()) {
    position.black |= Squares{1} << (marker.square() - 1);
  }
  for (const uint32_t square : example.loser()) {
    position.red |= Squares{1} << (square - 1);
  }
  findings::Board board = BoardOf(rules, position);
  for (const scores::Marker& marker : example.winner()) {
    findings::Square& square = *board.mutable_squares(marker.square() - 1);
    square.set_label(absl::StrCat(marker.pips()));
    square.set_text(square.label());
  }
  return board;
}

void AddExample(const Rules& rules, const scores::Example& example,
                findings::Figures& figures) {
  if (example.winner().empty()) return;
  AddFigure(absl::StrCat(example.winner_moves() ? "Black" : "Red", " to move: ",
                         ScoreText(example.score()), " for Black"),
            BoardOfExample(rules, example), figures)
      .set_caption(
          example.winner_moves()
              ? absl::StrFormat(
                    "The fastest win, %s, scores %s in %s; %s "
                    "forces %s in %s.",
                    PlyText(example.hasty()), Points(example.hasty_score()),
                    Plies(example.hasty_plies()), PlyText(example.best()),
                    Points(example.score()), Plies(example.plies()))
              : absl::StrFormat(
                    "The slowest defence, %s, loses %s; %s loses "
                    "only %s.",
                    PlyText(example.hasty()), Points(example.hasty_score()),
                    PlyText(example.best()), Points(example.score())));
}

}  // namespace

void AddScoredGames(const std::vector<ScoredEvidence>& scored,
                    findings::Findings& findings) {
  for (const auto& [rules, result] : scored) {
    findings::ScoredGame& game = *findings.add_scored_games();
    game.set_id("rules-" + result.name());
    game.set_title(TitleOf(result.name()));
    game.set_digest(result.digest());
    std::map<std::string, std::string> banned;  // by style
    for (const ScoredVariantResult& variant : result.scored().variants()) {
      if (variant.centre_ban()) {
        banned[variant.style()] = ScoreText(variant.score());
      }
    }
    for (const ScoredVariantResult& variant : result.scored().variants()) {
      if (variant.centre_ban()) continue;
      findings::ScoredVariant& row = *game.add_variants();
      row.set_name(variant.name());
      row.set_style(variant.style());
      row.set_score(ScoreText(variant.score()));
      row.set_banned(banned[variant.style()]);
    }
    const scores::Scores& scores = result.scored().scores();
    double placements = 0;
    for (const auto& count : scores.counts()) placements += count.placements();
    for (int i = scores.counts_size(); i-- > 0;) {
      findings::ScoreRow& row = *game.add_scores();
      row.set_score(ScoreText(scores.counts(i).score()));
      row.set_placements(scores.counts(i).placements());
      row.set_percent(100 * scores.counts(i).placements() / placements);
    }
    for (int i = 0; i < scores.longest_size(); ++i) {
      findings::ThresholdRow& row = *game.add_thresholds();
      row.set_threshold(i + 1);
      row.set_longest(scores.longest(i));
      row.set_longest_of_opponent(scores.longest_of_opponent(i));
    }
    *game.mutable_histogram() =
        ScoreHistogram(scores, game.title() + ": placements by score");
    if (scores.won() > 0) {
      game.set_fastest_percent(100 * scores.fastest_gives_away() /
                               scores.won());
      game.set_slowest_percent(100 * scores.slowest_gives_away() /
                               scores.lost());
    }
    AddExample(rules, scores.shortest(), *game.mutable_examples());
    AddExample(rules, scores.longest_example(), *game.mutable_examples());
    AddExample(rules, scores.defence(), *game.mutable_examples());
  }
}

void AddQubic(const qubic::Facts& facts, findings::Findings& findings) {
  findings::Qubic& qubic = *findings.mutable_qubic();
  qubic.set_strategic_moves(facts.strategic_moves());
  qubic.set_search_seconds(facts.search_seconds());
  qubic.set_moves_bytes(facts.moves_bytes());
  qubic.set_explicit_bytes(facts.explicit_bytes());
  qubic.set_longest_line(facts.longest_line());
  qubic.set_check_moves_seconds(facts.check_moves_seconds());
  qubic.set_check_explicit_seconds(facts.check_explicit_seconds());
}

}  // namespace teeko::reports
