// Exports the notation reader (game/notation_core.h) to a page
// (site/web/notation.js).  Call its functions in this order:
//
//     text_buffer                  returns a buffer; the page writes the text,
//                                  in UTF-8
//     read_items or read_position  reads the text
//     result, result_bytes         return the JSON result, until the next read
//
// In the JSON result, all plies of an item are one list of numbers.  Each ply
// has three numbers: the square that the piece leaves (0 for a drop), the new
// square of the piece, and the line number of the ply.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "game/notation_core.h"

#define EXPORT(name) extern "C" __attribute__((export_name(#name)))

namespace teeko {
namespace {

// The page can show at most kMaxParts parts, which are items or errors, and
// kMaxPlies plies of an item.  Further parts are only counted.
constexpr uint32_t kMaxParts = 20000;
constexpr size_t kMaxPlies = 10000;

// Global variables, because a module has one page and exports plain functions.
std::string input;
std::string json;

void AddString(std::string_view text) {
  constexpr char kHex[] = "0123456789abcdef";
  json += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') json += '\\';
    if (static_cast<unsigned char>(c) < ' ') {
      json += "\\u00";
      json += kHex[c >> 4];
      json += kHex[c & 15];
    } else {
      json += c;
    }
  }
  json += '"';
}

void AddStrings(std::string_view name, const std::vector<std::string>& texts) {
  AddString(name);
  json += ":[";
  for (const std::string& text : texts) {
    if (json.back() != '[') json += ',';
    AddString(text);
  }
  json += ']';
}

void AddSquares(std::string_view name, Squares squares) {
  AddString(name);
  json += ":[";
  for (int square = 1; squares != 0; ++square, squares >>= 1) {
    if ((squares & 1) == 0) continue;
    if (json.back() != '[') json += ',';
    json += std::to_string(square);
  }
  json += ']';
}

void AddSetup(const Setup& setup) {
  json += "\"initial\":{";
  AddSquares("black", setup.black);
  json += ',';
  AddSquares("red", setup.red);
  if (setup.to_move) {
    json += setup.to_move == Colour::kBlack ? ",\"toMove\":\"black\""
                                            : ",\"toMove\":\"red\"";
  }
  if (setup.style) json += ",\"style\":\"" + *setup.style + "\"";
  if (setup.centre_ban) json += ",\"banned\":true";
  if (setup.statement) {
    constexpr const char* kOutcomes[] = {"win", "draw", "lose"};
    json += ",\"statement\":{\"outcome\":\"";
    json += kOutcomes[setup.statement->outcome];
    json += '"';
    if (setup.statement->plies) {
      json += ",\"plies\":" + std::to_string(*setup.statement->plies);
    }
    json += '}';
  }
  json += '}';
}

void AddItem(const Item& item) {
  json += "{\"line\":" + std::to_string(item.line) + ",";
  AddStrings("comments", item.comments);
  if (item.initial) {
    json += ',';
    AddSetup(*item.initial);
  }
  json += ",\"plies\":[";
  for (const Ply& ply : item.plies) {
    if (json.back() != '[') json += ',';
    json += std::to_string(ply.move.from) + "," + std::to_string(ply.move.to) +
            "," + std::to_string(ply.line);
  }
  // The comments before each ply, by the index of the ply.
  json += "],\"plyComments\":{";
  for (size_t i = 0; i < item.plies.size(); ++i) {
    if (item.plies[i].comments.empty()) continue;
    if (json.back() != '{') json += ',';
    AddStrings(std::to_string(i), item.plies[i].comments);
  }
  json += "}}";
}

void AddError(int line, std::string_view message) {
  json += "{\"line\":" + std::to_string(line) + ",\"error\":";
  AddString(message);
  json += '}';
}

}  // namespace

EXPORT(text_buffer) char* TextBuffer(uint32_t bytes) {
  input.assign(bytes, '\0');
  return input.data();
}

// Reads all items of the text.  The result has a list of items and errors
// ("parts"), the number of parts beyond kMaxParts ("more"), and the comments
// after the last item.
EXPORT(read_items) void ReadItems(int rows, int columns) {
  json = "{\"parts\":[";
  ItemReader reader(input, {rows, columns});
  uint32_t parts = 0;
  while (const std::optional<Part> part = reader.Next()) {
    if (++parts > kMaxParts) continue;
    if (json.back() != '[') json += ',';
    if (!part->error.empty()) {
      AddError(part->line, part->error);
    } else if (part->item.plies.size() > kMaxPlies) {
      AddError(part->line, "the game is too long: expected at most " +
                               std::to_string(kMaxPlies) + " plies, got " +
                               std::to_string(part->item.plies.size()));
    } else {
      AddItem(part->item);
    }
  }
  json += "],\"more\":" +
          std::to_string(parts > kMaxParts ? parts - kMaxParts : 0) + ",";
  AddStrings("comments", reader.LastComments());
  json += '}';
}

// Reads the text as one position.  The result is an item or an error.
EXPORT(read_position) void ReadOnePosition(int rows, int columns) {
  json.clear();
  const Part part = ReadPosition(input, {rows, columns});
  if (part.error.empty()) {
    AddItem(part.item);
  } else {
    AddError(part.line, part.error);
  }
}

EXPORT(result) const char* Result() { return json.data(); }
EXPORT(result_bytes) uint32_t ResultBytes() { return json.size(); }

}  // namespace teeko
