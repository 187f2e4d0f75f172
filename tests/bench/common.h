// SPDX-License-Identifier: Apache-2.0
// What benchmarks share: a server that writes nothing by itself, turns of ways that are compared, and their
// medians.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/try/private_server.h"
#include "core/engine/engine.h"
#include "tests/support/raw.h"

namespace onceover::bench {

// One benchmark of the program `bench`, which is called by its name: `bench claim --rounds 5`. Made before
// main().
struct Benchmark {
  // small: options with which it ends within seconds, and only shows that it still works; how tests run it.
  // declare: its options and its callback, which throws where it cannot be measured.
  Benchmark(const char* name, const char* what, const char* small, void (*declare)(CLI::App& app));
};

// Options that several have.
void add_rounds(CLI::App& app, int& rounds);
void add_turn(CLI::App& app, double& seconds);
void add_directory(CLI::App& app, std::string& directory);
void add_fsync(CLI::App& app, bool& fsync);
void add_json(CLI::App& app, bool& json);

// Ends the benchmark; the program prints why.
[[noreturn]] void give_up(const std::string& why);
[[noreturn]] void give_up(const Error& error);

// The environment of a server that is measured: its allocator keeps what it was given.
std::map<std::string, std::string> keeping_memory();

// No checkpoint, no vacuum, no snapshots for standbys: whatever WAL appears was written by what is measured.
// directory: where its data lies; empty: $TMPDIR, else /tmp.
std::unique_ptr<try_it::PrivateServer> quiet_server(bool fsync, const std::string& directory,
                                                    std::map<std::string, std::string> more = {});

// What a commit that is waited for costs there: microseconds of an fdatasync after a write of one page, the
// median of many.
double fdatasync_us(const std::string& directory);

pg::Connection open(const std::string& conninfo);

// The request of that number; each has a key of its own.
engine::Request request_of(std::int64_t number);
std::string_view digest_of(const engine::Request& request);
engine::OperationPolicy policy();

double median(std::vector<double> values);

// Where the server stands: WAL bytes ever inserted.
double wal_position(test::RawConnection& look);

// CPU seconds of a process (all threads), from /proc, in ticks of 10 ms; 0 where that cannot be read.
double cpu_seconds(int pid);
// Of a process with one thread, in nanoseconds' steps.
double backend_cpu_seconds(int pid);

// One connection's worth of a way. A turn runs on a thread of its own.
class Client {
 public:
  virtual ~Client() = default;
  // One request, numbered so that no two of a store are alike; false ends the benchmark.
  virtual bool run(std::int64_t number) = 0;
  virtual int backend_pid() = 0;
};
using Clients = std::vector<std::unique_ptr<Client>>;

// One turn: all clients at once until the time is over; what they got done.
struct Turn {
  std::int64_t done = 0;
  // CPU seconds of this process and of the clients' backends
  double seconds = 0, client_cpu = 0, server_cpu = 0;
};
// number_of(client, i): the request number of a client's i-th request.
Turn take_turn(const Clients& clients, double seconds,
               const std::function<std::int64_t(std::size_t, std::int64_t)>& number_of);

// A way's turns.
struct Series {
  std::string name;
  std::vector<double> rates{};         // requests a second, of each turn
  std::vector<double> server_costs{};  // CPU seconds of the backends for a request, of each turn
  std::int64_t requests = 0;
  double wal_bytes = 0, client_cpu = 0, server_cpu = 0;

  void add(const Turn& turn, double wal);
  double rate() const { return median(rates); }
  // The median over the rounds of our rate to theirs in the same round: what disturbs a whole round falls out
  // of it.
  double ratio_to(const Series& other) const;
  double server_cost_to(const Series& other) const;
  nlohmann::ordered_json json() const;
};

}  // namespace onceover::bench
