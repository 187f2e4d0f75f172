// SPDX-License-Identifier: Apache-2.0
#include "core/kafka/client.h"

#include <fmt/format.h>

#include <future>
#include <system_error>
#include <thread>

#ifdef ONCEOVER_KAFKA
#include <librdkafka/rdkafka.h>
#endif

namespace onceover::kafka {

Error not_built_in(const std::string& not_done) {
  return {ErrorKind::unsupported,
          "This program was built without Kafka.",
          not_done,
          "Install a build with librdkafka.",
          "",
          ""};
}

#ifndef ONCEOVER_KAFKA

bool is_built_in() { return false; }
void DestroyConf::operator()(rd_kafka_conf_s*) const {}
void DestroyClient::operator()(rd_kafka_s*) const {}
Result<Conf> make_conf(const Wanted& wanted, const Options&) { return fail(not_built_in(wanted.not_done)); }
std::string sentence(int) { return {}; }
bool Reach::failed(int, const char*) { return false; }
void Reach::waits() {}
void Reach::answered() {}
void Reach::forget() {}
std::string Reach::trouble() const { return {}; }
std::string Reach::cause() const { return {}; }

#else

bool is_built_in() { return true; }

void DestroyConf::operator()(rd_kafka_conf_s* conf) const { rd_kafka_conf_destroy(conf); }

void DestroyClient::operator()(rd_kafka_s* client) const {
  const auto done = std::make_shared<std::promise<void>>();
  const auto ended = done->get_future();
  try {
    std::thread([client, done] {
      rd_kafka_destroy_flags(client, RD_KAFKA_DESTROY_F_NO_CONSUMER_CLOSE);
      done->set_value();
    }).detach();
  } catch (const std::system_error&) {  // no thread; a destructor must not throw
    return rd_kafka_destroy_flags(client, RD_KAFKA_DESTROY_F_NO_CONSUMER_CLOSE);
  }
  (void)ended.wait_for(std::chrono::seconds(5));
}

Result<Conf> make_conf(const Wanted& wanted, const Options& given) {
  const std::string next = fmt::format("Correct the {}'s configuration.", wanted.user);
  Options all = wanted.fixed;
  all.insert(wanted.defaults.begin(), wanted.defaults.end());
  for (const auto& [name, value] : given) {
    if (wanted.fixed.contains(name))
      return fail(ErrorKind::invalid_input,
                  fmt::format("Kafka's option {} is set by the {}.", visible(name), wanted.user),
                  wanted.not_done, "Leave it out.");
    all[name] = value;
  }
  Conf conf(rd_kafka_conf_new());
  rd_kafka_conf_set_log_cb(conf.get(), nullptr);  // what is fatal it would print on stderr at any level
  for (const auto& [name, value] : all) {
    char why[512];
    const rd_kafka_conf_res_t done =
        rd_kafka_conf_set(conf.get(), name.c_str(), value.c_str(), why, sizeof why);
    if (done == RD_KAFKA_CONF_OK) continue;
    const bool shows_value = done == RD_KAFKA_CONF_INVALID && name.find("password") == std::string::npos;
    return fail(ErrorKind::invalid_input,
                shows_value || done == RD_KAFKA_CONF_UNKNOWN
                    ? fmt::format("Kafka's option {}: {}", visible(name), visible(why))
                    : fmt::format("Kafka's option {} has no valid value.", visible(name)),
                wanted.not_done, next);
  }
  return conf;
}

namespace {

using namespace std::chrono_literals;

// librdkafka repeats an identical error every 30 s.
constexpr Duration patience = 3s, repeated_within = 35s;

void cut(std::string& text, std::string_view part) {
  if (const auto at = text.find(part); at != std::string::npos) text.erase(at, part.size());
}

// Of OpenSSL's X509_V_ERR_ codes: what to do.
const char* of_certificate(int x509_error) {
  switch (x509_error) {
    case 9: return " The broker's certificate is not valid yet: check the clocks.";
    case 10: return " The broker's certificate has expired: it must be renewed there.";
    case 62:
    case 64: return " The broker's certificate is for another host: use a name that it contains.";
    default:
      return " The broker's certificate is of an authority that is not trusted: name its file with "
             "ssl.ca.location.";
  }
}

std::string in_words(int error, std::string why, int x509_error) {
  const bool is_first_answer = why.find("in state APIVERSION") != std::string::npos;
  // How long it took differs each time.
  if (const auto at = why.rfind(" (after "); at != std::string::npos) why.resize(at);
  cut(why, "/bootstrap");
  const auto has = [&](std::string_view part) { return why.find(part) != std::string::npos; };
  const char* next = "";
  if (error == RD_KAFKA_RESP_ERR__BAD_MSG && is_first_answer) {
    why = why.substr(0, why.find(": ")) + ": the answer is not Kafka's";
    next = " Check the address and the port, and security.protocol: the port may expect TLS.";
  } else if (has("Disconnected while requesting ApiVersion")) {
    why = why.substr(0, why.find(": ")) + ": the connection was closed at the first request";
    next = " Check security.protocol: the port may expect TLS or a login, or another service listens there.";
  } else if (has("ApiVersionRequest failed")) {
    why = why.substr(0, why.find(": ")) + ": nothing answered the first request";
    next = " Check the address, the port and security.protocol.";
  } else if (has("wrong version number") || has("PLAINTEXT") ||
             has("unexpected eof")) {  // of TLS, or of the connection that ended by it
    next = " The port does not speak TLS: check the port and security.protocol.";
  } else if (has("certificate verify failed")) {
    next = of_certificate(x509_error);
    if (const auto at = why.find(": broker certificate"); at != std::string::npos) why.resize(at);
  } else if (has("alert certificate required")) {
    next =
        " The broker asks for a certificate: name it and its key with ssl.certificate.location and "
        "ssl.key.location.";
  } else if (has(" alert ") && (has("certificate") || has("unknown ca"))) {
    next =
        " The broker refuses the certificate in ssl.certificate.location: check its authority and until when "
        "it is valid.";
  } else if (error == RD_KAFKA_RESP_ERR__AUTHENTICATION) {
    // Its answer to the broker's challenge is wrong, which older brokers did not mind.
    next = has("SCRAM") && rd_kafka_version() < 0x02060100
               ? " Check sasl.mechanism, the user and the password. A librdkafka before 2.6.1 cannot log in "
                 "by SCRAM to newer brokers at all."
               : " Check sasl.mechanism, the user and the password.";
  } else if (error == RD_KAFKA_RESP_ERR__RESOLVE || has("Connection refused")) {
    next = " Check the address and the port.";
  }
  return fmt::format("Kafka: {}.{}", visible(why), next);
}

}  // namespace

bool Reach::failed(int error, const char* why) {
  switch (error) {
    case RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN: return true;  // why each one is was reported before
    case RD_KAFKA_RESP_ERR__TRANSPORT:
    case RD_KAFKA_RESP_ERR__RESOLVE:
    case RD_KAFKA_RESP_ERR__SSL:
    case RD_KAFKA_RESP_ERR__AUTHENTICATION:
    case RD_KAFKA_RESP_ERR__BAD_MSG:
    case RD_KAFKA_RESP_ERR__TIMED_OUT:
      if (why == nullptr && !cause().empty()) return true;  // the code says less
      cause_ =
          in_words(error, why == nullptr ? rd_kafka_err2str(static_cast<rd_kafka_resp_err_t>(error)) : why,
                   x509_error_);
      cause_at_ = Steady::now();
      return true;
    default: return false;
  }
}

void Reach::waits() {
  if (!waiting_since_) waiting_since_ = Steady::now();
}

void Reach::answered() {
  waiting_since_.reset();
  answered_at_ = Steady::now();
}

void Reach::forget() {
  cause_.clear();
  cause_at_ = answered_at_ = {};
  waiting_since_.reset();
}

std::string Reach::cause() const {
  return cause_at_ > answered_at_ || Steady::now() - cause_at_ < repeated_within ? cause_ : std::string();
}

std::string Reach::trouble() const {
  if (!waiting_since_ || Steady::now() - *waiting_since_ < patience) return {};
  std::string known = cause();
  if (!known.empty()) return known;
  return fmt::format(
      "Kafka: no broker has answered for {} s. Check the addresses, the port and security.protocol.",
      patience / std::chrono::seconds(1));
}

std::string sentence(int error) {
  return fmt::format("Kafka: {}.",
                     visible(std::string(rd_kafka_err2str(static_cast<rd_kafka_resp_err_t>(error)))));
}

#endif

}  // namespace onceover::kafka
