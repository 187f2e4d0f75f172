#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <set>

#include "core/base/text.h"
#include "core/tables/detect/kind.h"
#include "core/tables/detect/shape.h"
#include "core/tables/detect/signs.h"

namespace onceover::tables {
namespace {

constexpr std::size_t least_rows = 12, most_words = 12;

bool is_object(std::string_view v) { return v.starts_with('{') && v.ends_with('}'); }

// A state as a word, a code or a flag: rows of one of its few values have a time that rows of another lack.
bool changes_with_a_time(const Column& words, const std::vector<Column>& columns) {
  const std::size_t values = words.facts.values.size(), rows = words.facts.sample.size();
  if (!fits(words, "@wordy|int|bool -@time") || rows < least_rows || values > most_words || 2 * values > rows) return false;
  return any(columns, [&](const Column& time) { return &time != &words && time_form(time) && fills(words.facts, time.facts); });
}

// A time that some rows lack, never before one that every row has.
bool has_a_beginning_and_an_end(const std::vector<Column>& columns) {
  return any(columns, [&](const Column& end) {
    if (!time_form(end) || !has_nulls(end) || !end.has_values()) return false;
    return any(columns, [&](const Column& begin) {
      return &begin != &end && time_form(begin) && !has_nulls(begin) && never_before(end, begin).value_or(false);
    });
  });
}

bool has_a_callers_key(const TableFacts& table, const std::vector<Column>& columns) {
  return any(columns, [&](const Column& c) {
    return c.is_opaque() && !c.facts.generated && in_unique(table, c.facts.name) && c.facts.sample.size() >= least_rows && !has_nulls(c);
  });
}

// Few values in many rows: a state, or a type of what is kept.
bool has_few_values(const Column& c) {
  const bool may = c.is_wordy() || (c.is_integer() && !time_form(c)) || c.is(ColumnFacts::Type::boolean);
  const std::size_t n = c.facts.values.size();
  return may && !c.facts.generated && c.facts.references.empty() && c.facts.sample.size() >= least_rows && n >= 2 && n <= 8 &&
         3 * n <= c.facts.sample.size() && !has_nulls(c);
}

// Bytes that are no digest: content that is read again.
bool holds_bytes(const Column& c) { return c.is_bytes() && c.facts.sample.size() >= least_rows && c.has_values() && !digest_form(c); }

bool names_what_happened(const Column& c) {
  return c.is_text() && c.facts.sample.size() >= least_rows && 2 * c.facts.values.size() <= c.facts.sample.size() &&
         c.all_values(is_past_event);
}

// Seconds from a time that a row has to one that some rows lack, typically: the shortest of all pairs. Machines take seconds, people days.
std::optional<double> typical_pace(const std::vector<Column>& columns) {
  std::optional<double> shortest;
  for (const Column& end : columns) {
    if (!fits(end, "@time @nulls @filled")) continue;
    for (const Column& begin : columns) {
      const auto between = &begin == &end || !time_form(begin) ? std::vector<double>() : spans(begin, end);
      if (between.size() < 3 || between.front() < -1) continue;
      shortest = std::min(shortest.value_or(between[between.size() / 2]), between[between.size() / 2]);
    }
  }
  return shortest;
}

// What machines write where something went wrong, in any language of names.
bool holds_errors(const Column& c) {
  return fits(c, "@document @nulls") && c.any_value([](std::string_view v) {
    return std::ranges::any_of(std::initializer_list<std::string_view>{"rror", "imeout", "imed out", "xception", "failed", "refused"},
                               [&](std::string_view word) { return v.find(word) != std::string_view::npos; });
  });
}

// Few names with a number in them, in some rows: of workers.
bool names_workers(const Column& c) {
  return fits(c, "@text @nulls @filled") && c.facts.values.size() <= 8 && c.all_values([](std::string_view v) {
    return v.size() <= 60 && v.find(' ') == std::string_view::npos && std::ranges::any_of(v, is_ascii_digit);
  });
}

bool holds_sentences(const Column& c) {
  const auto is_sentence = [](std::string_view v) { return std::ranges::count(v, ' ') >= 2 && v[0] != '{' && v[0] != '['; };
  return c.is_text() && c.has_values() &&
         2 * static_cast<std::size_t>(std::ranges::count_if(c.facts.values, is_sentence)) >= c.facts.values.size();
}

bool holds_money(const Column& c) {
  return c.is(ColumnFacts::Type::numeric) && !time_form(c) && c.any_value([](std::string_view v) { return v.find('.') != v.npos; });
}

bool has_a_state(const std::vector<Column>& columns) {
  return any(columns, has_life_words) || any(columns, [&](const Column& c) { return changes_with_a_time(c, columns); });
}

// Most of its rows are unfinished.
bool mostly_open(const Column& c) {
  const auto open = [](const auto& cell) { return cell && usual_meaning(*cell) == key::State::in_progress; };
  return has_life_words(c) && 5 * static_cast<std::size_t>(std::ranges::count_if(c.facts.sample, open)) > 3 * c.facts.sample.size();
}

// What rows show, and how much it weighs for or against work that is done once. Each counts once, or, `each`, twice at most.
struct RowSign {
  int points;
  const char* says;  // nullptr: it weighs against, and is not said
  std::size_t (*count)(const TableFacts& table, const std::vector<Column>& columns);
  std::size_t most = 1;
};

template <bool (*holds)(const Column&)>
std::size_t columns_that(const TableFacts&, const std::vector<Column>& columns) {
  return static_cast<std::size_t>(std::ranges::count_if(columns, holds));
}

using Those = const std::vector<Column>&;
constexpr RowSign row_signs[] = {
    {1, "a state changes", [](const TableFacts&, Those columns) { return std::size_t{has_a_state(columns)}; }},
    {2, "a time that some rows lack is never before one that all have",
     [](const TableFacts&, Those columns) { return std::size_t{has_a_beginning_and_an_end(columns)}; }},
    {1, "which is less than an hour later",
     [](const TableFacts&, Those columns) { return std::size_t{typical_pace(columns).value_or(3600) < 3600}; }},
    {1, "a unique column may hold keys that callers made",
     [](const TableFacts& table, Those columns) { return std::size_t{has_a_callers_key(table, columns)}; }},
    {2, "a column holds documents", columns_that<[](const Column& c) { return c.is_json() || (c.is_text() && c.all_values(is_object)); }>},
    {2, "a column names what happened", columns_that<names_what_happened>},
    {2, "a column has few values", columns_that<has_few_values>},
    {2, "a column holds bytes", columns_that<holds_bytes>},
    {2, "a column holds errors", columns_that<holds_errors>},
    {1, "a column names workers", columns_that<names_workers>},
    {2, "it is separate",
     [](const TableFacts& table, Those columns) {
       return std::size_t{table.referenced_by == 0 &&
                          std::ranges::all_of(columns, [](const Column& c) { return c.facts.references.empty(); })};
     }},
    {1, "a time lies ahead in some rows",
     [](const TableFacts& table, Those columns) {
       return std::size_t{table.now_s > 0 && any(columns, [&](const Column& c) { return has_later(c, table.now_s + 1); })};
     }},
    {2, "attempts are counted", columns_that<[](const Column& c) { return fits(c, sign::attempts); }>},
    {-2, nullptr, columns_that<holds_money>, 2},
    {-1, nullptr, columns_that<holds_sentences>, 2},
    {-1, nullptr, columns_that<[](const Column& c) { return c.is(ColumnFacts::Type::boolean); }>, 2},
    {-1, nullptr, [](const TableFacts& table, Those) { return static_cast<std::size_t>(table.referenced_by); }, 2},
    {-1, nullptr, [](const TableFacts&, Those columns) { return std::size_t{typical_pace(columns).value_or(0) >= 3600}; }},
    {-1, nullptr, columns_that<mostly_open>},
};
constexpr int enough_signs = 7;

// Named in English, but for neither work nor events: then its names say more than its rows.
bool is_named_for_something_else(const TableFacts& table, const std::vector<Column>& columns) {
  constexpr std::string_view common =
      "id|at|name|type|status|state|created|updated|key|data|value|user|email|address|url|title|text|body|payload|message|event|count|"
      "number|code|amount|currency|account|time|date|error|hash|token|version|order|product|customer|description|start|end|last|next|run";
  const auto known = std::ranges::count_if(columns, [&](const Column& c) { return fits(c, common); });
  return 5 * static_cast<std::size_t>(known) >= 2 * columns.size() &&
         !fits(Name(table.name), "job|queue|q|task|work|worker|request|transaction|call|mq|msg") && !fits(Name(table.name), sign::events) &&
         !fits(Name(table.name), "^outbox|inbox|idem");
}

// What is over, or was tried, is kept there, and nothing takes it up again.
bool names_what_is_over(const TableFacts& table) {
  return fits(Name(table.name), "archive|archived|history|log|execution|attempt|dead|detail");
}

// What names say of work that programs do: one sign that people's work has not, and one of what the work is.
enum class Says { either, programs, work };
struct WorkSign {
  int points;
  Says says_that;
  const char* says;
  bool (*holds)(const TableFacts& table, const std::vector<Column>& columns);
};

constexpr WorkSign work_signs[] = {
    {3, Says::programs, "attempts are counted", [](const TableFacts&, Those columns) { return any(columns, sign::attempts); }},
    {2, Says::programs, "a column shows that a worker has taken a row",
     [](const TableFacts&, Those columns) {
       return any(columns,
                  "@time lock|locked|lease|leased|claimed|reserved|heartbeat|picked|inflight|visibility;"
                  "by locked|leased|claimed|reserved|picked; @text worker+id");
     }},
    {2, Says::work, "a time shows when work is due", [](const TableFacts&, Those columns) { return any(columns, sign::due); }},
    {2, Says::work, "a column shows the state",
     [](const TableFacts&, Those columns) {
       return has_a_state(columns) || any(columns, [](const Column& c) { return fits(c, sign::state) && has_few_values(c); });
     }},
    {2, Says::work, "a column shows what is done",
     [](const TableFacts&, Those columns) {
       return any(columns, [](const Column& c) { return fits(c, "@time @nulls; @bool") && fits(c, sign::done); });
     }},
    {1, Says::work, "a column holds what the work needs", [](const TableFacts&, Those columns) { return any(columns, sign::payload); }},
    {1, Says::either, "errors are kept",
     [](const TableFacts&, Those columns) { return any(columns, "@document error|exception|fault|failure -code|count"); }},
    {1, Says::either, "its name speaks of work",
     [](const TableFacts& table, Those) { return fits(Name(table.name), "job|queue|q|task|work|worker|request|call|outgoing|scheduled"); }},
};
constexpr int enough_work = 6;

}  // namespace

std::optional<std::string> signs_of_work(const TableFacts& table, const std::vector<Column>& columns) {
  if (names_what_is_over(table) || fits(Name(table.name), "schedule|cron")) return std::nullopt;
  int points = 0;
  std::set<Says> said;
  std::vector<std::string> signs;
  for (const WorkSign& sign : work_signs) {
    if (!sign.holds(table, columns)) continue;
    points += sign.points;
    said.insert(sign.says_that);
    signs.emplace_back(sign.says);
  }
  if (points < enough_work || !said.contains(Says::programs) || !said.contains(Says::work)) return std::nullopt;
  return fmt::format("It may hold work that programs do: {}.", fmt::join(signs, "; "));
}

std::optional<std::string> signs_in_rows(const TableFacts& table, const std::vector<Column>& columns) {
  if (columns.size() < 3 || names_what_is_over(table)) return std::nullopt;
  int points = 0;
  std::vector<std::string> signs;
  for (const RowSign& sign : row_signs) {
    const std::size_t count = std::min(sign.count(table, columns), sign.most);
    points += sign.points * static_cast<int>(count);
    if (count > 0 && sign.says != nullptr) signs.emplace_back(sign.says);
  }
  if (points < enough_signs + (is_named_for_something_else(table, columns) ? 4 : 0)) return std::nullopt;
  return fmt::format("Its rows look like work that is done once: {}.", fmt::join(signs, "; "));
}

}  // namespace onceover::tables
