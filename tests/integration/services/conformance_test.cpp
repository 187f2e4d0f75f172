// SPDX-License-Identifier: Apache-2.0
// Each case of cases.json by each way: the same answer, and the same row afterwards.
#include <fmt/format.h>

#include <fstream>

#include "tests/integration/services/by_engine.h"

namespace onceover::test {
namespace {

const Json& cases() {
  static const Json all =
      Json::parse(std::ifstream(ONCEOVER_SOURCE_DIR "/tests/integration/services/cases.json"))["cases"];
  return all;
}

constexpr const char* own_row = "SELECT * FROM onceover.keys WHERE key LIKE 'k%' OR key = ''";

class Conformance : public ServicesTest, public testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override {
    ServicesTest::SetUp();
    if (const std::string why = lacks(GetParam()); !why.empty()) GTEST_SKIP() << why;
    is_engine_ = std::string(GetParam()) == "library";
    way_ = is_engine_ ? std::make_unique<ByEngine>(database, raw) : open_way(GetParam(), database, login);
  }

  static std::string sql_of(const Json& value) {
    return value.is_null() ? "NULL"
                           : quoted_text(value.is_string() ? value.get<std::string>() : value.dump());
  }
  static std::string sql_in(const Json& object, const std::string& name,
                            const std::string& otherwise = "NULL") {
    return object.contains(name) ? sql_of(object[name]) : otherwise;
  }
  static std::string sql_time(const Json& object, const std::string& name,
                              const std::string& otherwise = "NULL") {
    return object.contains(name) && !object[name].is_null()
               ? fmt::format("clock_timestamp() + interval '{} s'", object[name].get<int>())
               : otherwise;
  }
  static std::string sql_bytes(const Json& object, const std::string& name) {
    if (object.contains(name + "_hex"))
      return quoted_text("\\x" + object[name + "_hex"].get<std::string>()) + "::bytea";
    return fmt::format("convert_to({}, 'LATIN1')", sql_in(object, name, "''"));
  }

  void lay(const Json& row) {
    raw.tamper("DELETE FROM onceover.keys");
    if (row.is_null()) return;
    const bool is_final = row["state"] == "succeeded" || row["state"] == "failed";
    raw.exec(fmt::format(
        "INSERT INTO onceover.keys (tenant, operation, key, state, holder, fingerprint_kind, fingerprint, "
        "fence, owner, locked_until, retry_before, created_at, attempts, error_code, response_version, "
        "response_code, response_headers, response_body, completed_at, expires_at) SELECT 'acme', 'refund', "
        "'k', {}, {}, {}, sha256(convert_to({}, 'UTF8')), nextval('onceover.fence'), {}, {}, {}, {}, {}, {}, "
        "{}, {}, {}, {}, {}, {}",
        sql_of(row["state"]), sql_in(row, "holder", "'executor'"), sql_in(row, "kind", "'raw-sha256'"),
        sql_of(row["fingerprint"]),
        row.contains("owner") ? quoted_text("svc#" + attempt_uuid(row["owner"])) : "'svc#0a1b2c3d'",
        sql_time(row, "lease_s"), sql_time(row, "retry_before_s"),
        sql_time(row, "created_s", "clock_timestamp()"), row.value("attempts", 1), sql_in(row, "error_code"),
        is_final ? sql_in(row, "version", "1") + "::smallint" : "NULL::smallint",
        is_final ? sql_of(row["code"]) + "::integer" : "NULL::integer",
        is_final ? sql_bytes(row, "headers") : "NULL::bytea",
        is_final ? sql_bytes(row, "body") : "NULL::bytea",
        is_final ? "clock_timestamp()" : "NULL::timestamptz",
        is_final ? "clock_timestamp() + interval '1 h'" : "NULL::timestamptz"));
  }

  std::string digest(const std::string& text) {
    return raw.scalar("SELECT encode(sha256(convert_to($1, 'UTF8')), 'hex')", {text});
  }

