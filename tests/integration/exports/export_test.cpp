// SPDX-License-Identifier: Apache-2.0
// Exports from a private server into real files.
#include "core/exports/export.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/base/random.h"
#include "core/base/text.h"
#include "tests/support/database.h"
#include "tests/support/eventually.h"
#include "tests/support/proxy.h"
#include "tests/support/schema_template.h"

namespace onceover::exports {
namespace {

namespace fs = std::filesystem;

pg::Connection connected(const std::string& conninfo) {
  auto connection = pg::Connection::open({.conninfo = conninfo, .application_name = "exports-test"});
  if (!connection) throw std::runtime_error(connection.error().sentence());
  return std::move(*connection);
}

class Export : public testing::Test {
 protected:
  Export() { fs::create_directory(folder_); }
  ~Export() override { fs::remove_all(folder_); }

  std::string path(const std::string& name = "out") const { return folder_ / name; }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), {}));
  }
  static std::string content(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void expect_kept() {
    EXPECT_EQ(files(), 1U);
    EXPECT_EQ(content(path()), "old");
  }
  void put_old() { std::ofstream(path()) << "old"; }

  static Source numbers(std::int64_t count) {
    Source source;
    // In the select list: in FROM it would be gathered on the server's disk first.
    (source.query << "SELECT i, md5(i::text), repeat('x', 100) FROM (SELECT generate_series(1, ")
            .integer(count)
        << "::int8) i) s";
    source.columns = {{"i", Kind::number}, {"hash"}, {"padding"}};
    return source;
  }
  static Source one(const std::string& expression, Kind kind = Kind::text) {
    Source source;
    source.query << "SELECT " << expression;
    source.columns = {{"c", kind}};
    return source;
  }

  std::string exported(const Source& source, const ExportOptions& options = {}) {
    std::string out;
    auto done = export_to(connection_, source, options, [&](std::string_view piece) -> Result<void> {
      out += piece;
      return {};
    });
    if (!done) throw std::runtime_error(done.error().sentence() + " " + done.error().detail);
    EXPECT_EQ(done->bytes, static_cast<std::int64_t>(out.size()));
    return out;
  }

  fs::path folder_ = fs::temp_directory_path() / ("onceover-export-" + new_uuid());
  test::TestDatabase database_{test::installed_schema()};
  test::RawConnection raw_ = database_.connect();
  pg::Connection connection_ = connected(database_.conninfo());
};

constexpr std::int64_t many = 200'000;
constexpr std::int64_t endless = 1'000'000'000'000;

TEST_F(Export, StreamsEveryRowIntoAFileForItsOwnerAlone) {
  put_old();
  fs::permissions(path(), fs::perms::all);
  std::vector<Progress> told;
  ExportOptions options;
  options.progress_every = Duration::zero();
  options.on_progress = [&](const Progress& progress) { told.push_back(progress); };
  const auto done = export_to_file(connection_, numbers(many), options, path());
  ASSERT_TRUE(done) << done.error().sentence() << done.error().detail;
  EXPECT_EQ(done->rows, many);
  EXPECT_EQ(done->bytes, static_cast<std::int64_t>(fs::file_size(path())));
  EXPECT_EQ(files(), 1U);
  EXPECT_EQ(fs::status(path()).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  ASSERT_GT(told.size(), 10U);
  EXPECT_TRUE(std::is_sorted(told.begin(), told.end(),
                             [](const Progress& a, const Progress& b) { return a.rows < b.rows; }));
  EXPECT_EQ(told.back().rows, many);
  std::ifstream in(path());
  std::string line;
  std::int64_t lines = 0;
  while (std::getline(in, line)) {
    ASSERT_TRUE(lines == 0 || line.starts_with(std::to_string(lines) + ",")) << line;
    ++lines;
  }
  EXPECT_EQ(lines, many + 1);
  EXPECT_FALSE(connection_.in_transaction());
}

TEST_F(Export, ACancelInTheMiddleLeavesNothing) {
  put_old();
  const pg::CancelHandle handle = connection_.cancel_handle();
  ExportOptions options;
  options.progress_every = Duration::zero();
  options.on_progress = [&](const Progress& progress) {
    EXPECT_EQ(files(), 2U);
    if (progress.rows > 1000) handle.cancel();
  };
  const auto done = export_to_file(connection_, numbers(endless), options, path());
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().kind, ErrorKind::cancelled);
  EXPECT_EQ(done.error().not_done, "Nothing was exported.");
  expect_kept();
  connection_.rearm();
  EXPECT_FALSE(connection_.in_transaction());
  EXPECT_TRUE(export_to_file(connection_, numbers(10), {}, path()));
}

