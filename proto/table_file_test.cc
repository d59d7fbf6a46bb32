#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <openssl/sha.h>
#include <rapidcheck/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <tbb/global_control.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "proto/rules_file.h"
#include "proto/section_values.h"
#include "proto/stored_rows.h"
#include "proto/table_reader.h"
#include "proto/table_writer.h"

namespace teeko::proto {
namespace {

using ::testing::HasSubstr;

using Payload = std::vector<uint8_t>;

Rules TwoByTwo() {
  return *ParseRules(
      "name: 'x' rows: 2 columns: 2 pieces: 2 goals { line { length: 2 } }",
      "test");
}

std::string Path(const std::string& name) {
  return ::testing::TempDir() + "/" + name;
}

std::string ReadBytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

void WriteBytes(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

// Returns bytes that are not the values of a real table.  Readers and writers
// do not interpret values.
Payload SomePayload(size_t bytes, uint32_t seed = 1) {
  Payload payload(bytes);
  for (uint8_t& byte : payload) {
    seed = seed * 1664525 + 1013904223;
    byte = seed >> 30;  // compresses well
  }
  return payload;
}

absl::Status WriteTable(const std::string& path,
                        const std::vector<Payload>& sections,
                        int value_bytes = 1, const Rules& rules = TwoByTwo(),
                        bool reduced = false) {
  absl::StatusOr<std::unique_ptr<TableWriter>> writer =
      TableWriter::Create(path, rules, "test", value_bytes, reduced);
  if (!writer.ok()) return writer.status();
  for (size_t i = 0; i < sections.size(); ++i) {
    const absl::Status status = (*writer)->WriteSection(
        static_cast<int>(i), "S", sections[i].size() / value_bytes,
        [&](uint64_t first, absl::Span<uint8_t> out) {
          std::copy_n(&sections[i][first * value_bytes], out.size(),
                      out.data());
        });
    if (!status.ok()) return status;
  }
  return (*writer)->Finish();
}

// Returns all payloads, or the first error.
absl::StatusOr<std::vector<Payload>> ReadTable(const std::string& path) {
  const absl::StatusOr<TableReader> reader = TableReader::Open(path);
  if (!reader.ok()) return reader.status();
  std::vector<Payload> payloads;
  for (int i = 0; i < reader->footer().sections_size(); ++i) {
    payloads.emplace_back(reader->footer().sections(i).positions() *
                          reader->footer().value_bytes());
    const absl::Status status =
        reader->ReadSection(i, absl::MakeSpan(payloads.back()));
    if (!status.ok()) return status;
  }
  return payloads;
}

TEST(TableFile, KeepsWhatWasWritten) {
  const std::string path = Path("kept.table");
  const std::vector<Payload> payloads = {SomePayload(1), SomePayload(65536),
                                         SomePayload(200001, 7)};
  ASSERT_TRUE(WriteTable(path, payloads).ok());
  const absl::StatusOr<std::vector<Payload>> read = ReadTable(path);
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(*read, payloads);

  const absl::StatusOr<TableReader> reader = TableReader::Open(path);
  EXPECT_TRUE(SameRules(reader->footer().rules(), TwoByTwo()));
  EXPECT_EQ(reader->footer().writer(), "test");
  for (int i = 0; i < 3; ++i) {
    uint8_t digest[SHA256_DIGEST_LENGTH];
    SHA256(payloads[i].data(), payloads[i].size(), digest);
    EXPECT_EQ(reader->footer().sections(i).sha256(),
              std::string(std::begin(digest), std::end(digest)));
  }
  Payload chunk(200001 - 3 * 65536);
  ASSERT_TRUE(reader->ReadChunk(2, 3, absl::MakeSpan(chunk)).ok());
  EXPECT_TRUE(std::equal(chunk.begin(), chunk.end(), &payloads[2][3 * 65536]));
}

TEST(TableFile, ReadsAnyPartOfASection) {
  const std::string path = Path("part.table");
  const Payload payload = SomePayload(400002);
  for (const uint64_t value_bytes : {1, 2}) {
    ASSERT_TRUE(WriteTable(path, {payload}, value_bytes).ok());
    const absl::StatusOr<TableReader> reader = TableReader::Open(path);
    ASSERT_TRUE(reader.ok()) << reader.status();
    const uint64_t positions = payload.size() / value_bytes;
    // Ranges within a chunk, of a whole chunk, across chunks, from the start
    // and to the end.
    for (const auto& [first, count] :
         std::vector<std::pair<uint64_t, uint64_t>>{{0, 1},
                                                    {70000, 5},
                                                    {65536, 65536},
                                                    {65535, 65538},
                                                    {10, 140000},
                                                    {0, positions},
                                                    {positions - 1, 1}}) {
      Payload part(count * value_bytes);
      ASSERT_TRUE(reader->ReadSection(0, absl::MakeSpan(part), first).ok());
      EXPECT_TRUE(std::equal(part.begin(), part.end(),
                             payload.begin() + first * value_bytes))
          << first << " " << count;
    }
  }
}

TEST(TableFile, KeepsWideValues) {
  const std::string path = Path("wide.table");
  const std::vector<Payload> payloads = {SomePayload(300000)};
  ASSERT_TRUE(WriteTable(path, payloads, 2).ok());
  const absl::StatusOr<std::vector<Payload>> read = ReadTable(path);
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(*read, payloads);
  EXPECT_EQ(TableReader::Open(path)->footer().sections(0).positions(), 150000u);
}

// Returns all values of two bytes, and some of them twice.  They take more than
// one chunk.
Payload WideValues() {
  Payload payload;
  for (int value = 0; value < 70'000; ++value) {
    payload.push_back(value & 255);
    payload.push_back(value >> 8 & 255);
  }
  return payload;
}

TEST(SectionValues, AreTheSameWholeAndChunkByChunk) {
  const std::string path = Path("values.table");
  for (const int value_bytes : {1, 2}) {
    const Payload payload = WideValues();
    ASSERT_TRUE(WriteTable(path, {{0}, payload}, value_bytes).ok());
    const absl::StatusOr<TableReader> reader = TableReader::Open(path);
    const absl::StatusOr<SectionValues> whole = SectionValues::Read(*reader, 1);
    ASSERT_TRUE(whole.ok()) << whole.status();
    const SectionValues lazy(*reader, 1);
    ASSERT_EQ(whole->size(), payload.size() / value_bytes);
    ASSERT_EQ(lazy.size(), whole->size());
    for (uint64_t i = whole->size(); i-- > 0;) {
      int value = payload[i];
      if (value_bytes == 2) value = payload[2 * i] + 256 * payload[2 * i + 1];
      if (value_bytes == 1 && value == 255) value = 65535;
      ASSERT_EQ((*whole)[i], value) << i;
      ASSERT_EQ(*whole->At(i), value) << i;
      ASSERT_EQ(*lazy.At(i), value) << i;
      ASSERT_EQ(lazy[i], value) << i;
    }
    EXPECT_TRUE(std::ranges::equal(whole->payload(), payload));
    Payload chunks(payload.size());
    std::atomic<uint64_t> positions = 0;
    const auto put = [&](uint64_t first, absl::Span<const uint8_t> chunk,
                         uint32_t images) {
      EXPECT_EQ(images, 1u);
      std::ranges::copy(chunk, chunks.begin() + first * value_bytes);
      positions += chunk.size() / value_bytes;
    };
    ASSERT_TRUE(reader->ForEachStored(1, put).ok());
    EXPECT_EQ(chunks, payload);
    EXPECT_EQ(positions, whole->size());
  }
}

TEST(SectionValues, AreUnpackedOnce) {
  const Payload payload = SomePayload(100);
  std::vector<uint64_t> calls;
  const SectionValues values(
      50, 2, 16, [&](uint64_t first, absl::Span<uint8_t> out) {
        calls.push_back(first);
        if (calls.size() == 2) return absl::InternalError("the second time");
        std::copy_n(&payload[2 * first], out.size(), out.begin());
        return absl::OkStatus();
      });
  EXPECT_EQ(*values.At(20), payload[40] + 256 * payload[41]);
  EXPECT_EQ(values.UnpackAll().message(), "the second time");
  EXPECT_TRUE(values.UnpackAll().ok());
  EXPECT_TRUE(values.UnpackAll().ok());
  EXPECT_THAT(calls, ::testing::ElementsAre(16, 0, 0, 32, 48));
  EXPECT_TRUE(std::ranges::equal(values.payload(), payload));
}

TEST(SectionValues, TakeMemoryOnlyForChunksThatAreRead) {
  constexpr uint64_t kTerabyte = uint64_t{1} << 40;
  const SectionValues values(kTerabyte, 1, 1 << 20,
                             [&](uint64_t first, absl::Span<uint8_t> out) {
                               std::ranges::fill(out, first >> 32);
                               return absl::OkStatus();
                             });
  EXPECT_EQ(*values.At(0), 0);
  EXPECT_EQ(*values.At(kTerabyte / 2), 128);
}

TEST(SectionValues, ManyThreadsGetTheSameValues) {
  const std::string path = Path("shared.table");
  const Payload payload = SomePayload(1 << 20);
  ASSERT_TRUE(WriteTable(path, {payload}).ok());
  const absl::StatusOr<TableReader> reader = TableReader::Open(path);
  for (int round = 0; round < 50; ++round) {
    const SectionValues values(*reader, 0);
    std::atomic<int> wrong = 0;
    std::vector<std::thread> threads;
    for (int t = 0; t < 8; ++t) {
      threads.emplace_back([&] {
        for (uint64_t i = 0; i < payload.size(); i += 997) {
          wrong += *values.At(i) != payload[i];
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    ASSERT_EQ(wrong, 0);
  }
}

TEST(SectionValues, AreUnpackedInAForkedProcess) {
  const pid_t parent = getpid();
  std::atomic<bool> unpacking = false;
  std::atomic<bool> forked = false;
  const SectionValues values(50, 1, 16,
                             [&](uint64_t first, absl::Span<uint8_t> out) {
                               std::ranges::fill(out, 7 + first);
                               unpacking = true;
                               while (getpid() == parent && !forked)
                                 std::this_thread::yield();
                               return absl::OkStatus();
                             });
  // Unpack the first chunk while this thread forks.
  std::thread thread([&] { EXPECT_EQ(*values.At(0), 7); });
  while (!unpacking) std::this_thread::yield();
  const pid_t child = fork();
  if (child == 0) {
    alarm(20);  // ends the child after 20 seconds if it hangs
    _exit(*values.At(0) == 7 && *values.At(20) == 23 ? 0 : 1);
  }
  forked = true;
  thread.join();
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

TEST(SectionValues, ReportDamageOnEveryRead) {
  const std::string path = Path("damaged.table");
  ASSERT_TRUE(WriteTable(path, {SomePayload(200'000)}).ok());
  std::string bytes = ReadBytes(path);
  bytes[20] ^= 1;  // in the first chunk
  WriteBytes(path, bytes);
  const absl::StatusOr<TableReader> reader = TableReader::Open(path);
  EXPECT_TRUE(absl::IsDataLoss(SectionValues::Read(*reader, 0).status()));
  std::atomic<int> chunks = 0;
  EXPECT_TRUE(absl::IsDataLoss(reader->ForEachStored(
      0, [&](uint64_t, absl::Span<const uint8_t>, uint32_t) { ++chunks; })));
  EXPECT_EQ(chunks, 3);
  const SectionValues values(*reader, 0);
  EXPECT_TRUE(absl::IsDataLoss(values.At(0).status()));
  EXPECT_TRUE(absl::IsDataLoss(values.At(65'535).status()));
  EXPECT_TRUE(values.At(65'536).ok());
  EXPECT_TRUE(values.At(199'999).ok());
}

TEST(TableFile, IsTheSameForAnyNumberOfThreads) {
  std::vector<std::string> files;
  for (const size_t threads : {1, 2, 7}) {
    const tbb::global_control control(
        tbb::global_control::max_allowed_parallelism, threads);
    const std::string path = Path(absl::StrCat("threads", threads));
    ASSERT_TRUE(WriteTable(path, {SomePayload(1 << 20)}).ok());
    files.push_back(ReadBytes(path));
  }
  EXPECT_EQ(files[0], files[1]);
  EXPECT_EQ(files[0], files[2]);
}

RC_GTEST_PROP(TableFile, EveryFlippedBitIsDetected, ()) {
  const std::string path = Path("flipped.table");
  RC_ASSERT(WriteTable(path, {SomePayload(3000), SomePayload(70000)}).ok());
  std::string bytes = ReadBytes(path);
  const size_t bit = *rc::gen::inRange<size_t>(0, 8 * bytes.size());
  bytes[bit / 8] ^= 1 << (bit % 8);
  WriteBytes(path, bytes);
  RC_ASSERT(!ReadTable(path).ok());
}

RC_GTEST_PROP(TableFile, EveryTruncationIsDetected, ()) {
  const std::string path = Path("truncated.table");
  RC_ASSERT(WriteTable(path, {SomePayload(3000)}).ok());
  const std::string bytes = ReadBytes(path);
  const size_t size = *rc::gen::inRange<size_t>(0, bytes.size());
  WriteBytes(path, bytes.substr(0, size));
  RC_ASSERT(!ReadTable(path).ok());
}

TEST(TableReader, NoticesAFileThatChangesAfterwards) {
  const std::string path = Path("changed.table");
  ASSERT_TRUE(WriteTable(path, {SomePayload(70000)}).ok());
  const std::string good = ReadBytes(path);
  const absl::StatusOr<TableReader> reader = TableReader::Open(path);
  ASSERT_TRUE(reader.ok()) << reader.status();
  for (const std::string& changed :
       {std::string(), good.substr(0, 30), std::string(good.size(), 'x')}) {
    WriteBytes(path, changed);
    Payload payload(70000);
    const absl::Status status = reader->ReadSection(0, absl::MakeSpan(payload));
    EXPECT_TRUE(absl::IsDataLoss(status)) << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr(path));
  }
}

TEST(TableReader, ErrorsNameTheProblem) {
  const std::string path = Path("bad.table");
  ASSERT_TRUE(WriteTable(path, {SomePayload(100), SomePayload(70000)}).ok());
  const std::string good = ReadBytes(path);
  const auto error = [&](const std::string& bytes) {
    WriteBytes(path, bytes);
    const absl::Status status = ReadTable(path).status();
    EXPECT_THAT(std::string(status.message()), HasSubstr(path));
    return std::string(status.message());
  };
  EXPECT_THAT(error(""), HasSubstr("the file is empty"));
  EXPECT_THAT(error("PK\3\4 a foreign file, long enough to be one of ours, "
                    "but of another kind altogether, as anybody can see"),
              HasSubstr("not a table file"));
  EXPECT_THAT(error("P"), HasSubstr("not a table file"));
  EXPECT_THAT(error(good.substr(0, 10)), HasSubstr("truncated"));
  EXPECT_THAT(error(good.substr(0, good.size() - 1)), HasSubstr("truncated"));
  std::string other = good;
  other[8] = 8;
  EXPECT_THAT(error(other),
              HasSubstr("expected format version 7 or earlier, got 8"));
  other[8] = 5;  // the pieces move like kings
  EXPECT_THAT(error(other), HasSubstr("inconsistent footer"));
  other[8] = 2;  // the sections are not those of a reduced table
  EXPECT_THAT(error(other), HasSubstr("inconsistent footer"));
  other[8] = 3;  // the rules have no scoring
  EXPECT_THAT(error(other), HasSubstr("inconsistent footer"));
  std::string damaged = good;
  damaged[20] ^= 1;
  EXPECT_THAT(error(damaged),
              HasSubstr("section 0 \"S\", chunk 0: checksum mismatch"));
  damaged = good;
  damaged[good.size() - 60] ^= 1;
  EXPECT_THAT(error(damaged), HasSubstr("damaged footer"));
  WriteBytes(path, good);
  EXPECT_TRUE(ReadTable(path).ok());
}

// Returns a payload with two bytes for each position with `placed` pieces.  All
// images of a position have the same value.
Payload Distances(const Rules& rules, int placed) {
  const int columns = rules.columns();
  const int squares = rules.rows() * columns;
  const auto apart = [&](int a, int b, int length) {
    const int steps = std::abs(a - b);
    const bool wrapped = rules.edges() == Rules::WRAPPED;
    return wrapped ? std::min(steps, length - steps) : steps;
  };
  const auto sum = [&](uint32_t mover, uint32_t opponent) {
    int sum = 0;
    for (int a = 0; a < squares; ++a) {
      for (int b = 0; b < squares; ++b) {
        const int down = apart(a / columns, b / columns, rules.rows());
        const int right = apart(a % columns, b % columns, columns);
        if ((mover >> a & 1) == 0) continue;
        if ((opponent >> b & 1) != 0) sum += down * down + right * right;
        if ((mover >> b & 1) != 0) sum += 100 * down * right;
      }
    }
    return sum;
  };
  Payload payload;
  for (uint32_t mover = 0; mover < 1u << squares; ++mover) {
    if (std::popcount(mover) != placed / 2) continue;
    for (uint32_t opponent = 0; opponent < 1u << squares; ++opponent) {
      if (std::popcount(opponent) != (placed + 1) / 2) continue;
      if ((mover & opponent) != 0) continue;
      const int value = sum(mover, opponent);
      payload.push_back(value & 255);
      payload.push_back(value >> 8);
    }
  }
  return payload;
}

TEST(ReducedTable, ReadsLikeAWholeTable) {
  for (const char* const board :
       {"rows: 3 columns: 4", "rows: 3 columns: 3", "rows: 1 columns: 9",
        "rows: 3 columns: 4 edges: WRAPPED"}) {
    const Rules rules = *ParseRules(
        absl::StrCat("name: 'x' pieces: 2 goals { line { length: 2 } } ",
                     board),
        "test");
    std::vector<Payload> sections;
    for (int placed = 0; placed <= 5; ++placed) {
      sections.push_back(Distances(rules, placed));
    }
    const std::string path = Path("reduced.table");
    ASSERT_TRUE(WriteTable(path, sections, 2, rules, /*reduced=*/true).ok());
    const absl::StatusOr<std::vector<Payload>> read = ReadTable(path);
    ASSERT_TRUE(read.ok()) << read.status();
    EXPECT_EQ(*read, sections);

    const absl::StatusOr<TableReader> reader = TableReader::Open(path);
    const uint64_t stored = reader->stored_positions(5);
    EXPECT_LT(stored, sections[5].size() / 2);
    EXPECT_EQ(reader->footer().sections(5).positions(), sections[5].size() / 2);
    // From various positions, with various counts.
    for (const uint64_t first : {0, 1, 100}) {
      Payload some(500);
      ASSERT_TRUE(reader->ReadSection(5, absl::MakeSpan(some), first).ok());
      EXPECT_TRUE(
          std::equal(some.begin(), some.end(), &sections[5][2 * first]));
    }
  }
}

TEST(ReducedTable, RequiresAPossibleBoard) {
  for (const auto& [rows, columns] : std::vector<std::pair<int, int>>{
           {0, 4}, {9, 8}, {1 << 16, 1 << 16}, {1, 3}}) {
    Rules rules = TwoByTwo();
    rules.set_rows(rows);
    rules.set_columns(columns);
    EXPECT_FALSE(StoredRows::Fit(rules, 4)) << rows;
  }
  EXPECT_TRUE(StoredRows::Fit(TwoByTwo(), 4));
  Rules rules = TwoByTwo();
  rules.set_rows(8);
  rules.set_columns(8);
  EXPECT_TRUE(StoredRows::Fit(rules, 8));
  EXPECT_FALSE(StoredRows::Fit(rules, 16));
}

TEST(TableReader, ReportsOpenErrors) {
  EXPECT_TRUE(absl::IsNotFound(TableReader::Open("no/such").status()));
  EXPECT_THAT(std::string(TableReader::Open("/dev/null").status().message()),
              HasSubstr("expected a regular file"));
}

TEST(TableWriter, LeavesTheOldFileUntilTheNewOneIsComplete) {
  const std::string path = Path("old.table");
  WriteBytes(path, "old");
  {
    absl::StatusOr<std::unique_ptr<TableWriter>> writer =
        TableWriter::Create(path, TwoByTwo(), "test", 1);
    ASSERT_TRUE(writer.ok());
  }
  EXPECT_EQ(ReadBytes(path), "old");
}

TEST(TableWriter, ReportsWriteErrors) {
  const absl::Status status = WriteTable("/dev/null/x.table", {{}});
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("cannot write /dev/null/x.table"));
}

TEST(TableWriter, ReportsAFullDisk) {
  const std::string path = Path("full.table");
  WriteBytes(path, "old");
  // A limit on the size of files simulates a full disk.
  rlimit old_limit;
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &old_limit), 0);
  const rlimit limit = {.rlim_cur = 4096, .rlim_max = old_limit.rlim_max};
  signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &limit), 0);
  const absl::Status status = WriteTable(path, {SomePayload(1 << 20)});
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &old_limit), 0);
  EXPECT_THAT(std::string(status.message()), HasSubstr("cannot write "));
  EXPECT_EQ(ReadBytes(path), "old");
}

}  // namespace
}  // namespace teeko::proto