  Call call_of(const Json& one) {
    Call call{one["call"], {}, {}, {}};
    const bool within =
        call.function == "claim_within" || call.function == "record" || one.value("transaction", false);
    if (within) {
      call.begin = "BEGIN ISOLATION LEVEL " + one.value("isolation", "READ COMMITTED");
      call.end = one.value("ends", "COMMIT");
    }
    Json with = one["with"];
    for (const auto& [name, value] : {std::pair{"tenant", "acme"}, {"operation", "refund"}, {"key", "k"}}) {
      Json given = with.contains(name) ? with[name] : Json(value);
      if (given == "256 bytes") given = std::string(256, 'k');
      call.arguments.push_back({name, "text", given});
      with.erase(name);
    }
    for (const auto& [name, value] : with.items()) {
      if (name == "fingerprint") {
        call.arguments.push_back({name, "bytea", value.is_null() ? value : Json(digest(value))});
      } else if (name == "or_fingerprints") {
        Json digests = Json::array();
        for (const Json& text : value) digests.push_back(text.is_null() ? text : Json(digest(text)));
        call.arguments.push_back({name, "bytea[]", digests});
      } else if (name == "attempt") {
        call.arguments.push_back({name, "text", value.is_number() ? Json(attempt_uuid(value)) : value});
      } else if (name == "fence") {
        call.arguments.push_back({name, "text", value == "own" ? fence() : value.dump()});
      } else if (name == "body" || name == "body_hex") {
        call.arguments.push_back(
            {"body", "bytea",
             value.is_null() || name == "body_hex" ? value : Json(to_hex(value.get<std::string>()))});
      } else {
        call.arguments.push_back({name, value.is_array() ? "text[]" : "text", value});
      }
    }
    return call;
  }

  std::string fence() { return raw.scalar("SELECT COALESCE(max(fence), 0) FROM onceover.keys"); }
  std::string row() {
    return raw.scalar(std::string("SELECT COALESCE((SELECT r::text FROM (") + own_row + ") r), 'none')");
  }

  void expect_answer(const Json& wanted, Json got) {
    if (wanted.contains("error") || got.contains("error")) {
      EXPECT_EQ(got.value("error", "none: " + got.dump()), wanted.value("error", "none"));
      return;
    }
    Json row = got["row"];
    if (row.size() == 1 && !row.contains("outcome")) row = {{"value", row.begin().value()}};
    // a driver's own type
    if (row.contains("fence") && row["fence"].is_number()) row["fence"] = row["fence"].dump();
    for (const auto& [name, value] : wanted.items()) {
      const Json is = row.contains(name) ? row[name] : Json(nullptr);
      if (name == "fence") {
        EXPECT_EQ(is, value == "own" ? Json(fence()) : value) << row;
      } else if (name == "retry_after_s") {
        EXPECT_LE(is.get<int>(), value.get<int>());
        EXPECT_GE(is.get<int>(), value.get<int>() - 3);
      } else if (value == "time") {
        EXPECT_TRUE(is.is_string()) << is;
      } else {
        EXPECT_EQ(is, value) << name;
      }
    }
  }

  void expect_row(const Json& wanted, const std::string& before, const std::string& fence_before) {
    if (wanted.is_null()) {
      EXPECT_EQ(row(), "none");
      return;
    }
    if (wanted == "unchanged") {
      EXPECT_EQ(row(), before);
      return;
    }
    for (const auto& [name, value] : wanted.items()) {
      std::string condition = fmt::format("{}::text IS NOT DISTINCT FROM {}", name, sql_of(value));
      static const std::map<std::string, std::string> times{
          {"lease_s", "locked_until"}, {"retry_before_s", "retry_before"}, {"expires_s", "expires_at"}};
      if (const auto time = times.find(name); time != times.end()) {
        condition = value.is_null() ? time->second + " IS NULL"
                                    : fmt::format("abs(extract(epoch FROM {} - clock_timestamp()) - {}) < 5",
                                                  time->second, value.get<int>());
      } else if (name == "headers") {
        condition = "response_headers = " + sql_bytes(wanted, name);
      } else if (name == "body" || name == "body_hex") {
        condition = "response_body = " + sql_bytes(wanted, "body");
      } else if (name == "fence_grew") {
        condition = "fence > " + fence_before;
      }
      EXPECT_EQ(raw.scalar(fmt::format("SELECT COALESCE(bool_and({}), false) FROM onceover.keys", condition)),
                "t")
          << condition << "\n"
          << row();
    }
  }

  std::unique_ptr<Way> way_;
  bool is_engine_ = false;
};

TEST_P(Conformance, Holds) {
  int held = 0;
  for (const Json& one : cases()) {
    const Json of_engine = one.value("engine", Json());
    if (is_engine_ && of_engine == "none") continue;
    SCOPED_TRACE(one["name"].get<std::string>());
    lay(one["before"]);
    const std::string before = row(), fence_before = fence();
    const Json got = way_->call(call_of(one));
    expect_answer(is_engine_ && of_engine.is_object() ? of_engine : one["answer"], got);
    expect_row(one["after"], before, fence_before);
    ++held;
  }
  std::printf("%s: %d cases\n", GetParam(), held);
  EXPECT_GT(held, is_engine_ ? 40 : 90);
}

INSTANTIATE_TEST_SUITE_P(Ways, Conformance,
                         testing::Values("library", "libpq", "JavaScript", "Python", "Go", "Java"),
                         [](const auto& one) { return std::string(one.param); });

}  // namespace
}  // namespace onceover::test