TEST_F(Export, ACancelAtTheVeryEndLeavesNothing) {
  const pg::CancelHandle handle = connection_.cancel_handle();
  ExportOptions options;
  options.on_progress = [&](const Progress&) { handle.cancel(); };
  EXPECT_EQ(export_to_file(connection_, numbers(10), options, path()).error().kind, ErrorKind::cancelled);
  EXPECT_EQ(files(), 0U);
}

TEST_F(Export, ALostConnectionLeavesNothing) {
  put_old();
  test::PgProxy proxy(test::shared_server().socket_dir());
  auto through = connected(proxy.conninfo(database_.name()));
  ExportOptions options;
  options.progress_every = Duration::zero();
  options.on_progress = [&](const Progress&) { proxy.cut_now(); };
  const auto done = export_to_file(through, numbers(endless), options, path());
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().kind, ErrorKind::connection);
  expect_kept();
}

TEST_F(Export, AnErrorInTheMiddleLeavesNothing) {
  put_old();
  Source source;
  source.query << "SELECT 1 / (100000 - i) FROM generate_series(1, 200000) i";
  source.columns = {{"c"}};
  const auto done = export_to_file(connection_, source, {}, path());
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().sqlstate, "22012");
  expect_kept();
}

TEST_F(Export, AFullDiskSaysWhatWasNotDone) {
  std::int64_t taken = 0;
  const auto done = export_to(connection_, numbers(endless), {}, [&](std::string_view piece) -> Result<void> {
    taken += static_cast<std::int64_t>(piece.size());
    return taken < 1'000'000 ? Result<void>{} : fail(ErrorKind::io, "No space left on device.", "x");
  });
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().kind, ErrorKind::io);
  EXPECT_EQ(done.error().what, "No space left on device.");
  EXPECT_EQ(done.error().not_done, "Nothing was exported.");
  EXPECT_TRUE(exported(numbers(3)).starts_with("i,hash,padding\r\n1,"));
}

TEST_F(Export, TheSnapshotIsBoundedAlsoWhereTheReaderIsSlow) {
  put_old();
  ExportOptions options;
  options.limit = std::chrono::milliseconds(200);
  const auto done = export_to_file(connection_, numbers(endless), options, path());
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().kind, ErrorKind::timeout);
  expect_kept();
  EXPECT_FALSE(connection_.in_transaction());
  EXPECT_EQ(raw_.scalar("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'exports-test' AND "
                        "backend_xmin IS NOT NULL"),
            "0");
}

TEST_F(Export, OneSnapshotThatOnlyReads) {
  Source source =
      one("pg_catalog.current_setting('transaction_isolation') || ' ' || "
          "pg_catalog.current_setting('transaction_read_only')");
  EXPECT_EQ(exported(source), "c\r\nrepeatable read on\r\n");
  raw_.exec(
      "CREATE FUNCTION public.writes() RETURNS int LANGUAGE sql AS 'INSERT INTO onceover.control DEFAULT "
      "VALUES; SELECT 1'");
  const auto written =
      export_to(connection_, one("public.writes()"), {}, [](std::string_view) -> Result<void> { return {}; });
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().kind, ErrorKind::read_only);
}

TEST_F(Export, CellsDoNotDependOnTheSession) {
  raw_.exec("ALTER DATABASE " + test::quoted_name(database_.name()) + " SET DateStyle = 'SQL, DMY'");
  raw_.exec("ALTER DATABASE " + test::quoted_name(database_.name()) + " SET TimeZone = 'Asia/Tokyo'");
  raw_.exec("ALTER DATABASE " + test::quoted_name(database_.name()) + " SET bytea_output = 'escape'");
  ASSERT_TRUE(connection_.reopen());
  EXPECT_EQ(exported(one("timestamptz '2026-11-21 02:03:04.5+00'", Kind::time)),
            "c\r\n2026-11-21 02:03:04.5+00\r\n");
  EXPECT_EQ(exported(one("'hi'::bytea", Kind::bytes)), "c\r\n\\x6869\r\n");
  EXPECT_EQ(exported(one("0.1::float8 + 0.2::float8", Kind::number)), "c\r\n0.30000000000000004\r\n");
}

