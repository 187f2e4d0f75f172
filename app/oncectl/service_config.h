// SPDX-License-Identifier: Apache-2.0
// What `oncectl sweep --config FILE` reads: the stores, the gateways, which tables are swept with which of
// them, which are reaped, and how. TOML, version 1; oncectl-sweep(8) has each field. Read strictly: an
// unknown field, a lease shorter than the questions it covers, or secrets in a file that others may read are
// errors that name file, line and field. Profiles, gateways and their credentials are read with it.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/gateway/config.h"
#include "core/http/webhook.h"
#include "core/inbox/consumer.h"
#include "core/inbox/kafka_source.h"
#include "core/kafka/client.h"
#include "core/outbox/destinations.h"
#include "core/outbox/relay.h"
#include "core/pg/connection.h"
#include "core/pg/server_identity.h"
#include "core/sweeper/reaper.h"
#include "core/sweeper/sweeper.h"
#include "core/tables/profile.h"

namespace onceover::oncectl {

struct StoreEntry {
  std::string name;
  pg::ConnectOptions where;
  std::string warning;  // an sslmode that proves nothing; empty: none
  // nothing is written to another database; none: wherever the address leads
  std::optional<pg::ServerIdentity> only;
};

// The name is empty where the command line says it all.
struct JobEntry {
  std::string name;
  StoreEntry store;
  std::shared_ptr<const tables::Profile> profile;
};

struct SweepEntry : JobEntry {
  std::string gateway, gateway_file;
  sweeper::SweepConfig config;  // of all its workers together
  int workers = sweeper::default_workers;
};

struct ReapEntry : JobEntry {
  sweeper::ReapConfig config;
};

// Of our own schema.
struct RelayEntry : JobEntry {
  outbox::RelayConfig config;  // its name is the relay's
  outbox::DestinationConfig to;
  Duration partition = std::chrono::hours(24);   // of the outbox
  Duration retention = std::chrono::hours(168);  // of published events; longer than a consumer is away
};

// A receiver of webhooks, into the inbox of our own schema.
struct ReceiveEntry : JobEntry {
  std::string consumer, source;  // of the inbox
  std::string listen_host;
  int listen_port = 0;  // 0: any
  std::string path = "/";
  std::vector<std::string> secret_files;
  http::WebhookRules rules;            // without the secrets
  std::size_t most_bytes = 1'000'000;  // of a body
};
// Checks what the fields cannot: the identity, the path and the secrets.
Result<void> validate(const ReceiveEntry& entry);
Result<std::vector<std::string>> read_secrets(const ReceiveEntry& entry);

// "127.0.0.1:9464", "[::1]:9464"; nullopt: it is no address and port.
std::optional<std::pair<std::string, int>> parse_listen(const std::string& text);
// Into our own inbox.
struct ConsumeEntry : JobEntry {
  std::string consumer;
  inbox::KafkaSourceConfig from;
  inbox::ConsumerConfig config;
  Duration retention = std::chrono::hours(720);  // of processed events; longer than the broker keeps messages
};

// When a service ends without a signal: never; at an error that remains on a new connection and does not pass
// by itself; after one run of each job.
enum class Until { stopped, hopeless, done };

struct ServiceConfig {
  Until until = Until::stopped;
  // "127.0.0.1", 9464. No host: nothing listens.
  std::string listen_host;
  int listen_port = 0;
  std::optional<bool> json_log;
  // without a batch or a pass that ended: /healthz says so
  Duration healthy_within = std::chrono::minutes(5);
  std::vector<StoreEntry> stores;
  std::vector<SweepEntry> sweeps;
  std::vector<ReapEntry> reaps;
  std::vector<RelayEntry> relays;
  std::vector<ReceiveEntry> receives;
  std::vector<ConsumeEntry> consumes;  // one of the five at least
};

// Of --option NAME=VALUE and --option-file NAME=FILE; ends the command where a secret is on the command line,
// or a file cannot be read.
kafka::Options kafka_options(const std::vector<std::string>& options, const std::vector<std::string>& files);
void add_kafka_options(CLI::App& app, std::vector<std::string>& options, std::vector<std::string>& files);
// Of librdkafka: its value belongs neither on a command line nor in a file that others may read.
bool is_secret_option(std::string_view name);
// Why the inbox cannot have a consumer of this name; empty: it can.
std::string why_no_consumer(const std::string& consumer);

// Every error is ErrorKind::invalid_input.
Result<ServiceConfig> read_service_config(const std::string& path, const gateway::Keychain& keychain);

}  // namespace onceover::oncectl
