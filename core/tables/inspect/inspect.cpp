#include "core/tables/inspect/inspect.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/base/text.h"
#include "core/base/words.h"
#include "core/pg/transaction.h"
#include "core/tables/inspect/catalog_columns.h"
#include "core/tables/inspect/fit.h"
#include "core/tables/inspect/keys.h"
#include "core/tables/parts.h"
#include "core/tables/role_functions.h"
#include "core/tables/sql.h"

namespace onceover::tables {
namespace {

// All of it under search_path = pg_catalog. A parameter is cast to text beside a name: as a name it would be cut at 63 bytes.
constexpr std::string_view inspected_relation_sql = R"(
SELECT c.oid::int8, c.relkind::text, pg_is_in_recovery(), current_setting('default_transaction_read_only')::bool,
       has_schema_privilege(n.oid, 'USAGE'), has_table_privilege(c.oid, 'DELETE'), row_security_active(c.oid),
       COALESCE((SELECT has_column_privilege(c.oid, a.attnum, 'SELECT') FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'xmin'), false)
         AND (c.relkind = 'p' OR COALESCE((SELECT a.amname = 'heap' FROM pg_am a WHERE a.oid = c.relam), false))
         AND (c.relkind <> 'p' OR NOT EXISTS (SELECT FROM pg_partition_tree(c.oid) t JOIN pg_class l ON l.oid = t.relid
                                              WHERE t.isleaf AND NOT COALESCE((SELECT a.amname = 'heap' FROM pg_am a WHERE a.oid = l.relam), false))),
       c.relkind = 'r' AND EXISTS (SELECT FROM pg_inherits h WHERE h.inhparent = c.oid),
       EXISTS (SELECT FROM pg_rewrite r WHERE r.ev_class = c.oid AND r.ev_type IN ('2', '4')),
       COALESCE((SELECT string_agg(t.tgname::text, ', ' ORDER BY t.tgname) FROM pg_trigger t
                 WHERE t.tgrelid = c.oid AND NOT t.tgisinternal AND t.tgenabled <> 'D'), ''),
       COALESCE((SELECT string_agg(DISTINCT f.conrelid::regclass::text, ', ') FROM pg_constraint f
                 WHERE f.contype = 'f' AND f.confrelid = c.oid AND f.confdeltype IN ('c', 'n', 'd')), '')
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname = $1::text AND c.relname = $2::text)";

constexpr std::string_view tables_beside_sql =
    "SELECT c.relname::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace "
    "WHERE n.nspname = $1::text AND c.relkind IN ('r', 'p', 'v', 'm', 'f') ORDER BY 1 LIMIT 5000";

// Functions that a role's script made, and that this user may call.
constexpr std::string_view role_functions_sql = R"(
SELECT p.proname FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
WHERE n.nspname = 'onceover' AND has_schema_privilege(n.oid, 'USAGE') AND p.proname = ANY ($1::text[]) AND p.pronargs = $2::bigint
  AND p.prosecdef AND p.prorettype = 'int8'::regtype AND has_function_privilege(p.oid, 'EXECUTE'))";

// What is known of a table beside Access.
struct Inspected {
  std::int64_t oid = 0;
  bool may_use_schema = false, may_delete = false, has_children = false, has_rules = false;
  std::string triggers, cascades;
};

// pg_class.relkind.
constexpr auto relation_kinds = some_words<Access::Relation>({{Access::Relation::table, "r"},
                                                              {Access::Relation::partitioned, "p"},
                                                              {Access::Relation::view, "v"},
                                                              {Access::Relation::materialized, "m"},
                                                              {Access::Relation::foreign, "f"}});

// timezone() takes more than names: "Europe/Berln3" is a zone of its own in the notation of POSIX.
void judge_zones(pg::Transaction& transaction, const Profile& p, Access& access) {
  std::vector<std::string> zones;
  const auto add = [&](TimeForm form, const std::string& zone) {
    if (form == TimeForm::timestamp && zone != "UTC" && zone != unknown_zone && std::ranges::find(zones, zone) == zones.end())
      zones.push_back(zone);
  };
  for (const auto& [role, at] : instants_of(p)) {
    if (!at->empty()) add(at->form, at->zone);
  }
  for (const auto& [verb, write] : p.writes) {
    for (const Assignment& a : write.set) {
      if (writes_instant(a.value)) add(a.form, a.zone);
    }
  }
  if (zones.empty()) return;
  auto rows =
      transaction
          .exec("SELECT z FROM unnest($1::text[]) z WHERE NOT EXISTS (SELECT FROM pg_timezone_names t WHERE lower(t.name) = lower(z))",
                pg::Params().texts(zones))
          .value();
  for (int i = 0; i < rows.size(); ++i) {
    access.misfits.push_back(fmt::format("The server has no time zone \"{}\".", visible(rows.view(i, 0))));
  }
}

