#include "base/version.h"

namespace teeko::base {

const char kVersion[] = TEEKO_VERSION;

}  // namespace teeko::base
