#include "proof/certificates/restricted_game.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "kernel/order.h"

namespace teeko::proof {

using kernel::Set;

namespace {

// The amount of work before the first call of worthwhile().
constexpr int64_t kFirstPause = 20'000;

// True if a row contains this formation of the Skeptic.
bool Bit(const std::vector<uint64_t>& row, int skeptic) {
  return (row[skeptic / 64] >> skeptic % 64 & 1) != 0;
}

void Insert(std::vector<uint64_t>& row, int skeptic) {
  row[skeptic / 64] |= uint64_t{1} << skeptic % 64;
}

void Clear(std::vector<uint64_t>& row, int skeptic) {
  row[skeptic / 64] &= ~(uint64_t{1} << skeptic % 64);
}

// Calls visit(skeptic) for each formation in a row.
template <typename Visit>
void ForEachBit(const std::vector<uint64_t>& row, const Visit& visit) {
  for (size_t i = 0; i < row.size(); ++i) {
    kernel::ForEachSquare(
        row[i], [&](int bit) { visit(static_cast<int>(i) * 64 + bit); });
  }
}

}  // namespace

RestrictedGame::RestrictedGame(const kernel::Game& game,
                               const Formations& formations, const Aim& aim,
                               absl::FunctionRef<kernel::Value(int, int)> value)
    : game_(game),
      formations_(formations),
      aim_(aim),
      orbit_(formations.size(), kNone),
      layers_(Layer(/*black=*/true) + 1),
      allowed_(formations.size()),
      drops_(2 * game.pieces, std::vector<int>(game.squares)) {
  for (std::vector<int>& drops : drops_) {
    std::iota(drops.begin(), drops.end(), 0);
  }
  const size_t orbits = formations.orbits.size();
  const size_t rows = formations.size();
  while (64 * 64 * block_ < rows) block_ += 4;
  const Row empty((rows + 64 * block_ - 1) / (64 * block_) * block_);
  successes_.now.resize(layers_ * rows, empty);
  answers_.now.resize(layers_ * orbits, empty);
  queued_blocks_.resize(layers_ * orbits);
  for (size_t i = 0; i < orbits; ++i) {
    Allow(i, true);
    const int f = formations.orbits[i].front();
    if (!formations.is_goal[f]) orbit_[f] = static_cast<int>(i);
  }
  // The outer loop goes through words, because the table has the values of one
  // formation of the Skeptic close to each other.
  for (size_t word = 0; word < empty.size(); ++word) {
    for (const std::vector<int>& orbit : formations.orbits) {
      FindSuccesses(orbit.front(), word, value);
    }
  }
  for (int layer = 0; layer < layers_; ++layer) {
    for (const std::vector<int>& orbit : formations.orbits) {
      CopyToImages(layer, orbit.front());
    }
  }
  for (int layer = 0; layer < layers_; ++layer) {
    for (size_t i = 0; i < orbits; ++i) {
      FindAnswers(layer, i, ~Blocks{0}, answers_.now[AnswerRow(layer, i)]);
    }
  }
}

// True if the Prover reaches the aim within this number of rounds, from a
// placement with this value and the Skeptic to move.
bool RestrictedGame::SucceedsWithin(int rounds, kernel::Value value) const {
  const int plies = value - 1;
  const bool skeptic_wins = plies % 2 == 1;
  if (aim_.plies == Aim::kForever) return !skeptic_wins;
  if (!aim_.is_win) return !skeptic_wins || plies > 2 * rounds;
  return value != kernel::kDraw && !skeptic_wins && plies <= 2 * rounds;
}

// Computes one word of a formation's rows of successes_, on all layers.  The
// word must be 0.
void RestrictedGame::FindSuccesses(
    int formation, size_t word,
    absl::FunctionRef<kernel::Value(int, int)> value) {
  const int begin = static_cast<int>(word) * 64;
  const int end = std::min(begin + 64, formations_.size());
  const bool is_goal = formations_.is_goal[formation];
  for (int skeptic = begin; skeptic < end; ++skeptic) {
    if (formations_.is_goal[skeptic]) continue;
    if (formations_.Overlap(formation, skeptic)) continue;
    const kernel::Value v = is_goal ? kernel::kDraw : value(skeptic, formation);
    for (int layer = 0; layer < layers_; ++layer) {
      if (!is_goal && !SucceedsWithin(layer, v)) continue;
      Insert(successes_.now[RowOf(layer, formation)], skeptic);
    }
  }
}

// Copies a formation's row of successes_ to the rows of its images.
void RestrictedGame::CopyToImages(int layer, int formation) {
  const Row& own = successes_.now[RowOf(layer, formation)];
  for (const std::vector<int>& images : formations_.images) {
    if (images[formation] == formation) continue;
    Row& row = successes_.now[RowOf(layer, images[formation])];
    ForEachBit(own, [&](int skeptic) { Insert(row, images[skeptic]); });
  }
}

// Computes some blocks of a row of answers_.
void RestrictedGame::FindAnswers(int layer, int orbit, Blocks blocks,
                                 Row& answers) {
  const int formation = formations_.orbits[orbit].front();
  for (size_t start = 0; start < answers.size();
       start += block_, blocks >>= 1) {
    if ((blocks & 1) == 0) continue;
    Word* const block = &answers[start];
    std::fill_n(block, block_, 0);
    for (const int f : formations_.moves[formation]) {
      if (!allowed_[f]) continue;
      const Word* const successes = &successes_.now[RowOf(layer, f)][start];
      for (size_t i = 0; i < block_; i += 4) {
        for (size_t j = i; j < i + 4; ++j) block[j] |= successes[j];
      }
    }
    ++work_;
  }
}

// Marks blocks of a row of answers_ to be computed again.
void RestrictedGame::Enqueue(int layer, int formation, Blocks blocks) {
  if (!allowed_[formation] || orbit_[formation] == kNone) return;
  const size_t row = AnswerRow(layer, orbit_[formation]);
  if (queued_blocks_[row] == 0) queue_.push_back(row);
  queued_blocks_[row] |= blocks;
}

bool RestrictedGame::Remove(absl::Span<const int> orbits, int64_t most_work,
                            absl::FunctionRef<bool()> worthwhile) {
  for (const int orbit : orbits) {
    Allow(orbit, false);
    removed_.push_back(orbit);
    for (const int f : formations_.orbits[orbit]) {
      for (int layer = 0; layer < layers_; ++layer) {
        successes_.Discard(RowOf(layer, f));
        for (const int g : formations_.moves[f]) Enqueue(layer, g, ~Blocks{0});
      }
    }
  }
  return Propagate(most_work, worthwhile);
}

// Computes answers_ and successes_ again where they depend on removed
// formations.  Returns false if it stopped early (see Remove).
bool RestrictedGame::Propagate(int64_t most_work,
                               absl::FunctionRef<bool()> worthwhile) {
  const int64_t start = work_;
  int64_t pause = kFirstPause;
  bool goes_on = true;
  for (size_t next = 0; next < queue_.size(); ++next) {
    if (goes_on && work_ - start > pause) {
      goes_on = work_ - start <= most_work && worthwhile();
      pause = 2 * (work_ - start);
    }
    const size_t row = queue_[next];
    const Blocks blocks = std::exchange(queued_blocks_[row], 0);
    const int layer = row / formations_.orbits.size();
    const int orbit = row % formations_.orbits.size();
    const int f = formations_.orbits[orbit].front();
    if (!allowed_[f] || !goes_on) continue;
    Row lost = answers_.now[row];
    Row now = lost;
    FindAnswers(layer, orbit, blocks, now);
    if (now == lost) continue;
    for (size_t i = 0; i < now.size(); ++i) lost[i] &= ~now[i];
    answers_.Change(row) = std::move(now);
    if (LayerBefore(layer) < layers_)
      RemoveSuccesses(LayerBefore(layer), f, lost);
  }
  queue_.clear();
  return goes_on;
}

// Removes the successes of a formation, and of its images, from which the
// Skeptic can move to a placement in `lost`.
void RestrictedGame::RemoveSuccesses(int layer, int formation,
                                     const Row& lost) {
  Row own = successes_.now[RowOf(layer, formation)];
  std::vector<int> spoiled;
  ForEachBit(lost, [&](int skeptic) {
    // The Skeptic cannot move to a square of the Prover.
    if (formations_.Overlap(formation, skeptic)) return;
    for (const int before : formations_.moves[skeptic]) {
      if (!Bit(own, before)) continue;
      Clear(own, before);
      spoiled.push_back(before);
    }
  });
  if (spoiled.empty()) return;
  for (const std::vector<int>& images : formations_.images) {
    const int f = images[formation];
    Row& row = successes_.Change(RowOf(layer, f));
    Blocks blocks = 0;
    for (const int skeptic : spoiled) {
      Clear(row, images[skeptic]);
      blocks |= Blocks{1} << images[skeptic] / (64 * block_);
    }
    for (const int g : formations_.moves[f]) Enqueue(layer, g, blocks);
  }
}

void RestrictedGame::Commit() {
  successes_.before.clear();
  answers_.before.clear();
  removed_.clear();
}

void RestrictedGame::Undo() {
  successes_.Undo();
  answers_.Undo();
  for (const int orbit : removed_) Allow(orbit, true);
  Commit();
}

// Allows or removes the formations of an orbit, and updates parts_.
void RestrictedGame::Allow(int orbit, bool allowed) {
  for (const int f : formations_.orbits[orbit]) {
    allowed_[f] = allowed;
    const Set set = formations_.sets[f];
    for (Set part = set; part != 0; part = (part - 1) & set) {
      parts_[part] += allowed ? 1 : -1;
    }
  }
}

uint64_t RestrictedGame::Successes(int orbit) const {
  const int formation = formations_.orbits[orbit].front();
  uint64_t count = 0;
  for (const Word word : successes_.now[RowOf(layers_ - 1, formation)]) {
    count += std::popcount(word);
  }
  return count;
}

// True if the Prover, who is to move, has a move to a success at this layer.
bool RestrictedGame::HasAnswer(int layer, int prover, int skeptic) const {
  return std::ranges::any_of(formations_.moves[prover], [&](int to) {
    return allowed_[to] && Bit(successes_.now[RowOf(layer, to)], skeptic);
  });
}

// Returns the layer of answers_ that a Prover of this colour needs when all
// pieces are placed.  Black's layer is at least Red's.
int RestrictedGame::Layer(bool black) const {
  if (aim_.plies == Aim::kForever) return 0;
  // Black moves first.  A black Prover makes one move before the first round; a
  // red Prover answers one move.
  const int left = aim_.plies - 2 * game_.pieces - (black ? 1 : 2);
  return aim_.is_win ? left / 2 : (left + 1) / 2;
}

// The search of the drop phase for one claim.
struct RestrictedGame::Drops {
  const Claim& claim;
  int layer;
  uint64_t most_positions;
  absl::flat_hash_map<std::pair<Set, Set>, bool> known;
};

bool RestrictedGame::Proves(const Claim& claim, uint64_t most_positions) {
  Drops drops = {claim, Layer(claim.black), most_positions, {}};
  return Succeeds(drops, 0, 0) && drops.known.size() <= most_positions;
}

// True if the Prover succeeds, in the drop phase or directly after it.
bool RestrictedGame::Succeeds(Drops& drops, Set prover, Set skeptic) {
  if (kernel::HasGoal(game_, prover)) return true;
  if (kernel::HasGoal(game_, skeptic)) return false;
  const int placed = std::popcount(prover | skeptic);
  if (placed == 2 * game_.pieces) {
    const int p = kernel::Rank(prover), s = kernel::Rank(skeptic);
    if (drops.claim.black) return HasAnswer(drops.layer, p, s);
    if (allowed_[p] && LayerBefore(drops.layer) < layers_) {
      return Bit(successes_.now[RowOf(LayerBefore(drops.layer), p)], s);
    }
    return std::ranges::all_of(formations_.moves[s], [&](int to) {
      return formations_.Overlap(p, to) ||
             (!formations_.is_goal[to] && HasAnswer(drops.layer, p, to));
    });
  }
  std::pair<Set, Set> key = {~Set{0}, 0};
  for (const std::vector<int>& symmetry : game_.symmetries) {
    key = std::min(key, std::pair(kernel::Image(symmetry, prover),
                                  kernel::Image(symmetry, skeptic)));
  }
  const auto known = drops.known.find(key);
  if (known != drops.known.end()) return known->second;
  // The search has given up: return from all calls.
  if (drops.known.size() > drops.most_positions) return false;
  const bool own = (placed % 2 == 0) == drops.claim.black;
  const bool chooses = own == (drops.claim.style[placed / 2] == 'S');
  // Tries squares that decided recently first, because they often decide again.
  std::vector<int>& squares = drops_[placed];
  const auto decisive = std::ranges::find_if(squares, [&](int square) {
    const Set to = kernel::Bit(square);
    if ((to & (prover | skeptic)) != 0) return false;
    if (placed == 0 && (to & drops.claim.banned) != 0) return false;
    if (own && chooses && parts_.at(prover | to) == 0) return false;
    return chooses == (own ? Succeeds(drops, prover | to, skeptic)
                           : Succeeds(drops, prover, skeptic | to));
  });
  const bool found = decisive != squares.end(), succeeds = found == chooses;
  std::rotate(squares.begin(), decisive, decisive + found);
  drops.known[key] = succeeds;
  ++work_;
  return succeeds;
}

}  // namespace teeko::proof
