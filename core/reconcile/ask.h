// SPDX-License-Identifier: Apache-2.0
// Asking the downstream about keys, and what follows from its answers.
#pragma once

#include <functional>
#include <vector>

#include "core/browse/key_row.h"
#include "core/gateway/evidence.h"
#include "core/pg/connection.h"
#include "core/reconcile/settle.h"
#include "core/reconcile/verdict.h"
#include "core/retry/breaker.h"
#include "core/tables/profile.h"

namespace onceover::reconcile {

struct JudgedEvidence {
  gateway::Evidence evidence;
  Verdict verdict;
  // Nothing follows from the answer, and a cancel with tombstone, which was not asked for, would settle it
  // so.
  std::optional<Verdict> if_cancelled = {};
};

struct OfEffect {
  std::string effect;
  JudgedEvidence asked;
};
// What follows for a request with several effects, at least one. Pure. It is settled only where all have the
// same end: done, never, or free to roll forward; then the first one's answer is kept, whose amount was
// compared, and from which the response is made. Otherwise nothing follows, in words that name each effect:
// asked again where one of them is open, else a person decides.
JudgedEvidence together(std::vector<OfEffect> all);

struct AskOptions {
  Deadline deadline;
  int max_attempts = 8;
  // Rows are owned: where nothing follows from the answer and a cancel with tombstone that holds would settle
  // it, it is asked for. The effect is never performed then.
  bool may_cancel = false;
  // Of the table that the rows are of, where it is not ours. Our own derivation of a downstream key says
  // nothing about what another service sent: a gateway that knows nothing of a key that was never used has
  // proved nothing. So rows of such a table are asked about by the key that their profile makes
  // (tables::gateway_key_of), or by reference; else no question is sent, and a person must decide.
  const tables::Profile* profile = nullptr;
  // Whether may_cancel is for the row at this place, too. Empty: for all.
  std::function<bool(std::size_t)> is_for_cancel = {};
};

// Whether there is anybody who can be asked about the row: the gateway serves its operation, and what it
// calls the row is known.
bool can_be_asked(const gateway::Gateway& gateway, const browse::KeyRow& row, const tables::Profile* profile);

// One answer a row, in order. Blocking; no transaction may be open meanwhile. now: database time.
std::vector<JudgedEvidence> ask(gateway::Gateway& gateway, const std::vector<const browse::KeyRow*>& rows,
                                Timestamp now, const AskOptions& options);
std::vector<JudgedEvidence> ask(gateway::Gateway& gateway, const std::vector<browse::KeyRow>& rows,
                                Timestamp now, const AskOptions& options);

// Until a key is asked about again: as the gateway wants it, no sooner than at_least, and at most
// longest_wait. The store refuses more.
inline constexpr Duration longest_wait = std::chrono::hours(24);
Duration wait_before(const Verdict& verdict, Duration at_least);

// What to write for a verdict. reason: the person's, or empty to take the verdict's own sentence.
// next_try_in: the backoff; the gateway may ask for a longer wait, not for a shorter one: a Retry-After of 0
// would use up all attempts within seconds.
Settlement settlement_for(const browse::KeyRow& owned, const JudgedEvidence& asked, const std::string& reason,
                          Duration next_try_in);

// Asks about batch after batch: with a budget for asking about the same row again, and a breaker for a
// gateway that does not answer.

// The gateway did not answer.
bool is_silent(const JudgedEvidence& asked);

struct Answers {
  std::vector<JudgedEvidence> asked;  // one a row, in order
  std::ptrdiff_t not_asked =
      0;  // the gateway's declared rate left no time (was_asked): another batch would wait in vain
  bool soon = false;  // all answered within a quarter of the time that they had
};

// Not thread-safe.
class Asker {
 public:
  Asker(const retry::BudgetConfig& budget, const retry::BreakerConfig& breaker)
      : budget_(budget, Steady::now()), breaker_(breaker) {}

  // Blocking; no transaction may be open meanwhile. is_again: whether the row at this place was asked about
  // before. within: in place of AskOptions::deadline.
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
