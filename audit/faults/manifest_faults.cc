// Faults in manifests, and tables that are not the manifest's: whoever reads a
// table has to refuse it then.

#include <filesystem>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "audit/faults/kinds.h"
#include "google/protobuf/text_format.h"
#include "proto/manifest.pb.h"
#include "proto/manifest_file.h"
#include "proto/table_writer.h"

namespace teeko::faults {
namespace {

using Spoil = void (*)(Random& random, Manifest& manifest);

AcceptedSection& AnySection(Random& random, Manifest& manifest) {
  return *manifest.mutable_sections(random.Below(manifest.sections_size()));
}

void WrongSectionDigest(Random& random, Manifest& manifest) {
  char& digit = random.OneOf(*AnySection(random, manifest).mutable_sha256());
  digit = digit == '0' ? 'f' : '0';
}

void WrongSectionHeader(Random& random, Manifest& manifest) {
  AcceptedSection& section = AnySection(random, manifest);
  switch (random.Below(3)) {
    case 0:
      section.set_placed(section.placed() + 1);
      break;
    case 1:
      section.set_drops(section.drops() + "A");
      break;
    case 2:
      section.set_positions(section.positions() + 1);
      break;
  }
}

void LeaveOutSection(Random& random, Manifest& manifest) {
  manifest.mutable_sections()->DeleteSubrange(
      random.Below(manifest.sections_size()), 1);
}

void SwapSections(Random& random, Manifest& manifest) {
  const int first = random.Below(manifest.sections_size() - 1);
  manifest.mutable_sections()->SwapElements(first, first + 1);
}

void OtherRules(Random& random, Manifest& manifest) {
  Rules& rules = *manifest.mutable_rules();
  switch (random.Below(3)) {
    case 0:
      rules.set_rows(rules.rows() + 1);
      break;
    case 1:
      rules.add_goals()->mutable_diamond()->set_radius(1);
      break;
    case 2:
      rules.mutable_styles()->RemoveLast();
      break;
  }
}

// A table with one wrong value, right in all else.
absl::Status WriteOtherTable(const Sample& sample, Random& random,
                             const std::string& path) {
  verify::Table table = sample.table;
  uint8_t& value = random.OneOf(random.OneOf(table.payloads));
  value = value == 0 ? 2 : 0;
  auto writer = TableWriter::Create(path, sample.rules, "solver_a", 1);
  if (!writer.ok()) return writer.status();
  for (size_t i = 0; i < table.sections.size(); ++i) {
    const kernel::Section& section = table.sections[i];
    const absl::Status status = (*writer)->WriteSection(
        section.placed, section.drops, section.positions,
        [&](uint64_t first, absl::Span<uint8_t> out) {
          std::copy_n(table.payloads[i].begin() + first, out.size(),
                      out.begin());
        });
    if (!status.ok()) return status;
  }
  return (*writer)->Finish();
}

}  // namespace

std::vector<Kind> ManifestFaults(const Workplace& workplace,
                                 const Samples& samples) {
  std::vector<Kind> kinds;
  for (const auto& [name, spoil] : {
           std::pair<const char*, Spoil>("another digest of a section",
                                         WrongSectionDigest),
           {"a section with another name or size", WrongSectionHeader},
           {"a section left out", LeaveOutSection},
           {"sections out of order", SwapSections},
           {"other rules", OtherRules},
       }) {
    kinds.push_back({"manifest", name, "whoever reads tables",
                     [&samples, spoil = spoil](Random& random) -> Missed {
                       const Sample& sample = AnySample(samples, random);
                       Manifest manifest =
                           *ReadManifestFile(sample.manifest_path);
                       spoil(random, manifest);
                       if (CheckAccepted(manifest, sample.table_a).ok()) {
                         return sample.name();
                       }
                       return std::nullopt;
                     }});
  }
  kinds.push_back({"manifest", "a wrong table in place of the accepted one",
                   "whoever reads tables", [&](Random& random) -> Missed {
                     const Sample& sample = AnySample(samples, random);
                     const TemporaryFile file(workplace, "");
                     const absl::Status written =
                         WriteOtherTable(sample, random, file.path());
                     if (!written.ok()) return std::string(written.message());
                     const auto table = TableReader::Open(file.path());
                     if (!table.ok())
                       return std::string(table.status().message());
                     const auto manifest =
                         ReadManifestFile(sample.manifest_path);
                     if (CheckAccepted(*manifest, *table).ok()) {
                       return sample.name();
                     }
                     return std::nullopt;
                   }});
  return kinds;
}

}  // namespace teeko::faults
