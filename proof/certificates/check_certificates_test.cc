// Runs check_certificates like the pipeline.

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "proto/message_file.h"
#include "teeko/proof/certificates/checked.pb.h"
#include "teeko/proto/manifest.pb.h"

namespace teeko::proof {
namespace {

namespace fs = std::filesystem;

constexpr char kFiles[] = "proof/certificates/files";

class Certificates : public testing::Test {
 protected:
  void SetUp() override {
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "files");
    for (const char* const name :
         {"advanced_SSSS.txt", "advanced_SSSS-not-sooner.txt",
          "advanced_SSSS-ban.txt", "standard_SSSS.txt"}) {
      fs::copy_file(fs::path(kFiles) / name, folder_ / "files" / name);
    }
    ASSERT_TRUE(
        proto::ParseTextProto(R"pb(
                                rules {
                                  name: "advanced"
                                  rows: 5
                                  columns: 5
                                  pieces: 4
                                  goals { line { length: 4 } }
                                  goals { square { side: 1 } }
                                  goals { square { side: 2 } }
                                  goals { square { side: 3 } }
                                  goals { square { side: 4 } }
                                  styles: "SSSS"
                                  banned_first_drops: 13
                                }
                                variants {
                                  style: "SSSS"
                                  value { winner: BLACK plies: 13 }
                                }
                                variants { style: "SSSS" centre_ban: true }
                              )pb",
                              "manifest", manifest_)
            .ok());
  }

  // Returns the exit status: 0 if all certificates are accepted.
  int Run(const std::string& check = "/bin/true",
          const std::string& files = "files") {
    EXPECT_TRUE(
        proto::WriteTextProto((folder_ / "manifest").string(), manifest_).ok());
    const std::string command = absl::StrCat(
        "proof/certificates/check_certificates --manifest=", folder_.string(),
        "/manifest --check=", check, " --certificates=", folder_.string(), "/",
        files, " --json=", folder_.string(),
        "/json --report=", folder_.string(), "/report 2>", folder_.string(),
        "/log");
    return WEXITSTATUS(std::system(command.c_str()));
  }

  std::string Text(const std::string& name) const {
    std::stringstream text;
    text << std::ifstream(folder_ / name).rdbuf();
    return text.str();
  }

  const fs::path folder_ = fs::path(testing::TempDir()) / "certificates";
  Manifest manifest_;
};

TEST_F(Certificates, AreListedIfAccepted) {
  fs::remove(folder_ / "files/advanced_SSSS-not-sooner.txt");
  ASSERT_EQ(Run("proof/check/check"), 0) << Text("log");
  CertificatesChecked checked;
  ASSERT_TRUE(proto::ReadJson((folder_ / "json").string(), checked).ok());
  EXPECT_EQ(checked.rules(), "advanced");
  ASSERT_EQ(checked.certificates_size(), 2);
  const CheckedCertificate& banned = checked.certificates(0);
  const CheckedCertificate& won = checked.certificates(1);
  EXPECT_EQ(banned.file(), "advanced_SSSS-ban.txt");
  EXPECT_EQ(won.file(), "advanced_SSSS.txt");
  EXPECT_EQ(banned.proved_size(), 2);
  ASSERT_EQ(won.proved_size(), 1);
  EXPECT_EQ(won.proved(0),
            "SSSS: Black, who moves first, can win within 13 plies");
  EXPECT_TRUE(banned.accepted() && won.accepted());
  const std::string command =
      absl::StrCat("echo ", won.sha256(), " ", folder_.string(),
                   "/files/advanced_SSSS.txt | sha256sum -c --quiet");
  EXPECT_EQ(std::system(command.c_str()), 0);
  EXPECT_TRUE(absl::StrContains(Text("report"), "name: \"check\""));
}

TEST_F(Certificates, AreNamedIfTheCheckerRefusesThem) {
  const std::string path = (folder_ / "files/advanced_SSSS.txt").string();
  std::string text = Text("files/advanced_SSSS.txt");
  text.replace(text.find("within 13"), 9, "within 11");
  std::ofstream(path) << text;
  EXPECT_EQ(Run("proof/check/check"), 1);
  EXPECT_TRUE(absl::StrContains(Text("log"),
                                absl::StrCat("error: ", path, ": line 8: ")))
      << Text("log");
  EXPECT_FALSE(fs::exists(folder_ / "json"));
}

