// Faults in raw dumps (verify/check/README.md).

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "audit/faults/kinds.h"

namespace teeko::faults {
namespace {

// A dump taken apart.
struct Dump {
  const verify::Table* table;       // what it is of
  std::vector<std::string> header;  // lines, "end" the last
  std::string payload;

  std::string Bytes() const {
    return absl::StrCat(absl::StrJoin(header, "\n"), "\n", payload);
  }
};

// The lines of a header.
constexpr int kEdges = 3;
constexpr int kFirstSection = 7;

absl::StatusOr<Dump> MakeDump(const Workplace& workplace,
                              const Sample& sample) {
  const Ended ended = workplace.Run("verify/certificates/dump_table",
                                    {"--table=" + sample.table_a.path()});
  const size_t end = ended.output.find("\nend\n");
  if (ended.status != 0 || end == std::string::npos) {
    return absl::InternalError(absl::StrCat("no dump of ", sample.name()));
  }
  return Dump{&sample.table,
              absl::StrSplit(ended.output.substr(0, end + 4), '\n'),
              ended.output.substr(end + 5)};
}

// Spoils the dump.
using Spoil = void (*)(Random& random, Dump& dump);

void ChangeAValue(Random& random, Dump& dump) {
  char& value = random.OneOf(dump.payload);
  const char right = value;
  while (value == right) value = static_cast<char>(random.Below(256));
}

void ShiftValues(Random& random, Dump& dump) {
  std::string& values = dump.payload;
  const auto begin = values.begin() + random.Below(values.size());
  const auto other =
      std::find_if(begin, values.end(), [&](char c) { return c != *begin; });
  if (other == values.end()) return ShiftValues(random, dump);
  std::rotate(begin, begin + 1, other + 1);
}

void LoseLine(Random& random, Dump& dump) {
  dump.header.erase(dump.header.begin() + random.Below(dump.header.size()));
}

void RepeatLine(Random& random, Dump& dump) {
  const auto line = dump.header.begin() + random.Below(dump.header.size());
  dump.header.insert(line, std::string(*line));
}

// With as many pieces placed, hence of one size, but with different values.
void SwapStyles(Random& random, Dump& dump) {
  const verify::Table& table = *dump.table;
  size_t first = 0;
  size_t second = 0;
  while (table.sections[first].placed != table.sections[second].placed ||
         table.payloads[first] == table.payloads[second]) {
    first = random.Below(table.sections.size());
    second = random.Below(table.sections.size());
  }
  std::swap(dump.header[kFirstSection + first],
            dump.header[kFirstSection + second]);
}

void OtherEdges(Random&, Dump& dump) {
  std::string& edges = dump.header[kEdges];
  edges = edges == "edges: wrapped" ? "edges: bounded" : "edges: wrapped";
}

void OtherNumber(Random& random, Dump& dump) {
  while (true) {
    std::string& line = random.OneOf(dump.header);
    const size_t digit = line.find_first_of("0123456789");
    if (digit == std::string::npos) continue;
    line[digit] = line[digit] == '9' ? '1' : line[digit] + 1;
    return;
  }
}

void CutShort(Random& random, Dump& dump) {
  dump.payload.resize(random.Below(dump.payload.size()));
}

void AddBytes(Random& random, Dump& dump) {
  dump.payload.append(1 + random.Below(100), '\0');
}

}  // namespace

absl::StatusOr<std::vector<Kind>> DumpFaults(const Workplace& workplace,
                                             const Samples& samples) {
  const auto dumps = std::make_shared<std::vector<Dump>>();
  for (const Sample& sample : samples) {
    absl::StatusOr<Dump> dump = MakeDump(workplace, sample);
    if (!dump.ok()) return dump.status();
    dumps->push_back(*std::move(dump));
  }
  std::vector<Kind> kinds;
  for (const auto& [name, spoil] :
       {std::pair<const char*, Spoil>("any value changed", ChangeAValue),
        {"values shifted by one place", ShiftValues},
        {"a header line missing", LoseLine},
        {"a header line twice", RepeatLine},
        {"two styles' sections swapped", SwapStyles},
        {"other edges of the board", OtherEdges},
        {"another number in the header", OtherNumber},
        {"cut short", CutShort},
        {"bytes added at the end", AddBytes}}) {
    kinds.push_back(
        {"dump", name, "check_table",
         [&workplace, dumps, spoil = spoil](Random& random) {
           Dump dump = random.OneOf(*dumps);
           spoil(random, dump);
           const TemporaryFile file(workplace, dump.Bytes());
           return MissedUnlessRefused(
               workplace.Run("verify/check/check_table", {file.path()}),
               file.path() + ": ", absl::StrJoin(dump.header, "|"));
         }});
  }
  return kinds;
}

}  // namespace teeko::faults
