// SPDX-License-Identifier: Apache-2.0
// A refund under an idempotency key, sent twice, with its event in the outbox and the same event received
// twice. Usage: refund CONNINFO. The store needs the schema: oncectl schema install.
#include <fmt/format.h>

#include "core/http/headers.h"
#include "core/inbox/inbox.h"
#include "core/outbox/outbox.h"
#include "core/schema/schema.h"
#include "core/serve/serve.h"

namespace oo = onceover;

namespace {

void refund(oo::pg::Connection& store, const std::string& conninfo, const std::string& key) {
  const oo::serve::Operation refunds{.name = "POST /refunds"};
  const oo::serve::Request request{
      "shop-1", {{"Idempotency-Key", key}}, R"({"amount":"12.50","currency":"EUR"})", {}};
  oo::outbox::Event event{
      .topic = "refunds", .aggregate_id = key, .type = "refund.made", .payload = request.body};
  oo::serve::Server server({.store = {.conninfo = conninfo}, .owner = "refunds-1"});
  for (int time = 0; time < 2; ++time) {
    const auto answer = server.serve(refunds, request, [&](const oo::serve::Work&) -> oo::serve::Handled {
      // The effect at the gateway happens here (call::Caller). Its answer and the event commit together.
      return oo::serve::Answered{{201, {}, request.body}, {oo::outbox::enqueue_statement(event).value()}};
    });
    for (const auto status : oo::http::values_of(answer.headers, oo::http::idempotency_status_header))
      fmt::print("{} {}\n", status, answer.status);
  }
  oo::inbox::Inbox inbox(store, "mailer");
  for (int time = 0; time < 2; ++time)
    fmt::print("received: {}\n",
               word(inbox.run_known({.source = "refunds", .id = event.id, .fingerprint = "1"}, {}).value()));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: refund CONNINFO\n");
    return 2;
  }
  const auto done = oo::as_result([&] {
    auto store = oo::pg::Connection::open({.conninfo = argv[1]}).value();
    require(oo::schema::require_writable(store));
    refund(store, argv[1], "refund-" + oo::new_uuid());
  });
  if (!done) fmt::print(stderr, "refund: {}\n", done.error().sentence());
  return done ? 0 : 1;
}
