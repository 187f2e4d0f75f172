// SPDX-License-Identifier: Apache-2.0
// Exporting a table: core/exports beside psql's COPY of the same columns. See README.md.
#include <fmt/format.h>
#include <sys/wait.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "core/base/random.h"
#include "core/exports/export.h"
#include "tests/bench/store.h"

namespace onceover::bench::bench_export {
namespace {

namespace fs = std::filesystem;

struct Options {
  int keys = 1'000'000, rounds = 5;
  std::string directory = "/dev/shm";
  bool json = false;
};

// Removed at the end, with what is in it.
struct Folder {
  explicit Folder(const std::string& parent) : path(fs::path(parent) / ("onceover-bench-" + new_uuid())) {
    fs::create_directory(path);
    fs::permissions(path, fs::perms::owner_all);
  }
  ~Folder() { fs::remove_all(path); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  fs::path path;
};

double status_kb(std::string_view name) {
  std::ifstream in("/proc/self/status");
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with(name)) return std::strtod(line.c_str() + name.size() + 1, nullptr);
  }
  return 0;
}

struct Way {
  std::string name;
  std::vector<double> rates{}, cpu_us{};
  std::int64_t bytes = 0;
  double rss_growth_kb = 0;
};

// The listing's columns in the order of the table, without its sort and its cases: the cheapest statement for
// the server.
exports::Source table_of(const exports::Source& listing) {
  const std::string& sql = listing.query.sql();
  exports::Source out;
  out.columns = listing.columns;
  out.columns.resize(out.columns.size() - 5);  // of the case
  out.query << sql.substr(0, sql.find(", c.status")) << " FROM onceover.keys k";
  return out;
}

class Bench {
 public:
  Bench(const Options& options, const std::string& conninfo)
      : options_(options), conninfo_(conninfo), folder_(options.directory), connection_(open(conninfo)) {}

  void psql(Way& way, const exports::Source& source) {
    const fs::path script = folder_.path / "copy.sql", out = folder_.path / "psql.out";
    std::ofstream(script) << "COPY (" << source.query.spelled_out() << ") TO STDOUT\n";
    const auto from = Steady::now();
    const int status = std::system(fmt::format("exec psql -X -q -v ON_ERROR_STOP=1 -d '{}' -f {} > {}",
                                               conninfo_, script.string(), out.string())
                                       .c_str());
    add(way, seconds_since(from), 0, static_cast<std::int64_t>(fs::file_size(out)));
    if (status != 0) give_up("psql failed");
    fs::remove(out);
  }

  void ours(Way& way, const exports::Source& source, exports::Format format) {
    const fs::path out = folder_.path / "ours.out";
    std::ofstream("/proc/self/clear_refs") << 5;  // the high-water mark begins anew
    const double rss = status_kb("VmRSS:"), cpu = own_cpu_seconds();
    const auto from = Steady::now();
    const auto done = exports::export_to_file(connection_, source, {.format = format}, out.string());
    const double took = seconds_since(from);
    if (!done) give_up(done.error());
    if (done->rows != options_.keys) give_up("not every row was exported");
    way.rss_growth_kb = std::max(way.rss_growth_kb, status_kb("VmHWM:") - rss);
    add(way, took, own_cpu_seconds() - cpu, done->bytes);
    fs::remove(out);
  }

 private:
  void add(Way& way, double seconds, double cpu, std::int64_t bytes) const {
    way.rates.push_back(options_.keys / seconds);
    way.cpu_us.push_back(cpu / options_.keys * 1e6);
    way.bytes = bytes;
  }

  const Options& options_;
  std::string conninfo_;
  Folder folder_;
  pg::Connection connection_;
};

double ratio(const Way& over, const Way& under) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < over.rates.size(); ++i) ratios.push_back(over.rates[i] / under.rates[i]);
  return quantile(ratios, 0.5);
}

void run(const Options& options) {
  BigStore store({.keys = options.keys, .stuck_of_ten = 1, .past_of_ten = 3}, false);
  Bench bench(options, store.fresh());
  const auto listing = exports::keys(tables::own(), {});
  if (!listing) give_up(listing.error());
  const exports::Source table = table_of(*listing);
  Way psql{"psql"}, csv{"csv"}, lines{"jsonl"}, markdown{"md"}, psql_listing{"psql_listing"},
      csv_listing{"csv_listing"};
  in_turn(options.rounds,
          {[&] { bench.psql(psql, table); }, [&] { bench.ours(csv, table, exports::Format::csv); },
           [&] { bench.ours(lines, table, exports::Format::json_lines); },
           [&] { bench.ours(markdown, table, exports::Format::markdown); },
           [&] { bench.psql(psql_listing, *listing); },
           [&] { bench.ours(csv_listing, *listing, exports::Format::csv); }});
  nlohmann::ordered_json ways = nlohmann::ordered_json::array();
  for (const auto& [way, beside] : {std::pair{&psql, &psql}, std::pair{&csv, &psql}, std::pair{&lines, &psql},
                                    std::pair{&markdown, &psql}, std::pair{&psql_listing, &psql_listing},
                                    std::pair{&csv_listing, &psql_listing}}) {
    nlohmann::ordered_json one{{"name", way->name},
                               {"rows_per_s", static_cast<std::int64_t>(quantile(way->rates, 0.5))},
                               {"bytes", way->bytes}};
    if (way != beside) {
      one["ratio"] = ratio(*way, *beside);
      one["client_cpu_us"] = quantile(way->cpu_us, 0.5);
      one["rss_growth_kb"] = way->rss_growth_kb;
    }
    ways.push_back(std::move(one));
  }
  const nlohmann::ordered_json out{{"benchmark", "export"},    {"server", store.server_version()},
                                   {"keys", options.keys},     {"columns", table.columns.size()},
                                   {"rounds", options.rounds}, {"ways", std::move(ways)},
                                   {"target", {{"csv", 0.7}}}};
  std::cout << out.dump(options.json ? -1 : 2) << '\n';
}

const Benchmark benchmark{
    "export",
    "Exporting a table of keys, beside psql's COPY. On a private server; see tests/bench/README.md.",
    "--keys 1000 --rounds 1", [](CLI::App& app) {
      static Options options;
      app.add_option("--keys", options.keys, "Keys in the table")
          ->check(CLI::Range(1'000, 100'000'000))
          ->capture_default_str();
      add_rounds(app, options.rounds);
      app.add_option("--dir", options.directory, "Where the files are written")
          ->check(CLI::ExistingDirectory)
          ->capture_default_str();
      add_json(app, options.json);
      app.callback([] {
        options.keys -= options.keys % 10;
        run(options);
      });
    }};

}  // namespace
}  // namespace onceover::bench::bench_export
