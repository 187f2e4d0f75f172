// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/schema/schema.h"
#include "tests/support/schema_template.h"

namespace onceover::test {

TEST(InstalledSchemaTemplate, IsCurrentInEveryCopy) {
  for (int copy = 0; copy < 2; ++copy) {
    TestDatabase database(installed_schema());
    pg::ConnectOptions options;
    options.conninfo = database.conninfo();
    auto connection = pg::Connection::open(options);
    ASSERT_TRUE(connection) << connection.error().sentence();
    const auto status = schema::status(*connection);
    ASSERT_TRUE(status) << status.error().sentence();
    EXPECT_EQ(status->fit, schema::Fit::current);
  }
}

}  // namespace onceover::test
