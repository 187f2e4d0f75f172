#include "core/reconcile/row_flow.h"

#include <fmt/format.h>

#include "core/reconcile/settle_flow.h"

namespace onceover::reconcile {
namespace {

using Kind = RowDecision::Kind;

bool is_open(VerdictKind kind) { return kind == VerdictKind::unresolved || kind == VerdictKind::needs_human; }

Error refusal(ErrorKind kind, std::string what, std::string next = {}) {
  return {kind, std::move(what), "Nothing was written.", std::move(next), {}, {}};
}

bool asks(const profile::Profile& p, const SeenRow& seen, const RowFlow& flow) {
  if (flow.confirmed) return true;
  return flow.gateway != nullptr && p.kind == profile::Kind::idempotency && says_of_effect(p, flow.request.verb) &&
         can_be_asked(*flow.gateway, seen.row, &p);
}

// By the person's word alone.
RowDecision unasked(const profile::Profile& p, WriteRequest request) {
  if (auto lacks = missing_word(p, request)) {
    return {Kind::nothing_follows, std::move(request),
            refusal(ErrorKind::invalid_input, std::move(*lacks), "Give a ticket and what shows it, or ask a gateway that can be asked.")};
  }
  const auto write = p.writes.find(request.verb);
  if (auto missing = write == p.writes.end() ? std::nullopt : profile::missing_value(request.verb, write->second, request.values))
    return {Kind::lacks_a_value, std::move(request), refusal(ErrorKind::invalid_input, std::move(*missing))};
  return {Kind::write, std::move(request)};
}

}  // namespace

RowDecision decided(const profile::Profile& p, const profile::Access& access, const SeenRow& seen, WriteRequest request,
                    std::optional<profile::Verb> verb, const Asked& asked) {
  const auto shown = verb ? verb : verb_for(asked.verdict.kind);
  if (!shown) return {Kind::nothing_follows, std::move(request), refusal(ErrorKind::unsupported, asked.verdict.why)};
  request.verb = *shown;
  // One that was wanted was looked at before anybody was asked.
  if (auto why = verb ? std::nullopt : why_not_written(p, access, seen, *shown))
    return {Kind::not_for_this_row, std::move(request), refusal(ErrorKind::unsupported, std::move(*why))};
  auto weight = weighed(p, request, asked);
  if (!weight) return {is_open(asked.verdict.kind) ? Kind::nothing_follows : Kind::not_shown, std::move(request), weight.error()};
  if (auto missing = profile::missing_value(*shown, p.writes.at(*shown), weight->values))
    return {Kind::lacks_a_value, std::move(request), refusal(ErrorKind::invalid_input, std::move(*missing))};
  return {Kind::write, std::move(*weight)};
}

Asked for_case(const RowDecision& decision, Asked asked) {
  if (decision.kind == Kind::nothing_follows) return asked;
  Verdict& verdict = asked.verdict;
  // The response alone is missing, as of a key of our own.
  const bool lacks_response = decision.kind == Kind::lacks_a_value && verdict.kind == VerdictKind::done_needs_response;
  if (decision.kind == Kind::not_shown) {
    verdict.why = decision.why.what;
  } else {
    verdict.why = fmt::format("{} It is not written by itself: {}", verdict.why, decision.why.what);
  }
  if (!lacks_response) verdict.kind = VerdictKind::needs_human;
  return asked;
}

RowWeighed ask_and_decide(const profile::Profile& p, const profile::Access& access, const SeenRow& seen, const RowFlow& flow) {
  if (!asks(p, seen, flow)) return {{}, unasked(p, flow.request)};
  if (flow.gateway == nullptr) {
    return {{}, {Kind::not_shown, flow.request, refusal(ErrorKind::unsupported, "No gateway is configured.")}};
  }
  AskOptions options = flow.ask;
  options.profile = &p;
  Asked asked = ask(*flow.gateway, {seen.row}, seen.as_of, options).front();
  if (flow.confirmed && !same_effect(asked.verdict, *flow.confirmed)) {
    const Kind kind = is_open(asked.verdict.kind) ? Kind::nothing_follows : Kind::not_shown;
    Error why = refusal(ErrorKind::unsupported, "The gateway says something else now: " + asked.verdict.why,
                        "Ask it again, and look at its answer.");
    return {std::move(asked), {kind, flow.request, std::move(why)}};
  }
  RowDecision decision = decided(p, access, seen, flow.request, flow.request.verb, asked);
  return {std::move(asked), std::move(decision)};
}

Result<RowFlowOutcome> settle_row(pg::Connection& connection, const profile::Profile& p, const profile::Access& access, const SeenRow& seen,
                                  const RowFlow& flow, const audit::Actor& actor, RowWeighed* told) {
  RowWeighed weighed = ask_and_decide(p, access, seen, flow);
  if (told != nullptr) *told = weighed;
  const RowDecision& decision = weighed.decision;
  if (decision.kind == Kind::write) {
    auto written = write(connection, p, access, seen, decision.request, actor);
    if (!written) return fail(written.error());
    return std::visit([](auto&& outcome) { return RowFlowOutcome(std::forward<decltype(outcome)>(outcome)); }, std::move(*written));
  }
  if (decision.kind != Kind::nothing_follows || !weighed.asked || !weighed.asked->evidence.was_asked) return fail(decision.why);
  auto kept = keep_case(connection, p, access, seen, *weighed.asked, flow.request.reason, flow.request.ticket, flow.next_try_in, actor);
  if (!kept) {
    Error error = decision.why;
    error.detail = "The answer could not be put on file: " + kept.error().what;
    return fail(std::move(error));
  }
  if (auto* changed = std::get_if<Changed>(&*kept)) return RowFlowOutcome(std::move(*changed));
  return RowFlowOutcome(RowOnFile{*std::move(weighed.asked), std::get<CaseKept>(std::move(*kept)), decision.why});
}

}  // namespace onceover::reconcile
