// Golden digests for the page: prints a GoldenDigests file as JSON.

#include <cstdio>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "proto/golden_digests.pb.h"
#include "proto/message_file.h"
#include "stage/stage.h"

namespace teeko {
namespace {

constexpr char kUsage[] =
    R"(Prints golden digests (proto/golden_digests.proto) as JSON.

  digests_json FILE
)";

absl::Status Run(const std::vector<std::string>& files) {
  if (files.size() != 1) {
    return absl::InvalidArgumentError("one file with digests is needed");
  }
  GoldenDigests digests;
  const absl::Status status = ReadTextProto(files[0], digests);
  if (!status.ok()) return status;
  const absl::StatusOr<std::string> json = JsonText(digests);
  if (!json.ok()) return json.status();
  std::fputs(json->c_str(), stdout);
  return absl::OkStatus();
}

}  // namespace
}  // namespace teeko

int main(int argc, char** argv) {
  return teeko::StageMain(argc, argv, teeko::kUsage, teeko::Run);
}
