// The notation as functions that a page can call (site/web/notation.js):
//
//     text_buffer        where the page writes a text, as UTF-8
//     read_items         reads it; or
//     read_position
//     result             what was read, as JSON, until the next call
//
// What is read is that of game/notation_core.h.  Plies are a flat list of
// numbers, three for each: the square that a piece leaves or 0, the square that
// it goes to, and the line.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "game/notation_core.h"

#define EXPORT(name) extern "C" __attribute__((export_name(#name)))

namespace teeko {
namespace {

// More than a page can show; the rest is read, and counted.
constexpr uint32_t kMostParts = 20000;
constexpr size_t kMostPlies = 10000;

// One page a module: there is nothing to pass these along with.
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

void AddPlacement(const Setup& placement) {
  json += "\"initial\":{";
  AddSquares("black", placement.black);
  json += ',';
  AddSquares("red", placement.red);
  if (placement.to_move) {
    json += placement.to_move == Colour::kBlack ? ",\"toMove\":\"black\""
                                                : ",\"toMove\":\"red\"";
  }
  if (placement.style) json += ",\"style\":\"" + *placement.style + "\"";
  if (placement.centre_ban) json += ",\"banned\":true";
  if (placement.statement) {
    constexpr const char* kOutcomes[] = {"win", "draw", "lose"};
    json += ",\"statement\":{\"outcome\":\"";
    json += kOutcomes[placement.statement->outcome];
    json += '"';
    if (placement.statement->plies) {
      json += ",\"plies\":" + std::to_string(*placement.statement->plies);
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
    AddPlacement(*item.initial);
  }
  json += ",\"plies\":[";
  for (const Ply& ply : item.plies) {
    if (json.back() != '[') json += ',';
    json += std::to_string(ply.move.from) + "," + std::to_string(ply.move.to) +
            "," + std::to_string(ply.line);
  }
  // By the number of the ply that they stand before.
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

// A list of items and errors, how many more there are, and the comments behind
// the last item.
EXPORT(read_items) void ReadItems(int rows, int columns) {
  json = "{\"parts\":[";
  ItemReader reader(input, {rows, columns});
  uint32_t parts = 0;
  while (const std::optional<Part> part = reader.Next()) {
    if (++parts > kMostParts) continue;
    if (json.back() != '[') json += ',';
    if (!part->error.empty()) {
      AddError(part->line, part->error);
    } else if (part->item.plies.size() > kMostPlies) {
      AddError(part->line, "a game has at most " + std::to_string(kMostPlies) +
                               " plies here, this one has " +
                               std::to_string(part->item.plies.size()));
    } else {
      AddItem(part->item);
    }
  }
  json += "],\"more\":" +
          std::to_string(parts > kMostParts ? parts - kMostParts : 0) + ",";
  AddStrings("comments", reader.LastComments());
  json += '}';
}

// An item or an error.
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
