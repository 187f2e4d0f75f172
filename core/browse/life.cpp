// SPDX-License-Identifier: Apache-2.0
#include "core/browse/life.h"

#include <fmt/format.h>

#include "core/browse/filter_sql.h"
#include "core/pg/sqlstate.h"
#include "core/tables/sql.h"

namespace onceover::browse {

Filter named(NameOf by, const std::string& value) {
  Filter filter{.prefix = by == NameOf::beginning};
  (by == NameOf::correlation_id ? filter.correlation_id
   : by == NameOf::reference    ? filter.reference
   : by == NameOf::customer     ? filter.customer
                                : filter.key) = value;
  return filter;
}

bool has_name(const tables::Profile& p, NameOf by) {
  if (by == NameOf::key || by == NameOf::beginning) return !p.key.empty();
  if (by == NameOf::correlation_id) return !p.correlation_id.empty();
  // The server cannot search in a text document.
  return is_told_by_server(by == NameOf::customer ? p.customer : p.reference);
}

namespace {

constexpr int rows_a_look = 20;
constexpr std::size_t most_names = 8;

using By = NameOf;

std::string_view word(By by) { return name_of_words.of(by); }

// A value that connects rows, and its role in the row that it came from; none: it was typed.
struct Name {
  std::string value;
  std::optional<By> from;
  bool is_event = false;  // the id of an event to publish
};

// The column of a document in which the server cannot search for it.
std::string document_of(const tables::Profile& p, By by) {
  if (by != By::reference && by != By::customer) return {};
  return (by == By::customer ? p.customer : p.reference).column;
}

std::string way_of(const tables::Profile& p, By by) {
  return fmt::format("{}, by {}", visible(tables::table_name(p)), word(by));
}

std::string link_of(const Name& name, By by) {
  if (by == By::beginning) return "its key begins with it";
  if (name.is_event) return "it is the event that was published";
  if (!name.from) return fmt::format("by its {}", word(by));
  if (name.from == by) return fmt::format("the same {}", word(by));
  return fmt::format("its {} is the {}", word(by), word(*name.from));
}

class Search {
 public:
  Search(pg::Connection& connection, std::span<const std::shared_ptr<const tables::Profile>> tables,
         Limits limits, LifeCosts costs)
      : connection_(connection), tables_(tables), limits_(limits) {
    life_.costs = std::move(costs);
  }

  // Tables that no index serves are read for so long in all.
  void scan_for(Duration most) { scan_for_ = std::chrono::duration<double>(most).count(); }

  void look_everywhere(const Name& name,
                       std::initializer_list<By> ways = {By::key, By::correlation_id, By::reference}) {
    for (std::size_t table = 0; table < tables_.size(); ++table) {
      for (const By by : ways) {
        const tables::Profile& p = *tables_[table];
        if (left_.contains(tables::table_name(p))) continue;
        if (has_name(p, by)) {
          look(table, by, name);
        } else if (const std::string column = document_of(p, by); !column.empty()) {
          note(way_of(p, by), not_searched(column).why);
        }
      }
    }
  }

