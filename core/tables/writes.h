// What a profile's verbs write, as SQL over a table called `k`. Pure. Values of a person's go as parameters; times are taken by the
// server, after the row's lock is held: clock_timestamp(), never now().
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/time.h"
#include "core/tables/facts.h"
#include "core/tables/profile.h"
#include "core/tables/sql.h"

namespace onceover::tables {

// What a person supplies. A verb gets what it writes and no more: missing_value(), superfluous_value().
struct WriteValues {
  std::optional<int> code;
  std::optional<std::string> body;
  std::optional<std::string> reason;  // for the row itself; empty: the reason of the audit row
  std::optional<Duration> lease;      // from the moment of writing
};

// States in which the verb may be written: the profile's own, or these. succeed, fail, release and extend: in_progress. requeue and
// discard: failed. A lease that may be taken up again out of another state, or an unfinished row that is to be given up, is the
// profile's to say.
std::vector<key::State> offered_from(const Write& write, Verb verb);

bool writes(const Write& write, Assignment::Value value);

// The verb is for leases that others may hold; every other one waits until they are over.
constexpr bool is_for_live_leases(Verb verb) { return verb == Verb::extend; }

// What a verb says of the effect must be shown by somebody: that it happened (succeed), that it never will (fail) and, of a request, that
// it may be sent again (release). The other verbs move work about and say nothing.
constexpr bool says_of_effect(const Profile& profile, Verb verb) {
  return verb == Verb::succeed || verb == Verb::fail || (verb == Verb::release && profile.kind == Kind::idempotency);
}

// A sentence about a value that the verb writes and that was not given, or that was given and would be dropped.
std::optional<std::string> missing_value(Verb verb, const Write& write, const WriteValues& values);

// What the column would hold, for a person: "DONE", "NULL", "the moment of writing", "18 bytes". Text is not escaped.
std::string shown_value(const Assignment& assignment, const WriteValues& values);

// Of Value::now: the expression.
std::string written_now(const Assignment& assignment);

// What the column gets, as an expression.
void value_of(Query& query, const Assignment& assignment, Holds column, const WriteValues& values);
// `"column" = expression`, without alias on the left.
void assign(Query& query, const Assignment& assignment, Holds column, const WriteValues& values);

}  // namespace onceover::tables
