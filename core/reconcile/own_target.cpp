// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "core/base/text.h"
#include "core/base/time.h"
#include "core/http/headers.h"
#include "core/pg/one_row.h"
#include "core/reconcile/second_approver.h"
#include "core/reconcile/target.h"

namespace onceover::reconcile {
namespace {

using Kind = Decision::Kind;
using tables::Verb;

// Whether one row is at fault, and the others can be written without it.
bool is_of_one_row(const Error& error) {
  return !error.is_connection_lost() && !error.is_retryable() && !error.is_timeout() &&
         !error.is_cancelled() && !error.is_in_doubt() && error.kind != ErrorKind::read_only &&
         error.kind != ErrorKind::stopped && error.kind != ErrorKind::schema;
}

bool is_as_confirmed(const Verdict& now, const Instruction& instruction) {
  if (instruction.confirmed) return same_effect(now, *instruction.confirmed);
  return !instruction.expected || now.kind == *instruction.expected;
}

// An unconfirmed settlement is never written: the evidence is recorded, and the key is free again.
void hand_back(Settlement& settlement, const std::string& why, Duration next_try_in) {
  settlement.reason = why;
  if (!settlement.verb) return;
  settlement.verb.reset();
  settlement.needs_person = false;
  settlement.verdict = std::string(word(VerdictKind::unresolved));
  settlement.response.reset();
  settlement.retry_before.reset();
  settlement.error_code.clear();
  settlement.next_try_in = next_try_in;
}

Settlement by_override(const TakenRow& row, const Instruction& instruction,
                       const std::optional<JudgedEvidence>& asked) {
  Settlement settlement{.id = row.seen.row.id,
                        .fence = row.seen.row.fence,
                        .verb = instruction.verb,
                        .response = instruction.response};
  settlement.at = row.at;
  if (asked) settlement.verdict = std::string(word(asked->verdict.kind));
  settlement.reason = instruction.request.reason;
  settlement.evidence_json =
      asked ? beside(instruction.request.evidence_json, asked->evidence) : instruction.request.evidence_json;
  return settlement;
}

// A release without evidence always has an end. Only while a registered gateway deduplicates is it safe
// without a second approver: true where it needs one.
bool bound_release(const TakenRow& row, Settlement& settlement) {
  const auto end = repeats_recognised_until(row.seen.row, row.dedupe_window, row.seen.as_of);
  settlement.retry_before = end.value_or(row.seen.as_of + release_without_window);
  return !end;
}

class OwnTarget final : public Target {
 public:
  using Target::Target;

  const tables::Profile* asked_as() const override { return nullptr; }
  bool may_cancel() const override { return true; }

  bool asks(const TakenRow&, const Instruction&, const gateway::Gateway* gateway) const override {
    return gateway != nullptr;
  }

  Result<void> check(const Instruction& instruction) const override {
    const auto not_accepted = [](std::string what, std::string next) {
      return fail(ErrorKind::invalid_input, std::move(what), "Nothing was written.", std::move(next));
    };
    if (instruction.verb) {
      auto lacks = missing_override(instruction);
      return lacks ? not_accepted(std::move(*lacks), "Give it.") : Result<void>();
    }
    if (instruction.request.reason.empty()) return not_accepted("A reason is needed.", "Say why.");
    if (instruction.response && (instruction.response->code < 200 || instruction.response->code > 299))
      return not_accepted("The effect happened: its response is a 2xx.", "Give a status from 200 to 299.");
    if (!instruction.confirmed) return {};
    if (!is_offered(instruction.confirmed->kind))
      return not_accepted("Nothing can be settled from this evidence.", "Ask the gateway again later.");
    const bool needs_response = instruction.confirmed->kind == VerdictKind::done_needs_response;
    if (needs_response && !instruction.response)
      return not_accepted("The response is missing.", "Supply what the client would have got.");
    if (!needs_response && instruction.response)
      return not_accepted("A response is supplied where evidence makes one.",
                          "Leave the response to the evidence.");
    return {};
  }

