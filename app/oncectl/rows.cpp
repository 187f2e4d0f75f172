// SPDX-License-Identifier: Apache-2.0
#include "app/oncectl/rows.h"

namespace onceover::oncectl {
namespace {

// A table's own word, where it is another than ours: "completed" says it as well as "succeeded (completed)",
// "2" does not.
std::string stored_word(const browse::KeyRow& row) {
  if (row.discarded) return {};
  const std::string_view ours = row.state_known ? key::word(row.state) : std::string_view();
  return row.state_word == ours ? std::string() : visible(row.state_word);
}

bool is_own(const browse::KeyRow& row) { return !row.free_waits && row.id.columns.empty(); }

std::string optional_visible(const std::optional<std::string>& text) { return text ? visible(*text) : ""; }

// The moment that matters: when a lease ends or ended, when a released key may no longer roll forward, when a
// finished one may go.
std::string clears(const browse::KeyRow& row, Timestamp as_of) {
  if (row.set_aside) return "";
  if (!key::is_final(row.state) && row.is_ahead(as_of))
    return row.due ? "due in " + human(*row.due - as_of) : "due " + visible(row.zoneless.due);
  const auto at = row.state == key::State::in_progress ? row.locked_until
                  : row.state == key::State::released  ? row.retry_before
                                                       : row.expires_at;
  if (!at && key::is_final(row.state)) return visible(row.zoneless.expires_at);
  if (!at && row.state == key::State::in_progress) return row.lease_known ? "no lease" : "cannot be observed";
  if (!at) return "";
  if (!at->is_finite()) return iso(*at);
  return *at <= as_of ? human(as_of - *at) + " ago" : "in " + human(*at - as_of);
}

}  // namespace

std::string amount_of(const key::Subject& subject) {
  return optional_visible(subject.amount) + (subject.amount && subject.currency ? " " : "") +
         optional_visible(subject.currency);
}

Json json_sums(const key::Sums& sums) {
  if (!sums.is_known()) return nullptr;
  return json_list(sums.per_currency(), [](const key::CurrencySum& one) -> Json {
    return {{"currency", json_filled(one.currency)}, {"amount", one.amount}, {"n", one.n}};
  });
}

void add_sums(Json& json, const key::Sums& sums) {
  json["sums"] = json_sums(sums);
  json["without_amount"] = sums.without();
  json["unreadable_amount"] = sums.unreadable();
  if (!sums.is_known()) json["sums_unknown"] = sums.why_unknown();
}

void add_subject(Json& json, const key::Subject& subject) {
  json["customer"] = json_optional(subject.customer);
  json["amount"] = json_optional(subject.amount);
  json["currency"] = json_optional(subject.currency);
  json["reference"] = json_optional(subject.reference);
}

void add_row_key(Json& json, const std::string& relation, const std::string& row_key_json) {
  if (relation.empty()) return;
  json["relation"] = json_text(relation);
  json["row_key"] = json_from(row_key_json);
}

std::string state_of(const browse::KeyRow& row, Timestamp as_of) {
  if (row.publication) return visible(row.publication->words);
  std::vector<std::string> beside;
  if (const std::string word = stored_word(row); !word.empty()) beside.push_back(word);
  if (row.is_stuck(as_of)) beside.emplace_back("stuck");
  if (row.set_aside) beside.emplace_back("set aside");
  if (row.archived) beside.emplace_back("archived");
  std::string out = row.discarded ? visible(row.state_word)
                                  : std::string(row.state_known ? key::word(row.state) : "unknown");
  return beside.empty() ? out : out + fmt::format(" ({})", fmt::join(beside, ", "));
}

Json json_id(const key::Identity& id) {
  Json json{
      {"tenant", json_text(id.tenant)}, {"operation", json_text(id.operation)}, {"key", json_text(id.key)}};
  if (!id.columns.empty()) {  // of an external table, in its profile's order
    json["row"] = Json::array();
    for (const auto& value : id.columns) json["row"].push_back(json_optional(value));
  }
  return json;
}

Json json_time(const browse::RowTime& time) {
  return time.at ? json_time(time.at) : json_filled(time.zoneless);
}

std::string time_text(const browse::RowTime& time) {
  return time.at ? time_text(time.at) : visible(time.zoneless);
}

Json json_row(const browse::KeyRow& row, Timestamp as_of) {
  Json json = json_id(row.id);
  json["state"] = row.state_known ? Json(std::string(key::word(row.state))) : Json(nullptr);
  json["state_word"] = json_text(row.state_word);
  json["stuck"] = row.is_stuck(as_of);
  if (row.archived) json["archived"] = true;
  if (row.publication) {
    json["publication"] = {
        {"state", events::publication_words.of(row.publication->state)},
        {"words", json_text(row.publication->words)},
        {"relays", json_list(row.publication->relays, [](const events::Publication::AtRelay& at) -> Json {
           return {{"relay", json_text(at.relay)},
                   {"state", events::publication_words.of(at.state)},
                   {"before", json_time(at.before)}};
         })}};
  }
  if (row.set_aside) json["set_aside"] = true;
  if (!row.work_due().empty()) json["due"] = json_time(row.work_due());
  json["created_at"] = json_time(row.created());
  json["updated_at"] = json_time(row.updated());
  json["completed_at"] = json_time(row.completed());
  json["expires_at"] = json_time(row.kept_until());
  json["locked_until"] = json_time(row.locked_until);
  json["retry_before"] = json_time(row.retry_before);
  // What the table does not tell is no zero.
  json["fence"] = is_own(row) ? Json(row.fence) : Json(nullptr);
  json["holder"] = is_own(row) ? Json(key::word(row.holder)) : Json(nullptr);
  json["owner"] = json_text(row.owner);
  json["attempts"] = row.attempts_known ? Json(row.attempts) : Json(nullptr);
  json["correlation_id"] = json_text(row.correlation_id);
  json["error_code"] = json_text(row.error_code);
  json["fingerprint"] = json_text(row.fingerprint);
  json["response_code"] = json_optional(row.response_code);
  json["response_bytes"] = json_optional(row.response_bytes);
  add_subject(json, row.subject);
  json["case"] = row.case_status.empty() ? Json(nullptr)
                                         : Json{{"status", row.case_status},
                                                {"attempts", row.case_attempts},
                                                {"next_try_at", json_time(row.next_try_at)}};
  return json;
}

Json json_knowledge(const unfinished::Knowledge& k) {
  Json out{{"known", unfinished::word(k.known)}, {"as_of", iso(k.as_of)}};
  if (k.looked) out["looked"] = *k.looked;
  if (!k.why.empty()) out["why"] = json_text(k.why);
  if (!k.remedy.empty()) out["remedy"] = json_text(k.remedy);
  return out;
}

Json json_holder(const browse::LockHolder& holder) {
  const char* answer = holder.answer == browse::LockHolder::Answer::held     ? "held"
                       : holder.answer == browse::LockHolder::Answer::nobody ? "nobody"
                                                                             : "cannot_tell";
  Json json{{"answer", answer}, {"words", json_text(holder.words)}};
  if (holder.pid != 0) {
    json["pid"] = holder.pid;
    json["application"] = json_text(holder.application);
    json["user"] = json_text(holder.user);
    json["client"] = json_text(holder.client);
    json["state"] = json_text(holder.state);
    json["query_age"] = holder.query_age;
  }
  return json;
}

Json json_response(const key::StoredResponse& response, bool reveal) {
  Json headers = Json::array();
  for (const auto& [name, value] : response.headers) {
    Json header{{"name", json_text(name)}};
    if (reveal) header["value"] = json_text(value);
    headers.push_back(std::move(header));
  }
  Json json{{"code", response.code != 0 ? Json(response.code) : Json(nullptr)},
            {"headers", std::move(headers)},
            {"body_bytes", response.body.size()},
            {"masked", !reveal}};
  if (reveal) json["body"] = json_text(response.body);
  return json;
}

std::string case_words(const browse::KeyRow& row) {
  return row.case_status == "needs_human" ? "needs a person" : row.case_status;
}

Cells row_heads() {
  return {"STATE", "KEY", "OPERATION", "TENANT", "CREATED", "LEASE OR END", "CASE", "CUSTOMER", ">AMOUNT"};
}

Cells row_cells(const browse::KeyRow& row, Timestamp as_of) {
  return {state_of(row, as_of),      visible(row.id.key),
          visible(row.id.operation), visible(row.id.tenant),
          time_text(row.created()),  clears(row, as_of),
          case_words(row),           optional_visible(row.subject.customer),
          amount_of(row.subject)};
}

std::string row_fields(const browse::KeyRow& row, Timestamp as_of) {
  const bool own = is_own(row);  // only our own have a fence, and a word for what holds them
  const bool is_updated =
      own || row.updated_at != row.created_at || row.zoneless.updated_at != row.zoneless.created_at;
  return fields(
      {{"Key", visible(row.id.key)},
       {"Operation", visible(row.id.operation)},
       {"Tenant", visible(row.id.tenant)},
       {"State", state_of(row, as_of)},
       {"Customer", optional_visible(row.subject.customer)},
       {"Amount", amount_of(row.subject)},
       {"Reference", optional_visible(row.subject.reference)},
       {own ? "Holder" : "Owner",
        own ? fmt::format("{}{}", key::word(row.holder), row.owner.empty() ? "" : " " + visible(row.owner))
            : visible(row.owner)},
       {"Fence", own ? std::to_string(row.fence) : ""},
       {"Attempts", row.attempts_known ? std::to_string(row.attempts) : ""},
       {"Created", time_text(row.created())},
       {"Updated", is_updated ? time_text(row.updated()) : ""},
       {"Due", time_text(row.work_due())},
       {"Lease until", time_text(row.locked_until)},
       {"Retry before", time_text(row.retry_before)},
       {"Completed", time_text(row.completed())},
       {"Kept until", time_text(row.kept_until())},
       {"Error code", visible(row.error_code)},
       {"Correlation", visible(row.correlation_id)},
       {"Fingerprint", visible(row.fingerprint)},
       {"Case", row.case_status.empty()
                    ? ""
                    : fmt::format("{}, asked {}", case_words(row), counted(row.case_attempts, "time"))},
       {"Next try", time_text(row.next_try_at)}});
}

std::string response_text(const key::StoredResponse& response, bool reveal) {
  // A table need not keep the status.
  std::string out = response.code != 0 ? fmt::format("HTTP {}\n", response.code) : "";
  for (const auto& [name, value] : response.headers)
    out += fmt::format("{}: {}\n", visible(name), reveal ? visible(value) : "•••");
  out += reveal ? visible(response.body) + '\n'
                : fmt::format("body of {} bytes, masked: --reveal shows it\n", response.body.size());
  return out;
}

std::string named(const key::Identity& id) {
  return fmt::format("{}key {}{}", id.operation.empty() ? "" : visible(id.operation) + ", ", visible(id.key),
                     id.tenant.empty() ? "" : ", tenant " + visible(id.tenant));
}

namespace {

struct ColumnChange {
  std::string column, to;
  Json from;
};

std::vector<ColumnChange> changes_of(const tables::Profile& p, const reconcile::WriteRequest& request,
                                     const std::string& before_json) {
  std::vector<ColumnChange> changes;
  const Json before = json_from(before_json);
  tables::WriteValues values = request.values;
  if (!values.reason) values.reason = request.reason;
  for (const tables::Assignment& a : p.writes.at(request.verb).set) {
    const bool known = before.is_object() && before.contains(a.column);
    changes.push_back(
        {a.column, tables::shown_value(a, values), known ? before[a.column] : Json("(may not be read)")});
  }
  return changes;
}

}  // namespace

void add_changes(Json& json, const tables::Profile& p, const reconcile::WriteRequest& request,
                 const std::string& before_json) {
  json["deletes"] = p.writes.at(request.verb).deletes;
  json["writes"] = json_list(changes_of(p, request, before_json), [](const ColumnChange& change) -> Json {
    return {{"column", json_text(change.column)}, {"from", change.from}, {"to", json_text(change.to)}};
  });
}

std::string changes_text(const tables::Profile& p, const reconcile::WriteRequest& request,
                         const std::string& before_json) {
  if (p.writes.at(request.verb).deletes)
    return "The row is deleted; the audit trail keeps what the profile names of it.\n";
  Table table({"COLUMN", "IS", "WOULD BE"});
  for (const ColumnChange& change : changes_of(p, request, before_json))
    table.add({visible(change.column),
               change.from.is_null() ? "NULL" : visible(change.from.get<std::string>()), visible(change.to)});
  return table.text();
}

Failure changed(const browse::KeyRow& seen, const std::optional<browse::KeyRow>& now, Timestamp as_of) {
  Error words{ErrorKind::invalid_input, "", "Nothing was written.", "", {}, {}};
  const bool own = is_own(seen);  // an external row has no fence: it is not known to be the same
  const bool same = own && now && now->fence == seen.fence && now->state == seen.state;
  if (!now) {
    words.what =
        own ? "The row is gone: it was deleted or reaped." : "The row is gone: it was deleted or moved away.";
  } else if (!same) {
    words.what = "The row changed since it was read.";
    words.next = "Look at the row again, then decide.";
  } else if (key::is_final(now->state)) {
    words.what = fmt::format("The key is {} already: there is nothing to settle.", visible(now->state_word));
  } else if (now->state == key::State::released) {
    words.what = "The key is released: the client's next retry rolls it forward.";
  } else {
    words.what = fmt::format("The key is held by {} {} until {}.", key::word(now->holder),
                             visible(now->owner), now->locked_until ? moment(*now->locked_until) : "its end");
    words.next = "Wait for the end of the lease.";
  }
  Failure failure{Exit::changed, "changed", std::move(words)};
  failure.more = {{"seen", json_row(seen, as_of)}, {"now", now ? json_row(*now, as_of) : Json(nullptr)}};
  const std::string before = row_fields(seen, as_of), after = now && !same ? row_fields(*now, as_of) : "";
  failure.text = "As it was seen:\n" + before;
  if (after == before)
    failure.text +=
        "\nAs it is now:\nNo difference in the columns shown: a change was undone, or is in another "
        "column.\n";
  else if (!after.empty())
    failure.text += "\nAs it is now:\n" + after;
  return failure;
}

}  // namespace onceover::oncectl
