#include "core/browse/life.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "core/base/text.h"
#include "core/base/words.h"
#include "core/pg/sqlstate.h"
#include "core/tables/sql.h"

namespace onceover::browse {
namespace {

constexpr int rows_a_look = 20;
constexpr std::size_t most_names = 8;

enum class By { key, correlation_id, reference };

constexpr auto by_words = words<By>({{By::key, "key"}, {By::correlation_id, "correlation id"}, {By::reference, "reference"}});

std::string_view word(By by) { return by_words.of(by); }

// A value that connects rows, and its role in the row that it came from.
struct Name {
  std::string value;
  By from = By::key;
};

Filter filter_of(By by, const std::string& value) {
  Filter filter;
  (by == By::key ? filter.key : by == By::correlation_id ? filter.correlation_id : filter.reference) = value;
  return filter;
}

bool has(const tables::Profile& p, By by) {
  if (by == By::key) return !p.key.empty();
  if (by == By::correlation_id) return !p.correlation_id.empty();
  // The server cannot search for a reference in a text document.
  return !p.reference.empty() && (p.reference.path.empty() || p.reference.holds == tables::Place::Holds::jsonb);
}

std::string way_of(const tables::Profile& p, By by) { return fmt::format("{}, by {}", visible(tables::table_name(p)), word(by)); }

std::string link_of(const Name& name, By by) {
  if (name.from == by) return fmt::format("the same {}", word(by));
  return fmt::format("its {} is the {}", word(by), word(name.from));
}

class Search {
 public:
  Search(pg::Connection& connection, std::span<const std::shared_ptr<const tables::Profile>> tables, Limits limits, LifeCosts costs)
      : connection_(connection), tables_(tables), limits_(limits) {
    life_.costs = std::move(costs);
  }

  void look_everywhere(const Name& name) {
    for (std::size_t table = 0; table < tables_.size(); ++table) {
      for (const By by : {By::key, By::correlation_id, By::reference}) {
        if (!has(*tables_[table], by) || left_.contains(tables::table_name(*tables_[table]))) continue;
        look(table, by, name);
      }
    }
  }

  Life take() {
    // An index may be created for it at any time.
    std::erase_if(life_.costs.known, [](const auto& way) { return way.second.has_value(); });
    std::ranges::stable_sort(life_.rows, {}, [](const LifeRow& found) { return found.row.created_at; });
    return std::move(life_);
  }
  const std::vector<LifeRow>& rows() const { return life_.rows; }

 private:
  void look(std::size_t table, By by, const Name& name) {
    const tables::Profile& p = *tables_[table];
    Browser browser(connection_, p, limits_);
    const Filter filter = filter_of(by, name.value);
    const std::string way = way_of(p, by);
    if (!life_.costs.known.contains(way)) {
      auto forecast = browser.forecast(filter);
      if (!forecast) return left_out(way, p, forecast.error());
      life_.costs.known[way] = forecast->seconds > 0 ? std::optional(forecast->why) : std::nullopt;
    }
    if (const auto& why_not = life_.costs.known[way]) return note(way, *why_not);
    auto page = browser.page({.filter = filter, .limit = rows_a_look});
    if (!page) return left_out(way, p, page.error());
    if (life_.as_of == Timestamp()) life_.as_of = page->as_of;
    if (page->knowledge.known != unfinished::Known::exact && !page->more) note(way, unfinished::explanation(page->knowledge));
    if (page->rows.empty()) return;
    if (page->more) note(way, fmt::format("More than {} rows share it: only the newest are shown.", rows_a_look));
    life_.sql += (life_.sql.empty() ? "" : ";\n\n") + page->sql;
    for (KeyRow& row : page->rows) add({table, std::move(row), link_of(name, by)});
  }

  void add(LifeRow found) {
    const bool known =
        std::ranges::any_of(life_.rows, [&](const LifeRow& other) { return other.table == found.table && other.row.id == found.row.id; });
    if (!known) life_.rows.push_back(std::move(found));
  }

  void left_out(const std::string& way, const tables::Profile& p, const Error& error) {
    if (error.is_connection_lost() || error.kind == ErrorKind::cancelled) raise(error);
    // A profile of a table in another database.
    if (error.sqlstate != pg::sqlstate::undefined_table) note(way, error.what);
    left_.insert(tables::table_name(p));
  }

  // Once for each way, however many values were searched.
  void note(const std::string& way, std::string_view why) {
    std::string words = fmt::format("{}: {}", way, why);
    if (std::ranges::find(life_.not_looked, words) == life_.not_looked.end()) life_.not_looked.push_back(std::move(words));
  }

  pg::Connection& connection_;
  std::span<const std::shared_ptr<const tables::Profile>> tables_;
  Limits limits_;
  std::set<std::string> left_;  // tables that failed: not tried again
  Life life_;
};

Life searched(pg::Connection& connection, std::span<const std::shared_ptr<const tables::Profile>> tables, std::string_view key,
              Limits limits, LifeCosts costs) {
  Search search(connection, tables, limits, std::move(costs));
  std::vector<Name> names{{std::string(key), By::key}};
  const auto add_name = [&](const std::string& value, By from) {
    if (value.empty() || names.size() >= most_names) return;
    if (std::ranges::none_of(names, [&](const Name& known) { return known.value == value; })) names.push_back({value, from});
  };
  search.look_everywhere(names.front());
  // The other values of the key's own rows; not those of further rows, or a customer's whole history would follow.
  for (const LifeRow& found : search.rows()) {
    add_name(found.row.correlation_id, By::correlation_id);
    if (found.row.subject.reference) add_name(*found.row.subject.reference, By::reference);
  }
  for (std::size_t i = 1; i < names.size(); ++i) {
    search.look_everywhere(names[i]);
  }
  return search.take();
}

}  // namespace

Result<Life> life(pg::Connection& connection, std::span<const std::shared_ptr<const tables::Profile>> tables, std::string_view key,
                  Limits limits, LifeCosts costs) {
  return as_result([&] { return searched(connection, tables, key, limits, std::move(costs)); });
}

}  // namespace onceover::browse
