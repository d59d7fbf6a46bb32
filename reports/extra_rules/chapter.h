// The findings about one game as a chapter to read, with boards (Markdown).

#ifndef TEEKO_REPORTS_EXTRA_RULES_CHAPTER_H_
#define TEEKO_REPORTS_EXTRA_RULES_CHAPTER_H_

#include <string>

#include "proto/extra_rules.pb.h"
#include "reports/extra_rules/board.h"

namespace teeko::extra_rules {

std::string Chapter(const Board& board, const ExtraRules& findings);

}  // namespace teeko::extra_rules

#endif  // TEEKO_REPORTS_EXTRA_RULES_CHAPTER_H_
