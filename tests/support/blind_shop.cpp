// SPDX-License-Identifier: Apache-2.0
#include "tests/support/blind_shop.h"

#include <stdexcept>
#include <utility>

#include "tests/support/shop_table.h"

namespace onceover::test {
namespace {

constexpr const char* missing_right = "permission denied|has no SELECT|may not read";

}  // namespace

const std::vector<Blind>& blind_spots() {
  static const std::vector<Blind> all{
      {Spot::row_level_security, "row-level security", Hides::rows, "Row-level security hides rows"},
      {Spot::one_partition, "one partition", Hides::rows, "is one partition of shop.requests"},
      {Spot::inherited_part, "a part by inheritance", Hides::rows, "is one partition of shop.requests"},
      {Spot::another_server, "a foreign table", Hides::rows, "another server|foreign table|not a table"},
      {Spot::standby, "a standby", Hides::rows, "standby"},
      {Spot::no_right, "no right on the table", Hides::rows, missing_right},
      {Spot::no_right_on_state, "no right on the state", Hides::rows, missing_right},
      {Spot::no_right_on_times, "no right on the times", Hides::times, missing_right},
      {Spot::no_state, "no state named", Hides::states, "names no"},
      {Spot::unnamed_state, "a state without a name", Hides::states, "the profile does not name"},
      {Spot::unknown_zone, "times without a zone", Hides::times, "time zone of"},
      {Spot::text_without_zone, "texts of times without a zone", Hides::times, "time zone of"},
  };
  return all;
}

const std::vector<OwnBlind>& own_blind_spots() {
  static const std::vector<OwnBlind> all{
      {OwnSpot::row_level_security, "row-level security",
       "Row-level security hides rows|affected by row-level security"},
      {OwnSpot::standby, "a standby", "standby"},
      {OwnSpot::no_right, "no right on the table", missing_right},
  };
  return all;
}

BlindReader::BlindReader(const TestDatabase& database)
    : database_(database), raw_(database.connect()), name_("reader_" + database.name()) {
  raw_.exec("CREATE ROLE " + name_ + " LOGIN IN ROLE pg_read_all_stats; GRANT USAGE ON SCHEMA onceover TO " +
            name_ + "; GRANT SELECT ON ALL TABLES IN SCHEMA onceover TO " + name_ +
            "; GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA onceover TO " + name_);
}

BlindReader::~BlindReader() { raw_.exec("DROP OWNED BY " + name_ + "; DROP ROLE " + name_); }

std::string BlindReader::conninfo() const {
  return (standby_ ? standby_->conninfo(database_.name()) : database_.conninfo()) + " user=" + name_;
}

void BlindReader::blind(OwnSpot spot, const std::string& table) {
  see();
  const std::string of = "onceover." + table;
  switch (spot) {
    case OwnSpot::row_level_security:
      undo_ = "ALTER TABLE " + of + " DISABLE ROW LEVEL SECURITY";
      return (void)raw_.exec("ALTER TABLE " + of + " ENABLE ROW LEVEL SECURITY");
    case OwnSpot::standby: return fall_behind();
    case OwnSpot::no_right:
      undo_ = "GRANT SELECT ON " + of + " TO " + name_;
      return (void)raw_.exec("REVOKE SELECT ON " + of + " FROM " + name_);
  }
}

void BlindReader::fall_behind() {
  standby_ = std::make_unique<Standby>(shared_server());
  standby_->wait_caught_up();
  standby_->cut_off();
}

void BlindReader::see() {
  standby_.reset();
  if (!undo_.empty()) raw_.exec(std::exchange(undo_, {}));
}

BlindShop::BlindShop(const TestDatabase& database) : raw_(database.connect()), reader_(database) { see(); }

void BlindShop::make(const std::string& more) {
  reader_.see();
  raw_.exec("DROP SCHEMA IF EXISTS shop CASCADE");
  raw_.exec(shop_table);
  raw_.exec(more + "; GRANT USAGE ON SCHEMA shop TO " + reader_.name() +
            "; GRANT SELECT, UPDATE, DELETE ON ALL TABLES IN SCHEMA shop TO " + reader_.name());
  describe({});
}

void BlindShop::describe(const std::vector<std::pair<std::string, std::string>>& changes) {
  profile_ = shop_profile("{key}");
  for (const auto& [from, to] : changes) {
    const auto at = profile_.find(from);
    if (at == std::string::npos) throw std::logic_error("the shop's profile does not say: " + from);
    profile_.replace(at, from.size(), to);
  }
}

void BlindShop::may_read_all_but(const std::string& columns) {
  const std::string others = raw_.scalar(
      "SELECT string_agg(attname, ', ') FROM pg_attribute WHERE attrelid = 'shop.requests'::regclass AND "
      "attnum > 0 AND attname NOT IN (" +
      columns + ")");
  raw_.exec("REVOKE SELECT ON shop.requests FROM " + reader_.name() + "; GRANT SELECT (" + others +
            ") ON shop.requests TO " + reader_.name());
}

void BlindShop::blind(Spot spot) {
  see();
  switch (spot) {
    case Spot::row_level_security:
      return (void)raw_.exec("ALTER TABLE shop.requests ENABLE ROW LEVEL SECURITY");
    case Spot::one_partition:
      make(
          "ALTER TABLE shop.requests RENAME TO first; CREATE TABLE shop.requests (LIKE shop.first INCLUDING "
          "ALL) PARTITION BY RANGE (merchant); ALTER TABLE shop.requests ATTACH PARTITION shop.first FOR "
          "VALUES FROM (0) TO (10)");
      return describe({{"name = \"requests\" }", "name = \"first\" }"}});
    case Spot::inherited_part:
      make(
          "ALTER TABLE shop.requests RENAME TO first; CREATE TABLE shop.requests (LIKE shop.first INCLUDING "
          "ALL); ALTER TABLE shop.first INHERIT shop.requests");
      return describe({{"name = \"requests\" }", "name = \"first\" }"}});
    case Spot::another_server:
      return make(
          "ALTER TABLE shop.requests RENAME TO first; CREATE EXTENSION IF NOT EXISTS postgres_fdw; DROP "
          "SERVER IF EXISTS loop CASCADE; DO $$ BEGIN EXECUTE format('CREATE SERVER loop FOREIGN DATA "
          "WRAPPER postgres_fdw OPTIONS (host %L, port %L, dbname %L)', "
          "split_part(current_setting('unix_socket_directories'), ',', 1), current_setting('port'), "
          "current_database()); END $$; CREATE USER MAPPING FOR PUBLIC SERVER loop OPTIONS (user 'postgres', "
          "password_required 'false'); CREATE FOREIGN TABLE shop.requests (merchant int NOT NULL, request "
          "text NOT NULL, phase text NOT NULL, until timestamptz, code int, body text, error text, amount "
          "numeric, currency text, tries int, created_at timestamptz NOT NULL) SERVER loop OPTIONS "
          "(schema_name 'shop', table_name 'first')");
    case Spot::standby:
      reader_.fall_behind();
      return (void)raw_.exec(
          "INSERT INTO shop.requests (merchant, request, phase, until) VALUES (1, 'none', 'RUNNING', now() - "
          "interval '1 h')");
    case Spot::no_right: return (void)raw_.exec("REVOKE SELECT ON shop.requests FROM " + reader_.name());
    case Spot::no_right_on_state: return may_read_all_but("'phase'");
    case Spot::no_right_on_times: return may_read_all_but("'until', 'created_at'");
    case Spot::no_state:
      return describe(
          {{"words = { RUNNING = \"in_progress\", DONE = \"succeeded\", ERROR = \"failed\", NEW = "
            "\"released\" }\n",
            ""}});
    case Spot::unnamed_state:
      return (void)raw_.exec(
          "INSERT INTO shop.requests (merchant, request, phase) VALUES (1, 'odd', 'PARKED')");
    case Spot::unknown_zone:
      raw_.exec("ALTER TABLE shop.requests ALTER until TYPE timestamp, ALTER created_at TYPE timestamp");
      return describe(
          {{"at = \"until\"", "at = { column = \"until\", form = \"timestamp\", zone = \"unknown\" }"},
           {"created_at = \"created_at\"",
            "created_at = { column = \"created_at\", form = \"timestamp\", zone = \"unknown\" }"}});
    case Spot::text_without_zone:
      raw_.exec("ALTER TABLE shop.requests ALTER until TYPE text, ALTER created_at TYPE text");
      return describe(
          {{"at = \"until\"", "at = { column = \"until\", form = \"iso_text\", zone = \"unknown\" }"},
           {"created_at = \"created_at\"",
            "created_at = { column = \"created_at\", form = \"iso_text\", zone = \"unknown\" }"}});
  }
}

}  // namespace onceover::test
