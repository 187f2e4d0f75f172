#include "core/unfinished/answer.h"

#include <fmt/format.h>

#include "core/base/words.h"

namespace onceover::unfinished {
namespace {

std::string keys_are(std::int64_t n) { return n == 1 ? "1 key is" : fmt::format("{} keys are", n); }

}  // namespace

constexpr auto known_words = words<Known>({{Known::exact, "exact"}, {Known::at_least, "at_least"}, {Known::unknown, "unknown"}});

std::string_view word(Known known) { return known_words.of(known); }

std::string how_many(const Knowledge& knowledge, std::int64_t n) {
  if (knowledge.known == Known::exact) return std::to_string(n);
  if (knowledge.known == Known::unknown || n == 0) return "unknown";
  return fmt::format("at least {}", n);
}

std::string explanation(const Knowledge& knowledge) {
  return knowledge.why + (knowledge.why.empty() || knowledge.remedy.empty() ? "" : " ") + knowledge.remedy;
}

std::string stuck_sentence(const Answer& answer) {
  const Knowledge& k = answer.knowledge;
  if (answer.nothing_is_stuck()) return "Nothing is stuck.";
  if (k.known == Known::exact) return keys_are(answer.stuck) + " stuck.";
  const std::string details = k.why.empty() ? std::string() : " " + k.why;
  if (answer.some_are_stuck()) return "At least " + keys_are(answer.stuck) + " stuck." + details;
  return "Whether any key is stuck is unknown." + details;
}

std::string unretried_sentence(const Answer& answer) {
  if (!answer.some_are_stuck() || answer.unretried == 0) return {};
  const std::string which = answer.unretried < answer.stuck
                                ? fmt::format("{} of them {}", answer.unretried, answer.unretried == 1 ? "is" : "are")
                            : answer.stuck == 1 ? "It is"
                                                : "All of them are";
  return which + " released, and no client has retried in time.";
}

}  // namespace onceover::unfinished
