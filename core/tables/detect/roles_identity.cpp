// SPDX-License-Identifier: Apache-2.0
#include "core/tables/detect/roles.h"

namespace onceover::tables {

bool Roles::is_key_like(const Column& c) const {
  if (kind_ == Kind::idempotency) {
    const bool hash_of_key = c.name.has("key") && c.name.has("hash");
    // A row of "idempotency_keys" is a key, and its id is that.
    const bool is_the_key = fits(c.name, "=id") && c.is_text() && !c.facts.generated &&
                            Name(table_.name).has("key") &&
                            !any(columns_, [](const Column& other) { return other.name.has("key"); });
    if (is_the_key) return true;
    return c.is_opaque() &&
           (fits(c.name, sign::idempotency_key) || fits(c.name, "=key") || fits(c.name, "request+id") ||
            fits(c.name, "=token") || fits(c.name, "request+key") || hash_of_key);
  }
  return (c.is_opaque() || c.is_integer()) &&
         (names_an_event_id(c.name) || fits(c.name, sign::idempotency_key));
}

// NULLs are never equal: a unique index over a column that has some names no such row.
bool Roles::may_miss_rows(const IndexFacts& index) const {
  // Nor does one that only lists columns beside a key that is unique without them.
  for (const IndexFacts& other : table_.indexes) {
    if (!other.unique || !other.predicate.empty() || other.columns.size() >= index.columns.size()) continue;
    if (std::ranges::all_of(other.columns,
                            [&](const std::string& c) { return !c.empty() && is_among(index.columns, c); }))
      return true;
  }
  return std::ranges::any_of(index.columns, [&](const std::string& name) {
    const Column* c = column(name);
    if (c == nullptr || c->facts.not_null) return false;
    return has_nulls(*c) || (c->facts.sample.empty() && (index.columns.size() > 1 || kind_ == Kind::queue));
  });
}

bool Roles::identifies_rows(const IndexFacts& index) const {
  return index.unique && index.predicate.empty() && !may_miss_rows(index) && !is_among(index.columns, "");
}

// A row of "tasks" that has a "task_id" beside its number is called so.
const IndexFacts* Roles::index_named_for_the_table() const {
  const std::vector<std::string> of_table = words_in(table_.name);
  const auto at = std::ranges::find_if(table_.indexes, [&](const IndexFacts& index) {
    const Column* c =
        identifies_rows(index) && index.columns.size() == 1 ? column(index.columns[0]) : nullptr;
    return c != nullptr && c->name.words().size() == 2 && c->name.words()[0] == of_table.back() &&
           fits(*c, "-@made $id|uuid|guid|key");
  });
  return at == table_.indexes.end() ? nullptr : &*at;
}

// A key that is unique among some rows only, or by an expression, names no row; the primary key does, or the
// only key of all rows.
RoleAnswer Roles::by_odd_index(const IndexFacts* by) const {
  const auto odd = std::ranges::find_if(table_.indexes, [&](const IndexFacts& index) {
    const auto is_key = [&](const std::string& name) {
      return column(name) != nullptr && is_key_like(*column(name));
    };
    return index.unique && (!index.predicate.empty() || is_among(index.columns, "")) &&
           (std::ranges::any_of(index.columns, is_key) || std::ranges::any_of(index.uses, is_key));
  });
  if (odd == table_.indexes.end() || by == nullptr)
    return unknown(
        "A unique index is partial or over an expression. Please choose the columns that identify a "
        "request.");
  RoleAnswer answer =
      found(by->columns, by->columns.size() > 1 ? "composite" : plain_form(*column(by->columns[0])), 0.8,
            by->primary ? "The primary key." : "The only key that is unique among all rows.");
  answer.asks.push_back(
      odd->predicate.empty()
          ? std::string("The key is unique by an expression: keys that are spelled otherwise may be one key.")
          : fmt::format("\"{}\" is unique only among rows with {}: several rows may have one key.",
                        fmt::join(odd->columns, "\", \""), odd->predicate));
  return answer;
}

RoleAnswer Roles::identity() {
  const auto has = [this](const IndexFacts& index, const Holds& holds) {
    return std::ranges::any_of(index.columns, [&](const std::string& name) {
      return column(name) != nullptr && holds(*column(name));
    });
  };
  std::vector<const IndexFacts*> keyed, meaningful, surrogates;
  bool any_odd = false;
  for (const IndexFacts& index : table_.indexes) {
    if (!identifies_rows(index)) {
      any_odd = any_odd || (index.unique && !index.primary);
    } else if (has(index, [this](const Column& c) { return is_key_like(c) && !c.facts.generated; })) {
      keyed.push_back(&index);
    } else {
      (has(index, [](const Column& c) { return !c.facts.generated; }) ? meaningful : surrogates)
          .push_back(&index);
    }
  }
  // Of work the primary key names a row, and of an event that goes out where the sender drew it.
  const auto primary = std::ranges::find_if(
      table_.indexes, [&](const IndexFacts& i) { return i.primary && identifies_rows(i); });
  const bool is_drawn =
      primary != table_.indexes.end() && !has(*primary, [](const Column& c) { return c.facts.generated; });
  // What an event is about is no name of it.
  const bool is_of_aggregate =
      keyed.empty() && meaningful.size() == 1 &&
      has(*meaningful[0], [](const Column& c) { return fits(c, "aggregate -event|version|sequence"); });
  if (primary != table_.indexes.end() &&
      (kind_ == Kind::queue ||
       (kind_ == Kind::outbox && (is_drawn || is_of_aggregate) && primary->columns.size() == 1)))
    keyed = {&*primary};
  const auto& pool = !keyed.empty() ? keyed : !meaningful.empty() ? meaningful : surrogates;
  if (keyed.empty()) {
    if (any_odd && kind_ == Kind::idempotency)
      return by_odd_index(primary != table_.indexes.end() ? &*primary
                          : pool.size() == 1              ? pool.front()
                                                          : nullptr);
    if (pool.empty()) return none("No unique index covers any columns: rows can be read and not written.");
    // Of work and of events the primary key names a row; a request is named by its caller.
    if (pool.size() > 1 && (kind_ == Kind::idempotency || !pool.front()->primary))
      return unknown("Several unique keys might identify a row. Please choose.");
  }
  if (const IndexFacts* index =
          kind_ == Kind::queue && !is_drawn && !keyed.empty() ? index_named_for_the_table() : nullptr)
    keyed = {index};
  const auto named = std::ranges::find_if(pool, [&](const IndexFacts* index) {
    return index->columns.size() == 1 && fits(Name(index->columns[0]), "=uuid|guid");
  });
  const IndexFacts& chosen = named != pool.end() ? **named : *pool.front();
  std::string why = chosen.primary   ? "The primary key."
                    : !keyed.empty() ? "A unique key that holds the client's name for a request."
                                     : "The only unique key that is not generated.";
  std::vector<std::string> columns;
  for (const std::string& name : chosen.columns) {
    const Column* c = column(name);
    const bool is_partitions_time = c != nullptr && is_among(table_.partition_columns, name) && time_form(*c);
    if (!is_partitions_time || chosen.columns.size() == 1) columns.push_back(name);
  }
  const bool dropped = columns.size() < chosen.columns.size();
  if (dropped) why += " The partition's time column is part of it by necessity and identifies nothing.";
  const Column* first = column(columns.front());
  return found(columns, columns.size() > 1 || first == nullptr ? "composite" : plain_form(*first),
               dropped ? 0.7 : 0.9, why);
}

RoleAnswer Roles::operation() {
  if (kind_ == Kind::queue) return solve("work");
  Columns methods = those(sign::http_method), paths = those(sign::http_path);
  // A document has no method: its values are short.
  std::erase_if(methods, [](const Column* c) {
    return c->any_value([](std::string_view v) { return v.size() < 3 || v.size() > 7; });
  });
  // Columns of other names may hold the same, as their values show.
  if (methods.empty() && shape_.method != nullptr) methods = {shape_.method};
  if (!methods.empty() && paths.empty() && shape_.path != nullptr) paths = {shape_.path};
  if (methods.empty() || paths.empty()) return solve("operation");
  return found({methods.back()->facts.name, paths.back()->facts.name}, "composite", 0.85,
               "An HTTP method and its path.");
}

}  // namespace onceover::tables
