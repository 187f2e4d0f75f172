// SPDX-License-Identifier: Apache-2.0
// The words inside a name, whatever the convention for names, patterns over them, and a column with what its
// type, name and values show. Inside the room only.
#pragma once

#include <functional>

#include "core/tables/facts.h"

namespace onceover::tables {

// Lower-case words: "webhookEndpointId", "WEBHOOK_ENDPOINT_ID" and "webhook-endpoint.id" give {webhook,
// endpoint, id}. A digit ends a word and is none. A plural is its singular ("keys" is "key").
std::vector<std::string> words_in(std::string_view name);

class Name {
 public:
  explicit Name(std::string_view name) : words_(words_in(name)) {}

  bool has(std::string_view word) const;
  const std::vector<std::string>& words() const { return words_; }

 private:
  std::vector<std::string> words_;
};

// Whether `list`, "lock|locked|lease", has the word.
bool is_listed(std::string_view word, std::string_view list);

struct Column {
  explicit Column(const ColumnFacts& column);

  const ColumnFacts& facts;
  Name name;  // where it says nothing ("c1") and a short comment does, the comment's words
  // How an instant is written: "timestamptz", "timestamp", "epoch_s", "epoch_ms", "epoch_us", "epoch_ns",
  // "iso_text"; "epoch" where the name speaks of time and no value shows the unit; nullopt where it is not an
  // instant.
  std::optional<std::string> time;

  bool is(ColumnFacts::Type type) const { return facts.type == type; }
  bool is_text() const { return facts.is_text(); }
  bool is_integer() const { return facts.is_integer(); }
  bool is_number() const { return facts.is_number(); }
  bool is_bytes() const { return facts.is_bytes(); }
  bool is_json() const { return facts.is_json(); }
  // Text, or an enum.
  bool is_wordy() const { return is_text() || is(ColumnFacts::Type::enumeration); }
  // May hold a key that a client made.
  bool is_opaque() const { return is_text() || is_bytes() || is(ColumnFacts::Type::uuid); }
  bool has_values() const { return !facts.values.empty(); }
  // There are rows, and this column is NULL in all of them.
  bool all_values(const std::function<bool(std::string_view)>& holds) const;
  bool any_value(const std::function<bool(std::string_view)>& holds) const;
  std::optional<std::vector<double>> numbers() const;  // of the values; nullopt where one is none
};

// No word of it says anything: "c1", "f".
bool is_mute(const Name& name);

inline const std::optional<std::string>& time_form(const Column& column) { return column.time; }

// One line that says what a column, or a table, is called and of what type it is. Alternatives are separated
// by ";", and each is a list of terms that must all hold:
//   a|b+c     the name has the word a, or both b and c       =a.b|c   it is exactly "a b", or exactly "c"
//   ^a|b      a word begins with a or b                      $id      its last word is id
//   @text|int the column has one of these traits: listed below; a name that is of no column has none
//   -…        the term does not hold
bool fits(const Name& name, std::string_view pattern);
bool fits(const Column& column, std::string_view pattern);

// What a pattern can ask of a column beside its name:
//   text wordy opaque int number bytes json bool enum uuid array time: its type; document: JSON, text or
//   bytes short: four words or fewer; mute: no word of it says anything; counted: "count", or "timesSent";
//   whole: whole numbers, whatever the type needed: no row may lack it; nulls: some row has
//   none; filled: some row has a value; now: its default is the time of the insertion default: it has one;
//   made: the server or the application generates it; free: it refers to no other table
bool has_trait(const Column& column, std::string_view trait);

// It holds times that name no zone: timestamps without one, or texts without an offset.
bool has_no_zone(const Column& column);
// Seconds since 1970 by that form.
std::optional<double> seconds_of(std::string_view value, std::string_view form);

// Some value is a later moment than this one, in seconds since 1970. What has no offset is read as UTC.
bool has_later(const Column& column, double moment_s);

// How the server writes a boolean that holds.
bool is_true(std::string_view value);

// "", an empty document, or what stands for none in one.
bool is_blank(std::string_view value);
// A boolean, or a number of which rows have 0 and 1 only.
bool is_yes_or_no(const ColumnFacts& column);

bool is_default_now(const Column& column);

// How a digest is written: "bytea", "hex", "base64", "prefixed"; nullopt where the values are not digests, or
// a text has no values.
std::optional<std::string> digest_form(const Column& column);

// What two columns say together, row by row over the sample. Names play no part.

// Without a value in exactly the same rows, and there are rows of both sorts.
bool absent_together(const Column& a, const Column& b);

// Some systems write "none" as the distant past.
bool means_none(const Column& column, std::string_view value);
// Of a sampled row: neither NULL nor "none".
bool has_value(const Column& column, std::size_t row);

// Without a value in some sampled row, or NULL by the planner's statistics in some row that was not sampled.
bool has_nulls(const Column& column);
// A row may have no value: NULL, or what says "none", which some rows or the default have.
bool may_lack(const Column& column);

// (Nearly) all rows of some value of the first have a value in the second, and (nearly) none of another's.
bool fills(const Column& first, const Column& second);

// Seconds from `from` to `to` in each sampled row; nullopt in a row that lacks one. A sentinel of the distant
// past counts as absent. Empty where either column is no instant.
std::vector<std::optional<double>> spans_by_row(const Column& from, const Column& to);

// The same without the rows that lack one, sorted.
std::vector<double> spans(const Column& from, const Column& to);

// Whether the first is nowhere before the second, to the second; nullopt where fewer than three rows have
// both.
std::optional<bool> never_before(const Column& later, const Column& earlier);

}  // namespace onceover::tables
