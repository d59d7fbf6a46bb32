// Faults in table files and manifests.  The verifier gets the faulty table of
// solver A and the valid table of solver B.  If a fault changes the footer, the
// footer gets a valid digest, as if a wrong program had written it.

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "audit/faults/kinds.h"
#include "base/files.h"
#include "proto/manifest_file.h"
#include "proto/sha256.h"
#include "proto/table_reader.h"
#include "teeko/proto/manifest.pb.h"
#include "teeko/proto/table.pb.h"

namespace teeko::audit {
namespace {

// The layout of a file (docs/formats.md).
constexpr size_t kHeadBytes = 16;
constexpr size_t kVersionAt = 8;

std::string EightBytes(uint64_t number) {
  std::string bytes(8, '\0');
  std::memcpy(bytes.data(), &number, 8);
  return bytes;
}

struct TableFile {
  explicit TableFile(const proto::TableReader& table)
      : contents(table.footer()) {
    const std::string bytes = *base::ReadFile(table.path());
    head = bytes.substr(0, kHeadBytes);
    size_t at = kHeadBytes;
    for (const Section& section : contents.sections()) {
      frames.emplace_back();
      for (const uint32_t size : section.chunk_bytes()) {
        frames.back().push_back(bytes.substr(at, size));
        at += size;
      }
    }
  }

  std::string Bytes() const {
    std::string bytes = head;
    for (const auto& section : frames) bytes += absl::StrJoin(section, "");
    const std::string footer = contents.SerializeAsString();
    return absl::StrCat(bytes, footer, proto::Sha256(footer),
                        EightBytes(footer.size()), EightBytes(bytes.size()),
                        "TEEKOEND");
  }

