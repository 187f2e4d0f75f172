// SPDX-License-Identifier: Apache-2.0
// Reading a table of ten million rows through core/browse, beside OFFSET. See README.md.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>

#include "core/browse/browser.h"
#include "core/schema/schema.h"
#include "core/tables/sql.h"
#include "tests/bench/foreign.h"
#include "tests/bench/store.h"

namespace onceover::bench::bench_browse {
namespace {

using Json = nlohmann::ordered_json;

constexpr int page_rows = 200;

struct Options {
  std::int64_t rows = 10'000'000;
  int rounds = 15, offset_rounds = 3;
  std::int64_t far_page = 1'000;
  std::string directory = "/dev/shm", at;
  std::string table = "foreign";
  bool json = false;
};

double rounded(double value) { return std::round(value * 100) / 100; }

// Milliseconds and blocks of one statement, round by round.
struct Times {
  std::vector<double> ms, blocks;
  void add(double took, double touched) {
    ms.push_back(took);
    blocks.push_back(touched);
  }
  Json json() const {
    if (ms.empty()) return nullptr;
    return {{"median", rounded(quantile(ms, 0.5))},
            {"worst", rounded(quantile(ms, 1))},
            {"blocks", quantile(blocks, 0.5)}};
  }
};

// One read: the request as the console makes it, and the same rows by OFFSET.
struct Read {
  std::string name;
  browse::PageRequest request;
  std::int64_t offset = 0;
  Times server{}, by_offset{};
  std::vector<double> client_ms{};
  std::size_t rows = 0;
  std::string sql{};

  Json json() const {
    return {{"name", name},
            {"rows", rows},
            {"server_ms", server.json()},
            {"client_ms",
             {{"median", rounded(quantile(client_ms, 0.5))}, {"worst", rounded(quantile(client_ms, 1))}}},
            {"offset", offset},
            {"offset_ms", by_offset.json()}};
  }
};

class Bench {
 public:
  Bench(const Options& options, std::string conninfo, const tables::Profile& profile)
      : options_(options), conninfo_(std::move(conninfo)), profile_(profile), look_(conninfo_) {
    look_.exec("SET timezone = 'UTC'");
  }

  Json run(const std::string& a_key) {
    Json out;
    std::vector<Read> reads = reads_of(a_key);
    out["without"] = without(reads);
    out["proposed"] = propose(reads);
    out["reads"] = measure(reads);
    out["depth"] = Json::array({walk(false), walk(true)});
    return out;
  }

 private:
  // A connection of its own: its statistics are told when it goes.
  template <class Ask>
  auto browsing(Ask ask) {
    pg::Connection connection = open(conninfo_);
    browse::Browser browser(connection, profile_);
    auto result = ask(browser);
    if (!result) give_up(result.error());
    return std::move(*result);
  }

  std::vector<Read> reads_of(const std::string& key) const {
    using State = key::State;
    std::vector<Read> reads;
    const auto add = [&](std::string name, browse::PageRequest request, std::int64_t offset) {
      request.limit = page_rows;
      reads.push_back({std::move(name), std::move(request), offset});
    };
    add("first page", {}, 0);
    add(fmt::format("page {}", options_.far_page), {}, (options_.far_page - 1) * page_rows);
    add("middle", {.part = 0.5}, options_.rows / 2);
    add("last page", {.backwards = true}, options_.rows - page_rows);
    add("prefix of 4", {.filter = {.key = key.substr(0, 4), .prefix = true}}, 0);
    add("prefix of 2", {.filter = {.key = key.substr(0, 2), .prefix = true}}, 0);
    add("exact key", {.filter = {.key = key}}, 0);
    add("failed", {.filter = {.states = {State::failed}}}, 0);
    add("failed, page 100", {.filter = {.states = {State::failed}}}, 99 * page_rows);
    add("in progress", {.filter = {.states = {State::in_progress}}}, 0);
    return reads;
  }

  // Everything that happens unasked; and the rows that were read meanwhile.
  Json without(const std::vector<Read>& reads) {
    const std::string table = tables::table_name(profile_);
    const Touched before = touched(conninfo_, table);
    Json forecasts = Json::array();
    for (const Read& read : reads) {
      const auto from = Steady::now();
      const browse::Forecast forecast =
          browsing([&](browse::Browser& b) { return b.forecast(read.request.filter); });
      forecasts.push_back({{"name", read.name},
                           {"warns", forecast.scans},
                           {"ms", rounded(seconds_since(from) * 1e3)},
                           {"why", forecast.why}});
    }
    browsing([](browse::Browser& b) { return b.tenants(); });
    browsing([](browse::Browser& b) { return b.operations(); });
    browsing([](browse::Browser& b) { return b.state_counts(); });
    browsing([](browse::Browser& b) { return b.backlog(); });
    const Touched after = touched(conninfo_, table);
    return {{"forecasts", std::move(forecasts)},
            {"seq_scans", after.seq_scans - before.seq_scans},
            {"rows_by_scan", after.rows_by_scan - before.rows_by_scan},
            {"rows_by_index", after.rows_by_index - before.rows_by_index},
            {"heap_blocks", after.heap_blocks - before.heap_blocks}};
  }

