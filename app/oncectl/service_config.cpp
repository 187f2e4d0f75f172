// SPDX-License-Identifier: Apache-2.0
#include "app/oncectl/service_config.h"

#include <sys/stat.h>

#include <filesystem>

#include "app/oncectl/context.h"
#include "app/oncectl/parse.h"
#include "core/base/file.h"
#include "core/base/json_tree.h"
#include "core/base/toml_fields.h"
#include "core/gateway/open.h"
#include "core/pg/conninfo.h"
#include "core/web/url.h"

namespace onceover::oncectl {
namespace {

constexpr const char* not_in_force = "The configuration was not taken.";

std::string beside(const std::string& config, const std::string& file) {
  const std::filesystem::path path(file);
  return path.is_absolute() ? file : (std::filesystem::path(config).parent_path() / path).string();
}

// Each of these keeps the value that is there where the file does not name the field, or names it wrongly.
void span(TomlFields& fields, const char* field, Duration& value) {
  if (!fields.has(field)) return;
  const auto given = parse_duration(fields.text(field, true));
  if (!given) fields.refuse(field, "must be a time such as \"500ms\", \"30s\" or \"2m\", longer than 0");
  value = given.value_or(value);
}

void spans(TomlFields& fields, std::initializer_list<std::pair<const char*, Duration*>> all) {
  for (const auto& [field, value] : all) span(fields, field, *value);
}

void whole(TomlFields& fields, const char* field, int& value, int low, int high) {
  value = static_cast<int>(fields.integer(field, false, low, high, value));
}

void number(TomlFields& fields, const char* field, double& value, double low, double high) {
  const toml::node* node = fields.any(field);
  if (node == nullptr) return;
  const auto given = node->is_number() ? node->value<double>() : std::nullopt;
  if (given && *given >= low && *given <= high) {
    value = *given;
  } else {
    fields.refuse(field, fmt::format("must be a number between {} and {}", low, high));
  }
}

void read(TomlFields& fields, StoreEntry& store, bool is_open_to_others) {
  const std::string dsn = fields.text("dsn", false), service = fields.text("service", false);
  store.where.password_command = fields.text("password_command", false);
  store.where.application_name = "oncectl-sweep";
  store.where.pins_search_path = true;
  // a pooler in transaction mode may stand in between
  store.where.prepare = fields.boolean("prepare", false);
  Duration timeout = std::chrono::seconds(30);
  span(fields, "timeout", timeout);
  store.where.connect_timeout = std::min<Duration>(timeout, std::chrono::seconds(10));
  // the server's own timeout speaks first, and says more
  store.where.deadline = timeout + std::chrono::seconds(2);
  if (!dsn.empty() && !service.empty())
    fields.refuse("service", "is given together with dsn: use one of the two");
  store.where.conninfo = dsn;
  if (!service.empty()) store.where.conninfo = pg::conninfo_of({{"service", service}});
  const auto words = pg::conninfo_words(dsn);
  const bool has_password = words && !pg::word_of(*words, "password").empty();
  if (has_password && is_open_to_others)
    fields.refuse("dsn", "holds a password, and the file is open to others: chmod 600, or PGPASSFILE");
  const auto where = pg::destination_of(store.where.conninfo);
  if (where) store.warning = where->warning();
}

struct GatewayEntry {
  std::string name, file;
  Duration timeout{0};  // of one question
};

void read(TomlFields& fields, GatewayEntry& entry, const std::string& path,
          const gateway::Keychain& keychain) {
  entry.file = beside(path, fields.text("file", true));
  if (!fields.has("file") || entry.file.empty()) return;
  auto config = gateway::load_any_config(entry.file);
  if (!config) return fields.refuse("file", "is no description of a gateway: " + config.error().what);
  entry.timeout = std::visit([](const auto& any) { return any.limits.timeout; }, *config);
  const auto* http = std::get_if<gateway::Config>(&*config);
  if (http == nullptr || !http->auth) return;
  if (auto credential = gateway::read_credential(*http->auth, keychain); !credential)
    fields.refuse("file", "its credential cannot be used: " + credential.error().what);
}

// Our own where none is named.
std::shared_ptr<const tables::Profile> named_profile(TomlFields& fields, const std::string& path) {
  const std::string named = fields.text("profile", false);
  if (named.empty()) return std::make_shared<const tables::Profile>(tables::own());
  auto profiles = named_profiles(beside(path, named));
  if (profiles && profiles->size() == 1)
    return std::make_shared<const tables::Profile>(std::move(profiles->front()));
  fields.refuse("profile",
                profiles ? "names a file of several profiles: write FILE#NAME" : profiles.error().what);
  return nullptr;
}

void check_profile_to_sweep(TomlFields& fields, const tables::Profile& p) {
  if (tables::is_own(p)) return;
  if (!p.lease.is_observable())
    fields.refuse("profile", "describes no lease, so it is unknown which rows are stuck");
  const bool settles = std::ranges::any_of(p.writes, [](const auto& write) {
    return write.first == tables::Verb::succeed || write.first == tables::Verb::fail ||
           write.first == tables::Verb::release;
  });
  if (!settles) fields.refuse("profile", "defines none of succeed, fail and release");
}

void check_profile_to_reap(TomlFields& fields, const tables::Profile& p) {
  if (!tables::is_own(p) && p.expires_at.empty())
    fields.refuse("profile", "names no expires_at, so it is unknown which rows are past their window");
}

void read(TomlFields& fields, sweeper::ReapConfig& how) {
  whole(fields, "batch", how.batch, 1, 100'000);
  number(fields, "share", how.share, 0.01, 1);
  spans(fields, {{"every", &how.every}, {"at_most", &how.at_most}});
}

void read(TomlFields& fields, sweeper::SweepConfig& how, const GatewayEntry* gateway) {
  whole(fields, "batch", how.batch, 1, 10'000);
  number(fields, "share", how.share, 0.01, 1);
  whole(fields, "max_attempts", how.max_attempts, 1, 1000);
  spans(fields, {{"every", &how.every},
                 {"full_every", &how.full_every},
                 {"ask_timeout", &how.ask_timeout},
                 {"own_lease", &how.own_lease},
                 {"backoff_base", &how.backoff_base}});
  how.backoff_cap = std::max(how.backoff_cap, how.backoff_base);
  span(fields, "backoff_cap", how.backoff_cap);
  TomlFields budget = fields.table("retry_budget", false);
  number(budget, "ratio", how.retry_budget.ratio, 0, 1);
  number(budget, "per_second", how.retry_budget.per_second, 0, 10'000);
  number(budget, "burst", how.retry_budget.burst, 1, 100'000);
  budget.refuse_the_rest();
  if (how.own_lease <= how.ask_timeout) {
    fields.refuse("own_lease", "must be longer than ask_timeout: another sweeper would ask meanwhile");
  } else if (gateway != nullptr && how.own_lease <= gateway->timeout) {
    fields.refuse("own_lease", fmt::format("must be longer than the {} that {} gives one question",
                                           human(gateway->timeout), visible(gateway->name)));
  } else if (auto sound = sweeper::validate(how); !sound) {
    fields.refuse(fields.has("backoff_cap") ? "backoff_cap" : "backoff_base", sound.error().what);
  }
}

outbox::WebhookConfig webhook_of(TomlFields& fields, const std::string& path) {
  outbox::WebhookConfig to;
  to.url = fields.text("url", true);
  for (const std::string& file : fields.texts("secret_files", true))
    to.secret_files.push_back(beside(path, file));
  if (fields.has("ca_file")) to.ca_file = beside(path, fields.text("ca_file", true));
  to.cloud_events = fields.boolean("cloud_events", false);
  to.source = fields.text("source", false, to.source);
  whole(fields, "parallel", to.parallel, 1, 1000);
  span(fields, "timeout", to.timeout);
  fields.refuse_the_rest();
  return to;
}

// librdkafka's own options, of a table [kafka].
kafka::Options read_kafka_options(TomlFields& kafka, bool is_open_to_others) {
  kafka::Options given;
  TomlFields options = kafka.table("options", false);
  for (const auto& [name, node] : options.members()) {
    if (const auto text = node->value<std::string>()) {
      given[name] = *text;
    } else {
      options.refuse(name, "must be a text, as librdkafka documents it");
    }
    if (is_open_to_others && is_secret_option(name))
      options.refuse(name, "is a secret, and the file is open to others: chmod 600");
  }
  options.refuse_the_rest();
  return given;
}

void read(TomlFields& fields, RelayEntry& relay, const std::string& path, bool is_open_to_others) {
  outbox::RelayConfig& how = relay.config;
  how.name = relay.name;
  how.topics = fields.texts("topics", true);
  how.is_ordered = fields.boolean("ordered", true);
  if (!outbox::read_start(fields.text("start", false, "beginning"), how))
    fields.refuse("start", "must be \"beginning\", \"now\" or a time such as \"2026-11-21T02:00:00Z\"");
  how.attempts = fields.integer("attempts", false, 1, 1000, how.attempts);
  how.batch = fields.integer("batch", false, 1, 100'000, how.batch);
  spans(fields, {{"lease", &how.lease},
                 {"idle", &how.idle},
                 {"backoff_base", &how.backoff},
                 {"backoff_cap", &how.backoff_cap},
                 {"partition", &relay.partition},
                 {"retention", &relay.retention}});
  if (auto sound = outbox::validate(how); !sound) {
    auto another_lease = how;
    another_lease.lease = outbox::RelayConfig().lease;
    fields.refuse(outbox::validate(another_lease) ? "lease" : "topics", sound.error().what);
  }
  if (fields.has("webhook")) {
    if (fields.has("kafka")) fields.refuse("webhook", "is given together with kafka: use one of the two");
    TomlFields webhook = fields.table("webhook", true);
    relay.to.webhook = webhook_of(webhook, path);
    if (auto sound = outbox::to_webhook(*relay.to.webhook); !sound)
      fields.refuse("webhook", "cannot be used: " + sound.error().what);
    return;
  }
  TomlFields kafka = fields.table("kafka", true);
  outbox::KafkaConfig to;
  to.brokers = kafka.text("brokers", true);
  to.topic_prefix = kafka.text("topic_prefix", false);
  to.dead_letter_topic = kafka.text("dead_letter_topic", false);
  to.cloud_events = kafka.boolean("cloud_events", false);
  to.source = kafka.text("source", false, to.source);
  span(kafka, "timeout", to.timeout);
  to.options = read_kafka_options(kafka, is_open_to_others);
  kafka.refuse_the_rest();
  if (auto sound = outbox::to_kafka(to); !sound && outbox::has_kafka())
    fields.refuse("kafka", "cannot be used: " + sound.error().what);
  relay.to.kafka = std::move(to);
}

void read(TomlFields& fields, ConsumeEntry& consume, const std::string&, bool is_open_to_others) {
  consume.consumer = fields.text("consumer", false, consume.name);
  inbox::KafkaSourceConfig& from = consume.from;
  from.topics = fields.texts("topics", true);
  from.group = fields.text("group", false, consume.consumer);
  from.source = fields.text("source", false);
  const auto identity = inbox::identity_from(fields.text("identity", false, inbox::text(from.identity)));
  if (!identity) fields.refuse("identity", "must be \"header:NAME\", \"body:/JSON/POINTER\" or \"offset\"");
  from.identity = identity.value_or(from.identity);
  from.version_header = fields.text("version_header", false);
  from.aggregate_type = fields.text("aggregate_type", false);
  const std::string start = fields.text("start", false, "beginning");
  from.from_beginning = start == "beginning";
  if (!from.from_beginning && start != "now") fields.refuse("start", "must be \"beginning\" or \"now\"");
  const std::string resume = fields.text("resume", false, "database");
  from.follows_group = resume == "group";
  if (!from.follows_group && resume != "database")
    fields.refuse("resume", "must be \"database\" or \"group\"");
  consume.config.batch = static_cast<std::size_t>(
      fields.integer("batch", false, 1, 10'000, static_cast<std::int64_t>(consume.config.batch)));
  span(fields, "retention", consume.retention);
  TomlFields kafka = fields.table("kafka", true);
  from.brokers = kafka.text("brokers", true);
  from.options = read_kafka_options(kafka, is_open_to_others);
  kafka.refuse_the_rest();
  if (const auto why = why_no_consumer(consume.consumer); !why.empty()) fields.refuse("consumer", why);
  if (auto sound = inbox::validate(from); !sound) fields.refuse("topics", sound.error().what);
}

void read_listen(TomlFields& fields, bool required, std::string& host, int& port) {
  const std::string listen = fields.text("listen", required);
  if (listen.empty()) return;
  const auto address = parse_listen(listen);
  if (!address) return fields.refuse("listen", "must be an address and a port, such as \"127.0.0.1:9464\"");
  std::tie(host, port) = *address;
}

void read(TomlFields& fields, ReceiveEntry& receive, const std::string& path, bool) {
  receive.consumer = fields.text("consumer", true);
  receive.source = fields.text("source", true);
  read_listen(fields, true, receive.listen_host, receive.listen_port);
  receive.path = fields.text("path", false, receive.path);
  for (const std::string& file : fields.texts("secret_files", true))
    receive.secret_files.push_back(beside(path, file));
  receive.rules.id_pointer = fields.text("id_pointer", false);
  if (fields.has("id_header") && fields.has("id_pointer"))
    fields.refuse("id_pointer", "is given together with id_header: use one of the two");
  receive.rules.id_header = fields.text("id_header", false, receive.rules.id_header);
  receive.rules.signature_header = fields.text("signature_header", false);
  receive.rules.aggregate_pointer = fields.text("aggregate_pointer", false);
  receive.rules.version_pointer = fields.text("version_pointer", false);
  receive.most_bytes = static_cast<std::size_t>(
      fields.integer("most_bytes", false, 1, 16'000'000, static_cast<std::int64_t>(receive.most_bytes)));
  if (auto sound = validate(receive); !sound) fields.refuse("name", "cannot be used: " + sound.error().what);
}

template <class Entry>
const Entry* entry_of(const std::vector<Entry>& all, const std::string& name) {
  const auto found = std::ranges::find(all, name, &Entry::name);
  return found == all.end() ? nullptr : &*found;
}

// One of the entries that the field names.
template <class Entry>
const Entry* named_entry(TomlFields& fields, const char* kind, const std::vector<Entry>& all) {
  const std::string name = fields.text(kind, true);
  const Entry* found = entry_of(all, name);
  if (found == nullptr)
    fields.refuse(kind, fmt::format("there is no [[{}]] of the name \"{}\"", kind, visible(name)));
  return found;
}

// The tables of one kind, each with a name of its own.
template <class Entry>
std::vector<Entry> entries(std::vector<TomlFields> tables,
                           const std::function<void(TomlFields&, Entry&)>& read_rest) {
  std::vector<Entry> all;
  for (TomlFields& fields : tables) {
    Entry entry;
    entry.name = fields.text("name", true);
    if (entry_of(all, entry.name) != nullptr)
      fields.refuse("name", fmt::format("\"{}\" is taken already", visible(entry.name)));
    read_rest(fields, entry);
    fields.refuse_the_rest();
    all.push_back(std::move(entry));
  }
  return all;
}

}  // namespace

std::optional<std::pair<std::string, int>> parse_listen(const std::string& text) {
  const auto colon = text.rfind(':');
  if (colon == std::string::npos) return std::nullopt;
  const auto port = number_from<int>(std::string_view(text).substr(colon + 1));
  std::string host = text.substr(0, colon);
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  if (!port || *port < 0 || *port > 65535 || host.empty()) return std::nullopt;
  return std::pair(host, *port);
}

Result<std::vector<std::string>> read_secrets(const ReceiveEntry& entry) {
  return web::read_webhook_secrets(entry.secret_files, "Nothing is received.",
                                   !entry.rules.signature_header.empty());
}

Result<void> validate(const ReceiveEntry& entry) {
  const auto invalid = [](std::string what) {
    return fail(ErrorKind::invalid_input, std::move(what), "Nothing is received.");
  };
  for (const auto& [what, name] : {std::pair("consumer", &entry.consumer), {"source", &entry.source}}) {
    if (auto why = inbox::why_no_name(what, *name); !why.empty()) return invalid(std::move(why));
  }
  const auto is_printable = [](const std::string& text) {
    return std::ranges::all_of(text, [](char c) { return c > ' ' && c < 0x7F; });
  };
  if (!entry.path.starts_with('/') || !is_printable(entry.path) || entry.path.find('?') != std::string::npos)
    return invalid("A path begins with / and has no query.");
  if (auto why = http::why_no_rules(entry.rules); !why.empty()) return invalid(std::move(why));
  const auto secrets = read_secrets(entry);
  return secrets ? Result<void>() : fail(secrets.error());
}

kafka::Options kafka_options(const std::vector<std::string>& options, const std::vector<std::string>& files) {
  constexpr std::size_t max_secret_bytes = 64 * 1024;  // a key with its certificates
  kafka::Options given;
  for (const auto& [name, value] : parse_columns(options)) {
    if (is_secret_option(name))
      end(usage(fmt::format("--option {} would show a secret to other users of this machine.", visible(name)),
                "Write it into a file of mode 0600, and name the file: --option-file NAME=FILE."));
    given[name] = value.value_or("");
  }
  for (const auto& [name, file] : parse_columns(files)) {
    std::string text = read_whole_file(file.value_or(""), {max_secret_bytes, OthersMay::nothing,
                                                           "file of " + visible(name), "Nothing was done."})
                           .value();
    while (text.ends_with('\n') || text.ends_with('\r')) text.pop_back();
    given[name] = std::move(text);
  }
  return given;
}

void add_kafka_options(CLI::App& app, std::vector<std::string>& options, std::vector<std::string>& files) {
  add_columns(app, "--option", options, "librdkafka's own, such as security.protocol=ssl; no secret")
      ->type_name("NAME=VALUE");
  add_columns(app, "--option-file", files,
              "The same, with the value from a file of mode 0600: sasl.password=FILE")
      ->type_name("NAME=FILE");
}

bool is_secret_option(std::string_view name) {
  return name.find("password") != std::string_view::npos || name.find("secret") != std::string_view::npos ||
         name == "ssl.key.pem" || name == "sasl.jaas.config";
}

std::string why_no_consumer(const std::string& consumer) {
  inbox::Event named;
  named.source = consumer, named.id = consumer;
  return inbox::why_unusable(named).empty() ? "" : "must be 1 to 255 bytes of UTF-8";
}

Result<ServiceConfig> read_service_config(const std::string& path, const gateway::Keychain& keychain) {
  TomlErrors errors{visible(path), not_in_force, {}};
  auto text = read_toml_file(path, not_in_force);
  if (!text) return fail(text.error());
  auto root = parse_toml(*text, errors);
  if (!root) return fail(root.error());
  struct stat status {};
  const bool is_open = ::stat(path.c_str(), &status) != 0 || (status.st_mode & 077) != 0;

  TomlFields fields(&*root, "", errors);
  ServiceConfig config;
  fields.integer("version", true, 1, 1);
  const std::string log = fields.text("log", false);
  if (!log.empty() && log != "json" && log != "text") fields.refuse("log", "must be \"json\" or \"text\"");
  if (!log.empty()) config.json_log = log == "json";
  read_listen(fields, false, config.listen_host, config.listen_port);
  span(fields, "healthy_within", config.healthy_within);
  config.stores = entries<StoreEntry>(
      fields.tables("store"), [&](TomlFields& entry, StoreEntry& store) { read(entry, store, is_open); });
  const auto read_store = [&](TomlFields& entry, JobEntry& job) {
    if (const StoreEntry* store = named_entry(entry, "store", config.stores)) job.store = *store;
  };
  const auto read_place = [&](TomlFields& entry, JobEntry& job,
                              void (*check)(TomlFields&, const tables::Profile&)) {
    read_store(entry, job);
    job.profile = named_profile(entry, path);
    if (job.profile) check(entry, *job.profile);
  };
  // Reaping, relaying and receiving ask no gateway.
  const bool reaps =
      fields.has("reap") || fields.has("relay") || fields.has("receive") || fields.has("consume");
  const auto gateways = entries<GatewayEntry>(
      fields.tables("gateway", !reaps),
      [&](TomlFields& entry, GatewayEntry& gateway) { read(entry, gateway, path, keychain); });
  config.sweeps =
      entries<SweepEntry>(fields.tables("sweep", !reaps), [&](TomlFields& entry, SweepEntry& sweep) {
        read_place(entry, sweep, check_profile_to_sweep);
        const GatewayEntry* gateway = named_entry(entry, "gateway", gateways);
        if (gateway != nullptr) {
          sweep.gateway = gateway->name;
          sweep.gateway_file = gateway->file;
        }
        whole(entry, "workers", sweep.workers, 1, 64);
        read(entry, sweep.config, gateway);
      });
  config.reaps = entries<ReapEntry>(fields.tables("reap", false), [&](TomlFields& entry, ReapEntry& reap) {
    read_place(entry, reap, check_profile_to_reap);
    read(entry, reap.config);
  });
  // Those of our own schema.
  const auto read_jobs = [&]<class Entry>(const char* kind, std::vector<Entry>& jobs) {
    jobs = entries<Entry>(fields.tables(kind, false), [&](TomlFields& entry, Entry& job) {
      read_store(entry, job);
      read(entry, job, path, is_open);
    });
  };
  read_jobs("relay", config.relays);
  read_jobs("receive", config.receives);
  read_jobs("consume", config.consumes);
  fields.refuse_the_rest();
  if (!errors.first && config.sweeps.empty() && config.reaps.empty() && config.relays.empty() &&
      config.receives.empty() && config.consumes.empty())
    fields.refuse("sweep", "must name at least one");
  if (errors.first) return fail(*errors.first);
  return config;
}

}  // namespace onceover::oncectl
