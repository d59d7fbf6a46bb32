// Faults in manifests, and tables that are not the manifest's.  Who reads a
// table compares its digests with the manifest's; what a manifest tells besides
// is only as good as the verifier's word, which can be asked for again.

#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "audit/faults/kinds.h"
#include "game/accepted_table.h"
#include "google/protobuf/text_format.h"
#include "pipeline/rules_folder.h"
#include "proto/manifest.pb.h"
#include "proto/table_writer.h"
#include "verify/order.h"

namespace teeko::faults {
namespace {

namespace fs = std::filesystem;

// ---- Judges ----

// A folder as the pipeline leaves it, with a sample's tables and any manifest.
class OutFolder {
 public:
  OutFolder(const Workplace& workplace, const Sample& sample)
      : path_(workplace.NewPath()), rules_(sample.rules) {
    fs::create_directories(Path(""));
    for (const char* const table : {"solver_a.table", "solver_b.table"}) {
      fs::create_hard_link(absl::StrCat(sample.folder, "/", table),
                           Path(table));
    }
  }
  ~OutFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }

  std::string Path(absl::string_view file) const {
    return absl::StrCat(path_, "/", rules_.name(), "/", file);
  }

  // Whether the pipeline would keep the manifest (--resume).
  bool PipelineAccepts() const {
    return pipeline::RulesFolder(path_, rules_).Result().ok();
  }
  // Whether the reports would read the table.
  bool ReportsAccept() const {
    return OpenAcceptedTable(path_, rules_.name()).ok();
  }

