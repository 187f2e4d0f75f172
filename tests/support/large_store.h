// SPDX-License-Identifier: Apache-2.0
// A store too large to be read unasked: 600,000 finished keys, and in the middle, where a look at both ends
// finds nothing, one that has been stuck for a day.
#pragma once

#include <string>

#include "tests/support/database.h"
#include "tests/support/schema_template.h"

namespace onceover::test {

inline DatabaseTemplate large_store() {
  return {
      "large_store", [](const std::string& conninfo) {
        installed_schema().fill(conninfo);
        RawConnection raw(conninfo);
        raw.exec(
            "INSERT INTO onceover.keys (tenant, operation, key, created_at, fence, completed_at, expires_at, "
            "response_code, response_version, state, fingerprint_kind, fingerprint, response_body, "
            "locked_until, owner) SELECT 'acme', 'POST /refunds', 'k' || i, now() - interval '2 days' + i * "
            "interval '0.1 s', i, CASE WHEN NOT stuck THEN now() END, CASE WHEN NOT stuck THEN now() + "
            "interval '1 day' END, CASE WHEN NOT stuck THEN 201 END, CASE WHEN NOT stuck THEN 1 END, CASE "
            "WHEN stuck THEN 'in_progress' ELSE 'succeeded' END, 'raw-sha256', sha256('x'), CASE WHEN NOT "
            "stuck THEN '{}'::bytea END, CASE WHEN stuck THEN now() - interval '1 day' END, 'pay-1#x' FROM "
            "generate_series(1, 600000) i, LATERAL (SELECT i = 300000 AS stuck) s");
        raw.exec("VACUUM ANALYZE onceover.keys");
      }};
}

}  // namespace onceover::test
