// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "core/base/text.h"
#include "core/base/time.h"
#include "core/browse/filter_sql.h"
#include "core/browse/key_row_sql.h"
#include "core/browse/promises.h"
#include "core/browse/reading.h"
#include "core/http/error_code.h"
#include "core/key/fingerprint.h"

namespace onceover::browse {
namespace {

namespace error_code = http::error_code;

std::string who(const KeyRow& row) {
  std::string out(row.holder == key::Holder::executor  ? "its executor"
                  : row.holder == key::Holder::sweeper ? "a sweeper"
                                                       : "an operator");
  if (!row.owner.empty()) out += " (" + visible(row.owner) + ")";
  return out;
}

std::string settles(const KeyRow& row) {
  if (row.case_status == "needs_human")
    return "An operator settles it: its case needs a decision by a person.";
  std::string out = "A sweeper or an operator settles it from evidence";
  if (row.next_try_at)
    out += "; a sweeper may ask the gateway again from " + moment(*row.next_try_at) + " on";
  return out + ".";
}

struct Saying {
  Why& why;
  const KeyRow& row;
  Timestamp now;
  int mismatch_status;

  void answer(int status, std::string_view error_code, std::string rule, std::string clears) const {
    why.status = status;
    why.error_code = error_code;
    why.rule = std::move(rule);
    why.clears = std::move(clears);
  }
  void operator()(const key::Replay&) const {
    answer(row.response_code.value_or(0), row.error_code,
           fmt::format("The key is finished ({}): every duplicate gets the stored answer again.",
                       word(row.state)),
           !row.expires_at ? "Never before it is reaped."
           : *row.expires_at <= now
               ? fmt::format("When it is reaped, which may be at any time: its window ended at {}.",
                             moment(*row.expires_at))
               : fmt::format("Never before it is reaped, at {} or later.", moment(*row.expires_at)));
  }
  void operator()(const key::InFlight& held) const {
    answer(409, error_code::in_progress,
           fmt::format("The first request is in progress: {} holds a valid lease.", who(row)),
           fmt::format("When {} finishes, or at {} ({} from now), when the lease expires.", who(row),
                       moment(*row.locked_until), human(held.retry_after)));
  }
  void operator()(const key::AwaitingReconciliation& waiting) const {
    const auto waits = [this](std::string rule, std::string clears) {
      answer(409, error_code::awaiting_reconciliation, std::move(rule), std::move(clears));
    };
    if (waiting.retry_after)
      return waits(fmt::format("The key is being settled: {} holds it.", who(row)),
                   fmt::format("When the settlement is written; its lease expires at {}.",
                               moment(now + *waiting.retry_after)));
    if (row.state == key::State::released)
      return waits(
          fmt::format(
              "The key was released, but its time to retry ended at {}: another run could repeat the effect.",
              moment(*row.retry_before)),
          settles(row));
    waits(fmt::format("{}, and it is unknown whether the effect happened: it is never repeated blindly.",
                      row.locked_until ? fmt::format("The lease expired at {}", moment(*row.locked_until))
                                       : "The key has no lease"),
          settles(row));
  }
  void operator()(const key::Mismatch&) const {
    answer(mismatch_status, error_code::payload_mismatch,
           "The key is known with another payload: nothing is executed and no stored answer is shown. A "
           "fingerprint with a salt that was not given here looks the same.",
           "Never for this payload: the client needs a new key.");
  }
  void operator()(const key::MayTakeOver& free) const {
    const std::string claims = "The next request claims it under a new fence.";
    why.rule = free.from != key::State::released ? "The lease expired and the operation may run again: the "
                                                   "next request takes over under a new fence."
               : row.error_code == error_code::no_effect
                   ? "The key was released, and each of its attempts reported no effect. " + claims
               : row.retry_before && row.retry_before->is_finite()
                   ? fmt::format(
                         "The key was released without proof that it had no effect: the gateway recognises "
                         "the same key, so a retry before {} does not repeat it. {}",
                         moment(*row.retry_before), claims)
                   : fmt::format("The key was released by {}. {}", who(row), claims);
    why.clears = "With the next request.";
  }
};

// Of an external table: how its service makes fingerprints is its own matter.
void compare_body(Why& why, const tables::Profile& p, const std::string& body) {
  const std::string& stored = why.row->fingerprint;
  const auto ways = key::fingerprint_matches(stored, body);
  if (std::ranges::any_of(ways, &key::FingerprintMatch::matches)) {
    why.payload_matches = true;
  } else if (stored.empty()) {
    why.why_not_compared = "This row keeps no fingerprint to compare with.";
  } else if (ways.empty()) {
    why.why_not_compared = "It cannot be compared: the stored fingerprint is of an unknown kind.";
  } else if (why.why_not_compared = why_not_another_body(p); why.why_not_compared.empty()) {
    why.payload_matches = false;
  }
}

Why never_seen(Reading& reading, const tables::Profile& p) {
  const NoRow answer = no_row(p);
  const unfinished::Knowledge none = none_of(reading, p, reading.as_of());
  Why why;
  why.as_of = none.as_of;
  why.row_known = none.known == unfinished::Known::exact;
  why.status_known = why.row_known && promises_of(p).knows_answers;
  if (!why.row_known) {
    why.rule = "Whether there is such a row is unknown. " + none.why;
    why.clears = none.remedy;
    return why;
  }
  why.rule = answer.rule;
  why.clears = answer.clears;
  return why;
}

}  // namespace

Result<Why> Browser::why(const key::Identity& id, const std::optional<std::string>& request_body,
                         const key::DecidePolicy& policy, int mismatch_status,
                         const std::vector<std::string>& salts) {
  if (reads_both()) return why_of_either(id, request_body, policy, mismatch_status, salts);
  return begun(connection_, profile_, limits_, [&](Reading& reading) {
    return read_why(reading, id, request_body, policy, mismatch_status, salts);
  });
}

Why Browser::read_why(Reading& reading, const key::Identity& id,
                      const std::optional<std::string>& request_body, const key::DecidePolicy& policy,
                      int mismatch_status, const std::vector<std::string>& salts) {
  tables::Query query("SELECT " + key_row_columns(profile_) + ", pg_catalog.clock_timestamp() FROM " +
                      key_row_source(profile_) + " WHERE ");
  key_row_is(query, profile_, id);
  auto rows = reading.run(query);
  if (!rows) {
    if (!equals_nothing(connection_, profile_, limits_, rows.error(), key_row_is_query(profile_, id)))
      raise(rows.error());
    auto again = Reading::begin(connection_, profile_, limits_).value();
    return never_seen(again, profile_);
  }
  if (rows->empty()) return never_seen(reading, profile_);
  Why why;
  why.row = key_row_from(profile_, *rows, 0);
  why.as_of = rows->timestamp(0, key_row_width(profile_));
  const KeyRow& row = *why.row;
  require(join_publications(reading.connection(), profile_, std::span(&*why.row, 1)));
  if (row.publication) {
    why.status_known = false;
    why.rule = fmt::format("It is an event that was written, and no client asks for it. State: {}.",
                           visible(row.publication->words));
    why.clears = "Its consumers skip an event that they have processed.";
    return why;
  }
  if (!row.state_known) {
    why.status_known = false;
    why.rule = fmt::format("Unknown: the profile does not name the state \"{}\".", visible(row.state_word));
    why.clears = "Name the state in the profile.";
    return why;
  }
  if (!tables::is_own(profile_)) {
    if (request_body) compare_body(why, profile_, *request_body);
    External answer = external_answer(profile_, row, why.as_of);
    why.status_known = false;
    why.status = answer.status;
    why.rule = std::move(answer.rule);
    why.clears = std::move(answer.clears);
    return why;
  }
  const auto stored = key::fingerprint_from_text(row.fingerprint);
  if (request_body && stored) {
    const auto is_under = [&](std::string_view salt) {
      return *stored == key::fingerprint(*request_body, salt) ||
             *stored == key::fingerprint_raw(*request_body, salt);
    };
    why.payload_matches = is_under({}) || std::ranges::any_of(salts, is_under);
  }
  const key::Fingerprint of_row = stored.value_or(key::Fingerprint{});
  key::Fingerprint of_request = of_row;
  if (why.payload_matches == false) of_request.digest[0] = static_cast<std::uint8_t>(~of_request.digest[0]);
  const key::Existing existing{row.state,        of_row,           row.fence,     row.holder,
                               row.locked_until, row.retry_before, row.created_at};
  std::visit(Saying{why, row, why.as_of, mismatch_status},
             key::decide(existing, of_request, why.as_of, policy));
  return why;
}

}  // namespace onceover::browse
