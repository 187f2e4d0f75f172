// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "core/reconcile/case_list.h"
#include "core/reconcile/own_rows.h"
#include "core/reconcile/second_approver.h"
#include "core/reconcile/target.h"
#include "core/tables/sql.h"

namespace onceover::reconcile {
namespace {

using Kind = Decision::Kind;

// Whether every statement after this one fails, too.
bool ends_all(const Error& error) {
  return error.is_connection_lost() || error.is_cancelled() || error.kind == ErrorKind::read_only ||
         error.kind == ErrorKind::stopped || error.kind == ErrorKind::schema;
}

Error refusal(ErrorKind kind, std::string what, std::string next = {}) {
  return {kind, std::move(what), "Nothing was written.", std::move(next), {}, {}};
}

std::optional<std::string> missing_value(const tables::Profile& p, const WriteRequest& request) {
  const auto write = p.writes.find(request.verb);
  return write == p.writes.end() ? std::nullopt
                                 : tables::missing_value(request.verb, write->second, request.values);
}

// No person acts: what one must finish is filed as such, with what is in the way.
void leave_to_person(Verdict& filed, const Decision& decision) {
  // Only the response is missing, as of an own key.
  const bool lacks_response =
      decision.kind == Kind::lacks_a_value && filed.kind == VerdictKind::done_needs_response;
  filed.why = decision.kind == Kind::not_shown
                  ? decision.why.what
                  : fmt::format("{} It is not written automatically: {}", filed.why, decision.why.what);
  if (!lacks_response) filed.kind = VerdictKind::needs_human;
}

class ExternalTarget final : public Target {
 public:
  ExternalTarget(pg::Connection& connection, const tables::Profile& profile, const tables::Access& access)
      : Target(connection, profile), access_(access) {}

  const tables::Profile* asked_as() const override { return &profile_; }

  bool may_cancel() const override { return may_write(access_, tables::Verb::fail); }

  bool asks(const TakenRow& row, const Instruction& instruction,
            const gateway::Gateway* gateway) const override {
    if (instruction.confirmed || !instruction.verb) return true;
    return gateway != nullptr && profile_.kind == tables::Kind::idempotency &&
           tables::says_of_effect(profile_, *instruction.verb) &&
           can_be_asked(*gateway, row.seen.row, &profile_);
  }

  Result<void> check(const Instruction&) const override { return {}; }

  Result<std::variant<TakenRow, RowChanged>> take(const TakenRow& seen, const std::string&, Duration,
                                                  const audit::Actor&) override {
    TakenRow row = seen;
    // Where it cannot be read, a release needs a second approver.
    if (auto window = registered_window(connection_, row.seen.row.id.operation)) row.dedupe_window = *window;
    return row;
  }

  Decision decide(const TakenRow& row, const Instruction& instruction,
                  std::optional<JudgedEvidence> asked) const override {
    Decision decision{.request = instruction.request, .next_try_in = instruction.next_try_in};
    WriteRequest& request = decision.request;
    request.owned_fence = row.owned_fence;
    const auto decide_against = [&](Kind kind, Error why) {
      decision.kind = kind;
      decision.why = std::move(why);
    };
    const auto shown = instruction.verb ? instruction.verb
                       : asked          ? verb_for(asked->verdict.kind)
                                        : std::nullopt;
    if (shown) request.verb = *shown;
    if (!asked) {
      if (instruction.confirmed || !instruction.verb) {
        decide_against(Kind::not_shown, refusal(ErrorKind::unsupported, "No gateway is configured."));
      } else if (auto lacks = missing_for_override(profile_, request)) {
        decide_against(Kind::nothing_follows,
                       refusal(ErrorKind::invalid_input, std::move(*lacks),
                               "Give a ticket and what shows it, or ask a gateway that can be asked."));
      } else if (auto missing = missing_value(profile_, request)) {
        decide_against(Kind::lacks_a_value, refusal(ErrorKind::invalid_input, std::move(*missing)));
      } else {
        decision.verb = instruction.verb;
        decision.by_evidence = false;
        decision.needs_approval = needs_approval(row, request);
      }
      return decision;
    }
    const Verdict& verdict = asked->verdict;
    const bool is_open = !is_offered(verdict.kind);
    if (instruction.confirmed && !same_effect(verdict, *instruction.confirmed)) {
      decide_against(is_open ? Kind::nothing_follows : Kind::not_shown,
                     refusal(ErrorKind::unsupported, "The gateway's answer has changed: " + verdict.why,
                             "Ask it again, and look at its answer."));
    } else if (!shown) {
      decide_against(Kind::nothing_follows, refusal(ErrorKind::unsupported, verdict.why));
    } else if (auto why =
                   instruction.verb ? std::nullopt : why_not_written(profile_, access_, row.seen, *shown)) {
      // A verb that was wanted was checked before the gateway was asked.
      decide_against(Kind::not_for_this_row, refusal(ErrorKind::unsupported, std::move(*why)));
    } else if (auto weight = weighed(profile_, request, *asked); !weight) {
      decide_against(is_open ? Kind::nothing_follows : Kind::not_shown, weight.error());
    } else {
      request = std::move(*weight);
      decision.by_evidence = confirms(verdict.kind, *shown);
      if (auto missing = missing_value(profile_, request)) {
        decide_against(Kind::lacks_a_value, refusal(ErrorKind::invalid_input, std::move(*missing)));
      } else {
        decision.verb = shown;
        decision.needs_approval = needs_approval(row, request);
        if (request.reason.empty()) request.reason = verdict.why;
      }
    }
    if (!instruction.verb && decision.kind != Kind::write && decision.kind != Kind::nothing_follows)
      leave_to_person(asked->verdict, decision);
    decision.asked = std::move(asked);
    return decision;
  }

