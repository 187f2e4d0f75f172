#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# PgBouncer of Debian in session and transaction mode: the contract's calls, the engine, a relay and oncectl through it.
# WORLD_PGBOUNCER names another program; no registry has the newest one.
. tests/world/lib.sh
pg=${ONCEOVER_POSTGRES:-/usr/lib/postgresql/15/bin} port=${ONCEOVER_WORLD_PORT:-6541}
needs python3 psql "$pg/initdb" "$bin/oncectl"
pgbouncer=${WORLD_PGBOUNCER:-/usr/sbin/pgbouncer}
if [ ! -x "$pgbouncer" ]; then
  (mkdir -p "$fetched/pgbouncer" && cd "$fetched/pgbouncer" && apt-get download pgbouncer && dpkg -x pgbouncer_*.deb .) >&2
  pgbouncer=$fetched/pgbouncer/usr/sbin/pgbouncer
fi
release=$("$pgbouncer" --version | sed -n 's/^PgBouncer //p')
[ -n "$release" ] || { not_available 'PgBouncer' 'it does not start: apt-get install pgbouncer'; exit 0; }
[ -x "$fetched/psycopg/bin/pip" ] || python3 -m venv "$fetched/psycopg" || exit 1
"$fetched/psycopg/bin/pip" -q install "$psycopg" >&2 || { not_available 'clients of PgBouncer' 'PyPI did not bring psycopg'; exit 0; }
server postgres "$pg" "$port" || exit 1

for mode in session transaction; do
  psql -XAtq "$dsn" -c "CREATE DATABASE ${mode}_mode" || exit 1
  pooler "$pgbouncer" $((port + 1)) postgres $mode "$([ "$mode" = session ] && echo 40 || echo 4)" ||
    { differs "PgBouncer $release, $mode mode: it starts" "see $work/pgbouncer.log"; continue; }
  ONCEOVER_BIN=$bin timeout 300 "$fetched/psycopg/bin/python" tests/world/pgbouncer/trial.py "PgBouncer $release, $mode mode" $((port + 1)) "$port" \
    "${mode}_mode" "$work/$mode" || differs "PgBouncer $release, $mode mode: the trial ends" 'it did not'
  for tests in 'faults PoolerFaults.*' 'shapes PoolerTest.*' 'services Traps.APooler*'; do
    room=${tests%% *}
    [ -x "$bin/integration_$room" ] || { not_available "PgBouncer $release, $mode mode: integration_$room" 'it is not built'; continue; }
    PGBOUNCER=$pgbouncer PGBOUNCER_POOL_MODE=$mode timeout 600 "$bin/integration_$room" --gtest_filter="${tests#* }" >"$work/$mode-$room.log" 2>&1
    of_tests $? "PgBouncer $release, $mode mode: the tests of integration_$room" "$work/$mode-$room.log"
  done
  stop pgbouncer INT
done
