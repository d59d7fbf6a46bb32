// The findings about one game as a chapter to read, with boards (Markdown).

#ifndef TEEKO_STUDIES_EXTRA_RULES_CHAPTER_H_
#define TEEKO_STUDIES_EXTRA_RULES_CHAPTER_H_

#include <string>

#include "proto/extra_rules.pb.h"
#include "studies/placements/board.h"

namespace teeko::extra_rules {

std::string Chapter(const Board& board, const ExtraRules& findings);

}  // namespace teeko::extra_rules

#endif  // TEEKO_STUDIES_EXTRA_RULES_CHAPTER_H_
