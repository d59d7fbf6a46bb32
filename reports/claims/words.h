// How the claims report words numbers and values.

#ifndef TEEKO_REPORTS_CLAIMS_WORDS_H_
#define TEEKO_REPORTS_CLAIMS_WORDS_H_

#include <string>

#include "proto/results.pb.h"

namespace teeko::reports {

// "draw" or "Black in 13".
std::string OutcomeText(const VariantResult& variant);

// "advanced_diamonds" → "Advanced diamonds".
std::string RulesTitle(const std::string& name);

}  // namespace teeko::reports

#endif  // TEEKO_REPORTS_CLAIMS_WORDS_H_
