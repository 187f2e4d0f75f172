// Asks about batch after batch: with a budget for asking about the same row again, and a breaker for a gateway that does not answer.
#pragma once

#include <functional>
#include <vector>

#include "core/reconcile/ask.h"
#include "core/retry/breaker.h"
#include "core/retry/budget.h"

namespace onceover::reconcile {

// The gateway did not answer.
bool is_silent(const Asked& asked);

struct Answers {
  std::vector<Asked> asked;      // one a row, in order
  std::ptrdiff_t not_asked = 0;  // the gateway's declared rate left no time (was_asked): another batch would wait in vain
  bool soon = false;             // all answered within a quarter of the time that they had
};

// Not thread-safe.
class Asker {
 public:
  Asker(const retry::BudgetConfig& budget, const retry::BreakerConfig& breaker) : budget_(budget, Steady::now()), breaker_(breaker) {}

  // Blocking; no transaction may be open meanwhile. is_again: whether the row at this place was asked about before. within: in place of
  // AskOptions::deadline.
  Answers ask(gateway::Gateway& gateway, const std::vector<const browse::KeyRow*>& rows, Timestamp now,
              const std::function<bool(std::size_t)>& is_again, Duration within, AskOptions options);

  // Rows may be asked about again.
  bool may_ask_again() { return tokens() >= 1; }
  std::int64_t tokens() { return budget_.tokens(Steady::now()); }
  // open: the gateway is left alone for as long as wait().
  retry::BreakerState state() { return breaker_.state(Steady::now()); }
  Duration wait() { return breaker_.wait(Steady::now()); }

 private:
  retry::Budget budget_;
  retry::Breaker breaker_;
};

}  // namespace onceover::reconcile
