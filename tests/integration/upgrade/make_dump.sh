#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Writes the dump of a store of a schema version: sh make_dump.sh VERSION COMMIT > dumps/VERSION.sql
# COMMIT: one whose tree has that version, or "." for the files of this tree. Needs PostgreSQL 15's programs and may run as root.
# The commit that adds or changes a migration also has its dump, made by this script. Once a release has the migration, neither it nor its
# dump changes again.
set -eu
version=$(expr "$1" + 0)
commit=$2
here=$(cd "$(dirname "$0")" && pwd)
bin=${PG_BIN:-/usr/lib/postgresql/15/bin}
work=$(mktemp -d)
chmod 755 "$work"
as=
if [ "$(id -u)" = 0 ]; then
  chown postgres "$work"
  as="setpriv --reuid=postgres --regid=postgres --init-groups"
fi
trap '$as "$bin/pg_ctl" -D "$work/data" -m immediate stop >/dev/null 2>&1 || true; rm -rf "$work"' EXIT
$as "$bin/initdb" -D "$work/data" -U postgres -E UTF8 --locale=C.UTF-8 -A trust --no-sync >/dev/null
$as "$bin/pg_ctl" -D "$work/data" -w -o "-c listen_addresses='' -c unix_socket_directories='$work' -c fsync=off" -l "$work/log" start >/dev/null
sql() { PGOPTIONS="-c client_min_messages=warning -c timezone=UTC" psql -X -q -h "$work" -U postgres -v ON_ERROR_STOP=1 "$@" >/dev/null; }
sql -d postgres -c "CREATE DATABASE shop" -c "CREATE ROLE upgraded_service LOGIN" -c "CREATE ROLE upgraded_reader LOGIN"
top=$(git -C "$here" rev-parse --show-toplevel)
# Prints a file of the commit.
text_of() { if [ "$commit" = . ]; then cat "$top/$1"; else git -C "$top" show "$commit:$1"; fi; }
if [ "$commit" = . ]; then (cd "$top" && ls core/sql/migrations/*.sql); else git -C "$top" ls-tree --name-only "$commit" core/sql/migrations/; fi |
  sort > "$work/list"
[ "$(wc -l < "$work/list")" -ge "$version" ]
head -n "$version" "$work/list" | while read -r path; do
  name=$(basename "$path" .sql)
  number=$(expr "${name%%_*}" + 0)
  { text_of "$path"
    echo "INSERT INTO onceover.schema_version (version, name) VALUES ($number, '${name#*_}');"; } > "$work/migration.sql"
  sql -d shop -1 -f "$work/migration.sql"
done
sql -d shop -f "$here/grants.sql"
# The sections of this version and of earlier ones.
awk -v version="$version" '/^-- from /{on = $3 <= version} on' "$here/rows.sql" > "$work/rows.sql"
sql -d shop -f "$work/rows.sql"
cat <<HEADER
-- Test data, kept as it is: a store of schema version $version, dumped by pg_dump of PostgreSQL 15: see
-- make_dump.sh.
DO \$\$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'upgraded_service') THEN CREATE ROLE upgraded_service LOGIN; END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'upgraded_reader') THEN CREATE ROLE upgraded_reader LOGIN; END IF;
END \$\$;
HEADER
# INSERTs in place of COPY, and without the lines for psql: a test restores it by libpq.
"$bin/pg_dump" -h "$work" -U postgres -d shop --inserts --rows-per-insert=100 --no-owner --schema=onceover | sed '/^\\/d'