  Decision handed_back(Decision decision, const std::string&) const override {
    decision.is_handed_back = true;
    return decision;
  }

  Decision unwritable(const TakenRow&, const Decision& decision, const RowOutcome& outcome,
                      bool enough) const override {
    Decision filed = decision;
    filed.kind = Kind::nothing_follows;
    filed.asked = unwritten_answer(decision, outcome, enough);
    if (filed.request.reason == decision.asked->verdict.why) filed.request.reason.clear();
    return filed;
  }

  Result<void> let_go(const TakenRow& row, const std::string& why_closed, Duration next_try_in) override {
    if (!row.owned_fence) return {};
    return reconcile::let_go(connection_, profile_, row.seen.row_key_json, *row.owned_fence, why_closed,
                             next_try_in);
  }

  Result<std::vector<RowOutcome>> write(const std::vector<Order>& orders, const audit::Actor& actor,
                                        const WriteOptions& options) override {
    std::vector<RowOutcome> outcomes(orders.size());
    for (std::size_t i = 0; i < orders.size(); ++i) {
      const auto from = Steady::now();
      if (options.until && from > *options.until) {
        outcomes[i].kind = RowOutcome::Kind::late;
        continue;
      }
      bool is_kept = false;
      Within within;
      if (options.within) {
        within = [&, i](pg::Transaction& transaction, std::int64_t audit_id) {
          auto kept = options.within(transaction, {{i, audit_id, 0}});
          is_kept = kept.has_value();
          return kept;
        };
      }
      auto outcome = write_one(orders[i], actor, options.ticket, within);
      if (options.on_write) options.on_write(1, from);
      // After `within` was kept a failed commit may be in doubt.
      if (!outcome && (ends_all(outcome.error()) || is_kept)) return fail(outcome.error());
      outcomes[i] = outcome ? std::move(*outcome)
                            : RowOutcome{.kind = RowOutcome::Kind::failed, .error = outcome.error()};
    }
    return outcomes;
  }

 private:
  bool needs_approval(const TakenRow& row, const WriteRequest& request) const {
    return needs_second_person(profile_, request.verb, request.verdict) &&
           !(request.verb == tables::Verb::release &&
             repeats_recognised_until(row.seen.row, row.dedupe_window, row.seen.as_of));
  }

  Result<RowOutcome> write_one(const Order& order, const audit::Actor& actor, const std::string& ticket,
                               const Within& within) {
    const Decision& decision = *order.decision;
    const SeenRow& seen = order.row->seen;
    if (decision.is_handed_back) return RowOutcome{.kind = RowOutcome::Kind::unwritten};
    if (decision.kind != Kind::write) {
      auto kept = keep_case(connection_, profile_, access_, seen, *decision.asked, decision.request.reason,
                            ticket, decision.next_try_in, actor, within, order.row->owned_fence);
      if (!kept) return fail(kept.error());
      if (auto* changed = std::get_if<Changed>(&*kept))
        return RowOutcome{.kind = RowOutcome::Kind::changed, .now = std::move(changed->now)};
      auto& file = std::get<CaseKept>(*kept);
      return RowOutcome{.kind = RowOutcome::Kind::filed,
                        .audit_id = file.audit_id,
                        .status = std::move(file.status),
                        .attempts = file.attempts};
    }
    auto written = reconcile::write(connection_, profile_, access_, seen, decision.request, actor, within);
    if (!written) return fail(written.error());
    if (auto* done = std::get_if<RowWritten>(&*written)) {
      return RowOutcome{.kind = RowOutcome::Kind::written,
                        .now = std::move(done->after),
                        .audit_id = done->audit_id,
                        .unconfirmed = std::move(done->unconfirmed)};
    }
    if (auto* changed = std::get_if<Changed>(&*written))
      return RowOutcome{.kind = RowOutcome::Kind::changed, .now = std::move(changed->now)};
    if (auto* held = std::get_if<Held>(&*written))
      return RowOutcome{.kind = RowOutcome::Kind::held, .now = std::move(held->now)};
    auto& withheld = std::get<Withheld>(*written);
    RowOutcome outcome{.kind = RowOutcome::Kind::withheld, .now = std::move(withheld.now)};
    outcome.error.what = std::move(withheld.why);
    return outcome;
  }

  const tables::Access& access_;
};

}  // namespace

std::unique_ptr<Target> external_target(pg::Connection& connection, const tables::Profile& profile,
                                        const tables::Access& access) {
  return std::make_unique<ExternalTarget>(connection, profile, access);
}

}  // namespace onceover::reconcile