  std::string head;
  std::vector<std::vector<std::string>> frames;  // [section][chunk]
  TableFooter contents;
};

// The bytes of a table file, at first those of a sample.
struct TableBytes {
  const Sample* sample;
  std::string bytes;
  bool operator==(const TableBytes&) const = default;
};

// A manifest and a table.  At first they are those of a sample, so that the
// manifest accepts the table.
struct Acceptance {
  const Sample* sample;
  Manifest contents;
  proto::TableReader table;
  bool operator==(const Acceptance& other) const {
    return contents.SerializeAsString() == other.contents.SerializeAsString() &&
           table.path() == other.table.path();
  }
};

// ---- Faults in a footer or a manifest ----

template <typename Contents>
auto& AnySection(Random& random, Contents& contents) {
  return *contents.mutable_sections(random.Below(contents.sections_size()));
}

template <typename Subject>
void ChangeDigest(Random& random, Subject& subject) {
  random.OneOf(*AnySection(random, subject.contents).mutable_sha256()) ^= 1;
}

template <typename Subject>
void ChangeSection(Random& random, Subject& subject) {
  auto& section = AnySection(random, subject.contents);
  const uint64_t which = random.Below(3);
  section.set_placed(section.placed() + (which == 0));
  section.set_positions(section.positions() + (which == 1));
  if (which == 2) section.set_drops(section.drops() + "S");
}

template <typename Subject>
void ChangeRules(Random& random, Subject& subject) {
  constexpr void (*kChanges[])(Rules&) = {
      [](Rules& rules) { rules.set_columns(rules.columns() + 1); },
      [](Rules& rules) { rules.set_pieces(rules.pieces() - 1); },
      [](Rules& rules) { rules.set_edges(Rules::Edges(1 - rules.edges())); },
      [](Rules& rules) { rules.add_goals()->mutable_tilted_squares(); },
      [](Rules& rules) { rules.mutable_styles()->RemoveLast(); },
  };
  random.OneOf(kChanges)(*subject.contents.mutable_rules());
}

template <typename Subject>
void SwapSections(Random& random, Subject& subject) {
  const int first = random.Below(subject.contents.sections_size() - 1);
  subject.contents.mutable_sections()->SwapElements(first, first + 1);
  if constexpr (requires { subject.frames; }) {
    std::swap(subject.frames[first], subject.frames[first + 1]);
  }
}

template <typename Subject>
void LeaveOutSection(Random& random, Subject& subject) {
  const int section = random.Below(subject.contents.sections_size());
  subject.contents.mutable_sections()->DeleteSubrange(section, 1);
  if constexpr (requires { subject.frames; }) {
    subject.frames.erase(subject.frames.begin() + section);
  }
}

// Returns a valid table file of the sample with one wrong value.
proto::TableReader OtherTable(const Fixture& fixture, const Sample& sample,
                              Random& random) {
  verify::Table table = sample.table;
  uint8_t& value = random.OneOf(random.OneOf(table.payloads));
  value = value == 0 ? 2 : 0;
  const TemporaryFile file(fixture, "");
  return verify::WriteTable(file.path, sample.rules, table, "solver_a");
}

}  // namespace

void AddTableFileFaults(const Fixture& fixture, std::vector<Kind>& kinds) {
  const auto add = Planter(
      "table file", "verify",
      [&](Random& random) {
        const Sample& sample = fixture.AnySample(random);
        return TableBytes{&sample, *base::ReadFile(sample.table_a.path())};
      },
      [&](const TableBytes& table) {
        const TemporaryFile file(fixture, table.bytes);
        const TemporaryFile manifest(fixture, "");
        return MissedUnlessRefused(
            fixture.Run("verify/verify",
                        {"--rules=" + table.sample->rules_path,
                         "--table_a=" + file.path,
                         "--table_b=" + table.sample->table_b.path(),
                         "--manifest=" + manifest.path, "--threads=1"}),
            "error: ", table.sample->name());
      },
      kinds);

  // Faults of a disk or a copy.
  add("a bit flipped", [](Random& random, TableBytes& table) {
    random.OneOf(table.bytes) ^= 1 << random.Below(8);
  });
  add("truncated", [](Random& random, TableBytes& table) {
    table.bytes.resize(random.Below(table.bytes.size()));
  });
  add("an incomplete write: up to 512 zeros",
      [](Random& random, TableBytes& table) {
        const size_t at = random.Below(table.bytes.size());
        const size_t size = std::min<size_t>(table.bytes.size() - at, 512);
        table.bytes.replace(at, size, size, '\0');
      });
  add("bytes removed inside the file", [](Random& random, TableBytes& table) {
    table.bytes.erase(random.Below(table.bytes.size()), 1 + random.Below(100));
  });
  add("bytes added at the end", [](Random& random, TableBytes& table) {
    table.bytes.append(1 + random.Below(100),
                       static_cast<char>(random.Below(256)));
  });

  // Faults of a program that writes tables.
  add("a newer version", [](Random& random, TableBytes& table) {
    table.bytes[kVersionAt] = static_cast<char>(2 + random.Below(100));
  });
  const auto add_written = [&add](const char* name, auto damage) {
    add(name, [damage](Random& random, TableBytes& table) {
      TableFile file(table.sample->table_a);
      damage(random, file);
      table.bytes = file.Bytes();
    });
  };
  add_written("two chunks swapped", [](Random& random, TableFile& file) {
    auto& first = random.OneOf(random.OneOf(file.frames));
    auto& second = random.OneOf(random.OneOf(file.frames));
    std::swap(first, second);
  });
  add_written("an incomplete chunk with a valid checksum",
              [](Random& random, TableFile& file) {
                const int section = random.Below(file.frames.size());
                const int chunk = random.Below(file.frames[section].size());
                std::string& frame = file.frames[section][chunk];
                const size_t at = random.Below(frame.size());
                frame.replace(at, frame.npos, frame.size() - at, '\0');
                uint64_t checksum;
                std::memcpy(&checksum, proto::Sha256(frame).data(), 8);
                file.contents.mutable_sections(section)->set_chunk_checksums(
                    chunk, checksum);
              });
  add_written("a wrong digest", ChangeDigest<TableFile>);
  add_written("a section with another name or size", ChangeSection<TableFile>);
  add_written("sections out of order", SwapSections<TableFile>);
  add_written("a section missing", LeaveOutSection<TableFile>);
  add_written("other rules", ChangeRules<TableFile>);
  add_written("another size of values", [](Random&, TableFile& file) {
    file.contents.set_value_bytes(3 - file.contents.value_bytes());
  });
  // The new size of chunks must be smaller than the largest section.  Otherwise
  // each section would still be one chunk, and nothing would change.
  add_written("smaller chunks", [](Random& random, TableFile& file) {
    const uint64_t most = std::min<uint64_t>(
        file.contents.chunk_positions(), file.contents.sections(0).positions());
    file.contents.set_chunk_positions(1 + random.Below(most - 1));
  });
}

void AddManifestFaults(const Fixture& fixture, std::vector<Kind>& kinds) {
  const auto add = Planter(
      "manifest", "the acceptance check",
      [&](Random& random) {
        const Sample& sample = fixture.AnySample(random);
        return Acceptance{&sample,
                          *proto::ReadManifestFile(sample.manifest_path),
                          sample.table_a};
      },
      [](const Acceptance& acceptance) -> Missed {
        if (!proto::CheckAccepted(acceptance.contents, acceptance.table).ok()) {
          return std::nullopt;
        }
        return acceptance.sample->name();
      },
      kinds);
  add("another digest of a section", ChangeDigest<Acceptance>);
  add("a section with another name or size", ChangeSection<Acceptance>);
  add("a section missing", LeaveOutSection<Acceptance>);
  add("sections out of order", SwapSections<Acceptance>);
  add("other rules", ChangeRules<Acceptance>);
  add("a wrong table in place of the accepted one",
      [&](Random& random, Acceptance& acceptance) {
        acceptance.table = OtherTable(fixture, *acceptance.sample, random);
      });
}

}  // namespace teeko::audit