  Result<std::variant<TakenRow, RowChanged>> take(const TakenRow& seen, const std::string& reason,
                                                  Duration lease, const audit::Actor& actor) override {
    // Before it is owned: an error behind that would leave the key taken, and not say so.
    auto window = registered_window(connection_, seen.seen.row.id.operation);
    if (!window) return fail(window.error());
    auto owned = own(connection_, profile_, reconcile::fenced(seen.seen.row), lease, actor, reason);
    if (!owned) return fail(owned.error());
    if (auto* changed = std::get_if<Changed>(&*owned)) return changed_since(connection_, std::move(*changed));
    TakenRow taken{.seen = {.row = std::get<Owned>(std::move(*owned)).row}};
    taken.seen.as_of = taken.seen.row.updated_at;  // of a row just owned: the database's clock
    taken.dedupe_window = *window;
    return taken;
  }

  Decision decide(const TakenRow& row, const Instruction& instruction,
                  std::optional<JudgedEvidence> asked) const override {
    return decide_own(row, instruction, std::move(asked));
  }

  Decision handed_back(Decision decision, const std::string& why) const override {
    decision.is_handed_back = true;
    if (decision.kind != Kind::write && decision.kind != Kind::not_shown) return decision;
    hand_back(decision.settlement, why, Duration{0});
    return decision;
  }

  Decision unwritable(const TakenRow& row, const Decision& decision, const RowOutcome& outcome,
                      bool enough) const override {
    Decision filed{.kind = Kind::nothing_follows, .asked = unwritten_answer(decision, outcome, enough)};
    filed.settlement = settlement_for(row.seen.row, *filed.asked, {}, decision.next_try_in);
    filed.settlement.at = row.at;
    return filed;
  }

  Result<void> let_go(const TakenRow&, const std::string&, Duration) override { return {}; }

  Result<std::vector<RowOutcome>> write(const std::vector<Order>& orders, const audit::Actor& actor,
                                        const WriteOptions& options) override {
    std::vector<RowOutcome> outcomes(orders.size());
    if (orders.empty()) return outcomes;
    const auto some = [&](std::size_t first, std::size_t last) {
      return write_some(orders, first, last, actor, options, outcomes);
    };
    const auto alone = [&](std::size_t i, const Error& error) {
      outcomes[i] = {.kind = RowOutcome::Kind::failed, .error = error};
    };
    if (auto written = pg::divide(0, orders.size(), some, alone, is_of_one_row); !written)
      return fail(written.error());
    return outcomes;
  }

