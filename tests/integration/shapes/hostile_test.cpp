// SPDX-License-Identifier: Apache-2.0
// Names and data that are out to fool whoever builds SQL of them, files or screens: each on the whole way
// through the product, where it stays the text it is.
#include <gmock/gmock.h>

#include <string>

#include "core/browse/browser.h"
#include "tests/integration/shapes/whole_way.h"
#include "tests/support/schema_template.h"

namespace onceover::browse {
namespace {

struct Hostile {
  std::string test, text;
};
void PrintTo(const Hostile& one, std::ostream* out) { *out << one.test; }

// At most 63 bytes, which is as long as a name can be; never half a character.
std::string fitted(std::string name) {
  std::size_t size = std::min<std::size_t>(name.size(), 63);
  while (size < name.size() && size > 0 && (static_cast<unsigned char>(name[size]) & 0xC0) == 0x80) --size;
  return name.substr(0, size);
}

const std::vector<Hostile>& hostile_names() {
  static const std::vector<Hostile> all{
      {"statement", "\"; drop table x;--"},
      {"reserved", "\"SELECT\""},
      {"reserved_unquoted", "select"},
      {"emoji", "\xF0\x9F\x92\xA5\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x9A\x80"},
      {"longest", std::string(63, 'n')},
      {"quotes", "'\"`''\"\""},
      {"backslashes", "\\\\n\\'\\"},
      {"newline", "\r\n-- \n"},
      {"percent", "%s%n%_%%"},
      {"dollars", "$$ $onceover$ $1 $a$"},
      {"blanks", "  \t "},
      {"markup", "<img src=/x onerror=y>"},
      {"backwards", "\xE2\x80\xAEgnp"},
      {"mixed_case", "MiXeD"},
      {"brackets", "[a](b){{c}}/*"},
      {"toml", "\"\"\"\n[profile]\n'''"},
      {"dots", "a.b.c"},
      {"composed", "e\xCC\x81\xC3\xA9"},
      {"control", "\x01\x1B[31m\x7F"},
  };
  return all;
}

std::vector<std::string> hostile_keys() {
  std::vector<std::string> keys{"plain",
                                "",
                                "=1+1",
                                "+1",
                                "-1",
                                "@SUM(A1)",
                                "\t=x",
                                "\rx",
                                " leading",
                                "trailing ",
                                "NULL",
                                "\\N",
                                "\\x41",
                                "{a,b}",
                                "100%",
                                "100_",
                                "1000",
                                "a\\",
                                "a\\%",
                                "\xC3\xA9",
                                "e\xCC\x81",
                                "\xEF\xBB\xBFmark",
                                "a\xC2\xA0z",
                                "\xE2\x80\x8Bzero",
                                "' OR 1=1 --",
                                "Idempotency-Key: x",
                                std::string(300, 'k'),
                                std::string(255, 'k'),
                                "\xF4\x8F\xBF\xBF",
                                "2024-01-01"};
  for (const Hostile& one : hostile_names()) keys.push_back(one.text + "!");
  return keys;
}

// Under names of every kind these few will do.
std::vector<std::string> few_keys(const std::string& text) {
  return {"100%", "100_", "1000", text + "!", text, "a\\", "it's", "plain", "=1"};
}

TableOfKeys plainly_named(std::vector<std::string> keys) {
  return {.schema = "payments",
          .table = "idempotency_keys",
          .account = "account_id",
          .key = "idempotency_key",
          .status = "status",
          .lease = "lease_until",
          .code = "response_code",
          .body = "response_body",
          .created = "created_at",
          .error = "last_error",
          .open = "IN_PROGRESS",
          .done = "COMPLETED",
          .bad = "FAILED",
          .keys = std::move(keys),
          .reason = "it's $onceover$ \\ \"why\""};
}

void walk(const TableOfKeys& table, const std::string& conninfo, bool is_to_be_found) {
  test::RawConnection raw(conninfo);
  table.make(raw);
  auto opened = pg::Connection::open({.conninfo = conninfo, .application_name = "hostile-test"});
  ASSERT_TRUE(opened) << opened.error().sentence();
  WholeWay way(table, *opened, raw);
  const tables::Profile profile = way.kept(is_to_be_found ? way.found_and_proposed() : table.profile());
  way.read(profile);
  way.exported(profile);
  way.written(profile);
  EXPECT_EQ(raw.scalar("SELECT count(*) FROM " + table.named()), std::to_string(table.keys.size()));
}

class HostileTest : public testing::TestWithParam<Hostile> {
 protected:
  const std::string text = GetParam().text;
  test::TestDatabase database{test::installed_schema()};
};

// Names that say what a column is for, and have this behind them.
TEST_P(HostileTest, BehindANameThatMeansSomething) {
  const auto with = [&](const std::string& name) { return fitted(name + " " + text); };
  walk({.schema = with("payments"),
        .table = with("idempotency_keys"),
        .account = with("account_id"),
        .key = with("idempotency_key"),
        .status = with("status"),
        .lease = with("lease_until"),
        .code = with("response_code"),
        .body = with("response_body"),
        .created = with("created_at"),
        .error = with("last_error"),
        .open = "IN_PROGRESS",
        .done = "COMPLETED",
        .bad = "FAILED",
        .keys = few_keys(text),
        .reason = text + " because"},
       database.conninfo(), true);
}

// Nothing but this, in front where two must differ; words of states and a person's reason too. No name means
// anything: a person says all.
TEST_P(HostileTest, AsTheWholeName) {
  const auto number = [&](const char* digit) { return fitted(digit + text); };
  walk({.schema = fitted(text),
        .table = fitted(text),
        .account = number("1"),
        .key = fitted(text),
        .status = number("2"),
        .lease = number("3"),
        .code = number("4"),
        .body = number("5"),
        .created = number("6"),
        .error = number("7"),
        .open = text + "1",
        .done = text + "2",
        .bad = text,
        .keys = few_keys(text),
        .reason = text + text + "."},
       database.conninfo(), false);
}

INSTANTIATE_TEST_SUITE_P(Names, HostileTest, testing::ValuesIn(hostile_names()),
                         [](const auto& one) { return one.param.test; });

TEST(HostileDataTest, EveryKeyIsTheTextItIs) {
  const test::TestDatabase database{test::installed_schema()};
  walk(plainly_named(hostile_keys()), database.conninfo(), true);
}

// How a database is set up to show values, read strings and find names must not matter.
TEST(HostileDataTest, UnderEverySettingOfTheDatabase) {
  const test::TestDatabase database{test::installed_schema()};
  for (const char* setting :
       {"datestyle = 'SQL, DMY'", "intervalstyle = 'postgres_verbose'", "timezone = 'America/St_Johns'",
        "bytea_output = 'escape'", "extra_float_digits = -15", "standard_conforming_strings = off",
        "escape_string_warning = off", "backslash_quote = off", "transform_null_equals = on",
        "lc_messages = 'C'", "search_path = 'traps', 'public', 'pg_catalog'",
        "default_transaction_isolation = 'serializable'", "row_security = off", "quote_all_identifiers = on",
        "xmloption = 'document'"}) {
    database.connect().exec("ALTER DATABASE " + database.name() + " SET " + setting);
  }
  database.connect().exec(R"(CREATE SCHEMA traps;
CREATE FUNCTION traps.now() RETURNS timestamptz LANGUAGE sql AS 'SELECT NULL::timestamptz';
CREATE FUNCTION traps.left(text, int) RETURNS text LANGUAGE sql AS $$ SELECT 'trapped' $$;
CREATE FUNCTION traps.count(text) RETURNS bigint LANGUAGE sql AS 'SELECT -1::bigint')");
  walk(plainly_named(hostile_keys()), database.conninfo(), true);
}

// A database without an encoding keeps bytes that are no text.
TEST(HostileDataTest, BytesThatAreNoTextAreToldApartFoundAndWritten) {
  const std::string name = "shapes_without_encoding";
  test::RawConnection server(test::shared_server().conninfo("postgres"));
  server.exec("CREATE DATABASE " + name +
              " TEMPLATE template0 ENCODING 'SQL_ASCII' LC_COLLATE 'C' LC_CTYPE 'C'");
  {
    const std::string conninfo = test::shared_server().conninfo(name);
    test::RawConnection raw(conninfo);
    raw.exec("SET client_encoding = 'SQL_ASCII'");
    const TableOfKeys table = plainly_named({"k\xFF\xFE", "k\xFF", "k", "\xC3\xA9", "\xE9"});
    table.make(raw);
    auto opened = pg::Connection::open({.conninfo = conninfo, .application_name = "hostile-test"});
    ASSERT_TRUE(opened) << opened.error().sentence();
    const tables::Profile profile = table.profile();
    Browser browser(*opened, profile);
    const auto keys = [&](const Filter& filter) {
      const auto page = browser.page({.filter = filter});
      EXPECT_TRUE(page) << page.error().sentence() << page.error().detail;
      std::vector<std::string> out;
      if (page) {
        for (const KeyRow& row : page->rows) out.push_back(row.id.key);
      }
      return out;
    };
    EXPECT_THAT(keys({}), testing::ElementsAre("\xE9", "\xC3\xA9", "k", "k\xFF", "k\xFF\xFE"));
    EXPECT_THAT(keys({.key = "k\xFF"}), testing::ElementsAre("k\xFF"));
    EXPECT_THAT(keys({.key = "k\xFF", .prefix = true}), testing::ElementsAre("k\xFF", "k\xFF\xFE"));
    EXPECT_THAT(keys({.contains = "\xE9"}), testing::ElementsAre("\xE9"));
    const auto detail = browser.detail({"7", "", "k\xFF", {"7", "k\xFF"}});
    ASSERT_TRUE(detail && detail->found() != nullptr);
    EXPECT_EQ(detail->found()->row.error_code, "k\xFF");
  }
  server.exec("DROP DATABASE " + name + " WITH (FORCE)");
}

// However large a cell is, what is brought of it is bounded; its size is told.
TEST(HostileDataTest, OfAHugeCellTheBeginningIsBrought) {
  const test::TestDatabase database;
  test::RawConnection raw = database.connect();
  raw.exec(
      R"(CREATE TABLE logs (key text PRIMARY KEY, made timestamptz NOT NULL, err text, who text, doc jsonb, body text, plain text);
INSERT INTO logs SELECT 'k' || i, now(), huge, huge, jsonb_build_object('who', huge, 'text', huge), huge, huge
  FROM generate_series(1, 2) i, repeat('ü', 10000000) huge)");
  auto opened = pg::Connection::open({.conninfo = database.conninfo(), .application_name = "hostile-test"});
  ASSERT_TRUE(opened) << opened.error().sentence();
  for (const auto holds : {tables::Place::Holds::jsonb, tables::Place::Holds::text}) {
    const tables::Profile profile{
        .name = "logs",
        .schema = "public",
        .table = "logs",
        .identity = {"key"},
        .key = "key",
        .order = {"key"},
        .never_null = {"key", "made"},
        .states = {.otherwise = tables::StateRule{{}, key::State::succeeded, "there"}},
        .created_at = {.column = "made"},
        .response_body = {.column = "body", .form = tables::Body::Form::text},
        .payload = {.column = "doc"},
        .owner = "who",
        .correlation_id = "who",
        .error = {.column = "err"},
        .customer = {.column = "doc", .path = "/who", .holds = holds},
        .reference = {.column = "plain"}};
    Browser browser(*opened, profile, {std::chrono::seconds(60)});
    const auto page = browser.page({});
    ASSERT_TRUE(page) << page.error().sentence();
    ASSERT_EQ(page->rows.size(), 2U);
    const KeyRow& row = page->rows[0];
    const std::size_t most = 10'000 + std::string("…").size();
    for (const std::string& text :
         {row.error_code, row.owner, row.correlation_id, row.subject.reference.value()}) {
      EXPECT_TRUE(text.starts_with("üü") && text.ends_with("ü…"));
      EXPECT_LE(text.size(), most);
    }
    EXPECT_LE(row.subject.customer.value_or("").size(), most);
    EXPECT_EQ(row.response_bytes, 20'000'000);
    const auto detail = browser.detail(row.id);
    ASSERT_TRUE(detail && detail->found() != nullptr);
    EXPECT_THAT(detail->found()->response_problem, testing::HasSubstr("20000000 bytes"));
    EXPECT_FALSE(detail->found()->payload.has_value());
    for (const auto& [name, text] : detail->found()->columns) EXPECT_LE(text.size(), most) << name;
    // What was sent for it, as the server counts it: the whole answer, in a text of rows.
    const auto sent = raw.exec(page->sql);
    for (const auto& cell : sent.at(0)) EXPECT_LE(cell.value_or("").size(), 140'000U);
  }
}

}  // namespace
}  // namespace onceover::browse
