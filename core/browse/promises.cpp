// SPDX-License-Identifier: Apache-2.0
#include "core/browse/promises.h"

#include <fmt/format.h>

#include "core/browse/browser.h"

namespace onceover::browse {
namespace {

using tables::Kind;
using Form = tables::Lease::Form;

constexpr int conflict = 409;

std::string an(std::string_view noun) {
  return fmt::format("{} {}", std::string_view("aeiou").find(noun[0]) == std::string_view::npos ? "a" : "an",
                     noun);
}

std::string capital(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

// Who has, or had, the row: at the beginning of a sentence, a name stays as it is.
std::string subject(const KeyRow& row, const std::string& owner) {
  return row.owner.empty() ? capital(owner) : owner;
}

// The same, within a sentence.
std::string owner_of(const Promises& p, const KeyRow& row) {
  return row.owner.empty() ? "its " + std::string(p.worker) : visible(owner_name(row.owner));
}

std::string ago(Timestamp at, Timestamp as_of) {
  return at.is_finite() ? fmt::format("at {}", moment(at)) : fmt::format("before {}", moment(as_of));
}

// Of a table without a lease: how long the row has been unfinished.
std::string unfinished_for(const tables::Profile& profile, const KeyRow& row, Timestamp as_of) {
  if (!row.locked_until || !row.locked_until->is_finite()) return "since an unknown time";
  const Timestamp since = *row.locked_until - profile.lease.length;
  return since <= as_of ? "for " + human(as_of - since)
                        : fmt::format("since {}, which lies in the future", moment(since));
}

std::string no_lease(const Promises& p) {
  return fmt::format("This table has no lease: it does not show whether {} still works on it.", an(p.worker));
}

bool is_longer_than_any_lease(const tables::Profile& profile, const KeyRow& row, Timestamp as_of) {
  return tables::is_own(profile) && row.locked_until && *row.locked_until > as_of + key::no_end_is_later;
}

std::string word_of(const KeyRow& row) {
  return row.state_word.empty() ? "" : fmt::format(" (\"{}\" in this table)", visible(row.state_word));
}

bool is_window_over(const KeyRow& row, Timestamp as_of) { return row.expires_at && *row.expires_at <= as_of; }

std::string until_reaped(const KeyRow& row, Timestamp as_of) {
  if (is_window_over(row, as_of))
    return fmt::format("When it is reaped, which may be at any time: its window ended at {}.",
                       moment(*row.expires_at));
  return row.expires_at ? fmt::format("Not before it is reaped, at {} or later.", moment(*row.expires_at))
                        : "Not before it is reaped.";
}

std::string taken_by(const Promises& p) { return p.has_clients ? "request" : std::string(p.worker); }

}  // namespace

Promises promises_of(const tables::Profile& profile) {
  const bool own = tables::is_own(profile);
  Promises out{.has_fence = own,
               .knows_answers = own,
               .has_clients = profile.kind == Kind::idempotency,
               .has_lease = profile.lease.is_observable() && profile.lease.form != Form::age,
               .is_judged_by_age = profile.lease.is_observable() && profile.lease.form == Form::age,
               .counts_tries = !profile.attempts.empty(),
               .has_cases = own,
               .thing = "event",
               .worker = "executor"};
  switch (profile.kind) {
    case Kind::idempotency: out.thing = "key"; break;
    case Kind::inbox: out.worker = "consumer"; break;
    case Kind::outbox: out.worker = "relay"; break;
    case Kind::queue:
      out.thing = "job";
      out.worker = "worker";
      break;
  }
  return out;
}

std::string things(const tables::Profile& profile, std::int64_t n) {
  return counted(n, promises_of(profile).thing);
}

std::string clients_meanwhile(const tables::Profile& profile) {
  const Promises p = promises_of(profile);
  if (!p.has_clients) return {};
  return p.knows_answers
             ? fmt::format("Clients get {} meanwhile.", conflict)
             : fmt::format("What clients get meanwhile is up to the service; many answer {}.", conflict);
}

std::string clients_until_settled(const tables::Profile& profile) {
  const auto status = status_while_stuck(profile);
  return status ? fmt::format("Clients get {} until it is settled.", *status) : "";
}

std::optional<int> status_while_stuck(const tables::Profile& profile) {
  const Promises p = promises_of(profile);
  return p.has_clients && p.knows_answers ? std::optional(conflict) : std::nullopt;
}

std::string stuck_headline(const tables::Profile& profile, std::int64_t n) {
  const Promises p = promises_of(profile);
  if (p.is_judged_by_age) {
    return fmt::format(
        "{} unfinished for longer than {}. This table has no lease: whether {} still works on {} is unknown.",
        things(profile, n), human(profile.lease.length), an(p.worker), n == 1 ? "it" : "them");
  }
  if (!p.has_lease) return fmt::format("{} not finished. {}", things(profile, n), no_lease(p));
  const std::string many = counted(n, fmt::format("stuck {}", p.thing));
  const char* whose = n == 1 ? "its" : "their";
  if (const auto status = status_while_stuck(profile))
    return fmt::format("{}; {} clients get {}.", many, whose, *status);
  const std::string ended =
      fmt::format("{}: {} and {} not finished", many,
                  n == 1 ? "its lease has ended" : "their leases have ended", n == 1 ? "it is" : "they are");
  return p.has_clients ? fmt::format("{}. What {} clients get is up to the service.", ended, whose)
                       : ended + '.';
}

std::string none_stuck(const tables::Profile& profile) {
  const Promises p = promises_of(profile);
  if (p.is_judged_by_age) {
    return fmt::format(
        "No {} is unfinished for longer than {}. This table has no lease, so only the age counts. Older ones "
        "are listed here.",
        p.thing, human(profile.lease.length));
  }
  if (!p.has_lease) return no_lease(p) + " What is stuck is unknown.";
  return fmt::format(
      "Every lease of {} in progress is live. {} whose lease ends before it is finished is listed here.",
      an(p.thing), capital(an(p.thing)));
}

std::string if_it_resumes(const tables::Profile& profile, const KeyRow& row) {
  if (!promises_of(profile).has_fence)
    return "If it resumes, it may still write the row: this table has no fence.";
  // An ended lease takes nothing from its executor: only a new fence does.
  return row.holder == key::Holder::executor ? "If it resumes before another process takes the row over, it "
                                               "can still finish it. After that the fence rejects its write."
                                             : "If it resumes, the fence rejects its write.";
}

std::string about_its_worker(const tables::Profile& profile, const KeyRow& row, Timestamp as_of) {
  const Promises p = promises_of(profile);
  const std::string owner = owner_of(p, row);
  const auto ended = row.lease_ended();
  if (p.has_fence && row.holder != key::Holder::executor) {
    return fmt::format("{} took it over {}. The executor's lease ended {}. {}", subject(row, owner),
                       row.is_due(as_of) ? "to ask the gateway, and left it unsettled" : "to ask the gateway",
                       ended ? ago(*ended, as_of) : "at an unknown time", if_it_resumes(profile, row));
  }
  const std::string proof = fmt::format(
      "This proves nothing about {}: {} that calls another service holds no transaction meanwhile.", owner,
      an(p.worker));
  if (p.is_judged_by_age)
    return fmt::format("{} The {} is unfinished {}. {} {}", proof, p.thing,
                       unfinished_for(profile, row, as_of), no_lease(p), if_it_resumes(profile, row));
  if (!p.has_lease) return fmt::format("{} {} {}", proof, no_lease(p), if_it_resumes(profile, row));
  return fmt::format("{} {} {}", proof,
                     ended ? fmt::format("Its lease ended {}.", ago(*ended, as_of)) : "It never had a lease.",
                     if_it_resumes(profile, row));
}

std::string who_holds(const tables::Profile& profile, const KeyRow& row, Timestamp as_of) {
  const Promises p = promises_of(profile);
  if (!p.has_lease && !p.is_judged_by_age) {
    if (profile.lease.form == Form::owner_only)
      return fmt::format(
          "This table names an owner ({}) and no time: whether the {} is still at work is unknown.",
          row.owner.empty() ? "none here" : visible(row.owner), p.worker);
    if (profile.lease.at.has_unknown_zone())
      return "The times of this table have no known zone: whether a lease has ended is unknown.";
    return "No column of this table shows who works on a row, or until when. Work in one open transaction "
           "shows as a row lock below; other work does not show.";
  }
  if (key::is_final(row.state) && row.state_known && !row.locked_until)
    return "Finished: no lease is needed.";
  if (p.is_judged_by_age) {
    if (row.state_known && row.state != key::State::in_progress) return "No one: it is not in progress.";
    return fmt::format("Unknown. {} It is unfinished {}; longer than {} is called stuck.", no_lease(p),
                       unfinished_for(profile, row, as_of), human(profile.lease.length));
  }
  if (!row.locked_until) return "No lease is held.";
  const std::string owner = row.owner.empty() ? "an unnamed owner" : visible(owner_name(row.owner));
  if (is_longer_than_any_lease(profile, row, as_of)) {
    return fmt::format(
        "{} has a lease until {}, which is longer than any lease: the clock was ahead when it was written. "
        "Sweepers take it.",
        subject(row, owner), moment(*row.locked_until));
  }
  if (*row.locked_until > as_of)
    return fmt::format("{} holds the lease until {}.", subject(row, owner), moment(*row.locked_until));
  return fmt::format("The lease of {} ended {}.", owner, ago(*row.locked_until, as_of));
}

std::string row_lock_caveat(const tables::Profile& profile) {
  return fmt::format(
      "A row lock is no sign of life: {} in the middle of a call to another service holds none.",
      an(promises_of(profile).worker));
}

std::string worker_is_unseen(const tables::Profile& profile) {
  return fmt::format("This table does not show whether {} is at work on the row.",
                     an(promises_of(profile).worker));
}

std::string why_held(const tables::Profile& profile, const KeyRow& row) {
  const Promises p = promises_of(profile);
  if (!profile.lease.is_observable()) return worker_is_unseen(profile);
  if (p.is_judged_by_age)
    return fmt::format("It has been unfinished for less than {}. {}", human(profile.lease.length),
                       no_lease(p));
  const std::string owner = row.owner.empty() ? an(p.worker) : visible(owner_name(row.owner));
  return fmt::format("{} holds the lease{}.", subject(row, owner),
                     row.locked_until ? " until " + moment(*row.locked_until) : "");
}

std::string standing(const tables::Profile& profile, const KeyRow& row, Timestamp as_of) {
  const Promises p = promises_of(profile);
  if (row.set_aside) return "set aside";
  if (row.discarded) return row.expires_at ? "discarded; kept until" : "discarded";
  if (row.state == key::State::succeeded) return row.expires_at ? "kept until" : "finished";
  if (row.state == key::State::failed)
    return !row.may_retry   ? "failed; whether the system runs it again is unknown"
           : *row.may_retry ? "failed; the system itself may run it again"
                            : "failed for good";
  if (row.is_ahead(as_of))
    return row.due ? fmt::format("waits until {}", moment(*row.due))
                   : "not finished; whether it is due is unknown";
  if (row.state == key::State::released) return fmt::format("free: no {} works on it", p.worker);
  if (!row.lease_known) return fmt::format("in progress; whether {} works on it is unknown", an(p.worker));
  if (p.is_judged_by_age)
    return fmt::format("not finished {}; this table has no lease",
                       row.is_due(as_of) ? "for too long" : "yet");
  if (!row.locked_until) return "not finished, without a lease";
  if (row.is_due(as_of)) return "not finished, and the lease has ended";
  if (is_longer_than_any_lease(profile, row, as_of))
    return "a sweeper takes it: the clock was ahead when its lease was written, which ends";
  return fmt::format("lease held by {}, ends",
                     row.owner.empty() ? "an unnamed owner" : visible(owner_name(row.owner)));
}

NoRow no_row(const tables::Profile& profile) {
  const Promises p = promises_of(profile);
  if (p.knows_answers)
    return {"There is no row: the key is new, or it was reaped. The next request claims it.",
            "With the next request."};
  switch (profile.kind) {
    case Kind::idempotency:
      return {
          "There is no row: the key is new, or its row was deleted. What its service does with the next "
          "request is unknown.",
          "Unknown: its service decides."};
    case Kind::inbox:
      return {"There is no row: the event never arrived, or its row was deleted.",
              "Unknown: with the next delivery, if there is one."};
    case Kind::outbox:
      return {
          "There is no row: the event was never written, or its row was deleted, as many relays do after "
          "sending it.",
          "Not by itself."};
    case Kind::queue:
      return {
          "There is no row: the job was never queued, or its row was deleted, as many queues do with "
          "finished jobs.",
          "Not by itself."};
  }
  return {};
}

namespace {

External finished_answer(const tables::Profile& profile, const Promises& p, const KeyRow& row,
                         Timestamp as_of) {
  const std::string word = word_of(row);
  const std::string error =
      row.error_code.empty() ? "" : " Its error: " + visible(elided(row.error_code, 300));
  // What our own library does is known.
  const std::string_view checks =
      profile.schema == tables::own().schema ? "" : ", where its consumer checks that";
  if (row.discarded)
    return {0,
            fmt::format(
                "The {} was given up by a person: it has no effect here, and a duplicate of it is skipped{}.",
                p.thing, checks),
            until_reaped(row, as_of)};
  if (row.state == key::State::failed && !row.may_retry)
    return {0,
            fmt::format(
                "The {} failed{}. Whether the system runs it again is unknown: the profile does not say.{}",
                p.thing, word, error),
            "Unknown. Set may_retry for this state in the profile."};
  if (row.state == key::State::failed && *row.may_retry)
    return {0, fmt::format("The {} failed{}, and the system may retry it.{}", p.thing, word, error),
            "With the system's next attempt."};
  if (row.state == key::State::failed)
    return {0, fmt::format("The {} failed for good{}: the system does not retry it.{}", p.thing, word, error),
            "Not by itself."};
  if (profile.kind == Kind::queue)
    return {0, fmt::format("The job is done{}.", word), until_reaped(row, as_of)};
  if (!p.has_clients)
    return {0,
            fmt::format("The event is {}{}: a duplicate of it is absorbed{}.",
                        profile.kind == Kind::outbox ? "sent" : "processed", word, checks),
            until_reaped(row, as_of)};
  if (is_window_over(row, as_of))
    return {
        row.response_code.value_or(0),
        fmt::format("The key is finished{}, and its window has ended: a service that looks at that runs a "
                    "duplicate as a new request.",
                    word),
        until_reaped(row, as_of)};
  const bool keeps_answers = !profile.response_code.empty() || !profile.response_body.empty();
  return {
      row.response_code.value_or(0),
      keeps_answers
          ? fmt::format(
                "The key is finished{}: a duplicate gets the stored answer, where the service replays.", word)
          : fmt::format("The key is finished{}. This table keeps no answer: what a duplicate gets is up to "
                        "the service.",
                        word),
      until_reaped(row, as_of)};
}

External held_answer(const tables::Profile& profile, const Promises& p, const KeyRow& row, Timestamp as_of) {
  const std::string word = word_of(row),
                    shows_no_deadline = fmt::format(
                        "When its {} finishes it. This table does not show a deadline.", p.worker);
  if (!row.lease_known)
    return {0,
            fmt::format("The {} is in progress{}. {} A row lock, shown on its page, means that a transaction "
                        "is open now.",
                        p.thing, word, no_lease(p)),
            shows_no_deadline};
  if (!row.locked_until)
    return {0,
            fmt::format(
                "The {} is neither held nor finished{}: this row does not show whether its effect happened.",
                p.thing, word),
            p.has_clients ? "With the next request, if its service allows that."
                          : fmt::format("When {} takes it.", an(p.worker))};
  if (p.is_judged_by_age)
    return {0,
            fmt::format("The {} is in progress{}, {} so far; longer than {} is called stuck. {}", p.thing,
                        word, unfinished_for(profile, row, as_of), human(profile.lease.length), no_lease(p)),
            shows_no_deadline};
  if (row.is_due(as_of))
    return {
        0,
        fmt::format("The lease expired at {} and the {} is not finished{}: this row does not show whether "
                    "its effect happened.",
                    moment(*row.locked_until), p.thing, word),
        p.has_clients
            ? fmt::format("Its service decides: some run it again, some answer {} until a person settles it.",
                          conflict)
            : fmt::format("When {} takes it again, if its service does that.", an(p.worker))};
  if (*row.locked_until > as_of + std::chrono::years(1))
    return {
        0,
        fmt::format("The {} is in progress{}: its lease has no end, or none within a year. Whether anything "
                    "still works on it is unknown.",
                    p.thing, word),
        "When it is finished. Look for such rows by their age."};
  return {0,
          fmt::format("The {} is in progress{}: {} holds a valid lease.{}", p.thing, word,
                      row.owner.empty() ? an(p.worker) : visible(owner_name(row.owner)),
                      p.has_clients
                          ? fmt::format(" Services usually answer {} to a duplicate meanwhile.", conflict)
                          : ""),
          fmt::format("When it is finished, or at {}, when the lease expires.", moment(*row.locked_until))};
}

}  // namespace

External external_answer(const tables::Profile& profile, const KeyRow& row, Timestamp as_of) {
  const Promises p = promises_of(profile);
  const std::string word = word_of(row);
  if (row.set_aside)
    return {0,
            fmt::format("The {} is set aside{}: deleted, archived or cancelled. What its service does with a "
                        "duplicate is unknown.",
                        p.thing, word),
            "Unknown: its service decides."};
  if (key::is_final(row.state)) return finished_answer(profile, p, row, as_of);
  if (row.is_ahead(as_of) && row.due)
    return {0, fmt::format("The {} is not due before {}{}.", p.thing, moment(*row.due), word),
            fmt::format("When {} takes it, at {} or later.", an(p.worker), moment(*row.due))};
  if (row.is_ahead(as_of))
    return {0,
            fmt::format("Whether the {} is due is unknown{}: the time zone of its due time is unknown.",
                        p.thing, word),
            give_zone("times.due")};
  if (row.state == key::State::released)
    return {0,
            fmt::format("The {} is free{}: no {} works on it, and the next {} may take it.", p.thing, word,
                        p.worker, taken_by(p)),
            p.has_clients ? "With the next request, if its service takes it again."
                          : fmt::format("When {} takes it.", an(p.worker))};
  return held_answer(profile, p, row, as_of);
}

std::string tries(const KeyRow& row) {
  if (!row.attempts_known) return {};
  if (!row.attempts_finished) return std::to_string(row.attempts);
  return fmt::format("{} started, {} finished", row.attempts, *row.attempts_finished);
}

std::string tries_in_words(const tables::Profile& profile, const KeyRow& row) {
  const Promises p = promises_of(profile);
  if (!p.counts_tries) return "This table does not count tries.";
  if (!row.attempts_known) return "This row has no count of tries.";
  const std::string times = row.attempts == 1 ? "once" : fmt::format("{} times", row.attempts);
  if (p.has_fence) return fmt::format("Claimed {} by an executor.", times);
  const std::string counted =
      fmt::format("Tried {}, by the column {}.", times, visible(profile.attempts.front()));
  return row.attempts_finished ? fmt::format("{} Finished: {}.", counted, *row.attempts_finished) : counted;
}

std::string order_words(const tables::Profile& profile, bool newest_first) {
  const auto columns = tables::order_columns(profile);
  const std::string first = columns.empty() ? profile.created_at.column : columns[0];
  const bool is_by_time = !profile.created_at.empty() && !profile.created_at.has_unknown_zone();
  if (is_by_time && first == profile.created_at.column) return newest_first ? "newest first" : "oldest first";
  if (first.empty()) return "in no order";
  return fmt::format("by {}, {}", visible(first), newest_first ? "descending" : "ascending");
}

std::string longest_stuck_words(const tables::Profile& profile) {
  const Promises p = promises_of(profile);
  if (p.is_judged_by_age) return "unfinished for the longest time first";
  return p.has_lease ? "by the end of the lease, longest ago first" : "longest stuck first";
}

std::string why_not_another_body(const tables::Profile& profile) {
  switch (profile.fingerprint.of) {
    case tables::Digest::Of::body: return {};
    case tables::Digest::Of::request:
      return "It cannot be compared: the stored fingerprint is of the whole request, and not of the body "
             "only.";
    case tables::Digest::Of::unknown: break;
  }
  return "It cannot be compared: the hash is another one, and the profile does not say that the stored "
         "fingerprint is of the body only (fingerprint: of = \"body\").";
}

std::string who_may_write(const tables::Profile& profile) {
  if (promises_of(profile).has_cases)
    return "Without evidence, a person can decide. This needs a reason, a ticket and what shows it, and is "
           "kept in the audit trail. Evidence is never overruled: the gateway is asked first.";
  return profile.writes.empty()
             ? "This table is read-only here: its profile does not say what a verdict writes."
             : "The profile defines what each verdict writes. A verdict needs a reason, and is kept in the "
               "audit trail.";
}

}  // namespace onceover::browse
