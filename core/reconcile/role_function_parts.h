// What the functions of a role are made of. Inside the room only.
#pragma once

#include <string>
#include <string_view>

#include "core/inspect/inspect.h"
#include "core/profile/profile.h"

namespace onceover::reconcile {

// The row `k` that onceover_row_key names, by every column of its identity, as text in the JSON object.
std::string row_is(const profile::Profile& profile, const profile::Access& access);
// What a person knows of `k`: {tenant, operation, key}, cut where they are long.
std::string known_sql(const profile::Profile& profile);
// IF condition THEN RAISE … words: of an SQL literal, without its quotes.
std::string raise(std::string_view condition, std::string_view words, std::string_view code);
// Of agree_succeed and agree_fail: the verb's write, as another database user asked for it.
std::string agreement_source(const profile::Profile& profile, const profile::Access& access, profile::Verb verb);
// CREATE OR REPLACE, and REVOKE from PUBLIC.
std::string created(const std::string& name, std::string_view parameters, std::string_view returns, std::string_view types,
                    const std::string& source);

}  // namespace onceover::reconcile
