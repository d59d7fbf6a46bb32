// The atlas: what comes of boards of many sizes, as data and as tables.

#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "google/protobuf/text_format.h"
#include "proto/message_file.h"
#include "proto/results.pb.h"
#include "stage/stage.h"
#include "stage/status.h"

ABSL_FLAG(std::string, results, "",
          "results.json of a pipeline, to be printed as an atlas");
ABSL_FLAG(std::string, atlas, "corpus/atlas.textproto",
          "an atlas, of which to print the tables");

namespace teeko::reports {
namespace {

constexpr char kUsage[] =
    R"(Prints what comes of boards of many sizes.

  atlas [--atlas=FILE]      an atlas as tables, in Markdown
  atlas --results=FILE      the results of a pipeline as an atlas: Results
                            (proto/results.proto) without levels, extra rules
                            and the values of first drops

Rules are called GAME_BOARD, "advanced_4x5" say; others are left out.

For example:

  atlas --atlas=corpus/atlas.textproto
)";

constexpr const char* kGames[] = {
    "standard",   "advanced",   "diamonds",  "advanced_diamonds",
    "lines_of_2", "lines_of_3", "lines_of_5"};
constexpr int kFourPieces = 4;  // of these games, the first, have four a side

// By game and board.
using Atlas = std::map<std::string, std::map<std::string, RulesResult>>;

absl::StatusOr<Atlas> ReadAtlas(const std::string& path) {
  Results results;
  RETURN_IF_ERROR(ReadTextProto(path, results));
  Atlas atlas;
  for (const RulesResult& rules : results.rules()) {
    const size_t end = rules.name().rfind('_');
    if (end == std::string::npos) continue;
    atlas[rules.name().substr(0, end)][rules.name().substr(end + 1)] = rules;
  }
  return atlas;
}

std::string OneLine(const google::protobuf::Message& message) {
  google::protobuf::TextFormat::Printer printer;
  printer.SetSingleLineMode(true);
  std::string text;
  printer.PrintToString(message, &text);
  absl::StripTrailingAsciiWhitespace(&text);
  return text;
}

std::string AtlasText(const Results& results) {
  std::string text =
      "# Results (proto/results.proto) of ./bazelw run //pipeline:atlas\n";
  for (RulesResult rules : results.rules()) {
    std::string variants;
    for (VariantResult variant : rules.variants()) {
      variant.clear_name();
      variant.clear_first_drops();
      absl::StrAppend(&variants, "  variants { ", OneLine(variant), " }\n");
    }
    rules.clear_levels();
    rules.clear_variants();
    rules.clear_extra_rules();
    absl::StrAppend(&text, "rules {\n  ", OneLine(rules), "\n", variants,
                    "}\n");
  }
  return text;
}

// "black in 13 (+7 =1 −0)": in the first style, and how many styles are won by
// Black, drawn and won by Red.
std::string Overview(const RulesResult& rules) {
  if (rules.variants().empty()) return "?";
  const VariantResult& first = rules.variants(0);
  const auto count = [&rules](const char* outcome) {
    return std::ranges::count(rules.variants(), outcome,
                              &VariantResult::outcome);
  };
  return absl::StrCat(
      first.outcome(),
      first.plies() > 0 ? absl::StrCat(" in ", first.plies()) : "", " (+",
      count("black"), " =", count("draw"), " −", count("red"), ")");
}

// A copy, since to ask it for a game that it lacks would add one.
void PrintOverview(Atlas atlas) {
  std::printf("| board |");
  for (int i = 0; i < kFourPieces; ++i) std::printf(" %s |", kGames[i]);
  std::printf("\n|---|---|---|---|---|\n");
  for (const auto& [board, standard] : atlas[kGames[0]]) {
    std::printf("| %s |", board.c_str());
    for (int i = 0; i < kFourPieces; ++i) {
      std::printf(" %s |", Overview(atlas[kGames[i]][board]).c_str());
    }
    std::printf("\n");
  }
}

// "=", "B 13" or "R 8".
std::string Cell(const VariantResult& variant) {
  if (variant.outcome() == "draw") return "=";
  return absl::StrCat(variant.outcome() == "black" ? "B " : "R ",
                      variant.plies());
}

void PrintGame(const std::map<std::string, RulesResult>& boards) {
  std::string head = "| board | goals | positions | draws | longest win |";
  std::string line = "|---|---|---|---|---|";
  for (const VariantResult& variant : boards.begin()->second.variants()) {
    absl::StrAppend(&head, " ", variant.style(), " |");
    line += "---|";
  }
  std::printf("%s digest |\n%s---|\n", head.c_str(), line.c_str());
  for (const auto& [board, rules] : boards) {
    const double positions = rules.placements() - rules.no_value();
    absl::PrintF("| %s | %d | %s | %s (%.1f %%) | %d |", board, rules.goals(),
                 WithCommas(positions), WithCommas(rules.draws()),
                 100 * rules.draws() / positions, rules.longest_win());
    for (const VariantResult& variant : rules.variants()) {
      absl::PrintF(" %s |", Cell(variant));
    }
    absl::PrintF(" `%s…` |\n", rules.digest().substr(0, 16));
  }
}

absl::Status Run() {
  const std::string results_path = absl::GetFlag(FLAGS_results);
  if (!results_path.empty()) {
    Results results;
    RETURN_IF_ERROR(ReadJson(results_path, results));
    std::printf("%s", AtlasText(results).c_str());
    return absl::OkStatus();
  }
  ASSIGN_OR_RETURN(Atlas atlas, ReadAtlas(absl::GetFlag(FLAGS_atlas)));
  PrintOverview(atlas);
  for (const char* game : kGames) {
    if (!atlas.contains(game)) continue;
    std::printf("\n## %s\n\n", game);
    PrintGame(atlas[game]);
  }
  return absl::OkStatus();
}

}  // namespace
}  // namespace teeko::reports

int main(int argc, char** argv) {
  return teeko::StageMain(argc, argv, teeko::reports::kUsage,
                          teeko::reports::Run);
}
