// SPDX-License-Identifier: Apache-2.0
#include "tests/support/database.h"

#include <atomic>
#include <cstdlib>
#include <mutex>
#include <set>
#include <stdexcept>

namespace onceover::test {
namespace {

std::unique_ptr<try_it::PrivateServer> started() {
  try_it::PrivateServer::Options options;
  // Racing tests open many connections; logical decoding and standbys are a test's own server's business.
  options.settings["max_connections"] = "200";
  options.settings["max_prepared_transactions"] = "10";
  options.settings["jit"] = "off";  // it costs more than it saves in questions about little
  options.settings["shared_preload_libraries"] = "plpgsql";  // else each connection loads it anew
  // run.sh: initdb takes a second of processor time, a copy a tenth of it.
  if (const char* clusters = std::getenv("ONCEOVER_CLUSTERS")) options.template_cache = clusters;
  auto server = try_it::PrivateServer::start(options);
  if (!server) throw std::runtime_error(server.error().sentence() + "\n" + server.error().detail);
  return std::move(*server);
}

void run(const std::string& statement) { RawConnection(shared_server().conninfo()).exec(statement); }

void create(const std::string& name, const std::string& from) {
  RawConnection server(shared_server().conninfo());
  // PostgreSQL 14 copies files always, and has no name for it.
  const bool has_strategies = std::stoi(server.scalar("SHOW server_version_num")) >= 150000;
  server.exec("CREATE DATABASE " + quoted_name(name) + " TEMPLATE " + quoted_name(from) +
              (has_strategies ? " STRATEGY FILE_COPY" : ""));
}

std::string ready_template(const DatabaseTemplate& wanted) {
  if (!wanted.fill) return "template0";
  static std::mutex mutex;
  static std::set<std::string> made;
  const std::lock_guard lock(mutex);
  const std::string name = "template_" + wanted.name;
  if (!made.contains(name)) {
    create(name, "template0");
    wanted.fill(shared_server().conninfo(name));
    made.insert(name);
  }
  return name;
}

}  // namespace

try_it::PrivateServer& shared_server() {
  static const std::unique_ptr<try_it::PrivateServer> server = started();
  return *server;
}

DatabaseTemplate empty_database() { return {"empty", nullptr}; }

TestDatabase::TestDatabase(const DatabaseTemplate& from) {
  static std::atomic<int> count{0};
  name_ = "test_" + std::to_string(++count);
  create(name_, ready_template(from));
}

TestDatabase::~TestDatabase() {
  // A test may have left the server stopped or broken: its own assertions say so, and the server goes with
  // the binary.
  try {
    run("DROP DATABASE " + quoted_name(name_) + " WITH (FORCE)");
  } catch (const std::exception&) {
  }
}

}  // namespace onceover::test
