// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/shapes/whole_way.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/browse/browser.h"
#include "core/exports/export.h"
#include "core/reconcile/write_row.h"
#include "core/tables/detect/detect.h"
#include "core/tables/detect/proposal.h"
#include "core/tables/inspect/catalog.h"
#include "core/tables/inspect/inspect.h"
#include "core/tables/sql.h"
#include "core/tables/toml.h"

namespace onceover::browse {
namespace {

using test::quoted_name;
using testing::ElementsAreArray;

const audit::Actor clerk{"clerk", "desk-1", "shapes-test"};

// Stops the test with the error's words.
template <class T>
T needed(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().sentence() + " " + result.error().detail);
  return std::move(*result);
}

std::vector<std::string> keys_of(const Page& page) {
  std::vector<std::string> out;
  for (const KeyRow& row : page.rows) out.push_back(row.id.key);
  return out;
}

bool is_open(std::size_t row) { return row % 3 == 2; }

}  // namespace

void TableOfKeys::make(test::RawConnection& raw) const {
  const auto q = [](const std::string& name) { return quoted_name(name); };
  if (schema != "public") raw.exec("CREATE SCHEMA " + q(schema));
  raw.exec(fmt::format(
      "CREATE TABLE {} ({} bigint NOT NULL, {} text NOT NULL, {} text NOT NULL CHECK ({} IN ({}, {}, {})), "
      "{} timestamptz, {} int, {} jsonb, {} timestamptz NOT NULL, {} text, UNIQUE ({}, {}))",
      named(), q(account), q(key), q(status), q(status), test::quoted_text(open), test::quoted_text(done),
      test::quoted_text(bad), q(lease), q(code), q(body), q(created), q(error), q(account), q(key)));
  for (std::size_t i = 0; i < keys.size(); ++i) {
    raw.exec("INSERT INTO " + named() + " VALUES (" + (is_open(i) ? "8" : "7") + ", $1, $2, " +
                 (is_open(i) ? "'2024-01-01 12:00:00+00'" : "NULL") + ", " +
                 (is_open(i)   ? "NULL, NULL"
                  : i % 3 == 0 ? "201, jsonb_build_object('said', $1::text)"
                               : "402, '{}'") +
                 ", timestamptz '2024-01-01 00:00:00+00' + $3::int * interval '1 s', $1)",
             {keys[i],
              is_open(i)   ? open
              : i % 3 == 0 ? done
                           : bad,
              std::to_string(i)});
  }
  raw.exec("ANALYZE " + named());
}

tables::Profile TableOfKeys::profile() const {
  const auto is = [&](const std::string& word, key::State state) {
    return tables::StateRule{{{.column = status, .is = tables::Condition::Is::one_of, .values = {word}}},
                             state};
  };
  return {.name = table,
          .schema = schema,
          .table = table,
          .identity = {account, key},
          .key = key,
          .tenant = account,
          .never_null = {account, key, status, created},
          .states = {.column = status,
                     .rules = {is(open, key::State::in_progress), is(done, key::State::succeeded),
                               is(bad, key::State::failed)}},
          .lease = {.form = tables::Lease::Form::deadline, .at = {.column = lease}},
          .created_at = {.column = created},
          .response_code = code,
          .response_body = {.column = body, .form = tables::Body::Form::json},
          .error = {.column = error}};
}

WholeWay::WholeWay(const TableOfKeys& table, pg::Connection& connection, test::RawConnection& raw,
                   std::function<void(const char*)> after)
    : table_(table), connection_(connection), raw_(raw), after_(std::move(after)) {}

std::vector<std::string> WholeWay::newest_first(const std::function<bool(const std::string&)>& holds) const {
  std::vector<std::string> out;
  for (auto key = table_.keys.rbegin(); key != table_.keys.rend(); ++key) {
    if (!holds || holds(*key)) out.push_back(*key);
  }
  return out;
}

