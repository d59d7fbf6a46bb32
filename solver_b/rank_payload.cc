#include "solver_b/rank_payload.h"

#include <tbb/task_arena.h>

#include <algorithm>
#include <cstring>
#include <variant>

#include "absl/strings/str_cat.h"
#include "solver_b/native.h"
#include "solver_b/payload.h"

namespace teeko::solver_b {
namespace {

// What a thread unpacks at a time, and about what a batch holds.
constexpr uint64_t kPiece = 1 << 16;

// Before the bytes of each run of positions.
struct RunHeader {
  uint64_t offset;  // in the window, in bytes
  uint64_t size;
};

}  // namespace

RankPayload::RankPayload(const SectionIndex& section, const Values& values,
                         Batches& batches, uint64_t window_positions)
    : section_(section),
      values_(values),
      batches_(batches),
      share_(batches.share()),
      window_positions_(window_positions),
      value_bytes_(std::visit(
          [](const auto& all) { return int(sizeof(all[0])); }, values)) {}

void RankPayload::Fill(uint64_t first, std::span<uint8_t> out) {
  if (share_.ranks == 1) {
    FillPayload(section_, values_, first, out);
    return;
  }
  const std::lock_guard lock(mutex_);
  while (!out.empty()) {
    const uint64_t number = first / window_positions_;
    while (next_ <= first) {
      const uint64_t next_number = next_ / window_positions_;
      std::vector<uint8_t> bytes = NextWindow();
      const uint64_t left = bytes.size();
      windows_[next_number] = {std::move(bytes), left};
    }
    Window& window = windows_.at(number);
    const uint64_t offset = first % window_positions_ * value_bytes_;
    const uint64_t size =
        std::min<uint64_t>(out.size(), window.bytes.size() - offset);
    std::copy_n(window.bytes.begin() + offset, size, out.begin());
    window.left -= size;
    if (window.left == 0) windows_.erase(number);
    first += size / value_bytes_;
    out = out.subspan(size);
  }
}

void RankPayload::SendAll() {
  while (next_ < section_.positions() && !batches_.failed()) NextWindow();
}

std::vector<uint8_t> RankPayload::NextWindow() {
  const uint64_t first = next_;
  next_ = std::min(section_.positions(), first + window_positions_);
  std::vector<uint8_t> window((next_ - first) * value_bytes_);
  batches_.BeginBytes(
      "payload from position", first, [&](absl::string_view bytes) {
        while (!bytes.empty()) {
          RunHeader run;
          std::memcpy(&run, bytes.data(), sizeof run);
          bytes.remove_prefix(sizeof run);
          bytes.copy(reinterpret_cast<char*>(&window[run.offset]), run.size);
          bytes.remove_prefix(run.size);
        }
      });
  // Whoever waits for this window must not be given another one to wait for.
  tbb::this_task_arena::isolate([&] {
    const uint64_t piece = kPiece * value_bytes_;
    OnThreads((window.size() + piece - 1) / piece, [&](uint64_t i) {
      const std::span<uint8_t> rest = std::span(window).subspan(i * piece);
      FillPayload(section_, values_, first + i * kPiece,
                  rest.first(std::min<uint64_t>(piece, rest.size())), share_);
    });
  });
  SendOwn(first, window);
  batches_.End(0);
  return window;
}

void RankPayload::SendOwn(uint64_t first, const std::vector<uint8_t>& window) {
  if (share_.rank == 0) return;
  const SetClasses& movers = section_.movers();
  const uint64_t columns = section_.columns().count();
  std::string batch;
  const uint64_t end = first + window.size() / value_bytes_;
  for (uint64_t position = first; position < end;) {
    const uint64_t mover = position / columns;
    const uint64_t run_end = std::min(end, (mover + 1) * columns);
    const Set set = movers.sets().Unrank(mover);
    if (share_.Has(movers.Canonicalize(set).class_number)) {
      const RunHeader run = {(position - first) * value_bytes_,
                             (run_end - position) * value_bytes_};
      batch.append(reinterpret_cast<const char*>(&run), sizeof run);
      batch.append(reinterpret_cast<const char*>(&window[run.offset]),
                   run.size);
      if (batch.size() >= kPiece) {
        batches_.SendBytes(0, batch);
        batch.clear();
      }
    }
    position = run_end;
  }
  if (!batch.empty()) batches_.SendBytes(0, batch);
}

}  // namespace teeko::solver_b
