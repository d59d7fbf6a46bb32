#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "corpus/claims.pb.h"
#include "google/protobuf/text_format.h"

namespace teeko {
namespace {

TEST(Claims, AreCompleteAndInOrder) {
  std::ifstream file("corpus/claims.textproto");
  Claims claims;
  ASSERT_TRUE(google::protobuf::TextFormat::ParseFromString(
      std::string(std::istreambuf_iterator<char>(file), {}), &claims));
  ASSERT_EQ(claims.claims_size(), 11);
  for (int i = 0; i < claims.claims_size(); ++i) {
    const Claim& claim = claims.claims(i);
    EXPECT_EQ(claim.id(), "C" + std::to_string(i + 1));
    EXPECT_NE(claim.text(), "") << claim.id();
    EXPECT_NE(claim.source(), "") << claim.id();
    EXPECT_NE(claim.check(), "") << claim.id();
    EXPECT_GT(claim.commands_size(), 0) << claim.id();
  }
}

}  // namespace
}  // namespace teeko