tables::Profile WholeWay::found_and_proposed() {
  const auto facts =
      needed(tables::read_facts(connection_, {.schema = table_.schema, .table = table_.table}));
  EXPECT_THAT(facts.remarks, testing::IsEmpty());
  if (facts.tables.size() != 1) throw std::runtime_error("the table is not found");
  done("facts");
  const auto candidate = tables::detect(facts.tables[0]);
  if (!candidate) throw std::runtime_error("the table is not proposed");
  EXPECT_EQ(candidate->kind, tables::Kind::idempotency) << candidate->why;
  using Columns = std::vector<std::string>;
  for (const auto& [role, columns] :
       {std::pair<const char*, Columns>{"identity", {table_.account, table_.key}},
        {"tenant", {table_.account}},
        {"state", {table_.status}},
        {"lease", {table_.lease}},
        {"response_code", {table_.code}},
        {"response_body", {table_.body}},
        {"created_at", {table_.created}},
        {"error", {table_.error}}}) {
    const tables::RoleAnswer& answer = candidate->role(role);
    EXPECT_EQ(answer.columns, columns) << role << ": " << answer.why;
  }
  const tables::Proposal proposal = tables::propose(*candidate, facts.tables[0]);
  const auto read = needed(tables::profiles_from_toml(tables::to_toml(proposal), "proposal.toml"));
  EXPECT_EQ(read, std::vector{proposal.profile});
  tables::Profile profile = read.front();
  EXPECT_EQ(profile.table, table_.table);
  EXPECT_EQ(profile.schema, table_.schema);
  EXPECT_EQ(profile.key, table_.key);
  EXPECT_EQ(profile.response_body.column, table_.body);
  EXPECT_EQ(profile.response_body.form, tables::Body::Form::json);
  profile.order.clear();  // newest first, as the tests say it
  return profile;
}

tables::Profile WholeWay::kept(tables::Profile profile) {
  using Value = tables::Assignment::Value;
  profile.writes[tables::Verb::succeed] = {.set = {{.column = table_.status, .text = table_.done},
                                                   {.column = table_.lease, .value = Value::null},
                                                   {.column = table_.error, .value = Value::reason}}};
  const std::string toml = tables::to_toml(std::vector{profile});
  const auto read = needed(tables::profiles_from_toml(toml, "kept.toml"));
  EXPECT_EQ(read, std::vector{profile}) << toml;
  return read.front();
}

void WholeWay::read(const tables::Profile& profile) {
  Browser browser(connection_, profile, {std::chrono::seconds(60), std::chrono::seconds(20)});
  const auto listed = [&](const Filter& filter) {
    return keys_of(needed(browser.page({.filter = filter, .limit = 1000})));
  };
  EXPECT_THAT(listed({}), ElementsAreArray(newest_first()));
  std::vector<std::string> turned;
  std::optional<Cursor> after;
  for (bool more = true; more && turned.size() <= table_.keys.size();) {
    const Page page = needed(browser.page({.after = after, .limit = 7}));
    std::ranges::copy(keys_of(page), std::back_inserter(turned));
    more = page.more;
    after = cursor_of(page.rows.back());
  }
  EXPECT_THAT(turned, ElementsAreArray(newest_first()));
  done("pages");
  EXPECT_EQ(listed({.states = {key::State::in_progress}}).size(), table_.keys.size() / 3);
  EXPECT_EQ(listed({.stuck = true}).size(), table_.keys.size() / 3);
  EXPECT_EQ(needed(browser.state_counts()).unfinished.stuck,
            static_cast<std::int64_t>(table_.keys.size() / 3));
  EXPECT_EQ(needed(browser.backlog()).unfinished.n, static_cast<std::int64_t>(table_.keys.size() / 3));
  EXPECT_FALSE(needed(browser.stuck_groups()).groups.empty());
  EXPECT_THAT(needed(browser.tenants()), testing::ElementsAre("7", "8"));
  needed(browser.operations());
  needed(browser.forecast({.contains = "x"}));
  done("counts");
  for (const KeyRow& row : needed(browser.page({.limit = 1000})).rows) {
    const std::string& key = row.id.key;
    SCOPED_TRACE(testing::PrintToString(key));
    EXPECT_EQ(row.error_code, key);
    const auto looked = needed(browser.detail(row.id));
    const browse::Detail* detail = looked.found();
    if (detail == nullptr) throw std::runtime_error("the row is not found by its identity");
    EXPECT_EQ(detail->row.id, row.id);
    for (const std::string& column : {table_.key, table_.error}) {
      EXPECT_THAT(detail->columns, testing::Contains(testing::Pair(column, key)));
    }
    if (row.response_code == 201) {
      EXPECT_EQ(detail->response_problem, "");
      EXPECT_EQ(nlohmann::json::parse(detail->response.value().body, nullptr, false),
                (nlohmann::json{{"said", key}}));
    }
    EXPECT_FALSE(needed(browser.why(row.id, std::nullopt)).rule.empty());
    EXPECT_EQ(needed(browser.who_locks(row.id)).answer, LockHolder::Answer::nobody);
    if (key.empty()) continue;  // as a filter it asks for nothing
    EXPECT_THAT(listed({.key = key}), testing::ElementsAre(key));
    EXPECT_EQ(needed(browser.count({.key = key})).n, 1);
    EXPECT_THAT(keys_of(needed(browser.find(key))), testing::ElementsAre(key));
    EXPECT_THAT(listed({.key = key, .prefix = true}),
                ElementsAreArray(newest_first([&](const std::string& k) { return k.starts_with(key); })));
    EXPECT_THAT(listed({.contains = key}), ElementsAreArray(newest_first([&](const std::string& k) {
                  return k.find(key) != std::string::npos;
                })));
    EXPECT_THAT(listed({.error_code = key}), testing::Contains(key));
  }
  // A text with NUL is none of them, and is not cut off there.
  for (const std::string& key : table_.keys) {
    const auto cut = browser.find(key + std::string("\0x", 2));
    EXPECT_TRUE(!cut || cut->rows.empty()) << testing::PrintToString(key);
  }
  done("rows");
}

