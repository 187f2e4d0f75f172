// SPDX-License-Identifier: Apache-2.0
// The functions by which those of our schema (role_functions.h) read and write a table that is not ours, as
// SQL. They stand in the table's schema and belong to its owner: its triggers, policies and types run with
// that owner's rights, never with ours. Only the owner of the schema onceover may call them. They check that
// the row is as it was seen, and nothing else; evidence, approvals, the stop switch and the trail are their
// callers' work, and those call no other version of them than the one that they were made for. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/tables/inspect/inspect.h"
#include "core/tables/profile.h"

namespace onceover::roles {

struct RowFunction {
  std::string name;  // quoted, with its schema
  std::string_view parameters, types, returns;
  std::string source;  // as the catalog keeps it
  std::string signature() const { return name + '(' + std::string(types) + ')'; }
};
// (row key, version) → one row (number of its state, before, row key, known, when it was created) or none;
// version NULL: any. known: {tenant, operation, key}, cut where they are long.
RowFunction row_look(const tables::Profile& profile, const tables::Access& access);
// (row key, version, the row's reason, code, body, body as bytes, lease, although held) → as row_look, with
// the state and the row after. OC004 where the row is not as it was seen, is held, or would be left in
// another state than the verb's.
RowFunction row_write(const tables::Profile& profile, const tables::Access& access, tables::Verb verb);
// (limit) → how many finished rows past their window are gone.
RowFunction row_reap(const tables::Profile& profile);

// CREATE OR REPLACE. It belongs to the table's owner, and only the owner of the schema onceover may call it.
std::string creation(const tables::Profile& profile, const RowFunction& function);
// The same for a function of our schema, which is given to that schema's owner. name: quoted, with its
// schema.
std::string creation(const std::string& name, std::string_view parameters, std::string_view types,
                     std::string_view returns, const std::string& source);
// The column takes bytes.
bool is_bytes(const tables::Access& access, const std::string& column);
// As a statement of a plpgsql function: an exception unless it is this very function, with its owner's
// rights.
std::string requires_sql(const tables::Profile& profile, const RowFunction& function);

// What the trail and the cases keep of an external row `k`, as SQL that our statements and the functions of a
// role share. Pure.

// What tells a row from all others: column to value, as text.
std::string row_key_sql(const tables::Profile& profile);

// Of a row before and after: objects of text, as text. before: state, lease and what verbs write. whole: what
// is left of a row that is deleted.
std::string before_sql(const tables::Profile& profile, const tables::Access& access);
std::string whole_sql(const tables::Profile& profile, const tables::Access& access);

// The trail holds only this value's length, or its beginning.
bool is_kept_in_part(const tables::Profile& profile, const std::string& column, const std::string& value);

// The case of a row that is written, each field an expression. A verb that says something of the effect
// leaves a settled case with one attempt more, as settling a key of our own does; others settle the case that
// is open. Empty: neither (extend).
struct CaseFields {
  // row_key, evidence: jsonb
  std::string relation, row_key, profile, tenant, operation, key, verdict, reason, evidence;
};
// may_file: false where none may be made (no right to), or one is there: only an open one is settled.
std::string settle_case_sql(const tables::Profile& profile, tables::Verb verb, const CaseFields& fields,
                            bool may_file = true);

// The state that a verb must leave behind; nullopt where it may be another.
std::optional<key::State> state_after(tables::Verb verb);

// IF condition THEN RAISE … words: of an SQL literal, without its quotes.
std::string raise(std::string_view condition, std::string_view words, std::string_view code);

// `CASE number WHEN 0 THEN 'in_progress' … END`.
std::string state_word_of(const tables::Profile& profile, std::string_view number);

}  // namespace onceover::roles
