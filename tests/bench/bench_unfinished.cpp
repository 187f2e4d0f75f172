// SPDX-License-Identifier: Apache-2.0
// What is stuck in a large table: what it costs to say, and whether the answer is right. See README.md.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <thread>

#include "core/browse/browser.h"
#include "core/schema/schema.h"
#include "core/sweeper/sweeper.h"
#include "core/unfinished/frontier.h"
#include "tests/bench/store.h"
#include "tests/bench/unfinished_answers.h"
#include "tests/bench/unfinished_load.h"

namespace onceover::bench::bench_unfinished {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
  std::int64_t keys = 1'000'000, stuck = 300, released = -1;
  int rounds = 20, clients = 8, restarts = 5;
  double rate = 2'000, work_s = 0, frontier_every = 1, load_s = 20, held_s = 60;
  std::string directory, store;
  bool json = false, loaded_only = false;
};

// Targets: time in ms until the answer is there.
constexpr double overview_ms = 300, stuck_ms = 200, check_ms = 200, first_stuck_ms = 1'000;

// Each block of keys has one released key, every so-manieth block a stuck one.
constexpr const char* fill_keys = R"(
INSERT INTO onceover.keys (tenant, operation, key, created_at, updated_at, fence, locked_until, retry_before, completed_at, expires_at,
                           response_code, response_version, state, fingerprint_kind, fingerprint, owner, customer, amount, currency,
                           response_headers, response_body)
SELECT 'acme', 'POST /refunds', md5(i::text) || '-' || i, t, t, nextval('onceover.fence'),
       CASE WHEN state = 'in_progress' THEN t + interval '30 s' END,
       CASE WHEN state = 'released' THEN began + interval '10 d' END,
       CASE WHEN state = 'succeeded' THEN t + interval '1 s' END,
       CASE state WHEN 'succeeded' THEN t + interval '30 d' WHEN 'released' THEN began + interval '13 d' END,
       CASE WHEN state = 'succeeded' THEN 201 END, CASE WHEN state = 'succeeded' THEN 1 END, state,
       'jcs-sha256', sha256(i::text::bytea), 'web-' || i % 4 || '#0001', 'c_' || i, 10.00, 'EUR',
       CASE WHEN state = 'succeeded' THEN '\x0000000000000000'::bytea END,
       CASE WHEN state = 'succeeded' THEN convert_to('{{"id":"rf_' || i || '"}}', 'UTF8') END
FROM (SELECT i, began, began - interval '2 d' + i * (interval '2 d' - interval '1 min') / {keys} AS t,
             CASE WHEN i % {block} = 0 AND i / {block} * {stuck} / {blocks} > (i / {block} - 1) * {stuck} / {blocks} THEN 'in_progress'
                  WHEN i % {block} = 1 AND i / {block} < {released} THEN 'released' ELSE 'succeeded' END AS state
      FROM generate_series(1, {keys}::bigint) i, (SELECT clock_timestamp() AS began) b) each_key)";

constexpr const char* count_stuck =
    "SELECT count(*) FROM onceover.keys WHERE state = 'in_progress' AND (locked_until <= clock_timestamp() "
    "OR stuck_since IS NOT NULL)";

const audit::Actor actor{"bench", "host", "bench_unfinished"};

class Bench {
 public:
  Bench(const Options& options, std::string conninfo)
      : options_(options), conninfo_(std::move(conninfo)), look_(conninfo_) {}

  Json run() {
    const auto row = look_.exec(
        "SELECT count(*) FILTER (WHERE state = 'in_progress'), count(*) FILTER (WHERE state = 'released'), "
        "(extract(epoch FROM min(coalesce(stuck_since, locked_until))) * 1000000)::bigint, (extract(epoch "
        "FROM min(created_at)) * 1000000)::bigint FROM onceover.keys")[0];
    truth_ = {std::stoll(*row[0]), std::stoll(*row[1]), {std::stoll(*row[2])}};
    oldest_key_ = {std::stoll(*row[3])};
    if (truth_.stuck != options_.stuck)
      give_up(fmt::format("{} keys are stuck, not {}", truth_.stuck, options_.stuck));
    out_["stuck"] = truth_.stuck;
    out_["released"] = truth_.released;
    has_frontier_ = options_.loaded_only;
    if (!options_.loaded_only) {
      forget_frontier();  // of an earlier run
      nobody_was_there();
      with_rights();
      one_pass();
    }
    new_sweepers("at_rest");
    under_load("under load", 0);
    under_load("under load, a transaction open", options_.held_s);
    return std::move(out_);
  }

