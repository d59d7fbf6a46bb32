// Compares the tables of both solvers with the values that plain search
// computes with the kernel, for all positions of small boards of ordinary and
// scored rules, and the verifier's manifest with known digests and scores.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "proto/manifest_file.h"
#include "proto/rules_file.h"
#include "proto/section_values.h"
#include "proto/table_reader.h"
#include "teeko/proto/manifest.pb.h"
#include "verify/table_for_test.h"

namespace teeko::audit {
using verify::PlainTable;
using verify::Table;

namespace {

using Counts = std::array<uint64_t, 256>;  // by value

Counts Count(absl::Span<const uint8_t> payload) {
  Counts counts = {};
  for (const uint8_t value : payload) ++counts[value];
  return counts;
}

// Counts the values of a section, computed from its stored rows and their
// images.
Counts CountStored(const proto::TableReader& reader, int section) {
  Counts counts = {};
  std::mutex mutex;
  const auto add = [&](uint64_t, absl::Span<const uint8_t> payload,
                       uint32_t images) {
    const Counts more = Count(payload);
    const std::lock_guard lock(mutex);
    for (size_t i = 0; i < counts.size(); ++i) counts[i] += images * more[i];
  };
  EXPECT_TRUE(reader.ForEachStored(section, add).ok());
  return counts;
}

// Runs a solver and returns the payloads of its table.  Expects that all
// methods of reading the table agree.
std::vector<std::vector<uint8_t>> Solve(const std::string& solver,
                                        const std::string& rules_path,
                                        bool reduced) {
  const std::string table_path = ::testing::TempDir() + "/small.table";
  const std::string command =
      absl::StrCat(solver, " --rules='", rules_path, "' --out='", table_path,
                   reduced ? "' --reduced" : "'", " 2>/dev/null");
  EXPECT_EQ(std::system(command.c_str()), 0) << command;
  const absl::StatusOr<proto::TableReader> reader =
      proto::TableReader::Open(table_path);
  EXPECT_TRUE(reader.ok()) << reader.status();
  std::vector<std::vector<uint8_t>> payloads;
  for (int i = 0; i < reader->footer().sections_size(); ++i) {
    payloads.emplace_back(reader->footer().sections(i).positions() *
                          reader->footer().value_bytes());
    EXPECT_TRUE(reader->ReadSection(i, absl::MakeSpan(payloads.back())).ok());
    EXPECT_EQ(reader->stored_rows(i) != nullptr, reduced);
    const proto::SectionValues values(*reader, i);
    EXPECT_TRUE(values.UnpackAll().ok());
    EXPECT_EQ(values.payload(), absl::MakeConstSpan(payloads.back()));
    EXPECT_EQ(CountStored(*reader, i), Count(payloads.back()));
  }
  return payloads;
}

// A game, the first digits of the digest of its table and, with scoring, the
// scores of the empty board in all variants, in the order of the manifest.
struct Known {
  std::string rules;
  std::string digest;
  std::vector<int> scores = {};

