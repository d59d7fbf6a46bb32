#include "game/tablebase.h"

#include <algorithm>
#include <utility>

#include "base/status.h"
#include "game/accepted_table.h"
#include "game/scored_table.h"
#include "proto/section_values.h"
#include "proto/table_reader.h"
#include "teeko/proto/rules.pb.h"

namespace teeko {

absl::StatusOr<Tablebase> Tablebase::Open(absl::string_view folder,
                                          absl::string_view name) {
  ASSIGN_OR_RETURN(proto::TableReader opened, OpenAcceptedTable(folder, name));
  return Tablebase(
      std::make_shared<const proto::TableReader>(std::move(opened)));
}

Tablebase::Tablebase(std::shared_ptr<const proto::TableReader> table)
    : game_(std::make_unique<Game>(table->footer().rules())), source_(table) {
  for (int i = 0; i < table->footer().sections_size(); ++i) {
    sections_.emplace_back(*table, i);
  }
  if (game_->is_scored()) {
    scored_ = std::make_unique<const ScoredTable>(*game_, sections_);
  }
}

Tablebase::Tablebase(const Rules& rules,
                     std::vector<proto::SectionValues> sections,
                     std::shared_ptr<const void> source)
    : game_(std::make_unique<Game>(rules)),
      source_(std::move(source)),
      sections_(std::move(sections)) {}

Tablebase::Tablebase(Tablebase&&) = default;
Tablebase& Tablebase::operator=(Tablebase&&) = default;
Tablebase::~Tablebase() = default;

int Tablebase::value_bytes() const { return sections_.front().value_bytes(); }

absl::Status Tablebase::Check(const Position& position) const {
  RETURN_IF_ERROR(game_->Check(position));
  return scored_ ? scored_->Check(position) : absl::OkStatus();
}

absl::StatusOr<Value> Tablebase::Lookup(const Position& position) const {
  if (scored_) return scored_->Lookup(position);
  const Game::Place place = game_->PlaceOf(position);
  ASSIGN_OR_RETURN(const uint16_t value,
                   sections_[place.section].At(place.index));
  if (value == kernel::kNoValue) {
    return absl::InternalError("the table has no value for a legal position");
  }
  if (value == kernel::kDraw) return Value{};
  const int plies = value - 1;
  return Value{
      .winner = plies % 2 == 1 ? position.to_move : Other(position.to_move),
      .plies = plies};
}

absl::StatusOr<Value> Tablebase::Probe(const Position& position) const {
  const bool empty_board = (position.black | position.red) == 0;
  if (!(position.centre_ban && empty_board)) {
    RETURN_IF_ERROR(Check(position));
    if (scored_ && kernel::HasGoal(game_->kernel(), position.others())) {
      return base::Invalid(
          "the game is over; the score depends on the last move");
    }
    return Lookup(position);
  }
  // The table's value of the empty board also counts the banned drops, so
  // derive the value from the allowed drops.
  ASSIGN_OR_RETURN(const std::vector<Successor> successors,
                   Successors(position));
  Value value = successors.front().value;
  if (scored_) {
    const Colour mover = position.to_move;
    const std::map<int, Value> markers = ValuesOfMarkers(
        position, successors, game_->Chooser(position) != mover);
    value = markers.begin()->second;
    for (const auto& [pips, other] : markers) {
      if (Prefers(mover, other, value)) value = other;
    }
  }
  if (value.winner) ++value.plies;
  return value;
}

absl::StatusOr<std::vector<Successor>> Tablebase::Successors(
    const Position& position) const {
  RETURN_IF_ERROR(Check(position));
  std::vector<Successor> successors;
  for (const Move move :
       scored_ ? scored_->Moves(position) : game_->Moves(position)) {
    Position after = game_->After(position, move);
    ASSIGN_OR_RETURN(const Value value, scored_
                                            ? scored_->ValueAfter(after, move)
                                            : Lookup(after));
    successors.push_back({move, std::move(after), value});
  }
  const Colour chooser = scored_ ? position.to_move : game_->Chooser(position);
  std::ranges::stable_sort(
      successors,
      [chooser](const Value& a, const Value& b) {
        return Prefers(chooser, a, b);
      },
      &Successor::value);
  return successors;
}

absl::StatusOr<std::vector<Successor>> Tablebase::BestMoves(
    const Position& position) const {
  ASSIGN_OR_RETURN(std::vector<Successor> successors, Successors(position));
  const auto worse = std::ranges::find_if(successors, [&](const Successor& s) {
    return s.value != successors.front().value;
  });
  successors.erase(worse, successors.end());
  return successors;
}

absl::StatusOr<std::vector<Successor>> Tablebase::PrincipalLine(
    const Position& position) const {
  std::vector<Successor> line;
  std::vector<Position> seen;
  Position last = position;
  while (std::ranges::count(seen, last) == 0) {
    seen.push_back(last);
    ASSIGN_OR_RETURN(std::vector<Successor> successors, Successors(last));
    if (successors.empty()) break;
    line.push_back(std::move(successors.front()));
    last = line.back().position;
  }
  return line;
}

std::map<int, Value> ValuesOfMarkers(const Position& position,
                                     const std::vector<Successor>& moves,
                                     bool opponent_picks) {
  std::map<int, Value> values;
  for (const auto& [move, after, value] : moves) {
    const int pips = move.IsDrop() ? move.pips : position.pips.at(move.from);
    const auto [found, is_new] = values.emplace(pips, value);
    if (opponent_picks) found->second = value;
  }
  return values;
}

absl::StatusOr<absl::Span<const uint8_t>> Tablebase::Payload(
    int section) const {
  RETURN_IF_ERROR(sections_[section].UnpackAll());
  return sections_[section].payload();
}

}  // namespace teeko
