// Chooses the problems of a book, and prints it.

#ifndef TEEKO_STUDIES_COMPOSE_BOOK_H_
#define TEEKO_STUDIES_COMPOSE_BOOK_H_

#include <string>
#include <vector>

#include "game/game.h"
#include "game/notation.h"
#include "proto/section_values.h"

namespace teeko::studies {

// A book has so many problems of each of these lengths, in plies.
inline constexpr int kShortest = 5;
inline constexpr int kLongest = 23;
inline constexpr int kOfEachLength = 5;

// How problems are chosen, for people; lines of at most 77 columns.
extern const char kCriteria[];

// The problems, the shortest first, each with a line of its solution; fewer
// than the book has room for if there are not enough.  The same for any number
// of threads; runs on oneTBB threads.  `placements` are the values of the
// section with all pieces placed.
std::vector<Item> ComposeProblems(const Game& game,
                                  const SectionValues& placements);

// The book in Scarne's form, the criteria at its head.
std::string BookText(const Game& game, const std::vector<Item>& problems);

}  // namespace teeko::studies

#endif  // TEEKO_STUDIES_COMPOSE_BOOK_H_
