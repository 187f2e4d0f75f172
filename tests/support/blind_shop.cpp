#include "tests/support/blind_shop.h"

#include <stdexcept>

#include "tests/support/shop_table.h"

namespace onceover::test {

const std::vector<Blind>& blind_spots() {
  static const std::vector<Blind> all{
      {Spot::row_level_security, "row-level security", Hides::rows, "Row-level security hides rows"},
      {Spot::one_partition, "one partition", Hides::rows, "is one partition of shop.requests"},
      {Spot::no_right, "no right on a column", Hides::rows, "permission denied|has no SELECT"},
      {Spot::no_state, "no state named", Hides::states, "names no"},
      {Spot::unnamed_state, "a state without a name", Hides::states, "the profile does not name"},
      {Spot::unknown_zone, "times without a zone", Hides::times, "time zone of"},
  };
  return all;
}

BlindShop::BlindShop(const TestDatabase& database)
    : raw_(database.connect()), conninfo_(database.conninfo()), reader_("reader_" + database.name()) {
  raw_.exec("CREATE ROLE " + reader_ + " LOGIN IN ROLE pg_read_all_stats; GRANT USAGE ON SCHEMA onceover TO " + reader_ +
            "; GRANT SELECT ON ALL TABLES IN SCHEMA onceover TO " + reader_ + "; GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA onceover TO " +
            reader_);
  see();
}

BlindShop::~BlindShop() { raw_.exec("DROP OWNED BY " + reader_ + "; DROP ROLE " + reader_); }

void BlindShop::make(const std::string& more) {
  raw_.exec("DROP SCHEMA IF EXISTS shop CASCADE");
  raw_.exec(shop_table);
  raw_.exec(more + "; GRANT USAGE ON SCHEMA shop TO " + reader_ + "; GRANT SELECT, UPDATE, DELETE ON ALL TABLES IN SCHEMA shop TO " +
            reader_);
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

void BlindShop::blind(Spot spot) {
  see();
  switch (spot) {
    case Spot::row_level_security: return (void)raw_.exec("ALTER TABLE shop.requests ENABLE ROW LEVEL SECURITY");
    case Spot::one_partition:
      make(
          "ALTER TABLE shop.requests RENAME TO first; CREATE TABLE shop.requests (LIKE shop.first INCLUDING ALL) PARTITION BY RANGE "
          "(merchant); ALTER TABLE shop.requests ATTACH PARTITION shop.first FOR VALUES FROM (0) TO (10)");
      return describe({{"name = \"requests\" }", "name = \"first\" }"}});
    case Spot::no_right:
      return (void)raw_.exec(
          "REVOKE SELECT ON shop.requests FROM " + reader_ +
          "; GRANT SELECT (merchant, request, until, code, body, error, amount, currency, tries, created_at) ON shop.requests TO " +
          reader_);
    case Spot::no_state:
      return describe({{"words = { RUNNING = \"in_progress\", DONE = \"succeeded\", ERROR = \"failed\", NEW = \"released\" }\n", ""}});
    case Spot::unnamed_state: return (void)raw_.exec("INSERT INTO shop.requests (merchant, request, phase) VALUES (1, 'odd', 'PARKED')");
    case Spot::unknown_zone:
      raw_.exec("ALTER TABLE shop.requests ALTER until TYPE timestamp, ALTER created_at TYPE timestamp");
      return describe(
          {{"at = \"until\"", "at = { column = \"until\", form = \"timestamp\", zone = \"unknown\" }"},
           {"created_at = \"created_at\"", "created_at = { column = \"created_at\", form = \"timestamp\", zone = \"unknown\" }"}});
  }
}

}  // namespace onceover::test
