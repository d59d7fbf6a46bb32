// Temporary files for fuzz targets whose readers need a file.

#ifndef TEEKO_THIRD_PARTY_LIBFUZZER_SCRATCH_FILE_H_
#define TEEKO_THIRD_PARTY_LIBFUZZER_SCRATCH_FILE_H_

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace teeko {

// Returns a temporary directory of this process.  The directory is in memory if
// possible, because disks are ten times slower.  The process removes it at its
// end, unless it crashes.
inline const std::filesystem::path& ScratchFolder() {
  struct Folder {
    Folder() {
      const std::filesystem::path memory = "/dev/shm";
      std::string name =
          (exists(memory) ? memory : std::filesystem::temp_directory_path()) /
          "libfuzzer.XXXXXX";
      if (mkdtemp(name.data()) == nullptr) std::abort();
      path = name;
    }
    ~Folder() { std::filesystem::remove_all(path); }
    std::filesystem::path path;
  };
  static const Folder folder;
  return folder.path;
}

// Writes a file with these bytes in ScratchFolder(), and returns its path.
inline std::string ScratchFile(const std::string& name,
                               std::string_view bytes) {
  const std::filesystem::path path = ScratchFolder() / name;
  std::ofstream(path, std::ios::binary) << bytes;
  return path;
}

}  // namespace teeko

#endif  // TEEKO_THIRD_PARTY_LIBFUZZER_SCRATCH_FILE_H_
