// What the trail and the cases keep of an external row `k`, as SQL that our statements and the functions of a role share. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/tables/inspect/inspect.h"
#include "core/tables/profile.h"

namespace onceover::roles {

// What tells a row from all others: column to value, as text.
std::string row_key_sql(const tables::Profile& profile);

// Of a row before and after: objects of text, as text. before: state, lease and what verbs write. whole: what is left of a row that is
// deleted.
std::string before_sql(const tables::Profile& profile, const tables::Access& access);
std::string whole_sql(const tables::Profile& profile, const tables::Access& access);

// The trail holds only this value's length, or its beginning.
bool is_kept_in_part(const tables::Profile& profile, const std::string& column, const std::string& value);

// The case of a row that is written, each field an expression. A verb that says something of the effect leaves a settled case with one
// attempt more, as settling a key of our own does; others settle the case that is open. Empty: neither (extend).
struct CaseFields {
  std::string relation, row_key, profile, tenant, operation, key, verdict, reason, evidence;  // row_key, evidence: jsonb
};
// may_file: false where none may be made (no right to), or one is there: only an open one is settled.
std::string settle_case_sql(const tables::Profile& profile, tables::Verb verb, const CaseFields& fields, bool may_file = true);

// The state that a verb must leave behind; nullopt where it may be another.
std::optional<key::State> state_after(tables::Verb verb);

// IF condition THEN RAISE … words: of an SQL literal, without its quotes.
std::string raise(std::string_view condition, std::string_view words, std::string_view code);

// `CASE number WHEN 0 THEN 'in_progress' … END`.
std::string state_word_of(const tables::Profile& profile, std::string_view number);

}  // namespace onceover::roles
