// Prints the digests of sections in a GoldenDigests file as JSON, for the page.

#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

#include "base/program.h"
#include "base/status.h"
#include "proto/message_file.h"
#include "teeko/verify/golden_digests.pb.h"

namespace teeko {
namespace {

constexpr char kUsage[] =
    R"(Prints golden digests (verify/golden_digests.proto) as JSON.  Leaves out
tables without digests of sections, because the page compares sections.

  digests_json FILE
)";

absl::Status Run(const std::vector<std::string>& files) {
  if (files.size() != 1) {
    return base::Invalid(
        "arguments: expected one FILE with digests; see --help");
  }
  verify::GoldenDigests digests;
  RETURN_IF_ERROR(proto::ReadTextProto(files[0], digests));
  google::protobuf::RepeatedPtrField<Manifest>& tables =
      *digests.mutable_tables();
  tables.erase(std::remove_if(tables.begin(), tables.end(),
                              [](const Manifest& table) {
                                return table.sections().empty();
                              }),
               tables.end());
  ASSIGN_OR_RETURN(const std::string json, proto::JsonText(digests));
  std::cout << json;
  return absl::OkStatus();
}

}  // namespace
}  // namespace teeko

int main(int argc, char** argv) {
  return teeko::base::ProgramMain(argc, argv, teeko::kUsage, teeko::Run);
}
