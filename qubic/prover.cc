#include "qubic/prover.h"

#include <algorithm>
#include <set>
#include <utility>

namespace teeko::qubic {

Prover::Node* Prover::Find(const Position& position) {
  const auto [found, is_new] = nodes_.try_emplace(position);
  Node& node = found->second;
  if (is_new) {
    const Cells danger = Threats(position.o, position.x);
    node.position = &found->first;
    node.weight = danger == 0 ? 1 : 0;
    node.size = Count(danger) > 1 ? kImpossible : node.weight;
  }
  return &node;
}

int Prover::Cost(const Option& option) {
  int cost = Count(option.unvisited);
  for (const Node* reply : option.replies) cost += Cost(*reply);
  return std::min(cost, kImpossible);
}

// Lists the moves of X that the search tries.
std::vector<Prover::Option> Prover::Options(const Position& position) {
  const Cells danger = Threats(position.o, position.x);
  const int stones = Count(position.x);
  std::vector<Option> options;
  std::set<Position> seen;
  for (Cells rest = danger != 0 ? danger : position.empty(); rest != 0;
       rest &= rest - 1) {
    const int cell = First(rest);
    const Position after = {position.x | Bit(cell), position.o};
    // The first two stones are on seven lines each.  Symmetry is rare later.
    if (stones < 2 && kThrough[cell].size < 7) continue;
    if (stones > 2 || seen.insert(Canonicalize(after).position).second) {
      options.push_back({cell});
    }
  }
  return options;
}

// Searches replies until all are known, or until they cost more than `bound`.
void Prover::Look(const Position& position, Option& option, int bound,
                  bool lazy) {
  const Position after = {position.x | Bit(option.cell), position.o};
  if (!std::exchange(option.started, true)) {
    option.unknown = after.empty();
    const Cells threats = Threats(kThrough[option.cell], after.x, after.o);
    if (threats != 0) {
      option.unknown = threats;  // any other reply loses at once
    } else if (const auto line = forced_.Find(after)) {
      option.unknown &= HarmSet(after, *line);
    }
  }
  int cost = Cost(option);
  while (option.unknown != 0 && cost <= bound) {
    const Cells likely = option.unknown & likely_;
    const int cell = First(likely != 0 ? likely : option.unknown);
    option.unknown &= ~Bit(cell);
    const Position next = {after.x, after.o | Bit(cell)};
    if (const auto line = forced_.Find(next)) {
      option.unknown &= HarmSet(after, *line);
      continue;
    }
    likely_ |= Bit(cell);
    option.unvisited |= Bit(cell);
    if (!lazy || Threats(kThrough[cell], next.o, next.x) != 0)
      Visit(position, option);
    cost = Cost(option);
  }
}

// Makes nodes for the replies that have no node yet.
void Prover::Visit(const Position& position, Option& option) {
  for (; option.unvisited != 0; option.unvisited &= option.unvisited - 1) {
    const Cells stone = option.unvisited & -option.unvisited;
    const Position next = {position.x | Bit(option.cell), position.o | stone};
    Node* const reply = Find(Canonicalize(next).position);
    if (std::ranges::find(option.replies, reply) == option.replies.end()) {
      option.replies.push_back(reply);
    }
  }
}

// Solves the node or raises its size above `most`, unless the effort ends.
void Prover::Search(Node& node, int most) {
  if (node.solved || node.size > most) return;
  if (node.options.empty()) {
    if (opened_ >= limit_) return;
    ++opened_;
    with_options_.push_back(&node);
    node.options = Options(*node.position);
    likely_ = 0;
    for (Option& option : node.options) Look(*node.position, option, 0, true);
  }
  while (true) {
    Option* best = nullptr;
    int cost = kImpossible, second = kImpossible;  // the two least
    for (Option& option : node.options) {
      const int other = Cost(option);
      if (best == nullptr || other < cost) {
        second = std::exchange(cost, other);
        best = &option;
      } else {
        second = std::min(second, other);
      }
    }
    node.size = std::max(node.size, std::min(cost + node.weight, kImpossible));
    if (node.size > most || node.size == kImpossible) return;
    const int bound = std::min(most - node.weight, second);
    if (best->unvisited != 0 || best->unknown != 0) {
      Visit(*node.position, *best);
      Look(*node.position, *best, bound);
      continue;
    }
    Node* least = nullptr;
    for (Node* reply : best->replies) {
      if (!reply->solved && reply->uses == 0 &&
          (least == nullptr || reply->size < least->size)) {
        least = reply;
      }
    }
    if (least == nullptr) {
      node.solved = true;
      node.size = cost + node.weight;
      node.best = std::move(*best);
      return;
    }
    Search(*least,
           std::min(bound - cost + least->size, least->size + least->size / 4));
    if (opened_ >= limit_) return;
  }
}

int Prover::ProveMove(const Position& position, int cell, uint64_t effort) {
  const auto [canonical, map] = Canonicalize(position);
  Node& node = *Find(canonical);
  Option option = {First(Map(map, {Bit(cell), 0}).x)};
  const int size = Try(node, option, kImpossible - 1, effort);
  if (size >= kImpossible) return kImpossible;
  node.best = std::move(option);
  node.size = size;
  node.solved = true;
  return size;
}

// Returns the number of strategic moves that this node adds to the whole proof.
// The node is proved if the number is at most `most`.
int Prover::Try(const Node& node, Option& option, int most, uint64_t effort) {
  const bool early = Count(node.position->x) < 2;
  Look(*node.position, option, early ? kImpossible : most - node.weight);
  if (option.unknown != 0) return kImpossible;
  const int before = strategic_moves_ - node.weight;
  size_t used = 0;
  for (Node* reply : option.replies) {
    limit_ = opened_ + effort;
    Search(*reply, most - (strategic_moves_ - before));
    if (!reply->solved && reply->uses == 0) break;
    Use(*reply);
    ++used;
    if (strategic_moves_ - before > most) break;
  }
  for (Node* node : with_options_) node->options = {};
  with_options_.clear();
  const int size = strategic_moves_ - before;
  for (size_t i = 0; i < used; ++i) Release(*option.replies[i]);
  return used == option.replies.size() ? size : kImpossible;
}

void Prover::Use(Node& node) {
  if (node.uses++ > 0) return;
  strategic_moves_ += node.weight;
  for (Node* reply : node.best.replies) Use(*reply);
}

void Prover::Release(Node& node) {
  if (--node.uses > 0) return;
  strategic_moves_ -= node.weight;
  for (Node* reply : node.best.replies) Release(*reply);
}

void Prover::Add(const Position& position) {
  Use(*Find(Canonicalize(position).position));
}

void Prover::Load(const Moves& moves) {
  for (const auto& [position, cell] : moves) {
    ProveMove(position, cell, /*effort=*/1);
  }
  Add({});
}

void Prover::Improve(int stones, uint64_t effort) {
  std::vector<Node*> nodes;
  for (auto& [position, node] : nodes_) {
    if (node.uses > 0 && node.weight > 0 && Count(position.x) == stones) {
      nodes.push_back(&node);
    }
  }
  std::ranges::sort(nodes, {}, [](Node* node) { return *node->position; });
  for (Node* node : nodes) {
    if (node->uses > 0) Improve(*node, effort);
  }
}

// Chooses a move with the fewest strategic moves, at random if there are
// several.
void Prover::Improve(Node& node, uint64_t effort) {
  if (node.options.empty()) node.options = Options(*node.position);
  int least = node.weight + strategic_moves_, ties = 0;
  for (Node* reply : node.best.replies) Release(*reply);
  least -= strategic_moves_;
  for (Option& option : node.options) {
    const int size = Try(node, option, least, effort);
    if (size > least) continue;
    if (size < least) ties = 0;
    least = size;
    if (random_() % ++ties == 0) node.best = option;
  }
  for (Node* reply : node.best.replies) Use(*reply);
}

void Prover::Forget() {
  for (auto& [position, node] : nodes_) node.options = {};
  std::erase_if(nodes_, [](const auto& item) { return item.second.uses == 0; });
}

Moves Prover::moves() const {
  Moves moves;
  for (const auto& [position, node] : nodes_) {
    if (node.uses > 0) moves[position] = node.best.cell;
  }
  return moves;
}

}  // namespace teeko::qubic
