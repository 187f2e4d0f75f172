// SPDX-License-Identifier: Apache-2.0
// What all users of librdkafka share. A build may be without it.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/base/time.h"

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

// Ends a client without a goodbye to the broker. librdkafka 2.0 waits for ever at times, for a thread that
// does not end: after five seconds it is left to itself, so that a service can stop.
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
// invalid_input: an option that is fixed, or that librdkafka refuses. The value of a password is not repeated
// in it.
Result<Conf> make_conf(const Wanted& wanted, const Options& given);

// Why no broker is of use, from what librdkafka reports to its error callback. Belongs to the thread that
// polls. One of several brokers may be away, and one of several addresses of a name may be closed: nothing is
// trouble before the client has waited for a while.
class Reach {
 public:
  // Asked by librdkafka for each certificate of a broker, from threads of its own; x509_error: of OpenSSL.
  // True: it is good.
  bool certificate(int x509_error) {
    if (x509_error != 0) x509_error_ = x509_error;
    return x509_error == 0;
  }
  // True: it is about the way to a broker, and taken. False: it is about something else. why: nullptr where
  // there is only the code.
  bool failed(int error, const char* why);
  // The client needs a broker from now on.
  void waits();
  // A broker did what was asked.
  void answered();
  // Of a new client nothing is known.
  void forget();
  bool is_waiting() const { return waiting_since_.has_value(); }
  // A sentence, and what to check; empty: no trouble.
  std::string trouble() const;
  // The newest reason, while it may still be the reason; empty: none.
  std::string cause() const;

 private:
  std::string cause_;
  Deadline cause_at_{}, answered_at_{};
  std::optional<Deadline> waiting_since_;
  std::atomic<int> x509_error_{0};
};

// "Kafka: Broker: Unknown topic or partition." of a rd_kafka_resp_err_t.
std::string sentence(int error);

}  // namespace onceover::kafka