  // What the warnings propose, to the letter, as long as one warns.
  Json propose(const std::vector<Read>& reads) {
    Json proposed = Json::array();
    for (const Read& read : reads) {
      const auto forecast = [&] {
        return browsing([&](browse::Browser& b) { return b.forecast(read.request.filter); });
      };
      const browse::Forecast warned = forecast();
      if (!warned.scans) continue;
      if (warned.index.empty()) give_up("nothing is proposed for " + read.name);
      const auto from = Steady::now();
      look_.exec(warned.index);
      const double took = seconds_since(from);
      look_.exec("CHECKPOINT");
      const std::string bytes = look_.scalar(
          "SELECT pg_relation_size(indexrelid) FROM pg_index WHERE indrelid = $1::regclass ORDER BY "
          "indexrelid DESC LIMIT 1",
          {tables::table_name(profile_)});
      const browse::Forecast now = forecast();
      proposed.push_back({{"for", read.name},
                          {"index", warned.index},
                          {"built_s", rounded(took)},
                          {"bytes", std::stoll(bytes)},
                          {"still_warns", now.scans}});
    }
    return proposed;
  }

  // The cursor in front of the page that begins at this row, reached as the console does: page by page.
  void walk_to(Read& read) {
    if (read.request.part || read.request.backwards || read.offset == 0) return;
    pg::Connection connection = open(conninfo_);
    browse::Browser browser(connection, profile_);
    for (std::int64_t at = 0; at < read.offset; at += page_rows) {
      auto page = browser.page(read.request);
      if (!page) give_up(page.error());
      if (page->rows.empty()) break;
      read.request.after = browse::cursor_of(page->rows.back());
    }
  }

  // At the server: planning and execution, the rows' texts made.
  void explain(const std::string& sql, Times& times) {
    const auto plan =
        nlohmann::json::parse(look_.scalar("EXPLAIN (ANALYZE, BUFFERS, TIMING off, FORMAT JSON) " + sql))
            .at(0);
    const auto& top = plan.at("Plan");
    times.add(plan.at("Execution Time").get<double>() + plan.at("Planning Time").get<double>(),
              top.at("Shared Hit Blocks").get<double>() + top.at("Shared Read Blocks").get<double>());
  }

  // The statement of the listing's beginning with OFFSET in front of its LIMIT.
  std::string by_offset(browse::Browser& browser, const Read& read) {
    browse::PageRequest first;
    first.filter = read.request.filter;
    first.limit = page_rows;
    auto page = browser.page(first);
    if (!page) give_up(page.error());
    const auto limit = page->sql.rfind(" LIMIT ");
    return page->sql.substr(0, limit) + fmt::format(" OFFSET {}", read.offset) + page->sql.substr(limit);
  }

  Json measure(std::vector<Read>& reads) {
    pg::Connection connection = open(conninfo_);
    browse::Browser browser(connection, profile_);
    std::vector<std::function<void()>> ways, offsets;
    for (Read& read : reads) {
      walk_to(read);
      ways.emplace_back([&] {
        const auto from = Steady::now();
        auto page = browser.page(read.request);
        read.client_ms.push_back(seconds_since(from) * 1e3);
        if (!page) give_up(page.error());
        read.rows = page->rows.size();
        read.sql = page->sql;
        explain(read.sql, read.server);
      });
      if (read.request.filter.key.empty())
        offsets.emplace_back([&, sql = by_offset(browser, read)] { explain(sql, read.by_offset); });
    }
    in_turn(options_.rounds, ways);
    in_turn(options_.offset_rounds, offsets);
    Json out = Json::array();
    for (const Read& read : reads) out.push_back(read.json());
    return out;
  }