 private:
  const std::string path_;
  const Rules& rules_;
};

using Judge = Outcome (*)(const Workplace& workplace, const Sample& sample,
                          const std::string& manifest);

Outcome ByPipeline(const Workplace& workplace, const Sample& sample,
                   const std::string& manifest) {
  const OutFolder out(workplace, sample);
  WriteBytes(out.Path("manifest.textproto"), manifest);
  if (out.PipelineAccepts()) return Missed(sample.name());
  return Caught();
}

Outcome ByPipelineAndReports(const Workplace& workplace, const Sample& sample,
                             const std::string& manifest) {
  const OutFolder out(workplace, sample);
  WriteBytes(out.Path("manifest.textproto"), manifest);
  if (out.PipelineAccepts()) return Missed(sample.name() + " (the pipeline)");
  if (out.ReportsAccept()) return Missed(sample.name() + " (the reports)");
  return Caught();
}

Outcome ByVerifyingAgain(const Workplace& workplace, const Sample& sample,
                         const std::string& manifest) {
  const TemporaryFile again(workplace, "");
  const Ended ended = Verify(workplace, sample, sample.table_a.path(),
                             sample.table_b.path(), again.path());
  if (ended.status != 0) return Missed("verify failed: " + ended.output);
  if (ReadBytes(again.path()) == manifest) return Missed(sample.name());
  return Caught();
}

// ---- Faults ----

using Spoil = void (*)(Random& random, Manifest& manifest);

void ChangeADigit(Random& random, std::string& hexadecimal) {
  char& digit = random.OneOf(hexadecimal);
  digit = digit == '0' ? 'f' : '0';
}

AcceptedSection& AnySection(Random& random, Manifest& manifest) {
  return *manifest.mutable_sections(random.Below(manifest.sections_size()));
}

void WrongSectionDigest(Random& random, Manifest& manifest) {
  ChangeADigit(random, *AnySection(random, manifest).mutable_sha256());
}

void WrongDigest(Random& random, Manifest& manifest) {
  ChangeADigit(random, *manifest.mutable_digest());
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

void LeaveOutVariant(Random& random, Manifest& manifest) {
  manifest.mutable_variants()->DeleteSubrange(
      random.Below(manifest.variants_size()), 1);
}

void WrongCount(Random& random, Manifest& manifest) {
  switch (random.Below(5)) {
    case 0:
      manifest.set_goals(manifest.goals() + 1);
      break;
    case 1:
      manifest.set_placements(manifest.placements() + 1);
      break;
    case 2:
      manifest.set_no_value(manifest.no_value() + 1);
      break;
    case 3:
      manifest.set_draws(manifest.draws() + 1);
      break;
    case 4: {
      const int plies = random.Below(manifest.levels_size());
      manifest.set_levels(plies, manifest.levels(plies) + 1);
      break;
    }
  }
}

void WrongVariant(Random& random, Manifest& manifest) {
  VariantValue& variant =
      *manifest.mutable_variants(random.Below(manifest.variants_size()));
  teeko::Value* value = variant.mutable_value();
  if (random.Below(2) == 0) {
    value =
        variant.mutable_first_drops(random.Below(variant.first_drops_size()))
            ->mutable_value();
  }
  value->set_plies(value->plies() + 1);
}

std::string TextOf(const Manifest& manifest) {
  google::protobuf::TextFormat::Printer printer;
  printer.SetUseShortRepeatedPrimitives(true);  // as the verifier has it
  std::string text;
  printer.PrintToString(manifest, &text);
  return text;
}

// A table with one wrong value, right in all else, in place of solver A's.
absl::Status WriteOtherTable(const Sample& sample, Random& random,
                             const std::string& path) {
  verify::Table table = sample.table;
  uint8_t& value = random.OneOf(random.OneOf(table.payloads));
  value = value == 0 ? 2 : 0;
  fs::remove(path);  // It is a link to the right one.
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

Outcome ReplaceTable(const Workplace& workplace, const Sample& sample,
                     Random& random) {
  const OutFolder out(workplace, sample);
  const absl::Status status =
      WriteOtherTable(sample, random, out.Path("solver_a.table"));
  if (!status.ok()) return Missed(std::string(status.message()));
  fs::copy_file(sample.manifest_path, out.Path("manifest.textproto"));
  if (out.PipelineAccepts()) return Missed(sample.name() + " (the pipeline)");
  if (out.ReportsAccept()) return Missed(sample.name() + " (the reports)");
  return Caught();
}

// Anywhere before the checks that were made, with which it ends.
std::string CutShort(const std::string& manifest, Random& random) {
  return manifest.substr(0, random.Below(manifest.find("\nchecks {")));
}

}  // namespace

std::vector<Kind> ManifestFaults(const Workplace& workplace,
                                 const Samples& samples) {
  std::vector<Kind> kinds;
  const auto add = [&](const char* name, const char* judge, auto plant) {
    kinds.push_back({.place = "manifest",
                     .name = name,
                     .judge = judge,
                     .share = 70,
                     .plant = [&samples, plant](Random& random, uint32_t) {
                       return plant(AnySample(samples, random), random);
                     }});
  };
  const auto add_spoilt = [&](const char* name, const char* judge_name,
                              Judge judge, Spoil spoil) {
    add(name, judge_name,
        [&workplace, judge, spoil](const Sample& sample, Random& random) {
          Manifest manifest;
          google::protobuf::TextFormat::ParseFromString(
              ReadBytes(sample.manifest_path), &manifest);
          spoil(random, manifest);
          return judge(workplace, sample, TextOf(manifest));
        });
  };
  for (const auto& [name, spoil] : {
           std::pair<const char*, Spoil>("another digest of a section",
                                         WrongSectionDigest),
           {"a section with another name or size", WrongSectionHeader},
           {"a section left out", LeaveOutSection},
           {"sections out of order", SwapSections},
           {"other rules", OtherRules},
       }) {
    add_spoilt(name, "pipeline and reports", ByPipelineAndReports, spoil);
  }
  add("a wrong table in place of the accepted one", "pipeline and reports",
      [&workplace](const Sample& sample, Random& random) {
        return ReplaceTable(workplace, sample, random);
      });
  add_spoilt("another digest of the table", "pipeline", ByPipeline,
             WrongDigest);
  add_spoilt("a variant left out", "pipeline", ByPipeline, LeaveOutVariant);
  add("cut short", "pipeline",
      [&workplace](const Sample& sample, Random& random) {
        return ByPipeline(workplace, sample,
                          CutShort(ReadBytes(sample.manifest_path), random));
      });
  add_spoilt("a wrong count", "verify, run again", ByVerifyingAgain,
             WrongCount);
  add_spoilt("a wrong value of a variant", "verify, run again",
             ByVerifyingAgain, WrongVariant);
  return kinds;
}

}  // namespace teeko::faults
