// One key as listings show it. Text columns are as stored; show them through onceover::visible(). Owner, correlation, error and what the
// request was about are cut at 10,000 bytes, with "…" behind them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/time.h"
#include "core/key/types.h"

namespace onceover::browse {

// Who owns a row, without the engine's word behind '#' that tells one claim of a process from another.
inline std::string_view owner_name(std::string_view stored) { return stored.substr(0, stored.find('#')); }

struct KeyRow {
  key::Identity id;
  key::State state = key::State::in_progress;
  std::string state_word;            // the operator's own word for it
  bool state_known = true;           // false: the profile does not know the word, and `state` says nothing; show state_word
  bool may_retry = false;            // of failed: the profile says that the system itself may run it again
  bool lease_known = true;           // false: a lease cannot be observed in this table; no row of it is ever called stuck
  Timestamp created_at, updated_at;  // minus_infinity where the table does not say
  std::optional<Timestamp> completed_at, expires_at, locked_until, retry_before;
  std::optional<Timestamp> stuck_since;  // when the executor's own lease ended, once somebody took the key over to ask
  std::int64_t fence = 0;
  key::Holder holder = key::Holder::executor;
  std::string owner, correlation_id, error_code;
  int attempts = 0;
  bool attempts_known = true;            // false: this table counts none, or not in this row
  std::optional<int> attempts_finished;  // where the table counts those apart: fewer than attempts tells of a crash
  std::string fingerprint;               // "jcs-sha256:hex"
  std::optional<int> response_code;
  std::optional<std::int64_t> response_bytes;
  key::Subject subject;
  // From the case, where there is one.
  std::string case_status;  // "", "open", "needs_human", "settled"
  int case_attempts = 0;
  std::optional<Timestamp> next_try_at;

  // Of somebody else's table: where nobody holds a lease, the row waits for whoever takes it next and is not stuck.
  bool free_waits = false;

  // Its place in the order of the listing, as text, each column's value: Cursor. Empty for our own, whose order is made of the above.
  std::vector<std::string> place = {};

  bool archived = false;  // stands in the profile's twin, to which finished rows are moved: nothing of ours writes it

  // Expired, and held by nobody: it may be taken over. as_of is the database's clock.
  bool is_due(Timestamp as_of) const {
    if (!state_known || !lease_known) return false;
    if (state == key::State::released) return retry_before && *retry_before <= as_of;
    return state == key::State::in_progress && (locked_until ? *locked_until <= as_of : !free_waits);
  }
  // Its executor's lease ended and nothing has settled it: also while others hold it to ask about it.
  bool is_stuck(Timestamp as_of) const { return is_due(as_of) || is_asked_about(); }
  bool is_asked_about() const { return state_known && state == key::State::in_progress && stuck_since.has_value(); }
  // Of a stuck row: when its executor's lease, or the time to retry it, ended. None: it never had a lease.
  std::optional<Timestamp> lease_ended() const { return stuck_since ? stuck_since : locked_until ? locked_until : retry_before; }
};

}  // namespace onceover::browse
