#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# One operation, served by the library in C++ and by the examples in JavaScript, Python, Go and Java, and two more that write rows of the
# same database: their processes, connections and poolers are killed, and each key has one effect. WORLD_KEYS: how many keys, 20000.
. tests/world/lib.sh
pg=${ONCEOVER_POSTGRES:-/usr/lib/postgresql/15/bin} port=${ONCEOVER_WORLD_PORT:-6571}
needs python3 psql node npm go java javac c++ pkg-config cmake pgbouncer "$pg/initdb" "$bin/oncectl"
jdbc=/usr/share/java/postgresql.jar
[ -f "$jdbc" ] || { maven services-jdbc org.postgresql:postgresql:42.7.14 && jdbc=$(ls "$fetched"/services-jdbc/postgresql-*.jar); } ||
  { not_available 'services' 'there is no JDBC driver'; exit 0; }
[ -x "$fetched/psycopg/bin/pip" ] || python3 -m venv "$fetched/psycopg" || exit 1
"$fetched/psycopg/bin/pip" -q install "$psycopg" psycopg2-binary >&2 || { not_available 'services' 'PyPI did not bring psycopg'; exit 0; }

examples=$root/resources/examples
mkdir -p "$work/js" "$work/classes" "$fetched/services-node"
[ -d "$fetched/services-node/node_modules/express" ] ||
  (cd "$fetched/services-node" && npm install --silent --no-audit --no-fund pg@8 express@5 >&2) || { not_available 'services' 'npm did not bring pg and express'; exit 0; }
cp "$examples/refunds.mjs" "$examples/onceover.mjs" "$work/js/" && ln -s "$fetched/services-node/node_modules" "$work/js/node_modules" || exit 1
cp -r "$examples/go" "$work/go" && (cd "$work/go" && GOFLAGS=-mod=mod go build -o "$work/refunds-go" .) >&2 ||
  { not_available 'services' 'the Go service was not built'; exit 0; }
javac -d "$work/classes" -cp "$jdbc" "$examples/java/Onceover.java" "$examples/java/Refunds.java" >&2 || exit 1
cmake --install "$bin/.." --component devel --prefix "$work/sdk" >"$work/install.log" 2>&1 || { not_available 'services' "see $work/install.log"; exit 0; }
PKG_CONFIG_PATH=$(dirname "$(find "$work/sdk" -name onceover.pc)")
export PKG_CONFIG_PATH
# shellcheck disable=SC2046 # words
c++ -std=c++20 -O1 tests/world/services/service.cpp $(pkg-config --define-variable=prefix="$work/sdk" --cflags --libs onceover cpp-httplib) \
  -o "$work/refunds-cpp" >&2 || { differs 'a service in C++ is built from the installed library' "see $ONCEOVER_WORLD/$part/log"; exit 1; }

server postgres "$pg" "$port" -c max_connections=300 || exit 1
"$bin/oncectl" --dsn "$dsn" schema install >&2 || exit 1
for role in client service; do
  { "$bin/oncectl" --dsn "$dsn" roles print --role $role --name "fleet_$role" && echo "ALTER ROLE fleet_$role LOGIN;"; } |
    psql -XAtq -v ON_ERROR_STOP=1 "$dsn" >&2 || exit 1
done
pooler pgbouncer $((port + 1)) fleet_client transaction 20 || { differs 'PgBouncer starts' "see $work/pgbouncer.log"; exit 1; }
ONCEOVER_BIN=$bin WORLD_DSN=$dsn WORLD_FOLDER=$work WORLD_PORT=$port WORLD_JDBC=$jdbc WORLD_EXAMPLES=$examples WORLD_KEYS=${WORLD_KEYS:-20000} \
  "$fetched/psycopg/bin/python" tests/world/services/trial.py || differs 'the trial ends' 'it did not'
