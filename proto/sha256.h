// SHA-256 digests of 32 bytes.

#ifndef TEEKO_PROTO_SHA256_H_
#define TEEKO_PROTO_SHA256_H_

#include <openssl/sha.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "absl/strings/string_view.h"

namespace teeko::proto {

// This file uses OpenSSL's deprecated interface on purpose.  The shared
// libraries of //bindings/c contain a copy of OpenSSL.  The newer interface
// would add all algorithms of OpenSSL, a configuration file and global state.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

// Computes the digest of bytes that are added one after another.
class Sha256Stream {
 public:
  Sha256Stream() { SHA256_Init(&context_); }

  void Add(const void* data, size_t bytes) {
    SHA256_Update(&context_, data, bytes);
  }

  // Returns the digest of all added bytes.  Nothing can be added afterwards.
  std::string Digest() {
    std::string digest(SHA256_DIGEST_LENGTH, '\0');
    SHA256_Final(reinterpret_cast<uint8_t*>(digest.data()), &context_);
    return digest;
  }

 private:
  SHA256_CTX context_;
};

#pragma GCC diagnostic pop

inline std::string Sha256(absl::string_view bytes) {
  Sha256Stream stream;
  stream.Add(bytes.data(), bytes.size());
  return stream.Digest();
}

// Returns the first eight bytes of the digest as a little-endian number.
inline uint64_t ShortSha256(absl::string_view bytes) {
  uint64_t checksum;
  std::memcpy(&checksum, Sha256(bytes).data(), sizeof(checksum));
  return checksum;
}

}  // namespace teeko::proto

#endif  // TEEKO_PROTO_SHA256_H_