 private:
  // Those in [first, last) in one transaction.
  Result<void> write_some(const std::vector<Order>& orders, std::size_t first, std::size_t last,
                          const audit::Actor& actor, const WriteOptions& options,
                          std::vector<RowOutcome>& outcomes) {
    std::vector<const Settlement*> settlements;
    settlements.reserve(last - first);
    for (std::size_t i = first; i < last; ++i) settlements.push_back(&orders[i].decision->settlement);
    // Its order; `last`: none. As a rule, rows return in the order of the orders: the search begins at the
    // one found before.
    auto place_of = [&, next = first](const key::Identity& id) mutable {
      for (std::size_t looked = first; looked < last; ++looked, next = next + 1 < last ? next + 1 : first) {
        if (orders[next].decision->settlement.id == id) return next;
      }
      return last;
    };
    BatchOptions batch{.ticket = options.ticket};
    if (options.within) {
      batch.within = [&](pg::Transaction& transaction, const std::vector<Written>& written) {
        std::vector<Done> done;
        for (const Written& one : written) {
          if (const std::size_t place = place_of(one.id); place < last)
            done.push_back({place, one.audit_id, one.fence});
        }
        return options.within(transaction, done);
      };
    }
    const auto from = Steady::now();
    auto written = settle_batch(connection_, profile_, settlements, actor, batch);
    if (options.on_write) options.on_write(static_cast<int>(last - first), from);
    if (!written) return fail(written.error());
    for (const Written& one : *written) {
      const std::size_t place = place_of(one.id);
      if (place == last) continue;
      RowOutcome& outcome = outcomes[place];
      // The batch has one commit, so this is reported once.
      if (&one == &written->front()) outcome.unconfirmed = one.unconfirmed;
      const Decision& decision = *orders[place].decision;
      const bool settles = decision.kind == Kind::write && !decision.is_handed_back;
      outcome.kind = settles ? RowOutcome::Kind::written : RowOutcome::Kind::filed;
      outcome.audit_id = one.audit_id;
    }
    return {};
  }
};

}  // namespace

bool is_offered(VerdictKind kind) {
  return kind != VerdictKind::unresolved && kind != VerdictKind::needs_human;
}

bool same_effect(const Verdict& a, const Verdict& b) {
  return a.kind == b.kind && a.response == b.response && a.retry_before == b.retry_before &&
         a.error_code == b.error_code;
}

std::optional<std::string> why_not_of_its_type(const key::StoredResponse& response) {
  for (const auto& [name, value] : response.headers) {
    if (ascii_lower(name) == "content-type") return http::why_not_of_type(value, response.body);
  }
  return std::nullopt;
}

std::optional<std::string> missing_override(const Instruction& instruction) {
  const Verb verb = instruction.verb.value_or(Verb::extend);
  if (!settled_as(verb)) return "A manual override is succeed, fail or release.";
  const WriteRequest& given = instruction.request;
  if (given.reason.empty()) return "A reason is needed.";
  if (given.ticket.empty() || given.evidence_json.empty()) {
    return fmt::format("A manual override (\"{}\") needs {}.", tables::word(verb),
                       !given.evidence_json.empty() ? "a ticket"
                       : !given.ticket.empty()      ? "what shows it"
                                                    : "a ticket, and what shows it");
  }
  if (verb == Verb::release) {
    return instruction.response ? std::optional<std::string>("A released key has no answer for its clients.")
                                : std::nullopt;
  }
  if (!instruction.response) return "A finished key needs the answer that its clients will be given.";
  const int code = instruction.response->code;
  if (verb == Verb::succeed && (code < 200 || code > 299))
    return "The effect happened: its response is a 2xx.";
  if (verb == Verb::fail && (code < 400 || code > 599))
    return "The effect did not happen: its response is a 4xx or 5xx.";
  if (auto why = why_not_of_its_type(*instruction.response)) return why;
  return std::nullopt;
}

Decision decide_own(const TakenRow& row, const Instruction& instruction,
                    std::optional<JudgedEvidence> asked) {
  Decision decision{.next_try_in = instruction.next_try_in};
  const std::string& reason = instruction.request.reason;
  const auto decide_against = [&](Kind why_not, std::string why) {
    decision.kind = why_not;
    decision.why = {ErrorKind::unsupported, std::move(why), "Nothing was settled.", "", "", ""};
  };
  if (asked) {
    decision.settlement = settlement_for(row.seen.row, *asked, {}, instruction.next_try_in);
    decision.settlement.at = row.at;
  }
  const VerdictKind kind = asked ? asked->verdict.kind : VerdictKind::unresolved;
  // The verb that the answer shows, with all that it writes.
  auto shown = asked ? verb_for(kind) : std::nullopt;
  const bool is_supplied = kind == VerdictKind::done_needs_response && instruction.response.has_value();
  const bool lacks_response = kind == VerdictKind::done_needs_response && !is_supplied;
  if (lacks_response) shown.reset();
  const Weight weight = !instruction.verb ? Weight::evidence
                        : asked           ? weight_of(*asked, *instruction.verb)
                                          : Weight::manual;
  if (weight == Weight::manual) {
    if (auto lacks = missing_override(instruction)) {
      decide_against(Kind::nothing_follows, std::move(*lacks));
    } else {
      decision.verb = instruction.verb;
      decision.by_evidence = false;
      decision.settlement = by_override(row, instruction, asked);
      decision.needs_approval = instruction.verb == Verb::release
                                    ? bound_release(row, decision.settlement)
                                    : needs_second_person(tables::own(), instruction.verb,
                                                          asked ? std::optional(kind) : std::nullopt);
    }
  } else if (weight == Weight::against || weight == Weight::too_early) {
    decide_against(weight == Weight::against ? Kind::not_shown : Kind::nothing_follows,
                   (weight == Weight::against ? "The gateway shows something else: "
                                              : "Nothing follows from the gateway's answer yet: ") +
                       asked->verdict.why);
    hand_back(
        decision.settlement,
        fmt::format("{} Wanted was {} ({}).", asked->verdict.why, tables::word(*instruction.verb), reason),
        instruction.next_try_in);
  } else if (!is_as_confirmed(asked->verdict, instruction)) {
    decide_against(Kind::not_shown, "The gateway's answer has changed: " + asked->verdict.why);
    hand_back(decision.settlement,
              instruction.confirmed
                  ? fmt::format("The evidence changed while settling: {} Confirmed was {} ({}).",
                                asked->verdict.why, word(instruction.confirmed->kind), reason)
                  : fmt::format("Expected {}, but: {} (settling was asked for because: {})",
                                word(*instruction.expected), asked->verdict.why, reason),
              instruction.next_try_in);
  } else if (!shown) {
    decide_against(lacks_response ? Kind::lacks_a_value : Kind::nothing_follows, asked->verdict.why);
    if (!reason.empty()) {
      decision.settlement.reason =
          fmt::format("{} (settling was asked for because: {})", asked->verdict.why, reason);
    }
  } else {
    decision.verb = shown;
    if (!reason.empty()) decision.settlement.reason = reason;
    if (is_supplied) {
      decision.settlement.verb = Verb::succeed;
      decision.settlement.response = instruction.response;
    }
  }
  decision.asked = std::move(asked);
  return decision;
}

RowChanged changed_since(pg::Connection& connection, Changed changed) {
  RowChanged out{.now = std::move(changed.now)};
  if (!out.now) return out;
  out.as_of = out.now->updated_at;
  // A help to the person: where the trail cannot be read, only the row is shown.
  if (auto trail = audit::page(connection, {.id = out.now->id}, {}, 1)) {
    out.as_of = trail->as_of;
    if (!trail->records.empty()) out.last_act = std::move(trail->records.front());
  }
  return out;
}

std::string sentence(const RowChanged& changed, const FencedRow& seen) {
  if (!changed.now) return "The key is gone: it was reaped, or deleted by hand.";
  const browse::KeyRow& now = *changed.now;
  if (now.state == seen.state && now.fence == seen.fence) {
    if (!now.locked_until) return "The key cannot be taken over in its state.";
    return fmt::format("The lease is live until {}: its executor may still finish.",
                       moment(*now.locked_until));
  }
  if (changed.last_act && changed.last_act->fence_after == now.fence) {
    const audit::Record& act = *changed.last_act;
    const std::string_view did = act.action == "settle" ? "settled it"
                                 : act.action == "own"  ? "took it over"
                                                        : "asked about it and left it unsettled";
    return fmt::format("Another user {}: {}@{}, {} ago.", did, visible(act.actor), visible(act.host),
                       human(changed.as_of - act.at));
  }
  // Executors leave no audit row: a new fence without one is theirs, or a sweeper's taking over.
  if (key::is_final(now.state))
    return fmt::format("It was finished meanwhile: {} by {}.", key::word(now.state),
                       now.owner.empty() ? "its executor" : visible(now.owner));
  return fmt::format("It was taken over meanwhile by {}.",
                     now.owner.empty() ? "an unnamed owner" : visible(now.owner));
}

JudgedEvidence unwritten_answer(const Decision& decision, const RowOutcome& outcome, bool enough) {
  JudgedEvidence asked;
  asked.evidence.finding = decision.asked->evidence.finding;
  if (decision.kind != Kind::write) {
    asked.evidence.why = "the answer could not be stored";
    asked.verdict = decision.asked->verdict;
    return asked;
  }
  if (outcome.kind == RowOutcome::Kind::withheld) {
    asked.evidence = decision.asked->evidence;  // the table refused the row, not the database the answer
  } else {
    asked.evidence.why = "the row could not be written";
  }
  asked.verdict.kind = enough ? VerdictKind::needs_human : VerdictKind::unresolved;
  asked.verdict.why =
      fmt::format("The gateway's answer was clear, and the row could not be written: {}", outcome.error.what);
  return asked;
}

std::unique_ptr<Target> target_of(pg::Connection& connection, const tables::Profile& profile,
                                  const tables::Access* access) {
  if (tables::is_own(profile)) return std::make_unique<OwnTarget>(connection, profile);
  return external_target(connection, profile, *access);
}

}  // namespace onceover::reconcile
