// What all users of librdkafka share. A build may be without it.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "core/base/result.h"

struct rd_kafka_conf_s;
struct rd_kafka_s;

namespace onceover::kafka {

bool is_built_in();
// What a build without it answers.
Error not_built_in(const std::string& not_done);

using Options = std::map<std::string, std::string>;  // librdkafka's own names: "security.protocol"

struct DestroyConf {
  void operator()(rd_kafka_conf_s* conf) const;
};
using Conf = std::unique_ptr<rd_kafka_conf_s, DestroyConf>;  // rd_kafka_new() takes it over

// Ends a client without a goodbye to the broker. librdkafka 2.0 waits for ever at times, for a thread that does not end: after five seconds
// it is left to itself, so that a service can stop.
struct DestroyClient {
  void operator()(rd_kafka_s* client) const;
};
using Client = std::unique_ptr<rd_kafka_s, DestroyClient>;

struct Wanted {
  Options fixed;     // the user's options must not name them
  Options defaults;  // the user's options may
  std::string user;  // "relay", of whose configuration an error speaks
  std::string not_done;
};
// invalid_input: an option that is fixed, or that librdkafka refuses. The value of a password is not repeated in it.
Result<Conf> make_conf(const Wanted& wanted, const Options& given);

// "Kafka: Broker: Unknown topic or partition." of a rd_kafka_resp_err_t.
std::string sentence(int error);

}  // namespace onceover::kafka
