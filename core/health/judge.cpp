// SPDX-License-Identifier: Apache-2.0
#include "core/health/judge.h"

#include <tuple>

namespace onceover::health {

Finding& add(Findings& out, Check check, std::string evidence, std::string advice, std::string sql) {
  return out.emplace_back(Finding{.check = check,
                                  .severity = info(check).severity,
                                  .evidence = std::move(evidence),
                                  .advice = std::move(advice),
                                  .sql = std::move(sql)});
}

Findings judge(const tables::Profile& profile, const Facts& facts, const Options& options) {
  Findings out;
  judge_shape(profile, facts, options, out);
  judge_indexes(profile, facts, options, out);
  judge_rows(profile, facts, options, out);
  judge_cleaning(profile, facts, options, out);
  judge_events(profile, facts, options, out);
  judge_upkeep(profile, facts, options, out);
  judge_frontier(profile, facts, options, out);
  judge_rights(profile, facts, options, out);
  judge_server(profile, facts, options, out);
  std::ranges::stable_sort(out, {}, [](const Finding& f) { return std::tuple(f.severity, f.check); });
  return out;
}

namespace {

// The broker's retention is not known here, and so is not judged.
std::string how_long_events_are_kept(const EventFacts& events) {
  std::string text =
      "compare the broker's retention (Kafka: retention.ms of each topic) with the retention in the "
      "service's configuration";
  if (events.written && events.written->oldest)
    text += "; the oldest event of the outbox is of " + moment(*events.written->oldest);
  std::optional<Timestamp> oldest;
  for (const events::Received& one : events.received) {
    if (one.oldest && (!oldest || *one.oldest < *oldest)) oldest = one.oldest;
  }
  if (oldest) text += "; an event of the inbox was received at " + moment(*oldest);
  return text;
}

// The profile names no column for it, though the table may have one: nothing is known of it.
bool is_only_unmapped(const Finding& f) {
  const bool is_of_a_role = f.check == Check::fingerprint_not_stored ||
                            f.check == Check::response_not_stored || f.check == Check::lease_not_stored ||
                            f.check == Check::attempts_not_counted;
  return is_of_a_role && f.sql.empty() && !f.advice.empty();
}

}  // namespace

std::vector<ReviewItem> review(const tables::Profile& profile, const Findings& findings,
                               const std::vector<NotChecked>& not_checked,
                               const std::optional<EventFacts>& events,
                               const std::string& why_key_not_unique) {
  using Answer = ReviewItem::Answer;
  std::vector<ReviewItem> items;
  // A check that was not made proves nothing.
  const auto by_checks = [&](std::string what, const std::vector<Check>& checks,
                             std::string how_to_see = "see what was not checked") {
    ReviewItem item{Answer::holds, std::move(what), {}, std::move(how_to_see)};
    for (const Check check : checks) {
      const auto found = std::ranges::find(findings, check, &Finding::check);
      if (found != findings.end() && is_only_unmapped(*found)) {
        item.answer = Answer::ask;
        item.how_to_see = found->advice;
      } else if (found != findings.end()) {
        item.by.push_back(check);
      }
      if (std::ranges::find(not_checked, check, &NotChecked::check) != not_checked.end())
        item.answer = Answer::ask;
    }
    if (!item.by.empty()) item.answer = Answer::fails;
    if (item.answer != Answer::ask) item.how_to_see.clear();
    items.push_back(std::move(item));
  };
  const auto ask = [&](std::string what, std::string how_to_see) {
    items.push_back({Answer::ask, std::move(what), {}, std::move(how_to_see)});
  };
  const bool is_outbox = profile.kind == tables::Kind::outbox;
  const auto is_open_whether_unique = [&] {
    ReviewItem& item = items.back();
    if (why_key_not_unique.empty() || item.answer == Answer::fails) return;
    item.answer = Answer::ask;
    item.how_to_see = why_key_not_unique + " " + std::string(map_what_recognises);
  };
  if (profile.kind == tables::Kind::idempotency) {
    ask("A key is required on unsafe POSTs, refunds and voids included",
        "send each of them without a key and expect 400");
    by_checks("One key is one row", {Check::identity_not_unique, Check::identity_may_be_null,
                                     Check::key_not_unique, Check::key_folded});
    is_open_whether_unique();
    by_checks("The fingerprint is stored, and another payload is refused",
              {Check::fingerprint_not_stored, Check::key_reused});
    by_checks("A replay has the same code and body",
              {Check::response_not_stored, Check::response_reordered, Check::finished_without_response});
    ask("A replay is marked (Idempotency-Status)",
        "send a request twice and read the second answer's headers");
    by_checks("A dead executor's key is found",
              {Check::lease_not_stored, Check::unfinished_without_lease, Check::rows_hidden,
               Check::stuck_not_indexed, Check::frontier_behind, Check::frontier_missed_keys});
    ask("Clients retry only on 429, 5xx and timeouts, with backoff and jitter, and honour Retry-After",
        "read the clients' policies; the calculator compares one with a client's retry log");
    by_checks("Clients make a key once and keep it", {Check::key_hard_coded, Check::key_made_anew});
    ask("Whatever is created under a key can be reversed under a key", "refund and void take the header too");
  } else {
    by_checks(
        is_outbox ? "One event is one row" : "Consumers dedupe by the event's id",
        {Check::identity_not_unique, Check::identity_may_be_null, Check::key_not_unique, Check::key_folded});
    is_open_whether_unique();
  }
  if (events && events->is_used()) {
    by_checks("Every event is published", {Check::topic_without_relay, Check::relay_without_process,
                                           Check::relay_paused, Check::relay_in_trouble, Check::events_dead});
    by_checks("Every received event has its effect, and its content is compared",
              {Check::received_without_fingerprint, Check::received_dead, Check::received_not_taken});
    ask("The broker keeps no message for longer than the inbox and the outbox keep events",
        how_long_events_are_kept(*events));
  }
  ask("Logs, metrics and traces carry key and attempt", "search yesterday's log of the service for a key");
  by_checks(
      "Retention and cleanup exist, and never delete unfinished keys",
      {Check::deletes_unfinished, Check::reaper_behind, Check::never_reaped, Check::window_below_retries},
      "the service's own code may delete as well");
  by_checks("Committed data remains",
            {Check::commit_not_durable, Check::server_not_durable, Check::unlogged});
  return items;
}

}  // namespace onceover::health
