#include "core/profile/detect.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>

#include "core/profile/columns.h"
#include "core/profile/detect_kind.h"
#include "core/profile/state_words.h"

namespace onceover::profile {
namespace {

using Type = ColumnFacts::Type;

RoleAnswer none(std::string why) { return {RoleAnswer::Is::none, {}, {}, {}, 0, std::move(why)}; }
RoleAnswer unknown(std::string why) { return {RoleAnswer::Is::unknown, {}, {}, {}, 0, std::move(why)}; }
RoleAnswer found(std::vector<std::string> columns, std::string form, double confidence, std::string why) {
  return {RoleAnswer::Is::found, std::move(columns), std::move(form), {}, confidence, std::move(why)};
}

std::string quoted(const std::string& name) { return "\"" + name + "\""; }

std::string list(const std::vector<const Column*>& columns) {
  std::string out;
  for (const Column* c : columns) out += (out.empty() ? "" : ", ") + quoted(c->facts.name);
  return out;
}

class Roles {
 public:
  Roles(const TableFacts& table, Kind kind) : table_(table), kind_(kind) {
    for (const ColumnFacts& column : table.columns) columns_.emplace_back(column);
  }

  std::vector<std::pair<std::string, RoleAnswer>> all();

 private:
  using Holds = std::function<bool(const Column&)>;
  std::vector<const Column*> those(const Holds& holds) const {
    std::vector<const Column*> out;
    for (const Column& c : columns_) {
      if (holds(c) && !taken_.contains(c.facts.name)) out.push_back(&c);
    }
    return out;
  }
  RoleAnswer take(RoleAnswer answer) {
    if (answer.is == RoleAnswer::Is::found) taken_.insert(answer.columns.begin(), answer.columns.end());
    return answer;
  }
  // One column that holds: it; several: unknown, named; none: none.
  RoleAnswer only(const std::vector<const Column*>& candidates, const std::string& role,
                  const std::function<std::string(const Column&)>& form, double confidence, const std::string& why) {
    if (candidates.empty()) return none(fmt::format("No column looks like the {}.", role));
    if (candidates.size() > 1) return unknown(fmt::format("Several columns might be the {}: {}. Please choose.", role, list(candidates)));
    return take(found({candidates[0]->facts.name}, form(*candidates[0]), confidence, why));
  }

  RoleAnswer identity();
  RoleAnswer tenant(const RoleAnswer& identity);
  RoleAnswer operation(const RoleAnswer& identity);
  RoleAnswer state();
  std::optional<RoleAnswer> state_by_words();
  std::optional<RoleAnswer> state_by_code();
  std::optional<RoleAnswer> state_by_flags();
  std::optional<RoleAnswer> state_by_instants();
  RoleAnswer lease();
  RoleAnswer fence();
  RoleAnswer fingerprint();
  RoleAnswer response_code();
  RoleAnswer response_body();
  RoleAnswer created_at();
  RoleAnswer updated_at();
  RoleAnswer completed_at();
  RoleAnswer expires_at();
  RoleAnswer attempts();
  RoleAnswer owner();
  RoleAnswer error();
  RoleAnswer subject(const std::string& role, const Holds& names, const std::vector<std::string>& members);

  const IndexFacts* unique_over(const Holds& holds) const;
  const Column* column(const std::string& name) const {
    for (const Column& c : columns_) {
      if (c.facts.name == name) return &c;
    }
    return nullptr;
  }
  bool is_key_like(const Column& c) const;
  // Seconds between this column and the creation, over the sampled rows that have both; empty where nothing can be said.
  std::vector<double> since_creation(const Column& c) const;

