// Faults in table files and manifests.  Both tables that the verifier gets are
// the faulty one, so that comparing them cannot help; where a footer is
// changed, it is sealed anew with a right digest, as by a writer that errs.

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "audit/faults/kinds.h"
#include "proto/manifest.pb.h"
#include "proto/manifest_file.h"
#include "proto/sha256.h"
#include "proto/table.pb.h"
#include "proto/table_reader.h"
#include "proto/table_writer.h"
#include "stage/files.h"
#include "stage/status.h"

namespace teeko::faults {
namespace {

// The layout of a file (proto/README.md).
constexpr size_t kHeadBytes = 16;

std::string EightBytes(uint64_t number) {
  std::string bytes(8, '\0');
  std::memcpy(bytes.data(), &number, 8);
  return bytes;
}

// A table file taken apart.
struct TableFile {
  explicit TableFile(const TableReader& table) : contents(table.footer()) {
    const std::string bytes = *ReadFile(table.path());
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
    for (const auto& section : frames) {
      for (const std::string& frame : section) bytes += frame;
    }
    const size_t footer_at = bytes.size();
    const std::string footer = contents.SerializeAsString();
    absl::StrAppend(&bytes, footer, Sha256(footer), EightBytes(footer.size()),
                    EightBytes(footer_at), "TEEKOEND");
    return bytes;
  }

