#include "proto/manifest_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "base/files.h"
#include "proto/message_file.h"
#include "proto/rules_file.h"
#include "proto/section_values.h"
#include "proto/sha256.h"
#include "proto/table_format.h"
#include "proto/table_writer.h"

namespace teeko::proto {
namespace {

using ::testing::HasSubstr;

std::string Path(const std::string& name) {
  return ::testing::TempDir() + "/" + name;
}

// Writes a table of two sections; the values of the second are all `value`.
void WriteTable(const std::string& path, const std::string& writer = "test",
                uint8_t value = 7, const std::string& name = "x") {
  const absl::StatusOr<Rules> rules =
      ParseRules("name: '" + name +
                     "' rows: 2 columns: 2 pieces: 2 goals { line { length: 2 "
                     "} } styles: 'SS'",
                 "test");
  const auto table = TableWriter::Create(path, *rules, writer, 1);
  ASSERT_TRUE(table.ok());
  for (const int placed : {4, 3}) {
    ASSERT_TRUE((*table)
                    ->WriteSection(placed, placed == 4 ? "" : "S", 100'000,
                                   [&](uint64_t, absl::Span<uint8_t> out) {
                                     std::ranges::fill(out,
                                                       placed == 4 ? 0 : value);
                                   })
                    .ok());
  }
  ASSERT_TRUE((*table)->Finish().ok());
}

Manifest ManifestOf(const std::string& path) {
  Manifest manifest;
  Accept(*TableReader::Open(path), manifest);
  return manifest;
}

std::string Refusal(const Manifest& manifest, const std::string& path) {
  const absl::StatusOr<TableReader> table = OpenAccepted(manifest, path);
  EXPECT_TRUE(absl::IsFailedPrecondition(table.status())) << table.status();
  EXPECT_THAT(std::string(table.status().message()), HasSubstr(path));
  return std::string(table.status().message());
}

TEST(Manifest, AcceptsAllFilesThatItWasMadeFor) {
  const std::string a = Path("a.table"), b = Path("b.table");
  WriteTable(a, "solver_a");
  WriteTable(b, "solver_b");
  Manifest manifest = ManifestOf(a);
  EXPECT_TRUE(OpenAccepted(manifest, a).ok());
  EXPECT_THAT(Refusal(manifest, b), HasSubstr("did not read this file"));
  Accept(*TableReader::Open(b), manifest);
  EXPECT_TRUE(OpenAccepted(manifest, a).ok());
  EXPECT_TRUE(OpenAccepted(manifest, b).ok());
  EXPECT_EQ(manifest.sections_size(), 2);
}

TEST(Manifest, ErrorsNameTheDifference) {
  const std::string path = Path("differs.table");
  WriteTable(path);
  const Manifest manifest = ManifestOf(path);
  WriteTable(path, "test", 8);
  EXPECT_THAT(Refusal(manifest, path), HasSubstr("section 3 \"S\" differs"));
  WriteTable(path, "test", 7, "y");
  EXPECT_THAT(Refusal(manifest, path), HasSubstr("other rules"));
  WriteTable(path);
  Manifest other = manifest;
  other.mutable_sections()->RemoveLast();
  EXPECT_THAT(Refusal(other, path), HasSubstr("different number of sections"));
  other = manifest;
  other.set_digest(std::string(64, '0'));
  EXPECT_THAT(Refusal(other, path), HasSubstr("different digest"));
  other = manifest;
  other.mutable_sections(0)->set_positions(99'999);
  EXPECT_THAT(Refusal(other, path), HasSubstr("section 4 \"\" differs"));
  other = manifest;
  other.clear_footer_sha256();
  EXPECT_THAT(Refusal(other, path), HasSubstr("did not read this file"));
}

// Puts the first chunk of one table into the first section of another table.
// Computes the chunk's checksum and the footer's digest anew.  Only the digest
// of the section is wrong then.
std::string WithForeignChunk(const std::string& path,
                             const std::string& foreign_path) {
  using table_format::Head, table_format::Tail;
  const std::string bytes = *base::ReadFile(path);
  const std::string foreign = *base::ReadFile(foreign_path);
  TableFooter footer = TableReader::Open(path)->footer();
  const TableFooter other = TableReader::Open(foreign_path)->footer();
  Tail tail;
  std::memcpy(&tail, bytes.data() + bytes.size() - sizeof tail, sizeof tail);

  const size_t old_chunk = footer.sections(0).chunk_bytes(0);
  const std::string chunk =
      foreign.substr(sizeof(Head), other.sections(0).chunk_bytes(0));
  footer.mutable_sections(0)->set_chunk_bytes(0, chunk.size());
  footer.mutable_sections(0)->set_chunk_checksums(0, ShortSha256(chunk));
  const std::string rest = bytes.substr(
      sizeof(Head) + old_chunk, tail.footer_offset - sizeof(Head) - old_chunk);
  const std::string sealed = footer.SerializeAsString();
  Sha256(sealed).copy(tail.footer_sha256, sizeof tail.footer_sha256);
  tail.footer_bytes = sealed.size();
  tail.footer_offset = sizeof(Head) + chunk.size() + rest.size();
  return bytes.substr(0, sizeof(Head)) + chunk + rest + sealed +
         std::string(reinterpret_cast<const char*>(&tail), sizeof tail);
}

TEST(Manifest, RefusesAnAlteredChunkThatWasSealedAnew) {
  const std::string path = Path("genuine.table");
  const std::string foreign = Path("foreign.table");
  WriteTable(path);
  const Manifest manifest = ManifestOf(path);
  // A table whose first section has other values.
  const auto table = TableWriter::Create(
      foreign, TableReader::Open(path)->footer().rules(), "test", 1);
  ASSERT_TRUE((*table)
                  ->WriteSection(4, "", 100'000,
                                 [](uint64_t, absl::Span<uint8_t> out) {
                                   std::ranges::fill(out, 5);
                                 })
                  .ok());
  ASSERT_TRUE((*table)->Finish().ok());
  ASSERT_TRUE(base::WriteFile(path, WithForeignChunk(path, foreign)).ok());

  // The file opens without an error, and its stated digests match the manifest.
  const absl::StatusOr<TableReader> forged = TableReader::Open(path);
  ASSERT_TRUE(forged.ok()) << forged.status();
  EXPECT_EQ((*SectionValues::Read(*forged, 0))[0], 5);
  EXPECT_EQ(ManifestOf(path).digest(), manifest.digest());
  EXPECT_THAT(Refusal(manifest, path), HasSubstr("did not read this file"));
}

TEST(ReadManifestFile, ReadsWhatWasWritten) {
  const std::string path = Path("read.table");
  WriteTable(path);
  const Manifest manifest = ManifestOf(path);
  ASSERT_TRUE(WriteTextProto(Path("manifest"), manifest).ok());
  const absl::StatusOr<Manifest> read = ReadManifestFile(Path("manifest"));
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_TRUE(OpenAccepted(*read, path).ok());
}

TEST(ReadManifestFile, ReportsErrors) {
  EXPECT_TRUE(absl::IsNotFound(ReadManifestFile(Path("none")).status()));
  const std::string path = Path("bad_manifest");
  const auto error = [&path](const std::string& text) {
    EXPECT_TRUE(base::WriteFile(path, text).ok());
    const absl::Status status = ReadManifestFile(path).status();
    EXPECT_TRUE(absl::IsInvalidArgument(status));
    EXPECT_THAT(std::string(status.message()), HasSubstr(path));
    return std::string(status.message());
  };
  EXPECT_THAT(error("goals: x"), HasSubstr(":1:8: "));
  EXPECT_THAT(error(""), HasSubstr("rules: name: is missing"));
  // The report and the page show names, so a name must not work as a link.
  EXPECT_THAT(error("rules { name: 'javascript:alert(1)' }"),
              HasSubstr("rules: name: \"javascript:"));
}

}  // namespace
}  // namespace teeko::proto
