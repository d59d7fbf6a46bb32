// The version of the release.

#ifndef TEEKO_BASE_VERSION_H_
#define TEEKO_BASE_VERSION_H_

namespace teeko::base {

// The version that version.bzl states, such as "0.1.0".
extern const char kVersion[];

}  // namespace teeko::base

#endif  // TEEKO_BASE_VERSION_H_
