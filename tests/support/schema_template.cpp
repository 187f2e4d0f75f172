// SPDX-License-Identifier: Apache-2.0
#include "tests/support/schema_template.h"

#include <stdexcept>

#include "core/schema/schema.h"

namespace onceover::test {

DatabaseTemplate installed_schema() {
  return {"installed_schema", [](const std::string& conninfo) {
            pg::ConnectOptions options;
            options.conninfo = conninfo;
            auto connection = pg::Connection::open(options);
            if (!connection) throw std::runtime_error(connection.error().sentence());
            const auto ran = schema::install(*connection);
            if (!ran) throw std::runtime_error(ran.error().sentence() + " " + ran.error().detail);
          }};
}

void register_gateway(RawConnection& owner, const std::string& window) {
  owner.exec(
      "INSERT INTO onceover.gateways (name, operation, dedupe_window, reason, actor, in_force_since) VALUES "
      "('bank', '*', $1::interval, 'its contract', 'alice', now())",
      {window});
}

void give_schema_to(RawConnection& superuser, const std::string& role) {
  superuser.exec("SELECT set_config('onceover_test.owner', $1, false)", {role});
  superuser.exec(R"(DO $$
DECLARE
  onto name := current_setting('onceover_test.owner');
  o record;
BEGIN
  EXECUTE format('ALTER SCHEMA onceover OWNER TO %I', onto);
  FOR o IN SELECT c.oid::regclass AS name, CASE c.relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END AS kind FROM pg_class c
           WHERE c.relnamespace = 'onceover'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'S')
             AND NOT (c.relkind = 'S' AND EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype IN ('a', 'i'))) LOOP
    EXECUTE format('ALTER %s %s OWNER TO %I', o.kind, o.name, onto);
  END LOOP;
  FOR o IN SELECT p.oid::regprocedure AS name FROM pg_proc p WHERE p.pronamespace = 'onceover'::regnamespace LOOP
    EXECUTE format('ALTER ROUTINE %s OWNER TO %I', o.name, onto);
  END LOOP;
END
$$)");
}

}  // namespace onceover::test
