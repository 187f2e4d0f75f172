#include "core/tables/detect/signs.h"

#include <algorithm>

#include "core/tables/detect/state_words.h"

namespace onceover::tables {

bool any(const std::vector<Column>& columns, const std::function<bool(const Column&)>& holds) {
  return std::ranges::any_of(columns, holds);
}

bool any(const std::vector<Column>& columns, std::string_view pattern) {
  return std::ranges::any_of(columns, [&](const Column& c) { return fits(c, pattern); });
}

bool in_unique(const TableFacts& table, const std::string& column) {
  return std::ranges::any_of(table.indexes, [&](const IndexFacts& index) { return index.unique && is_among(index.columns, column); });
}

bool names_an_event_id(const Name& name) { return name.words().size() <= 4 && fits(name, sign::event_id); }

bool dedupes_deeds(const TableFacts& table, const std::vector<Column>& columns) {
  if (columns.size() > 6 || any(columns, sign::payload)) return false;
  const auto is = [&](const std::string& name, auto holds) {
    return any(columns, [&](const Column& c) { return c.facts.name == name && holds(c); });
  };
  const auto names_event = [](const Column& c) { return names_an_event_id(c.name) && c.is_opaque(); };
  const auto names_deed = [](const Column& c) { return fits(c, "@wordy type|kind|action|template"); };
  const bool keyed = std::ranges::any_of(table.indexes, [&](const IndexFacts& index) {
    if (!index.unique || index.columns.size() != 2) return false;
    const std::string &a = index.columns[0], &b = index.columns[1];
    return (is(a, names_event) && is(b, names_deed)) || (is(b, names_event) && is(a, names_deed));
  });
  return keyed && any(columns, "@time -@needed sent|done|delivered|executed|completed|processed|handled");
}

bool has_life_words(const Column& column) {
  const std::vector<std::string>& words = column.facts.vocabulary();
  if (words.size() > most_state_words || !column.is_wordy()) return false;
  const LifeWords life = life_words(words);
  return life.unfinished && life.finished;
}

bool is_http_code(const Column& column) {
  const auto numbers = column.numbers();
  return column.is_integer() && numbers && !numbers->empty() &&
         std::ranges::all_of(*numbers, [](double n) { return n >= 100 && n <= 599; });
}

bool tells_of_life(const Column& c) {
  return has_life_words(c) || fits(c,
                                   "processed|published|sent|dispatched|delivered|consumed|completed|handled|abandoned|completion|"
                                   "acknowledged|acked|done|finished -attempt|count|by");
}

}  // namespace onceover::tables
