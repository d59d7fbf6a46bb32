// Chooses the problems of a book, and prints it.

#ifndef TEEKO_REPORTS_COMPOSE_BOOK_H_
#define TEEKO_REPORTS_COMPOSE_BOOK_H_

#include <string>
#include <vector>

#include "corpus/notation.h"
#include "reports/game.h"
#include "reports/longest/section_values.h"

namespace teeko::reports {

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
std::vector<corpus::Item> ComposeProblems(const Game& game,
                                          const SectionValues& placements);

// The book in Scarne's form, the criteria at its head.
std::string BookText(const Game& game,
                     const std::vector<corpus::Item>& problems);

}  // namespace teeko::reports

#endif  // TEEKO_REPORTS_COMPOSE_BOOK_H_
