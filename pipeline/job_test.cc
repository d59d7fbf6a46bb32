#include "pipeline/job.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace teeko::pipeline {
namespace {

namespace fs = std::filesystem;

class Stamp : public testing::Test {
 protected:
  void SetUp() override {
    fs::remove_all(folder_);
    fs::create_directory(folder_);
    Write("in", "abc");
    Write("out", "");
  }

  std::string Path(const std::string& name) const {
    return (folder_ / name).string();
  }
  void Write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
  }
  absl::Status Check() const {
    Stage stage;
    stage.set_name("stamp");
    stage.add_outputs()->set_path("out");
    return CheckStamp({.stage = stage, .inputs = in_, .folder = folder_});
  }

  const fs::path folder_ = fs::path(testing::TempDir()) / "stamp";
  const std::vector<fs::path> in_ = {folder_ / "in"};
  const std::vector<fs::path> out_ = {folder_ / "out"};
};

TEST_F(Stamp, IsAcceptedBySha256sum) {
  const auto stamp = StampOf(in_, out_);
  ASSERT_TRUE(stamp.ok()) << stamp.status();
  EXPECT_EQ(
      *stamp,
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  in\n"
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  "
      "out\n");
  Write("stamp.sha256", *stamp);
  const std::string command =
      "cd '" + folder_.string() + "' && sha256sum --quiet -c stamp.sha256";
  EXPECT_EQ(std::system(command.c_str()), 0);
}

TEST_F(Stamp, ListsTheFilesOfAFolderSortedByName) {
  fs::create_directories(folder_ / "many/deeper");
  for (const char* const name : {"b", "a", "c", "deeper/d"}) {
    Write(std::string("many/") + name, name);
  }
  const auto stamp = StampOf({folder_ / "in", folder_ / "many"}, {});
  ASSERT_TRUE(stamp.ok()) << stamp.status();
  std::string names;
  for (const absl::string_view line : absl::StrSplit(*stamp, '\n')) {
    absl::StrAppend(&names, absl::ClippedSubstr(line, 66), ";");
  }
  EXPECT_EQ(names, "in;many/a;many/b;many/c;many/deeper/d;;");
}

TEST_F(Stamp, CoversEveryByteOfALongFile) {
  std::string text(3'000'000, 'x');
  for (const size_t at : {size_t{0}, text.size() / 2, text.size() - 1}) {
    Write("in", text);
    const auto before = StampOf(in_, {});
    text[at] = 'y';
    Write("in", text);
    EXPECT_NE(*StampOf(in_, {}), *before) << at;
  }
}

TEST_F(Stamp, ErrorsNameTheFileThatHasChanged) {
  Write("stamp.sha256", *StampOf(in_, out_));
  EXPECT_TRUE(Check().ok());
  Write("out", "x");
  EXPECT_EQ(Check(), absl::FailedPreconditionError("out has changed"));
  Write("in", "x");
  EXPECT_EQ(Check(), absl::FailedPreconditionError("in has changed"));
  Write("stamp.sha256", *StampOf(in_, out_) + "more\n");
  EXPECT_EQ(Check(), absl::FailedPreconditionError(Path("stamp.sha256") +
                                                   " has changed"));
}

TEST_F(Stamp, IsNotFoundIfAFileIsMissing) {
  EXPECT_TRUE(absl::IsNotFound(Check())) << Check();
  Write("stamp.sha256", *StampOf(in_, out_));
  fs::remove(Path("out"));
  EXPECT_TRUE(absl::IsNotFound(Check())) << Check();
}

TEST_F(Stamp, OfAFolderSkipsPipesAndBrokenLinks) {
  const std::string before = *StampOf({folder_}, {});
  fs::create_symlink("loop", Path("loop"));
  ASSERT_EQ(mkfifo(Path("pipe").c_str(), 0666), 0);
  EXPECT_EQ(*StampOf({folder_}, {}), before);
}

TEST_F(Stamp, IsRefusedAtOnceIfItIsAPipe) {
  ASSERT_EQ(mkfifo(Path("stamp.sha256").c_str(), 0666), 0);
  EXPECT_TRUE(absl::IsFailedPrecondition(Check())) << Check();
}

TEST_F(Stamp, OutputsMustBeRegularFilesInputsMayBeLinks) {
  fs::rename(Path("out"), Path("elsewhere"));
  fs::create_symlink(Path("elsewhere"), Path("out"));
  EXPECT_FALSE(StampOf({}, out_).ok());
  EXPECT_TRUE(StampOf(out_, {}).ok());
  fs::remove(Path("out"));
  fs::create_directory(Path("out"));
  EXPECT_TRUE(absl::IsFailedPrecondition(StampOf({}, out_).status()));
  fs::remove(Path("out"));
  ASSERT_EQ(mkfifo(Path("out").c_str(), 0666), 0);
  EXPECT_TRUE(absl::IsFailedPrecondition(StampOf({}, out_).status()));
}

}  // namespace
}  // namespace teeko::pipeline
