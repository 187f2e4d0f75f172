#include "tests/support/database.h"

#include <atomic>
#include <mutex>
#include <set>
#include <stdexcept>

#include "tests/support/traps.h"

namespace onceover::test {
namespace {

std::unique_ptr<try_it::PrivateServer> started() {
  try_it::PrivateServer::Options options;
  // Racing tests open many connections; logical decoding and standbys are a test's own server's business.
  options.settings["max_connections"] = "200";
  options.settings["max_prepared_transactions"] = "10";
  if (!traps_directory().empty()) {
    options.settings["log_statement"] = "all";
    options.settings["logging_collector"] = "on";
    options.settings["log_destination"] = "jsonlog";
    options.settings["log_directory"] = traps_directory();
    options.settings["log_filename"] = "server-%s.log";
    options.settings["log_file_mode"] = "0644";
    options.settings["log_rotation_size"] = "0";
  }
  auto server = try_it::PrivateServer::start(options);
  if (!server) throw std::runtime_error(server.error().sentence() + "\n" + server.error().detail);
  return std::move(*server);
}

void run(const std::string& statement) { RawConnection(shared_server().conninfo()).exec(statement); }

void create(const std::string& name, const std::string& from) {
  run("CREATE DATABASE " + quoted_name(name) + " TEMPLATE " + quoted_name(from) + " STRATEGY FILE_COPY");
}

std::string ready_template(const DatabaseTemplate& wanted) {
  if (!wanted.fill && traps_directory().empty()) return "template0";
  static std::mutex mutex;
  static std::set<std::string> made;
  const std::lock_guard lock(mutex);
  const std::string name = "template_" + wanted.name;
  if (!made.contains(name)) {
    create(name, "template0");
    if (wanted.fill) wanted.fill(shared_server().conninfo(name));
    if (!traps_directory().empty()) set_traps(shared_server().conninfo(name));
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
  if (!traps_directory().empty()) run(traps_first(name_));
}

TestDatabase::~TestDatabase() {
  // A test may have left the server stopped or broken: its own assertions say so, and the server goes with the binary.
  try {
    run("DROP DATABASE " + quoted_name(name_) + " WITH (FORCE)");
  } catch (const std::exception&) {
  }
}

}  // namespace onceover::test
