// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <libpq-fe.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "core/base/text.h"
#include "tests/integration/services/fixture.h"
#include "tests/support/proxy.h"

namespace onceover::test {
namespace {

namespace fs = std::filesystem;

std::string array_literal(const Json& values, bool of_bytes) {
  std::string text = "{";
  for (const Json& value : values) {
    if (text.size() > 1) text += ',';
    if (value.is_null()) {
      text += "NULL";
      continue;
    }
    text += '"';
    if (of_bytes) text += "\\\\x";
    for (const char c : value.get<std::string>()) {
      if (c == '"' || c == '\\') text += '\\';
      text += c;
    }
    text += '"';
  }
  return text + "}";
}

std::string as_text(const Call::Argument& argument) {
  const Json& value = argument.value;
  if (value.is_array()) return array_literal(value, argument.type == "bytea[]");
  if (argument.type == "bytea") return "\\x" + value.get<std::string>();
  return value.is_string() ? value.get<std::string>() : value.dump();
}

// Parameters without types, as text: the server finds each by its name.
class ByLibpq : public Way {
 public:
  ByLibpq(const TestDatabase& database, const std::string& user)
      : connection_(database.conninfo() + " user=" + user), helper_(database.connect()) {}

  Json call(const Call& call) override {
    if (!call.begin.empty()) connection_.exec(call.begin);
    std::string sql = call.verb() + " onceover." + call.function + "(";
    std::vector<std::string> texts;
    for (const auto& argument : call.arguments)
      texts.push_back(argument.value.is_null() ? "" : as_text(argument));
    std::vector<const char*> values;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      sql += fmt::format("{}{} => ${}", i == 0 ? "" : ", ", call.arguments[i].name, i + 1);
      values.push_back(call.arguments[i].value.is_null() ? nullptr : texts[i].c_str());
    }
    const std::unique_ptr<PGresult, decltype(&PQclear)> result(
        PQexecParams(connection_.native(), (sql + ")").c_str(), static_cast<int>(values.size()), nullptr,
                     values.data(), nullptr, nullptr, 0),
        PQclear);
    if (PQresultStatus(result.get()) != PGRES_TUPLES_OK) {
      const char* state = PQresultErrorField(result.get(), PG_DIAG_SQLSTATE);
      if (state == nullptr) throw std::runtime_error(PQerrorMessage(connection_.native()));
      Json answer{{"error", state}};
      if (!call.begin.empty()) connection_.exec("ROLLBACK");
      return answer;
    }
    Json row;
    for (int i = 0; i < PQnfields(result.get()); ++i) row[PQfname(result.get(), i)] = value_of(*result, i);
    if (!call.end.empty()) connection_.exec(call.end);
    return {{"row", row}};
  }

 private:
  Json value_of(const PGresult& result, int column) {
    if (PQgetisnull(&result, 0, column) != 0) return nullptr;
    const std::string text = PQgetvalue(&result, 0, column);
    switch (PQftype(&result, column)) {
      case 16: return text == "t";
      case 17: return text.substr(2);
      case 23: return std::stoi(text);
      case 1009: return Json::parse(helper_.scalar("SELECT to_json($1::text[])", {text}));
      default: return text;
    }
  }
  RawConnection connection_, helper_;
};

// A program that speaks as writers/talk.mjs does.
class ByProgram : public Way {
 public:
  // proxy: for a driver that knows no unix sockets.
  ByProgram(const std::vector<std::string>& argv, const TestDatabase& database, const std::string& user,
            std::unique_ptr<PgProxy> proxy = {})
      : proxy_(std::move(proxy)),
        process_(Process::spawn(
            argv,
            {{"PGHOST", shared_server().socket_dir()},
             {"PGPORT", "5432"},
             {"PGUSER", user},
             {"PGDATABASE", database.name()},
             {"NODE_OPTIONS", ""},
             {"ONCEOVER_NODE_PACKAGES", Writer::packages()},
             {"JDBC_URL", proxy_ ? fmt::format("jdbc:postgresql://127.0.0.1:{}/{}?user={}&sslmode=disable",
                                               proxy_->port(), database.name(), user)
                                 : ""}},
            Input::written)) {
    (void)next();
  }

  Json call(const Call& call) override {
    Json order{{"do", "call"},
               {"verb", call.verb()},
               {"function", call.function},
               {"begin", call.begin},
               {"end", call.end}};
    order["args"] = Json::array();
    for (const auto& [name, type, value] : call.arguments)
      order["args"].push_back({{"name", name}, {"type", type}, {"value", value}});
    if (!process_.write(order.dump() + "\n"))
      throw std::runtime_error("the client is gone: " + process_.err());
    return next();
  }

 private:
  Json next() {
    std::size_t end = std::string::npos;
    const bool came = process_.wait_for_out(
        [&](const std::string& out) { return (end = out.find('\n', read_)) != std::string::npos; },
        Writer::patience);
    if (!came) throw std::runtime_error("no answer: " + process_.err());
    const Json said = Json::parse(process_.out().substr(read_, end - read_));
    read_ = end + 1;
    if (said.contains("failed")) throw std::runtime_error(said.dump());
    return said;
  }
  std::unique_ptr<PgProxy> proxy_;
  Process process_;
  std::size_t read_ = 0;
};

const std::string go_client = ONCEOVER_BIN_DIR "/../go/conformance";
// Of Debian's libpostgresql-jdbc-java, or another one.
std::string jdbc_driver() {
  const char* given = std::getenv("ONCEOVER_JDBC");
  return given != nullptr ? given : "/usr/share/java/postgresql.jar";
}

std::string script(const std::string& name) {
  return ONCEOVER_SOURCE_DIR "/tests/integration/services/" + name;
}

}  // namespace

std::string lacks(const std::string& language) {
  if (language == "JavaScript") return Writer::unavailable();
  if (language == "Python") {
    auto look = Process::spawn({"/usr/bin/python3", "-c", "import psycopg2"});
    return look.wait() == Exit{0, 0}
               ? ""
               : "python3-psycopg2, which packaging/packages.txt names, is not installed";
  }
  if (language == "Go" && !fs::exists(go_client)) {
    std::ifstream file(go_client + ".why");
    std::string why;
    std::getline(file, why);
    return why.empty() ? "the Go client is not built yet (ctest -R go_conformance_setup does it)" : why;
  }
  if (language == "Java" && !fs::exists(jdbc_driver()))
    return "there is no " + jdbc_driver() + " here (package libpostgresql-jdbc-java)";
  if (language == "Java") {
    auto look = Process::spawn({"/usr/bin/env", "java", "-version"});
    return look.wait() == Exit{0, 0} ? "" : "there is no java here (package default-jdk)";
  }
  return "";
}

std::unique_ptr<Way> open_way(const std::string& language, const TestDatabase& database,
                              const std::string& user) {
  if (language == "libpq") return std::make_unique<ByLibpq>(database, user);
  if (language == "JavaScript")
    return std::make_unique<ByProgram>(
        std::vector<std::string>{"/usr/bin/env", "node", script("conformance.mjs")}, database, user);
  if (language == "Go")
    return std::make_unique<ByProgram>(std::vector<std::string>{go_client}, database, user);
  if (language == "Java")
    return std::make_unique<ByProgram>(
        std::vector<std::string>{"/usr/bin/env", "java", "-cp", jdbc_driver(), script("Conformance.java")},
        database, user, std::make_unique<PgProxy>(shared_server().socket_dir()));
  return std::make_unique<ByProgram>(
      std::vector<std::string>{"/usr/bin/python3", "-B", script("conformance.py")}, database, user);
}

}  // namespace onceover::test
