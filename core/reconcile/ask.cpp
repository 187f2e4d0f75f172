#include "core/reconcile/ask.h"

#include <algorithm>

#include "core/key/identity.h"

namespace onceover::reconcile {

std::vector<Asked> ask(gateway::Gateway& gateway, const std::vector<browse::KeyRow>& rows, Timestamp now, const AskOptions& options) {
  std::vector<gateway::Question> questions;
  questions.reserve(rows.size());
  for (const browse::KeyRow& row : rows) {
    questions.push_back({row.id, key::downstream_key(row.id, gateway.effect(row.id.operation)), row.subject});
  }
  std::vector<gateway::Evidence> answers = gateway.ask(questions, options.deadline);
  answers.resize(rows.size());  // a gateway that breaks its promise gives "unknown", never another row's answer
  std::vector<Asked> asked;
  asked.reserve(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const browse::KeyRow& row = rows[i];
    const gateway::Declaration* declaration = gateway.declaration(row.id.operation);
    const std::optional<Timestamp> lease_ended = row.stuck_since                       ? row.stuck_since
                                                 : row.holder == key::Holder::executor ? row.locked_until
                                                                                       : std::nullopt;
    const RowFacts facts{row.state, row.created_at, row.subject, lease_ended, row.retry_before};
    const AttemptPolicy policy{.attempts_so_far = row.case_status == "settled" ? 0 : row.case_attempts,
                               .max_attempts = options.max_attempts};
    Verdict decided = verdict(facts, answers[i], declaration, now, policy);
    const bool open = decided.kind == VerdictKind::unresolved || decided.kind == VerdictKind::needs_human;
    if (options.may_cancel && open && !decided.loud && answers[i].finding == gateway::Finding::no_such_key && declaration != nullptr &&
        declaration->cancel == gateway::Cancel::with_tombstone) {
      gateway::Evidence cancelled = gateway.cancel(questions[i], options.deadline);
      Verdict after = verdict(facts, cancelled, declaration, now, policy);
      // A cancel that proved nothing leaves the look-up's own answer on file.
      if (after.kind != VerdictKind::unresolved) {
        answers[i] = std::move(cancelled);
        decided = std::move(after);
      }
    }
    asked.push_back({std::move(answers[i]), std::move(decided)});
  }
  return asked;
}

Settlement settlement_for(const browse::KeyRow& owned, const Asked& asked, const std::string& reason, Duration next_try_in) {
  Settlement settlement;
  settlement.id = owned.id;
  settlement.fence = owned.fence;
  settlement.act = act_for(asked.verdict.kind);
  settlement.response = asked.verdict.response;
  settlement.retry_before = asked.verdict.retry_before;
  settlement.evidence = asked.evidence;
  settlement.verdict = std::string(word(asked.verdict.kind));
  settlement.reason = reason.empty() ? asked.verdict.why : reason;
  settlement.next_try_in = std::max(asked.verdict.ask_again_after.value_or(next_try_in), next_try_in);
  settlement.error_code = asked.verdict.error_code;
  return settlement;
}

}  // namespace onceover::reconcile
