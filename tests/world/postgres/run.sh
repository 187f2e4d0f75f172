#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# PostgreSQL in each pinned version: our tests on it; and a version that is too old, which is refused before anything is written.
# WORLD_POSTGRES names some of the versions.
. tests/world/lib.sh
needs mvn unzip xz psql "$bin/oncectl" "$bin/integration_schema" "$bin/integration_engine" "$bin/integration_sweeper" "$bin/integration_tables" \
  "$bin/integration_browse" "$bin/integration_outbox" "$bin/integration_inbox"

# They make a copy or a standby with programs that Maven's packages do not have.
copies='FaultTest.F32_*:WorldTest.*:StandbyTest.*'
# They count what was read, by pg_stat_force_next_flush(), which PostgreSQL 14 does not have.
counts='WalkTest.NeitherSweepNorReapReadsATableAsAWhole:WalkTest.ABatchReadsNoMoreOfItsSliceThanItTakes:*GrownStoreTest.*'
counts=$counts:MarkedTest.TheFirstReadingIsOneOfTheTableAndNotOneForEachSlice:AgainTest.AmongManyOthersTheyAreFoundInSteps
counts=$counts:RelayTest.ALateEventInALargeWindowCostsNoWalkThroughAllSinceIt:RelayTest.ALookForDueEventsReadsNoOther
counts=$counts:AttemptTest.FinishingIsAHeapOnlyUpdate:StoreTest.TakingReadsOnlyWhatIsDue

for version in ${WORLD_POSTGRES-$postgres_versions}; do
  postgres "$version" || { not_available "PostgreSQL $version" 'Maven did not bring it'; continue; }
  without=''
  [ -x "$pg/pg_dump" ] && [ -x "$pg/pg_basebackup" ] ||
    { without=":$copies"; not_available "PostgreSQL $version: dumps and standbys" 'the package has no pg_dump and no pg_basebackup'; }
  if [ "${version%%.*}" = 14 ]; then
    without=$without:$counts
    not_available "PostgreSQL $version: what is read is counted" 'the server has no pg_stat_force_next_flush'
  fi
  for tests in 'schema *-' 'engine *-RaceTest.*:ReplayOfAFinishedKey.*' 'sweeper *-RowsTest.*:ReleasedTest.*' \
    'tables DetectTest.*:InspectTest.*:KnownTablesTest.*:RehearseTest.*-' 'browse *-WithoutIndexesTest.*:LifeTest.*' \
    'outbox *-KafkaTest.*:ReachTest.*:WebhookTest.*' 'inbox *-Kafka*:InboxRaceTest.*:ModelTest.*'; do
    room=${tests%% *}
    log=$work/$version-$room.log
    PG_BINDIR=$pg timeout 900 "$bin/integration_$room" --gtest_filter="${tests#* }$without" >"$log" 2>&1
    of_tests $? "PostgreSQL $version: the tests of integration_$room" "$log"
  done
done

postgres "$postgres_too_old" || { not_available "PostgreSQL $postgres_too_old" 'Maven did not bring it'; exit 0; }
server old "$pg" "${ONCEOVER_WORLD_PORT:-6541}" || { differs "PostgreSQL $postgres_too_old starts" "see $work/old.log"; exit 0; }
for each in 'schema install' 'schema status' doctor; do
  # shellcheck disable=SC2086 # two words
  "$bin/oncectl" --dsn "$dsn" $each >"$work/refused" 2>&1
  code=$?
  if [ "$code" -ne 0 ] && grep -q "The server is PostgreSQL ${postgres_too_old%%.*}.*writes only to PostgreSQL 14 or later" "$work/refused"; then
    held "PostgreSQL $postgres_too_old: oncectl $each refuses it in words" "exit code $code"
  else
    differs "PostgreSQL $postgres_too_old: oncectl $each refuses it in words" "exit code $code: $(head -1 "$work/refused")"
  fi
done
said=$("$bin/oncectl" schema print | psql -XAtq -v ON_ERROR_STOP=1 "$dsn" 2>&1)
case $said in
  *'needs PostgreSQL 14 or later'*) held "PostgreSQL $postgres_too_old: the printed schema refuses it in words" ;;
  *) differs "PostgreSQL $postgres_too_old: the printed schema refuses it in words" "$said" ;;
esac
there=$(psql -XAtq "$dsn" -c "SELECT (SELECT count(*) FROM pg_namespace WHERE nspname = 'onceover') + (SELECT count(*) FROM pg_class WHERE oid >= 16384)")
[ "$there" = 0 ] && held "PostgreSQL $postgres_too_old: nothing was written" || differs "PostgreSQL $postgres_too_old: nothing was written" "objects: $there"
psql -XAtq "$dsn" -c "CREATE TABLE idempotency_keys (key text PRIMARY KEY, status text, locked_until timestamptz, response jsonb);
INSERT INTO idempotency_keys VALUES ('k', 'started', now() - interval '1 h'), ('d', 'completed', NULL)"
"$bin/oncectl" --dsn "$dsn" profile propose --table idempotency_keys >"$work/profile.toml" 2>&1
found=$("$bin/oncectl" --dsn "$dsn" --profile "$work/profile.toml" keys list 2>&1) && [ "${found#*started}" != "$found" ] &&
  held "PostgreSQL $postgres_too_old: an external table is read" || differs "PostgreSQL $postgres_too_old: an external table is read" "$(echo "$found" | head -1)"
