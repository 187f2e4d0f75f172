// A column with what its type, name and values show. Inside the room only.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/detect/names.h"
#include "core/profile/facts.h"

namespace onceover::profile {

struct Column {
  explicit Column(const ColumnFacts& column);

  const ColumnFacts& facts;
  Name name;  // where it says nothing ("c1") and a short comment does, the comment's words

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
  std::optional<std::vector<double>> numbers() const;  // of the values; nullopt where one is none
};

// No word of it says anything: "c1", "f".
bool is_mute(const Name& name);

// How an instant is written: "timestamptz", "timestamp", "epoch_s", "epoch_ms", "epoch_us", "iso_text"; "epoch" where the name speaks of
// time and no value shows the unit; nullopt where it is not an instant.
std::optional<std::string> time_form(const Column& column);

// Seconds since 1970 by that form.
std::optional<double> seconds_of(std::string_view value, std::string_view form);

// Some value is a later moment than this one, in seconds since 1970. What has no offset is read as UTC.
bool has_later(const Column& column, double moment_s);

// How the server writes a boolean that holds.
bool is_true(std::string_view value);

bool is_default_now(const Column& column);

// How a digest is written: "bytea", "hex", "base64", "prefixed"; nullopt where the values are not digests, or a text has no values.
std::optional<std::string> digest_form(const Column& column);

}  // namespace onceover::profile
