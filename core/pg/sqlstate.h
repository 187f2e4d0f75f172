// SPDX-License-Identifier: Apache-2.0
// From SQLSTATE to our kinds, once, at the seam. Source: PostgreSQL manual, appendix A.
#pragma once

#include <string_view>

#include "core/base/error.h"

namespace onceover::pg {

namespace sqlstate {
inline constexpr std::string_view insufficient_privilege = "42501";
inline constexpr std::string_view lock_not_available = "55P03";
inline constexpr std::string_view object_in_use = "55006";
inline constexpr std::string_view query_canceled = "57014";
inline constexpr std::string_view undefined_statement = "26000";
// A prepared statement whose result now has another type; the server reports only "feature not supported".
inline constexpr std::string_view cached_plan_changed = "cached plan must not change result type";
inline constexpr std::string_view feature_not_supported = "0A000";
inline constexpr std::string_view read_only_transaction = "25006";
inline constexpr std::string_view undefined_table = "42P01";
inline constexpr std::string_view duplicate_statement = "42P05";
inline constexpr std::string_view too_many_connections = "53300";
inline constexpr std::string_view internal_error = "XX000";
inline constexpr std::string_view another_database = "OC008";  // our own: server_identity.h
inline constexpr std::string_view another_history =
    "OC015";  // our own: server_identity.h, and onceover.hold_relay
}  // namespace sqlstate

// Empty: the error is from libpq itself, so the connection is lost.
ErrorKind kind_of(std::string_view state);
// Whether work that failed with this error may succeed later while no person acts: the server restarts, a
// standby is promoted, a lock or a disk is freed. A refused password, a missing right, a dropped database or
// another schema version does not pass by itself.
bool passes_by_itself(const Error& error);
// What a person can do about it; empty: no general advice.
std::string_view advice_for(std::string_view state);

}  // namespace onceover::pg