 private:
  // A table that is walked, however small it is.
  browse::Limits limits() const {
    return {.whole_up_to = std::min(browse::Limits{}.whole_up_to, static_cast<double>(options_.keys) / 2)};
  }

  // (a) Nobody has swept: nothing but reading.
  void nobody_was_there() {
    scene("nothing known", false);
    browse::Walk walk;
    Json json;
    const auto go = [&](std::string_view name) {
      pg::Connection connection = open(conninfo_);
      browse::Browser browser(connection, tables::own(), limits());
      tell_statistics(connection);
      const RowsRead before = read_by_all(look_);
      std::vector<double> steps;
      std::int64_t by_pages = 0;
      // As the console: a second's worth at a time. A walk that has ended begins with what is new.
      do {
        const auto step = Steady::now();
        if (!sound(browser.walk_on(walk, std::chrono::seconds(1)))) break;
        steps.push_back(seconds_since(step) * 1e3);
        if (steps.size() == 1 && !walk.is_complete) {
          tell_statistics(connection);
          const RowsRead pages_before = read_by_all(look_);
          walk_ = &walk;
          scene("after a second's walk", false, 3);
          walk_ = nullptr;
          by_pages = read_by_all(look_).keys - pages_before.keys;
        }
      } while (!walk.is_complete);
      const double took = std::accumulate(steps.begin(), steps.end(), 0.0) / 1e3;
      tell_statistics(connection);
      const RowsRead after = read_by_all(look_);
      json[name] = {{"s", rounded(took)},
                    {"worst_step_ms", rounded(quantile(steps, 1))},
                    {"rows_read", after.keys - before.keys - by_pages},
                    {"found", walk.found.size()},
                    {"is_full", walk.is_full},
                    {"is_complete", walk.is_complete},
                    {"bytes_kept", browse::to_text(walk).size()}};
    };
    if (is_walked()) {
      go("first");
      walk_ = &walk;
      scene("walked", false);
      walk_ = nullptr;
      claim_and_complete(new_keys);
      // a walk leaves the newest five seconds to the next one
      std::this_thread::sleep_for(std::chrono::seconds(6));
      // A console that was started anew.
      walk = browse::walk_from(browse::to_text(walk)).value();
      go("second");
      json["second"]["new_keys"] = new_keys;
    }
    out_["walk"] = std::move(json);
  }

