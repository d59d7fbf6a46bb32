// A report as a reader sees it, before it is Markdown or HTML: sections of
// paragraphs, tables and pictures.
//
// Texts may have `code`, **bold** and [links](#id), which mean the same in
// both.

#ifndef TEEKO_REPORTS_CLAIMS_DOCUMENT_H_
#define TEEKO_REPORTS_CLAIMS_DOCUMENT_H_

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "game/position.h"

namespace teeko::reports {

struct Heading {
  std::string text;
};

struct Paragraph {
  std::string text;
};

// Lines to be typed, or read as they stand.
struct Listing {
  std::vector<std::string> lines;
};

struct Table {
  std::string caption;
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;  // as wide as the header
  int text_columns = 1;  // so many from the left; numbers, to the right, follow
};

// A board with pieces.
struct BoardPicture {
  int rows;
  int columns;
  Squares black;
  Squares red;
  Squares marked = 0;  // a goal, say
};

// A board with what each square is worth.
struct MapPicture {
  struct Square {
    enum Kind { kDraw, kBlack, kRed, kBanned };
    Kind kind;
    int plies = 0;
  };
  int rows;
  int columns;
  std::vector<Square> squares;
};

struct Figure {
  std::vector<std::variant<BoardPicture, MapPicture>> pictures;
  std::string alt;      // what is to be seen, for those who cannot
  std::string caption;  // beneath
  // Longer text that belongs to it, and what it is; may be empty.
  std::string details_title = {};
  std::string details = {};
};

// Side by side as far as there is room.
struct Figures {
  std::vector<Figure> figures;
};

// Bars of levels[n] placements decided in n plies, on a logarithmic scale.
struct Histogram {
  std::string caption;
  std::vector<uint64_t> levels;
};

// Boxes on a grid, and arrows between them.
struct Diagram {
  struct Box {
    int column;
    int row;
    std::string title;
    std::string subtitle;
    bool marked = false;
  };
  struct Arrow {
    int from;  // boxes by index
    int to;
  };
  std::string caption;
  std::vector<Box> boxes;
  std::vector<Arrow> arrows;
};

// A claim, what came of it, and how to see it for oneself.
struct Finding {
  enum Tone { kGood, kBad, kOpen };
  std::string label;    // "C1"
  std::string claim;    // what is said
  std::string verdict;  // "Reproduced"
  Tone tone;
  std::string text;  // what was found
  std::string source;
  std::string check;
  std::vector<std::string> commands;
  Figures figures = {};
};

using Block = std::variant<Heading, Paragraph, Listing, Table, Figures,
                           Histogram, Diagram, Finding>;

struct Section {
  std::string id;
  std::string title;
  std::vector<Block> blocks;
};

struct Document {
  std::string title;
  std::string subtitle;
  std::vector<Section> sections;
};

}  // namespace teeko::reports

#endif  // TEEKO_REPORTS_CLAIMS_DOCUMENT_H_
