#include <fmt/format.h>

#include "core/detect/roles.h"

namespace onceover::profile {

bool Roles::is_key_like(const Column& c) const {
  if (kind_ == Kind::idempotency) {
    const bool hash_of_key = c.name.has("key") && c.name.has("hash");
    return c.is_opaque() && (names_an_idempotency_key(c.name) || c.name.is({"key"}) || c.name.has_all({"request", "id"}) ||
                             c.name.is({"token"}) || c.name.has_all({"request", "key"}) || hash_of_key);
  }
  return (c.is_opaque() || c.is_integer()) && (names_an_event_id(c.name) || names_an_idempotency_key(c.name));
}

const IndexFacts* Roles::unique_over(const Holds& holds) const {
  for (const IndexFacts& index : table_.indexes) {
    if (!index.unique || !index.predicate.empty() || may_miss_rows(index)) continue;
    for (const std::string& name : index.columns) {
      const Column* c = column(name);
      if (c != nullptr && holds(*c)) return &index;
    }
  }
  return nullptr;
}

// NULLs are never equal: a unique index over a column that has some names no such row.
bool Roles::may_miss_rows(const IndexFacts& index) const {
  // Nor does one that only lists columns beside a key that is unique without them.
  for (const IndexFacts& other : table_.indexes) {
    if (!other.unique || !other.predicate.empty() || other.columns.size() >= index.columns.size()) continue;
    if (std::all_of(other.columns.begin(), other.columns.end(), [&](const std::string& c) {
          return !c.empty() && std::find(index.columns.begin(), index.columns.end(), c) != index.columns.end();
        }))
      return true;
  }
  return std::any_of(index.columns.begin(), index.columns.end(), [&](const std::string& name) {
    const Column* c = column(name);
    if (c == nullptr || c->facts.not_null) return false;
    return has_nulls(*c) || (c->facts.sample.empty() && index.columns.size() > 1);
  });
}

RoleAnswer Roles::identity() {
  const auto partitioned_by = [this](const std::string& name) {
    return std::find(table_.partition_columns.begin(), table_.partition_columns.end(), name) != table_.partition_columns.end();
  };
  const auto usable = [this](const IndexFacts& index) {
    return index.unique && index.predicate.empty() && !may_miss_rows(index) &&
           std::none_of(index.columns.begin(), index.columns.end(), [](const std::string& c) { return c.empty(); });
  };
  const IndexFacts* chosen = nullptr;
  std::string why;
  if (const IndexFacts* keyed = unique_over([this](const Column& c) { return is_key_like(c) && !c.facts.generated; });
      keyed != nullptr && usable(*keyed)) {
    chosen = keyed;
    why = "A unique key that holds the client's name for a request.";
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
  if (dropped) why += " The partition's time column is part of it by necessity and identifies nothing.";
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
  Columns inside, strong;
  for (const Column& c : columns_) {
    const bool kind = c.is_opaque() || c.is_integer();
    if (!kind || time_form(c) == "epoch_s" || time_form(c) == "epoch_ms") continue;
    const bool in_identity = std::find(identity.columns.begin(), identity.columns.end(), c.facts.name) != identity.columns.end();
    if (in_identity && names_one(c.name)) inside.push_back(&c);
    if (!in_identity && c.name.has_any({"tenant", "organization", "organisation", "org", "merchant", "workspace"})) strong.push_back(&c);
  }
  if (inside.size() == 1) return found(*inside[0], 0.85, "Part of the identity, and named as the owner of the key.");
  if (inside.size() > 1) return several("be the tenant", inside);
  if (strong.size() == 1 && strong[0]->name.has("tenant")) return found(*strong[0], 0.8, "Named as a tenant; not part of the identity.");
  if (!strong.empty()) return unclear(strong, "might be the tenant, though no unique key holds it");
  // Whatever else a key is one under: an environment, a shop, a namespace.
  Columns scopes;
  for (const Column& c : columns_) {
    const bool in_identity = std::find(identity.columns.begin(), identity.columns.end(), c.facts.name) != identity.columns.end();
    const bool names_a_thing = !c.name.words().empty() && c.name.words().back() == "id" && c.name.words().size() > 1;
    if (kind_ == Kind::idempotency && identity.columns.size() > 1 && in_identity && names_a_thing && !names_an_event_id(c.name))
      scopes.push_back(&c);
  }
  if (!scopes.empty()) return unclear(scopes, "is in the identity beside the key, and might be the tenant");
  return none("No column looks like the tenant.");
}

RoleAnswer Roles::operation(const RoleAnswer& identity) {
  const auto in_identity = [&](const Column& c) {
    return std::find(identity.columns.begin(), identity.columns.end(), c.facts.name) != identity.columns.end();
  };
  const Column* method = nullptr;
  const Column* path = nullptr;
  for (const Column& c : columns_) {
    if (!c.is_text() || c.name.has_any({"response", "redirect", "callback", "id"})) continue;
    const bool http = !c.has_values() || c.all_values([](std::string_view v) { return v.size() <= 7 && v.size() >= 3; });
    if (c.name.has("method") && http && !c.name.has_any({"payment", "shipping", "delivery", "class"})) method = &c;
    if (c.name.has_any({"path", "route", "url", "uri", "endpoint"})) path = &c;
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
    if (n.words().back() == "id" && !(in_identity(c) && n.has_any({"consumer", "handler", "listener", "subscriber"}))) return false;
    if ((!c.is_wordy()) || names_an_event_id(n)) return false;
    // A bare "type" is what happened where events are kept, and anybody's elsewhere.
    if (n.is_one_of({"type"}) && !in_identity(c)) return kind_ != Kind::idempotency;
    if (n.has_any({"status", "state", "response", "content", "result", "aggregate", "error", "mime", "output", "payload", "environment",
                   "media", "body", "json", "data", "text", "at"}))
      return false;
    return n.has_any({"operation", "action", "command", "route", "endpoint", "consumer", "handler", "listener", "topic", "destination"}) ||
           n.is_one_of({"type"}) || (n.has_any({"message", "event", "request"}) && n.has_any({"type", "name"})) ||
           n.has_all({"class", "name"});
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
  if (others.size() == 1 && others[0]->name.words().size() >= 1) {
    if (kind_ == Kind::idempotency && path == others[0]) return found(*others[0], 0.7, "Named as a route.");
    return found(*others[0], 0.7, "The only column named as what is done.");
  }
  if (others.size() > 1) return several("be the operation", others);
  Columns vague;
  for (const Column& c : columns_) {
    if (c.is_wordy() &&
        (c.name.is_one_of({"name", "group", "kind", "category", "channel", "queue", "type", "scope"}) || &c == path || &c == method))
      vague.push_back(&c);
  }
  if (!vague.empty()) return unclear(vague, "might be the operation");
  return none("No column looks like the operation.");
}

}  // namespace onceover::profile
