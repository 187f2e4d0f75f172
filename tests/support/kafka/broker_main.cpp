// SPDX-License-Identifier: Apache-2.0
// librdkafka's mock cluster as a program of its own, which no fault of a test kills. Prints "brokers
// HOST:PORT,…" and obeys lines:
//   topic NAME PARTITIONS          created; others are made when they are first used
//   topic_error NAME CODE         what a client is told of the topic from now on; 0: nothing is wrong
//   down N | up N                  broker N leaves with its connections, its messages stay
//   errors API CODE…               the next requests of this kind fail so, in order, before anything is
//   stored late N API COUNT MS            the next COUNT answers of broker N to such requests come MS late;
//   what they are about is stored quit
// Each line is answered by "ok".
#include <librdkafka/rdkafka.h>
#include <librdkafka/rdkafka_mock.h>

#include <iostream>
#include <sstream>
#include <string>
#include <vector>

int main(int argc, char** argv) {
  char why[512];
  rd_kafka_conf_t* conf = rd_kafka_conf_new();
  rd_kafka_conf_set(conf, "log_level", "0", why, sizeof why);
  // As real brokers do: otherwise answers wait up to 40 ms for a delayed acknowledgement of TCP.
  rd_kafka_conf_set(conf, "socket.nagle.disable", "true", why, sizeof why);
  rd_kafka_t* handle = rd_kafka_new(RD_KAFKA_PRODUCER, conf, why, sizeof why);
  rd_kafka_mock_cluster_t* cluster = rd_kafka_mock_cluster_new(handle, argc > 1 ? std::stoi(argv[1]) : 1);
  std::cout << "brokers " << rd_kafka_mock_cluster_bootstraps(cluster) << std::endl;
  std::string line;
  while (std::getline(std::cin, line)) {
    std::istringstream words(line);
    std::string order, name;
    int number = 0;
    words >> order;
    if (order == "quit") break;
    if (order == "topic" && words >> name >> number) {
      rd_kafka_mock_topic_create(cluster, name.c_str(), number, 1);
    } else if (order == "topic_error" && words >> name >> number) {
      rd_kafka_mock_topic_set_error(cluster, name.c_str(), static_cast<rd_kafka_resp_err_t>(number));
    } else if (order == "down" && words >> number) {
      rd_kafka_mock_broker_set_down(cluster, number);
    } else if (order == "up" && words >> number) {
      rd_kafka_mock_broker_set_up(cluster, number);
    } else if (order == "errors" && words >> number) {
      std::vector<rd_kafka_resp_err_t> errors;
      for (int code = 0; words >> code;) errors.push_back(static_cast<rd_kafka_resp_err_t>(code));
      rd_kafka_mock_push_request_errors_array(cluster, static_cast<int16_t>(number), errors.size(),
                                              errors.data());
    } else if (int api = 0, count = 0, ms = 0; order == "late" && words >> number >> api >> count >> ms) {
      for (int i = 0; i < count; ++i)
        rd_kafka_mock_broker_push_request_error_rtts(cluster, number, static_cast<int16_t>(api), 1,
                                                     RD_KAFKA_RESP_ERR_NO_ERROR, ms);
    } else {
      std::cout << "no such order: " << line << std::endl;
      continue;
    }
    std::cout << "ok" << std::endl;
  }
  rd_kafka_mock_cluster_destroy(cluster);
  rd_kafka_destroy(handle);
  return 0;
}