TEST_F(Export, HostileNamesAndCellsComeThroughInEveryFormat) {
  raw_.exec("CREATE TABLE public.\"t\"\"\" (\"=1+\"\"1\" text, \"<b>|\" text, j json, n numeric, b boolean)");
  const std::string nasty = "=cmd|' /C calc'!A0\",\r\n\t\\N\\.\u202E😀<img src=x>`";
  raw_.exec(
      "INSERT INTO public.\"t\"\"\" VALUES ($1, '', E'{\"a\":\\n1}', -1.50, true), (NULL, $1, 'null', 'NaN', "
      "false)",
      {nasty});
  Source source;
  source.query << "SELECT * FROM public." << tables::quoted_name("t\"") << " ORDER BY n";
  source.columns = {{"=1+\"1"}, {"<b>|"}, {"j", Kind::json}, {"n", Kind::number}, {"b", Kind::boolean}};
  const std::string lines = exported(source, {.format = Format::json_lines});
  const auto end = lines.find('\n');
  const auto first = nlohmann::json::parse(lines.substr(0, end)),
             second = nlohmann::json::parse(lines.substr(end + 1));
  EXPECT_EQ(first.at("=1+\"1"), nasty);
  EXPECT_EQ(first.at("<b>|"), "");
  EXPECT_EQ(first.at("j").at("a"), 1);
  EXPECT_EQ(first.at("b"), true);
  EXPECT_TRUE(second.at("=1+\"1").is_null());
  EXPECT_EQ(second.at("<b>|"), nasty);
  EXPECT_EQ(second.at("n"), "NaN");

  // What PostgreSQL reads back from the exact copy is what it had.
  raw_.exec("CREATE TABLE public.back (LIKE public.\"t\"\"\")");
  ExportOptions exact;
  exact.cells.neutralise = false;
  ASSERT_TRUE(export_to_file(connection_, source, exact, path()));
  fs::permissions(folder_, fs::perms::all);
  fs::permissions(path(), fs::perms::all);
  raw_.exec("COPY public.back FROM " + test::quoted_text(path()) + " (FORMAT csv, HEADER)");
  EXPECT_EQ(raw_.scalar("SELECT count(*) FROM (SELECT v::text FROM public.\"t\"\"\" v EXCEPT SELECT v::text "
                        "FROM public.back v) d"),
            "0");

  EXPECT_TRUE(exported(source).starts_with("\"'=1+\"\"1\",<b>|,j,n,b\r\n\"'=cmd|"));
  const std::string markdown = exported(source, {.format = Format::markdown});
  EXPECT_EQ(std::count(markdown.begin(), markdown.end(), '\n'), 4);
  EXPECT_EQ(markdown.find("<img"), std::string::npos);
}

// A value as a literal in COPY is what it is as a parameter, whatever the session thinks of backslashes.
TEST_F(Export, AnyValueOfTheQueryMeansItself) {
  for (const char* conforming : {"on", "off"}) {
    raw_.exec("ALTER DATABASE " + test::quoted_name(database_.name()) +
              " SET standard_conforming_strings = " + conforming);
    ASSERT_TRUE(connection_.reopen());
    const auto expect_itself = [&](const std::string& value) {
      Source source;
      (source.query << "SELECT ").text(value) << "::pg_catalog.text";
      source.columns = {{"c"}};
      const std::string line = exported(source, {.format = Format::json_lines});
      EXPECT_EQ(nlohmann::json::parse(line).at("c"), value) << conforming << ": " << visible(value);
      return !HasFailure();
    };
    for (const std::string value :
         {"", "'", "\\", "\\'", "\\' ; DROP", "''", "E'", "$1", "$$", "\n", "\x01\x7F", "--", "/*", "\u202E",
          "é\\x41", "日\\'", "\U000E0041", "') TO PROGRAM 'x' --"}) {
      expect_itself(value);
    }
    rc::check("any text", [&] {
      std::string value;
      const auto pieces = *rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(
          std::vector<std::string>{"'", "\\", "\"", "x41", "u0041", "U", "0", "é", "日", "\u202E", "\n", "\r",
                                   "\t", "E", " ", ";", "$1", "--", "😀"}));
      for (const std::string& piece : pieces) value += piece;
      RC_ASSERT(expect_itself(value));
    });
  }
}

TEST_F(Export, AValueThatIsNoTextIsRefused) {
  for (const std::string& value : {std::string("\xFF"), std::string("a\0b", 3), std::string("\xE3\x81'\\")}) {
    Source source;
    (source.query << "SELECT ").text(value);
    source.columns = {{"c"}};
    const auto done = export_to_file(connection_, source, {}, path());
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().kind, ErrorKind::invalid_input);
  }
  EXPECT_EQ(files(), 0U);
}

