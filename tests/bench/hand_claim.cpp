// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/hand_claim.h"

#include <fmt/format.h>

#include "core/key/replay_headers.h"

namespace onceover::bench {
namespace {

constexpr const char* rival_wait_ms = "200";
constexpr std::int64_t lease_s = 30, window_s = 72 * 3600;

// A namespace of their own: short names.
namespace by_hand {

constexpr const char* prelude_lease =
    "SELECT concat(set_config('synchronous_commit', 'on', true), set_config('lock_timeout', $1, true))";
constexpr const char* prelude_within =
    "SELECT set_config('onceover.lock_timeout', current_setting('lock_timeout'), true), "
    "set_config('lock_timeout', $1, true), set_config('onceover.claim', '', true), "
    "current_setting('transaction_isolation')";
constexpr const char* prelude_known =
    "SELECT concat(set_config('onceover.lock_timeout', current_setting('lock_timeout'), true), "
    "set_config('lock_timeout', $1, true), set_config('onceover.claim', '', true))";
constexpr const char* postlude_within =
    "SELECT set_config('lock_timeout', current_setting('onceover.lock_timeout'), true)";
constexpr const char* claim_clear = "SELECT set_config('onceover.claim', '', true)";
constexpr const char* insert_open =
    "INSERT INTO onceover.keys AS k (tenant, operation, key, state, fingerprint_kind, fingerprint, fence, "
    "owner, locked_until, retention_s, correlation_id, customer, amount, currency, reference) SELECT "
    "$1::text, $2::text, $3::text, 'in_progress', $4, $5::bytea, nextval('onceover.fence'), $6, "
    "clock_timestamp() + make_interval(secs => $7::int8), $8::int8, $9, $10, $11::numeric, $12, $13 WHERE "
    "NOT EXISTS (SELECT FROM onceover.keys x WHERE x.tenant = $1::text AND x.operation = $2::text AND x.key "
    "= $3::text) ON CONFLICT DO NOTHING RETURNING k.fence, k.locked_until, clock_timestamp(), k.created_at, "
    "set_config('onceover.claim', k.fence::text, true)";
constexpr const char* insert_final =
    "INSERT INTO onceover.keys AS k (tenant, operation, key, state, fingerprint_kind, fingerprint, fence, "
    "owner, retention_s, correlation_id, customer, amount, currency, reference, response_version, "
    "response_code, response_headers, response_body, completed_at, expires_at) SELECT $1::text, $2::text, "
    "$3::text, 'succeeded', $4, $5::bytea, nextval('onceover.fence'), $6, $7::int8, $8, $9, $10::numeric, "
    "$11, $12, $13::int8, $14::int8, $15::bytea, $16::bytea, clock_timestamp(), clock_timestamp() + "
    "make_interval(secs => $7::int8) WHERE NOT EXISTS (SELECT FROM onceover.keys x WHERE x.tenant = $1::text "
    "AND x.operation = $2::text AND x.key = $3::text) ON CONFLICT DO NOTHING RETURNING k.fence, "
    "set_config('onceover.claim', k.fence::text, true)";
constexpr const char* require =
    "SELECT onceover.require_claim() WHERE coalesce(current_setting('onceover.claim', true), '') = '' OR "
    "current_setting('transaction_isolation') <> 'read committed'";
// With the session's lock_timeout put back before the business statements.
constexpr const char* require_and_put_back =
    "SELECT onceover.require_claim() FROM (SELECT set_config('lock_timeout', "
    "current_setting('onceover.lock_timeout'), true) AS put_back) p WHERE p.put_back IS NULL OR "
    "coalesce(current_setting('onceover.claim', true), '') = '' OR current_setting('transaction_isolation') "
    "<> 'read committed'";
constexpr const char* finish =
    "UPDATE onceover.keys k SET state = 'succeeded', response_version = $5::int8, response_code = $6::int8, "
    "response_headers = $7::bytea, response_body = $8::bytea, locked_until = NULL, completed_at = "
    "clock_timestamp(), updated_at = clock_timestamp(), expires_at = clock_timestamp() + make_interval(secs "
    "=> k.retention_s) WHERE tenant = $1 AND operation = $2 AND key = $3 AND fence = $4::int8 AND state = "
    "'in_progress' AND holder = 'executor' RETURNING k.completed_at, set_config('onceover.claim', "
    "k.fence::text, true)";
constexpr const char* business =
    "INSERT INTO shop.payments (key, amount, currency) VALUES ($1, $2::int8, 'EUR')";

}  // namespace by_hand

void add_request(Values& values, const engine::Request& request, std::string_view owner) {
  values.text(request.id.tenant)
      .text(request.id.operation)
      .text(request.id.key)
      .text("jcs-sha256")
      .bytes(digest_of(request));
  values.text(owner.data());
}

void add_subject(Values& values, const engine::Request& request) {
  values.text(request.correlation_id).text(*request.subject.customer).text(*request.subject.amount);
  values.text(*request.subject.currency).text(*request.subject.reference);
}

bool is_read_committed(const HandResult& prelude) { return bytes_at(prelude, 3) == "read committed"; }

}  // namespace

ClaimByHand::ClaimByHand(const std::string& conninfo)
    : hand_(conninfo), headers_(key::encode_headers({{"Content-Type", "application/json"}})) {}

std::string ClaimByHand::owner_word() { return fmt::format("bench#{:08x}", ++owners_); }

void ClaimByHand::send_insert(const engine::Request& request, std::string_view owner) {
  Values values;
  add_request(values, request, owner);
  values.integer(lease_s).integer(window_s);
  add_subject(values, request);
  hand_.send("claim", values);
}

void ClaimByHand::send_finish(const engine::Request& request, std::int64_t fence) {
  Values values;
  values.text(request.id.tenant).text(request.id.operation).text(request.id.key).integer(fence);
  values.integer(key::response_version).integer(201).bytes(headers_).bytes(answer_body);
  hand_.send("finish", values);
}

void ClaimByHand::send_business(const engine::Request& request) {
  Values values;
  values.text(request.id.key).integer(1000);
  hand_.send("business", values);
}

KnownByHand::KnownByHand(const std::string& conninfo) : ClaimByHand(conninfo) {
  hand_.prepare("prelude", by_hand::prelude_known);
  hand_.prepare("claim", by_hand::insert_final);
  hand_.prepare("require", by_hand::require_and_put_back);
  hand_.prepare("business", by_hand::business);
}

bool KnownByHand::run(std::int64_t number) {
  const auto request = request_of(number);
  const std::string owner = owner_word();
  Values wait, claim, none;
  wait.text(rival_wait_ms);
  add_request(claim, request, owner);
  claim.integer(window_s);
  add_subject(claim, request);
  claim.integer(key::response_version).integer(201).bytes(headers_).bytes(answer_body);
  hand_.send("prelude", wait);
  hand_.send("claim", claim);
  hand_.send("require", none);
  send_business(request);
  hand_.sync();
  (void)hand_.take();
  const HandResult inserted = hand_.take();
  for (int rest = 0; rest < 2; ++rest) (void)hand_.take();  // throws where the key was claimed already
  hand_.end();
  return PQntuples(inserted.get()) == 1 && integer_at(inserted, 0) > 0;
}

InteractiveByHand::InteractiveByHand(const std::string& conninfo) : ClaimByHand(conninfo) {
  hand_.prepare("begin", "BEGIN ISOLATION LEVEL READ COMMITTED");
  hand_.prepare("prelude", by_hand::prelude_within);
  hand_.prepare("claim", by_hand::insert_open);
  hand_.prepare("postlude", by_hand::postlude_within);
  hand_.prepare("clear", by_hand::claim_clear);
  hand_.prepare("finish", by_hand::finish);
  hand_.prepare("require", by_hand::require);
  hand_.prepare("business", by_hand::business);
  hand_.prepare("commit", "COMMIT");
}

bool InteractiveByHand::run(std::int64_t number) {
  const auto request = request_of(number);
  const std::string owner = owner_word();
  Values wait, none;
  wait.text(rival_wait_ms);
  hand_.send("begin", none);
  hand_.send("prelude", wait);
  send_insert(request, owner);
  hand_.send("postlude", none);
  hand_.sync();
  (void)hand_.take();
  const HandResult prelude = hand_.take(), inserted = hand_.take();
  (void)hand_.take();
  hand_.end();
  if (!is_read_committed(prelude) || PQntuples(inserted.get()) != 1) return false;
  hand_.send("clear", none);
  send_finish(request, integer_at(inserted, 0));
  hand_.send("require", none);
  send_business(request);
  hand_.send("commit", none);
  hand_.sync();
  (void)hand_.take();
  const HandResult finished = hand_.take();
  (void)hand_.take();
  (void)hand_.take();
  const HandResult committed = hand_.take();
  hand_.end();
  return PQntuples(finished.get()) == 1 && std::string_view(PQcmdStatus(committed.get())) == "COMMIT";
}

LeaseByHand::LeaseByHand(const std::string& conninfo) : ClaimByHand(conninfo) {
  hand_.prepare("prelude", by_hand::prelude_lease);
  hand_.prepare("claim", by_hand::insert_open);
  hand_.prepare("finish", by_hand::finish);
}

bool LeaseByHand::run(std::int64_t number) {
  const auto request = request_of(number);
  const std::string owner = owner_word();
  Values wait;
  wait.text(rival_wait_ms);
  hand_.send("prelude", wait);
  send_insert(request, owner);
  hand_.sync();
  (void)hand_.take();
  const HandResult inserted = hand_.take();
  hand_.end();
  if (PQntuples(inserted.get()) != 1) return false;  // then it would read what was in the way
  // A lease that a wait has eaten into would have to be extended: here none is waited for.
  if (integer_at(inserted, 1) - integer_at(inserted, 2) < lease_s * 900'000) return false;
  hand_.send("prelude", wait);
  send_finish(request, integer_at(inserted, 0));
  hand_.sync();
  (void)hand_.take();
  const HandResult finished = hand_.take();
  hand_.end();
  return PQntuples(finished.get()) == 1;
}

namespace minimal {

constexpr const char* table =
    "CREATE SCHEMA minimal; CREATE SEQUENCE minimal.fence; CREATE TABLE minimal.keys (tenant text NOT NULL, "
    "operation text NOT NULL, key text NOT NULL, fingerprint bytea NOT NULL, state text NOT NULL, fence "
    "bigint NOT NULL, owner text, locked_until timestamptz, created_at timestamptz NOT NULL DEFAULT now(), "
    "expires_at timestamptz, response_code int, response_headers bytea, response_body bytea, PRIMARY KEY "
    "(key, operation, tenant)) WITH (fillfactor = 80); CREATE INDEX ON minimal.keys (created_at)";
constexpr const char* insert =
    "INSERT INTO minimal.keys (tenant, operation, key, fingerprint, state, fence, owner, locked_until) "
    "VALUES ($1, $2, $3, $4, 'in_progress', nextval('minimal.fence'), $5, now() + make_interval(secs => "
    "$6::int8)) ON CONFLICT DO NOTHING RETURNING fence";
constexpr const char* finish =
    "UPDATE minimal.keys SET state = 'succeeded', response_code = $5::int8, response_headers = $6, "
    "response_body = $7, locked_until = NULL, expires_at = now() + interval '72 hours' WHERE tenant = $1 AND "
    "operation = $2 AND key = $3 AND fence = $4::int8 AND state = 'in_progress'";
constexpr const char* known =
    "WITH claimed AS (INSERT INTO minimal.keys (tenant, operation, key, fingerprint, state, fence, owner, "
    "response_code, response_headers, response_body, expires_at) VALUES ($1, $2, $3, $4, 'succeeded', "
    "nextval('minimal.fence'), $5, $6::int8, $7, $8, now() + interval '72 hours') ON CONFLICT DO NOTHING "
    "RETURNING key) INSERT INTO shop.payments (key, amount, currency) SELECT key, $9::int8, 'EUR' FROM "
    "claimed";

void add_claim(Values& values, const engine::Request& request) {
  values.text(request.id.tenant)
      .text(request.id.operation)
      .text(request.id.key)
      .bytes(digest_of(request))
      .text(request.owner);
}

void add_finish(Values& values, const engine::Request& request, std::int64_t fence,
                const std::string& headers) {
  values.text(request.id.tenant).text(request.id.operation).text(request.id.key).integer(fence);
  values.integer(201).bytes(headers).bytes(answer_body);
}

bool did_one(const HandResult& result) { return std::string_view(PQcmdTuples(result.get())) == "1"; }

}  // namespace minimal

std::string_view minimal_table() { return minimal::table; }

KnownMinimal::KnownMinimal(const std::string& conninfo) : ClaimByHand(conninfo) {
  hand_.prepare("known", minimal::known);
}

bool KnownMinimal::run(std::int64_t number) {
  const auto request = request_of(number);
  Values values;
  minimal::add_claim(values, request);
  values.integer(201).bytes(headers_).bytes(answer_body).integer(1000);
  return minimal::did_one(hand_.run("known", values));
}

InteractiveMinimal::InteractiveMinimal(const std::string& conninfo) : ClaimByHand(conninfo) {
  hand_.prepare("begin", "BEGIN");
  hand_.prepare("claim", minimal::insert);
  hand_.prepare("finish", minimal::finish);
  hand_.prepare("business", by_hand::business);
  hand_.prepare("commit", "COMMIT");
}

bool InteractiveMinimal::run(std::int64_t number) {
  const auto request = request_of(number);
  Values none, claim, finish;
  minimal::add_claim(claim, request);
  claim.integer(lease_s);
  hand_.send("begin", none);
  hand_.send("claim", claim);
  hand_.sync();
  (void)hand_.take();
  const HandResult inserted = hand_.take();
  hand_.end();
  if (PQntuples(inserted.get()) != 1) return false;
  send_business(request);
  minimal::add_finish(finish, request, integer_at(inserted, 0), headers_);
  hand_.send("finish", finish);
  hand_.send("commit", none);
  hand_.sync();
  (void)hand_.take();
  const HandResult finished = hand_.take(), committed = hand_.take();
  hand_.end();
  return minimal::did_one(finished) && std::string_view(PQcmdStatus(committed.get())) == "COMMIT";
}

LeaseMinimal::LeaseMinimal(const std::string& conninfo) : ClaimByHand(conninfo) {
  hand_.prepare("claim", minimal::insert);
  hand_.prepare("finish", minimal::finish);
}

bool LeaseMinimal::run(std::int64_t number) {
  const auto request = request_of(number);
  Values claim, finish;
  minimal::add_claim(claim, request);
  claim.integer(lease_s);
  const HandResult inserted = hand_.run("claim", claim);
  if (PQntuples(inserted.get()) != 1) return false;
  minimal::add_finish(finish, request, integer_at(inserted, 0), headers_);
  return minimal::did_one(hand_.run("finish", finish));
}

bool FiveTrips::run(std::int64_t number) {
  const auto request = request_of(number);
  const std::string owner = owner_word();
  Values none, claim, entry, completion;
  (void)hand_.run_unprepared("BEGIN", none);
  add_request(claim, request, owner);
  claim.integer(lease_s).integer(window_s);
  add_subject(claim, request);
  const HandResult inserted = hand_.run_unprepared(
      "INSERT INTO onceover.keys (tenant, operation, key, state, fingerprint_kind, fingerprint, fence, "
      "owner, locked_until, retention_s, correlation_id, customer, amount, currency, reference) VALUES ($1, "
      "$2, $3, 'in_progress', $4, $5::bytea, nextval('onceover.fence'), $6, clock_timestamp() + "
      "make_interval(secs => $7::int8), $8::int8, $9, $10, $11::numeric, $12, $13) ON CONFLICT DO NOTHING "
      "RETURNING fence",
      claim);
  if (PQntuples(inserted.get()) != 1) return false;
  entry.text(request.id.key).integer(1000);
  (void)hand_.run_unprepared(by_hand::business, entry);
  completion.text(request.id.tenant)
      .text(request.id.operation)
      .text(request.id.key)
      .integer(integer_at(inserted, 0));
  completion.integer(key::response_version).integer(201).bytes(headers_).bytes(answer_body);
  const HandResult finished = hand_.run_unprepared(
      "UPDATE onceover.keys SET state = 'succeeded', response_version = $5::int8, response_code = $6::int8, "
      "response_headers = $7::bytea, response_body = $8::bytea, locked_until = NULL, completed_at = "
      "clock_timestamp(), updated_at = clock_timestamp(), expires_at = clock_timestamp() + "
      "make_interval(secs => retention_s) WHERE tenant = $1 AND operation = $2 AND key = $3 AND fence = "
      "$4::int8 AND state = 'in_progress'",
      completion);
  if (std::string_view(PQcmdTuples(finished.get())) != "1") return false;
  return std::string_view(PQcmdStatus(hand_.run_unprepared("COMMIT", none).get())) == "COMMIT";
}

}  // namespace onceover::bench
