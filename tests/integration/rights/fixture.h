// SPDX-License-Identifier: Apache-2.0
// Our own schema with keys in each state, and a login for each role.
#pragma once

#include <gmock/gmock.h>

#include <map>

#include "core/browse/browser.h"
#include "core/outbox/operate.h"
#include "core/roles/roles.h"
#include "core/schema/schema.h"
#include "core/tables/profile.h"
#include "tests/integration/outbox/fixture.h"
#include "tests/integration/reconcile/fixture.h"

namespace onceover::test {

using roles::DbRole;

inline constexpr std::string_view denied = "42501";       // no such right
inline constexpr std::string_view wall = "OC009";         // a trigger of onceover.keys
inline constexpr std::string_view append_only = "OC003";  // a trigger of the trail and the notes
inline constexpr std::string_view unshown = "OC005";      // needs a second approver
inline constexpr std::string_view decided = "OC006";      // of approvals
inline constexpr std::string_view frozen = "OC007";       // the set of a plan
inline constexpr std::string_view unsound = "22023";      // a value is missing or wrong
inline constexpr std::string_view nothing = "";           // answered, and nothing was written

struct Attack {
  std::string name, sql;
  std::string_view refused_by;
};

inline std::string settling(const std::string& key, const std::string& verb, const std::string& verdict,
                            const std::string& evidence, const std::string& retry_before = "",
                            const std::string& fence = "", const std::string& reason = "on call") {
  const std::string held =
      fence.empty() ? "(SELECT fence FROM onceover.keys WHERE key = '" + key + "')" : fence;
  return "SELECT * FROM onceover.settle_keys(ARRAY['acme'], ARRAY['POST /refunds'], ARRAY['" + key +
         "'], ARRAY[" + held + "], ARRAY['" + verb +
         "'], ARRAY[200::bigint], ARRAY[''::bytea], ARRAY['forged'::bytea], ARRAY[''], ARRAY['" +
         retry_before + "'], ARRAY['" + evidence + "'], ARRAY['" + verdict + "'], ARRAY['" + reason +
         "'], ARRAY[0::bigint], 'mallory', 'desk', 'psql', '', ARRAY['(0,0)'::tid])";
}
inline std::string taking(const std::string& key, const std::string& reason = "on call",
                          const std::string& owner = "mallory") {
  return "SELECT * FROM onceover.take_keys(ARRAY['acme'], ARRAY['POST /refunds'], ARRAY['" + key +
         "'], ARRAY[(SELECT fence FROM onceover.keys WHERE key = '" + key + "')], ARRAY[0::bigint], '" +
         owner + "', interval '1 min', 'mallory', 'desk', 'psql', '" + reason + "', '', NULL)";
}

inline bool may_read_keys(DbRole role) {
  return role == DbRole::viewer || role == DbRole::service || role == DbRole::reconciler ||
         role == DbRole::approver;
}

class Rights : public StuckTest {
 protected:
  static constexpr const char* tables[] = {"keys",
                                           "cases",
                                           "row_cases",
                                           "audit",
                                           "audit_links",
                                           "audit_seals",
                                           "audit_seal_heads",
                                           "approvals",
                                           "notes",
                                           "plans",
                                           "plan_items",
                                           "control",
                                           "gateways",
                                           "counter_deltas",
                                           "counter_sources",
                                           "counter_series",
                                           "counter_minutes",
                                           "counter_hours",
                                           "counter_rollup",
                                           "schema_version",
                                           "frontier",
                                           "unfinished",
                                           "samples",
                                           "relays",
                                           "relay_holds",
                                           "relay_tokens",
                                           "outbox_parked",
                                           "event_requests"};

  void SetUp() override {
    take<engine::Done>(engine.complete(claimed("done"), response_with("ok")));
    take<engine::Done>(engine.complete(claimed("old"), response_with("ok")));
    raw.tamper("UPDATE onceover.keys SET expires_at = clock_timestamp() - interval '1 s' WHERE key = 'old'");
    claimed("live");
    stuck("stuck");
    const auto released = claimed("released");
    take<engine::Done>(engine.release(released, released.created_at + std::chrono::hours(1)));
    stuck("held");
    own("held");
    raw.exec(
        "INSERT INTO onceover.plans (name, act, reason, chosen_by, options, items, actor, host, program, "
        "database_oid, database_name) VALUES ('p', 'settle', 'r', 'all', '{}', 1, 'a', 'h', 'p', 1, 'd'); "
        "INSERT INTO onceover.plan_items (plan, position, tenant, operation, key, frozen, fence) VALUES (1, "
        "1, 'acme', 'POST /refunds', 'stuck', '{}', 1); INSERT INTO onceover.notes (actor, host, program, "
        "tenant, operation, key, note) VALUES ('a', 'h', 'p', 'acme', 'POST /refunds', 'done', 'n')");
  }
  void TearDown() override {
    by.clear();
    for (const auto& [role, login] : logins) {
      raw.exec("DROP ROLE " + quoted_name(login));
      const auto script = roles::role_drop_script(profile, role, name_of(role));
      ASSERT_TRUE(script) << script.error().sentence();
      EXPECT_NO_THROW(raw.exec(*script)) << *script;
    }
  }
  std::string name_of(DbRole role) const { return std::string(roles::word(role)) + " of " + database.name(); }
  RawConnection& as(DbRole role) {
    if (const auto there = by.find(role); there != by.end()) return there->second;
    const auto script = roles::role_script(profile, {}, role, name_of(role));
    if (!script) throw std::runtime_error(script.error().sentence());
    raw.exec(*script);
    const std::string login = std::string(roles::word(role)) + "_" + database.name();
    raw.exec("CREATE ROLE " + quoted_name(login) + " LOGIN IN ROLE " + quoted_name(name_of(role)));
    logins.emplace_back(role, login);
    return by.emplace(role, RawConnection(database.conninfo() + " user=" + login)).first->second;
  }
  std::string login_of(DbRole role) const { return std::string(roles::word(role)) + "_" + database.name(); }

  // Everything that an attack could change.
  std::string all() {
    std::string of_tables;
    for (const char* table : tables) {
      of_tables +=
          std::string(of_tables.empty() ? "" : " UNION ALL ") + "SELECT '" + table +
          "' AS t, md5(coalesce(string_agg(x::text, chr(10) ORDER BY x::text), '')) AS d FROM onceover." +
          table + " x";
    }
    return raw.scalar("SELECT string_agg(t || ' ' || d, chr(10) ORDER BY t) FROM (" + of_tables + ") s");
  }
  void refuses(RawConnection& attacker, const std::string& who, const std::vector<Attack>& attacks) {
    for (const Attack& attack : attacks) {
      SCOPED_TRACE(who + ": " + attack.name);
      const std::string before = all();
      EXPECT_EQ(attacker.sqlstate_of(attack.sql), attack.refused_by) << attack.sql;
      (void)attacker.sqlstate_of("ROLLBACK");
      EXPECT_EQ(all(), before) << attack.sql;
      ++tried;
    }
  }

  std::map<DbRole, RawConnection> by;
  std::vector<std::pair<DbRole, std::string>> logins;
  int tried = 0;
};

}  // namespace onceover::test
