// SPDX-License-Identifier: Apache-2.0
// SQL contract 1 by several ways: the library, libpq, and clients in other languages, each with a login of
// the role client.
#pragma once

#include <gmock/gmock.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "core/roles/roles.h"
#include "core/tables/profile.h"
#include "tests/integration/engine/fixture.h"
#include "tests/support/process.h"
#include "tests/support/writer.h"

namespace onceover::test {

using Json = nlohmann::json;

inline std::string attempt_uuid(int number) { return fmt::format("00000000-0000-4000-8000-{:012}", number); }

// One call of the contract: what a way sends and what it got.
struct Call {
  struct Argument {
    std::string name, type;  // text, bytea, bytea[], text[]
    Json value;              // bytes as hex
  };
  std::string function;
  std::vector<Argument> arguments;
  std::string begin, end;  // around it; empty: none
  std::string verb() const { return function == "claim" ? "CALL" : "SELECT * FROM"; }
};

// A client: {"row": {column: value, …}} or {"error": SQLSTATE}.
class Way {
 public:
  virtual ~Way() = default;
  virtual Json call(const Call& call) = 0;
};

// Why a language cannot be tried here; empty: it can.
std::string lacks(const std::string& language);
std::unique_ptr<Way> open_way(const std::string& language, const TestDatabase& database,
                              const std::string& user);

class ServicesTest : public EngineTest {
 protected:
  void SetUp() override {
    const auto script = roles::role_script(tables::own(), {}, roles::DbRole::client, login);
    if (!script) throw std::runtime_error(script.error().sentence());
    raw.exec(*script);
    raw.exec("ALTER ROLE " + login + " LOGIN");
  }
  void TearDown() override { raw.exec("DROP OWNED BY " + login + "; DROP ROLE " + login); }
  std::string as_client() const { return database.conninfo() + " user=" + login; }

  const std::string login = "client_" + database.name();
};

}  // namespace onceover::test
