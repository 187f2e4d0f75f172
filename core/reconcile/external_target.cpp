#include "core/profile/sql.h"
#include "core/reconcile/own_rows.h"
#include "core/reconcile/row_case.h"
#include "core/reconcile/target_kinds.h"

namespace onceover::reconcile {
namespace {

using Kind = Decision::Kind;

// Whether every statement after this one fails, too.
bool ends_all(const Error& error) {
  return error.is_connection_lost() || error.is_cancelled() || error.kind == ErrorKind::read_only || error.kind == ErrorKind::stopped ||
         error.kind == ErrorKind::schema;
}

class ExternalTarget final : public Target {
 public:
  ExternalTarget(pg::Connection& connection, const profile::Profile& profile, const profile::Access& access)
      : Target(connection, profile), access_(access) {}

  const profile::Profile* asked_as() const override { return &profile_; }

  bool may_cancel() const override {
    const auto offer = access_.offers.find(profile::Verb::fail);
    return offer != access_.offers.end() && offer->second.is_offered();
  }

  Decision decide(const TakenRow& row, const Wish& wish, Asked asked) const override {
    WriteRequest request = wish.request;
    request.owned_fence = row.owned_fence;
    RowDecision decided = reconcile::decided(profile_, access_, row.seen, std::move(request), wish.verb, asked);
    Decision decision{.kind = decided.kind, .request = std::move(decided.request), .next_try_in = wish.next_try_in};
    if (decided.kind == Kind::write) {
      decision.verb = decision.request.verb;
      if (decision.request.reason.empty()) decision.request.reason = asked.verdict.why;
    }
    decision.asked = wish.verb || decided.kind == Kind::write ? std::move(asked) : for_case(decided, std::move(asked));
    decision.why = std::move(decided.why);
    return decision;
  }

  Decision handed_back(Decision decision, const std::string&) const override {
    decision.is_handed_back = true;
    return decision;
  }

  Decision unwritable(const TakenRow&, const Decision& decision, const Error& error, bool enough) const override {
    Decision filed = decision;
    filed.kind = Kind::nothing_follows;
    filed.asked = unwritten_answer(decision, error, enough);
    if (filed.request.reason == decision.asked.verdict.why) filed.request.reason.clear();
    return filed;
  }

  Result<void> let_go(const TakenRow& row, const std::string& why_closed, Duration next_try_in) override {
    if (!row.owned_fence) return {};
    return reconcile::let_go(connection_, profile_, row.seen.row_key_json, *row.owned_fence, why_closed, next_try_in);
  }

  Result<std::vector<RowOutcome>> write(const std::vector<Order>& orders, const audit::Actor& actor, const WriteOptions& options) override {
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
      outcomes[i] = outcome ? std::move(*outcome) : RowOutcome{.kind = RowOutcome::Kind::failed, .error = outcome.error()};
    }
    return outcomes;
  }

 private:
  Result<RowOutcome> write_one(const Order& order, const audit::Actor& actor, const std::string& ticket, const Within& within) {
    const Decision& decision = *order.decision;
    const SeenRow& seen = order.row->seen;
    if (decision.is_handed_back) return RowOutcome{.kind = RowOutcome::Kind::unwritten};
    if (decision.kind != Kind::write) {
      auto kept = keep_case(connection_, profile_, access_, seen, decision.asked, decision.request.reason, ticket, decision.next_try_in,
                            actor, within, order.row->owned_fence);
      if (!kept) return fail(kept.error());
      if (auto* changed = std::get_if<Changed>(&*kept))
        return RowOutcome{.kind = RowOutcome::Kind::changed, .now = std::move(changed->now)};
      return RowOutcome{.kind = RowOutcome::Kind::filed, .audit_id = std::get<CaseKept>(*kept).audit_id};
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
    if (auto* held = std::get_if<Held>(&*written)) return RowOutcome{.kind = RowOutcome::Kind::held, .now = std::move(held->now)};
    auto& withheld = std::get<Withheld>(*written);
    RowOutcome outcome{.kind = RowOutcome::Kind::withheld, .now = std::move(withheld.now)};
    outcome.error.what = std::move(withheld.why);
    return outcome;
  }

  const profile::Access& access_;
};

}  // namespace

std::unique_ptr<Target> external_target(pg::Connection& connection, const profile::Profile& profile, const profile::Access& access) {
  return std::make_unique<ExternalTarget>(connection, profile, access);
}

}  // namespace onceover::reconcile
