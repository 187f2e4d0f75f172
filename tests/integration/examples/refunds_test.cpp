// SPDX-License-Identifier: Apache-2.0
// The refund services of resources/examples, between real clients and a gateway that keeps a ledger:
// refunds_driver.py.
#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>

#include "core/roles/roles.h"
#include "core/tables/profile.h"
#include "tests/support/database.h"
#include "tests/support/pgbouncer.h"
#include "tests/support/process.h"
#include "tests/support/proxy.h"
#include "tests/support/schema_template.h"
#include "tests/support/writer.h"

namespace onceover::test {
namespace {

namespace fs = std::filesystem;
const fs::path answers = fs::path(ONCEOVER_SOURCE_DIR) / "tests/integration/examples/answers";
const fs::path refund_services = fs::path(ONCEOVER_SOURCE_DIR) / "resources/examples";

class RefundService : public testing::Test {
 protected:
  void SetUp() override {
    auto look = Process::spawn({"/usr/bin/python3", "-c", "import psycopg2"});
    ASSERT_EQ(look.wait(), (Exit{0, 0})) << "install python3-psycopg2, which packaging/packages.txt names";
    const auto script = roles::role_script(tables::own(), {}, roles::DbRole::client, login);
    ASSERT_TRUE(script) << script.error().sentence();
    raw.exec(*script + "ALTER ROLE " + login + " LOGIN");
  }
  ~RefundService() override {
    raw.exec("DROP OWNED BY " + login + "; DROP ROLE " + login);
    fs::remove_all(folder);
  }
  void holds(std::vector<std::string> service, const std::string& host = shared_server().socket_dir(),
             int port = 5432, std::string user = "") {
    if (user.empty()) user = login;
    service.insert(service.begin(), {"/usr/bin/python3", "-B",
                                     ONCEOVER_SOURCE_DIR "/tests/integration/examples/refunds_driver.py"});
    auto driver = Process::spawn(service, {{"ADMIN", database.conninfo()},
                                           {"PGHOST", host},
                                           {"PGPORT", std::to_string(port)},
                                           {"PGSSLMODE", "disable"},
                                           {"PGUSER", user},
                                           {"PGDATABASE", database.name()},
                                           {"NODE_OPTIONS", ""},
                                           {"PYTHONDONTWRITEBYTECODE", "1"}});
    EXPECT_TRUE(driver.wait_for_out("all held")) << driver.out() << driver.err();
    EXPECT_EQ(driver.wait(), (Exit{0, 0})) << driver.out() << driver.err();
  }

  const fs::path folder = fs::temp_directory_path() / ("onceover-refunds-" + std::to_string(::getpid()));
  TestDatabase database{installed_schema()};
  RawConnection raw = database.connect();
  const std::string login = "refunds_" + database.name();
};

TEST_F(RefundService, InPythonHasOneEffectForEachKey) {
  holds({"/usr/bin/python3", refund_services / "refunds.py"});
  holds({"/usr/bin/python3", answers / "answers.py"});
}

TEST_F(RefundService, InJavaScriptHasOneEffectForEachKey) {
  if (const std::string why = Writer::unavailable(); !why.empty()) GTEST_SKIP() << why;
  fs::create_directories(folder);  // where node looks for packages: beside the program
  for (const char* file : {"refunds.mjs", "onceover.mjs"})
    fs::copy_file(refund_services / file, folder / file, fs::copy_options::overwrite_existing);
  fs::create_directory_symlink(fs::path(Writer::packages()) / "node_modules", folder / "node_modules");
  fs::copy_file(answers / "answers.mjs", folder / "answers.mjs", fs::copy_options::overwrite_existing);
  holds({"/usr/bin/env", "node", folder / "refunds.mjs"});
  holds({"/usr/bin/env", "node", folder / "answers.mjs"});
}

TEST_F(RefundService, InGoHasOneEffectForEachKey) {
  const fs::path program = ONCEOVER_BIN_DIR "/../go/refunds";
  if (!fs::exists(program))
    GTEST_SKIP() << "not built: " << program << ".why says why, where ctest -R go_refunds_setup has run";
  holds({program});
  holds({program.parent_path() / "answers"});
}

TEST_F(RefundService, InGoHasOneEffectForEachKeyBehindPgBouncer) {
  if (const std::string why = PgBouncer::unavailable(); !why.empty()) GTEST_SKIP() << why;
  const fs::path program = ONCEOVER_BIN_DIR "/../go/refunds";
  if (!fs::exists(program))
    GTEST_SKIP() << "not built: " << program << ".why says why, where ctest -R go_refunds_setup has run";
  PgBouncer pooler(shared_server());
  const std::string conninfo = pooler.conninfo();
  holds({program}, conninfo.substr(5, conninfo.find(' ') - 5), 6432, "postgres");
}

TEST_F(RefundService, InJavaHasOneEffectForEachKey) {
  const fs::path compiler = "/usr/bin/javac", jdbc = "/usr/share/java/postgresql.jar";
  if (!fs::exists(compiler) || !fs::exists(jdbc)) {
    GTEST_SKIP() << "there is no " << compiler << " (package openjdk-17-jdk-headless) or no " << jdbc
                 << " (package libpostgresql-jdbc-java)";
  }
  fs::create_directories(folder);
  auto build = Process::spawn({compiler, "-Xlint:all", "-Werror", "-d", folder, "-cp", jdbc,
                               refund_services / "java/Onceover.java", refund_services / "java/Refunds.java",
                               answers / "Answers.java"});
  ASSERT_EQ(build.wait(), (Exit{0, 0})) << build.err();
  PgProxy tcp(shared_server().socket_dir());  // JDBC knows no Unix sockets
  holds({"/usr/bin/java", "-cp", folder.string() + ":" + jdbc.string(), "Refunds"}, "127.0.0.1", tcp.port());
  holds({"/usr/bin/java", "-cp", folder.string() + ":" + jdbc.string(), "Answers"}, "127.0.0.1", tcp.port());
}

}  // namespace
}  // namespace onceover::test
