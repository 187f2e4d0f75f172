#include "core/tables/inspect/try_write.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/base/text.h"
#include "core/pg/transaction.h"
#include "core/tables/states.h"

namespace onceover::tables {
namespace {


// Rows on which a verb is tried.
constexpr int most_rows = 50;

bool has_name(const std::vector<std::string>& names, const std::string& name) { return std::ranges::find(names, name) != names.end(); }

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

  // A condition that holds for a composed row that the constraint refuses; empty: it is not tried, or the write does not matter to it.
  std::string refusal(const Constraint& c, std::vector<std::string>& not_tried) const {
    const bool matters =
        c.is == Constraint::Is::check || (c.is != Constraint::Is::generated && touches(c.columns)) || (c.is == Constraint::Is::unique && !c.expression.empty());
    if (!matters) return {};
    if (!c.may_be_tried || !has(c.columns, true)) {
      not_tried.push_back(visible(c.name));
      return {};
    }
    switch (c.is) {
      case Constraint::Is::check: return fmt::format("({}) IS FALSE", c.expression);
      case Constraint::Is::domain: return fmt::format("(SELECT ({}) IS FALSE FROM (SELECT r.{} AS value) d)", c.expression, quoted_name(c.columns[0]));
      case Constraint::Is::never_null: return fmt::format("r.{} IS NULL", quoted_name(c.columns[0]));
      case Constraint::Is::unique:
      case Constraint::Is::exclusion: return key_refusal(c);
      case Constraint::Is::foreign_key: return foreign_refusal(c);
      case Constraint::Is::generated: break;
    }
    return {};
  }

  // `FROM (…) r` of the composed rows.
  void rows(Query& query, const std::function<void(Query&)>& where) const {
    query << "(SELECT c.*";
    for (const Constraint* c : generated_)
      query << fmt::format(", (SELECT {} FROM (SELECT c.*) g) AS {}", c->expression, quoted_name(c->name));
    query << " FROM (SELECT ";
    std::string_view between;
    for (const std::string& name : known_) {
      query << between;
      between = ", ";
      const auto a = std::ranges::find(write_.set, name, &Assignment::column);
      if (a == write_.set.end()) {
        query << "k." << quoted_name(name);
        continue;
      }
      // In the column's type, without its domain.
      query << "CASE WHEN TRUE THEN ";
      value_of(query, *a, access_.columns.at(name).holds(), values_);
      query << " ELSE k." << quoted_name(name) << " END AS " << quoted_name(name);
    }
    query << " FROM " << table_name(p_) << " k WHERE ";
    where(query);
    query << fmt::format(" LIMIT {}) c) r", most_rows);
  }

 private:
  bool touches(const std::vector<std::string>& columns) const {
    return std::ranges::any_of(columns, [&](const std::string& column) { return has_name(changed_, column); });
  }
  bool has(const std::vector<std::string>& columns, bool with_generated = false) const {
    return std::ranges::all_of(columns, [&](const std::string& column) {
      const auto is_made = [&](const Constraint* c) { return c->name == column; };
      return has_name(known_, column) || (with_generated && std::ranges::any_of(generated_, is_made));
    });
  }

  // Another row has the same key.
  std::string key_refusal(const Constraint& c) const {
    std::string same, itself;
    for (std::size_t i = 0; i < c.columns.size() && i < c.matches.size(); ++i) {
      same += fmt::format(" AND o.{0} OPERATOR(pg_catalog.{1}) r.{0}", quoted_name(c.columns[i]), c.matches[i]);
    }
    for (const std::string& column : p_.identity)
      itself += fmt::format("{}o.{} IS NOT DISTINCT FROM r.{}", itself.empty() ? "" : " AND ", quoted_name(column), quoted_name(column));
    const std::string of_table = fmt::format("SELECT * FROM {}", table_name(p_));
    const std::string others = c.expression.empty() ? of_table : fmt::format("{} WHERE {}", of_table, c.expression);
    const std::string applies = c.expression.empty() ? "TRUE" : fmt::format("(SELECT {} FROM (SELECT r.*) p)", c.expression);
    return fmt::format("({} AND EXISTS (SELECT FROM ({}) o WHERE NOT ({}){}))", applies, others, itself, same);
  }

  std::string foreign_refusal(const Constraint& c) const {
    std::string filled, same;
    for (std::size_t i = 0; i < c.columns.size() && i < c.matches.size(); ++i) {
      filled += fmt::format("{}r.{} IS NOT NULL", i > 0 ? " AND " : "", quoted_name(c.columns[i]));
      same += fmt::format("{}o.{} = r.{}", i > 0 ? " AND " : "", quoted_name(c.matches[i]), quoted_name(c.columns[i]));
    }
    return fmt::format("({} AND NOT EXISTS (SELECT FROM {} o WHERE {}))", filled, c.table, same);
  }

