// SPDX-License-Identifier: Apache-2.0
#include "core/tables/inspect/try_write.h"

#include "core/pg/transaction.h"
#include "core/tables/states.h"

namespace onceover::tables {
namespace {

// Rows on which a verb is tried.
constexpr int most_rows = 50;

class Composing {
 public:
  Composing(const Profile& p, const Access& access, const Write& write, const WriteValues& values)
      : p_(p), access_(access), write_(write), values_(values) {
    for (const Assignment& a : write.set) changed_.push_back(a.column);
    for (const auto& [name, column] : access.columns) {
      if (column.may_select) known_.push_back(name);
    }
    for (const Constraint& c : access.constraints) {
      if (c.is != Constraint::Is::generated || !touches(c.columns)) continue;
      changed_.push_back(c.name);
      std::erase(known_, c.name);
      if (c.may_be_tried && has(c.columns)) generated_.push_back(&c);
    }
  }

  // A condition that holds for a composed row that the constraint refuses; empty: it is not tried, or the
  // write does not matter to it.
  std::string refusal(const Constraint& c, std::vector<std::string>& not_tried) const {
    using Is = Constraint::Is;
    const bool matters = c.is == Is::check || (c.is != Is::generated && touches(c.columns)) ||
                         (c.is == Is::unique && !c.expression.empty());
    if (!matters) return {};
    if (!c.may_be_tried || !has(c.columns, true)) {
      not_tried.push_back(visible(c.name));
      return {};
    }
    const std::string column = c.columns.empty() ? "" : quoted_name(c.columns[0]);
    switch (c.is) {
      case Is::check: return fmt::format("({}) IS FALSE", c.expression);
      case Is::domain:
        return fmt::format("(SELECT ({}) IS FALSE FROM (SELECT r.{} AS value) d)", c.expression, column);
      case Is::never_null: return fmt::format("r.{} IS NULL", column);
      case Is::unique:
      case Is::exclusion: return key_refusal(c);
      case Is::foreign_key: return foreign_refusal(c);
      case Is::generated: break;
    }
    return {};
  }

  // `FROM (…) r` of the composed rows.
  void rows(Query& query, const std::function<void(Query&)>& where) const {
    query << "(SELECT c.*";
    for (const Constraint* c : generated_)
      query << fmt::format(", (SELECT {} FROM (SELECT c.*) g) AS {}", c->expression, quoted_name(c->name));
    query << " FROM (SELECT ";
    for (std::string_view between; const std::string& name : known_) {
      query << std::exchange(between, ", ");
      const std::string own = "k." + quoted_name(name);
      const auto a = std::ranges::find(write_.set, name, &Assignment::column);
      if (a == write_.set.end()) {
        query << own;
        continue;
      }
      // In the column's type, without its domain.
      query << "CASE WHEN TRUE THEN ";
      value_of(query, *a, access_.columns.at(name).holds(), values_);
      query << " ELSE " << own << " END AS " << quoted_name(name);
    }
    query << " FROM " << table_name(p_) << " k WHERE ";
    where(query);
    query << fmt::format(" LIMIT {}) c) r", most_rows);
  }

 private:
  bool touches(const std::vector<std::string>& columns) const {
    return std::ranges::any_of(columns,
                               [&](const std::string& column) { return is_among(changed_, column); });
  }
  bool has(const std::vector<std::string>& columns, bool with_generated = false) const {
    return std::ranges::all_of(columns, [&](const std::string& column) {
      const auto is_made = [&](const Constraint* c) { return c->name == column; };
      return is_among(known_, column) || (with_generated && std::ranges::any_of(generated_, is_made));
    });
  }

  // Another row has the same key.
  std::string key_refusal(const Constraint& c) const {
    std::vector<std::string> itself;
    for (const std::string& column : p_.identity)
      itself.push_back(fmt::format("o.{0} IS NOT DISTINCT FROM r.{0}", quoted_name(column)));
    std::string same;
    for (std::size_t i = 0; i < std::min(c.columns.size(), c.matches.size()); ++i)
      same +=
          fmt::format(" AND o.{0} OPERATOR(pg_catalog.{1}) r.{0}", quoted_name(c.columns[i]), c.matches[i]);
    const std::string where = c.expression.empty() ? "TRUE" : c.expression;
    return fmt::format(
        "((SELECT {0} FROM (SELECT r.*) p) AND EXISTS (SELECT FROM (SELECT * FROM {1} WHERE {0}) o WHERE NOT "
        "({2}){3}))",
        where, table_name(p_), list_of(itself, " AND "), same);
  }

