// A refund under an idempotency key, from claim to replay, with its event in the outbox and the same event received twice.
// Usage: refund CONNINFO. The store needs the schema: oncectl schema install.
#include <fmt/format.h>

#include "core/engine/engine.h"
#include "core/inbox/inbox.h"
#include "core/key/fingerprint.h"
#include "core/key/identity.h"
#include "core/outbox/outbox.h"
#include "core/pg/transaction.h"
#include "core/schema/schema.h"

namespace oo = onceover;

namespace {

oo::Result<void> refund(oo::pg::Connection& store, const std::string& key) {
  const std::string body = R"({"amount":"12.50","currency":"EUR"})";
  const oo::engine::OperationPolicy policy{};
  const oo::engine::Request request{
      oo::key::make_identity("shop-1", policy.operation, key).value(), oo::key::fingerprint(body), "refunds-1", key, {}};
  oo::engine::Engine engine(store, nullptr);

  auto outcome = engine.claim(request, policy).value();
  const auto* claim = std::get_if<oo::engine::Claim>(&outcome);
  if (!claim) return oo::fail(oo::ErrorKind::internal, "The key is not new.");
  fmt::print("claimed under fence {}\n", claim->fence);

  // The effect at the gateway happens here. Its answer and the event commit together.
  oo::outbox::Event event{.topic = "refunds", .aggregate_id = key, .type = "refund.made", .payload = body};
  const std::vector<oo::pg::Statement> business{oo::outbox::enqueue_statement(event).value()};
  const auto done = engine.finish_within(*claim, oo::key::State::succeeded, {1, 201, {}, body}, business).value();
  if (!std::holds_alternative<oo::engine::Done>(done)) return oo::fail(oo::ErrorKind::internal, "The claim was lost.");
  fmt::print("finished, with event {}\n", event.id);

  outcome = engine.claim(request, policy).value();
  const auto* replay = std::get_if<oo::engine::Replay>(&outcome);
  if (!replay || replay->response.body != body)
    return oo::fail(oo::ErrorKind::internal, "The second request was not answered by a replay.");
  fmt::print("replayed {}\n", replay->response.code);

  oo::inbox::Inbox inbox(store, "mailer");
  for (int time = 0; time < 2; ++time)
    fmt::print("received: {}\n", word(inbox.run_known({.source = "refunds", .id = event.id, .fingerprint = "1"}, {}).value()));
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: refund CONNINFO\n");
    return 2;
  }
  const auto done = oo::as_result([&]() -> oo::Result<void> {
    auto store = oo::pg::Connection::open({.conninfo = argv[1]}).value();
    require(oo::schema::require_writable(store));
    return refund(store, "refund-" + oo::new_uuid());
  });
  if (!done) fmt::print(stderr, "refund: {}\n", done.error().sentence());
  return done ? 0 : 1;
}
