// SPDX-License-Identifier: Apache-2.0
// A person settles one row of any table: take it, ask afresh, and write what was confirmed, or a manual
// override where no evidence says what happened. Console and oncectl run settle_one().
//
// Threads: as the connection. Blocking; no transaction is open while the gateway is asked. Errors: as
// settle.h and write_row.h; of kind `waits` where an external row waits for a second approver. After an error
// behind the taking of an own key, `not_done` says until when the key stays owned: its lease ends by itself,
// and nothing is stranded.
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "core/gateway/evidence.h"
#include "core/reconcile/second_approver.h"
#include "core/reconcile/target.h"

namespace onceover::reconcile {

struct OneOptions {
  Duration lease = std::chrono::seconds(60);       // of an own key; longer than asking takes
  Duration ask_within = std::chrono::seconds(20);  // the gateway's answer is waited for so long
  int max_attempts = 8;
  bool may_cancel = false;  // as of AskOptions: an act at the gateway
};

struct RowSettled {
  browse::KeyRow before;  // as it was taken
  tables::Verb verb = tables::Verb::release;
  std::optional<browse::KeyRow> after = {};  // none: the row was deleted
  std::int64_t audit_id = 0;
  std::string unconfirmed = {};
  std::optional<JudgedEvidence> asked = {};  // none: no question was sent
  bool by_evidence = true;                   // false: by manual override
};
// Nothing was settled: the gateway's answer is on file, and an own key is free again.
struct RowFiled {
  browse::KeyRow before = {};
  std::optional<browse::KeyRow> after = {};
  std::string status = {};  // of the case: "open", "needs_human"
  int attempts = 0;
  std::int64_t audit_id = 0;
  std::string unconfirmed = {};
  JudgedEvidence asked = {};
  Error why = {};
};
// An own key waits for a second approver, as a case that needs a person (second_approver.h).
struct RowWaits {
  browse::KeyRow before = {};
  Waiting waiting = {};
  std::optional<JudgedEvidence> asked = {};
};
using OneOutcome = std::variant<RowSettled, RowFiled, RowChanged, Held, Withheld, RowWaits>;
// "It is not confirmed by evidence: it waits for a second approver, as approval 3."
std::string sentence(const RowWaits& waits);

// Asks where the instruction wants it, and decides; nothing is written. gateway: null where none is
// configured.
Decision ask_and_decide(const Target& target, const TakenRow& row, const Instruction& instruction,
                        gateway::Gateway* gateway, const OneOptions& options);
// seen: as it was on the screen. decision: for showing what was decided; may be null.
Result<OneOutcome> settle_one(pg::Connection& connection, Target& target, const TakenRow& seen,
                              const Instruction& instruction, gateway::Gateway* gateway,
                              const audit::Actor& actor, const OneOptions& options = {},
                              Decision* decision = nullptr);

}  // namespace onceover::reconcile