TEST_F(Export, ADatabaseWithoutEncodingGivesValidJsonAllTheSame) {
  raw_.exec(
      "CREATE DATABASE no_encoding TEMPLATE template0 ENCODING 'SQL_ASCII' LC_COLLATE 'C' LC_CTYPE 'C'");
  {
    connection_ = connected(test::shared_server().conninfo("no_encoding"));
    const std::string lines = exported(one("E'a\\xff\"'"), {.format = Format::json_lines});
    EXPECT_EQ(nlohmann::json::parse(lines).at("c").at("hex"), "61ff22");
    connection_.close();
  }
  raw_.exec("DROP DATABASE no_encoding WITH (FORCE)");
}

TEST_F(Export, AnOpenTransactionIsRefused) {
  ASSERT_TRUE(connection_.script("BEGIN"));
  EXPECT_EQ(export_to_file(connection_, numbers(1), {}, path()).error().kind, ErrorKind::invalid_input);
  EXPECT_TRUE(connection_.in_transaction());
}

TEST_F(Export, KeysThatMatchAFilterWithMaskedBodies) {
  raw_.exec(
      "INSERT INTO onceover.keys (tenant, operation, key, state, fence, fingerprint_kind, fingerprint, "
      "response_code, response_version, response_headers, response_body, completed_at, expires_at, amount, "
      "created_at) SELECT 'acme', 'refund', 'k' || i, 'succeeded', i, 'raw-sha256', sha256('body'), 200, 1, "
      "'h', 'the secret body', now(), now(), -5.00, timestamptz '2026-01-01' + i * interval '1 s' FROM "
      "generate_series(1, 20) i");
  browse::Filter filter;
  filter.key = "k1";
  filter.prefix = true;
  const auto source = keys(tables::own(), filter);
  ASSERT_TRUE(source);
  const std::string lines = exported(*source, {.format = Format::json_lines});
  EXPECT_EQ(lines.find("secret"), std::string::npos);
  EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 11);
  const auto newest = nlohmann::json::parse(lines.substr(0, lines.find('\n')));
  EXPECT_EQ(newest.at("key"), "k19");
  EXPECT_EQ(newest.at("created_at"), "2026-01-01 00:00:19+00");
  EXPECT_EQ(newest.at("response_body"), (nlohmann::json{{"masked", true}, {"bytes", 15}}));
  EXPECT_TRUE(newest.at("case_status").is_null());
  EXPECT_EQ(newest.size(), source->columns.size());
  EXPECT_NE(exported(*source).find(",-5.00,"), std::string::npos);

  const auto revealed = keys(tables::own(), filter, false, true);
  ASSERT_TRUE(revealed);
  const std::string oldest = exported(*revealed, {.format = Format::json_lines});
  EXPECT_EQ(nlohmann::json::parse(oldest.substr(0, oldest.find('\n'))).at("response_body"),
            "the secret body");
  EXPECT_EQ(nlohmann::json::parse(oldest.substr(0, oldest.find('\n'))).at("key"), "k1");
}

TEST_F(Export, OfAHugeCellTheBeginningAndItsSize) {
  raw_.exec("CREATE TABLE jobs (id text PRIMARY KEY, error text, owner text, body text)");
  raw_.exec(
      "INSERT INTO jobs SELECT 'j' || i, repeat('ü', length), 'me', 'short' FROM (VALUES (1, 2000000), (2, "
      "3000000)) v (i, length)");
  tables::Profile p;
  p.name = p.table = "jobs";
  p.schema = "public";
  p.key = "id";
  p.identity = p.order = p.never_null = {"id"};
  p.states.otherwise = tables::StateRule{{}, key::State::failed, "there"};
  p.owner = "owner";
  p.error = {.column = "error"};
  const auto source = keys(p, {}, false);
  ASSERT_TRUE(source);
  const std::string lines = exported(*source, {.format = Format::json_lines});
  const auto whole = nlohmann::json::parse(lines.substr(0, lines.find('\n')));
  const auto cut = nlohmann::json::parse(lines.substr(lines.find('\n') + 1));
  EXPECT_EQ(whole.at("error").get<std::string>().size(), 4'000'000U);
  const std::string note = "... (the first 1000000 characters of 6000000 bytes)";
  EXPECT_EQ(cut.at("error").get<std::string>().size(), 2'000'000U + note.size());
  EXPECT_TRUE(cut.at("error").get<std::string>().ends_with(note));
  EXPECT_EQ(cut.at("owner"), "me");
}

}  // namespace
}  // namespace onceover::exports
