// The program atlas: prints the results of boards of many sizes, as data or as
// tables.

#include "reports/claims/atlas.h"

#include <iostream>
#include <string>

#include "absl/flags/flag.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "base/program.h"
#include "base/status.h"
#include "google/protobuf/text_format.h"
#include "proto/message_file.h"
#include "reports/claims/render.h"
#include "teeko/reports/results.pb.h"

ABSL_FLAG(std::string, results, "",
          "results.json of a pipeline run, to convert to an atlas");
ABSL_FLAG(std::string, atlas, "corpus/atlas.textproto",
          "atlas whose tables to print");

namespace teeko::reports {
namespace {

constexpr char kUsage[] =
    R"(Prints the results of the same games on boards of many sizes.

  atlas [--atlas=FILE]      prints the tables of an atlas, in Markdown
  atlas --results=FILE      converts results.json of a pipeline run to an atlas:
                            Results (reports/results.proto) as text, without
                            levels, extra rules and the values of first drops

The tables contain the rules with names of the form GAME_BOARD, such as
"advanced_4x5".

For example:

  atlas --atlas=corpus/atlas.textproto
)";

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
      "# Results (reports/results.proto) of ./bazelw run //pipeline:atlas\n";
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

absl::Status Run() {
  const std::string results_path = absl::GetFlag(FLAGS_results);
  Results results;
  if (!results_path.empty()) {
    RETURN_IF_ERROR(proto::ReadJson(results_path, results));
    std::cout << AtlasText(results);
    return absl::OkStatus();
  }
  RETURN_IF_ERROR(proto::ReadTextProto(absl::GetFlag(FLAGS_atlas), results));
  ASSIGN_OR_RETURN(const std::string tables, Markdown(AtlasOf(results)));
  std::cout << tables;
  return absl::OkStatus();
}

}  // namespace
}  // namespace teeko::reports

int main(int argc, char** argv) {
  return teeko::base::ProgramMain(argc, argv, teeko::reports::kUsage,
                                  teeko::reports::Run);
}
