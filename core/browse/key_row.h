// SPDX-License-Identifier: Apache-2.0
// One key as listings show it. Text columns are as stored; show them through onceover::visible(). Owner,
// correlation, error, customer and reference are cut at 10,000 bytes, with "…" appended.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/time.h"
#include "core/events/publication.h"
#include "core/key/types.h"

namespace onceover::browse {

// The owner of a row, without the engine's suffix after '#' that separates one claim of a process from
// another.
inline std::string_view owner_name(std::string_view stored) { return stored.substr(0, stored.find('#')); }
// The machine in an owner's name: what is before the first of / : #. "payments-7" of "payments-7/4242".
inline std::string_view host_of(std::string_view stored) {
  return stored.substr(0, stored.find_first_of("/:#"));
}

// A time that a row may lack.
inline std::optional<Timestamp> known(Timestamp at) {
  return at == Timestamp::minus_infinity() ? std::nullopt : std::optional(at);
}

// A time that a row may lack. Where its zone is unknown it is no instant, but a text: "2026-11-21 02:03:04,
// zone unknown".
struct RowTime {
  std::optional<Timestamp> at;
  std::string zoneless;
  bool empty() const { return !at && zoneless.empty(); }
};

struct KeyRow {
  key::Identity id;
  key::State state = key::State::in_progress;
  std::string state_word;  // the table's own word for it
  bool state_known =
      true;  // false: the profile does not name the word, and `state` is meaningless; show state_word
  bool discarded = false;  // given up by a person: without effect here, though no one waits for it
  std::optional<bool>
      may_retry;  // of failed: whether the system itself may run it again, by the profile; none: not known
  bool lease_known = true;  // false: this table does not show leases, so none of its rows is ever stuck
  Timestamp created_at, updated_at;  // minus_infinity: no such time
  std::optional<Timestamp> completed_at, expires_at, locked_until, retry_before;
  std::optional<Timestamp> due;  // when its work is due; none: it is not delayed
  // Times of which the zone is unknown, as the table has them. The fields above have no value then: no such
  // time is compared.
  struct Zoneless {
    std::string created_at, updated_at, completed_at, expires_at, due;
  } zoneless = {};
  bool set_aside = false;  // deleted softly, archived, cancelled: no one works on it, whatever its state
  // when the executor's own lease expired, after someone took the key over to ask
  std::optional<Timestamp> stuck_since;
  std::int64_t fence = 0;
  key::Holder holder = key::Holder::executor;
  std::string owner, correlation_id, error_code;
  int attempts = 0;
  bool attempts_known = true;  // false: this table, or this row, has no count
  // where the table counts those separately: fewer than attempts means a crash
  std::optional<int> attempts_finished;
  std::string fingerprint;  // "jcs-sha256:hex"
  std::optional<int> response_code;
  std::optional<std::int64_t> response_bytes;
  key::Subject subject;
  // From the case, if there is one.
  std::string case_status;  // "", "open", "needs_human", "settled"
  int case_attempts = 0;
  std::optional<Timestamp> next_try_at;

  // of an event of onceover.outbox, whose table keeps no state
  std::optional<events::Publication> publication = {};

  // Of an external table: a row without a lease waits for its next worker and is not stuck.
  bool free_waits = false;

  // Its place in the listing's order, as text, one value per column: Cursor. Empty for our own, whose order
  // is in the fields above.
  std::vector<std::string> place = {};

  bool archived = false;  // is in the profile's archive: this program does not write it

  // Its work is not due yet, or may not be.
  bool is_ahead(Timestamp as_of) const { return due ? *due > as_of : !zoneless.due.empty(); }
  // For display.
  RowTime created() const { return {known(created_at), zoneless.created_at}; }
  RowTime updated() const { return {known(updated_at), zoneless.updated_at}; }
  RowTime completed() const { return {completed_at, zoneless.completed_at}; }
  RowTime kept_until() const { return {expires_at, zoneless.expires_at}; }
  RowTime work_due() const { return {due, zoneless.due}; }
  // Expired and not held: it may be taken over. as_of is the database's clock.
  bool is_due(Timestamp as_of) const {
    if (!state_known || !lease_known || set_aside || is_ahead(as_of)) return false;
    if (state == key::State::released) return retry_before && *retry_before <= as_of;
    return state == key::State::in_progress && (locked_until ? *locked_until <= as_of : !free_waits);
  }
  // Its executor's lease expired and nothing has settled it: also while others hold it to ask about it.
  bool is_stuck(Timestamp as_of) const { return is_due(as_of) || is_asked_about(); }
  // Released, and not claimed since: also while others hold it to ask about it. Its retry_before is then that
  // of the release.
  bool was_released() const {
    if (!state_known || state == key::State::released) return state_known;
    return state == key::State::in_progress && holder != key::Holder::executor && retry_before.has_value();
  }
  // Stuck, since no client has retried it in time.
  bool is_unretried(Timestamp as_of) const { return was_released() && is_stuck(as_of); }
  bool is_asked_about() const {
    return state_known && state == key::State::in_progress && stuck_since.has_value();
  }
  // Of a stuck row: when its executor's lease, or the time to retry it, ended. None: it never had a lease.
  std::optional<Timestamp> lease_ended() const {
    return stuck_since ? stuck_since : locked_until ? locked_until : retry_before;
  }
};

}  // namespace onceover::browse
