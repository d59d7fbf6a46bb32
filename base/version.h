// The version of the release.

#ifndef TEEKO_BASE_VERSION_H_
#define TEEKO_BASE_VERSION_H_

namespace teeko::base {

// "0.1.0", as in version.bzl.
extern const char kVersion[];

}  // namespace teeko::base

#endif  // TEEKO_BASE_VERSION_H_
