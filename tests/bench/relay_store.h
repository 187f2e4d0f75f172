// SPDX-License-Identifier: Apache-2.0
// What the parts of bench_relay share: options, a store, its events.
#pragma once

#include <fmt/format.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/schema/schema.h"
#include "tests/bench/store.h"

namespace onceover::bench {

struct RelayOptions {
  int events = 200'000, aggregates = 1'000, rounds = 5, brokers = 3, partitions = 12;
  double seconds = 60;
  std::string directory, program;
  std::vector<std::string> only{""};
  bool held = false, waiting = false, fsync = true, json = false;
};

// Of the number i: about 260 bytes with three headers.
inline constexpr const char* event_columns = "topic, aggregatetype, aggregateid, type, payload, headers";
inline constexpr const char* event_values = R"sql(
  'payments', 'payment', 'p-' || {number} % {aggregates}, 'payment.captured',
  convert_to(format('{{"payment":"p-%s","amount":"10.00","currency":"EUR","customer":"c_%s","number":"%s"}}',
                    {number} % {aggregates}, {number}, lpad(({number})::text, 12, '0')), 'UTF8'),
  jsonb_build_object('traceparent', '00-' || md5(({number})::text) || '-00f067aa0ba902b7-01', 'correlation_id', 'c-' || {number},
                     'idempotency_key', 'key-' || {number}))sql";

inline std::string values_of(const std::string& number, int aggregates) {
  return fmt::format(fmt::runtime(event_values), fmt::arg("number", number),
                     fmt::arg("aggregates", aggregates));
}

struct RelayStore {
  RelayStore(const RelayOptions& options, std::map<std::string, std::string> more = {})
      : server(quiet_server(options.fsync, options.directory, with_buffers(std::move(more)))),
        conninfo(server->conninfo()) {
    auto connection = open(conninfo);
    if (auto installed = schema::install(connection); !installed) give_up(installed.error());
  }
  static std::map<std::string, std::string> with_buffers(std::map<std::string, std::string> more) {
    more.insert({"shared_buffers", "1GB"});
    return more;
  }
  std::unique_ptr<try_it::PrivateServer> server;
  std::string conninfo;
};

inline void say_or_print(const RelayOptions& options, const nlohmann::ordered_json& out) {
  if (options.json) fmt::print("{}\n", out.dump());
}

// oncectl relay --follow while nothing, one and 1,000 events a second come.
void relay_waiting(const RelayOptions& options, bool to_kafka);

}  // namespace onceover::bench
