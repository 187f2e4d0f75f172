#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/reconcile/target_kinds.h"

namespace onceover::reconcile {
namespace {

using Kind = Decision::Kind;

// Whether one row is at fault, and the others can be written without it.
bool is_of_one_row(const Error& error) {
  return !error.is_connection_lost() && !error.is_retryable() && !error.is_timeout() && !error.is_cancelled() && !error.is_in_doubt() &&
         error.kind != ErrorKind::read_only && error.kind != ErrorKind::stopped && error.kind != ErrorKind::schema;
}

class OwnTarget final : public Target {
 public:
  using Target::Target;

  const profile::Profile* asked_as() const override { return nullptr; }
  bool may_cancel() const override { return true; }

  Decision decide(const TakenRow& row, const Wish& wish, Asked asked) const override {
    Decision decision{.next_try_in = wish.next_try_in};
    const VerdictKind kind = asked.verdict.kind;
    const auto shown = kind == VerdictKind::done_needs_response ? std::nullopt : verb_for(kind);
    decision.settlement = settlement_for(row.seen.row, asked, shown ? wish.request.reason : std::string(), wish.next_try_in);
    decision.settlement.at = row.at;
    const auto refuse = [&](Kind why_not, std::string why) {
      decision.kind = why_not;
      decision.why = {ErrorKind::unsupported, std::move(why), "Nothing was written.", "", "", ""};
    };
    if (!shown) {
      refuse(kind == VerdictKind::done_needs_response ? Kind::lacks_a_value : Kind::nothing_follows, asked.verdict.why);
    } else if (wish.verb && *wish.verb != *shown) {
      refuse(Kind::not_shown, fmt::format("The evidence says {}: {}", word(kind), asked.verdict.why));
    } else {
      decision.verb = shown;
    }
    decision.asked = std::move(asked);
    return decision;
  }

  Decision handed_back(Decision decision, const std::string& why) const override {
    decision.is_handed_back = true;
    Settlement& settlement = decision.settlement;
    if (settlement.act == Act::unresolved || settlement.act == Act::needs_human) return decision;
    settlement.act = Act::unresolved;
    settlement.verdict = std::string(word(VerdictKind::unresolved));
    settlement.response.reset();
    settlement.retry_before.reset();
    settlement.error_code.clear();
    settlement.reason = why;
    settlement.next_try_in = Duration{0};
    return decision;
  }

  Decision unwritable(const TakenRow& row, const Decision& decision, const Error& error, bool enough) const override {
    Decision filed{.kind = Kind::nothing_follows, .asked = unwritten_answer(decision, error, enough)};
    filed.settlement = settlement_for(row.seen.row, filed.asked, {}, decision.next_try_in);
    filed.settlement.at = row.at;
    return filed;
  }

  Result<void> let_go(const TakenRow&, const std::string&, Duration) override { return {}; }

  Result<std::vector<RowOutcome>> write(const std::vector<Order>& orders, const audit::Actor& actor, const WriteOptions& options) override {
    std::vector<RowOutcome> outcomes(orders.size());
    if (orders.empty()) return outcomes;
    auto written = write_some(orders, 0, orders.size(), actor, options, outcomes);
    if (written) return outcomes;
    if (!is_of_one_row(written.error()) || options.within) return fail(written.error());
    for (std::size_t i = 0; i < orders.size(); ++i) {
      auto one = write_some(orders, i, i + 1, actor, options, outcomes);
      if (one) continue;
      if (!is_of_one_row(one.error())) return fail(one.error());
      outcomes[i] = {.kind = RowOutcome::Kind::failed, .error = one.error()};
    }
    return outcomes;
  }

 private:
  // Those in [first, last) in one transaction.
  Result<void> write_some(const std::vector<Order>& orders, std::size_t first, std::size_t last, const audit::Actor& actor,
                          const WriteOptions& options, std::vector<RowOutcome>& outcomes) {
    std::vector<Settlement> settlements;
    settlements.reserve(last - first);
    std::map<key::Identity, std::size_t> places;
    for (std::size_t i = first; i < last; ++i) {
      settlements.push_back(orders[i].decision->settlement);
      places.emplace(settlements.back().id, i);
    }
    BatchOptions batch{.ticket = options.ticket};
    if (options.within) {
      batch.within = [&](pg::Transaction& transaction, const std::vector<Written>& written) {
        std::vector<Done> done;
        for (const Written& one : written) done.push_back({places.at(one.id), one.audit_id, one.fence});
        return options.within(transaction, done);
      };
    }
    const auto from = Steady::now();
    auto written = settle_batch(connection_, profile_, settlements, actor, batch);
    if (options.on_write) options.on_write(static_cast<int>(last - first), from);
    if (!written) return fail(written.error());
    // The batch's one commit is told of once.
    if (!written->empty()) outcomes[places.at(written->front().id)].unconfirmed = written->front().unconfirmed;
    for (const Written& one : *written) {
      RowOutcome& outcome = outcomes[places.at(one.id)];
      const Decision& decision = *orders[places.at(one.id)].decision;
      const bool settles = decision.kind == Kind::write && !decision.is_handed_back;
      outcome.kind = settles ? RowOutcome::Kind::written : RowOutcome::Kind::filed;
      outcome.audit_id = one.audit_id;
    }
    return {};
  }
};

}  // namespace

Asked unwritten_answer(const Decision& decision, const Error& error, bool enough) {
  Asked asked;
  asked.evidence.finding = decision.asked.evidence.finding;
  if (decision.kind != Kind::write) {
    asked.evidence.why = "the answer could not be stored";
    asked.verdict = decision.asked.verdict;
    return asked;
  }
  asked.evidence.why = "the row could not be written";
  asked.verdict.kind = enough ? VerdictKind::needs_human : VerdictKind::unresolved;
  asked.verdict.why = fmt::format("The gateway's answer was clear, and the row could not be written: {}", error.what);
  return asked;
}

std::unique_ptr<Target> target_of(pg::Connection& connection, const profile::Profile& profile, const profile::Access* access) {
  if (profile::is_own(profile)) return std::make_unique<OwnTarget>(connection, profile);
  return external_target(connection, profile, *access);
}

}  // namespace onceover::reconcile
