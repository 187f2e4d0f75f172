// SPDX-License-Identifier: Apache-2.0
#include "core/reconcile/settle_one.h"

#include "core/reconcile/stop_switch.h"

namespace onceover::reconcile {
namespace {

Error still_owned(Error error, const TakenRow& taken) {
  const browse::KeyRow& row = taken.seen.row;
  const std::string until = row.locked_until ? " until " + moment(*row.locked_until) : "";
  if (!error.is_in_doubt())
    error.not_done =
        fmt::format("The key was not settled. It stays taken over{}; after that it is free.", until);
  if (error.next.empty()) error.next = "Read the key again, then settle it again.";
  return error;
}

Result<OneOutcome> write_one(pg::Connection& connection, Target& target, const TakenRow& taken,
                             const Decision& decision, const std::string& ticket, const audit::Actor& actor) {
  return as_result([&]() -> Result<OneOutcome> {
    using Kind = RowOutcome::Kind;
    auto outcomes = target.write({{&taken, &decision}}, actor, {.ticket = ticket}).value();
    RowOutcome& outcome = outcomes.front();
    const key::Identity& id = taken.seen.row.id;
    const bool is_own = tables::is_own(target.profile());
    const bool is_written = outcome.kind == Kind::written || outcome.kind == Kind::filed;
    if (is_own && is_written) {
      outcome.now = read_written(connection, target.profile(), id, outcome.audit_id).value();
      // Written, and another has gone on with the key.
      if (!outcome.now) return changed_since(connection, {});
      outcome.status = outcome.now->case_status;
      outcome.attempts = outcome.now->case_attempts;
    }
    if (outcome.kind == Kind::written) {
      return RowSettled{taken.seen.row,
                        *decision.verb,
                        std::move(outcome.now),
                        outcome.audit_id,
                        std::move(outcome.unconfirmed),
                        decision.asked,
                        decision.by_evidence};
    }
    if (outcome.kind == Kind::filed) {
      return RowFiled{
          taken.seen.row,   std::move(outcome.now),         std::move(outcome.status), outcome.attempts,
          outcome.audit_id, std::move(outcome.unconfirmed), *decision.asked,           decision.why};
    }
    if (outcome.kind == Kind::held)
      return Held{std::move(*outcome.now), target.profile().lease.is_observable()};
    if (outcome.kind == Kind::withheld)
      return Withheld{std::move(*outcome.now), std::move(outcome.error.what)};
    if (outcome.kind != Kind::changed) return fail(std::move(outcome.error));
    if (!is_own) return RowChanged{.now = std::move(outcome.now)};
    auto now = read(connection, target.profile(), id).value();
    require(require_running(connection));
    return changed_since(connection, {std::move(now)});
  });
}

}  // namespace

std::string sentence(const RowWaits& waits) {
  return fmt::format("It is not confirmed by evidence: it waits for a second approver, as approval {}.",
                     waits.waiting.approval);
}

Decision ask_and_decide(const Target& target, const TakenRow& row, const Instruction& instruction,
                        gateway::Gateway* gateway, const OneOptions& options) {
  if (gateway == nullptr || !target.asks(row, instruction, gateway))
    return target.decide(row, instruction, std::nullopt);
  const AskOptions how{.deadline = Steady::now() + options.ask_within,
                       .max_attempts = options.max_attempts,
                       .may_cancel = options.may_cancel && target.may_cancel(),
                       .profile = target.asked_as()};
  return target.decide(row, instruction, ask(*gateway, {row.seen.row}, row.seen.as_of, how).front());
}

Result<OneOutcome> settle_one(pg::Connection& connection, Target& target, const TakenRow& seen,
                              const Instruction& instruction, gateway::Gateway* gateway,
                              const audit::Actor& actor, const OneOptions& options, Decision* decided) {
  return as_result([&]() -> Result<OneOutcome> {
    require(target.check(instruction));
    if (gateway == nullptr && (instruction.confirmed || !instruction.verb)) {
      return fail(ErrorKind::unsupported, "No gateway is configured.", "Nothing was written.");
    }
    auto taken = target.take(seen, instruction.request.reason, options.lease, actor).value();
    if (auto* changed = std::get_if<RowChanged>(&taken)) return std::move(*changed);
    const TakenRow& row = std::get<TakenRow>(taken);
    const Decision decision = ask_and_decide(target, row, instruction, gateway, options);
    if (decided != nullptr) *decided = decision;
    const bool is_own = tables::is_own(target.profile());
    if (decision.needs_approval && is_own) {
      auto filed =
          ask_approval(connection, target.profile(), decision.settlement, actor, instruction.request.ticket);
      if (!filed) return fail(still_owned(filed.error(), row));
      if (auto* changed = std::get_if<Changed>(&*filed))
        return changed_since(connection, std::move(*changed));
      return RowWaits{row.seen.row, std::get<Waiting>(std::move(*filed)), decision.asked};
    }
    // Of an own key every answer is filed, since the key is handed back with it.
    const bool files = is_own || (decision.kind == Decision::Kind::nothing_follows && decision.asked &&
                                  decision.asked->evidence.was_asked);
    if (decision.kind != Decision::Kind::write && !files) return fail(decision.why);
    auto outcome = write_one(connection, target, row, decision, instruction.request.ticket, actor);
    if (outcome || decision.kind == Decision::Kind::write) {
      return outcome || !is_own ? std::move(outcome) : fail(still_owned(outcome.error(), row));
    }
    if (is_own) return fail(still_owned(outcome.error(), row));
    Error error = decision.why;
    error.detail = "The answer could not be put on file: " + outcome.error().what;
    return fail(std::move(error));
  });
}

}  // namespace onceover::reconcile
