// SHA-256, as files have it: 32 bytes.

#ifndef TEEKO_PROTO_SHA256_H_
#define TEEKO_PROTO_SHA256_H_

#include <openssl/evp.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>

#include "absl/strings/string_view.h"

namespace teeko {

// Of bytes that come one after another.
class Sha256Stream {
 public:
  Sha256Stream() { EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr); }

  void Add(const void* data, size_t bytes) {
    EVP_DigestUpdate(context_.get(), data, bytes);
  }

  // Of all that was added; nothing can be added after.
  std::string Digest() {
    std::string digest(EVP_MD_size(EVP_sha256()), '\0');
    EVP_DigestFinal_ex(context_.get(),
                       reinterpret_cast<uint8_t*>(digest.data()), nullptr);
    return digest;
  }

 private:
  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context_{
      EVP_MD_CTX_new(), EVP_MD_CTX_free};
};

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

}  // namespace teeko

#endif  // TEEKO_PROTO_SHA256_H_
