#include "core/kafka/client.h"

#include <fmt/format.h>

#include <chrono>
#include <future>
#include <memory>
#include <thread>

#include "core/base/text.h"

#ifdef ONCEOVER_KAFKA
#include <librdkafka/rdkafka.h>
#endif

namespace onceover::kafka {

Error not_built_in(const std::string& not_done) {
  return {ErrorKind::unsupported, "This program was built without Kafka.", not_done, "Install a build with librdkafka.", "", ""};
}

#ifndef ONCEOVER_KAFKA

bool is_built_in() { return false; }
void DestroyConf::operator()(rd_kafka_conf_s*) const {}
void DestroyClient::operator()(rd_kafka_s*) const {}
Result<Conf> make_conf(const Wanted& wanted, const Options&) { return fail(not_built_in(wanted.not_done)); }
std::string sentence(int) { return {}; }

#else

bool is_built_in() { return true; }

void DestroyConf::operator()(rd_kafka_conf_s* conf) const { rd_kafka_conf_destroy(conf); }

void DestroyClient::operator()(rd_kafka_s* client) const {
  const auto done = std::make_shared<std::promise<void>>();
  const auto ended = done->get_future();
  std::thread([client, done] {
    rd_kafka_destroy_flags(client, RD_KAFKA_DESTROY_F_NO_CONSUMER_CLOSE);
    done->set_value();
  }).detach();
  (void)ended.wait_for(std::chrono::seconds(5));
}

Result<Conf> make_conf(const Wanted& wanted, const Options& given) {
  const std::string next = fmt::format("Correct the {}'s configuration.", wanted.user);
  Options all = wanted.fixed;
  all.insert(wanted.defaults.begin(), wanted.defaults.end());
  for (const auto& [name, value] : given) {
    if (wanted.fixed.contains(name))
      return fail(ErrorKind::invalid_input, fmt::format("Kafka's option {} is set by the {}.", visible(name), wanted.user), wanted.not_done,
                  "Leave it out.");
    all[name] = value;
  }
  Conf conf(rd_kafka_conf_new());
  for (const auto& [name, value] : all) {
    char why[512];
    const rd_kafka_conf_res_t done = rd_kafka_conf_set(conf.get(), name.c_str(), value.c_str(), why, sizeof why);
    if (done == RD_KAFKA_CONF_OK) continue;
    const bool shows_value = done == RD_KAFKA_CONF_INVALID && name.find("password") == std::string::npos;
    return fail(ErrorKind::invalid_input,
                shows_value || done == RD_KAFKA_CONF_UNKNOWN ? fmt::format("Kafka's option {}: {}", visible(name), visible(why))
                                                             : fmt::format("Kafka's option {} has no valid value.", visible(name)),
                wanted.not_done, next);
  }
  return conf;
}

std::string sentence(int error) {
  return fmt::format("Kafka: {}.", visible(std::string(rd_kafka_err2str(static_cast<rd_kafka_resp_err_t>(error)))));
}

#endif

}  // namespace onceover::kafka
