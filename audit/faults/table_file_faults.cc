// Faults in table files.  Both tables are the faulty one, so that comparing
// them cannot help; where a footer is changed, it is sealed anew with a right
// digest, as by a writer that errs.

#include <openssl/sha.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "audit/faults/kinds.h"
#include "proto/table.pb.h"
#include "proto/table_reader.h"

namespace teeko::faults {
namespace {

// The layout of a file (proto/README.md).
constexpr size_t kHeadBytes = 16;

std::string Sha256(absl::string_view bytes) {
  std::string digest(SHA256_DIGEST_LENGTH, '\0');
  SHA256(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size(),
         reinterpret_cast<uint8_t*>(digest.data()));
  return digest;
}

std::string EightBytes(uint64_t number) {
  std::string bytes(8, '\0');
  std::memcpy(bytes.data(), &number, 8);
  return bytes;
}

// A table file taken apart.
struct TableFile {
  explicit TableFile(const TableReader& table) : footer(table.footer()) {
    const std::string bytes = ReadBytes(table.path());
    head = bytes.substr(0, kHeadBytes);
    size_t at = kHeadBytes;
    for (const Section& section : footer.sections()) {
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
    const std::string sealed = footer.SerializeAsString();
    absl::StrAppend(&bytes, sealed, Sha256(sealed), EightBytes(sealed.size()),
                    EightBytes(footer_at), "TEEKOEND");
    return bytes;
  }

  std::string head;
  std::vector<std::vector<std::string>> frames;  // [section][chunk]
  TableFooter footer;
};

// ---- As if a disk or a copy had failed ----

using SpoilBytes = void (*)(Random& random, std::string& bytes);

void FlipABit(Random& random, std::string& bytes) {
  bytes[random.Below(bytes.size())] ^= 1 << random.Below(8);
}

void CutShort(Random& random, std::string& bytes) {
  bytes.resize(random.Below(bytes.size()));
}

void TearAWrite(Random& random, std::string& bytes) {
  const size_t at = random.Below(bytes.size());
  const size_t size = std::min<size_t>(bytes.size() - at, 512);
  bytes.replace(at, size, std::string(size, '\0'));
}

void LoseBytesInside(Random& random, std::string& bytes) {
  bytes.erase(random.Below(bytes.size()), 1 + random.Below(100));
}

void AddBytes(Random& random, std::string& bytes) {
  bytes.append(1 + random.Below(100), static_cast<char>(random.Below(256)));
}

// ---- As if a writer had erred ----

using SpoilFile = void (*)(Random& random, TableFile& file);

int AnySection(const TableFile& file, Random& random) {
  return random.Below(file.frames.size());
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
  const int section = AnySection(file, random);
  const int chunk = random.Below(file.frames[section].size());
  std::string& frame = file.frames[section][chunk];
  const size_t at = random.Below(frame.size());
  frame.replace(at, std::string::npos, frame.size() - at, '\0');
  uint64_t checksum;
  std::memcpy(&checksum, Sha256(frame).data(), 8);
  file.footer.mutable_sections(section)->set_chunk_checksums(chunk, checksum);
}

void WrongDigest(Random& random, TableFile& file) {
  const int section = AnySection(file, random);
  std::string& digest =
      *file.footer.mutable_sections(section)->mutable_sha256();
  FlipABit(random, digest);
}

void WrongSectionHeader(Random& random, TableFile& file) {
  Section& section = *file.footer.mutable_sections(AnySection(file, random));
  switch (random.Below(3)) {
    case 0:
      section.set_placed(section.placed() + 1);
      break;
    case 1:
      section.set_drops(section.drops() + "S");
      break;
    case 2:
      section.set_positions(section.positions() + 1);
      break;
  }
}

void SwapSections(Random& random, TableFile& file) {
  const int first = random.Below(file.frames.size() - 1);
  const int second = first + 1;
  std::swap(file.frames[first], file.frames[second]);
  file.footer.mutable_sections()->SwapElements(first, second);
}

void LeaveOutSection(Random& random, TableFile& file) {
  const int section = AnySection(file, random);
  file.frames.erase(file.frames.begin() + section);
  file.footer.mutable_sections()->DeleteSubrange(section, 1);
}

void OtherRules(Random& random, TableFile& file) {
  Rules& rules = *file.footer.mutable_rules();
  switch (random.Below(5)) {
    case 0:
      rules.set_columns(rules.columns() + 1);
      break;
    case 1:
      rules.set_pieces(rules.pieces() - 1);
      break;
    case 2:
      rules.set_edges(rules.edges() == Rules::WRAPPED ? Rules::BOUNDED
                                                      : Rules::WRAPPED);
      break;
    case 3:
      rules.add_goals()->mutable_tilted_squares();
      break;
    case 4:
      rules.mutable_styles()->RemoveLast();
      break;
  }
}

void WrongWidth(Random&, TableFile& file) {
  file.footer.set_value_bytes(3 - file.footer.value_bytes());
}

// Smaller than the largest section; else there would be one as before.
void SmallerChunks(Random& random, TableFile& file) {
  const uint64_t most = std::min<uint64_t>(file.footer.chunk_positions(),
                                           file.footer.sections(0).positions());
  file.footer.set_chunk_positions(1 + random.Below(most - 1));
}

// ---- Kinds ----

Missed Check(const Workplace& workplace, const Sample& sample,
             const std::string& bytes) {
  const TemporaryFile table(workplace, bytes);
  const TemporaryFile manifest(workplace, "");
  return MissedUnlessRefused(
      Verify(workplace, sample, table.path(), table.path(), manifest.path()),
      "error: ", sample.name());
}

}  // namespace

std::vector<Kind> TableFileFaults(const Workplace& workplace,
                                  const Samples& samples) {
  std::vector<Kind> kinds;
  // `spoil` changes the bytes of a sample's table A.
  const auto add = [&](const char* name, auto spoil) {
    kinds.push_back({"table file", name, "verify",
                     [&workplace, &samples, spoil](Random& random) {
                       const Sample& sample = AnySample(samples, random);
                       const std::string right =
                           ReadBytes(sample.table_a.path());
                       std::string bytes = right;
                       while (bytes == right) spoil(sample, random, bytes);
                       return Check(workplace, sample, bytes);
                     }});
  };
  for (const auto& [name, spoil] :
       {std::pair<const char*, SpoilBytes>("a bit flipped", FlipABit),
        {"cut short", CutShort},
        {"a torn write: up to 512 zeros", TearAWrite},
        {"bytes lost inside", LoseBytesInside},
        {"bytes added at the end", AddBytes}}) {
    add(name, [spoil = spoil](const Sample&, Random& random,
                              std::string& bytes) { spoil(random, bytes); });
  }
  for (const auto& [name, spoil] :
       {std::pair<const char*, SpoilFile>("a newer version", NewerVersion),
        {"two chunks swapped", SwapFrames},
        {"a torn chunk with a right checksum", TearFrame},
        {"a wrong digest", WrongDigest},
        {"a section with another name or size", WrongSectionHeader},
        {"sections out of order", SwapSections},
        {"a section left out", LeaveOutSection},
        {"other rules", OtherRules},
        {"another width of values", WrongWidth},
        {"smaller chunks", SmallerChunks}}) {
    add(name, [spoil = spoil](const Sample& sample, Random& random,
                              std::string& bytes) {
      TableFile file(sample.table_a);
      spoil(random, file);
      bytes = file.Bytes();
    });
  }
  return kinds;
}

}  // namespace teeko::faults
