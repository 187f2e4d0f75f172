#include "app/try/crash_points.h"

#include <unistd.h>

#include "core/base/words.h"

namespace onceover::try_it {

constexpr auto crash_words = words<CrashPoint>({{CrashPoint::before_claim_commit, "before_claim_commit"},
                                                {CrashPoint::after_claim_commit, "after_claim_commit"},
                                                {CrashPoint::before_send, "before_send"},
                                                {CrashPoint::after_send, "after_send"},
                                                {CrashPoint::after_reply, "after_reply"},
                                                {CrashPoint::before_completion_commit, "before_completion_commit"},
                                                {CrashPoint::after_completion_commit, "after_completion_commit"}});
constexpr auto crash_sentences =
    words<CrashPoint>({{CrashPoint::before_claim_commit, "before its claim was committed"},
                       {CrashPoint::after_claim_commit, "after it had claimed the key"},
                       {CrashPoint::before_send, "before it sent anything to the gateway"},
                       {CrashPoint::after_send, "after it had sent the request to the gateway"},
                       {CrashPoint::after_reply, "after the gateway had answered"},
                       {CrashPoint::before_completion_commit, "before it could commit the answer"},
                       {CrashPoint::after_completion_commit, "after it had stored the answer, before it gave it to the client"}});

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
