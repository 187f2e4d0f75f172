// SPDX-License-Identifier: Apache-2.0
#include "app/try/faults.h"

#include <unistd.h>

#include "core/base/enum_names.h"

namespace onceover::try_it {

constexpr auto fault_words = enum_names<Fault>();

std::string_view word(Fault fault) { return fault_words.of(fault); }

FaultRates lively_faults() {
  return {{Fault::slow, 0.03},
          {Fault::timeout_after_effect, 0.004},
          {Fault::error_after_effect, 0.004},
          {Fault::error_before_effect, 0.006},
          {Fault::arrives_late, 0.002},
          {Fault::rate_limited, 0.01},
          {Fault::wrong_key_echoed, 0.001},
          {Fault::declined, 0.02}};
}

constexpr auto crash_words = enum_names<CrashPoint>();
constexpr auto crash_sentences =
    words<CrashPoint>({{CrashPoint::before_claim_commit, "before its claim was committed"},
                       {CrashPoint::after_claim_commit, "after it had claimed the key"},
                       {CrashPoint::before_send, "before it sent anything to the gateway"},
                       {CrashPoint::after_send, "after it had sent the request to the gateway"},
                       {CrashPoint::after_reply, "after the gateway had answered"},
                       {CrashPoint::before_completion_commit, "before it could commit the answer"},
                       {CrashPoint::after_completion_commit,
                        "after it had stored the answer, before it gave it to the client"}});

std::string_view word(CrashPoint point) { return crash_words.of(point); }
std::string_view in_words(CrashPoint point) { return crash_sentences.of(point); }

std::optional<CrashPoint> crash_point_from_word(std::string_view word) { return crash_words.from(word); }

void CrashPlan::arm(std::optional<CrashPoint> point) {
  const std::lock_guard lock(mutex_);
  armed_ = point;
}

std::optional<CrashPoint> CrashPlan::take(const std::string& header_value) {
  if (const auto asked = crash_point_from_word(header_value)) return asked;
  const std::lock_guard lock(mutex_);
  return std::exchange(armed_, std::nullopt);
}

void CrashPlan::crash(CrashPoint point, const key::Identity& id) {
  note_(point, id);
  ::_exit(crash_exit_code);
}

}  // namespace onceover::try_it
