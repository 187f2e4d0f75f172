#include <algorithm>

#include "core/detect/kind.h"
#include "core/detect/signs.h"

namespace onceover::profile {
namespace {

class Look {
 public:
  Look(const TableFacts& table, const std::vector<Column>& columns) : table_(table), columns_(columns), name_(table.name) {}

  const Name& name() const { return name_; }
  bool has(std::initializer_list<std::string_view> words) const {
    return any(columns_, [&](const Column& c) { return c.name.has_any(words); });
  }
  bool has_all(std::initializer_list<std::string_view> words) const {
    return any(columns_, [&](const Column& c) { return c.name.has_all(words); });
  }

  // Mails, short messages, chats, what is shown to a person.
  bool is_for_people() const {
    if (name_.has_any({"email", "mail", "mailbox", "sms", "chat", "newsletter"})) return true;
    if (has({"subject"}) && has({"recipient", "sender"})) return true;
    if (has({"room", "thread", "conversation"}) && has({"sender", "author"})) return true;
    if (has_all({"device", "token"}) || has_all({"sender", "number"}) || has_all({"destination", "number"}) ||
        has_all({"recipient", "number"}) || has_all({"phone"}) || has_all({"to", "address"}))
      return true;
    return has_all({"read", "at"}) || has({"slug"}) || (has({"title"}) && has({"body", "text", "description"}));
  }

  // Tasks and openings that people take: a board, a job advert. No worker locks them.
  bool is_work_of_people() const {
    if (!name_.has_any({"task", "ticket", "issue", "todo", "job"}) || any(columns_, is_lease)) return false;
    return has({"title", "assignee", "assigned", "reporter", "salary", "employer"}) || has_all({"due", "date"});
  }

  // What people go to, from one hour to another.
  bool is_appointment() const { return has({"title", "venue", "location"}) && has({"start"}) && has({"end"}); }

  // Page views.
  bool is_visit() const { return has({"session", "visitor"}) && has({"url", "page", "referrer", "referer"}); }

  // Keys that jobs run under: another table holds the work.
  bool keeps_keys() const {
    return name_.has("key") && any(columns_, [this](const Column& c) {
             return c.is_opaque() && names_an_idempotency_key(c.name) && in_unique(table_, c.facts.name);
           });
  }

  bool is_of_money() const {
    const bool amount = any(columns_, [](const Column& c) {
      return c.is_number() && !time_form(c) && c.name.has_any({"amount", "total", "price", "cent", "balance"});
    });
    return amount && has({"currency", "status", "state", "account", "customer"});
  }

  // A stream's events by their number: the truth itself, and nothing to be sent.
  bool is_event_store() const {
    return std::any_of(table_.indexes.begin(), table_.indexes.end(), [&](const IndexFacts& index) {
      bool stream = false, number = false;
      for (const std::string& column : index.columns) {
        const Name name(column);
        stream = stream || name.has("stream") || name.has_prefix("aggregate");
        number = number || name.has_any({"version", "position", "sequence", "revision"});
      }
      return index.unique && stream && number;
    });
  }

  bool is_scheduled_work() const {
    if (name_.has_any({"schedule", "scheduled", "scheduler", "cron", "task", "job"})) return true;
    if (has_all({"task", "name"}) && has({"execution", "schedule", "heartbeat"})) return true;
    if (has_all({"job", "class"}) || has_all({"task", "id"}) || has_all({"schedule", "time"})) return true;
    return has({"priority"}) && (has_all({"run", "at"}) || has({"scheduled"}) || has_all({"queue", "name"}));
  }

 private:
  const TableFacts& table_;
  const std::vector<Column>& columns_;
  Name name_;
};

}  // namespace

std::optional<std::string_view> other_purpose(const TableFacts& table, const std::vector<Column>& columns) {
  const Look look(table, columns);
  const Name& name = look.name();
  if (name.has_prefix("idempot") && !name.has_any({"schedule", "scheduled", "task", "job", "migration"})) return std::nullopt;
  if (dedupes_deeds(table, columns)) return std::nullopt;
  if (look.is_for_people()) return "mails, chats, articles or notices";
  if (look.is_work_of_people()) return "tasks of people";
  if (look.is_appointment()) return "appointments";
  if (look.is_visit()) return "a log";
  if (look.has({"password", "passwd"}) || look.has_all({"email", "verified"})) return "people who sign in";
  if (look.has({"etag", "vary"}) || look.has_all({"max", "age"}) || look.has_all({"cache", "control"}) || name.has("cache"))
    return "a cache";
  if (look.has({"checksum"}) && look.has({"installed", "applied", "script", "migration"})) return "migrations";
  if (name.has_any({"migration", "migrations", "changelog", "flyway", "liquibase"})) return "migrations";
  if (name.has("session") || (look.has_all({"session", "id"}) && look.has_all({"user", "agent"}))) return "sessions";
  const bool box = name.has_any({"inbox", "outbox"});
  if (look.is_scheduled_work() && !box && !look.keeps_keys()) return scheduled_work;
  if (name.has_any({"dlq", "exception", "checkpoint"}) || (name.has("offset") && look.has({"offset", "consumed", "acked"})))
    return "a log or a position";
  if (name.has_any({"lock", "mutex", "semaphore", "leader"})) return "locks";
  if (name.has_all({"api", "key"}) || name.has_any({"credential", "permission", "role", "setting", "config"}))
    return "credentials or settings";
  if (name.has_any({"audit", "analytic", "analytics", "telemetry", "tracking"})) return "a log";
  if (name.has_any({"log", "history", "metric", "monitoring"}) && !name.has_any({"message", "event"})) return "a log";
  if (look.is_of_money() && !box && !speaks_of_events(name)) return "orders, payments or accounts";
  if (look.is_event_store() && !box) return "an event store";
  return std::nullopt;
}

}  // namespace onceover::profile
