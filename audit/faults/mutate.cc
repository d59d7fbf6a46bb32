// Makes a copy of one source file of a solver in which mutations sleep: each
// right expression becomes
//
//     (::teeko::faults::Planted("its name") ? (wrong) : (right))
//
//   mutate MUTATIONS SOURCE COPY     the copy goes to stdout; COPY is its path

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "google/protobuf/text_format.h"
#include "proto/faults.pb.h"

namespace teeko::faults {
namespace {

std::string ReadFile(const std::string& path) {
  std::ifstream file(path);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

// Where `right` is; an error if it is nowhere or in two places.
absl::StatusOr<size_t> Find(const std::string& text, const Mutation& mutation) {
  const size_t at = text.find(mutation.right());
  if (at == std::string::npos) {
    return absl::NotFoundError(absl::StrCat(mutation.file(), " has no \"",
                                            mutation.right(), "\" to change"));
  }
  if (text.find(mutation.right(), at + 1) != std::string::npos) {
    return absl::InvalidArgumentError(
        absl::StrCat(mutation.file(), " has \"", mutation.right(), "\" twice"));
  }
  return at;
}

absl::StatusOr<std::string> Mutate(const std::string& text,
                                   const Mutations& mutations,
                                   const std::string& file) {
  std::vector<std::pair<size_t, const Mutation*>> places;
  for (const Mutation& mutation : mutations.mutations()) {
    if (mutation.file() != file) continue;
    const absl::StatusOr<size_t> at = Find(text, mutation);
    if (!at.ok()) return at.status();
    places.emplace_back(*at, &mutation);
  }
  std::sort(places.begin(), places.end());
  std::string copy = "#include \"audit/faults/planted.h\"\n";
  size_t done = 0;
  for (const auto& [at, mutation] : places) {
    if (at < done) {
      return absl::InvalidArgumentError(absl::StrCat(
          file, ": \"", mutation->name(), "\" overlaps another mutation"));
    }
    absl::StrAppend(&copy, text.substr(done, at - done),
                    "(::teeko::faults::Planted(\"", mutation->name(), "\") ? (",
                    mutation->wrong(), ") : (", mutation->right(), "))");
    done = at + mutation->right().size();
  }
  return copy + text.substr(done);
}

absl::StatusOr<std::string> Run(const std::vector<std::string>& arguments) {
  if (arguments.size() != 3) {
    return absl::InvalidArgumentError("usage: mutate MUTATIONS SOURCE COPY");
  }
  Mutations mutations;
  if (!google::protobuf::TextFormat::ParseFromString(ReadFile(arguments[0]),
                                                     &mutations)) {
    return absl::InvalidArgumentError(
        absl::StrCat(arguments[0], " does not parse"));
  }
  const std::string& source = arguments[1];
  absl::StatusOr<std::string> copy =
      Mutate(ReadFile(source), mutations,
             std::filesystem::path(source).filename().string());
  if (!copy.ok()) return copy;
  // A file that is compiled once for each SIMD target includes itself: the copy
  // shall include the copy.
  return absl::StrReplaceAll(*copy, {{absl::StrCat("\"", source, "\""),
                                      absl::StrCat("\"", arguments[2], "\"")}});
}

}  // namespace
}  // namespace teeko::faults

int main(int argc, char** argv) {
  const absl::StatusOr<std::string> copy =
      teeko::faults::Run({argv + 1, argv + argc});
  if (!copy.ok()) {
    std::cerr << "error: " << copy.status().message() << "\n";
    return 1;
  }
  std::cout << *copy;
}
