#include "reports/claims/html.h"

#include <variant>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "reports/claims/embedded.h"
#include "reports/claims/markup.h"
#include "reports/claims/svg.h"
#include "reports/claims/words.h"
#include "stage/stage.h"

namespace teeko::reports {
namespace {

std::string Render(const Heading& heading) {
  return Element("h3", Inline(heading.text));
}

std::string Render(const Paragraph& paragraph) {
  return Element("p", Inline(paragraph.text));
}

std::string Render(const Listing& listing) {
  return Element("pre",
                 Element("code", Escape(absl::StrJoin(listing.lines, "\n"))));
}

std::string Render(const Table& table) {
  const auto row = [&table](const std::vector<std::string>& cells,
                            bool is_header) {
    std::string html;
    for (int i = 0; i < static_cast<int>(cells.size()); ++i) {
      Attributes attributes;
      if (i >= table.text_columns) attributes.push_back({"class", "number"});
      if (is_header) attributes.push_back({"scope", "col"});
      if (!is_header && i == 0) attributes.push_back({"scope", "row"});
      absl::StrAppend(&html, Element(is_header || i == 0 ? "th" : "td",
                                     attributes, Inline(cells[i])));
    }
    return Element("tr", html);
  };
  std::string body;
  for (const std::vector<std::string>& cells : table.rows) {
    absl::StrAppend(&body, row(cells, false), "\n");
  }
  // Wide tables scroll by themselves, so that the page does not.
  return Element(
      "div",
      {{"class", "table"},
       {"role", "region"},
       {"aria-label", table.caption},
       {"tabindex", "0"}},
      Element("table", absl::StrCat(Element("caption", Inline(table.caption)),
                                    Element("thead", row(table.header, true)),
                                    Element("tbody", body))));
}

std::string Render(const Figures& figures) {
  std::string html;
  for (const Figure& figure : figures.figures) {
    std::string pictures;
    for (const auto& picture : figure.pictures) {
      absl::StrAppend(
          &pictures,
          std::visit([&](const auto& one) { return Svg(one, figure.alt); },
                     picture));
    }
    std::string caption = Inline(figure.caption);
    if (!figure.details.empty()) {
      absl::StrAppend(
          &caption,
          Element("details",
                  absl::StrCat(Element("summary", Inline(figure.details_title)),
                               Element("p", {{"class", "line"}},
                                       Inline(figure.details)))));
    }
    absl::StrAppend(
        &html,
        Element("figure",
                {{"class", figure.pictures.size() > 1 ? "pair" : "single"}},
                absl::StrCat(Element("div", {{"class", "pictures"}}, pictures),
                             Element("figcaption", caption))),
        "\n");
  }
  return Element("div", {{"class", "figures"}}, html);
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
  const std::string legend =
      "<span class=\"key won\"></span> won by the side to move "
      "<span class=\"key lost\"></span> lost by it";
  return Element(
      "figure", {{"class", "wide"}},
      absl::StrCat(
          Svg(histogram),
          Element("figcaption",
                  absl::StrCat(
                      Inline(histogram.caption), ". ", legend,
                      Element("details",
                              absl::StrCat(Element("summary", "The numbers"),
                                           Render(table)))))));
}

std::string Render(const Diagram& diagram) {
  return Element("figure", {{"class", "wide"}},
                 absl::StrCat(Svg(diagram),
                              Element("figcaption", Inline(diagram.caption))));
}

std::string Render(const Finding& finding) {
  constexpr absl::string_view kTones[] = {"good", "bad", "open"};
  const std::string head = absl::StrCat(
      Element("span", {{"class", "label"}}, Escape(finding.label)), " ",
      Element("span",
              {{"class", absl::StrCat("verdict ", kTones[finding.tone])}},
              Escape(finding.verdict)));
  return Element(
      "article", {{"class", "claim"}, {"id", finding.label}},
      absl::StrCat(
          Element("h3", head),
          Element("blockquote",
                  absl::StrCat(Element("p", Inline(finding.claim)),
                               Element("footer", Inline(finding.source)))),
          Element("p", absl::StrCat(Element("strong", "Found."), " ",
                                    Inline(finding.text))),
          Element("p", {{"class", "check"}},
                  absl::StrCat(Element("strong", "How."), " ",
                               Inline(finding.check))),
          finding.figures.figures.empty() ? "" : Render(finding.figures),
          Render(Listing{finding.commands})));
}

std::string Contents(const Document& document) {
  std::string items;
  for (const Section& section : document.sections) {
    absl::StrAppend(&items,
                    Element("li", Element("a", {{"href", "#" + section.id}},
                                          Inline(section.title))));
  }
  return Element("nav", {{"aria-label", "Contents"}}, Element("ol", items));
}

}  // namespace

std::string Html(const Document& document) {
  std::string body =
      Element("header", absl::StrCat(Element("h1", Inline(document.title)),
                                     Element("p", {{"class", "subtitle"}},
                                             Inline(document.subtitle))));
  for (size_t i = 0; i < document.sections.size(); ++i) {
    const Section& section = document.sections[i];
    std::string blocks = Element("h2", Inline(section.title));
    for (const Block& block : section.blocks) {
      absl::StrAppend(
          &blocks, "\n",
          std::visit([](const auto& one) { return Render(one); }, block));
    }
    absl::StrAppend(&body, "\n",
                    Element("section", {{"id", section.id}}, blocks));
    // What matters most comes before the table of contents.
    if (i == 0) absl::StrAppend(&body, "\n", Contents(document));
  }
  return absl::StrCat(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, "
      "initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light "
      "dark\">\n",
      Element("title", Escape(document.title)), "\n", Element("style", kStyle),
      "\n</head>\n<body>\n", Element("main", body), "\n</body>\n</html>\n");
}

}  // namespace teeko::reports
