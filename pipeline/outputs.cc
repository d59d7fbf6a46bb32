#include "pipeline/outputs.h"

#include <openssl/sha.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <mutex>
#include <sstream>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "google/protobuf/io/tokenizer.h"
#include "google/protobuf/util/json_util.h"
#include "proto/manifest_file.h"
#include "proto/rules_file.h"

namespace teeko::pipeline {
namespace {

// Keeps the text parser from printing.
class Silence : public google::protobuf::io::ErrorCollector {
  void AddError(int, google::protobuf::io::ColumnNumber,
                const std::string&) override {}
};

absl::StatusOr<std::string> ReadText(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  // Opening a folder succeeds; reading it does not.
  if (!file || !(text << file.rdbuf())) {
    return absl::ErrnoToStatus(errno ? errno : EINVAL,
                               absl::StrCat("cannot read ", path));
  }
  return text.str();
}

}  // namespace

absl::StatusOr<TableReader> OpenTable(const std::string& path,
                                      const Rules& rules,
                                      absl::string_view writer) {
  absl::StatusOr<TableReader> table = TableReader::Open(path);
  if (!table.ok()) return table.status();
  if (table->footer().writer() != writer) {
    return absl::FailedPreconditionError(
        absl::StrCat(path, ": was written by \"", table->footer().writer(),
                     "\", not by \"", writer, "\""));
  }
  if (!SameRules(table->footer().rules(), rules)) {
    return absl::FailedPreconditionError(
        absl::StrCat(path, ": was made for other rules"));
  }
  return table;
}

absl::Status CheckChunks(const TableReader& table) {
  const TableFooter& footer = table.footer();
  std::mutex mutex;
  absl::Status damage;
  for (int i = 0; i < footer.sections_size() && damage.ok(); ++i) {
    const Section& section = footer.sections(i);
    tbb::parallel_for(0, section.chunk_bytes_size(), [&](int chunk) {
      const uint64_t first = uint64_t{footer.chunk_positions()} * chunk;
      const uint64_t positions = std::min<uint64_t>(
          footer.chunk_positions(), section.positions() - first);
      std::vector<uint8_t> payload(positions * footer.value_bytes());
      const absl::Status status =
          table.ReadChunk(i, chunk, absl::MakeSpan(payload));
      if (status.ok()) return;
      const std::lock_guard<std::mutex> lock(mutex);
      damage = status;
    });
  }
  return damage;
}

bool Accepts(const Manifest& manifest, const TableFooter& table) {
  std::string digests;
  for (const Section& section : table.sections()) digests += section.sha256();
  std::string digest(SHA256_DIGEST_LENGTH, '\0');
  SHA256(reinterpret_cast<const uint8_t*>(digests.data()), digests.size(),
         reinterpret_cast<uint8_t*>(digest.data()));
  return CheckAccepted(manifest, table).ok() &&
         manifest.digest() == absl::BytesToHexString(digest);
}

absl::Status ReadTextProto(
    const std::string& path, google::protobuf::Message& message,
    google::protobuf::TextFormat::ParseInfoTree* places) {
  const absl::StatusOr<std::string> text = ReadText(path);
  if (!text.ok()) return text.status();
  Silence silence;
  google::protobuf::TextFormat::Parser parser;
  parser.RecordErrorsTo(&silence);
  parser.WriteLocationsTo(places);
  if (!parser.ParseFromString(*text, &message)) {
    return absl::DataLossError(absl::StrCat(
        path, ": is not in the text form of ", message.GetTypeName()));
  }
  return absl::OkStatus();
}

absl::Status ReadJson(const std::string& path,
                      google::protobuf::Message& message) {
  const absl::StatusOr<std::string> text = ReadText(path);
  if (!text.ok()) return text.status();
  if (!google::protobuf::util::JsonStringToMessage(*text, &message).ok()) {
    return absl::DataLossError(absl::StrCat(
        path, ": is not in the JSON form of ", message.GetTypeName()));
  }
  return absl::OkStatus();
}

}  // namespace teeko::pipeline