  friend void PrintTo(const Known& known, std::ostream* out) {
    *out << known.rules;
  }
};

class SolversTest : public ::testing::TestWithParam<Known> {};

TEST_P(SolversTest, AgreeWithPlainSearchOnEveryPosition) {
  const std::string folder = ::testing::TempDir();
  const std::string rules_path = folder + "/small.textproto";
  std::ofstream(rules_path) << "name: 'small' " << GetParam().rules;
  const Rules rules = *proto::ReadRulesFile(rules_path);
  const Table plain = PlainTable(rules);
  for (const std::string solver : {"solver_a", "solver_b"}) {
    for (const bool reduced : {true, false}) {
      if (reduced && rules.has_scoring()) continue;
      const auto solved =
          Solve(absl::StrCat(solver, "/", solver), rules_path, reduced);
      ASSERT_EQ(solved.size(), plain.payloads.size()) << solver;
      for (size_t i = 0; i < solved.size(); ++i) {
        EXPECT_EQ(solved[i], plain.payloads[i])
            << solver << ", " << plain.sections[i].placed << " pieces, drops \""
            << plain.sections[i].drops << "\"";
      }
    }
    std::filesystem::rename(folder + "/small.table", folder + "/" + solver);
  }
  const std::string verify =
      absl::StrCat("verify/verify --rules='", rules_path, "' --table_a='",
                   folder, "/solver_a' --table_b='", folder,
                   "/solver_b' --manifest='", folder, "/manifest' 2>/dev/null");
  ASSERT_EQ(std::system(verify.c_str()), 0) << verify;
  const Manifest manifest = *proto::ReadManifestFile(folder + "/manifest");
  EXPECT_EQ(manifest.digest().substr(0, 8), GetParam().digest);
  std::vector<int> scores;
  for (const ScoredVariant& variant : manifest.scored_variants()) {
    scores.push_back(variant.score());
  }
  EXPECT_EQ(scores, GetParam().scores);
}

INSTANTIATE_TEST_SUITE_P(
    SmallBoards, SolversTest,
    ::testing::Values(
        Known{"rows: 3 columns: 3 pieces: 2 goals { line { length: 2 } }",
              "ad319080"},
        Known{"rows: 4 columns: 3 pieces: 3 goals { line { length: 3 } }",
              "9d5fb287"},
        Known{"rows: 4 columns: 4 pieces: 4 "
              "goals { line { length: 4 } } goals { square { side: 1 } }",
              "83db5446"},
        Known{"rows: 4 columns: 4 pieces: 3 edges: WRAPPED "
              "goals { line { length: 3 } } styles: 'SAS' styles: 'ASA'",
              "1a851717"},
        Known{"rows: 1 columns: 9 pieces: 3 goals { line { length: 3 } }",
              "d52ca047"},
        Known{"rows: 1 columns: 8 pieces: 2 edges: WRAPPED "
              "goals { line { length: 2 } }",
              "8d75b548"},
        Known{"rows: 2 columns: 4 pieces: 4 goals { square { side: 1 } }",
              "f4559018"},
        Known{"rows: 3 columns: 5 pieces: 4 goals { diamond { radius: 1 } } "
              "goals { tilted_squares {} } styles: 'SSAA'",
              "720bcb03"},
        Known{"rows: 4 columns: 3 pieces: 3 moves: KNIGHT "
              "goals { line { length: 3 } }",
              "50740e83"},
        Known{"rows: 3 columns: 4 pieces: 3 moves: KNIGHT edges: WRAPPED "
              "goals { line { length: 3 } } styles: 'SAS'",
              "b960e336"},
        Known{"rows: 4 columns: 4 pieces: 4 moves: ORTHOGONAL "
              "goals { line { length: 4 } } goals { square { side: 1 } }",
              "41203667"},
        Known{"rows: 3 columns: 4 pieces: 3 moves: DIAGONAL "
              "goals { line { length: 3 } }",
              "f4b42ced"},
        Known{"rows: 1 columns: 7 pieces: 2 styles: ['SA', 'AS'] "
              "goals { line { length: 2 } } banned_first_drops: 4 "
              "scoring { pips: [1, 2] special_squares: 4 special_points: 2 }",
              "af80d88a",
              {1, 1, 2, 2}},
        Known{"rows: 3 columns: 3 pieces: 3 goals { line { length: 3 } } "
              "scoring { pips: [1, 2, 4] special_squares: [1, 3, 7, 9] "
              "special_points: 1 }",
              "3cf320de",
              {0, 2, 0, 1, 3, 0}},
        Known{"rows: 3 columns: 4 pieces: 3 edges: WRAPPED "
              "goals { line { length: 3 } points: 1 } styles: 'SAS' "
              "scoring { pips: [2, 1, 2] special_squares: 6 special_points: 1 "
              "}",
              "ade17ee1",
              {-3}},
        Known{"rows: 3 columns: 4 pieces: 3 moves: KNIGHT "
              "goals { line { length: 3 } } styles: ['SSS', 'ASA'] "
              "scoring { pips: [1, 2, 2] special_squares: 6 special_points: 1 "
              "}",
              "452605de",
              {2, 2}}));

}  // namespace
}  // namespace teeko::audit
