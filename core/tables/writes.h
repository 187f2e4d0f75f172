// SPDX-License-Identifier: Apache-2.0
// What a profile's verbs write, as SQL over a table called `k`. Pure. Values of a person's go as parameters;
// times are taken by the server, after the row's lock is held: clock_timestamp(), never now().
#pragma once

#include "core/tables/facts.h"
#include "core/tables/sql.h"

namespace onceover::tables {

// What a person supplies. A verb gets what it writes and no more: missing_value(), superfluous_value().
struct WriteValues {
  std::optional<int> code;
  std::optional<std::string> body;
  std::optional<std::string> reason;  // for the row itself; empty: the reason of the audit row
  std::optional<Duration> lease;      // from the moment of writing
};

// States in which the verb may be written: the profile's own, or these. succeed, fail, release and extend:
// in_progress. requeue and discard: failed. A lease that may be taken up again out of another state, or an
// unfinished row that is to be given up, is the profile's to say.
std::vector<key::State> offered_from(const Write& write, Verb verb);

bool writes(const Write& write, Assignment::Value value);

// The verb is for leases that others may hold; every other one waits until they are over.
constexpr bool is_for_live_leases(Verb verb) { return verb == Verb::extend; }

// What a verb says of the effect must be shown by a person: that it happened (succeed), that it never will
// (fail) and, of a request, that it may be sent again (release). The other verbs move work about and say
// nothing.
constexpr bool says_of_effect(const Profile& profile, Verb verb) {
  return verb == Verb::succeed || verb == Verb::fail ||
         (verb == Verb::release && profile.kind == Kind::idempotency);
}

// A sentence about a value that the verb writes and that was not given, or that was given and would be
// dropped.
std::optional<std::string> missing_value(Verb verb, const Write& write, const WriteValues& values);

// What the column would hold, for a person: "DONE", "NULL", "the moment of writing", "18 bytes". Text is not
// escaped.
std::string shown_value(const Assignment& assignment, const WriteValues& values);

// Of Value::now: the expression.
std::string written_now(const Assignment& assignment);

// What the column gets, as an expression.
void value_of(Query& query, const Assignment& assignment, Holds column, const WriteValues& values);
// `UPDATE … SET …` or `DELETE FROM …`, which a WHERE follows. columns: the table's.
void begin_write(Query& query, const Profile& profile, const std::map<std::string, ColumnFacts>& columns,
                 const Write& write, const WriteValues& values);

// Functions that write a table for a user without rights on it: made by the scripts of core/roles/roles.h,
// found by inspect().
//
// Name of the function of a verb, or of reaping where there is none, unquoted: in the schema onceover, at
// most 63 bytes, its own for each table.
std::string function_name(const Profile& profile, std::optional<Verb> verb);

// Name of a function of the table's owner (core/roles/row_functions.h), unquoted: in the table's schema, at
// most 63 bytes, its own for each table. verb: the word of one, "look" or "reap".
std::string row_function_name(const Profile& profile, std::string_view verb);

// Of the functions that write, in order: row key, version, actor, host, program, reason, ticket, evidence,
// verdict, code, body, the row's reason, lease, although held.
inline constexpr std::string_view write_function_types =
    "jsonb, text, text, text, text, text, text, jsonb, text, int, text, text, interval, boolean";
inline constexpr int write_function_arguments = 14;

}  // namespace onceover::tables
