// Tables for tests; tables_for_test.bzl makes them.

#ifndef TEEKO_GAME_TABLES_FOR_TEST_H_
#define TEEKO_GAME_TABLES_FOR_TEST_H_

#include <string>

#include "game/accepted_table.h"
#include "game/tablebase.h"
#include "proto/section_values.h"
#include "proto/table_reader.h"

namespace teeko {

inline constexpr char kOut[] = "game/out_for_test";

// Returns a tablebase that is never destroyed.
inline const Tablebase& Open(const std::string& name) {
  return *new Tablebase(*Tablebase::Open(kOut, name));
}

inline const Tablebase& Board4x4() {
  static const Tablebase& tablebase = Open("board4x4");
  return tablebase;
}

inline const Tablebase& Standard() {
  static const Tablebase& tablebase = Open("standard");
  return tablebase;
}

inline const Tablebase& Advanced() {
  static const Tablebase& tablebase = Open("advanced");
  return tablebase;
}

inline const proto::TableReader& Table4x4() {
  static const proto::TableReader& table =
      *new proto::TableReader(*OpenAcceptedTable(kOut, "board4x4"));
  return table;
}

// Returns the values of the section with all pieces placed.
inline const proto::SectionValues& Values4x4() {
  static const proto::SectionValues& values =
      *new proto::SectionValues(*proto::SectionValues::Read(Table4x4(), 0));
  return values;
}

}  // namespace teeko

#endif  // TEEKO_GAME_TABLES_FOR_TEST_H_