  // A thousand pages on end: whether one costs more the further it lies.
  Json walk(bool backwards) {
    pg::Connection connection = open(conninfo_);
    browse::Browser browser(connection, profile_);
    browse::PageRequest request;
    request.backwards = backwards;
    request.limit = page_rows;
    std::vector<double> ms;
    for (std::int64_t at = 0; at < options_.far_page; ++at) {
      const auto from = Steady::now();
      auto page = browser.page(request);
      ms.push_back(seconds_since(from) * 1e3);
      if (!page) give_up(page.error());
      if (page->rows.size() != page_rows) give_up("a page is not full");
      request.after = browse::cursor_of(backwards ? page->rows.front() : page->rows.back());
    }
    const std::vector<double> first(ms.begin(), ms.begin() + options_.far_page / 10),
        last(ms.end() - options_.far_page / 10, ms.end());
    return {{"from", backwards ? "the end" : "the beginning"},
            {"pages", ms.size()},
            {"first_hundred_ms", rounded(quantile(first, 0.5))},
            {"last_hundred_ms", rounded(quantile(last, 0.5))},
            {"worst_ms", rounded(quantile(ms, 1))},
            {"ratio", rounded(quantile(last, 0.5) / quantile(first, 0.5))}};
  }

  const Options& options_;
  std::string conninfo_;
  const tables::Profile& profile_;
  test::RawConnection look_;
};

Json table_size(const std::string& conninfo, const tables::Profile& profile) {
  test::RawConnection raw(conninfo);
  const std::string table = tables::table_name(profile);
  return {{"name", table},
          {"table_bytes", std::stoll(raw.scalar("SELECT pg_relation_size($1::regclass)", {table}))},
          {"index_bytes", std::stoll(raw.scalar("SELECT pg_indexes_size($1::regclass)", {table}))}};
}

void run(const Options& options) {
  Json out{
      {"benchmark", "browse"}, {"rows", options.rows}, {"page_rows", page_rows}, {"rounds", options.rounds}};
  if (options.table == "foreign") {
    const ForeignStore store(options.rows, options.directory, options.at);
    out["server"] = test::RawConnection(store.conninfo()).scalar("SHOW server_version");
    out["fill_s"] = rounded(store.fill_seconds());
    out.update(table_size(store.conninfo(), ForeignStore::profile()));
    out.update(Bench(options, store.conninfo(), ForeignStore::profile()).run(store.key_of(options.rows / 3)));
    out["index_bytes_after"] = table_size(store.conninfo(), ForeignStore::profile())["index_bytes"];
  } else {
    const auto server = quiet_server(
        false, options.directory,
        {{"shared_buffers", "1GB"}, {"maintenance_work_mem", "512MB"}, {"max_wal_size", "512MB"}});
    out["server"] = test::RawConnection(server->conninfo()).scalar("SHOW server_version");
    const auto from = Steady::now();
    fill_own(server->conninfo(),
             {.keys = static_cast<int>(options.rows), .stuck_of_ten = 0, .past_of_ten = 1});
    out["fill_s"] = rounded(seconds_since(from));
    out.update(table_size(server->conninfo(), tables::own()));
    const std::string key = test::RawConnection(server->conninfo())
                                .scalar(fmt::format("SELECT md5({0}::text) || '-' || {0}", options.rows / 3));
    out.update(Bench(options, server->conninfo(), tables::own()).run(key));
  }
  out["target"] = {{"server_ms", 50}};
  std::cout << out.dump(options.json ? -1 : 2) << '\n';
}

const Benchmark benchmark{
    "browse",
    "Reading a table of ten million rows, beside OFFSET. On a private server; see tests/bench/README.md.",
    "--rows 20000 --far 10 --rounds 1 --offset-rounds 1", [](CLI::App& app) {
      static Options options;
      app.add_option("--rows", options.rows, "Rows of the table")
          ->check(CLI::Range(2'000, 100'000'000))
          ->capture_default_str();
      app.add_option("--far", options.far_page,
                     "The page that is looked at after the first one; twice as many fit into the table")
          ->check(CLI::Range(10, 100'000))
          ->capture_default_str();
      app.add_option("--rounds", options.rounds, "Rounds; times are their median and worst")
          ->check(CLI::Range(1, 1'000))
          ->capture_default_str();
      app.add_option("--offset-rounds", options.offset_rounds, "Rounds of OFFSET paging, which takes seconds")
          ->check(CLI::Range(1, 1'000))
          ->capture_default_str();
      app.add_option("--table", options.table, "Whose table")
          ->check(CLI::IsMember({"foreign", "own"}))
          ->capture_default_str();
      app.add_option("--dir", options.directory, "Where the data lies")
          ->check(CLI::ExistingDirectory)
          ->capture_default_str();
      app.add_option("--at", options.at,
                     "Conninfo of a server that stands already: filled where it is not, and kept");
      add_json(app, options.json);
      app.callback([] { run(options); });
    }};

}  // namespace
}  // namespace onceover::bench::bench_browse
