// SPDX-License-Identifier: Apache-2.0
// The events of *Try it*: its broker, relay and consumer, a poison event on demand, and the comparison at the
// end.
#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <set>
#include <tuple>

#include "app/try/child_main.h"
#include "app/try/messengers.h"
#include "app/try/refund_service.h"
#include "app/try/shop.h"
#include "app/try/try_store.h"
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/kafka/client.h"
#include "core/key/identity.h"
#include "core/outbox/operate.h"
#include "core/pg/connection.h"
#include "core/pg/transaction.h"

namespace onceover::try_it {
namespace {

constexpr Duration broker_within = std::chrono::seconds(5);
constexpr Duration between_looks = std::chrono::milliseconds(150);
constexpr Duration read_within = std::chrono::seconds(20);
constexpr int tries_to_pay = 20;
// Without the history, which is in no total: its owners carry neither an engine's word ("#…") nor a person's
// or sweeper's ("@…").
constexpr const char* paid_keys =
    "SELECT k.tenant, k.operation, k.key,   CASE k.operation WHEN 'POST /refunds' THEN -1 ELSE 1 END * "
    "pg_catalog.round(k.amount * 100)::bigint, k.currency FROM onceover.keys k WHERE k.state = 'succeeded' "
    "AND k.operation IN ('POST /payments', 'POST /refunds') AND k.owner ~ '[#@]'";

// Each succeeded key has its event, and each event has been handled or is dead.
constexpr const char* is_all_handled =
    "SELECT NOT EXISTS (SELECT FROM onceover.keys k     WHERE k.state = 'succeeded' AND k.operation IN "
    "('POST /payments', 'POST /refunds') AND k.owner ~ '[#@]'       AND NOT EXISTS (SELECT FROM "
    "onceover.outbox o WHERE o.correlation_id = k.key))   AND NOT EXISTS (SELECT FROM onceover.outbox o "
    "WHERE NOT EXISTS ("
    "    SELECT FROM onceover.inbox i WHERE i.event_id = o.id::text AND i.source = $1::text AND i.consumer = "
    "$2::text AND i.state <> 'in_progress'))";

constexpr const char* dead_events =
    "SELECT i.event_id, coalesce(o.payload, ''), coalesce(i.last_error, '') FROM onceover.inbox i LEFT JOIN "
    "onceover.outbox o ON o.id::text = i.event_id WHERE i.consumer = $1::text AND i.state IN ('dead', "
    "'discarded') ORDER BY i.dead_at";

bool is_outbox_drained(pg::Connection& connection) {
  const std::vector<outbox::RelayView> relays = outbox::relays(connection).value();
  const auto ours = std::ranges::find(relays, relay_name, &outbox::RelayView::name);
  return ours != relays.end() && ours->lag == 0 && ours->is_lag_exact && ours->parked == 0;
}

}  // namespace

void TryStore::start_broker(const std::string& program) {
  std::string why_not;
  if (!options_.events) {
    why_not = "Events were not asked for.";
  } else if (!kafka::is_built_in()) {
    why_not = kafka::not_built_in("").what;
  } else {
    std::vector<std::string> argv{program, worker_flag, broker_role, fmt::format("--seed={}", options_.seed)};
    if (options_.chaos) argv.emplace_back("--faults");
    // Not started again: its messages are gone with it.
    const auto started = keeper_->start({broker_name, std::move(argv), false}, broker_within);
    if (started) {
      broker_ = *started;
      return;
    }
    why_not = started.error().what;
  }
  locked([&] { no_events_ = why_not; });
  if (!options_.events) return;
  note("No events are carried. " + why_not);
  progress("No events are carried. " + why_not);
}

void TryStore::start_messengers(const std::string& program) {
  if (!broker_) return;
  const auto argv = [&](const char* role, const char* name) {
    return std::vector<std::string>{program,
                                    worker_flag,
                                    role,
                                    fmt::format("--name={}", name),
                                    "--conninfo=" + server_->conninfo(),
                                    fmt::format("--broker-port={}", broker_->port)};
  };
  relay_ = keeper_->start({"the relay", argv(relay_role, "relay"), true}).value().child;
  consumer_ =
      keeper_->start({"the consumer", argv(consumer_role, bookings_consumer), true, next_consumer_after})
          .value()
          .child;
}

std::string TryStore::broker_address() const {
  return broker_ ? fmt::format("127.0.0.1:{}", broker_->port) : std::string();
}

std::string TryStore::no_events() const {
  return locked([&] { return no_events_; });
}

Deliveries TryStore::deliveries() const {
  return locked([&] { return deliveries_; });
}

void TryStore::kill(Messenger who) {
  if (broker_) keeper_->signal(who == Messenger::relay ? relay_ : consumer_, SIGKILL);
}

void TryStore::crash(Messenger who) {
  if (broker_) keeper_->send_line(who == Messenger::relay ? relay_ : consumer_, "crash on");
}

void TryStore::lose_acknowledgements(int requests) {
  if (broker_) keeper_->send_line(broker_->child, fmt::format("lose {}", requests));
}

Result<key::Identity> TryStore::make_poison(const std::string& customer) {
  if (!broker_) return fail(ErrorKind::unsupported, no_events(), "No poison event was made.");
  HttpReply reply;
  for (int attempt = 0; attempt < tries_to_pay; ++attempt) {
    const std::uint64_t number = locked([&] { return random_.below(1ULL << 40); });
    // A new key each time: one that a worker died of is settled later, and is poison too.
    key::Identity id{default_tenant, std::string(payments_operation),
                     fmt::format("{}{:010x}", poison_prefix, number)};
    // no fault of the live traffic
    gateway_->script(key::downstream_key(id, effect_of(id.operation)), Fault::none);
    reply = post("/payments", id.key,
                 fmt::format(R"({{"amount":1300,"currency":"EUR","customer":"{}","reference":"order-13"}})",
                             customer));
    if (reply.status == 201) return id;
    if (!wait(between_looks)) break;
  }
  return fail(ErrorKind::internal, fmt::format("The poison payment was not made: HTTP {}.", reply.status),
              "No poison event was made.");
}

Result<void> TryStore::wait_for_dead_letter(const key::Identity& poison, Duration within) {
  return as_result([&] {
    auto connection =
        pg::Connection::open({.conninfo = conninfo(), .application_name = "onceover try"}).value();
    for (const Deadline until = Steady::now() + within;;) {
      const pg::Rows dead =
          connection
              .exec(
                  "SELECT FROM onceover.outbox o JOIN onceover.inbox i ON i.event_id = o.id::text WHERE "
                  "o.correlation_id = $1::text AND i.state = 'dead'",
                  pg::params(poison.key))
              .value();
      if (!dead.empty()) return;
      if (Steady::now() >= until || !wait(between_looks))
        raise(ErrorKind::timeout, fmt::format("The event of {} is no dead letter yet.", poison.key));
    }
  });
}

// In one snapshot, so that nothing is finished between two of its reads.
Comparison TryStore::read_both_sides(pg::Transaction& snapshot) {
  const auto paid_rows = snapshot.exec(paid_keys).value();
  const auto paid = paid_rows.map([&](int row) {
    Paid one;
    paid_rows.read(row, 0, one.id.tenant, one.id.operation, one.id.key, one.amount, one.currency);
    const std::string downstream = key::downstream_key(one.id, effect_of(one.id.operation));
    one.effects = effects(downstream);
    if (const auto record = gateway_->ledger().look_up(downstream))
      one.charged = record->request.amount;
    return one;
  });
  const auto booked_rows =
      snapshot.exec("SELECT tenant, operation, key, amount, currency FROM shop.bookings").value();
  const auto booked = booked_rows.map([&](int row) {
    Booked one;
    booked_rows.read(row, 0, one.id.tenant, one.id.operation, one.id.key, one.amount, one.currency);
    return one;
  });
  const auto dead_rows = snapshot.exec(dead_events, pg::params(bookings_consumer)).value();
  return try_it::compare(paid, booked, dead_rows.map([&](int row) {
    return DeadEvent{dead_rows.text(row, 0), announced_by(dead_rows.view(row, 1)), dead_rows.text(row, 2)};
  }));
}

Result<Comparison> TryStore::compare(Duration within) {
  return as_result([&] {
    auto connection =
        pg::Connection::open(
            {.conninfo = conninfo(), .application_name = "onceover try", .deadline = read_within})
            .value();
    const pg::TransactionOptions one_snapshot{
        .read_only = true, .statement_timeout = read_within, .one_snapshot = true};
    for (const Deadline until = Steady::now() + within;;) {
      if (Comparison none; !(none.no_events = no_events()).empty()) return none;
      const bool is_published = is_outbox_drained(connection);
      auto snapshot = pg::Transaction::begin(connection, one_snapshot).value();
      const bool is_caught_up =
          is_published &&
          snapshot.exec(is_all_handled, pg::params(bookings_topic, bookings_consumer)).value().boolean(0, 0);
      if (is_caught_up || Steady::now() >= until || !wait(between_looks)) {
        Comparison comparison = read_both_sides(snapshot);
        comparison.is_caught_up = is_caught_up;
        const Deliveries delivered = deliveries();
        comparison.deliveries = delivered.received;
        comparison.repeats = delivered.repeats;
        return comparison;
      }
    }
  });
}

namespace {

using Name = std::tuple<std::string, std::string, std::string>;
Name name_of(const key::Identity& id) { return {id.tenant, id.operation, id.key}; }

std::string plural(std::int64_t n, const char* one, const char* many) {
  return fmt::format("{} {}", n, n == 1 ? one : many);
}

}  // namespace

Comparison compare(const std::vector<Paid>& paid, const std::vector<Booked>& booked,
                   std::vector<DeadEvent> dead) {
  Comparison out;
  out.paid = static_cast<std::int64_t>(paid.size());
  out.bookings = static_cast<std::int64_t>(booked.size());
  std::map<Name, std::vector<const Booked*>> by_key;
  for (const Booked& one : booked) {
    by_key[name_of(one.id)].push_back(&one);
    out.booked_sums[one.currency] += one.amount;
  }
  std::set<Name> dead_keys;
  for (const DeadEvent& one : dead) {
    if (one.id) dead_keys.insert(name_of(*one.id));
  }
  std::set<Name> paid_keys;
  for (const Paid& one : paid) {
    const Name name = name_of(one.id);
    paid_keys.insert(name);
    if (one.effects != 1 || !one.charged || *one.charged != std::abs(one.amount)) ++out.not_charged_alike;
    const auto bookings = by_key.find(name);
    const bool is_booked = bookings != by_key.end();
    if (dead_keys.contains(name)) {
      if (is_booked) ++out.dead_and_booked;
      continue;
    }
    out.paid_sums[one.currency] += one.amount;
    if (!is_booked) {
      ++out.missing;
      continue;
    }
    const Booked& first = *bookings->second.front();
    if (bookings->second.size() > 1) ++out.booked_twice;
    if (first.amount != one.amount || first.currency != one.currency) ++out.other_amount;
  }
  for (const auto& [name, bookings] : by_key) {
    if (!paid_keys.contains(name)) ++out.unexplained;
  }
  out.dead = std::move(dead);
  return out;
}

std::vector<std::string> in_words(const Comparison& c) {
  if (!c.no_events.empty()) return {"No events were carried. " + c.no_events};
  std::vector<std::string> lines;
  if (!c.is_caught_up)
    lines.push_back("Some events were still on their way: the numbers below are of that moment.");
  lines.push_back(fmt::format("{}, {}, {}", plural(c.paid, "payment or refund", "payments and refunds"),
                              plural(c.bookings, "booking", "bookings"),
                              plural(c.differences(), "difference", "differences")));
  const std::pair<std::int64_t, const char*> differences[] = {
      {c.missing, "paid and not booked"},
      {c.unexplained, "booked and not paid"},
      {c.other_amount, "booked with another amount"},
      {c.not_charged_alike, "not once in the gateway's ledger with this amount"},
      {c.dead_and_booked, "dead and booked all the same"}};
  for (const auto& [n, words] : differences) {
    if (n > 0) lines.push_back(fmt::format("{} {}", n, words));
  }
  if (c.paid_sums != c.booked_sums) lines.push_back("the sums of the currencies differ");
  lines.push_back(fmt::format("{}, of which {} repeated an event; {} booked twice",
                              plural(c.deliveries, "delivery", "deliveries"), c.repeats, c.booked_twice));
  lines.push_back(fmt::format("{} without a booking", plural(static_cast<std::int64_t>(c.dead.size()),
                                                             "dead letter", "dead letters")));
  for (const DeadEvent& one : c.dead) {
    lines.push_back(fmt::format(
        "  event {} of {}: {}", visible(one.event),
        one.id ? fmt::format("{} {}", visible(one.id->operation), visible(one.id->key)) : "an unknown key",
        elided(visible(one.error), 120)));
  }
  return lines;
}

}  // namespace onceover::try_it