  std::string foreign_refusal(const Constraint& c) const {
    std::vector<std::string> filled, same;
    for (std::size_t i = 0; i < std::min(c.columns.size(), c.matches.size()); ++i) {
      filled.push_back(fmt::format("r.{} IS NOT NULL", quoted_name(c.columns[i])));
      same.push_back(fmt::format("o.{} = r.{}", quoted_name(c.matches[i]), quoted_name(c.columns[i])));
    }
    return fmt::format("({} AND NOT EXISTS (SELECT FROM {} o WHERE {}))", list_of(filled, " AND "), c.table,
                       list_of(same, " AND "));
  }

  const Profile& p_;
  const Access& access_;
  const Write& write_;
  const WriteValues& values_;
  std::vector<std::string> changed_, known_;
  std::vector<const Constraint*> generated_;
};

std::string sentence_of(const Constraint& c) {
  using Is = Constraint::Is;
  const std::string name = visible(c.name), expression = visible(c.expression);
  const std::string column = c.columns.empty() ? "" : visible(c.columns[0]);
  switch (c.is) {
    case Is::check: return fmt::format("CHECK \"{}\" refuses it: {}", name, expression);
    case Is::domain: return fmt::format("The domain of \"{}\" refuses it: {}", column, expression);
    case Is::never_null: return fmt::format("The domain {} of \"{}\" refuses NULL", name, column);
    case Is::unique: return fmt::format("Another row has the same key (unique index \"{}\")", name);
    case Is::exclusion: return fmt::format("Another row conflicts with it (exclusion \"{}\")", name);
    case Is::foreign_key:
      return fmt::format("{} has no such row (foreign key \"{}\")", visible(c.table), name);
    case Is::generated: break;
  }
  return name;
}

// A constraint, and the condition of a row that it refuses.
using Refusal = std::pair<const Constraint*, std::string>;

void try_all(pg::Connection& connection, const Profile& p, const std::vector<Refusal>& refusals,
             const Query& rows, Tried& out) {
  if (refusals.empty()) return;
  std::vector<std::string> any, counts;
  for (const auto& [constraint, refusal] : refusals) {
    any.push_back(refusal);
    counts.push_back(fmt::format("count(*) FILTER (WHERE {})", refusal));
  }
  const Query query = rows.behind(fmt::format("SELECT count(*), count(*) FILTER (WHERE {}), {} FROM ",
                                              list_of(any, " OR "), list_of(counts)));
  // Statements end the transaction where they fail: each has its own.
  const auto found = as_result([&] {
    auto transaction =
        pg::Transaction::begin(connection, {.read_only = true, .statement_timeout = std::chrono::seconds(2)})
            .value();
    return transaction.exec(query.sql(), query.params()).value();
  });
  if (!found) {
    if (!connection.is_open() || found.error().is_cancelled()) raise(found.error());
    if (refusals.size() == 1) return out.not_tried.push_back(visible(refusals[0].first->name));
    // One that the server cannot evaluate must not hide the others.
    for (const Refusal& one : refusals) try_all(connection, p, {one}, rows, out);
    return;
  }
  out.rows = std::max(out.rows, found->integer(0, 0));
  out.refused = std::max(out.refused, found->integer(0, 1));
  for (int i = 0; i < static_cast<int>(refusals.size()); ++i) {
    const Constraint& c = *refusals[static_cast<std::size_t>(i)].first;
    const std::int64_t n = found->integer(0, i + 2);
    const auto is_of_identity = [&](const std::string& column) { return is_among(p.identity, column); };
    if (n == out.rows && std::ranges::none_of(c.columns, is_of_identity)) out.by_identity = false;
    if (n > 0)
      out.why.push_back(sentence_of(c) +
                        (out.rows == 1 ? "." : fmt::format(" ({} of {} rows).", n, out.rows)));
  }
}

}  // namespace

Result<Tried> try_write(pg::Connection& connection, const Profile& p, const Access& access,
                        const Write& write, const WriteValues& values,
                        const std::function<void(Query&)>& where) {
  return as_result([&] {
    Tried out;
    if (write.deletes || access.constraints.empty()) return out;
    const Composing composing(p, access, write, values);
    std::vector<Refusal> refusals;
    for (const Constraint& c : access.constraints) {
      if (std::string refusal = composing.refusal(c, out.not_tried); !refusal.empty())
        refusals.emplace_back(&c, std::move(refusal));
    }
    Query rows;
    composing.rows(rows, where);
    try_all(connection, p, refusals, rows, out);
    std::ranges::sort(out.not_tried);
    return out;
  });
}

Result<Tried> try_write(pg::Connection& connection, const Profile& p, const Access& access, Verb verb,
                        const Write& write) {
  const WriteValues values{.code = 200, .body = "{}", .reason = "a reason", .lease = std::chrono::minutes(1)};
  return try_write(connection, p, access, write, values,
                   [&](Query& query) { query << state_is(p, offered_from(write, verb)); });
}

}  // namespace onceover::tables