void WholeWay::exported(const tables::Profile& profile) {
  const exports::Source source = needed(exports::keys(profile, {}));
  const auto text_of = [&](const exports::ExportOptions& options) {
    std::string text;
    const exports::Totals totals =
        needed(exports::export_to(connection_, source, options, [&](std::string_view piece) -> Result<void> {
          text += piece;
          return {};
        }));
    EXPECT_EQ(totals.rows, static_cast<std::int64_t>(table_.keys.size()));
    return text;
  };
  std::vector<std::string> keys;
  const std::string lines = text_of({.format = exports::Format::json_lines});
  for (std::size_t at = 0, end = 0; (end = lines.find('\n', at)) != std::string::npos; at = end + 1)
    keys.push_back(nlohmann::json::parse(lines.substr(at, end - at)).at("key").get<std::string>());
  EXPECT_THAT(keys, ElementsAreArray(newest_first()));
  const std::string csv = text_of({.format = exports::Format::csv});
  for (const char* formula : {",=", ",+", ",@", ",\"=", ",\"+", ",\"@", ",\t", ",\"\t"})
    EXPECT_EQ(csv.find(formula), std::string::npos) << formula;
  done("export");
}

void WholeWay::written(const tables::Profile& profile) {
  const tables::Access access = needed(tables::inspect(connection_, profile));
  EXPECT_THAT(access.why_not_read(), testing::IsEmpty());
  EXPECT_THAT(access.misfits, testing::IsEmpty());
  EXPECT_THAT(access.offers.at(tables::Verb::succeed).why_not, testing::IsEmpty());
  done("inspect");
  const std::string key_column = "k." + quoted_name(table_.key);
  const auto picture = [&] {
    std::map<std::string, std::string> rows;
    for (const auto& row : raw_.exec("SELECT " + key_column + ", k::text FROM " + table_.named() + " k"))
      rows[*row[0]] = *row[1];
    return rows;
  };
  bool by_script = false;
  for (std::size_t i = 0; i < table_.keys.size(); ++i) {
    if (!is_open(i)) continue;
    const std::string& key = table_.keys[i];
    SCOPED_TRACE(testing::PrintToString(key));
    auto before = picture();
    const auto seen = needed(reconcile::read_row(connection_, profile, access, {"8", "", key, {"8", key}}));
    if (!seen) throw std::runtime_error("there is no such row to write");
    done("look");
    const reconcile::WriteRequest request{.verb = tables::Verb::succeed,
                                          .values = {},
                                          .reason = table_.reason,
                                          .ticket = table_.reason,
                                          .verdict = reconcile::VerdictKind::settle_succeeded,
                                          .evidence_json = R"({"said": "seen"})"};
    const std::string script =
        needed(reconcile::script(profile, access, *seen, request, clerk, reconcile::AuditTo::trail));
    if (by_script) {
      raw_.exec(script);
    } else {
      const auto outcome = needed(reconcile::write(connection_, profile, access, *seen, request, clerk));
      ASSERT_TRUE(std::holds_alternative<reconcile::RowWritten>(outcome)) << outcome.index();
      done("write");
    }
    // What was seen is not there any more.
    EXPECT_THROW(raw_.exec(script), std::exception);
    raw_.exec("ROLLBACK");
    const auto row = raw_.exec("SELECT " + quoted_name(table_.status) + ", " + quoted_name(table_.lease) +
                                   ", " + quoted_name(table_.error) + " FROM " + table_.named() +
                                   " k WHERE " + key_column + " = $1",
                               {key});
    ASSERT_EQ(row.size(), 1U);
    EXPECT_EQ(row[0], (test::RawRow{table_.done, std::nullopt, table_.reason}));
    auto after = picture();
    before.erase(key);
    after.erase(key);
    EXPECT_EQ(after, before);
    const auto entry = raw_.exec("SELECT reason, actor FROM onceover.audit ORDER BY id DESC LIMIT 1");
    EXPECT_EQ(entry.at(0), (test::RawRow{table_.reason, clerk.name}));
    by_script = !by_script;
  }
}

}  // namespace onceover::browse
