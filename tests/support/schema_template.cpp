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

}  // namespace onceover::test