TEST_F(Certificates, GivenByNameMustBelongToTheGame) {
  EXPECT_EQ(Run("proof/check/check", "files/advanced_SSSS.txt"), 0);
  EXPECT_TRUE(absl::StrContains(Text("json"), "\"advanced_SSSS.txt\""))
      << Text("json");
  fs::remove(folder_ / "json");
  EXPECT_EQ(Run("/bin/true", "files/standard_SSSS.txt"), 1);
  EXPECT_TRUE(absl::StrContains(
      Text("log"),
      "standard_SSSS.txt: line 6: expected \"goals: line 4 and square 1 and "
      "square 2 and square 3 and square 4\", as in the manifest's game, got "
      "\"goals: line 4 and square 1\""))
      << Text("log");
  fs::copy_file(fs::path(kFiles) / "knight/advanced_knight_SSSS.txt",
                folder_ / "knight.txt");
  EXPECT_EQ(Run("/bin/true", "knight.txt"), 1);
  EXPECT_TRUE(absl::StrContains(Text("log"),
                                "knight.txt: line 5: expected \"pieces: 4\", "
                                "as in the manifest's game, got \"moves: "
                                "knight\""))
      << Text("log");
  EXPECT_FALSE(fs::exists(folder_ / "json"));
}

TEST_F(Certificates, AreCheckedWithAnyFileName) {
  const fs::path good = folder_ / "files/advanced_SSSS.txt";
  std::string text = Text("files/advanced_SSSS.txt");
  text.replace(text.find("within 13"), 9, "within 11");
  std::ofstream(good.string() + "';'bad.txt") << text;
  EXPECT_EQ(Run("proof/check/check"), 1);
  EXPECT_TRUE(absl::StrContains(Text("log"), "';'bad.txt: line 8: "))
      << Text("log");
}

TEST_F(Certificates, MustNotContradictTheManifest) {
  VariantValue& plain = *manifest_.mutable_variants(0);
  VariantValue& banned = *manifest_.mutable_variants(1);
  const VariantValue right_plain = plain;
  const VariantValue right_banned = banned;
  const auto agrees = [&](VariantValue& variant, const char* value) {
    plain = right_plain;
    banned = right_banned;
    EXPECT_TRUE(
        proto::ParseTextProto(value, "value", *variant.mutable_value()).ok());
    return Run() == 0;
  };
  EXPECT_TRUE(agrees(plain, "winner: BLACK plies: 13"));
  EXPECT_FALSE(agrees(plain, "winner: BLACK plies: 12"));
  EXPECT_FALSE(agrees(plain, "winner: BLACK plies: 14"));
  EXPECT_FALSE(agrees(plain, "winner: RED plies: 12"));
  EXPECT_FALSE(agrees(plain, ""));
  EXPECT_TRUE(absl::StrContains(
      Text("log"),
      "advanced_SSSS.txt: proves \"SSSS black: win within 13 plies\""))
      << Text("log");
  EXPECT_TRUE(agrees(banned, ""));
  EXPECT_FALSE(agrees(banned, "winner: BLACK plies: 99"));
  EXPECT_FALSE(agrees(banned, "winner: RED plies: 99"));
  // A ban of another square is another variant, which the manifest does not
  // have.
  manifest_.mutable_rules()->set_banned_first_drops(0, 12);
  EXPECT_TRUE(agrees(banned, "winner: RED plies: 99"));
}

TEST_F(Certificates, MayHaveAnyLineEndsAndAByteOrderMark) {
  const std::string text = Text("files/advanced_SSSS.txt");
  for (const std::string end : {"\r", "\r\n"}) {
    std::ofstream(folder_ / "files/advanced_SSSS.txt", std::ios::binary)
        << "\xEF\xBB\xBF" << absl::StrReplaceAll(text, {{"\n", end}});
    manifest_.mutable_variants(0)->mutable_value()->set_plies(13);
    EXPECT_EQ(Run("proof/check/check"), 0) << Text("log");
    CertificatesChecked checked;
    ASSERT_TRUE(proto::ReadJson((folder_ / "json").string(), checked).ok());
    EXPECT_EQ(checked.certificates_size(), 3);
    // The claims of this file are compared with the manifest, too.
    manifest_.mutable_variants(0)->mutable_value()->set_plies(14);
    EXPECT_EQ(Run("proof/check/check"), 1);
  }
}

TEST_F(Certificates, OfOtherGamesAreSkipped) {
  manifest_.mutable_rules()->set_edges(Rules::WRAPPED);
  ASSERT_EQ(Run("/bin/false"), 0) << Text("log");
  CertificatesChecked checked;
  ASSERT_TRUE(proto::ReadJson((folder_ / "json").string(), checked).ok());
  EXPECT_EQ(checked.certificates_size(), 0);
}

TEST_F(Certificates, MustExist) {
  EXPECT_EQ(Run("/bin/true", "none"), 1);
  EXPECT_EQ(Run("/no/such/program"), 1);
  EXPECT_EQ(Run(""), 1);
}

}  // namespace
}  // namespace teeko::proof