  std::string head;
  std::vector<std::vector<std::string>> frames;  // [section][chunk]
  TableFooter contents;
};

// The bytes of a sample's table, at first.
struct TableBytes {
  const Sample* sample;
  std::string bytes;
  bool operator==(const TableBytes&) const = default;
};

// ---- As if a disk or a copy had failed ----

void FlipABit(Random& random, TableBytes& table) {
  random.OneOf(table.bytes) ^= 1 << random.Below(8);
}

void CutShort(Random& random, TableBytes& table) {
  table.bytes.resize(random.Below(table.bytes.size()));
}

void TearAWrite(Random& random, TableBytes& table) {
  const size_t at = random.Below(table.bytes.size());
  const size_t size = std::min<size_t>(table.bytes.size() - at, 512);
  table.bytes.replace(at, size, size, '\0');
}

void LoseBytesInside(Random& random, TableBytes& table) {
  table.bytes.erase(random.Below(table.bytes.size()), 1 + random.Below(100));
}

void AddBytes(Random& random, TableBytes& table) {
  table.bytes.append(1 + random.Below(100),
                     static_cast<char>(random.Below(256)));
}

// ---- As if a writer had erred ----

template <void (*spoil)(Random& random, TableFile& file)>
void AsWritten(Random& random, TableBytes& table) {
  TableFile file(table.sample->table_a);
  spoil(random, file);
  table.bytes = file.Bytes();
}

void NewerVersion(Random& random, TableFile& file) {
  file.head[8] = static_cast<char>(2 + random.Below(100));
}

void SwapFrames(Random& random, TableFile& file) {
  auto& first = random.OneOf(random.OneOf(file.frames));
  auto& second = random.OneOf(random.OneOf(file.frames));
  std::swap(first, second);
}

void TearFrame(Random& random, TableFile& file) {
  const int section = random.Below(file.frames.size());
  const int chunk = random.Below(file.frames[section].size());
  std::string& frame = file.frames[section][chunk];
  const size_t at = random.Below(frame.size());
  frame.replace(at, std::string::npos, frame.size() - at, '\0');
  uint64_t checksum;
  std::memcpy(&checksum, Sha256(frame).data(), 8);
  file.contents.mutable_sections(section)->set_chunk_checksums(chunk, checksum);
}

void WrongWidth(Random&, TableFile& file) {
  file.contents.set_value_bytes(3 - file.contents.value_bytes());
}

// Smaller than the largest section; else there would be one as before.
void SmallerChunks(Random& random, TableFile& file) {
  const uint64_t most = std::min<uint64_t>(
      file.contents.chunk_positions(), file.contents.sections(0).positions());
  file.contents.set_chunk_positions(1 + random.Below(most - 1));
}

// ---- In a footer, or in a manifest ----

// A sample's manifest, at first.
struct SampleManifest {
  const Sample* sample;
  Manifest contents;
  bool operator==(const SampleManifest& other) const {
    return contents.SerializeAsString() == other.contents.SerializeAsString();
  }
};

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
  switch (random.Below(3)) {
    case 0:
      return section.set_placed(section.placed() + 1);
    case 1:
      return section.set_drops(section.drops() + "S");
    case 2:
      return section.set_positions(section.positions() + 1);
  }
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

// A table with one wrong value, right in all else.
absl::Status WriteOtherTable(const Sample& sample, Random& random,
                             const std::string& path) {
  verify::Table table = sample.table;
  uint8_t& value = random.OneOf(random.OneOf(table.payloads));
  value = value == 0 ? 2 : 0;
  ASSIGN_OR_RETURN(const auto writer,
                   TableWriter::Create(path, sample.rules, "solver_a", 1));
  for (size_t i = 0; i < table.sections.size(); ++i) {
    const kernel::Section& section = table.sections[i];
    RETURN_IF_ERROR(
        writer->WriteSection(section.placed, section.drops, section.positions,
                             [&](uint64_t first, absl::Span<uint8_t> out) {
                               std::copy_n(table.payloads[i].begin() + first,
                                           out.size(), out.begin());
                             }));
  }
  return writer->Finish();
}

// Whether such a table is accepted by such a manifest.
Missed MissedIfAccepted(const Sample& sample, const Manifest& manifest,
                        const TableReader& table) {
  if (!CheckAccepted(manifest, table).ok()) return std::nullopt;
  return sample.name();
}

}  // namespace

void AddTableFileFaults(const Workplace& workplace, const Samples& samples,
                        std::vector<Kind>& kinds) {
  AddKinds<TableBytes>(
      "table file", "verify",
      {{"a bit flipped", FlipABit},
       {"cut short", CutShort},
       {"a torn write: up to 512 zeros", TearAWrite},
       {"bytes lost inside", LoseBytesInside},
       {"bytes added at the end", AddBytes},
       {"a newer version", AsWritten<NewerVersion>},
       {"two chunks swapped", AsWritten<SwapFrames>},
       {"a torn chunk with a right checksum", AsWritten<TearFrame>},
       {"a wrong digest", AsWritten<ChangeDigest>},
       {"a section with another name or size", AsWritten<ChangeSection>},
       {"sections out of order", AsWritten<SwapSections>},
       {"a section left out", AsWritten<LeaveOutSection>},
       {"other rules", AsWritten<ChangeRules>},
       {"another width of values", AsWritten<WrongWidth>},
       {"smaller chunks", AsWritten<SmallerChunks>}},
      [&](Random& random) {
        const Sample& sample = AnySample(samples, random);
        return TableBytes{&sample, *ReadFile(sample.table_a.path())};
      },
      [&](const TableBytes& table) {
        const TemporaryFile file(workplace, table.bytes);
        const TemporaryFile manifest(workplace, "");
        return MissedUnlessRefused(
            workplace.Run("verify/verify",
                          {"--rules=" + table.sample->rules_path,
                           "--table_a=" + file.path(),
                           "--table_b=" + table.sample->table_b.path(),
                           "--manifest=" + manifest.path(), "--threads=1"}),
            "error: ", table.sample->name());
      },
      kinds);
}

void AddManifestFaults(const Workplace& workplace, const Samples& samples,
                       std::vector<Kind>& kinds) {
  constexpr char kPlace[] = "manifest";
  constexpr char kChecker[] = "whoever reads tables";
  AddKinds<SampleManifest>(
      kPlace, kChecker,
      {{"another digest of a section", ChangeDigest},
       {"a section with another name or size", ChangeSection},
       {"a section left out", LeaveOutSection},
       {"sections out of order", SwapSections},
       {"other rules", ChangeRules}},
      [&](Random& random) {
        const Sample& sample = AnySample(samples, random);
        return SampleManifest{&sample, *ReadManifestFile(sample.manifest_path)};
      },
      [](const SampleManifest& manifest) {
        return MissedIfAccepted(*manifest.sample, manifest.contents,
                                manifest.sample->table_a);
      },
      kinds);
  kinds.push_back({kPlace, "a wrong table in place of the accepted one",
                   kChecker, [&](Random& random) -> Missed {
                     const Sample& sample = AnySample(samples, random);
                     const TemporaryFile file(workplace, "");
                     const absl::Status written =
                         WriteOtherTable(sample, random, file.path());
                     if (!written.ok()) return std::string(written.message());
                     const auto table = TableReader::Open(file.path());
                     if (!table.ok())
                       return std::string(table.status().message());
                     return MissedIfAccepted(
                         sample, *ReadManifestFile(sample.manifest_path),
                         *table);
                   }});
}

}  // namespace teeko::faults
