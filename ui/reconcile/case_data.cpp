#include "ui/reconcile/case_data.h"

namespace onceover::reconcile {
namespace {

// What a person waits for with a phone in the hand.
constexpr std::chrono::seconds askWithin(20);

}  // namespace

Result<std::optional<CaseData>> readCase(bridge::Reader& reader, const key::Identity& id) {
  auto detail = reader.browser().detail(id);
  if (!detail) return fail(detail.error());
  if (!*detail) return std::optional<CaseData>();
  CaseData data{std::move(**detail), {}, {}, {}, {}, {}};
  data.sql = data.detail.sql;
  auto why = reader.browser().why(id, std::nullopt);
  if (!why) return fail(why.error());
  data.why = std::move(*why);
  // The rest is help: where rights are missing, the key itself is still shown.
  if (auto lock = reader.browser().who_locks(id)) {
    data.lock = std::move(*lock);
  } else {
    data.lock.words = "Cannot tell: " + lock.error().what;
  }
  if (!profile::is_own(reader.profile())) return std::optional(std::move(data));  // its rows have no trail here
  if (auto trail = audit::page(reader.connection(), {.id = id})) {
    data.trail = std::move(trail->records);
    data.sql += ";\n\n" + trail->sql;
  } else {
    data.trailProblem = trail.error().what;
  }
  return std::optional(std::move(data));
}

Result<AskedCase> askCase(bridge::Reader& reader, const key::Identity& id) {
  gateway::Gateway* gateway = reader.gateway();
  if (gateway == nullptr) {
    return fail(ErrorKind::unsupported, "No gateway is configured for this connection.", "Nobody was asked.",
                "Name a gateway's configuration in the connection.");
  }
  auto detail = reader.browser().detail(id);
  if (!detail) return fail(detail.error());
  if (!*detail) return fail(ErrorKind::invalid_input, "There is no such key any more.", "Nobody was asked.", "It was reaped, or deleted.");
  AskedCase out{std::move((*detail)->row), {}, (*detail)->as_of};
  out.asked = ask(*gateway, {out.row}, out.asOf, {.deadline = Steady::now() + askWithin}).front();
  return out;
}

}  // namespace onceover::reconcile
