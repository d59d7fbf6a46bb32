// SHA-256, as files have it: 32 bytes.

#ifndef TEEKO_PROTO_SHA256_H_
#define TEEKO_PROTO_SHA256_H_

#include <openssl/sha.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "absl/strings/string_view.h"

namespace teeko::proto {

// OpenSSL's newer interface would bring all of its algorithms, a configuration
// file and global state into a library that has a copy of it
// (bindings/c/BUILD).
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

// Of bytes that come one after another.
class Sha256Stream {
 public:
  Sha256Stream() { SHA256_Init(&context_); }

  void Add(const void* data, size_t bytes) {
    SHA256_Update(&context_, data, bytes);
  }

  // Of all that was added; nothing can be added after.
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

// Its first eight bytes, as a number.
inline uint64_t ShortSha256(absl::string_view bytes) {
  uint64_t checksum;
  std::memcpy(&checksum, Sha256(bytes).data(), sizeof(checksum));
  return checksum;
}

}  // namespace teeko::proto

#endif  // TEEKO_PROTO_SHA256_H_
