// The release.

#ifndef TEEKO_STAGE_VERSION_H_
#define TEEKO_STAGE_VERSION_H_

namespace teeko {

// "0.1.0", as in version.bzl.
extern const char kVersion[];

}  // namespace teeko

#endif  // TEEKO_STAGE_VERSION_H_
