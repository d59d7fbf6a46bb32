#include "verify/certificates/restricted_game.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "verify/order.h"

namespace teeko::verify {

using kernel::Set;

RestrictedGame::RestrictedGame(const kernel::Game& game,
                               const Formations& formations, const Aim& aim,
                               absl::FunctionRef<kernel::Value(int, int)> value)
    : game_(game),
      formations_(formations),
      aim_(aim),
      drop_order_(game.squares) {
  levels_ = 1;
  for (const bool black : {true, false}) {
    levels_ = std::max(levels_, Level({.style = "", .black = black}) + 1);
  }
  const size_t orbits = formations.orbits.size();
  const size_t rows = formations.size();
  while (64 * 64 * block_ < rows) block_ += 4;
  const size_t row_words = (rows + 64 * block_ - 1) / (64 * block_) * block_;
  successes_ = Rows(levels_ * rows, row_words);
  answers_ = Rows(levels_ * orbits, row_words);
  queued_blocks_.resize(levels_ * orbits);
  orbit_.assign(formations.size(), kNotFirst);
  for (size_t i = 0; i < orbits; ++i) {
    orbit_[formations.orbits[i].front()] = static_cast<int>(i);
  }
  for (int f = 0; f < formations.size(); ++f) {
    allowed_.push_back(!formations.is_goal[f]);
    CountParts(formations.sets[f], 1);
    if (orbit_[f] == kNotFirst) continue;
    for (int sceptic = 0; sceptic < formations.size(); ++sceptic) {
      if (formations.is_goal[sceptic] || formations.Overlap(f, sceptic)) {
        continue;
      }
      const kernel::Value v =
          formations.is_goal[f] ? kernel::kDraw : value(sceptic, f);
      for (int level = 0; level < levels_; ++level) {
        if (!formations.is_goal[f] && !SucceedsWithin(level, v)) continue;
        for (const std::vector<int>& images : formations.images) {
          successes_[RowOf(level, images[f])][images[sceptic] / 64] |=
              Word{1} << images[sceptic] % 64;
        }
      }
    }
  }
  for (int level = 0; level < levels_; ++level) {
    for (size_t i = 0; i < orbits; ++i) {
      if (!allowed_[formations.orbits[i].front()]) continue;
      FindAnswers(level, i, ~Blocks{0}, answers_[AnswerRow(level, i)]);
    }
  }
  std::iota(drop_order_.begin(), drop_order_.end(), 0);
  std::ranges::stable_sort(drop_order_, {}, [&](int square) {
    return -std::popcount(game.neighbours[square]);
  });
}

// Whether the Prover attains the aim within so many rounds from a placement of
// this value, with the Sceptic to move.
bool RestrictedGame::SucceedsWithin(int rounds, kernel::Value value) const {
  const int plies = value - 1;
  const bool sceptic_wins = plies % 2 == 1;
  if (aim_.plies == Aim::kForever) return !sceptic_wins;
  if (!aim_.is_win) return !sceptic_wins || plies > 2 * rounds;
  return value != kernel::kDraw && !sceptic_wins && plies <= 2 * rounds;
}

absl::Span<RestrictedGame::Word> RestrictedGame::Rows::Change(size_t row) {
  const absl::Span<Word> now = (*this)[row];
  if (!is_saved[row]) {
    is_saved[row] = true;
    saved.push_back(row);
    saved_words.insert(saved_words.end(), now.begin(), now.end());
  }
  return now;
}

void RestrictedGame::Rows::Keep() {
  for (const size_t row : saved) is_saved[row] = false;
  saved.clear();
  saved_words.clear();
}

void RestrictedGame::Rows::Undo() {
  for (size_t i = 0; i < saved.size(); ++i) {
    std::copy_n(saved_words.begin() + i * row_words, row_words,
                words.begin() + saved[i] * row_words);
  }
  Keep();
}

// Finds some blocks of a row of answers.
void RestrictedGame::FindAnswers(int level, int orbit, Blocks blocks,
                                 absl::Span<Word> answers) {
  const int formation = formations_.orbits[orbit].front();
  for (size_t start = 0; start < answers.size();
       start += block_, blocks >>= 1) {
    if ((blocks & 1) == 0) continue;
    const absl::Span<Word> block = answers.subspan(start, block_);
    std::fill(block.begin(), block.end(), 0);
    for (const int f : formations_.moves[formation]) {
      if (!allowed_[f] && !formations_.is_goal[f]) continue;
      const Word* const successes = &successes_[RowOf(level, f)][start];
      for (size_t i = 0; i < block_; i += 4) {
        for (size_t j = i; j < i + 4; ++j) block[j] |= successes[j];
      }
    }
    ++work_;
  }
}

void RestrictedGame::Enqueue(int level, int formation, Blocks blocks) {
  if (!allowed_[formation] || orbit_[formation] == kNotFirst) return;
  const size_t row = AnswerRow(level, orbit_[formation]);
  if (queued_blocks_[row] == 0) queue_.push_back(row);
  queued_blocks_[row] |= blocks;
}

bool RestrictedGame::Remove(absl::Span<const int> formations,
                            int64_t most_work) {
  for (const int f : formations) {
    if (!allowed_[f]) continue;
    allowed_[f] = false;
    removed_.push_back(f);
    CountParts(formations_.sets[f], -1);
    for (int level = 0; level < levels_; ++level) {
      const absl::Span<Word> row = successes_.Change(RowOf(level, f));
      std::fill(row.begin(), row.end(), 0);
      for (const int g : formations_.moves[f]) Enqueue(level, g, ~Blocks{0});
    }
  }
  return Propagate(most_work);
}

bool RestrictedGame::Propagate(int64_t most_work) {
  const int64_t last_work = work_ + most_work;
  std::vector<Word> now(answers_.row_words);
  for (size_t next = 0; next < queue_.size(); ++next) {
    const size_t row = queue_[next];
    const Blocks blocks = std::exchange(queued_blocks_[row], 0);
    const int level = row / formations_.orbits.size();
    const int orbit = row % formations_.orbits.size();
    const int f = formations_.orbits[orbit].front();
    if (!allowed_[f] || work_ > last_work) continue;
    const absl::Span<Word> answers = answers_[row];
    std::copy(answers.begin(), answers.end(), now.begin());
    FindAnswers(level, orbit, blocks, absl::MakeSpan(now));
    if (std::equal(now.begin(), now.end(), answers.begin())) continue;
    answers_.Change(row);
    for (size_t i = 0; i < now.size(); ++i) {
      const Word lost = answers[i] & ~now[i];
      answers[i] = now[i];
      now[i] = lost;
    }
    const int success_level = aim_.plies == Aim::kForever ? level : level + 1;
    if (success_level < levels_) Spoil(success_level, f, now);
  }
  queue_.clear();
  return work_ <= last_work;
}

// Makes failures of a formation, and of its images, all placements from which
// the Sceptic can move to where answers were lost.
void RestrictedGame::Spoil(int level, int formation,
                           absl::Span<const Word> lost) {
  const auto clear = [](absl::Span<Word> row, int sceptic) {
    row[sceptic / 64] &= ~(Word{1} << sceptic % 64);
  };
  const size_t own_row = RowOf(level, formation);
  std::vector<int> spoiled;
  for (size_t i = 0; i < lost.size(); ++i) {
    for (Word rest = lost[i]; rest != 0; rest &= rest - 1) {
      const int sceptic = static_cast<int>(i) * 64 + std::countr_zero(rest);
      // To a placement that overlaps nobody moves.
      if (formations_.Overlap(formation, sceptic)) continue;
      for (const int before : formations_.moves[sceptic]) {
        if (!successes_.Bit(own_row, before)) continue;
        clear(successes_.Change(own_row), before);
        spoiled.push_back(before);
      }
    }
  }
  if (spoiled.empty()) return;
  for (const std::vector<int>& images : formations_.images) {
    const int f = images[formation];
    const absl::Span<Word> row = successes_.Change(RowOf(level, f));
    Blocks blocks = 0;
    for (const int sceptic : spoiled) {
      clear(row, images[sceptic]);
      blocks |= Blocks{1} << images[sceptic] / (64 * block_);
    }
    for (const int g : formations_.moves[f]) Enqueue(level, g, blocks);
  }
}

void RestrictedGame::Keep() {
  successes_.Keep();
  answers_.Keep();
  removed_.clear();
}

void RestrictedGame::Undo() {
  successes_.Undo();
  answers_.Undo();
  for (const int f : removed_) {
    allowed_[f] = true;
    CountParts(formations_.sets[f], 1);
  }
  Keep();
}

void RestrictedGame::CountParts(Set set, int difference) {
  for (Set part = set; part != 0; part = (part - 1) & set) {
    parts_[part] += difference;
  }
}

uint64_t RestrictedGame::Successes(int formation) const {
  uint64_t count = 0;
  const size_t first = RowOf(levels_ - 1, formation) * successes_.row_words;
  for (size_t i = 0; i < successes_.row_words; ++i) {
    count += std::popcount(successes_.words[first + i]);
  }
  return count;
}

bool RestrictedGame::Answers(int level, int prover, int sceptic) const {
  if (allowed_[prover] && orbit_[prover] != kNotFirst) {
    return answers_.Bit(AnswerRow(level, orbit_[prover]), sceptic);
  }
  return std::any_of(
      formations_.moves[prover].begin(), formations_.moves[prover].end(),
      [&](int to) { return successes_.Bit(RowOf(level, to), sceptic); });
}

// The level of answers that a claim needs when all pieces are placed.
int RestrictedGame::Level(const Claim& claim) const {
  if (aim_.plies == Aim::kForever) return 0;
  // Black moves first: as Prover he makes one move, a red one answers one.
  const int left = aim_.plies - 2 * game_.pieces - (claim.black ? 1 : 2);
  return aim_.is_win ? left / 2 : (left + 1) / 2;
}

struct RestrictedGame::Drops {
  const Claim& claim;
  int level;
  int most_positions;
  absl::flat_hash_map<std::pair<Set, Set>, bool> known;
};

bool RestrictedGame::Proves(const Claim& claim, int most_positions) {
  Drops drops = {claim, Level(claim), most_positions, {}};
  return Succeeds(drops, 0, 0) &&
         drops.known.size() <= static_cast<size_t>(most_positions);
}

bool RestrictedGame::Succeeds(Drops& drops, Set prover, Set sceptic) {
  if (kernel::HasGoal(game_, prover)) return true;
  if (kernel::HasGoal(game_, sceptic)) return false;
  const int placed = std::popcount(prover | sceptic);
  if (placed == 2 * game_.pieces) {
    const int p = kernel::Rank(prover), s = kernel::Rank(sceptic);
    if (drops.claim.black) return Answers(drops.level, p, s);
    return std::all_of(
        formations_.moves[s].begin(), formations_.moves[s].end(), [&](int to) {
          return formations_.Overlap(p, to) ||
                 (!formations_.is_goal[to] && Answers(drops.level, p, to));
        });
  }
  std::pair<Set, Set> key = {~Set{0}, 0};
  for (const std::vector<int>& symmetry : game_.symmetries) {
    key = std::min(key, std::pair(kernel::Image(symmetry, prover),
                                  kernel::Image(symmetry, sceptic)));
  }
  const auto known = drops.known.find(key);
  if (known != drops.known.end()) return known->second;
  // Given up: unwind, whoever chooses.
  if (drops.known.size() > static_cast<size_t>(drops.most_positions)) {
    return false;
  }
  const bool own = (placed % 2 == 0) == drops.claim.black;
  const bool chooses = own == (drops.claim.style[placed / 2] == 'S');
  bool succeeds = !chooses;
  for (int i = 0; i < game_.squares && succeeds != chooses; ++i) {
    // Good squares for oneself, bad ones for the other.
    const int square = drop_order_[own ? i : game_.squares - 1 - i];
    const Set to = kernel::Only(square);
    if ((to & (prover | sceptic)) != 0) continue;
    if (placed == 0 && (to & drops.claim.banned) != 0) continue;
    if (!own) {
      succeeds = Succeeds(drops, prover, sceptic | to);
      continue;
    }
    if (chooses) {
      const auto part = parts_.find(prover | to);
      if (part == parts_.end() || part->second == 0) continue;
    }
    succeeds = Succeeds(drops, prover | to, sceptic);
  }
  drops.known[key] = succeeds;
  ++work_;
  return succeeds;
}

}  // namespace teeko::verify
