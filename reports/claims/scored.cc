// The chapters on games that are played for points.

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "proto/rules_file.h"
#include "reports/claims/findings.h"
#include "reports/claims/pictures.h"

namespace teeko::reports {
namespace {

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
Picture BoardOfExample(const Rules& rules, const scores::Example& example) {
  Position position;
  for (const scores::Marker& marker : example.winner()) {
    position.black |= Squares{1} << (marker.square() - 1);
  }
  for (const uint32_t square : example.loser()) {
    position.red |= Squares{1} << (square - 1);
  }
  Picture board = BoardOf(rules, position);
  for (const scores::Marker& marker : example.winner()) {
    const std::string pips = absl::StrCat(marker.pips());
    board.squares[marker.square() - 1].label = pips;
    board.text[marker.square() - 1] = pips;
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

findings::ScoredGame ScoredGameOf(const ScoredEvidence& evidence) {
  const auto& [rules, result] = evidence;
  findings::ScoredGame game;
  game.set_id("rules-" + result.name());
  game.set_title(TitleOf(result.name()));
  game.set_digest(result.digest());
  const auto& variants = result.scored().variants();
  for (const ScoredVariantResult& variant : variants) {
    if (variant.centre_ban()) continue;
    findings::ScoredVariant& row = *game.add_variants();
    row.set_name(variant.name());
    row.set_style(variant.style());
    row.set_score(ScoreText(variant.score()));
    for (const ScoredVariantResult& other : variants) {
      if (!other.centre_ban() || other.style() != variant.style()) continue;
      row.set_banned(ScoreText(other.score()));
    }
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
    game.set_fastest_percent(100 * scores.fastest_gives_away() / scores.won());
    game.set_slowest_percent(100 * scores.slowest_gives_away() / scores.lost());
  }
  for (const scores::Example& example :
       {scores.shortest(), scores.longest_example(), scores.defence()}) {
    AddExample(rules, example, *game.mutable_examples());
  }
  return game;
}

}  // namespace teeko::reports
