// SPDX-License-Identifier: Apache-2.0
// The terms of the contract as types. Pure data: no database, no clock.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/time.h"
#include "core/base/words.h"

namespace onceover::key {

// Two requests with the same identity are the same operation. Bytes as received; see identity.h for the rules
// of a new key.
struct Identity {
  std::string tenant;     // principal or account; may be empty
  std::string operation;  // route, command or consumer name
  std::string key;        // opaque, chosen by the caller
  // For a row of an external table: the values of its identity columns as the server writes them, in the
  // order of its profile. Empty for our own, whose identity is the three above. The columns find the row; the
  // three fields are shown.
  std::vector<std::optional<std::string>> columns = {};
  auto operator<=>(const Identity&) const = default;
};

enum class State { in_progress, released, succeeded, failed };

constexpr bool is_final(State state) { return state == State::succeeded || state == State::failed; }

// As stored in our schema.
inline constexpr auto state_words = words<State>({{State::in_progress, "in_progress"},
                                                  {State::released, "released"},
                                                  {State::succeeded, "succeeded"},
                                                  {State::failed, "failed"}});
std::string_view word(State state);
std::optional<State> state_from_word(std::string_view word);

enum class FingerprintKind { jcs_sha256, raw_sha256 };

// SHA-256 of the request, with the tag of its method.
struct Fingerprint {
  FingerprintKind kind = FingerprintKind::raw_sha256;
  std::array<std::uint8_t, 32> digest{};
  bool operator==(const Fingerprint&) const = default;
};

// "jcs-sha256" / "raw-sha256".
std::string_view word(FingerprintKind kind);
std::optional<FingerprintKind> fingerprint_kind_from_word(std::string_view word);

using Header = std::pair<std::string, std::string>;

// A stored answer for replay. Body bytes are exact, NUL included.
struct StoredResponse {
  int version = 1;  // of this format; an unknown one is an error for the operator, never a guess
  int code = 0;     // HTTP status
  std::vector<Header> headers;
  std::string body;
  bool operator==(const StoredResponse&) const = default;
};

inline constexpr int response_version = 1;

// Customer and amount: what a caller on the phone will ask about. Text as given; amount in the currency's own
// notation, "12.50".
struct Subject {
  std::optional<std::string> customer, amount, currency, reference;
  bool operator==(const Subject&) const = default;
};

// No lease, and no pause between two tries, is longer.
inline constexpr Duration longest_lease = std::chrono::hours(24);
// An end beyond this from now was written while the database's clock was ahead: it counts as past.
inline constexpr Duration no_end_is_later = std::chrono::hours(25);

// The holder of an unfinished row.
enum class Holder { executor, sweeper, operator_ };
std::string_view word(Holder holder);
std::optional<Holder> holder_from_word(std::string_view word);

}  // namespace onceover::key
