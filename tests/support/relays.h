// SPDX-License-Identifier: Apache-2.0
// A relay that is behind, for tests of what people see of relays.
#pragma once

#include "tests/support/raw.h"

namespace onceover::test {

// Five events of ten minutes ago are not published; three of them are held back: one dead, one that waits for
// its next try, one behind it.
inline void aRelayWithHeldBackEvents(RawConnection& raw) {
  raw.exec(
      "INSERT INTO onceover.relays (name, topics, window_from, window_to, database_oid, owner, fence, "
      "locked_until, published) VALUES ('to-kafka', '{*}', pg_current_snapshot(), pg_current_snapshot(), "
      "(SELECT oid FROM pg_database WHERE datname = current_database()), 'relay-1@host', 7, now() + interval "
      "'1 h', 120394)");
  raw.exec(
      "INSERT INTO onceover.outbox (topic, aggregatetype, aggregateid, created_at) SELECT 'payments', "
      "'payment', 'p-' || i, now() - interval '10 min' FROM generate_series(1, 5) i");
  raw.exec(
      "INSERT INTO onceover.outbox_parked (relay, seq, id, topic, aggregatetype, aggregateid, created_at, "
      "state, attempts, next_try_at, error) SELECT 'to-kafka', o.seq, o.id, o.topic, o.aggregatetype, "
      "o.aggregateid, o.created_at, (ARRAY['dead', 'waiting', 'behind'])[n], 3 - n, CASE n WHEN 2 THEN now() "
      "+ interval '1 min' END, 'refused' FROM (SELECT *, row_number() OVER (ORDER BY seq) n FROM "
      "onceover.outbox) o WHERE n <= 3");
}

}  // namespace onceover::test
