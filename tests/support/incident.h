// SPDX-License-Identifier: Apache-2.0
// An ordinary day with something wrong in it, for the tests and pictures of pages: most keys finished, some
// under way, one refund service that died with its leases, and keys whose text is out to fool whoever shows
// it.
#pragma once

#include <string>
#include <vector>

#include "tests/support/raw.h"

namespace onceover::test {

inline void seedIncident(RawConnection& raw) {
  const std::string common =
      "INSERT INTO onceover.keys (tenant, operation, key, state, fence, fingerprint_kind, fingerprint, "
      "customer, amount, currency, reference, owner, attempts, created_at, locked_until, retry_before, "
      "response_code, response_version, response_body, completed_at, expires_at, error_code) ";
  const std::string made = "nextval('onceover.fence'), 'jcs-sha256', sha256('{}')";
  raw.exec(common +
           "SELECT (ARRAY['acme', 'globex', 'initech'])[1 + i % 3], (ARRAY['POST /payments', 'POST "
           "/refunds', 'PUT /payouts'])[1 + i % 3], 'pay_' || md5(i::text), CASE WHEN i % 23 = 0 THEN "
           "'failed' ELSE 'succeeded' END, " +
           made +
           ", 'cus_' || (1000 + i * 7 % 389), round((i * 37 % 9000 + 199) / 100.0, 2), (ARRAY['EUR', 'USD', "
           "'GBP'])[1 + i % 3], 'inv-' || (20000 + i), 'payments-' || i % 8, 1, now() - i * interval '41 "
           "seconds' - interval '3 minutes', NULL, NULL, CASE WHEN i % 23 = 0 THEN 402 ELSE 201 END, 1, "
           "'{\"id\":1}', now() - i * interval '41 seconds' - interval '2 minutes', now() + interval '3 "
           "days', CASE WHEN i % 23 = 0 THEN 'card_declined' END FROM generate_series(1, 420) i");
  raw.exec(common + "SELECT 'acme', 'POST /payments', 'pay_live_' || i, 'in_progress', " + made +
           ", 'cus_' || (1200 + i), 12.50 + i, 'EUR', 'inv-3000' || i, 'payments-' || i, 1, now() - i * "
           "interval '4 seconds', now() + i * interval '9 seconds', NULL, NULL::int, NULL::smallint, "
           "NULL::bytea, NULL::timestamptz, NULL::timestamptz, NULL FROM generate_series(1, 6) i");
  raw.exec(common + "SELECT 'acme', 'POST /refunds', 'refund_' || md5('r' || i), 'in_progress', " + made +
           ", 'cus_' || (1100 + i), 49.90 + i, 'EUR', 'ord-' || (7700 + i), 'refunds-2', 1, now() - interval "
           "'6 minutes' - i * interval '7 seconds', now() - interval '4 minutes' - i * interval '7 seconds', "
           "NULL, NULL::int, NULL::smallint, NULL::bytea, NULL::timestamptz, NULL::timestamptz, NULL FROM "
           "generate_series(1, 18) i");
  raw.exec(common + "SELECT 'globex', 'PUT /payouts', 'payout_2026_11_' || i, 'in_progress', " + made +
           ", 'cus_' || (1400 + i), 1250.00 * i, 'USD', 'po-' || i, 'payouts-1', 2, now() - interval '5 "
           "hours', now() - interval '4 hours' - i * interval '9 minutes', NULL, NULL::int, NULL::smallint, "
           "NULL::bytea, NULL::timestamptz, NULL::timestamptz, NULL FROM generate_series(1, 5) i");
  raw.exec(
      common + "SELECT 'initech', 'POST /payments', 'pay_again_' || i, 'released', " + made +
      ", 'cus_' || (1500 + i), 8.00, 'GBP', NULL, NULL, 1, now() - interval '9 minutes', NULL, now() + "
      "interval '23 hours', NULL::int, NULL::smallint, NULL::bytea, NULL::timestamptz, NULL::timestamptz, "
      "NULL FROM generate_series(1, 4) i");
  raw.exec(
      "INSERT INTO onceover.cases (tenant, operation, key, status, attempts, next_try_at, fence, verdict, "
      "reason) SELECT tenant, operation, key, CASE WHEN operation = 'PUT /payouts' AND key < "
      "'payout_2026_11_4' THEN 'needs_human' ELSE 'open' END, 3, CASE WHEN operation = 'PUT /payouts' AND "
      "key < 'payout_2026_11_4' THEN NULL ELSE now() + interval '40 seconds' END, fence, 'unresolved', "
      "'pending at the gateway' FROM onceover.keys WHERE state = 'in_progress' AND locked_until < now() AND "
      "(operation = 'PUT /payouts' OR key < 'refund_8')");
  raw.exec(
      "INSERT INTO onceover.counter_deltas (at, source, flush, tenant, operation, name, bucket, n) SELECT "
      "now() - i * interval '15 seconds', gen_random_uuid(), i, 'acme', 'POST /refunds', c.name, NULL, "
      "greatest(0, (c.base * (1 + 0.4 * sin(i / 7.0)) + CASE WHEN i < 30 THEN c.incident ELSE 0 END)::int) "
      "FROM generate_series(0, 119) i, (VALUES ('created', 60, 0), ('replayed', 18, 9), ('conflict', 3, 25), "
      "('mismatch', 0.3, 0), ('completed', 58, -12), ('settled.succeeded', 0.4, 1), ('settled.released', "
      "0.2, 1)) AS c (name, base, incident)");
}

// As they must be shown: the screen's text, and the bytes of the key.
struct HostileKey {
  std::string bytes, shown;
};

inline std::vector<HostileKey> hostileKeys() {
  return {
      {"<img src=/etc/passwd>", "<img src=/etc/passwd>"}, {"quote\"'`;-- ", "quote\"'`;-- "},
      {std::string(255, 'k'), std::string(255, 'k')},     {"pay \xF0\x9F\x92\xB8", "pay \xF0\x9F\x92\xB8"},
      {"a\xE2\x80\xAEgnp.exe", "a\\u{202e}gnp.exe"},      {"bell\x07tab\tline\n", "bell\\u{7}tab\\tline\\n"}};
}

// In progress with leases that ended: every page shows them.
inline void seedHostileKeys(RawConnection& raw) {
  for (const HostileKey& hostile : hostileKeys()) {
    raw.exec(
        "INSERT INTO onceover.keys (tenant, operation, key, state, fence, fingerprint_kind, fingerprint, "
        "customer, owner, locked_until) VALUES ('<b>acme</b>', '<i>op</i>', $1::text, 'in_progress', "
        "nextval('onceover.fence'), 'raw-sha256', sha256('body'), $1::text, '<u>own</u>', now() - interval "
        "'5 minutes')",
        {hostile.bytes});
  }
}

}  // namespace onceover::test
