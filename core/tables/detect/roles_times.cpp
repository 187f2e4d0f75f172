#include <fmt/format.h>

#include "core/tables/detect/roles.h"

namespace onceover::tables {

namespace {

bool speaks_of_another_time(const Name& n) {
  return fits(n,
              "until|expire|expiry|expiration|deadline|by|next|last|run|available|visible|due|scheduled|schedule|deliver|lock|locked|"
              "updated|modified|keep|execution|after|before");
}

}  // namespace

// The one instant that every row has from its beginning, where another, named for the end, comes later and is absent at first.
std::optional<RoleAnswer> Roles::created_by_order() {
  Columns first, ends;
  for (const Column& c : columns_) {
    if (!time_form(c) || speaks_of_another_time(c.name)) continue;
    if (c.facts.not_null) first.push_back(&c);
    if (!c.facts.not_null && names_done(c.name, kind_)) ends.push_back(&c);
  }
  // A bare "timestamp" is the event's own, and its only one is the row's; a job's may be its due time.
  const auto bare =
      those([this](const Column& c) { return kind_ != Kind::queue && time_form(c) && fits(c.name, "=timestamp|time|date|ts"); });
  if (first.empty() && bare.size() == 1) first = bare;
  if (first.size() != 1 || (ends.empty() && bare.size() != 1)) return std::nullopt;
  if (names_done(first[0]->name, kind_) && ends.empty()) return std::nullopt;
  for (const Column* end : ends) {
    if (!never_before(*end, *first[0]).value_or(true)) return std::nullopt;
  }
  return take(
      found_time(*first[0], 0.7, ends.empty() ? "The only time that a row has." : "Set from the start, and never later than the end."));
}

// The one that every row has and that is later than no other time of its row, yet is earlier than each in some.
const Column* Roles::created_by_values() const {
  const Column* first = nullptr;
  for (const Column& c : columns_) {
    if (!time_form(c) || !c.facts.not_null || c.facts.sample.size() < 8 || has_nulls(c) || speaks_of_another_time(c.name)) continue;
    bool leads = true, alone = true;
    for (const Column& other : columns_) {
      if (&other == &c || !time_form(other)) continue;
      alone = false;
      const auto between = spans(c, other);
      leads = leads && between.size() >= 3 && between.front() >= -0.001 && between.back() > 0.01;
    }
    if (leads && !alone) first = &c;
  }
  return first;
}

RoleAnswer Roles::created_at() {
  Columns created, similar;
  for (const Column& c : columns_) {
    if (!time_form(c)) continue;
    if (fits(c.name, "last|next|expire|lock|locked|lease")) continue;
    if (fits(c.name, "created|creation|inserted|insert|create"))
      created.push_back(&c);
    else if (fits(c.name,
                  "added|received|enqueued|enqueue|recorded|stored|registered|occurred|raised|seen|captured|queued|submitted|insertion|"
                  "arrived|logged"))
      similar.push_back(&c);
  }
  if (created.empty() && similar.empty()) {
    for (const Column& c : columns_) {
      const auto form = time_form(c);
      if (form && c.facts.not_null && is_default_now(c) && !speaks_of_another_time(c.name)) similar.push_back(&c);
    }
  }
  std::erase_if(similar, [](const Column* c) { return !c->facts.not_null && has_nulls(*c); });
  if (similar.size() > 1) {
    Columns other_than_seen;
    std::ranges::copy_if(similar, std::back_inserter(other_than_seen), [](const Column* c) { return !c->name.has("seen"); });
    if (other_than_seen.size() == 1) similar = other_than_seen;
  }
  // Where names say nothing, the order of the rows' own times does.
  if (created.empty() && std::all_of(similar.begin(), similar.end(), [](const Column* c) { return is_mute(c->name); })) {
    if (const Column* first = created_by_values()) {
      created_ = first;
      return take(found_time(*first, 0.65, "In every row, and never later than any other of its times."));
    }
  }
  if (created.empty() && similar.size() == 1 && names_done(similar[0]->name))
    return unclear({similar[0]}, "may be the time of creation, or the time when the work was done");
  if (created.empty() && similar.empty()) {
    if (auto answer = created_by_order()) {
      created_ = column(answer->columns[0]);
      return *answer;
    }
    const auto others =
        those([](const Column& c) { return time_form(c) && !fits(c.name, "until|expire|expiry|expiration|deadline|by|next"); });
    if (!others.empty()) return unclear(others, "may be the time of creation");
  }
  if (created.size() > 1) {
    Columns exact;
    std::ranges::copy_if(created, std::back_inserter(exact), [](const Column* c) { return fits(c->name, "=created.at"); });
    if (exact.size() == 1) created = exact;
  }
  if (created.size() > 1) std::erase_if(created, [](const Column* c) { return !c->facts.not_null; });
  const auto always = those([](const Column& c) { return time_form(c) && c.facts.not_null && fits(c.name, "sent|occurred|received"); });
  if (created.empty() && similar.size() == 1 && !similar[0]->facts.not_null && !has_rows() && !always.empty())
    return unclear({similar[0], always[0]}, "may be the time of creation");
  RoleAnswer answer = !created.empty()
                          ? only(created, "time of creation", found_time, 0.95, "Named as the time of creation.")
                          : only(similar, "time of creation", found_time, 0.75, "Named as the time at which the row was created.");
  if (answer.is == RoleAnswer::Is::found) {
    created_ = column(answer.columns[0]);
    if (answer.form == "timestamp") answer.why += " It has no time zone: please give it.";
    if (answer.form == "epoch") answer.why += " No row shows its unit: please give it.";
  }
  return answer;
}

RoleAnswer Roles::completed_at() {
  Columns sure, vague;
  for (const Column& c : columns_) {
    if (!time_form(c) || fits(c.name, "next|last|after|until|before") || taken_.contains(c.facts.name)) continue;
    if (names_done(c.name, kind_) ||
        (state_.form == "timestamps" && state_.meanings.contains("not null") && state_.columns.front() == c.facts.name))
      sure.push_back(&c);
    else if (fits(c.name, "delivered|executed|end|ended|closed|finish|complete"))
      vague.push_back(&c);
  }
  if (sure.size() == 1 && vague.empty()) {
    if (sure[0]->facts.not_null || is_default_now(*sure[0])) {
      // An event that is written down once it is done has no other time.
      const bool alone = std::ranges::count_if(columns_, [](const Column& c) { return time_form(c).has_value(); }) == 1;
      if (kind_ == Kind::inbox && is_by_presence_ && alone)
        return take(found_time(*sure[0], 0.7, "Its only time, and named as the time at which the work was done."));
      return unclear({sure[0]}, "is set from the start: it may be the time of creation");
    }
    const auto spans = since_creation(*sure[0]);
    if (!spans.empty() && spans.front() < -86400)
      return unclear({sure[0]}, "is named as the time of completion, but lies before the creation");
    if (is_set_while_unfinished(*sure[0])) return unclear({sure[0]}, "is named as the time of completion, but unfinished rows have it too");
    return found_time(*sure[0], 0.9, "Named as the time at which the work was done.");
  }
  sure.insert(sure.end(), vague.begin(), vague.end());
  if (sure.empty() && shape_.answered_later) {
    const auto with_answer = those([this](const Column& c) { return time_form(c) && is_mute(c.name) && absent_together(c, *shape_.code); });
    if (with_answer.size() == 1 && created_ != nullptr && never_before(*with_answer[0], *created_).value_or(false))
      return found_time(*with_answer[0], 0.65, "Set in exactly the rows that have an answer.");
  }
  if (sure.size() > 1) return several("be the time of completion", sure);
  if (vague.size() == 1 && is_set_only_when_finished(*vague[0])) return found_time(*vague[0], 0.75, "Set only in finished rows.");
  if (!vague.empty()) return unclear(vague, "may be a beginning or an end");
  return none("No column looks like the time of completion.");
}

RoleAnswer Roles::expires_at() {
  const auto candidates = those([this](const Column& c) {
    return time_form(c) && !is_among(state_.columns, c.facts.name) &&
           c.name.has_any(
               {"expire", "expiry", "expiration", "expired", "retention", "retain", "purge", "delete", "keep", "cleanup", "ttl"}) &&
           !fits(c.name, "lock|lease") && !fits(c.name, "deleted");
  });
  if (candidates.empty() && created_ != nullptr && kind_ == Kind::idempotency) {
    // The same hours after every creation, finished or not, a lease never lasts.
    const auto kept = those([this](const Column& c) {
      if (!time_form(c) || !is_mute(c.name) || has_nulls(c)) return false;
      const auto between = spans(*created_, c);
      return between.size() >= 8 && between.front() >= 2 * 3600 && between.back() - between.front() < 5;
    });
    if (kept.size() == 1) return take(found_time(*kept[0], 0.65, "The same number of hours after the creation of every row."));
  }
  if (candidates.empty()) return none("No column looks like the end of retention.");
  if (candidates.size() > 1) return several("end the retention", candidates);
  const Column& c = *candidates[0];
  const auto spans = since_creation(c);
  const auto span = default_span(c);
  const double shortest = span ? *span : spans.empty() ? 0 : spans.front();
  // Set in a row whose work is not done, it may as well say when the work is due.
  if (is_by_presence_ && kind_ == Kind::idempotency)
    return take(found_time(c, 0.7, "No row is ever unfinished: this time ends the retention."));
  if (kind_ != Kind::idempotency && is_set_while_unfinished(c))
    return unclear({&c}, "is set in unfinished rows too, and may be a due time");
  if (is_set_only_when_finished(c)) return take(found_time(c, 0.8, "Set only in finished rows: a retention, not a lease or a due time."));
  // Set in every row or in every finished one, and always hours after the creation.
  if (shortest >= 3600) return take(found_time(c, 0.85, "Hours after the creation of every row: a retention, not a lease."));
  if (kind_ == Kind::idempotency && lease_ != nullptr)
    return take(found_time(c, 0.7, "The lease is another column: this one ends the retention."));
  return unclear({&c}, "may end a lease, end a retention, or be a due time");
}

RoleAnswer Roles::fingerprint() {
  Columns sure, bare;
  for (const Column* c : those("@text|bytes fingerprint|hash|digest|checksum|sha|md "
                               "-response|result|previous|prev|chain|password|token|algorithm|algo|version|kind|type")) {
    // A key's hash is a key. What is absent while there is no answer was made of the answer, unless its name says otherwise.
    const bool of_answer = !c->name.has("request") && shape_.code != nullptr && absent_together(*c, *shape_.code);
    const bool of_request = !of_answer && fits(*c, "fingerprint|request|payload|body|param|input|content|message|event -key");
    (of_request ? sure : bare).push_back(c);
  }
  const Column* digest = shape_.digest;
  if (sure.empty() && digest != nullptr && !taken_.contains(digest->facts.name) && (bare.empty() || bare[0] == digest))
    return take(found({digest->facts.name}, *digest_form(*digest), 0.7,
                      "The only digest beside the key, there before any answer is: of the request."));
  if (sure.size() > 1) return several("be the fingerprint", sure);
  if (sure.empty() && !bare.empty()) return unclear(bare, "is a hash, perhaps not of the request");
  if (sure.empty()) return none("No column looks like a fingerprint of the request.");
  const auto form = digest_form(*sure[0]);
  if (sure[0]->has_values() && !form) return unclear(sure, "is named as a request's hash, but its values are no digests");
  return take(found(
      {sure[0]->facts.name}, form.value_or("text"), form && sure[0]->has_values() ? 0.9 : 0.7,
      form ? "Named as a request's hash, and its values look like one." : "Named as a request's hash; no row shows how it is written."));
}

}  // namespace onceover::tables