void judge_columns(const Profile& p, const Inspected& relation, Access& access) {
  std::vector<std::string> names;
  for (const auto& [name, column] : access.columns) names.push_back(name);
  for (const std::string& name : columns_named(p)) {
    if (access.column(name) == nullptr) access.missing.push_back({name, nearest(name, names)});
  }
  access.may_select = relation.may_use_schema && std::ranges::all_of(columns_named(only_read(p)), [&](const std::string& name) {
                        const Access::Column* column = access.column(name);
                        return column == nullptr || column->may_select;
                      });
  for (std::string& sentence : misfits(p, access)) access.misfits.push_back(std::move(sentence));
  access.advice = advice(p, access);
  access.unreadable = unreadable(p, access);
}

// What keeps every verb from being written.
std::vector<std::string> why_not_write(const Profile& p, const Inspected& relation, const Access& access) {
  std::vector<std::string> why = access.why_not_read();
  using R = Access::Relation;
  if (access.relation != R::table && access.relation != R::partitioned) {
    why.push_back(fmt::format("It is a {}: its rows can only be read.", word(access.relation)));
    return why;
  }
  if (p.identity.empty()) {
    why.emplace_back("The profile has no identity: nothing identifies a row.");
  } else if (access.unique == Access::Unique::no) {
    why.push_back(access.why_not_unique);
  }
  if (relation.has_children) why.emplace_back("Other tables inherit from it, and its unique key does not cover them.");
  if (relation.has_rules) why.emplace_back("Rules rewrite its UPDATE or DELETE.");
  for (const std::string& misfit : access.misfits) {
    if (std::ranges::find(why, misfit) == why.end()) why.push_back(misfit);
  }
  return why;
}

// What keeps only this session from writing it.
std::vector<std::string> why_not_here(Verb verb, const Write& write, const Inspected& relation, const Access& access) {
  std::vector<std::string> why;
  using R = Access::Relation;
  if (access.relation != R::table && access.relation != R::partitioned) return why;
  if (access.is_standby) {
    why.emplace_back("This server is a standby.");
  } else if (access.is_read_only) {
    why.emplace_back("This session may only read.");
  }
  if (access.by_function.contains(verb)) return why;
  if (const auto columns = not_updated(write, access); !columns.empty()) {
    why.push_back(fmt::format("This user has no UPDATE on {}.", fmt::join(columns, ", ")));
  }
  if (write.deletes && !relation.may_delete) why.emplace_back("This user has no DELETE on the table.");
  return why;
}

// Only where a right is missing.
void find_functions(pg::Transaction& transaction, const Profile& p, const Inspected& relation, Access& access) {
  std::map<std::string, Verb> wanted;
  for (const auto& [verb, write] : p.writes) {
    const bool lacks = !not_updated(write, access).empty() || (write.deletes && !relation.may_delete);
    if (lacks && access.reads_xmin) wanted.emplace(function_name(p, verb), verb);
  }
  if (wanted.empty() || is_own(p)) return;
  std::vector<std::string> names;
  for (const auto& [name, verb] : wanted) names.push_back(name);
  auto rows = transaction.exec(role_functions_sql, pg::Params().texts(names).integer(write_function_arguments)).value();
  for (int i = 0; i < rows.size(); ++i) access.by_function.emplace(wanted.at(rows.text(i, 0)), rows.text(i, 0));
}

void judge_offers(const Profile& p, const Inspected& relation, Access& access) {
  const std::vector<std::string> common = why_not_write(p, relation, access);
  for (const auto& [verb, write] : p.writes) {
    Access::Offer& offer = access.offers[verb];
    offer.why_not = common;
    for (std::string& sentence : misfits(p, verb, write, access)) offer.why_not.push_back(std::move(sentence));
    offer.of_this_session = why_not_here(verb, write, relation, access);
    offer.why_not.insert(offer.why_not.end(), offer.of_this_session.begin(), offer.of_this_session.end());
  }
}

void remark(const Profile& p, const Inspected& relation, Access& access) {
  if (access.hides_rows) {
    access.remarks.emplace_back("Row-level security is in force: rows may be hidden from this user and are then not counted.");
  }
  const bool is_table = access.relation == Access::Relation::table || access.relation == Access::Relation::partitioned;
  if (is_table && !access.reads_xmin) {
    access.remarks.emplace_back(
        "The version of a row (xmin) cannot be read. A write compares every column of the profile instead; it does not notice a change "
        "that was undone, or one in another column.");
  }
  if (!access.by_function.empty()) {
    access.remarks.emplace_back(
        "This user has no right to write the table. Verdicts are written by the functions of the user's role: confirmed by evidence, or by "
        "a "
        "second approver.");
  }
  if (access.unique == Access::Unique::without_null) access.remarks.push_back(access.why_not_unique);
  if (!relation.triggers.empty() && !p.writes.empty()) {
    access.remarks.push_back(
        fmt::format("Triggers run at a write, with search_path = pg_catalog, and are not tried: {}.", visible(relation.triggers)));
  }
  const bool deletes = std::ranges::any_of(p.writes, [](const auto& write) { return write.second.deletes; });
  if (deletes && !relation.cascades.empty()) {
    access.remarks.push_back(fmt::format("Deleting a row also changes rows of {} (by its foreign key).", visible(relation.cascades)));
  }
  if (!access.is_order_served && is_table) {
    std::vector<std::string> orders;
    for (const auto& order : access.orders_served) orders.push_back(visible(fmt::format("{}", fmt::join(order, ", "))));
    access.remarks.push_back(fmt::format("No index has the order of the listing ({}): each page sorts the table.{}",
                                         visible(fmt::format("{}", fmt::join(order_columns(p), ", "))),
                                         orders.empty() ? "" : fmt::format(" An index has: {}.", fmt::join(orders, "; "))));
  }
}

}  // namespace

