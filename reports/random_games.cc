// Plays games at random and checks that annotate has no complaint about them
// and says of every move what query says.
//
//   ./bazelw run //reports:random_games -- --rules=standard

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "corpus/notation.h"
#include "proto/stage.h"
#include "reports/accepted_table.h"
#include "reports/annotation.h"
#include "reports/answer.h"
#include "reports/tablebase.h"

ABSL_FLAG(std::string, rules, "standard", "name of the rules");
ABSL_FLAG(int, games, 100, "how many");
ABSL_FLAG(uint64_t, seed, 1, "of the random numbers");
ABSL_FLAG(std::string, out, "", "where the pipeline leaves its tables");

namespace teeko::reports {
namespace {

constexpr char kUsage[] =
    R"(Plays games at random and checks that annotate has no complaint about them and
says of every move what query says.

  random_games [flags]

  --rules=NAME     the rules (default: standard)
  --games=N        how many (default: 100)
  --seed=N         of the random numbers (default: 1)
  --out=DIR        where the pipeline leaves its tables (default: out)
  --help           this text
)";

constexpr int kMaxPlies = 60;

// Good moves and bad ones in turn, so that games last and still have mistakes.
absl::StatusOr<corpus::Item> SomeGame(const Tablebase& tablebase,
                                      const std::string& style,
                                      std::mt19937_64& random) {
  corpus::Item game;
  Position position = tablebase.game().Start(style);
  while (game.plies.size() < kMaxPlies) {
    const absl::StatusOr<std::vector<Successor>> moves =
        random() % 4 == 0 ? tablebase.Successors(position)
                          : tablebase.BestMoves(position);
    if (!moves.ok()) return moves.status();
    if (moves->empty()) break;
    const Successor& successor = (*moves)[random() % moves->size()];
    game.plies.push_back({.move = successor.move});
    position = successor.position;
  }
  return game;
}

// True if annotate and query agree about one move.
bool Agree(const answers::Ply& ply, const answers::Answer& answer) {
  const auto choice =
      std::ranges::find(answer.moves(), ply.move(), &answers::Choice::move);
  if (choice == answer.moves().end()) return false;
  const std::string& value = choice->value().text();
  const std::string& best = answer.moves(0).value().text();
  if (ply.value().text() != value) return false;
  if (value == best) return ply.best().empty();
  std::vector<std::string> best_moves;
  for (const answers::Choice& other : answer.moves()) {
    if (other.value().text() == best) best_moves.push_back(other.move());
  }
  return ply.best_value().text() == best &&
         std::ranges::equal(ply.best(), best_moves);
}

absl::Status CheckGame(const Tablebase& tablebase, const std::string& style,
                       const corpus::Item& game) {
  const std::string text = corpus::Print(game);
  answers::Annotations annotations;
  const absl::Status status = AnnotateText(tablebase, text, "random game",
                                           {.style = style}, annotations);
  if (!status.ok()) return status;
  const answers::Item& item = annotations.items(0);
  if (annotations.items_size() != 1 || !item.error().empty()) {
    return absl::InternalError(absl::StrCat(item.error(), "\n", text));
  }
  Position position = tablebase.game().Start(style);
  for (size_t i = 0; i < game.plies.size(); ++i) {
    const absl::StatusOr<answers::Answer> answer =
        AnswerQuery(tablebase, position, /*with_principal_line=*/false);
    if (!answer.ok()) return answer.status();
    if (!Agree(item.plies(i), *answer)) {
      return absl::InternalError(absl::StrCat(
          "annotate and query disagree on ply ", i + 1, " of\n", text));
    }
    position = tablebase.game().After(position, game.plies[i].move);
  }
  return absl::OkStatus();
}

absl::Status Run(const std::vector<std::string>& arguments) {
  if (!arguments.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("unexpected argument \"", arguments[0], "\""));
  }
  const absl::StatusOr<Tablebase> tablebase = Tablebase::Open(
      OutFolder(absl::GetFlag(FLAGS_out)), absl::GetFlag(FLAGS_rules));
  if (!tablebase.ok()) return tablebase.status();
  std::mt19937_64 random(absl::GetFlag(FLAGS_seed));
  const auto& styles = tablebase->rules().styles();
  const int games = absl::GetFlag(FLAGS_games);
  int plies = 0;
  for (int i = 0; i < games; ++i) {
    const std::string& style = styles[i % styles.size()];
    const absl::StatusOr<corpus::Item> game =
        SomeGame(*tablebase, style, random);
    if (!game.ok()) return game.status();
    const absl::Status status = CheckGame(*tablebase, style, *game);
    if (!status.ok()) return status;
    plies += game->plies.size();
  }
  std::printf("%s: annotate and query agree on %d plies of %d random games\n",
              tablebase->rules().name().c_str(), plies, games);
  return absl::OkStatus();
}

}  // namespace
}  // namespace teeko::reports

int main(int argc, char** argv) {
  return teeko::ExitStatus(teeko::reports::Run(
      teeko::ParseStageFlags(argc, argv, teeko::reports::kUsage)));
}
