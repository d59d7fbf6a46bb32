#include "reports/claims/findings.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "game/notation.h"
#include "proto/faults.pb.h"
#include "proto/json.h"
#include "proto/rules_file.h"
#include "reports/claims/embedded.h"
#include "reports/claims/extra_rules.h"
#include "reports/claims/pictures.h"
#include "stage/stage.h"

namespace teeko::reports {
namespace {

using Cells = std::vector<std::string>;

void AddRow(google::protobuf::RepeatedPtrField<findings::Row>& rows,
            const Cells& cells) {
  rows.Add()->mutable_cells()->Assign(cells.begin(), cells.end());
}

// "advanced_diamonds" → "Advanced diamonds".
std::string TitleOf(const Evidence& game) {
  std::string title =
      absl::StrReplaceAll(game.manifest.rules().name(), {{"_", " "}});
  title[0] = absl::ascii_toupper(title[0]);
  return title;
}

// Board and goals in words: "5×5; lines of 4; squares of side 1, 2".
std::string BoardText(const Rules& rules) {
  std::vector<uint32_t> sides;
  std::vector<uint32_t> radii;
  Cells texts = {
      absl::StrCat(rules.rows(), "×", rules.columns(),
                   rules.edges() == Rules::WRAPPED ? ", edges wrapped" : "")};
  bool tilted = false;
  for (const GoalFamily& goal : rules.goals()) {
    if (goal.has_line()) {
      texts.push_back(absl::StrCat("lines of ", goal.line().length()));
    }
    if (goal.has_square()) sides.push_back(goal.square().side());
    if (goal.has_diamond()) radii.push_back(goal.diamond().radius());
    tilted |= goal.has_tilted_squares();
  }
  if (!sides.empty()) {
    texts.push_back(
        absl::StrCat("squares of side ", absl::StrJoin(sides, ", ")));
  }
  if (!radii.empty()) {
    texts.push_back(
        absl::StrCat("diamonds of radius ", absl::StrJoin(radii, ", ")));
  }
  if (tilted) texts.push_back("all tilted squares");
  return absl::StrJoin(texts, "; ");
}

const Variant* FindVariant(const Evidence& game, const std::string& style,
                           bool centre_ban) {
  for (const Variant& variant : game.variants) {
    if (variant.style == style && variant.centre_ban == centre_ban) {
      return &variant;
    }
  }
  return nullptr;
}

// The maps of first drops in all styles.
findings::Figures MapsOf(const Evidence& game) {
  findings::Figures maps;
  const Rules& rules = game.manifest.rules();
  for (const Variant& variant : game.variants) {
    // With the ban, the others are worth the same.
    if (variant.centre_ban) continue;
    findings::Figure& figure = *maps.add_figures();
    figure.set_title(variant.style);
    figure.set_caption(OutcomeText(variant.value));
    *figure.add_boards() = MapOf(rules, variant);
  }
  AddText(rules, maps);
  return maps;
}

// What the first drop on the centre comes to, in the first style.
std::string CentreText(const Evidence& game) {
  const Rules& rules = game.manifest.rules();
  const int centre = rules.rows() * rules.columns() / 2 + 1;
  for (const auto& [square, value] : game.variants[0].first_drops) {
    if (square != centre) continue;
    return value.winner ? absl::StrCat("centre: ", ToString(*value.winner),
                                       " wins in ", value.plies)
                        : "centre: a draw";
  }
  return "";
}

findings::Figures SummaryMaps(const std::vector<const Evidence*>& games) {
  findings::Figures maps;
  for (const Evidence* game : games) {
    findings::Figure& figure = *maps.add_figures();
    figure.set_title(TitleOf(*game) + " Teeko");
    figure.set_caption(CentreText(*game));
    *figure.add_boards() = MapOf(game->manifest.rules(), game->variants[0]);
  }
  if (!games.empty()) AddText(games[0]->manifest.rules(), maps);
  return maps;
}

findings::Figures Numbering(const Rules& rules) {
  findings::Figures figures;
  findings::Figure& figure = *figures.add_figures();
  figure.set_title("The numbers of the squares");
  *figure.add_boards() = BoardOf(rules, {});
  for (uint32_t row = 0; row < rules.rows(); ++row) {
    std::string& line = *figures.add_text();
    for (uint32_t column = 1; column <= rules.columns(); ++column) {
      absl::StrAppendFormat(&line, "%3d", row * rules.columns() + column);
    }
  }
  return figures;
}

std::string VerdictText(Verdict verdict) {
  switch (verdict) {
    case Verdict::kReproduced:
      return "Reproduced";
    case Verdict::kPartly:
      return "Reproduced in part; the rest is not in this run";
    case Verdict::kRefuted:
      return "Refuted";
    case Verdict::kCompare:
      return "For comparison";
    case Verdict::kNotExamined:
      break;
  }
  return "Not examined in this run";
}

// What there is to be seen of a claim, if anything.
findings::Figures PicturesOf(const Claim& claim,
                             const std::vector<Evidence>& evidence) {
  findings::Figures figures;
  const Rules* shown = nullptr;
  for (const ClaimPart& part : claim.parts()) {
    const Evidence* const game = FindGame(evidence, part.rules());
    if (game == nullptr) continue;
    const Rules& rules = game->manifest.rules();
    const auto add = [&](const std::string& title, findings::Board board) {
      findings::Figure& figure = *figures.add_figures();
      figure.set_title(title);
      *figure.add_boards() = std::move(board);
      shown = &rules;
    };
    if (part.has_winning_drops()) {
      const Variant* const variant =
          FindVariant(*game, part.winning_drops().style(), false);
      if (variant != nullptr) add(variant->style, MapOf(rules, *variant));
    } else if (part.expected_case() == ClaimPart::kLongestWin &&
               !game->longest.empty()) {
      const LongWin& win = game->longest[0];
      add(absl::StrCat(TitleOf(*game), ": Black wins in ", win.line.size()),
          BoardOf(rules, win.win.position));
    } else if (part.has_annotation()) {
      for (const absl::StatusOr<Item>& item :
           ParseItems(kFiles.at(part.annotation().item()), "",
                      game->tablebase->game().squares())) {
        if (!item.ok() || !item->initial) continue;
        add(part.annotation().name(),
            BoardOf(rules, {.black = item->initial->black,
                            .red = item->initial->red}));
      }
    } else if (part.has_only_move_cycles() && game->extra_rules) {
      for (const auto& cycle : game->extra_rules->unique_move_cycles()) {
        const std::vector<Position> positions = CyclePositions(cycle);
        for (size_t i = 0; i < positions.size(); ++i) {
          add(MoveText(positions[i], positions[(i + 1) % positions.size()]),
              BoardOf(rules, positions[i]));
        }
      }
    }
  }
  // Boards of one claim are of one size.
  if (shown != nullptr) AddText(*shown, figures);
  return figures;
}

findings::Claim ClaimOf(const ClaimVerdict& judged,
                        const std::vector<Evidence>& evidence) {
  findings::Claim claim;
  claim.set_id(judged.claim.id());
  claim.set_text(judged.claim.text());
  claim.set_source(judged.claim.source());
  claim.set_check(judged.claim.check());
  *claim.mutable_commands() = judged.claim.commands();
  claim.set_verdict(VerdictText(judged.verdict));
  claim.set_verdict_class(judged.verdict == Verdict::kReproduced ? "good"
                          : judged.verdict == Verdict::kRefuted  ? "bad"
                                                                 : "open");
  for (int i = 0; i < judged.claim.parts_size(); ++i) {
    const ClaimPart& stated = judged.claim.parts(i);
    std::string rules = stated.rules();
    rules[0] = absl::ascii_toupper(rules[0]);
    findings::Part& part = *claim.add_parts();
    part.set_title(stated.text().empty()
                       ? rules
                       : absl::StrCat(stated.text(), ", ", rules));
    part.set_found(judged.parts[i].found);
    part.set_verdict(VerdictText(judged.parts[i].verdict));
  }
  *claim.mutable_pictures() = PicturesOf(judged.claim, evidence);
  return claim;
}

findings::Summary SummaryOf(const std::vector<ClaimVerdict>& verdicts,
                            const std::vector<const Evidence*>& letters) {
  findings::Summary summary;
  Cells refuted;
  Cells open;
  for (const ClaimVerdict& claim : verdicts) {
    if (claim.verdict == Verdict::kReproduced) {
      summary.set_reproduced(summary.reproduced() + 1);
    } else {
      (claim.verdict == Verdict::kRefuted ? refuted : open)
          .push_back(claim.claim.id());
    }
  }
  summary.set_claims(verdicts.size());
  summary.set_refuted(absl::StrJoin(refuted, ", "));
  summary.set_open(absl::StrJoin(open, ", "));
  for (const Evidence* game : letters) {
    for (const std::string& change : ChangedVariants(*game, 1)) {
      summary.add_consequences(
          absl::StrCat("Under the four-move limit as Steele would amend it, ",
                       change, " in ", TitleOf(*game), " Teeko."));
    }
  }
  *summary.mutable_maps() = SummaryMaps(letters);
  return summary;
}

findings::Longest LongestOf(const Evidence& game) {
  constexpr size_t kShown = 4;
  const Rules& rules = game.manifest.rules();
  findings::Longest longest;
  longest.set_plies(game.depths.LongestWin());
  longest.set_positions(game.longest.size());
  for (const auto& [win, line, end] : game.longest) {
    if (longest.wins().figures_size() == kShown) {
      longest.set_is_cut(true);
      break;
    }
    findings::Figure& figure = *longest.mutable_wins()->add_figures();
    figure.set_title(absl::StrCat(win.orbit, " placements by symmetry"));
    figure.set_is_pair(true);
    *figure.add_boards() = BoardOf(rules, win.position);
    *figure.add_boards() = BoardOf(rules, end, {.marked = end.black});
    figure.set_details(
        absl::StrJoin(line, " ", [](std::string* out, const Move& move) {
          absl::StrAppend(out, ToString(move));
        }));
  }
  AddText(rules, *longest.mutable_wins());
  return longest;
}

findings::Game GameOf(const Evidence& evidence, bool letters) {
  const Rules& rules = evidence.manifest.rules();
  findings::Game game;
  game.set_id("rules-" + rules.name());
  game.set_title(TitleOf(evidence) + (letters ? " Teeko" : ""));
  game.set_board(BoardText(rules));
  game.set_goals(evidence.manifest.goals());
  game.set_has_ban(!rules.banned_first_drops().empty());
  for (const Variant& found : evidence.variants) {
    if (found.centre_ban) continue;
    findings::Variant& variant = *game.add_variants();
    variant.set_name(StyleName(found.style));
    variant.set_style(found.style);
    variant.set_value(OutcomeText(found.value));
    const Variant* const banned = FindVariant(evidence, found.style, true);
    if (banned != nullptr) variant.set_banned(OutcomeText(banned->value));
  }
  *game.mutable_maps() = MapsOf(evidence);
  const studies::Depths& depths = evidence.depths;
  game.set_placements(depths.placements);
  game.set_no_value(depths.no_value);
  game.set_draws(depths.draws);
  game.set_digest(evidence.manifest.digest());
  if (depths.levels.empty()) return game;
  game.set_decided(
      absl::StrCat("a side to move wins in up to ", depths.LongestWin(),
                   " plies and loses in up to ", LongestLoss(depths)));
  *game.mutable_histogram() = HistogramOf(
      depths, absl::StrCat(game.title(), ": placements by plies to the end"));
  if (!evidence.longest.empty()) {
    *game.mutable_longest() = LongestOf(evidence);
  }
  return game;
}

Cells PrivilegeCells(const Evidence& game) {
  studies::PassPrivilege sum;
  for (const studies::PassPrivilege& count : game.pass_privilege) {
    sum.positions += count.positions;
    sum.same += count.same;
    sum.worse += count.worse;
    sum.better += count.better;
  }
  return {TitleOf(game), WithCommas(sum.positions), WithCommas(sum.same),
          WithCommas(sum.worse), WithCommas(sum.better)};
}

findings::Table TimesOf(const std::vector<const Evidence*>& games,
                        const std::vector<ClaimVerdict>& verdicts,
                        const std::vector<Evidence>& evidence) {
  std::map<const Evidence*, std::string> steeles;
  for (const ClaimVerdict& claim : verdicts) {
    for (const ClaimPart& part : claim.claim.parts()) {
      if (part.has_effort()) {
        steeles[FindGame(evidence, part.rules())] = part.effort().text();
      }
    }
  }
  findings::Table table;
  *table.add_header() = "Rules";
  *table.add_header() = "Steele, 1998";
  for (const StageTime& stage : games[0]->stages) {
    *table.add_header() = stage.name;
  }
  for (const Evidence* game : games) {
    Cells cells = {TitleOf(*game), steeles[game]};
    for (const StageTime& stage : game->stages) {
      cells.push_back(
          stage.report
              ? absl::StrFormat("%.1f s, %.0f MB", stage.report->seconds(),
                                stage.report->peak_memory_bytes() / 1e6)
              : "not in this run");
    }
    AddRow(*table.mutable_rows(), cells);
  }
  return table;
}

// What the verifier checked, a row for each check.
findings::Table ChecksOf(const std::vector<const Evidence*>& games) {
  findings::Table table;
  *table.add_header() = "Positions checked";
  std::map<std::string, Cells> rows;  // by what was checked
  Cells order;
  for (size_t i = 0; i < games.size(); ++i) {
    *table.add_header() = TitleOf(*games[i]);
    for (const Check& check : games[i]->manifest.checks()) {
      auto [row, is_new] = rows.try_emplace(check.name(), games.size(), "");
      if (is_new) order.push_back(check.name());
      row->second[i] = WithCommas(check.positions());
    }
  }
  for (const std::string& name : order) {
    Cells cells = {name};
    cells.insert(cells.end(), rows[name].begin(), rows[name].end());
    AddRow(*table.mutable_rows(), cells);
  }
  return table;
}

void AddCertificates(const std::vector<const Evidence*>& games,
                     findings::Findings& findings) {
  Cells unchecked;
  for (const Evidence* game : games) {
    if (!game->certificates) {
      unchecked.push_back(TitleOf(*game));
      continue;
    }
    for (const CheckedCertificate& checked :
         game->certificates->certificates()) {
      findings::Certificate& certificate = *findings.add_certificates();
      certificate.set_file(checked.file());
      certificate.set_verdict(checked.accepted() ? "accepted" : "NOT accepted");
      *certificate.mutable_proved() = checked.proved();
    }
  }
  findings.set_unchecked(absl::StrJoin(unchecked, ", "));
}

// The recorded campaign, a row for each thing that faults were planted in.
void AddFaults(findings::Findings& findings) {
  faults::Report report;
  const char* const path = "corpus/recorded/faults.json";
  if (!ParseJson(kFiles.at(path), path, report).ok()) return;
  findings.set_faults_seed(report.seed());
  struct Sum {
    std::set<std::string> checkers;
    uint64_t kinds = 0;
    uint64_t planted = 0;
    uint64_t missed = 0;
  };
  std::map<std::string, Sum> sums;  // by place
  for (const faults::KindReport& kind : report.kinds()) {
    Sum& sum = sums[kind.place()];
    sum.checkers.insert(kind.checker());
    ++sum.kinds;
    sum.planted += kind.planted();
    sum.missed += kind.missed_size();
  }
  for (const auto& [place, sum] : sums) {
    AddRow(*findings.mutable_faults(),
           {place, absl::StrJoin(sum.checkers, ", "), WithCommas(sum.kinds),
            WithCommas(sum.planted), WithCommas(sum.missed)});
  }
}

}  // namespace

absl::StatusOr<findings::Findings> FindingsOf(
    const std::vector<Evidence>& evidence,
    const std::vector<ClaimVerdict>& verdicts) {
  // The games that the claims are about, in their order.
  std::vector<const Evidence*> letters;
  for (const ClaimVerdict& claim : verdicts) {
    for (const ClaimPart& part : claim.claim.parts()) {
      const Evidence* const game = FindGame(evidence, part.rules());
      if (game != nullptr && std::ranges::count(letters, game) == 0) {
        letters.push_back(game);
      }
    }
  }
  std::vector<const Evidence*> games = letters;
  for (const Evidence& game : evidence) {
    if (std::ranges::count(letters, &game) == 0) games.push_back(&game);
  }

  findings::Findings findings;
  if (games.empty()) return findings;
  *findings.mutable_summary() = SummaryOf(verdicts, letters);
  if (!letters.empty()) {
    for (const ClaimVerdict& claim : verdicts) {
      *findings.add_claims() = ClaimOf(claim, evidence);
    }
  }
  *findings.mutable_numbering() = Numbering(games[0]->manifest.rules());
  for (const Evidence* game : games) {
    *findings.add_games() =
        GameOf(*game, std::ranges::count(letters, game) > 0);
    if (!game->pass_privilege.empty()) {
      AddRow(*findings.mutable_privilege(), PrivilegeCells(*game));
    }
  }
  std::vector<std::pair<std::string, const Evidence*>> examined;
  for (const Evidence* game : games) {
    if (game->extra_rules) examined.push_back({TitleOf(*game), game});
  }
  if (!examined.empty()) {
    absl::StatusOr<findings::ExtraRules> extra_rules = ExtraRulesOf(examined);
    if (!extra_rules.ok()) return extra_rules.status();
    *findings.mutable_extra_rules() = *std::move(extra_rules);
  }
  *findings.mutable_times() = TimesOf(games, verdicts, evidence);
  *findings.mutable_checks() = ChecksOf(games);
  AddCertificates(games, findings);
  AddFaults(findings);
  return findings;
}

}  // namespace teeko::reports