  const Profile& p_;
  const Access& access_;
  const Write& write_;
  const WriteValues& values_;
  std::vector<std::string> changed_, known_;
  std::vector<const Constraint*> generated_;
};

std::string sentence_of(const Constraint& c) {
  const std::string name = visible(c.name);
  switch (c.is) {
    case Constraint::Is::check: return fmt::format("CHECK \"{}\" refuses it: {}", name, visible(c.expression));
    case Constraint::Is::domain: return fmt::format("The domain of \"{}\" refuses it: {}", visible(c.columns[0]), visible(c.expression));
    case Constraint::Is::never_null: return fmt::format("The domain {} of \"{}\" refuses NULL", name, visible(c.columns[0]));
    case Constraint::Is::unique: return fmt::format("Another row has the same key (unique index \"{}\")", name);
    case Constraint::Is::exclusion: return fmt::format("Another row conflicts with it (exclusion \"{}\")", name);
    case Constraint::Is::foreign_key: return fmt::format("{} has no such row (foreign key \"{}\")", visible(c.table), name);
    case Constraint::Is::generated: break;
  }
  return name;
}

// Statements end the transaction where they fail: each has its own.
Result<pg::Rows> read_alone(pg::Connection& connection, const Query& query) {
  return as_result([&] {
    auto transaction = pg::Transaction::begin(connection, {.read_only = true, .statement_timeout = std::chrono::seconds(2)}).value();
    return transaction.exec(query.sql(), query.params()).value();
  });
}

// One that the server cannot evaluate must not hide the others.
Tried each_alone(pg::Connection& connection, const Profile& p, const Access& access, const Write& write, const WriteValues& values,
                 const std::function<void(Query&)>& where) {
  Tried out;
  for (const Constraint& c : access.constraints) {
    if (c.is == Constraint::Is::generated) continue;
    Access one = access;
    std::erase_if(one.constraints, [](const Constraint& other) { return other.is != Constraint::Is::generated; });
    one.constraints.push_back(c);
    const Tried tried = try_write(connection, p, one, write, values, where).value();
    out.rows = std::max(out.rows, tried.rows);
    out.refused = std::max(out.refused, tried.refused);
    out.by_identity = out.by_identity && tried.by_identity;
    out.why.insert(out.why.end(), tried.why.begin(), tried.why.end());
    out.not_tried.insert(out.not_tried.end(), tried.not_tried.begin(), tried.not_tried.end());
  }
  return out;
}

}  // namespace

Result<Tried> try_write(pg::Connection& connection, const Profile& p, const Access& access, const Write& write, const WriteValues& values,
                        const std::function<void(Query&)>& where) {
  return as_result([&] {
    Tried out;
    if (write.deletes || access.constraints.empty()) return out;
    const Composing composing(p, access, write, values);
    std::vector<const Constraint*> tried;
    std::string any, counts;
    for (const Constraint& c : access.constraints) {
      const std::string refusal = composing.refusal(c, out.not_tried);
      if (refusal.empty()) continue;
      tried.push_back(&c);
      any += (any.empty() ? "" : " OR ") + refusal;
      counts += fmt::format(", count(*) FILTER (WHERE {})", refusal);
    }
    if (tried.empty()) return out;
    Query query(fmt::format("SELECT count(*), count(*) FILTER (WHERE {}){} FROM ", any, counts));
    composing.rows(query, where);
    const auto rows = read_alone(connection, query);
    if (!rows) {
      if (!connection.is_open() || rows.error().kind == ErrorKind::cancelled) raise(rows.error());
      if (tried.size() == 1) {
        out.not_tried.push_back(visible(tried.front()->name));
        return out;
      }
      return each_alone(connection, p, access, write, values, where);
    }
    out.rows = rows->integer(0, 0);
    out.refused = rows->integer(0, 1);
    for (std::size_t i = 0; i < tried.size(); ++i) {
      const auto n = rows->integer(0, static_cast<int>(i) + 2);
      const auto of_identity = [&](const std::string& column) { return has_name(p.identity, column); };
      if (n == out.rows && std::ranges::none_of(tried[i]->columns, of_identity)) out.by_identity = false;
      if (n > 0)
        out.why.push_back(out.rows == 1 ? sentence_of(*tried[i]) + "."
                                        : fmt::format("{} ({} of {} rows).", sentence_of(*tried[i]), n, out.rows));
    }
    return out;
  });
}

Result<Tried> try_write(pg::Connection& connection, const Profile& p, const Access& access, Verb verb, const Write& write) {
  const WriteValues values{.code = 200, .body = "{}", .reason = "a reason", .lease = std::chrono::minutes(1)};
  return try_write(connection, p, access, write, values, [&](Query& query) { query << state_is(p, offered_from(write, verb)); });
}

}  // namespace onceover::tables