  // As `oncectl check` does with the rights of a sweeper: app/oncectl/inquiry.cpp.
  void with_rights() {
    const RowsRead before = read_by_all(look_);
    const auto from = Steady::now();
    Json json;
    {
      pg::Connection connection = open(conninfo_);
      unfinished::Advancing advancing(connection,
                                      {.rows = 100'000, .least_pause = std::chrono::milliseconds(50)});
      std::int64_t listed = 0;
      for (bool done = false; !done;) {
        const auto step = sound(advancing.step());
        listed += step.listed;
        done = step.done;
      }
      json["frontier_s"] = rounded(seconds_since(from));
      const Moved tended = move_frontier(connection, advancing);
      json["tended_s"] = rounded(seconds_since(from));
      json["listed"] = listed;
      json["rested"] = tended.rested;
      tell_statistics(connection);
    }
    const RowsRead after = read_by_all(look_);
    json["rows_read"] = after.keys - before.keys;
    json["timeout_s"] = 10;  // of check, unless told otherwise
    out_["walk_with_rights"] = std::move(json);
    has_frontier_ = true;
    scene("frontier made by check", false);
  }

  // (b) One pass of a sweeper, from nothing; first one whose gateway is silent.
  void one_pass() {
    forget_frontier();
    out_["pass_silent_gateway"] = pass(gateway::Finding::unknown);
    forget_frontier();
    out_["pass"] = pass(gateway::Finding::pending);
    scene("after one pass", false);
    asked_about();
  }

  Json pass(gateway::Finding finding) {
    pg::Connection connection = open(conninfo_);
    OpenGateway gateway(finding);
    metrics::Counters counters;
    sweeper::Sweeper sweeper(connection, tables::own(), gateway, {}, actor, &counters, Random(1));
    const auto from = Steady::now();
    double frontier_s = 0;
    auto asked_at = from;
    const auto counts = sound(sweeper.run_once([&] {
      if (frontier_s == 0 && seconds_since(asked_at) > 0.1) {
        asked_at = Steady::now();
        if (frontier_part() >= 1) frontier_s = seconds_since(from);
      }
      return true;
    }));
    const auto first = gateway.first_asked();
    return {
        {"s", rounded(seconds_since(from))},
        {"first_stuck_ms",
         first ? Json(rounded(std::chrono::duration<double, std::milli>(*first - from).count()))
               : Json(nullptr)},
        {"frontier_at_end_s", frontier_s > 0 ? Json(rounded(frontier_s)) : Json(nullptr)},
        {"frontier_part", rounded(frontier_part())},
        {"asked", gateway.asked()},
        {"listed", counts.listed},
        {"found_behind", counts.found_behind},
        {"breaker_open", counts.breaker_open},
        {"still_listed", std::stoll(look_.scalar("SELECT count(*) FROM onceover.unfinished"))},
        {"of_them_resting",
         std::stoll(look_.scalar("SELECT count(*) FROM onceover.unfinished WHERE look_at > '-infinity'"))}};
  }

  // While a sweeper waits for its gateway, what it asks about is under its own lease.
  void asked_about() {
    look_.exec("DELETE FROM onceover.cases");
    OpenGateway gateway(gateway::Finding::pending);
    gateway.hold(true);
    pg::Connection connection = open(conninfo_), other = open(conninfo_);
    std::int64_t asked = 0;
    Said check;
    {
      std::jthread thread([&] {
        metrics::Counters counters;
        sweeper::Sweeper sweeper(other, tables::own(), gateway, {}, actor, &counters, Random(1));
        (void)sweeper.run_once();
      });
      const auto until = Steady::now() + std::chrono::seconds(30);
      while (gateway.asked() == 0 && Steady::now() < until)
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
      browse::Browser browser(connection, tables::own(), limits());
      asked = gateway.asked();
      check = attempt([&] { return read_check(connection, browser); });
      gateway.hold(false);
    }
    out_["while_asked"] = {{"asked", asked},
                           {"known", unfinished::word(check.known)},
                           {"stuck", check.stuck},
                           {"level", check.level}};
  }

  // (e) A new sweeper each time, until it asks about the first stuck key.
  void new_sweepers(const char* when) {
    std::vector<double> ms;
    for (int i = 0; i < options_.restarts; ++i) {
      look_.exec("DELETE FROM onceover.cases");  // so that none waits for its next try
      OpenGateway gateway(gateway::Finding::pending);
      metrics::Counters counters;
      const auto from = Steady::now();
      pg::Connection connection = open(conninfo_);
      sweeper::Sweeper sweeper(connection, tables::own(), gateway, {}, actor, &counters, Random(1));
      sound(sweeper.run_once([&] { return gateway.asked() == 0; }));
      const auto first = gateway.first_asked();
      if (!first) give_up("a new sweeper found nothing stuck");
      ms.push_back(std::chrono::duration<double, std::milli>(*first - from).count());
    }
    out_["new_sweeper"][when] = {
        {"rounds", ms.size()},
        {"first_stuck_ms", {{"median", rounded(quantile(ms, 0.5))}, {"worst", rounded(quantile(ms, 1))}}},
        {"target_ms", first_stuck_ms},
        {"met", quantile(ms, 1) < first_stuck_ms}};
  }

  // (c), and (d) where a transaction elsewhere, with a transaction number, is open from before until after.
  void under_load(const std::string& name, double held) {
    std::optional<test::RawConnection> other;
    const auto from = Steady::now();
    if (held > 0) {
      look_.exec("CREATE TABLE IF NOT EXISTS public.elsewhere (n int)");
      other.emplace(conninfo_);
      other->exec("BEGIN; INSERT INTO public.elsewhere VALUES (1)");
    }
    Json json;
    {
      Mover mover(conninfo_, options_.frontier_every);
      Load load(conninfo_, {options_.clients, options_.rate, options_.work_s});
      std::this_thread::sleep_for(span(std::max(3.0 + options_.work_s, held)));
      scene(name, true, 0, options_.load_s);
      json["claims_per_s"] = std::round(load.per_s());
      if (held == 0) new_sweepers("under_load");
      const auto state = look_.exec(
          "SELECT extract(epoch FROM clock_timestamp() - until), (SELECT count(*) FROM onceover.unfinished), "
          "pg_relation_size('onceover.unfinished'), pg_relation_size('onceover.unfinished_pkey'), "
          "pg_relation_size('onceover.frontier') FROM onceover.frontier")[0];
      json["frontier_age_s"] = rounded(std::stod(*state[0]));
      json["listed"] = std::stoll(*state[1]);
      json["list_bytes"] = std::stoll(*state[2]);
      json["list_index_bytes"] = std::stoll(*state[3]);
      json["frontier_bytes"] = std::stoll(*state[4]);
      json["mover"] = mover.json();
    }
    if (other) {
      json["open_for_s"] = rounded(seconds_since(from));
      other->exec("ROLLBACK");
    }
    if (look_.scalar(count_stuck) != std::to_string(truth_.stuck))
      give_up("another number of keys is stuck than before");
    out_["scenes"].back()["load"] = std::move(json);
  }

  // All readings in turn, for so many rounds or so many seconds. loaded: others work on the store meanwhile.
  void scene(const std::string& name, bool loaded, int rounds = 0, double seconds = 0) {
    std::vector<Figure> figures{
        {"overview", overview_ms}, {"stuck leases", stuck_ms}, {"stuck", stuck_ms}, {"check", check_ms}};
    pg::Connection kept = open(conninfo_);
    browse::Browser console(kept, tables::own(), limits());
    console.use_walk(walk_);
    // The commands connect anew each time, keep no statement prepared, and first look whether a walk is
    // needed.
    const auto command = [&](auto read) {
      return [&, read](std::optional<RowsRead>& counted, double& ms) {
        const RowsRead before = read_by_all(look_);
        const auto from = Steady::now();
        pg::Connection connection = sound(pg::Connection::open({.conninfo = conninfo_, .prepare = false}));
        tell_statistics(connection);
        const auto told = Steady::now();
        browse::Browser browser(connection, tables::own(), limits());
        browser.use_walk(walk_);
        const Said said = attempt([&] {
          sound(browser.needs_walk());
          return read(connection, browser);
        });
        ms = seconds_since(from) * 1e3;
        counted = count(connection, loaded, before, told);
        return said;
      };
    };
    const auto page = [&](auto read) {
      return [&, read](std::optional<RowsRead>& counted, double& ms) {
        tell_statistics(kept);
        const RowsRead before = read_by_all(look_);
        const auto from = Steady::now();
        const Said said = attempt([&] { return read(kept, console); });
        ms = seconds_since(from) * 1e3;
        counted = count(kept, loaded, before, from);
        return said;
      };
    };
    const std::vector<std::function<Said(std::optional<RowsRead>&, double&)>> ways{
        page([&](pg::Connection& c, browse::Browser& b) { return read_overview(c, b, truth_); }),
        page([&](pg::Connection&, browse::Browser& b) { return read_groups(b, truth_); }),
        command([&](pg::Connection&, browse::Browser& b) { return read_groups(b, truth_); }),
        command([&](pg::Connection& c, browse::Browser& b) { return read_check(c, b); })};
    const auto until = Steady::now() + span(seconds);
    const int least = rounds > 0 ? rounds : options_.rounds;
    for (int round = 0; round < least || Steady::now() < until; ++round) {
      for (std::size_t i = 0; i < ways.size(); ++i) {
        std::optional<RowsRead> counted;
        double ms = 0;
        const Said said = ways[i](counted, ms);
        figures[i].add(ms, said, counted);
        if (loaded) std::this_thread::sleep_for(std::chrono::milliseconds(20));
      }
    }
    Json json{{"scene", name}, {"readings", Json::array()}};
    for (const Figure& figure : figures) json["readings"].push_back(figure.json(truth_, has_frontier_));
    out_["scenes"].push_back(std::move(json));
    // It takes minutes: with --json the table is on standard error.
    print(options_.json ? stderr : stdout, name, figures, truth_, has_frontier_);
  }

  // A reading that fails (it took too long) is a figure, too.
  static Said attempt(const std::function<Said()>& read) {
    try {
      return read();
    } catch (const std::runtime_error& error) {
      return {.is_whole = false, .why = error.what(), .has_failed = true};
    }
  }

  std::optional<RowsRead> count(pg::Connection& connection, bool loaded, const RowsRead& before,
                                Steady::time_point told) {
    if (loaded) return read_by(connection, told);
    tell_statistics(connection);
    const RowsRead after = read_by_all(look_);
    return RowsRead{after.keys - before.keys, after.list - before.list};
  }

  bool is_walked() {
    pg::Connection connection = open(conninfo_);
    return sound(browse::Browser(connection, tables::own(), limits()).needs_walk());
  }

  void claim_and_complete(int keys) {
    pg::Connection connection = open(conninfo_);
    engine::Engine engine(connection, nullptr);
    for (int i = 0; i < keys; ++i) {
      const auto claim = sound(
          engine.claim(request_of(-std::chrono::system_clock::now().time_since_epoch().count()), policy()));
      if (!std::holds_alternative<engine::Claim>(claim)) give_up("a new key was not claimed");
      sound(engine.complete(std::get<engine::Claim>(claim), {key::response_version, 201, {}, "{}"}));
    }
  }

  // As if nobody had ever swept.
  void forget_frontier() {
    look_.exec("DELETE FROM onceover.cases");
    look_.exec("DELETE FROM onceover.unfinished");
    look_.exec(
        "UPDATE onceover.frontier SET until = '-infinity', rewinds = rewinds + 1, full_pass_at = NULL");
    look_.exec("VACUUM ANALYZE onceover.unfinished");
    look_.exec("VACUUM onceover.frontier");
  }

  // Of the time that the keys were created in.
  double frontier_part() {
    return std::stod(
        look_.scalar("SELECT CASE WHEN until = '-infinity' THEN 0 ELSE least(1, (extract(epoch FROM until) * "
                     "1000000 - $1::float8) / (extract(epoch FROM (SELECT max(created_at) FROM "
                     "onceover.keys)) * 1000000 - $1::float8)) END FROM onceover.frontier",
                     {std::to_string(oldest_key_.us)}));
  }

  static constexpr int new_keys = 2'000;
  const Options& options_;
  std::string conninfo_;
  test::RawConnection look_;
  Truth truth_;
  Timestamp oldest_key_;
  const browse::Walk* walk_ = nullptr;
  bool has_frontier_ = false;
  Json out_;
};

void fill(const std::string& conninfo, const Options& options) {
  {
    auto connection = open(conninfo);
    sound(schema::install(connection));
  }
  const std::int64_t block = options.released > 0 ? options.keys / options.released : 100;
  test::RawConnection raw(conninfo);
  raw.exec("SET synchronous_commit = off; SET maintenance_work_mem = '2GB'");
  // Keys in no order would read and write pages of the indexes at random.
  std::vector<std::string> made_last;
  for (const auto& row :
       raw.exec("SELECT 'ALTER TABLE onceover.keys DROP CONSTRAINT ' || quote_ident(conname), 'ALTER TABLE "
                "onceover.keys ADD CONSTRAINT ' || quote_ident(conname) || ' ' || pg_get_constraintdef(oid) "
                "FROM pg_constraint WHERE conrelid = 'onceover.keys'::regclass AND contype = 'p' UNION ALL "
                "SELECT 'DROP INDEX ' || indexrelid::regclass, pg_get_indexdef(indexrelid) FROM pg_index "
                "WHERE indrelid = 'onceover.keys'::regclass AND NOT indisprimary")) {
    raw.exec(*row[0]);
    made_last.push_back(*row[1]);
  }
  raw.exec(fmt::format(fmt::runtime(fill_keys), fmt::arg("keys", options.keys),
                       fmt::arg("stuck", options.stuck), fmt::arg("block", block),
                       fmt::arg("blocks", options.keys / block), fmt::arg("released", options.released)));
  for (const std::string& sql : made_last) raw.exec(sql);
  raw.exec("VACUUM (FREEZE, ANALYZE) onceover.keys");
  raw.exec("CHECKPOINT");
}

void run(const Options& options) {
  const std::int64_t memory = static_cast<std::int64_t>(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE);
  const std::string buffers = fmt::format("{}MB", std::min<std::int64_t>(memory / 4, 4LL << 30) >> 20);
  std::unique_ptr<try_it::PrivateServer> server;
  if (options.store.empty()) {
    server = quiet_server(false, options.directory,
                          {{"shared_buffers", buffers},
                           {"max_wal_size", "4GB"},
                           {"checkpoint_timeout", "5min"},
                           {"autovacuum", "on"}});
  }
  const std::string conninfo = server ? server->conninfo() : options.store;
  const auto from = Steady::now();
  if (test::RawConnection(conninfo).scalar("SELECT to_regclass('onceover.keys') IS NULL") == "t")
    fill(conninfo, options);
  const double filled = seconds_since(from);
  test::RawConnection look(conninfo);
  const auto number = [&](const char* sql) { return std::stoll(look.scalar(sql)); };
  Json out{{"benchmark", "unfinished"},
           {"server", look.scalar("SHOW server_version")},
           {"fsync", look.scalar("SHOW fsync") == "on"},
           {"shared_buffers", look.scalar("SHOW shared_buffers")},
           {"keys", options.keys},
           {"fill_s", rounded(filled)},
           {"table_bytes", number("SELECT pg_relation_size('onceover.keys')")},
           {"index_bytes", number("SELECT pg_indexes_size('onceover.keys')")},
           {"clients", options.clients},
           {"rate", options.rate},
           {"work_s", options.work_s},
           {"frontier_every_s", options.frontier_every}};
  if (!options.json) fmt::print("{}\n\n", out.dump(2));
  Json measured = Bench(options, conninfo).run();
  if (!options.json) {
    Json rest = measured;
    rest.erase("scenes");
    for (const Json& scene : measured["scenes"]) {
      if (scene.contains("load")) rest[scene["scene"].get<std::string>()] = scene["load"];
    }
    fmt::print("\n{}\n", rest.dump(2));
    return;
  }
  out.update(measured);
  std::cout << out.dump() << '\n';
}

const Benchmark benchmark{
    "unfinished",
    "What is stuck in a large table, and what it costs to know. On a private server; see "
    "tests/bench/README.md.",
    "--keys 60000 --rounds 1 --clients 2 --rate 100 --seconds-of-load 1 --held 1 "
    "--restarts 1",
    [](CLI::App& app) {
      static Options options;
      app.add_option("--keys", options.keys, "Keys in the table")
          ->check(CLI::Range(60'000, 1'000'000'000))
          ->capture_default_str();
      app.add_option("--stuck", options.stuck, "Leases that have ended, spread over the table")
          ->check(CLI::Range(8, 5'000))
          ->capture_default_str();
      app.add_option("--released", options.released,
                     "Released keys, spread over the table; a hundredth of the keys unless given");
      app.add_option("--rounds", options.rounds, "Rounds of each scene; times are their median and worst")
          ->check(CLI::Range(1, 1'000))
          ->capture_default_str();
      app.add_option("--clients", options.clients, "Connections that claim and complete keys")
          ->check(CLI::Range(1, 64))
          ->capture_default_str();
      app.add_option("--rate", options.rate,
                     "Keys a second that they claim and complete together; 0: as many as they can")
          ->check(CLI::Range(0.0, 1e6))
          ->capture_default_str();
      app.add_option("--work", options.work_s, "Seconds between claim and completion of a key")
          ->check(CLI::Range(0.0, 20.0))
          ->capture_default_str();
      app.add_option("--frontier-every", options.frontier_every,
                     "Seconds between two moves of the frontier under load")
          ->check(CLI::Range(0.1, 600.0))
          ->capture_default_str();
      app.add_option("--seconds-of-load", options.load_s, "Seconds of readings under load, at least")
          ->check(CLI::Range(1.0, 3600.0))
          ->capture_default_str();
      app.add_option("--held", options.held_s,
                     "Seconds for which the unrelated transaction is open before readings begin")
          ->check(CLI::Range(1.0, 3600.0))
          ->capture_default_str();
      app.add_option("--restarts", options.restarts, "Sweepers started anew")
          ->check(CLI::Range(1, 100))
          ->capture_default_str();
      add_directory(app, options.directory);
      app.add_option("--store", options.store,
                     "Connection to a database of your own, made for this: filled where it is empty, and "
                     "kept for the next run");
      app.add_flag("--loaded-only", options.loaded_only,
                   "Only what is measured under load, and new sweepers: of a store that was swept before");
      add_json(app, options.json);
      app.callback([] {
        if (options.released < 0) options.released = options.keys / 100;
        options.released = std::min(options.released, options.keys / 10);
        run(options);
      });
    }};

}  // namespace
}  // namespace onceover::bench::bench_unfinished
