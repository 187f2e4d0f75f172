#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/tables/detect/roles.h"

namespace onceover::tables {
namespace {

// Few values, each in several rows, without digits or spaces: names of what is done, and no ids.
bool recurs_as_a_word(const Column& c) {
  constexpr std::size_t enough_rows = 12;
  return c.facts.sample.size() >= enough_rows && !has_nulls(c) && c.facts.values.size() >= 2 &&
         3 * c.facts.values.size() <= c.facts.sample.size() && c.all_values([](std::string_view v) {
           return v.size() >= 2 && v.size() <= 120 && v.find_first_of("0123456789 {@") == std::string_view::npos;
         });
}

bool is_dotted_or_past(std::string_view value) { return value.find('.') != std::string_view::npos || is_past_event(value); }

}  // namespace

bool Roles::is_key_like(const Column& c) const {
  if (kind_ == Kind::idempotency) {
    const bool hash_of_key = c.name.has("key") && c.name.has("hash");
    // A row of "idempotency_keys" is a key, and its id is that.
    const bool is_the_key = fits(c.name, "=id") && c.is_text() && !c.facts.generated && Name(table_.name).has("key") &&
                            !any(columns_, [](const Column& other) { return other.name.has("key"); });
    if (is_the_key) return true;
    return c.is_opaque() && (fits(c.name, sign::idempotency_key) || fits(c.name, "=key") || fits(c.name, "request+id") ||
                             fits(c.name, "=token") || fits(c.name, "request+key") || hash_of_key);
  }
  return (c.is_opaque() || c.is_integer()) && (names_an_event_id(c.name) || fits(c.name, sign::idempotency_key));
}

// NULLs are never equal: a unique index over a column that has some names no such row.
bool Roles::may_miss_rows(const IndexFacts& index) const {
  // Nor does one that only lists columns beside a key that is unique without them.
  for (const IndexFacts& other : table_.indexes) {
    if (!other.unique || !other.predicate.empty() || other.columns.size() >= index.columns.size()) continue;
    if (std::ranges::all_of(other.columns, [&](const std::string& c) { return !c.empty() && is_among(index.columns, c); })) return true;
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

RoleAnswer Roles::identity() {
  const auto has = [this](const IndexFacts& index, const Holds& holds) {
    return std::ranges::any_of(index.columns, [&](const std::string& name) { return column(name) != nullptr && holds(*column(name)); });
  };
  std::vector<const IndexFacts*> keyed, meaningful, surrogates;
  bool any_odd = false;
  for (const IndexFacts& index : table_.indexes) {
    if (!identifies_rows(index)) {
      any_odd = any_odd || (index.unique && !index.primary);
    } else if (has(index, [this](const Column& c) { return is_key_like(c) && !c.facts.generated; })) {
      keyed.push_back(&index);
    } else {
      (has(index, [](const Column& c) { return !c.facts.generated; }) ? meaningful : surrogates).push_back(&index);
    }
  }
  // Of work the primary key names a row, and of an event that goes out where the sender drew it.
  const auto primary = std::ranges::find_if(table_.indexes, [&](const IndexFacts& i) { return i.primary && identifies_rows(i); });
  const bool is_drawn = primary != table_.indexes.end() && !has(*primary, [](const Column& c) { return c.facts.generated; });
  if (primary != table_.indexes.end() && (kind_ == Kind::queue || (kind_ == Kind::outbox && is_drawn && primary->columns.size() == 1)))
    keyed = {&*primary};
  const auto& pool = !keyed.empty() ? keyed : !meaningful.empty() ? meaningful : surrogates;
  if (keyed.empty()) {
    if (any_odd && kind_ == Kind::idempotency) {
      // Unique among some rows only, it names no row; the primary key does.
      const auto partial = std::ranges::find_if(table_.indexes, [&](const IndexFacts& index) {
        return index.unique && !index.predicate.empty() && has(index, [this](const Column& c) { return is_key_like(c); });
      });
      if (partial == table_.indexes.end() || primary == table_.indexes.end())
        return unknown("A unique index is partial or over an expression. Please choose the columns that identify a request.");
      RoleAnswer answer = found(primary->columns, primary->columns.size() > 1 ? "composite" : plain_form(*column(primary->columns[0])), 0.8,
                                "The primary key.");
      answer.asks.push_back(fmt::format("\"{}\" is unique only among rows with {}: several rows may have one key.",
                                        fmt::join(partial->columns, "\", \""), partial->predicate));
      return answer;
    }
    if (pool.empty()) return none("No unique index covers any columns: rows can be read and not written.");
    // Of work and of events the primary key names a row; a request is named by its caller.
    if (pool.size() > 1 && (kind_ == Kind::idempotency || !pool.front()->primary))
      return unknown("Several unique keys might identify a row. Please choose.");
  }
  const auto named = std::ranges::find_if(
      pool, [&](const IndexFacts* index) { return index->columns.size() == 1 && fits(Name(index->columns[0]), "=uuid|guid"); });
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
  // Its columns may be tenant and operation too: none is taken.
  const Column* first = column(columns.front());
  return found(columns, columns.size() > 1 || first == nullptr ? "composite" : plain_form(*first), dropped ? 0.7 : 0.9, why);
}

// What a job does: its class, its name or its kind.
std::optional<RoleAnswer> Roles::type_of_work() {
  // A document is what the work needs, whatever it is called.
  const auto wordy = [](const Column& c) {
    return c.is_wordy() && std::ranges::all_of(c.facts.values, [](const std::string& v) {
             return v.size() <= 120 && v.find('\n') == std::string::npos && !v.starts_with('{') && !v.starts_with('[');
           });
  };
  const auto exact = those([&](const Column& c) {
    if (!wordy(c) || fits(c.name, "queue|state|status|error|id")) return false;
    if (fits(c.name, "=handler") && !c.has_values()) return false;  // it may be the name of a class, or the whole job
    return fits(c.name, "=entrypoint|func|function|kind|handler|task") || (fits(c.name, "=worker") && c.is_text()) ||
           fits(c.name, "job+signature") || fits(c.name, "=handler.type") || fits(c.name, "=job.task") || fits(c.name, "=command") ||
           fits(c.name, "=topic.name") ||
           (fits(c.name, "job|task|class") && fits(c.name, "class|name|type|identifier|kind|path") &&
            !fits(c.name, "exception|return|result"));
  });
  auto bare = those([&](const Column& c) { return wordy(c) && fits(c.name, "=name|type|action"); });
  if (exact.size() == 1 && bare.empty()) return found(*exact[0], 0.85, "Named as what a job does.");
  bare.insert(bare.end(), exact.begin(), exact.end());
  if (bare.size() > 1) return several("be what a job does", bare);
  if (bare.size() == 1) return found(*bare[0], 0.7, "The only name of what a job does.");
  return std::nullopt;
}

RoleAnswer Roles::operation(const RoleAnswer& identity, const RoleAnswer& tenant) {
  const auto in_identity = [&](const Column& c) { return is_among(identity.columns, c.facts.name); };
  if (kind_ == Kind::queue) {
    if (auto work = type_of_work()) return *work;
    // Where nothing names the work, workers may know it by the queue that each job must be in.
    for (const char* name : {"topic", "queue", "q"}) {
      const auto queues = those([&](const Column& c) {
        return c.is_wordy() && c.facts.not_null && c.name.has(name) && (c.name.words().size() == 1 || c.name.words().back() == "name");
      });
      // A queue for each sort of work, and none for all.
      if (queues.size() == 1 && queues[0]->facts.values.size() >= 2 && !is_among(queues[0]->facts.values, "default"))
        return found(*queues[0], 0.65, "Jobs of several queues, and nothing else shows what they do.");
      if (!queues.empty()) return unclear(queues, "may be all that shows what a job does");
    }
    return none("No column shows what a job does.");
  }
  const Column* method = nullptr;
  const Column* path = nullptr;
  for (const Column& c : columns_) {
    if (!c.is_text() || fits(c.name, "response|redirect|callback|id")) continue;
    const bool http = !c.has_values() || c.all_values([](std::string_view v) { return v.size() <= 7 && v.size() >= 3; });
    if (c.name.has("method") && http && !fits(c.name, "payment|shipping|delivery|class")) method = &c;
    if (fits(c.name, "path|route|url|uri|endpoint")) path = &c;
  }
  // Columns of other names may hold the same, as their values show.
  if (path == nullptr || path == shape_.path) {
    if (method == nullptr) method = shape_.method;
    if (method != nullptr && path == nullptr) path = shape_.path;
  }
  if (method != nullptr && path != nullptr)
    return found({method->facts.name, path->facts.name}, "composite", 0.85, "An HTTP method and its path.");
  const auto speaks = [&](const Column& c) {
    const Name& n = c.name;
    // What ends in "id" names a thing and not what is done with it; a consumer's is its name.
    if (n.words().empty()) return false;
    if (n.words().back() == "id" && !(in_identity(c) && fits(n, "consumer|handler|listener|subscriber"))) return false;
    if (!c.is_wordy() || names_an_event_id(n)) return false;
    // A bare "type" is that of the event where events are kept; elsewhere it may be the type of anything.
    if (fits(n, "=type") && !in_identity(c)) return kind_ != Kind::idempotency;
    if (fits(n, "status|state|response|content|result|aggregate|error|mime|output|payload|environment|media|body|json|data|text|at"))
      return false;
    if (kind_ == Kind::outbox && (fits(n, "=event") || fits(n, "=queue") || fits(n, "trigger+name") || fits(n, "messageable+type")))
      return true;
    if (in_identity(c) && n.has("name") && fits(n, "process|processor")) return true;
    if (in_identity(c) && kind_ == Kind::inbox && fits(n, "=name")) return true;
    if (in_identity(c) && n.has("method") && !fits(n, "http|payment")) return true;
    if (kind_ == Kind::outbox && fits(n, "=category")) return true;
    if (kind_ != Kind::idempotency && (fits(n, "=task.name") || fits(n, "=routing.key"))) return true;
    return fits(n, "operation|action|command|route|endpoint|consumer|handler|listener|topic|destination") || fits(n, "=type") ||
           (fits(n, "message|event|request") && fits(n, "type|name")) || fits(n, "class+name");
  };
  if (events_.type != nullptr && is_mute(events_.type->name))
    return found(*events_.type, 0.65, "The only column that names what happened.");
  Columns inside, others;
  for (const Column& c : columns_) {
    if (!speaks(c)) continue;
    (in_identity(c) ? inside : others).push_back(&c);
  }
  if (inside.size() == 1) return found(*inside[0], 0.85, "Part of the identity, and named as what is done.");
  if (inside.size() > 1) return several("be the operation", inside);
  if (others.size() == 1) {
    if (kind_ == Kind::idempotency && path == others[0]) return found(*others[0], 0.7, "Named as a route.");
    return found(*others[0], 0.7, "The only column named as what is done.");
  }
  // What happened says more than where it goes.
  if (others.size() > 1 && kind_ != Kind::idempotency) {
    Columns events;
    std::ranges::copy_if(others, std::back_inserter(events),
                         [](const Column* c) { return fits(c->name, "event|message") && fits(c->name, "type|name"); });
    if (events.size() == 1) return found(*events[0], 0.7, "Named as the type of what happened.");
  }
  if (others.size() > 1) return several("be the operation", others);
  // The remaining column of a composite key, beside the name of the request and its tenant, where few words recur.
  if (kind_ != Kind::outbox && identity.columns.size() > 1) {
    const auto left = those([&](const Column& c) {
      return in_identity(c) && c.is_text() && !is_key_like(c) && !is_among(tenant.columns, c.facts.name) && &c != method &&
             recurs_as_a_word(c);
    });
    if (left.size() == 1) return found(*left[0], 0.65, "Part of the identity, and few words recur in it.");
  }
  // An event's name, where its values name what happened.
  if (kind_ != Kind::idempotency) {
    const auto events = those([&](const Column& c) {
      return c.is_text() && fits(c.name, "=name|kind") && recurs_as_a_word(c) && c.all_values(is_dotted_or_past);
    });
    if (events.size() == 1) return found(*events[0], 0.65, "Its values name what happened.");
  }
  // Without a method, the path is all that shows what was requested.
  if (kind_ == Kind::idempotency && path != nullptr && method == nullptr && path->name.has("request"))
    return found(*path, 0.7, "Named as the path of the request.");
  Columns vague;
  for (const Column& c : columns_) {
    if (c.is_wordy() && (fits(c.name, "=name|group|kind|category|channel|queue|type|scope") || &c == path || &c == method))
      vague.push_back(&c);
  }
  if (!vague.empty()) return unclear(vague, "might be the operation");
  return none("No column looks like the operation.");
}

}  // namespace onceover::tables
