#include "core/roles/row_sql.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/tables/instants.h"
#include "core/tables/sql.h"
#include "core/tables/states.h"
#include "core/tables/writes.h"

namespace onceover::roles {
namespace {

using tables::Access;
using tables::Profile;
using tables::quoted_name;

// Enough to recognise a value by; the trail is no copy of the table.
constexpr int audited_characters = 1000;

void add_once(std::vector<std::string>& columns, const std::string& column) {
  if (!column.empty() && std::ranges::find(columns, column) == columns.end()) columns.push_back(column);
}

Profile without_writes(const Profile& p) {
  Profile read = p;
  for (auto& [verb, write] : read.writes) write.set.clear();
  return read;
}

bool is_body(const Profile& p, const std::string& column) {
  if (column == p.response_body.column || column == p.payload.column) return true;
  for (const auto& [verb, write] : p.writes) {
    for (const tables::Assignment& a : write.set) {
      if (a.column == column && a.value == tables::Assignment::Value::body) return true;
    }
  }
  return false;
}

std::string audited(const Profile& p, const Access& access, const std::string& column) {
  const std::string name = "k." + quoted_name(column);
  if (!is_body(p, column)) return fmt::format("pg_catalog.\"left\"({}::pg_catalog.text, {})", name, audited_characters);
  const Access::Column* known = access.column(column);
  const bool bytes = known != nullptr && known->holds() == tables::Holds::bytes;
  return fmt::format("pg_catalog.octet_length({}{}) || ' bytes'", name, bytes ? "" : "::pg_catalog.text");
}

// An object of text: column to value.
std::string json_of(const std::vector<std::string>& names, const std::vector<std::string>& values) {
  std::string keys, texts;
  for (std::size_t i = 0; i < names.size(); ++i) {
    keys += (i > 0 ? ", " : "") + tables::literal(names[i]);
    texts += (i > 0 ? ", " : "") + values[i];
  }
  return fmt::format("pg_catalog.jsonb_object(ARRAY[{}]::pg_catalog.text[], ARRAY[{}]::pg_catalog.text[])::pg_catalog.text", keys, texts);
}

std::string audited_json(const Profile& p, const Access& access, const std::vector<std::string>& columns) {
  std::vector<std::string> names, values;
  for (const std::string& column : columns) {
    const Access::Column* known = access.column(column);
    if (known == nullptr || !known->may_select) continue;
    names.push_back(column);
    values.push_back(audited(p, access, column));
  }
  return json_of(names, values);
}

// State, lease, and what the profile's verbs write.
std::vector<std::string> telling_columns(const Profile& p) {
  std::vector<std::string> columns = tables::state_columns(p);
  for (const std::string& column : tables::lease_columns(p)) add_once(columns, column);
  for (const auto& [verb, write] : p.writes) {
    for (const tables::Assignment& a : write.set) add_once(columns, a.column);
  }
  return columns;
}

}  // namespace

std::string row_key_sql(const Profile& p) {
  std::vector<std::string> values;
  for (const std::string& column : p.identity) values.push_back(fmt::format("k.{}::pg_catalog.text", quoted_name(column)));
  return json_of(p.identity, values);
}

bool is_kept_in_part(const Profile& p, const std::string& column, const std::string& value) {
  // At most as many characters as bytes: a text that may have been cut counts as cut.
  return is_body(p, column) || value.size() >= static_cast<std::size_t>(audited_characters);
}

std::string before_sql(const Profile& p, const Access& access) { return audited_json(p, access, telling_columns(p)); }
std::string whole_sql(const Profile& p, const Access& access) { return audited_json(p, access, tables::columns_named(without_writes(p))); }

std::string settle_case_sql(const Profile& p, tables::Verb verb, const CaseFields& f, bool may_file) {
  if (verb == tables::Verb::extend) return {};
  const std::string digest = tables::row_digest_sql(f.row_key);
  constexpr std::string_view over =
      "status = 'settled', next_try_at = NULL, owner = NULL, fence = NULL, locked_until = NULL, updated_at = pg_catalog.clock_timestamp()";
  const bool counts = tables::says_of_effect(p, verb);
  if (!counts || !may_file) {
    return fmt::format(
        "UPDATE onceover.row_cases c SET {}, attempts = c.attempts + {}, verdict = {}, reason = {}, evidence = COALESCE({}, c.evidence)\n  "
        "WHERE c.relation = {} AND c.row_digest = {} AND c.status <> 'settled'",
        over, counts ? 1 : 0, f.verdict, f.reason, f.evidence, f.relation, digest);
  }
  return fmt::format(
      "INSERT INTO onceover.row_cases AS c (relation, row_digest, row_key, profile, tenant, operation, key, status, attempts, verdict, "
      "reason, evidence)\n  VALUES ({}, {}, {}, {}, {}, {}, {}, 'settled', 1, {}, {}, {})\n  ON CONFLICT (relation, row_digest) DO UPDATE "
      "SET {}, profile = EXCLUDED.profile, verdict = EXCLUDED.verdict, reason = EXCLUDED.reason,\n    evidence = "
      "COALESCE(EXCLUDED.evidence, c.evidence), attempts = CASE c.status WHEN 'settled' THEN 1 ELSE c.attempts + 1 END,\n    opened_at = "
      "CASE c.status WHEN 'settled' THEN pg_catalog.clock_timestamp() ELSE c.opened_at END",
      f.relation, digest, f.row_key, f.profile, f.tenant, f.operation, f.key, f.verdict, f.reason, f.evidence, over);
}

std::optional<key::State> state_after(tables::Verb verb) {
  if (verb == tables::Verb::succeed) return key::State::succeeded;
  if (verb == tables::Verb::fail) return key::State::failed;
  return std::nullopt;
}

std::string raise(std::string_view condition, std::string_view words, std::string_view code) {
  return fmt::format("  IF {} THEN\n    RAISE EXCEPTION 'onceover: {}' USING ERRCODE = '{}';\n  END IF;\n", condition, words, code);
}

std::string state_word_of(const Profile& p, std::string_view number) {
  std::string out = fmt::format("CASE {}", number);
  for (std::size_t i = 0; i <= p.states.rules.size(); ++i) {
    const tables::StateRule* rule = tables::rule_at(p, static_cast<std::int64_t>(i));
    if (rule != nullptr) out += fmt::format(" WHEN {} THEN '{}'", i, key::word(rule->state));
  }
  return out + " END";
}

}  // namespace onceover::roles
