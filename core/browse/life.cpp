#include "core/browse/life.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "core/base/text.h"
#include "core/pg/sqlstate.h"
#include "core/profile/sql.h"

namespace onceover::browse {
namespace {

constexpr int rows_a_look = 20;
constexpr std::size_t most_names = 8;

enum class By { key, correlation_id, reference };

std::string_view word(By by) {
  switch (by) {
    case By::key: return "key";
    case By::correlation_id: return "correlation id";
    case By::reference: return "reference";
  }
  return {};
}

// A value that rows are tied by, and what it is of the row it came from.
struct Name {
  std::string value;
  By from = By::key;
};

Filter filter_of(By by, const std::string& value) {
  Filter filter;
  (by == By::key ? filter.key : by == By::correlation_id ? filter.correlation_id : filter.reference) = value;
  return filter;
}

bool has(const profile::Profile& p, By by) {
  if (by == By::key) return !p.key.empty();
  if (by == By::correlation_id) return !p.correlation_id.empty();
  // A reference inside a document of text cannot be looked for by the server.
  return !p.reference.empty() && (p.reference.path.empty() || p.reference.holds == profile::Place::Holds::jsonb);
}

std::string link_of(const Name& name, By by) {
  if (name.from == by) return fmt::format("the same {}", word(by));
  return fmt::format("its {} is the {}", word(by), word(name.from));
}

class Search {
 public:
  Search(pg::Connection& connection, std::span<const std::shared_ptr<const profile::Profile>> tables, Limits limits)
      : connection_(connection), tables_(tables), limits_(limits), serves_(tables.size() * 3) {}

  Result<void> look_everywhere(const Name& name) {
    for (std::size_t table = 0; table < tables_.size(); ++table) {
      for (const By by : {By::key, By::correlation_id, By::reference}) {
        if (!has(*tables_[table], by)) continue;
        if (auto looked = look(table, by, name); !looked) return fail(looked.error());
      }
    }
    return {};
  }

  Life take() {
    std::ranges::stable_sort(life_.rows, {}, [](const LifeRow& found) { return found.row.created_at; });
    return std::move(life_);
  }
  const std::vector<LifeRow>& rows() const { return life_.rows; }

 private:
  Result<void> look(std::size_t table, By by, const Name& name) {
    const profile::Profile& p = *tables_[table];
    Browser browser(connection_, p, limits_);
    const Filter filter = filter_of(by, name.value);
    // Asked once for each way of looking: what serves one value serves the next.
    std::optional<bool>& serves = serves_[table * 3 + static_cast<std::size_t>(by)];
    if (!serves) {
      auto forecast = browser.forecast(filter);
      if (!forecast) return left_out(serves, p, by, forecast.error());
      serves = !forecast->scans;
      if (!*serves) note(p, by, forecast->why);
    }
    if (!*serves) return {};
    auto page = browser.page({.filter = filter, .limit = rows_a_look});
    if (!page) return left_out(serves, p, by, page.error());
    if (life_.as_of == Timestamp()) life_.as_of = page->as_of;
    if (page->rows.empty()) return {};
    if (page->more) note(p, by, fmt::format("More than {} rows share it: the newest are shown.", rows_a_look));
    life_.sql += (life_.sql.empty() ? "" : ";\n\n") + page->sql;
    for (KeyRow& row : page->rows) add({table, std::move(row), link_of(name, by)});
    return {};
  }

  void add(LifeRow found) {
    const bool known =
        std::ranges::any_of(life_.rows, [&](const LifeRow& other) { return other.table == found.table && other.row.id == found.row.id; });
    if (!known) life_.rows.push_back(std::move(found));
  }

  Result<void> left_out(std::optional<bool>& serves, const profile::Profile& p, By by, const Error& error) {
    if (error.is_connection_lost() || error.kind == ErrorKind::cancelled) return fail(error);
    serves = false;
    // A profile of another database's table.
    if (error.sqlstate != pg::sqlstate::undefined_table) note(p, by, error.what);
    return {};
  }

  void note(const profile::Profile& p, By by, std::string_view why) {
    life_.not_looked.push_back(fmt::format("{}, by {}: {}", visible(profile::table_name(p)), word(by), why));
  }

  pg::Connection& connection_;
  std::span<const std::shared_ptr<const profile::Profile>> tables_;
  Limits limits_;
  std::vector<std::optional<bool>> serves_;
  Life life_;
};

}  // namespace

Result<Life> life(pg::Connection& connection, std::span<const std::shared_ptr<const profile::Profile>> tables, std::string_view key,
                  Limits limits) {
  Search search(connection, tables, limits);
  std::vector<Name> names{{std::string(key), By::key}};
  const auto add_name = [&](const std::string& value, By from) {
    if (value.empty() || names.size() >= most_names) return;
    if (std::ranges::none_of(names, [&](const Name& known) { return known.value == value; })) names.push_back({value, from});
  };
  if (auto looked = search.look_everywhere(names.front()); !looked) return fail(looked.error());
  // What the rows of the key itself are also known by; not what those are known by in turn: a customer's whole past would follow.
  for (const LifeRow& found : search.rows()) {
    add_name(found.row.correlation_id, By::correlation_id);
    if (found.row.subject.reference) add_name(*found.row.subject.reference, By::reference);
  }
  for (std::size_t i = 1; i < names.size(); ++i) {
    if (auto looked = search.look_everywhere(names[i]); !looked) return fail(looked.error());
  }
  return search.take();
}

}  // namespace onceover::browse