constexpr auto access_relation_words = words<Access::Relation>({{Access::Relation::missing, "missing table"},
                                                                {Access::Relation::table, "table"},
                                                                {Access::Relation::partitioned, "partitioned table"},
                                                                {Access::Relation::view, "view"},
                                                                {Access::Relation::materialized, "materialized view"},
                                                                {Access::Relation::foreign, "foreign table"},
                                                                {Access::Relation::other, "relation without rows"}});

std::string_view word(Access::Relation relation) { return access_relation_words.of(relation); }

const Access::Column* Access::column(const std::string& name) const {
  const auto found = columns.find(name);
  return found == columns.end() ? nullptr : &found->second;
}

std::vector<std::string> Access::why_not_read() const {
  std::vector<std::string> why;
  if (relation == Relation::missing || relation == Relation::other) {
    why.emplace_back(remarks.empty() ? "There is no such table." : remarks.front());
    return why;
  }
  for (const Missing& one : missing) {
    why.push_back(fmt::format("There is no column \"{}\"{}.", visible(one.column),
                              one.nearest.empty() ? "" : fmt::format("; there is \"{}\"", visible(one.nearest))));
  }
  if (!may_select) {
    std::vector<std::string> forbidden;
    for (const auto& [name, column] : columns) {
      if (!column.may_select) forbidden.push_back("\"" + visible(name) + "\"");
    }
    why.push_back(forbidden.empty() ? "This user has no USAGE on the schema."
                                    : fmt::format("This user has no SELECT on {}.", fmt::join(forbidden, ", ")));
  }
  why.insert(why.end(), unreadable.begin(), unreadable.end());
  return why;
}

Result<Access> inspect(pg::Connection& connection, const Profile& p) {
  return as_result([&]() -> Result<Access> {
    if (auto wrong = problem(p)) return fail(ErrorKind::invalid_input, *wrong, "Nothing was looked at.", "Correct the profile.");
    auto transaction = pg::Transaction::begin(connection, {.read_only = true}).value();
    auto rows = transaction.exec(inspected_relation_sql, pg::Params().text(p.schema).text(p.table)).value();
    Access access;
    if (rows.empty()) {
      const std::string near = nearest(p.table, transaction.exec(tables_beside_sql, pg::Params().text(p.schema)).value().texts(0));
      access.remarks.push_back(fmt::format("There is no table {}{}.", visible(table_name(p)),
                                           near.empty() ? "" : fmt::format("; there is \"{}\"", visible(near))));
    } else {
      access.relation = relation_kinds.from(rows.view(0, 1)).value_or(Access::Relation::other);
    }
    if (access.relation == Access::Relation::missing || access.relation == Access::Relation::other) {
      for (const auto& [verb, write] : p.writes) access.offers[verb].why_not = access.why_not_read();
      return access;
    }
    Inspected relation{.oid = rows.integer(0, 0),
                       .may_use_schema = rows.boolean(0, 4),
                       .may_delete = rows.boolean(0, 5),
                       .has_children = rows.boolean(0, 8),
                       .has_rules = rows.boolean(0, 9),
                       .triggers = rows.text(0, 10),
                       .cascades = rows.text(0, 11)};
    access.is_standby = rows.boolean(0, 2);
    access.is_read_only = access.is_standby || rows.boolean(0, 3);
    access.hides_rows = rows.boolean(0, 6);
    const bool is_table = access.relation == Access::Relation::table || access.relation == Access::Relation::partitioned;
    access.reads_xmin = is_table && relation.may_use_schema && rows.boolean(0, 7);
    auto columns = read_columns(transaction, relation.oid);
    for (const ColumnFacts& column : columns) access.columns.emplace(column.name, column);
    auto keys = read_keys(transaction, relation.oid);
    judge_zones(transaction, p, access);
    judge_columns(p, relation, access);
    judge_keys(p, keys, access);
    find_functions(transaction, p, relation, access);
    if (is_table && !p.writes.empty()) {
      access.constraints = read_constraints(transaction, relation.oid).value();
      const auto policies = read_policies(transaction, relation.oid).value();
      if (!policies.empty())
        access.remarks.push_back(
            fmt::format("Policies may refuse a write and are not tried: {}.", visible(fmt::format("{}", fmt::join(policies, ", ")))));
    }
    judge_offers(p, relation, access);
    remark(p, relation, access);
    return access;
  });
}

}  // namespace onceover::tables
