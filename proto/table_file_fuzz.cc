// Fuzzes the reader of tables.  If the reader accepts a table, writing and
// reading it again must give the same values.  The reader would refuse nearly
// all inputs because of their digests, so each input is also tried with correct
// digests.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "proto/sha256.h"
#include "proto/table_format.h"
#include "proto/table_reader.h"
#include "proto/table_writer.h"
#include "third_party/libfuzzer/scratch_file.h"

namespace teeko::proto {
namespace {

using table_format::Head, table_format::Tail;
using Payloads = std::vector<std::vector<uint8_t>>;

// Larger inputs take too long.
constexpr uint64_t kMostBytes = 1 << 20;

// Returns the same file with correct digests.
std::string WithRightDigests(std::string bytes) {
  if (bytes.size() < sizeof(Head) + sizeof(Tail)) return bytes;
  Tail tail;
  const size_t footer_end = bytes.size() - sizeof(tail);
  std::memcpy(&tail, &bytes[footer_end], sizeof(tail));
  tail.footer_offset = std::min<uint64_t>(tail.footer_offset, footer_end);
  std::string footer_bytes =
      bytes.substr(tail.footer_offset, footer_end - tail.footer_offset);
  TableFooter footer;
  if (footer.ParseFromString(footer_bytes)) {
    uint64_t start = sizeof(Head);
    for (Section& section : *footer.mutable_sections()) {
      const int chunks =
          std::min(section.chunk_bytes_size(), section.chunk_checksums_size());
      for (int i = 0; i < chunks; ++i) {
        const uint32_t chunk_bytes = section.chunk_bytes(i);
        if (start + chunk_bytes > bytes.size()) break;
        section.set_chunk_checksums(i,
                                    ShortSha256({&bytes[start], chunk_bytes}));
        start += chunk_bytes;
      }
    }
    footer_bytes = footer.SerializeAsString();
  }
  tail.footer_bytes = footer_bytes.size();
  Sha256(footer_bytes).copy(tail.footer_sha256, sizeof(tail.footer_sha256));
  bytes.resize(tail.footer_offset);
  bytes += footer_bytes;
  return bytes.append(reinterpret_cast<const char*>(&tail), sizeof(tail));
}

// Returns all payloads if the table is valid.  The payloads are filled with
// `fill` before they are read.
std::optional<Payloads> ReadPayloads(const TableReader& reader, uint8_t fill) {
  Payloads payloads;
  for (int i = 0; i < reader.footer().sections_size(); ++i) {
    const uint64_t positions = reader.footer().sections(i).positions();
    if (positions > kMostBytes) return std::nullopt;
    payloads.emplace_back(positions * reader.footer().value_bytes(), fill);
    if (!reader.ReadSection(i, absl::MakeSpan(payloads.back())).ok()) {
      return std::nullopt;
    }
  }
  return payloads;
}

void Write(const std::string& path, const TableFooter& footer,
           const Payloads& payloads) {
  const auto writer = TableWriter::Create(path, footer.rules(), footer.writer(),
                                          footer.value_bytes());
  if (!writer.ok()) std::abort();
  for (int i = 0; i < footer.sections_size(); ++i) {
    const Section& section = footer.sections(i);
    const absl::Status status = (*writer)->WriteSection(
        section.placed(), section.drops(), section.positions(),
        [&](uint64_t first, absl::Span<uint8_t> out) {
          std::copy_n(payloads[i].begin() + first * footer.value_bytes(),
                      out.size(), out.begin());
        });
    if (!status.ok()) std::abort();
  }
  if (!(*writer)->Finish().ok()) std::abort();
}

void ReadAndWrite(const std::string& bytes) {
  const auto reader = TableReader::Open(ScratchFile("table", bytes));
  if (!reader.ok()) return;
  const std::optional<Payloads> payloads = ReadPayloads(*reader, 0);
  if (!payloads.has_value()) return;
  if (ReadPayloads(*reader, 1) != payloads) std::abort();
  const std::string written = ScratchFolder() / "written";
  Write(written, reader->footer(), *payloads);
  const auto again = TableReader::Open(written);
  if (!again.ok() || ReadPayloads(*again, 2) != payloads) std::abort();
}

}  // namespace
}  // namespace teeko::proto

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  teeko::proto::ReadAndWrite(bytes);
  teeko::proto::ReadAndWrite(teeko::proto::WithRightDigests(bytes));
  return 0;
}
