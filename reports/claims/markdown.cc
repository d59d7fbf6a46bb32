#include "reports/claims/markdown.h"

#include <variant>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "reports/claims/words.h"
#include "stage/stage.h"

namespace teeko::reports {
namespace {

std::string Render(const Heading& heading) {
  return absl::StrCat("### ", heading.text, "\n");
}

std::string Render(const Paragraph& paragraph) {
  return absl::StrCat(paragraph.text, "\n");
}

std::string Render(const Listing& listing) {
  return absl::StrCat("```\n", absl::StrJoin(listing.lines, "\n"), "\n```\n");
}

std::string Render(const Table& table) {
  std::string text = absl::StrCat("*", table.caption, "*\n\n| ",
                                  absl::StrJoin(table.header, " | "), " |\n|");
  for (int i = 0; i < static_cast<int>(table.header.size()); ++i) {
    absl::StrAppend(&text, i < table.text_columns ? "---|" : "---:|");
  }
  text += "\n";
  for (const std::vector<std::string>& row : table.rows) {
    absl::StrAppend(&text, "| ", absl::StrJoin(row, " | "), " |\n");
  }
  return text;
}

std::vector<std::string> Rows(const BoardPicture& board) {
  std::vector<std::string> rows(board.rows);
  for (int square = 0; square < board.rows * board.columns; ++square) {
    absl::StrAppend(&rows[square / board.columns],
                    board.black >> square & 1 ? "@ "
                    : board.red >> square & 1 ? "O "
                                              : "- ");
  }
  return rows;
}

std::vector<std::string> Rows(const MapPicture& map) {
  std::vector<std::string> rows(map.rows);
  for (int square = 0; square < map.rows * map.columns; ++square) {
    const auto& [kind, plies] = map.squares[square];
    const std::string value =
        kind == MapPicture::Square::kBanned ? "x"
        : kind == MapPicture::Square::kDraw
            ? "="
            : absl::StrCat(kind == MapPicture::Square::kBlack ? "B" : "R",
                           plies);
    absl::StrAppendFormat(&rows[square / map.columns], "%4s", value);
  }
  return rows;
}

std::string Render(const Figures& figures) {
  std::string text;
  for (const Figure& figure : figures.figures) {
    std::vector<std::string> lines;
    for (const auto& picture : figure.pictures) {
      const std::vector<std::string> rows =
          std::visit([](const auto& one) { return Rows(one); }, picture);
      lines.resize(rows.size());
      for (size_t i = 0; i < rows.size(); ++i) {
        absl::StrAppend(&lines[i], lines[i].empty() ? "" : "    ", rows[i]);
      }
    }
    absl::StrAppend(&text, text.empty() ? "" : "\n", figure.caption, "\n\n",
                    Render(Listing{lines}));
    if (!figure.details.empty()) {
      absl::StrAppend(&text, "\n", figure.details_title, ": ", figure.details,
                      "\n");
    }
  }
  return text;
}

std::string Render(const Histogram& histogram) {
  Table table = {.caption = histogram.caption,
                 .header = {"Plies", "Side to move", "Placements"},
                 .rows = {},
                 .text_columns = 2};
  for (size_t n = 0; n < histogram.levels.size(); ++n) {
    table.rows.push_back({absl::StrCat(n), n % 2 == 1 ? "wins" : "loses",
                          WithCommas(histogram.levels[n])});
  }
  return Render(table);
}

std::string Render(const Diagram& diagram) {
  std::string text = absl::StrCat("*", diagram.caption, "*\n\n");
  for (const Diagram::Arrow& arrow : diagram.arrows) {
    absl::StrAppend(&text, "- ", diagram.boxes[arrow.from].title, " → ",
                    diagram.boxes[arrow.to].title, "\n");
  }
  return text;
}

std::string Render(const Finding& finding) {
  return absl::StrCat(
      "<a id=\"", finding.label, "\"></a>\n\n### ", finding.label, ": ",
      finding.verdict, "\n\n> ", finding.claim, "\n>\n> ", finding.source,
      "\n\n**Found.** ", finding.text, "\n\n**How.** ", finding.check, "\n\n",
      Render(finding.figures), finding.figures.figures.empty() ? "" : "\n",
      Render(Listing{finding.commands}));
}

}  // namespace

std::string Markdown(const Document& document) {
  std::string text =
      absl::StrCat("# ", document.title, "\n\n", document.subtitle, "\n");
  for (const Section& section : document.sections) {
    absl::StrAppend(&text, "\n<a id=\"", section.id, "\"></a>\n\n## ",
                    section.title, "\n");
    for (const Block& block : section.blocks) {
      absl::StrAppend(
          &text, "\n",
          std::visit([](const auto& one) { return Render(one); }, block));
    }
  }
  return text;
}

}  // namespace teeko::reports
