#include "app/oncectl/service_config.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "app/oncectl/context.h"
#include "app/oncectl/dsn.h"
#include "app/oncectl/parse.h"
#include "core/base/text.h"
#include "core/base/toml_fields.h"
#include "core/gateway/open.h"

namespace onceover::oncectl {
namespace {

constexpr const char* not_in_force = "The configuration was not taken.";

std::string beside(const std::string& config, const std::string& file) {
  const std::filesystem::path path(file);
  return path.is_absolute() ? file : (std::filesystem::path(config).parent_path() / path).string();
}

Duration span(TomlFields& fields, const char* field, Duration by_default) {
  if (!fields.has(field)) return by_default;
  const auto value = parse_duration(fields.text(field, true));
  if (!value) fields.refuse(field, "must be a time such as \"500ms\", \"30s\" or \"2m\", longer than 0");
  return value.value_or(by_default);
}

double number(TomlFields& fields, const char* field, double by_default, double low, double high) {
  const toml::node* node = fields.any(field);
  if (node == nullptr) return by_default;
  const auto value = node->is_number() ? node->value<double>() : std::nullopt;
  if (value && *value >= low && *value <= high) return *value;
  fields.refuse(field, fmt::format("must be a number between {} and {}", low, high));
  return by_default;
}

// libpq reads a URI, key=value words, or a bare database name.
std::string with_sslmode(const std::string& conninfo, std::string_view mode) {
  if (conninfo.starts_with("postgresql://") || conninfo.starts_with("postgres://")) {
    return fmt::format("{}{}sslmode={}", conninfo, conninfo.find('?') == std::string::npos ? '?' : '&', mode);
  }
  const bool bare = !conninfo.empty() && conninfo.find('=') == std::string::npos;
  return fmt::format("{}{}sslmode={}", bare ? "dbname=" : "", conninfo.empty() ? "" : conninfo + ' ', mode);
}

// verify-full unless the host is local or somebody wrote another mode: here, in the service file, or in PGSSLMODE.
void demand_proof(StoreEntry& store, const ServerProof& proof) {
  store.warning = proof.warning;
  if (proof.by_service) return;
  if (proof.is_local) {
    // Stands above PGSSLMODE, which the service sets for itself.
    if (!proof.names_mode && (proof.mode.empty() || proof.mode == "verify-full"))
      store.where.conninfo = with_sslmode(store.where.conninfo, "prefer");
  } else if (proof.mode.empty()) {
    store.where.conninfo = with_sslmode(store.where.conninfo, "verify-full");
  }
}

StoreEntry read_store(TomlFields& fields, bool is_open_to_others) {
  StoreEntry store;
  store.name = fields.text("name", true);
  const std::string dsn = fields.text("dsn", false), service = fields.text("service", false);
  store.where.password_command = fields.text("password_command", false);
  store.where.application_name = "oncectl-sweep";
  store.where.prepare = fields.boolean("prepare", false);  // a pooler in transaction mode may stand in between
  const Duration timeout = span(fields, "timeout", std::chrono::seconds(30));
  store.where.connect_timeout = std::min<Duration>(timeout, std::chrono::seconds(10));
  store.where.deadline = timeout + std::chrono::seconds(2);  // the server's own timeout speaks first, and says more
  if (!dsn.empty() && !service.empty()) fields.refuse("service", "is given together with dsn: use one of the two");
  store.where.conninfo = dsn;
  if (!service.empty()) store.where.conninfo = service_conninfo(service);
  const ServerProof proof = proof_of(dsn, !service.empty(), " of store " + visible(store.name));
  if (proof.has_password && is_open_to_others)
    fields.refuse("dsn", "holds a password, and the file is open to others: chmod 600, or PGPASSFILE");
  demand_proof(store, proof);
  fields.refuse_the_rest();
  return store;
}

struct GatewayEntry {
  std::string name, file;
  Duration timeout{0};  // of one question
};

GatewayEntry read_gateway(TomlFields& fields, const std::string& path, const gateway::Keychain& keychain) {
  GatewayEntry entry{fields.text("name", true), beside(path, fields.text("file", true))};
  fields.refuse_the_rest();
  if (!fields.has("file") || entry.file.empty()) return entry;
  auto config = gateway::load_any_config(entry.file);
  if (!config) {
    fields.refuse("file", "is no description of a gateway: " + config.error().what);
    return entry;
  }
  entry.timeout = std::visit([](const auto& any) { return any.limits.timeout; }, *config);
  const auto* http = std::get_if<gateway::Config>(&*config);
  if (http != nullptr && http->auth) {
    if (auto credential = gateway::read_credential(*http->auth, keychain); !credential) {
      fields.refuse("file", "its credential cannot be used: " + credential.error().what);
    }
  }
  return entry;
}

// Our own where none is named.
std::shared_ptr<const profile::Profile> named_profile(TomlFields& fields, const std::string& path) {
  const std::string named = fields.text("profile", false);
  if (named.empty()) return std::make_shared<const profile::Profile>(profile::own());
  auto profiles = named_profiles(beside(path, named));
  if (!profiles) {
    fields.refuse("profile", profiles.error().what);
    return nullptr;
  }
  if (profiles->size() != 1) {
    fields.refuse("profile", "names a file of several profiles: write FILE#NAME");
    return nullptr;
  }
  return std::make_shared<const profile::Profile>(std::move(profiles->front()));
}

std::shared_ptr<const profile::Profile> profile_to_sweep(TomlFields& fields, const std::string& path) {
  auto named = named_profile(fields, path);
  if (!named) return named;
  const profile::Profile& p = *named;
  if (!profile::is_own(p) && !p.lease.is_observable())
    fields.refuse("profile", "describes no lease, so it is unknown which rows are stuck");
  const bool settles = std::ranges::any_of(p.writes, [](const auto& write) {
    return write.first == profile::Verb::succeed || write.first == profile::Verb::fail || write.first == profile::Verb::release;
  });
  if (!profile::is_own(p) && !settles) fields.refuse("profile", "says what none of succeed, fail and release writes");
  return named;
}

std::shared_ptr<const profile::Profile> profile_to_reap(TomlFields& fields, const std::string& path) {
  auto named = named_profile(fields, path);
  if (named && !profile::is_own(*named) && named->expires_at.empty())
    fields.refuse("profile", "names no expires_at, so it is unknown which rows are past their window");
  return named;
}

sweeper::ReapConfig read_how_to_reap(TomlFields& fields) {
  sweeper::ReapConfig how;
  how.batch = static_cast<int>(fields.integer("batch", false, 1, 100'000, how.batch));
  how.share = number(fields, "share", how.share, 0.01, 1);
  how.every = span(fields, "every", how.every);
  how.at_most = span(fields, "at_most", how.at_most);
  return how;
}

sweeper::SweepConfig read_how(TomlFields& fields, const GatewayEntry* gateway) {
  sweeper::SweepConfig how;
  how.batch = static_cast<int>(fields.integer("batch", false, 1, 10'000, how.batch));
  how.share = number(fields, "share", how.share, 0.01, 1);
  how.every = span(fields, "every", how.every);
  how.full_every = span(fields, "full_every", how.full_every);
  how.ask_timeout = span(fields, "ask_timeout", how.ask_timeout);
  how.own_lease = span(fields, "own_lease", how.own_lease);
  how.max_attempts = static_cast<int>(fields.integer("max_attempts", false, 1, 1000, how.max_attempts));
  how.backoff_base = span(fields, "backoff_base", how.backoff_base);
  how.backoff_cap = span(fields, "backoff_cap", std::max(how.backoff_cap, how.backoff_base));
  TomlFields budget = fields.table("retry_budget", false);
  how.retry_budget.ratio = number(budget, "ratio", how.retry_budget.ratio, 0, 1);
  how.retry_budget.per_second = number(budget, "per_second", how.retry_budget.per_second, 0, 10'000);
  how.retry_budget.burst = number(budget, "burst", how.retry_budget.burst, 1, 100'000);
  budget.refuse_the_rest();
  if (how.own_lease <= how.ask_timeout) {
    fields.refuse("own_lease", "must be longer than ask_timeout: another sweeper would ask meanwhile");
  } else if (gateway != nullptr && how.own_lease <= gateway->timeout) {
    fields.refuse("own_lease",
                  fmt::format("must be longer than the {} that {} gives one question", human(gateway->timeout), visible(gateway->name)));
  } else if (auto sound = sweeper::validate(how); !sound) {
    fields.refuse(fields.has("backoff_cap") ? "backoff_cap" : "backoff_base", sound.error().what);
  }
  return how;
}

void read_listen(TomlFields& fields, ServiceConfig& config) {
  const std::string listen = fields.text("listen", false);
  if (listen.empty()) return;
  const auto colon = listen.rfind(':');
  int port = -1;
  if (colon != std::string::npos && colon > 0 && colon + 1 < listen.size() && listen.size() - colon <= 6 &&
      std::ranges::all_of(listen.substr(colon + 1), [](char c) { return c >= '0' && c <= '9'; })) {
    port = std::atoi(listen.c_str() + colon + 1);
  }
  std::string host = listen.substr(0, colon == std::string::npos ? 0 : colon);
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  if (port < 0 || port > 65535 || host.empty()) {
    fields.refuse("listen", "must be an address and a port, such as \"127.0.0.1:9464\"");
    return;
  }
  config.listen_host = host;
  config.listen_port = port;
}

template <class Entry>
const Entry* entry_of(const std::vector<Entry>& all, const std::string& name) {
  const auto found = std::ranges::find(all, name, &Entry::name);
  return found == all.end() ? nullptr : &*found;
}

}  // namespace

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
  read_listen(fields, config);
  config.healthy_within = span(fields, "healthy_within", config.healthy_within);
  const auto once = [](TomlFields& entry, const auto& all, const std::string& name) {
    if (entry_of(all, name) != nullptr) entry.refuse("name", fmt::format("\"{}\" is taken already", visible(name)));
  };
  for (TomlFields& entry : fields.tables("store")) {
    StoreEntry store = read_store(entry, is_open);
    once(entry, config.stores, store.name);
    config.stores.push_back(std::move(store));
  }
  // Who only reaps asks nobody.
  const bool reaps = fields.has("reap");
  std::vector<GatewayEntry> gateways;
  for (TomlFields& entry : fields.tables("gateway", !reaps)) {
    GatewayEntry gateway = read_gateway(entry, path, keychain);
    once(entry, gateways, gateway.name);
    gateways.push_back(std::move(gateway));
  }
  const auto named_entry = [](TomlFields& entry, const char* kind, const auto& all) {
    const std::string name = entry.text(kind, true);
    const auto* found = entry_of(all, name);
    if (found == nullptr) entry.refuse(kind, fmt::format("there is no [[{}]] of the name \"{}\"", kind, visible(name)));
    return found;
  };
  for (TomlFields& entry : fields.tables("sweep", !reaps)) {
    SweepEntry sweep;
    sweep.name = entry.text("name", true);
    once(entry, config.sweeps, sweep.name);
    const StoreEntry* store = named_entry(entry, "store", config.stores);
    const GatewayEntry* gateway = named_entry(entry, "gateway", gateways);
    if (store != nullptr) sweep.store = *store;
    if (gateway != nullptr) {
      sweep.gateway = gateway->name;
      sweep.gateway_file = gateway->file;
    }
    sweep.profile = profile_to_sweep(entry, path);
    sweep.workers = static_cast<int>(entry.integer("workers", false, 1, 64, sweep.workers));
    sweep.config = read_how(entry, gateway);
    entry.refuse_the_rest();
    config.sweeps.push_back(std::move(sweep));
  }
  for (TomlFields& entry : fields.tables("reap", false)) {
    ReapEntry reap;
    reap.name = entry.text("name", true);
    once(entry, config.reaps, reap.name);
    if (const StoreEntry* store = named_entry(entry, "store", config.stores)) reap.store = *store;
    reap.profile = profile_to_reap(entry, path);
    reap.config = read_how_to_reap(entry);
    entry.refuse_the_rest();
    config.reaps.push_back(std::move(reap));
  }
  fields.refuse_the_rest();
  if (!errors.first && config.sweeps.empty() && config.reaps.empty()) fields.refuse("sweep", "must name at least one");
  if (errors.first) return fail(*errors.first);
  return config;
}

}  // namespace onceover::oncectl