  // The id of an event to publish is the key of its consumers' rows. Bounded, as the names are.
  void look_for_consumers() {
    std::vector<std::string> ids;
    for (const LifeRow& found : life_.rows) {
      if (tables_[found.table]->kind == tables::Kind::outbox && ids.size() < most_names)
        ids.push_back(found.row.id.key);
    }
    for (const std::string& id : ids) {
      for (std::size_t table = 0; table < tables_.size(); ++table) {
        const tables::Profile& p = *tables_[table];
        if (p.kind == tables::Kind::inbox && has_name(p, By::key) && !left_.contains(tables::table_name(p)))
          look(table, By::key, {id, {}, true});
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
  std::optional<By> first_by() const { return first_by_; }

 private:
  void look(std::size_t table, By by, const Name& name) {
    const tables::Profile& p = *tables_[table];
    Browser browser(connection_, p, limits_);
    const Filter filter = named(by, name.value);
    const std::string way = way_of(p, by);
    if (!life_.costs.known.contains(way)) {
      auto forecast = browser.forecast(filter);
      if (!forecast) return left_out(way, p, forecast.error());
      life_.costs.known[way] = forecast->seconds > 0 ? std::optional(forecast->why) : std::nullopt;
      seconds_[way] = forecast->seconds;
    }
    if (const auto& why_not = life_.costs.known[way]) {
      if (seconds_[way] > scan_for_) return note(way, *why_not);
      scan_for_ -= seconds_[way];
    }
    auto page = browser.page({.filter = filter, .limit = rows_a_look});
    if (!page) return left_out(way, p, page.error());
    if (life_.as_of == Timestamp()) life_.as_of = page->as_of;
    if (page->knowledge.known != unfinished::Known::exact && !page->more)
      note(way, unfinished::explanation(page->knowledge));
    if (page->rows.empty()) return;
    if (!first_by_) first_by_ = by;
    life_.more = life_.more || page->more;
    if (page->more)
      note(way, fmt::format("More than {} rows share it: only the newest are shown.", rows_a_look));
    life_.sql += (life_.sql.empty() ? "" : ";\n\n") + page->sql;
    for (KeyRow& row : page->rows) add({table, std::move(row), link_of(name, by)});
  }

  void add(LifeRow found) {
    const bool known = std::ranges::any_of(life_.rows, [&](const LifeRow& other) {
      return other.table == found.table && other.row.id == found.row.id;
    });
    if (!known) life_.rows.push_back(std::move(found));
  }

  void left_out(const std::string& way, const tables::Profile& p, const Error& error) {
    if (error.is_connection_lost() || error.kind == ErrorKind::cancelled) raise(error);
    const std::string table = tables::table_name(p);
    if (error.sqlstate != pg::sqlstate::undefined_table) {
      note(way, error.what);
    } else if (!left_.contains(table)) {
      life_.absent.push_back(visible(p.schema + '.' + p.table));
    }
    left_.insert(table);
  }

  // Once for each way, however many values were searched.
  void note(const std::string& way, std::string_view why) {
    std::string words = fmt::format("{}: {}", way, why);
    if (std::ranges::find(life_.not_looked, words) == life_.not_looked.end())
      life_.not_looked.push_back(std::move(words));
  }

  pg::Connection& connection_;
  std::span<const std::shared_ptr<const tables::Profile>> tables_;
  Limits limits_;
  std::set<std::string> left_;  // tables that failed: not tried again
  std::map<std::string, double> seconds_;
  double scan_for_ = 0;
  std::optional<By> first_by_;
  Life life_;
};

// The other values of the rows that were found; not those of further rows, or a customer's whole history
// would follow.
Life with_related(Search& search, const std::string& value) {
  std::vector<Name> names;
  const auto add_name = [&](const std::string& other, By from) {
    if (other.empty() || other == value || names.size() + 1 >= most_names) return;
    if (std::ranges::none_of(names, [&](const Name& known) { return known.value == other; }))
      names.push_back({other, from});
  };
  for (const LifeRow& found : search.rows()) {
    add_name(found.row.correlation_id, By::correlation_id);
    if (found.row.subject.reference) add_name(*found.row.subject.reference, By::reference);
  }
  for (const Name& name : names) search.look_everywhere(name);
  search.look_for_consumers();
  return search.take();
}

Life searched(Search search, std::string_view key) {
  const std::string value(key);
  search.look_everywhere({value, By::key});
  return with_related(search, value);
}

Life found(Search search, const Limits& limits, std::string_view pasted) {
  search.scan_for(limits.patience);
  const std::vector<std::string> names = names_from_paste(pasted);
  const auto as = [&](Life life, const std::string& name) {
    life.name = name;
    life.name_is = search.first_by().value_or(By::key);
    return life;
  };
  for (const std::string& name : names) {
    search.look_everywhere({name, {}}, {By::key, By::correlation_id, By::reference, By::customer});
    if (search.rows().empty()) continue;
    // one order or key, whose other rows are of interest
    const bool is_one = search.first_by() != By::customer;
    return as(is_one ? with_related(search, name) : search.take(), name);
  }
  if (!names.empty()) search.look_everywhere({names.front(), {}}, {By::beginning});
  return as(search.take(), names.empty() ? std::string() : names.front());
}

bool is_word_with_digits(std::string_view word) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  // "19:12:03", "2026-11-27", "2026-11-27T19:12:03Z", "0.2s" are no names of rows.
  const bool is_time = std::ranges::all_of(word,
                                           [&](char c) {
                                             return is_digit(c) || c == ':' || c == '-' || c == '.' ||
                                                    c == 'T' || c == 'Z' || c == 's' || c == 'm' || c == '+';
                                           }) &&
                       word.find_first_of(":-.") != std::string_view::npos;
  return word.size() >= 4 && !is_time && std::ranges::any_of(word, is_digit);
}

}  // namespace

Result<Life> life(pg::Connection& connection, std::span<const std::shared_ptr<const tables::Profile>> tables,
                  std::string_view key, Limits limits, LifeCosts costs) {
  return as_result([&] { return searched(Search(connection, tables, limits, std::move(costs)), key); });
}

std::vector<std::string> names_from_paste(std::string_view pasted) {
  std::vector<std::string> names = keys_from_paste(trimmed_paste(pasted));
  const auto add = [&names](std::string_view name) {
    if (name.empty() || names.size() >= most_names || std::ranges::find(names, name) != names.end()) return;
    names.emplace_back(name);
  };
  const std::string line = trimmed_paste(pasted);
  constexpr std::string_view ends = " \t\r\n,;&|(){}[]<>\"'`";
  if (line.find_first_of(ends) == std::string::npos && line.find('=') == std::string::npos) return names;
  std::vector<std::string_view> words;
  bool is_value = false;
  for (std::string_view rest = line; !rest.empty();) {
    const auto from = rest.find_first_not_of(ends);
    if (from == std::string_view::npos) break;
    rest.remove_prefix(from);
    std::string_view word = rest.substr(0, rest.find_first_of(ends));
    rest.remove_prefix(word.size());
    // "order=4711", "order: 4711" and "\"order\":\"4711\"".
    const auto equals = word.find('=');
    const bool is_name = word.ends_with('=') || word.ends_with(':');
    if (equals != std::string_view::npos && !is_name) {
      add(word.substr(equals + 1));
    } else if (is_value && !is_name) {
      add(word);
    } else if (!is_name && is_word_with_digits(word)) {
      words.push_back(word);
    }
    is_value = is_name;
  }
  for (const std::string_view word : words) add(word);
  return names;
}

Result<Life> find(pg::Connection& connection, std::span<const std::shared_ptr<const tables::Profile>> tables,
                  std::string_view pasted, Limits limits) {
  return as_result([&] { return found(Search(connection, tables, limits, {}), limits, pasted); });
}

}  // namespace onceover::browse
