// SPDX-License-Identifier: Apache-2.0
#include "core/tables/inspect/inspect.h"

#include "core/sql/statements.h"
#include "core/tables/inspect/catalog.h"
#include "core/tables/inspect/judge.h"
#include "core/tables/parts.h"
#include "core/tables/writes.h"

namespace onceover::tables {
namespace {

// What is known of a table beside Access.
struct Inspected {
  std::int64_t oid = 0;
  bool may_use_schema = false, may_delete = false, has_children = false, has_rules = false;
  std::string triggers, cascades, policies;
  bool is_subscribed = false;
};

// timezone() takes more than names: "Europe/Berln3" is a zone of its own in the notation of POSIX.
void judge_zones(pg::Transaction& transaction, const Profile& p, Access& access) {
  std::vector<std::string> zones;
  const auto add = [&](TimeForm form, const std::string& zone) {
    if (needs_zone(form) && zone != "UTC" && zone != unknown_zone) add_once(zones, zone);
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
  for (const std::string& zone :
       transaction.exec(sql::catalog_unknown_zones, pg::Params().texts(zones)).value().texts(0))
    access.misfits.push_back(fmt::format("The server has no time zone \"{}\".", visible(zone)));
}

// Of what reading and guarding need.
bool may_select(Profile p, const Inspected& relation, const Access& access) {
  for (auto& [verb, write] : p.writes) write.set.clear();
  return relation.may_use_schema && std::ranges::all_of(columns_named(p), [&](const std::string& name) {
           const Access::Column* column = access.column(name);
           return column == nullptr || column->may_select;
         });
}

// What keeps every verb from being written.
std::vector<std::string> why_not_write(const Profile& p, const Inspected& relation, const Access& access) {
  std::vector<std::string> why = access.why_not_read();
  if (!access.is_table()) {
    why.push_back(fmt::format("It is a {}: its rows can only be read.", word(access.relation)));
    return why;
  }
  if (p.identity.empty()) {
    why.emplace_back("The profile has no identity: nothing identifies a row.");
  } else if (access.unique == Access::Unique::no) {
    why.push_back(access.why_not_unique);
  }
  if (relation.has_children)
    why.emplace_back("Other tables inherit from it, and its unique key does not cover them.");
  if (relation.has_rules) why.emplace_back("Rules rewrite its UPDATE or DELETE.");
  for (const std::string& misfit : access.misfits) add_once(why, misfit);
  return why;
}

// What keeps only this session from writing it.
std::vector<std::string> why_not_here(Verb verb, const Write& write, const Inspected& relation,
                                      const Access& access) {
  std::vector<std::string> why;
  if (!access.is_table()) return why;
  if (access.is_standby) {
    why.emplace_back("This server is a standby.");
  } else if (access.is_read_only) {
    why.emplace_back("This session may only read.");
  }
  if (relation.is_subscribed)
    why.emplace_back("Logical replication fills this table: its service writes it on another server.");
  if (access.by_function.contains(verb)) return why;
  if (const auto columns = not_updated(write, access); !columns.empty())
    why.push_back(fmt::format("This user has no UPDATE on {}.", list_of(columns)));
  if (write.deletes && !relation.may_delete) why.emplace_back("This user has no DELETE on the table.");
  return why;
}

// Only where a right is missing.
void find_functions(pg::Transaction& transaction, const Profile& p, const Inspected& relation,
                    Access& access) {
  std::map<std::string, Verb> wanted;
  for (const auto& [verb, write] : p.writes) {
    const bool lacks = !not_updated(write, access).empty() || (write.deletes && !relation.may_delete);
    if (lacks && access.reads_xmin) wanted.emplace(function_name(p, verb), verb);
  }
  if (wanted.empty() || is_own(p)) return;
  std::vector<std::string> names;
  for (const auto& [name, verb] : wanted) names.push_back(name);
  const pg::Params params = pg::Params().texts(names).integer(write_function_arguments);
  for (std::string& name : transaction.exec(sql::catalog_role_functions, params).value().texts(0))
    access.by_function.emplace(wanted.at(name), std::move(name));
}

void judge_offers(const Profile& p, const Inspected& relation, Access& access) {
  const std::vector<std::string> common = why_not_write(p, relation, access);
  for (const auto& [verb, write] : p.writes) {
    Access::Offer& offer = access.offers[verb];
    offer.why_not = common;
    offer.of_this_session = why_not_here(verb, write, relation, access);
    for (const auto& more : {misfits(p, verb, write, access), offer.of_this_session})
      offer.why_not.insert(offer.why_not.end(), more.begin(), more.end());
  }
}

void remark(const Profile& p, const Inspected& relation, Access& access) {
  const auto say = [&](bool holds, std::string sentence) {
    if (holds) access.remarks.push_back(std::move(sentence));
  };
  const bool writes = !p.writes.empty();
  const bool deletes = std::ranges::any_of(p.writes, [](const auto& write) { return write.second.deletes; });
  say(access.is_table() && writes && !relation.policies.empty(),
      fmt::format("Policies may refuse a write and are not tried: {}.", visible(relation.policies)));
  say(access.hides_rows,
      "Row-level security is in force: rows may be hidden from this user and are then not counted.");
  say(access.is_table() && !access.reads_xmin,
      "The version of a row (xmin) cannot be read. A write compares every column of the profile instead; it "
      "does not notice a change that was undone, or one in another column.");
  say(!access.by_function.empty(),
      "This user has no right to write the table. Verdicts are written by the functions of the user's role: "
      "confirmed by evidence, or by a second approver.");
  say(access.unique == Access::Unique::without_null, access.why_not_unique);
  say(writes && !relation.triggers.empty(),
      fmt::format("Triggers run at a write and are not tried: {}. Names in them are searched in pg_catalog "
                  "and, where only its owners may create objects there and no function of a role writes, in "
                  "the table's schema.",
                  visible(relation.triggers)));
  say(deletes && !relation.cascades.empty(),
      fmt::format("Deleting a row also changes rows of {} (by its foreign key).",
                  visible(relation.cascades)));
  std::vector<std::string> orders;
  for (const auto& order : access.orders_served) orders.push_back(visible(list_of(order)));
  say(access.is_table() && !access.is_order_served,
      fmt::format("No index has the order of the listing ({}): each page sorts the table.{}",
                  visible(list_of(order_columns(p))),
                  orders.empty() ? "" : fmt::format(" An index has: {}.", list_of(orders, "; "))));
}

// What the catalog says; `row` is that of sql::catalog_relation.
void judge(pg::Transaction& transaction, const Profile& p, const pg::Rows& row, Access& access) {
  Inspected relation;
  std::string_view kind;
  row.read(0, 0, relation.oid, kind, access.is_standby, access.is_read_only, relation.may_use_schema,
           relation.may_delete, access.hides_rows, access.reads_xmin, relation.has_children,
           relation.has_rules, relation.triggers, relation.cascades, relation.policies,
           relation.is_subscribed);
  access.is_read_only |= access.is_standby;
  access.reads_xmin &= access.is_table() && relation.may_use_schema;
  for (ColumnFacts& column : read_columns(transaction, relation.oid, false))
    access.columns.emplace(column.name, std::move(column));
  judge_zones(transaction, p, access);
  judge_columns(p, access);
  access.may_select = may_select(p, relation, access);
  judge_indexes(p, read_indexes(transaction, relation.oid), access);
  find_functions(transaction, p, relation, access);
  if (access.is_table() && !p.writes.empty())
    access.constraints = read_constraints(transaction, relation.oid);
  judge_offers(p, relation, access);
  remark(p, relation, access);
}

// "; there is …"
std::string there_is(const std::string& near) {
  return near.empty() ? near : fmt::format("; there is \"{}\"", visible(near));
}

}  // namespace

const Access::Column* Access::column(const std::string& name) const {
  const auto found = columns.find(name);
  return found == columns.end() ? nullptr : &found->second;
}

std::vector<std::string> Access::why_not_read() const {
  if (relation == Relation::missing || relation == Relation::other)
    return {remarks.empty() ? "There is no such table." : remarks.front()};
  std::vector<std::string> why;
  for (const Missing& one : missing)
    why.push_back(fmt::format("There is no column \"{}\"{}.", visible(one.column), there_is(one.nearest)));
  if (!may_select) {
    std::vector<std::string> forbidden;
    for (const auto& [name, column] : columns) {
      if (!column.may_select) forbidden.push_back("\"" + visible(name) + "\"");
    }
    why.push_back(forbidden.empty() ? "This user has no USAGE on the schema."
                                    : fmt::format("This user has no SELECT on {}.", list_of(forbidden)));
  }
  why.insert(why.end(), unreadable.begin(), unreadable.end());
  return why;
}

Result<Access> inspect(pg::Connection& connection, const Profile& p) {
  return as_result([&]() -> Result<Access> {
    if (auto wrong = problem(p))
      return fail(ErrorKind::invalid_input, *wrong, "Nothing was looked at.", "Correct the profile.");
    auto transaction = pg::Transaction::begin(connection, {.read_only = true}).value();
    const auto rows =
        transaction.exec(sql::catalog_relation, pg::Params().text(p.schema).text(p.table)).value();
    Access access;
    if (rows.empty()) {
      const std::string near = nearest(
          p.table, transaction.exec(sql::catalog_names_beside, pg::Params().text(p.schema)).value().texts(0));
      access.remarks.push_back(
          fmt::format("There is no table {}{}.", visible(table_name(p)), there_is(near)));
    } else {
      access.relation = relation_of(rows.view(0, 1));
    }
    if (!rows.empty() && access.relation != Relation::other) {
      judge(transaction, p, rows, access);
      return access;
    }
    for (const auto& [verb, write] : p.writes) access.offers[verb].why_not = access.why_not_read();
    return access;
  });
}

}  // namespace onceover::tables
