#include "stage/version.h"

namespace teeko {

const char kVersion[] = TEEKO_VERSION;

}  // namespace teeko