  const TableFacts& table_;
  const Kind kind_;
  std::vector<Column> columns_;
  std::set<std::string> taken_;
  const Column* created_ = nullptr;
  std::string state_column_;                        // where the state is one column of words
  std::map<std::string, std::string> state_words_;  // its meanings
};

std::string plain_form(const Column& c) {
  switch (c.facts.type) {
    case Type::uuid: return "uuid";
    case Type::bytes: return "bytea";
    case Type::integer: return "integer";
    case Type::numeric: return "numeric";
    case Type::json: return c.facts.type_name;
    case Type::enumeration: return "enum";
    case Type::boolean: return "boolean";
    default: return "text";
  }
}

std::string form_of_time(const Column& c) { return time_form(c).value_or("timestamptz"); }

bool Roles::is_key_like(const Column& c) const {
  if (kind_ == Kind::idempotency) {
    return c.is_opaque() && (names_an_idempotency_key(c.name) || c.name.is({"key"}) || c.name.has_all({"request", "id"}) ||
                             c.name.is({"token"}) || c.name.has_all({"request", "key"}));
  }
  return (c.is_opaque() || c.is_integer()) && (names_an_event_id(c.name) || names_an_idempotency_key(c.name));
}

const IndexFacts* Roles::unique_over(const Holds& holds) const {
  for (const IndexFacts& index : table_.indexes) {
    if (!index.unique || !index.predicate.empty()) continue;
    for (const std::string& name : index.columns) {
      const Column* c = column(name);
      if (c != nullptr && holds(*c)) return &index;
    }
  }
  return nullptr;
}

RoleAnswer Roles::identity() {
  const auto partitioned_by = [this](const std::string& name) {
    return std::find(table_.partition_columns.begin(), table_.partition_columns.end(), name) != table_.partition_columns.end();
  };
  const auto usable = [](const IndexFacts& index) {
    return index.unique && index.predicate.empty() &&
           std::none_of(index.columns.begin(), index.columns.end(), [](const std::string& c) { return c.empty(); });
  };
  const IndexFacts* chosen = nullptr;
  std::string why;
  if (const IndexFacts* keyed = unique_over([this](const Column& c) { return is_key_like(c) && !c.facts.generated; });
      keyed != nullptr && usable(*keyed)) {
    chosen = keyed;
    why = "A unique key that holds what callers name a request by.";
  }
  if (chosen == nullptr) {
    const auto expressed = std::find_if(table_.indexes.begin(), table_.indexes.end(),
                                        [&](const IndexFacts& index) { return index.unique && !index.primary && !usable(index); });
    if (expressed != table_.indexes.end() && kind_ == Kind::idempotency) {
      return unknown("A unique index is partial or over an expression: which columns name a request there? Please choose.");
    }
    std::vector<const IndexFacts*> uniques;
    for (const IndexFacts& index : table_.indexes) {
      if (usable(index)) uniques.push_back(&index);
    }
    if (uniques.empty()) return none("No unique index covers any columns: rows can be read and not written.");
    // A surrogate beside a unique key of meaning: the meaning is the identity.
    const auto surrogate = [this](const IndexFacts& index) {
      return std::all_of(index.columns.begin(), index.columns.end(), [this](const std::string& name) {
        const Column* c = column(name);
        return c == nullptr || c->facts.generated;
      });
    };
    std::vector<const IndexFacts*> meaningful;
    for (const IndexFacts* index : uniques) {
      if (!surrogate(*index)) meaningful.push_back(index);
    }
    const auto& pool = meaningful.empty() ? uniques : meaningful;
    if (pool.size() > 1) return unknown("Several unique keys might name a row: please choose.");
    chosen = pool.front();
    why = chosen->primary ? "The primary key." : "The only unique key of meaning.";
  }
  std::vector<std::string> columns;
  bool dropped = false;
  for (const std::string& name : chosen->columns) {
    const Column* c = column(name);
    if (partitioned_by(name) && c != nullptr && time_form(*c) && chosen->columns.size() > 1) {
      dropped = true;
    } else {
      columns.push_back(name);
    }
  }
  if (dropped) why += " The partition's time column stands in it because it must, and names nothing.";
  const Column* first = column(columns.front());
  const RoleAnswer answer = found(columns,
                                  columns.size() > 1 ? "composite"
                                  : first != nullptr ? plain_form(*first)
                                                     : "text",
                                  dropped ? 0.7 : 0.9, why);
  return answer;  // its columns may be tenant and operation too
}

RoleAnswer Roles::tenant(const RoleAnswer& identity) {
  const auto names_one = [](const Name& n) {
    return n.has_any({"tenant", "account", "organization", "organisation", "org", "merchant", "workspace", "user", "client", "customer",
                      "company"}) &&
           !n.has_any({"agent", "name", "key", "type", "secret"});
  };
  std::vector<const Column*> inside, strong;
  for (const Column& c : columns_) {
    const bool kind = c.is_opaque() || c.is_integer();
    if (!kind || time_form(c) == "epoch_s" || time_form(c) == "epoch_ms") continue;
    const bool in_identity = std::find(identity.columns.begin(), identity.columns.end(), c.facts.name) != identity.columns.end();
    if (in_identity && names_one(c.name)) inside.push_back(&c);
    if (!in_identity && c.name.has_any({"tenant", "organization", "organisation", "org", "merchant", "workspace"})) strong.push_back(&c);
  }
  if (inside.size() == 1)
    return found({inside[0]->facts.name}, plain_form(*inside[0]), 0.85, "Part of the identity, and named as who the key belongs to.");
  if (inside.size() > 1)
    return unknown(fmt::format("Several columns of the identity might be the tenant: {}. Please choose.", list(inside)));
  if (strong.size() == 1 && strong[0]->name.has("tenant"))
    return found({strong[0]->facts.name}, plain_form(*strong[0]), 0.8, "Named as a tenant; not part of the identity.");
  if (!strong.empty()) return unknown(fmt::format("{} might be the tenant, though no unique key holds it. Please choose.", list(strong)));
  return none("No column looks like the tenant.");
}

RoleAnswer Roles::operation(const RoleAnswer& identity) {
  const auto in_identity = [&](const Column& c) {
    return std::find(identity.columns.begin(), identity.columns.end(), c.facts.name) != identity.columns.end();
  };
  const Column* method = nullptr;
  const Column* path = nullptr;
  for (const Column& c : columns_) {
    if (!c.is_text()) continue;
    if (c.name.has("method")) method = &c;
    if (c.name.has_any({"path", "route", "url", "uri", "endpoint"})) path = &c;
  }
  if (method != nullptr && path != nullptr)
    return found({method->facts.name, path->facts.name}, "composite", 0.85, "An HTTP method and its path.");
  const auto speaks = [&](const Column& c) {
    // Outside the identity "type" may be anybody's, and what ends in "id" names a thing and not what is done with it.
    if (!in_identity(c) && (c.name.is_one_of({"type"}) || c.name.words().back() == "id")) return false;
    if (!c.is_text() && !c.is(Type::enumeration)) return false;
    const Name& n = c.name;
    if (n.has_any({"status", "state", "response", "content", "result", "aggregate", "error", "mime", "output", "payload", "environment",
                   "media"}))
      return false;
    return n.has_any({"operation", "action", "command", "route", "endpoint", "consumer", "handler", "listener", "topic", "destination"}) ||
           n.is_one_of({"type"}) || (n.has_any({"message", "event", "request"}) && n.has_any({"type", "name"}));
  };
  std::vector<const Column*> inside, others;
  for (const Column& c : columns_) {
    if (!speaks(c)) continue;
    (in_identity(c) ? inside : others).push_back(&c);
  }
  if (inside.size() == 1)
    return found({inside[0]->facts.name}, plain_form(*inside[0]), 0.85, "Part of the identity, and named as what is done.");
  if (inside.size() > 1) return unknown(fmt::format("Several columns might be the operation: {}. Please choose.", list(inside)));
  if (others.size() == 1 && others[0]->name.words().size() >= 1) {
    if (kind_ == Kind::idempotency && path == others[0])
      return found({others[0]->facts.name}, plain_form(*others[0]), 0.7, "Named as a route.");
    return found({others[0]->facts.name}, plain_form(*others[0]), 0.7, "The only column named as what is done.");
  }
  if (others.size() > 1) return unknown(fmt::format("Several columns might be the operation: {}. Please choose.", list(others)));
  std::vector<const Column*> vague;
  for (const Column& c : columns_) {
    if ((c.is_text() || c.is(Type::enumeration)) &&
        (c.name.is_one_of({"name", "group", "kind", "category", "channel", "queue", "type", "scope"}) || &c == path || &c == method))
      vague.push_back(&c);
  }
  if (!vague.empty()) return unknown(fmt::format("{} might be the operation. Please choose.", list(vague)));
  return none("No column looks like the operation.");
}

bool names_a_state(const Name& n) { return n.has_any({"state", "status", "phase", "stage"}) || n.has_all({"recovery", "point"}); }

bool names_done(const Name& n) {
  return n.has_any({"processed", "completed", "completion", "finished", "done", "succeeded", "published", "sent", "dispatched", "consumed",
                    "handled", "acknowledged", "acked"});
}
bool names_dead(const Name& n) {
  return n.has_any({"abandoned", "failed", "dead", "discarded", "rejected", "cancelled", "canceled", "aborted"});
}

std::string meaning_of(std::string_view value, bool open_steps) {
  if (const auto state = usual_meaning(value)) return std::string(key::word(*state));
  return open_steps ? "in_progress" : "unknown";
}

// Words, closed by an enum or a CHECK, or as found in the rows.
std::optional<RoleAnswer> Roles::state_by_words() {
  struct Found {
    const Column* column;
    RoleAnswer answer;
  };
  std::vector<Found> candidates;
  std::vector<const Column*> weak;
  for (const Column& c : columns_) {
    if (!c.is_text() && !c.is(Type::enumeration)) continue;
    const bool named = names_a_state(c.name) && !c.name.has_any({"code", "message", "text", "reason", "description", "at"});
    const bool closed = !c.facts.words.empty();
    // What kind of event it is reads like a life ("created", "sent") and is none.
    if (!named && (!closed || c.name.has_any({"type", "kind", "event", "action", "name"}))) continue;
    const std::vector<std::string>& words = closed ? c.facts.words : c.facts.values;
    if (words.empty()) {
      if (named) weak.push_back(&c);
      continue;
    }
    if (words.size() > 30) continue;
    bool unfinished = false, finished = false;
    int known = 0;
    for (const std::string& word : words) {
      const auto state = usual_meaning(word);
      known += state ? 1 : 0;
      unfinished = unfinished || state == key::State::in_progress || state == key::State::released;
      finished = finished || state == key::State::succeeded || state == key::State::failed;
    }
    // An open vocabulary of steps ends in a final word; what stands before it is unfinished.
    const bool steps = named && (c.name.has_any({"phase", "stage"}) || c.name.has("recovery")) && finished;
    const bool whole = unfinished && finished && (named || known == static_cast<int>(words.size()));
    const bool partial = named && !closed && (unfinished || finished) && known == static_cast<int>(words.size());
    if (!whole && !partial && !steps) {
      if (named) weak.push_back(&c);
      continue;
    }
    double confidence = closed ? 0.9 : 0.8;
    if (!named) confidence -= 0.15;
    if (partial && !whole) confidence -= 0.15;
    RoleAnswer answer =
        found({c.facts.name}, c.is(Type::enumeration) ? "enum" : "word", confidence,
              fmt::format("Its words{} are those of a life: unfinished and finished.", closed ? "" : ", as far as rows show them,"));
    for (const std::string& word : words) answer.meanings[word] = meaning_of(word, steps);
    candidates.push_back({&c, std::move(answer)});
  }
  if (candidates.size() > 1) {
    std::erase_if(candidates, [](const Found& f) { return !names_a_state(f.column->name); });
  }
  if (candidates.size() == 1) return candidates[0].answer;
  if (candidates.size() > 1) {
    std::vector<const Column*> columns;
    for (const Found& f : candidates) columns.push_back(f.column);
    return unknown(fmt::format("Several columns hold words of a life: {}. Please choose.", list(columns)));
  }
  if (!weak.empty())
    return unknown(
        fmt::format("{} is named as a state, but no catalog entry and no row tells its words. Please say what they mean.", list(weak)));
  return std::nullopt;
}

std::optional<RoleAnswer> Roles::state_by_code() {
  for (const Column& c : columns_) {
    if (!c.is_integer()) continue;
    const bool named = names_a_state(c.name) || (c.facts.integer_bytes == 2 && (names_done(c.name) || names_dead(c.name)));
    if (!named || time_form(c)) continue;
    const auto numbers = c.numbers();
    const bool http =
        numbers && !numbers->empty() && std::all_of(numbers->begin(), numbers->end(), [](double n) { return n >= 100 && n <= 599; });
    if (http || c.name.has_any({"http", "response", "code"})) continue;
    if (names_done(c.name) && numbers && std::set<double>(numbers->begin(), numbers->end()) == std::set<double>{0, 1}) {
      RoleAnswer answer = found({c.facts.name}, "code", 0.8, "A number used as yes and no, named for the work being done; both occur.");
      answer.meanings = {{"0", "in_progress"}, {"1", "succeeded"}};
      return answer;
    }
    return unknown(
        fmt::format("{} looks like a state kept as a number; its codes cannot be told. Please say what they mean.", quoted(c.facts.name)));
  }
  return std::nullopt;
}

std::optional<RoleAnswer> Roles::state_by_flags() {
  std::vector<const Column*> done, dead, undone;
  for (const Column& c : columns_) {
    if (!c.is(Type::boolean)) continue;
    if (names_done(c.name)) done.push_back(&c);
    if (names_dead(c.name) || c.name.has("error")) dead.push_back(&c);
    if (c.name.has_any({"flight", "pending", "processing", "running", "progress"})) undone.push_back(&c);
  }
  if (undone.size() == 1 && done.empty() && dead.empty()) {
    RoleAnswer answer = found({undone[0]->facts.name}, "flag", 0.8, "A flag named for work under way.");
    answer.meanings = {{"true", "in_progress"}, {"false", "succeeded"}};
    return answer;
  }
  if (done.empty()) return std::nullopt;
  if (done.size() > 1 || dead.size() > 1) {
    std::vector<const Column*> both = done;
    both.insert(both.end(), dead.begin(), dead.end());
    return unknown(fmt::format("Several flags might tell the state: {}. Please choose.", list(both)));
  }
  RoleAnswer answer = found({done[0]->facts.name}, "flag", 0.8, "A flag named for the work being done.");
  answer.meanings = {{"false", "in_progress"}, {"true", "succeeded"}};
  if (!dead.empty()) {
    answer.columns.push_back(dead[0]->facts.name);
    answer.form = "flags";
    answer.meanings = {{done[0]->facts.name, "succeeded"}, {dead[0]->facts.name, "failed"}, {"neither", "in_progress"}};
  }
  return answer;
}

std::optional<RoleAnswer> Roles::state_by_instants() {
  std::vector<const Column*> done, dead, vague;
  for (const Column& c : columns_) {
    const auto form = time_form(c);
    if (!form || c.facts.not_null || c.name.has_any({"next", "last", "until", "first", "scheduled", "after", "before"})) continue;
    if (names_done(c.name))
      done.push_back(&c);
    else if (names_dead(c.name))
      dead.push_back(&c);
    else if (c.name.has_any({"delivered", "executed", "closed", "ended", "end"}))
      vague.push_back(&c);
  }
  if (done.size() == 1 && dead.size() <= 1 && vague.empty()) {
    RoleAnswer answer = found({done[0]->facts.name}, "timestamps", 0.85, "Absent until the work is done.");
    answer.meanings = {{done[0]->facts.name, "succeeded"}, {"neither", "in_progress"}};
    if (!dead.empty()) {
      answer.columns.push_back(dead[0]->facts.name);
      answer.meanings[dead[0]->facts.name] = "failed";
    } else {
      answer.meanings = {{"null", "in_progress"}, {"not null", "succeeded"}};
    }
    return answer;
  }
  std::vector<const Column*> all = done;
  all.insert(all.end(), dead.begin(), dead.end());
  all.insert(all.end(), vague.begin(), vague.end());
  if (all.empty()) return std::nullopt;
  return unknown(fmt::format("{} may tell the state by being absent or there. Please choose.", list(all)));
}

RoleAnswer Roles::state() {
  for (const auto& attempt : {&Roles::state_by_words, &Roles::state_by_flags, &Roles::state_by_instants, &Roles::state_by_code}) {
    if (auto answer = (this->*attempt)()) return *answer;
  }
  const auto codes = those([](const Column& c) {
    return c.is_integer() && (c.name.has_all({"response", "code"}) || c.name.has_all({"status", "code"}) ||
                              c.name.has_all({"response", "status"}) || c.name.has_all({"http", "status"}));
  });
  if (codes.size() == 1 && !codes[0]->facts.not_null) {
    RoleAnswer answer = found({codes[0]->facts.name}, "response_code", 0.65,
                              "Nothing else tells the state, and the answer's status is absent until there is one.");
    answer.meanings = {{"null", "in_progress"}, {"not null", "succeeded"}};
    return answer;
  }
  const auto bodies = those([](const Column& c) {
    return c.name.has_any({"response", "result", "reply", "output"}) && !c.name.has("address");
  });
  if (!bodies.empty()) return unknown(fmt::format("Whether {} being absent means unfinished cannot be told. Please choose.", list(bodies)));
  // Presence is what is left where every column is understood and none of them tells anything.
  const auto riddles = those([](const Column& c) {
    const bool understood =
        time_form(c) || c.name.has_any({"id", "key", "payload", "body", "content", "data", "header", "metadata", "hash", "type", "name",
                                        "topic", "consumer", "handler", "tenant", "version", "partition", "offset", "source"});
    return !understood;
  });
  if (!riddles.empty()) return unknown(fmt::format("Nothing here is known to tell the state; {} might. Please choose.", list(riddles)));
  RoleAnswer answer = found({}, "presence", 0.7, "No column tells a state: that the row is there is all there is to know.");
  answer.meanings = {{"present", "succeeded"}};
  return answer;
}

std::vector<double> Roles::since_creation(const Column& c) const {
  std::vector<double> out;
  if (created_ == nullptr) return out;
  const auto form = time_form(c), birth = time_form(*created_);
  if (!form || !birth || c.facts.sample.size() != created_->facts.sample.size()) return out;
  for (std::size_t i = 0; i < c.facts.sample.size(); ++i) {
    if (!c.facts.sample[i] || !created_->facts.sample[i]) continue;
    const auto here = seconds_of(*c.facts.sample[i], *form), there = seconds_of(*created_->facts.sample[i], *birth);
    if (here && there && *here > 0) out.push_back(*here - *there);
  }
  std::sort(out.begin(), out.end());
  return out;
}

// `now() + interval '24 hours'`: seconds; nullopt where the default says nothing of the kind.
std::optional<double> default_span(const Column& c) {
  if (!is_default_now(c)) return std::nullopt;
  const std::string& text = c.facts.default_sql;
  const auto at = text.find('\'');
  if (text.find('+') == std::string::npos || at == std::string::npos) return std::nullopt;
  const std::string_view literal = std::string_view(text).substr(at + 1, text.find('\'', at + 1) - at - 1);
  double seconds = 0;
  int number = 0, hours = 0, minutes = 0, secs = 0;
  char unit[16] = {};
  const std::string copy(literal);
  if (std::sscanf(copy.c_str(), "%d:%d:%d", &hours, &minutes, &secs) == 3) return hours * 3600.0 + minutes * 60.0 + secs;
  if (std::sscanf(copy.c_str(), "%d %15[a-z]", &number, unit) != 2) return std::nullopt;
  const std::string_view u = unit;
  seconds = u.starts_with("sec")    ? 1
            : u.starts_with("min")  ? 60
            : u.starts_with("hour") ? 3600
            : u.starts_with("day")  ? 86400
            : u.starts_with("mon")  ? 2592000
                                    : 0;
  return seconds > 0 ? std::optional(seconds * number) : std::nullopt;
}

RoleAnswer Roles::lease() {
  const auto held = [](const Name& n) {
    return n.has_any({"lock", "locked", "lease", "leased", "claim", "claimed", "reserved", "picked", "visible", "visibility"});
  };
  const auto length = those([&](const Column& c) {
    return c.is_number() && !time_form(c) && (held(c.name) || c.name.has("ttl")) &&
           c.name.has_any({"second", "sec", "timeout", "duration", "ttl", "ms", "length"});
  });
  std::vector<const Column*> deadlines, starts, heartbeats, owners, tokens;
  for (const Column& c : columns_) {
    const auto form = time_form(c);
    if (form) {
      const bool until = c.name.has_any({"until", "till", "expire", "expiry", "expiration", "deadline", "end", "timeout"});
      if (held(c.name) && until) {
        deadlines.push_back(&c);
      } else if (held(c.name) && !c.name.has_any({"un", "unlocked", "released", "next"})) {
        starts.push_back(&c);
      } else if (c.name.has("heartbeat")) {
        heartbeats.push_back(&c);
      }
    } else if (held(c.name) && c.is_opaque()) {
      (c.name.has_any({"by", "owner", "holder"}) ? owners : tokens).push_back(&c);
    }
  }
  if (deadlines.size() == 1) {
    const Column& c = *deadlines[0];
    const auto sentinel = [&] {
      if (c.facts.default_sql.find("to_timestamp(") != std::string::npos || c.facts.default_sql.find("1970") != std::string::npos ||
          c.facts.default_sql.find("epoch") != std::string::npos || c.facts.default_sql.find("infinity") != std::string::npos)
        return true;
      return c.all_values([](std::string_view v) { return !v.empty(); }) &&
             std::any_of(c.facts.values.begin(), c.facts.values.end(),
                         [](const std::string& v) { return v.starts_with("1970-01-01") || v == "-infinity" || v == "0"; });
    }();
    return take(found({c.facts.name}, sentinel ? "deadline_sentinel" : "deadline", 0.9,
                      sentinel ? "A time until which a row is held; the distant past means free." : "A time until which a row is held."));
  }
  if (deadlines.size() > 1) return unknown(fmt::format("Several columns might end a lease: {}. Please choose.", list(deadlines)));
  if (heartbeats.size() == 1 && starts.size() <= 1)
    return take(found({heartbeats[0]->facts.name}, "heartbeat_plus_constant", 0.75,
                      "A sign of life. How long after it the lease ends is written nowhere: please give it."));
  if (starts.size() == 1) {
    if (length.size() == 1)
      return take(found({starts[0]->facts.name, length[0]->facts.name}, "start_plus_column", 0.8,
                        "A lease that begins at one column and lasts for another."));
    return take(found({starts[0]->facts.name}, "start_plus_constant", 0.85,
                      "The time at which a row was taken. How long the lease lasts is written nowhere in the database: please give it."));
  }
  if (starts.size() > 1) return unknown(fmt::format("Several columns might begin a lease: {}. Please choose.", list(starts)));
  if (owners.size() == 1)
    return found({owners[0]->facts.name}, "owner_only", 0.7, "A holder without a time: when its lease ends cannot be observed.");
  if (!tokens.empty()) return unknown(fmt::format("{} speaks of a lock, without a time or a holder. Please choose.", list(tokens)));
  const auto runs = those([](const Column& c) {
    return time_form(c) && c.name.has_any({"started", "start", "begun", "run", "running", "taken", "execution"});
  });
  if (!runs.empty()) return unknown(fmt::format("{} may be where a lease begins. Please choose.", list(runs)));
  const auto expiring = those([this](const Column& c) {
    if (!time_form(c) || !c.name.has_any({"expire", "expiry", "expiration"})) return false;
    const auto spans = since_creation(c);
    const auto span = default_span(c);
    const double typical = span ? *span : spans.empty() ? 0 : spans[spans.size() / 2];
    return typical == 0 || typical <= 900;
  });
  if (!expiring.empty() && kind_ == Kind::idempotency)
    return unknown(fmt::format("{} may end a lease, or the row's retention. Please choose.", list(expiring)));
  return none("No column tells a lease: whether somebody works on a row cannot be observed.");
}

RoleAnswer Roles::fence() {
  const auto named = those([](const Column& c) {
    return (c.is_integer() || c.is(Type::uuid)) &&
           (c.name.has_any({"fence", "fencing"}) || c.name.has_all({"lock", "version"}) || c.name.has_all({"row", "version"}) ||
            c.name.is({"xmin"})) &&
           !time_form(c);
  });
  if (!named.empty()) return only(named, "fence", plain_form, 0.85, "Named as a number that grows with every change.");
  const auto versions = those([](const Column& c) {
    return c.is_integer() && c.name.has_any({"version", "revision", "generation", "epoch"});
  });
  if (!versions.empty())
    return unknown(fmt::format("{} may count changes of the row, or be the version of something else. Please choose.", list(versions)));
  return none("No column looks like a fence.");
}

RoleAnswer Roles::fingerprint() {
  std::vector<const Column*> sure, bare;
  for (const Column& c : columns_) {
    if (!c.is_text() && !c.is_bytes()) continue;
    const Name& n = c.name;
    if (!n.has_any({"fingerprint", "hash", "digest", "checksum", "sha", "md"})) continue;
    if (n.has_any({"response", "result", "previous", "prev", "chain", "password", "token", "algorithm", "algo", "version", "kind", "type"}))
      continue;
    if (taken_.contains(c.facts.name)) continue;
    const bool of_request = n.has_any({"fingerprint", "request", "payload", "body", "param", "input", "content", "message", "event"});
    (of_request ? sure : bare).push_back(&c);
  }
  if (sure.size() == 1) {
    const Column& c = *sure[0];
    const auto form = digest_form(c);
    if (c.has_values() && !form)
      return unknown(fmt::format("{} is named as a request's hash, but its values are no digests. Please choose.", quoted(c.facts.name)));
    return take(found(
        {c.facts.name}, form.value_or("text"), form && c.has_values() ? 0.9 : 0.7,
        form ? "Named as a request's hash, and its values look like one." : "Named as a request's hash; no row shows how it is written."));
  }
  if (sure.size() > 1) return unknown(fmt::format("Several columns might be the fingerprint: {}. Please choose.", list(sure)));
  if (!bare.empty()) return unknown(fmt::format("{} is a hash: whether of the request cannot be told. Please choose.", list(bare)));
  return none("No column looks like a fingerprint of the request.");
}

RoleAnswer Roles::response_code() {
  const auto candidates = those([](const Column& c) {
    if (!c.is_integer()) return false;
    const bool named = c.name.has_all({"response", "code"}) || c.name.has_all({"response", "status"}) ||
                       c.name.has_all({"status", "code"}) || c.name.has_all({"http", "status"}) || c.name.has_all({"http", "code"}) ||
                       c.name.has_all({"result", "code"});
    const auto numbers = c.numbers();
    if (!numbers) return false;
    const bool http = std::all_of(numbers->begin(), numbers->end(), [](double n) { return n >= 100 && n <= 599; });
    return http && (named || (!numbers->empty() && c.name.has_any({"status", "code", "response"})));
  });
  if (candidates.empty()) {
    const auto weak = those([](const Column& c) {
      return c.is_integer() && !time_form(c) && (c.name.is_one_of({"code", "status"}) || c.name.has_any({"http"})) && !c.has_values();
    });
    if (!weak.empty()) return unknown(fmt::format("{} may be the response's status; no row tells. Please choose.", list(weak)));
  }
  return only(candidates, "response's status", plain_form, 0.9, "Named as an HTTP status; its values, where there are any, are some.");
}

RoleAnswer Roles::response_body() {
  std::vector<const Column*> exact, loose;
  for (const Column& c : columns_) {
    if (taken_.contains(c.facts.name) || !(c.is_json() || c.is_text() || c.is_bytes())) continue;
    const Name& n = c.name;
    if (n.has_any({"request", "type", "code", "status", "header", "hash", "at", "error", "id", "format", "encoding", "address"}) ||
        time_form(c))
      continue;
    if (n.has_any({"response", "reply"}) || n.is_one_of({"result", "output", "answer"}) ||
        (n.has_any({"result", "output"}) && n.has_any({"body", "data", "json", "payload"})))
      (n.has_any({"body", "payload", "data", "json"}) || n.words().size() == 1 ? exact : loose).push_back(&c);
  }
  const auto form = [](const Column& c) { return plain_form(c); };
  const std::string why = "Named as what was answered.";
  if (exact.size() == 1) return only(exact, "stored response", form, 0.9, why);
  if (exact.empty() && loose.size() == 1) return only(loose, "stored response", form, 0.75, why);
  exact.insert(exact.end(), loose.begin(), loose.end());
  if (exact.empty() && kind_ == Kind::idempotency) {
    const auto vague = those([](const Column& c) {
      return (c.is_json() || c.is_text() || c.is_bytes()) && c.name.is_one_of({"payload", "body", "data", "content", "value"});
    });
    if (!vague.empty()) return unknown(fmt::format("{} may be the request or the response. Please choose.", list(vague)));
  }
  return only(exact, "stored response", form, 0.9, why);
}

RoleAnswer Roles::created_at() {
  std::vector<const Column*> created, similar;
  for (const Column& c : columns_) {
    if (!time_form(c)) continue;
    if (c.name.has_any({"created", "creation", "inserted", "insert", "create"}))
      created.push_back(&c);
    else if (c.name.has_any({"added", "received", "enqueued", "enqueue", "recorded", "stored", "registered"}) &&
             !c.name.has_any({"last", "next"}))
      similar.push_back(&c);
  }
  if (created.empty() && similar.empty()) {
    for (const Column& c : columns_) {
      const auto form = time_form(c);
      if (form && c.facts.not_null && is_default_now(c) && !c.name.has_any({"updated", "modified", "run", "locked", "expire"}))
        similar.push_back(&c);
    }
  }
  if (created.empty() && similar.size() == 1 && names_done(similar[0]->name))
    return unknown(
        fmt::format("{} may be when the row came to be, or when the work was done. Please choose.", quoted(similar[0]->facts.name)));
  if (created.empty() && similar.empty()) {
    const auto others = those([](const Column& c) {
      return time_form(c) && !c.name.has_any({"until", "expire", "expiry", "expiration", "deadline", "by", "next"});
    });
    if (!others.empty()) return unknown(fmt::format("{} may be when the row came to be. Please choose.", list(others)));
  }
  if (created.size() > 1) std::erase_if(created, [](const Column* c) { return !c->facts.not_null; });
  RoleAnswer answer = !created.empty()
                          ? only(created, "time of creation", form_of_time, 0.95, "Named as the time of creation.")
                          : only(similar, "time of creation", form_of_time, 0.75, "Named as the time at which the row came to be.");
  if (answer.is == RoleAnswer::Is::found) {
    created_ = column(answer.columns[0]);
    if (answer.form == "timestamp") answer.why += " It has no zone: please say which one is meant.";
    if (answer.form == "epoch") answer.why += " No row tells its unit: please give it.";
  }
  return answer;
}

RoleAnswer Roles::updated_at() {
  const auto candidates = those([](const Column& c) {
    return time_form(c) && c.name.has_any({"updated", "modified", "update", "changed", "touched"});
  });
  if (!candidates.empty()) return only(candidates, "time of the last change", form_of_time, 0.9, "Named as the time of the last change.");
  const auto runs = those([](const Column& c) {
    return time_form(c) && c.name.has("last") && !c.name.has_any({"lock", "locked", "error", "failed", "success"});
  });
  if (!runs.empty())
    return unknown(fmt::format("{} may be the time of the last change, or of the last attempt. Please choose.", list(runs)));
  return none("No column looks like the time of the last change.");
}

RoleAnswer Roles::completed_at() {
  std::vector<const Column*> sure, vague;
  for (const Column& c : columns_) {
    if (!time_form(c) || c.name.has_any({"next", "last", "after", "until", "before"}) || taken_.contains(c.facts.name)) continue;
    if (names_done(c.name))
      sure.push_back(&c);
    else if (c.name.has_any({"delivered", "executed", "end", "ended", "closed", "finish", "complete"}))
      vague.push_back(&c);
  }
  if (sure.size() == 1 && vague.empty()) {
    if (sure[0]->facts.not_null)
      return unknown(
          fmt::format("{} is set from the row's beginning: it may be that beginning. Please choose.", quoted(sure[0]->facts.name)));
    const auto spans = since_creation(*sure[0]);
    if (!spans.empty() && spans.front() < -86400)
      return unknown(
          fmt::format("{} is named as the time of completion, yet lies before the creation. Please choose.", quoted(sure[0]->facts.name)));
    return found({sure[0]->facts.name}, form_of_time(*sure[0]), 0.9, "Named as the time at which the work was done.");
  }
  sure.insert(sure.end(), vague.begin(), vague.end());
  if (sure.size() > 1) return unknown(fmt::format("Several columns might be the time of completion: {}. Please choose.", list(sure)));
  if (!vague.empty()) return unknown(fmt::format("{} may be a beginning or an end. Please choose.", list(vague)));
  return none("No column looks like the time of completion.");
}

RoleAnswer Roles::expires_at() {
  const auto candidates = those([](const Column& c) {
    return time_form(c) &&
           c.name.has_any({"expire", "expires", "expiry", "expiration", "expired", "retention", "purge", "delete", "keep"}) &&
           !c.name.has_any({"lock", "lease"}) && !c.name.has_any({"deleted"});
  });
  if (candidates.empty()) return none("No column looks like the end of retention.");
  if (candidates.size() > 1) return unknown(fmt::format("Several columns might end the retention: {}. Please choose.", list(candidates)));
  const Column& c = *candidates[0];
  const auto spans = since_creation(c);
  const auto span = default_span(c);
  const double shortest = span ? *span : spans.empty() ? 0 : spans.front();
  // Set in a row whose work is not done, it may as well say when the work is due.
  if (const Column* state = state_words_.empty() ? nullptr : column(state_column_)) {
    for (std::size_t row = 0; row < c.facts.sample.size() && row < state->facts.sample.size(); ++row) {
      const auto meaning = state->facts.sample[row] ? state_words_.find(*state->facts.sample[row]) : state_words_.end();
      if (c.facts.sample[row] && meaning != state_words_.end() && meaning->second == "in_progress" && kind_ != Kind::idempotency)
        return unknown(
            fmt::format("{} is set in unfinished rows too: there it may be a due time, and not the end of retention. Please choose.",
                        quoted(c.facts.name)));
    }
  }
  // Set in every row or in every finished one, and always hours behind the creation.
  if (shortest >= 3600)
    return take(found({c.facts.name}, form_of_time(c), 0.85, "It lies hours behind the creation of every row: a retention, no lease."));
  return unknown(
      fmt::format("{} may end a lease, a retention, or be a due time: nothing here tells. Please choose.", quoted(c.facts.name)));
}

RoleAnswer Roles::attempts() {
  const auto counts = those([](const Column& c) {
    return c.is_integer() && !time_form(c) && !c.name.has_any({"max", "maximum", "limit", "remaining", "left", "delay", "after"}) &&
           (c.name.has_any({"attempt", "retry", "try", "tries"}) ||
            (c.name.has("count") && c.name.has_any({"receive", "delivery", "failure", "error"})));
  });
  if (counts.size() == 2) {
    const auto begun = [](const Column& c) { return c.name.has_any({"started", "start", "begun"}); };
    const auto ended = [](const Column& c) { return c.name.has_any({"finished", "finish", "ended", "completed"}); };
    const Column *a = counts[0], *b = counts[1];
    if (ended(*a) && begun(*b)) std::swap(a, b);
    if (begun(*a) && ended(*b))
      return take(found({a->facts.name, b->facts.name}, "started_and_finished", 0.9,
                        "One counts attempts begun, the other those that came to an end."));
  }
  return only(counts, "number of attempts", plain_form, 0.9, "Named as a count of attempts.");
}

RoleAnswer Roles::owner() {
  const auto candidates = those([](const Column& c) {
    if (!c.is_opaque() || time_form(c) || is_default_now(c)) return false;
    return (c.name.has("by") && c.name.has_any({"locked", "claimed", "picked", "leased", "processed", "reserved", "owned", "taken"})) ||
           c.name.has_any({"owner", "worker"}) || c.name.is_one_of({"instance", "node", "host", "hostname", "executor"}) ||
           (c.name.has_any({"lock", "lease"}) && c.name.has("holder"));
  });
  return only(candidates, "holder", plain_form, 0.8, "Named as who holds the row.");
}

RoleAnswer Roles::error() {
  const auto candidates = those([](const Column& c) {
    return (c.is_text() || c.is_json()) && !c.is(Type::enumeration) && !c.name.has_any({"code", "type", "class", "kind", "address"}) &&
           (c.name.has_any({"error", "exception", "fault"}) ||
            (c.name.has_any({"failure", "failed"}) && c.name.has_any({"reason", "message", "detail"})));
  });
  if (candidates.size() > 1) {
    const auto messages = those([](const Column& c) {
      return c.is_text() && c.name.has_any({"error", "exception"}) && c.name.has_any({"message", "last"});
    });
    if (messages.size() == 1) return only(messages, "error", plain_form, 0.8, "Named as the error's message.");
  }
  return only(candidates, "error", plain_form, 0.9, "Named as an error.");
}

// Who and how much: a column, or a member of a JSON payload that every sampled object has.
RoleAnswer Roles::subject(const std::string& role, const Holds& names, const std::vector<std::string>& members) {
  const auto columns = those(names);
  if (columns.size() == 1) return found({columns[0]->facts.name}, plain_form(*columns[0]), 0.85, fmt::format("Named as the {}.", role));
  if (columns.size() > 1) return unknown(fmt::format("Several columns might be the {}: {}. Please choose.", role, list(columns)));
  struct Path {
    const Column* column;
    std::string pointer;
  };
  std::vector<Path> paths;
  for (const Column& c : columns_) {
    if (!c.is_json() && !(c.is_text() && c.all_values([](std::string_view v) { return v.starts_with('{'); }))) continue;
    for (const std::string& member : members) {
      std::size_t objects = 0, with = 0;
      for (const auto& value : c.facts.sample) {
        if (!value) continue;
        const auto json = nlohmann::json::parse(*value, nullptr, false);
        if (!json.is_object()) continue;
        ++objects;
        with += json.contains(member) && (json[member].is_primitive() && !json[member].is_null()) ? 1 : 0;
      }
      if (objects >= 3 && with == objects) paths.push_back({&c, "/" + member});
    }
  }
  if (paths.size() == 1)
    return found({paths[0].column->facts.name}, "path:" + paths[0].pointer, 0.7,
                 fmt::format("Every sampled object has a member \"{}\".", paths[0].pointer.substr(1)));
  if (paths.size() > 1) return unknown(fmt::format("Several members of JSON columns might be the {}. Please choose.", role));
  return none(fmt::format("Nothing looks like the {}.", role));
}

std::vector<std::pair<std::string, RoleAnswer>> Roles::all() {
  std::map<std::string, RoleAnswer, std::less<>> answers;
  const RoleAnswer id = identity();
  answers["identity"] = id;
  answers["tenant"] = tenant(id);
  answers["operation"] = operation(id);
  taken_.insert(id.columns.begin(), id.columns.end());
  answers["created_at"] = take(created_at());
  answers["lease"] = lease();
  answers["state"] = state();
  for (const std::string& column : answers["state"].columns) {
    const Column* c = this->column(column);
    if (c != nullptr && !time_form(*c) && answers["state"].form != "response_code") taken_.insert(column);
  }
  if (answers["state"].columns.size() == 1 && !answers["state"].meanings.empty()) {
    state_column_ = answers["state"].columns[0];
    state_words_ = answers["state"].meanings;
  }
  answers["completed_at"] = completed_at();
  answers["expires_at"] = expires_at();
  answers["updated_at"] = take(updated_at());
  answers["fence"] = fence();
  answers["fingerprint"] = fingerprint();
  answers["response_code"] = response_code();
  answers["response_body"] = response_body();
  answers["attempts"] = attempts();
  answers["owner"] = owner();
  answers["error"] = error();
  const auto text_or_number = [](const Column& c) { return c.is_opaque() || c.is_number(); };
  answers["amount"] = subject("amount",
                              [](const Column& c) {
                                return c.is_number() && !time_form(c) && c.name.has_any({"amount", "total", "price"});
                              },
                              {"amount", "total"});
  answers["currency"] = subject("currency",
                                [](const Column& c) {
                                  return (c.is_text() || c.is(Type::enumeration)) && c.name.has_any({"currency", "ccy"});
                                },
                                {"currency"});
  answers["customer"] = subject("customer",
                                [&](const Column& c) {
                                  return text_or_number(c) && c.name.has_any({"customer", "payer"}) && !c.name.has("name");
                                },
                                {"customer", "customer_id", "customerId"});
  answers["reference"] = subject(
      "reference",
      [&](const Column& c) {
        return text_or_number(c) && !c.facts.generated &&
               (c.name.has_any({"reference", "ref"}) || (c.name.has_any({"order", "payment", "invoice", "charge"}) && c.name.has("id")));
      },
      {"reference", "order_id", "orderId"});
  // Where names say nothing, that nothing was found does not mean that there is nothing.
  const auto mute = std::count_if(columns_.begin(), columns_.end(), [](const Column& c) {
    return std::all_of(c.name.words().begin(), c.name.words().end(),
                       [](const std::string& word) { return word.size() <= 2 && word != "id" && word != "at" && word != "by"; });
  });
  if (2 * static_cast<std::size_t>(mute) >= columns_.size()) {
    for (auto& [name, answer] : answers) {
      if (answer.is == RoleAnswer::Is::none) answer = unknown("The columns' names say nothing. Please choose, if there is one.");
    }
  }
  std::vector<std::pair<std::string, RoleAnswer>> out;
  for (const std::string_view name : role_names()) out.emplace_back(name, std::move(answers.find(name)->second));
  return out;
}

}  // namespace

std::string_view word(Kind kind) {
  switch (kind) {
    case Kind::idempotency: return "idempotency";
    case Kind::inbox: return "inbox";
    case Kind::outbox: return "outbox";
  }
  return "idempotency";
}

const std::vector<std::string_view>& role_names() {
  static const std::vector<std::string_view> names{"identity",   "tenant",       "operation",     "state",         "lease",
                                                   "fence",      "fingerprint",  "response_code", "response_body", "created_at",
                                                   "updated_at", "completed_at", "expires_at",    "attempts",      "owner",
                                                   "error",      "customer",     "amount",        "currency",      "reference"};
  return names;
}

const RoleAnswer& Candidate::role(std::string_view name) const {
  static const RoleAnswer nothing;
  for (const auto& [role, answer] : roles) {
    if (role == name) return answer;
  }
  return nothing;
}

std::optional<Candidate> detect(const TableFacts& table) {
  std::vector<Column> columns;
  for (const ColumnFacts& column : table.columns) columns.emplace_back(column);
  const auto kind = kind_of(table, columns);
  if (!kind) return std::nullopt;
  return Candidate{table.schema, table.name, kind->kind, kind->confidence, kind->why, Roles(table, kind->kind).all()};
}

}  // namespace onceover::profile
