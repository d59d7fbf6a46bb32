#include "proto/manifest_file.h"

#include <algorithm>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "base/status.h"
#include "google/protobuf/util/message_differencer.h"
#include "proto/message_file.h"
#include "proto/rules_file.h"
#include "proto/sha256.h"

namespace teeko::proto {
namespace {

using google::protobuf::util::MessageDifferencer;

AcceptedSection Accepted(const Section& section) {
  AcceptedSection accepted;
  accepted.set_placed(section.placed());
  accepted.set_drops(section.drops());
  accepted.set_positions(section.positions());
  accepted.set_sha256(absl::BytesToHexString(section.sha256()));
  return accepted;
}

// Returns the digest of the table (docs/formats.md), in hexadecimal.
std::string Digest(const TableFooter& table) {
  std::string digests;
  for (const Section& section : table.sections()) digests += section.sha256();
  return absl::BytesToHexString(Sha256(digests));
}

// Returns the first difference; empty if there is no difference.
std::string Difference(const Manifest& manifest, const TableReader& reader) {
  const TableFooter& table = reader.footer();
  if (!SameRules(manifest.rules(), table.rules())) return "other rules";
  if (manifest.sections_size() != table.sections_size()) {
    return "different number of sections";
  }
  for (int i = 0; i < table.sections_size(); ++i) {
    if (!MessageDifferencer::Equals(manifest.sections(i),
                                    Accepted(table.sections(i)))) {
      return absl::StrCat("section ", table.sections(i).placed(), " \"",
                          table.sections(i).drops(), "\" differs");
    }
  }
  if (manifest.digest() != Digest(table)) return "different digest";
  const std::string footer = absl::BytesToHexString(reader.footer_sha256());
  if (std::ranges::count(manifest.footer_sha256(), footer) == 0) {
    return "the digests match, but the verifier did not read this file";
  }
  return "";
}

}  // namespace

absl::StatusOr<Manifest> ReadManifestFile(const std::string& path) {
  Manifest manifest;
  RETURN_IF_ERROR(ReadTextProto(path, manifest));
  const absl::Status status = ValidateRules(manifest.rules());
  if (status.ok()) return manifest;
  return base::Invalid(path, ": rules: ", status.message());
}

absl::Status CheckAccepted(const Manifest& manifest, const TableReader& table) {
  const std::string difference = Difference(manifest, table);
  if (difference.empty()) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrCat(
      table.path(), ": is not a table that the verifier accepted (", difference,
      ")"));
}

absl::StatusOr<TableReader> OpenAccepted(const Manifest& manifest,
                                         const std::string& path) {
  ASSIGN_OR_RETURN(TableReader table, TableReader::Open(path));
  RETURN_IF_ERROR(CheckAccepted(manifest, table));
  return table;
}

void Accept(const TableReader& table, Manifest& manifest) {
  const TableFooter& footer = table.footer();
  *manifest.mutable_rules() = footer.rules();
  manifest.clear_sections();
  for (const Section& section : footer.sections()) {
    *manifest.add_sections() = Accepted(section);
  }
  manifest.set_digest(Digest(footer));
  manifest.add_footer_sha256(absl::BytesToHexString(table.footer_sha256()));
}

const VariantValue& FindVariant(const Manifest& manifest,
                                const std::string& style, bool centre_ban) {
  for (const VariantValue& variant : manifest.variants()) {
    if (variant.style() == style && variant.centre_ban() == centre_ban) {
      return variant;
    }
  }
  return VariantValue::default_instance();
}

int Longest(const Manifest& manifest, bool wins) {
  int longest = 0;
  for (int n = 1; n < manifest.levels_size(); ++n) {
    if ((n % 2 == 1) == wins && manifest.levels(n) > 0) longest = n;
  }
  return longest;
}

}  // namespace teeko::proto
