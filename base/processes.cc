#include "base/processes.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <new>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "base/blocks.h"
#include "base/program.h"
#include "base/status.h"

namespace teeko::base {

struct Processes::Header {
  uint64_t kind;
  uint64_t argument;
};

Processes::Processes(std::unique_ptr<Transport> transport,
                     const ProcessesOptions& options)
    : transport_(std::move(transport)), options_(options) {
  BeginRound("start", nullptr);
}

void Processes::BeginRound(std::string name, Deliver deliver) {
  name_ = std::move(name);
  deliver_ = std::move(deliver);
  ended_.assign(process_count(), false);
  ended_[process()] = true;
  values_.assign(process_count(), "");
}

absl::Status Processes::Send(int to, uint64_t argument,
                             absl::Span<const uint8_t> bytes) {
  if (to == process()) return deliver_(to, argument, bytes);
  RETURN_IF_ERROR(Poll());
  SendFrame(to, kMessage, argument, bytes);
  return WaitUntil([this] {
    const std::lock_guard lock(sending_);
    return transport_->UnsentBytes() <= options_.max_unsent_bytes;
  });
}

absl::StatusOr<uint64_t> Processes::EndRound(uint64_t summand) {
  ASSIGN_OR_RETURN(const std::vector<std::string> values,
                   EndWith(TextOf(BytesOf(std::array{summand}))));
  uint64_t sum = 0;
  for (int i = 0; i < process_count(); ++i) {
    if (values[i].size() != sizeof summand) {
      return absl::InternalError(
          absl::StrCat(name_, ": process ", i,
                       " has ended another round than process ", process()));
    }
    sum += ValuesOf<uint64_t>(BytesOf(values[i]))[0];
  }
  return sum;
}

absl::StatusOr<std::vector<std::string>> Processes::Gather(
    std::string name, absl::string_view value) {
  BeginRound(std::move(name), nullptr);
  return EndWith(value);
}

absl::StatusOr<std::vector<std::string>> Processes::EndWith(
    absl::string_view value) {
  RETURN_IF_ERROR(Poll());
  values_[process()] = std::string(value);
  for (int to = 0; to < process_count(); ++to) {
    if (to != process()) SendFrame(to, kEnd, 0, BytesOf(value));
  }
  RETURN_IF_ERROR(
      WaitUntil([this] { return std::ranges::count(ended_, false) == 0; }));
  return std::move(values_);
}

absl::StatusOr<uint64_t> Processes::TotalSentBytes() {
  BeginRound("sent bytes", nullptr);
  return EndRound(sent_bytes_);
}

absl::Status Processes::CheckSameInput(absl::string_view input) {
  ASSIGN_OR_RETURN(const std::vector<std::string> inputs,
                   Gather("input", input));
  for (int i = 1; i < process_count(); ++i) {
    if (inputs[i] == inputs[0]) continue;
    return absl::FailedPreconditionError(
        absl::StrCat("process ", i,
                     ": other rules, files or program version than process 0"));
  }
  return absl::OkStatus();
}

absl::Status Processes::Shutdown() {
  BeginRound("shutdown", nullptr);
  if (process() > 0) {
    return WaitUntil([this] { return ended_[0]; });
  }
  for (int to = 1; to < process_count(); ++to) SendFrame(to, kEnd, 0, {});
  return absl::OkStatus();
}

absl::Status Processes::ReportError(const absl::Status& status) {
  if (process() == 0 || status.ok()) return status;
  SendFrame(0, kError, status.raw_code(), BytesOf(status.message()));
  return ExitWith(1);
}

void Processes::SendFrame(int to, Kind kind, uint64_t argument,
                          absl::Span<const uint8_t> bytes) {
  const Header header = {kind, argument};
  std::vector<uint8_t> frame(sizeof header + bytes.size());
  std::memcpy(frame.data(), &header, sizeof header);
  std::copy(bytes.begin(), bytes.end(), frame.begin() + sizeof header);
  sent_bytes_ += frame.size();
  const std::lock_guard lock(sending_);
  transport_->Send(to, std::move(frame));
}

absl::Status Processes::Poll() {
  const std::unique_lock lock(receiving_, std::try_to_lock);
  if (!lock) return absl::OkStatus();
  for (int from = 0; status_.ok() && from < process_count(); ++from) {
    status_ = PollFrom(from);
  }
  return status_;
}

// A process that has ended the round may already be in the next round.  Its
// frames stay in the transport until this process begins that round.
absl::Status Processes::PollFrom(int from) {
  while (!ended_[from]) {
    std::vector<uint8_t> frame;
    {
      const std::lock_guard lock(sending_);
      ASSIGN_OR_RETURN(frame, transport_->Receive(from));
    }
    if (frame.empty()) break;
    ++received_frames_;
    Header header;
    std::memcpy(&header, frame.data(), sizeof header);
    const auto bytes = absl::MakeConstSpan(frame).subspan(sizeof header);
    if (header.kind == kError) {
      return absl::Status(static_cast<absl::StatusCode>(header.argument),
                          absl::StrCat("process ", from, ": ", TextOf(bytes)));
    }
    if (header.kind == kEnd) {
      values_[from].assign(bytes.begin(), bytes.end());
      ended_[from] = true;
    } else if (deliver_) {
      RETURN_IF_ERROR(deliver_(from, header.argument, bytes));
    } else {
      return absl::InternalError(
          absl::StrCat(name_, ": unexpected message from process ", from));
    }
  }
  return absl::OkStatus();
}

absl::Status Processes::WaitUntil(absl::FunctionRef<bool()> done) {
  constexpr absl::Duration kShortestPause = absl::Microseconds(10);
  constexpr absl::Duration kLongestPause = absl::Milliseconds(1);
  absl::Duration pause = kShortestPause;
  for (uint64_t received = received_frames_;;) {
    RETURN_IF_ERROR(Poll());
    if (done()) return absl::OkStatus();
    if (received != received_frames_) {
      received = received_frames_;
      pause = kShortestPause;
    } else {
      absl::SleepFor(pause);
      pause = std::min(2 * pause, kLongestPause);
    }
  }
}

int ProcessesMain(int argc, char** argv, absl::string_view about,
                  absl::FunctionRef<absl::Status(Processes& processes)> run) {
  absl::StatusOr<std::unique_ptr<Transport>> transport = ConnectProcesses();
  if (!transport.ok()) {
    return ProgramMain(argc, argv, about, [&] { return transport.status(); });
  }
  Processes processes(*std::move(transport));
  if (processes.process() > 0) BeSilent();
  bool started = false;
  const int exit_status = ProgramMain(argc, argv, about, [&]() -> absl::Status {
    started = true;
    absl::Status status;
    try {
      status = run(processes);
    } catch (const std::bad_alloc&) {
      status = absl::ResourceExhaustedError("out of memory");
    }
    return processes.ReportError(status);
  });
  if (exit_status == 0) return 0;
  if (!started) {
    (void)processes.ReportError(Invalid("invalid command line; see --help"));
  }
  processes.Abort();
  return exit_status;
}

absl::Status UnexpectedMessage(int from, uint64_t argument) {
  return absl::DataLossError(absl::StrCat("message from process ", from,
                                          ": invalid argument ", argument));
}

}  // namespace teeko::base
