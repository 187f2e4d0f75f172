// SPDX-License-Identifier: Apache-2.0
// What may be said of the rows of a table: whether a fence guards them, what a client gets meanwhile, who
// works on a row and until when, what is counted, and who may write. It follows from the profile: a sentence
// that is true of onceover.keys may be untrue of another table. Every page and every command takes these
// sentences from here, and the order of a listing from order_words(). Pure; instants are written as moment()
// writes them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/time.h"
#include "core/browse/key_row.h"
#include "core/tables/profile.h"

namespace onceover::browse {

struct Promises {
  bool has_fence = false;      // a write by a former owner changes nothing
  bool knows_answers = false;  // the row decides what a duplicate gets; otherwise its service does
  bool has_clients = false;  // a client waits for the answer: so it is with keys, but not with events or jobs
  bool has_lease = false;    // a row shows until when it is held
  // it has no lease: what is unfinished for longer than the profile says is called stuck
  bool is_judged_by_age = false;
  bool counts_tries = false;
  bool has_cases = false;  // sweepers settle its rows by themselves, and keep a case for each
  std::string_view thing;  // "key", "event", "job"
  // Who works on a row: "executor" of a key, "consumer" of a received event, "relay" of an event to publish,
  // "worker" of a queue.
  std::string_view worker;
};
Promises promises_of(const tables::Profile& profile);

// "1 key", "3 jobs".
std::string things(const tables::Profile& profile, std::int64_t n);

// What its clients get while a key is unfinished: "Clients get 409 meanwhile." Empty where a row has no
// clients.
std::string clients_meanwhile(const tables::Profile& profile);
// The same with its end: "Clients get 409 until it is settled." Empty where this is not known.
std::string clients_until_settled(const tables::Profile& profile);
// The status that clients of a stuck key get; none where its service decides that, or there are no clients.
std::optional<int> status_while_stuck(const tables::Profile& profile);

// "3 stuck keys; their clients get 409.", or what this table shows instead. n > 0.
std::string stuck_headline(const tables::Profile& profile, std::int64_t n);
// Nothing is stuck, and what would be listed.
std::string none_stuck(const tables::Profile& profile);

// What follows if the worker of a stuck row resumes: whether a fence stops it.
std::string if_it_resumes(const tables::Profile& profile, const KeyRow& row);
// Whether that worker is still alive, for a row that no transaction locks: what is known of it, never a
// guess.
std::string about_its_worker(const tables::Profile& profile, const KeyRow& row, Timestamp as_of);
// Who holds the row, and until when.
std::string who_holds(const tables::Profile& profile, const KeyRow& row, Timestamp as_of);
// A row lock is no sign of life.
std::string row_lock_caveat(const tables::Profile& profile);
// "This table does not show whether an executor is at work on the row."
std::string worker_is_unseen(const tables::Profile& profile);
// Why a row is not written although nothing else prevents it: an executor holds it, or may hold it.
std::string why_held(const tables::Profile& profile, const KeyRow& row);

// Where a row of an external table stands, without its time: "lease held by w-1, ends", "free: no worker
// works on it".
std::string standing(const tables::Profile& profile, const KeyRow& row, Timestamp as_of);

// There is no such row: what that means, and what becomes of the next request or delivery.
struct NoRow {
  std::string rule, clears;
};
NoRow no_row(const tables::Profile& profile);

// Of a row of an external table: the rule and what ends it. Never what its service answers. status: the
// stored one of a finished key, 0 where there is none.
struct External {
  int status = 0;
  std::string rule, clears;
};
External external_answer(const tables::Profile& profile, const KeyRow& row, Timestamp as_of);

// "3"; "3 started, 2 finished"; empty: this table, or this row, has no count.
std::string tries(const KeyRow& row);
// What is counted: "Claimed 3 times by an executor.", "This table does not count tries."
std::string tries_in_words(const tables::Profile& profile, const KeyRow& row);

// Why a body whose hash is not the stored one may be the same all the same; empty: it is another one.
std::string why_not_another_body(const tables::Profile& profile);

// Who may write a row of this table, and by what: "This table is read-only here: its profile does not say
// what a verdict writes."
std::string who_may_write(const tables::Profile& profile);

}  // namespace onceover::browse
