#include "core/gateway/open.h"

#include <utility>

#include "core/base/text.h"
#include "core/gateway/config_fields.h"
#include "core/gateway/http_gateway.h"
#include "core/gateway/sql_gateway.h"

namespace onceover::gateway {

Result<DescribedConfig> load_described(const std::string& path) {
  auto text = read_toml_file(path, not_loaded);
  if (!text) return fail(text.error());
  TomlErrors errors{visible(path), not_loaded, std::nullopt};
  const auto table = parse_toml(*text, errors);
  if (!table) return fail(table.error());
  // The reader of the kind reports all other errors, an unknown kind included.
  if ((*table)["kind"].value<std::string>() == "sql") {
    auto config = parse_sql_config(*text, path);
    if (!config) return fail(config.error());
    return DescribedConfig{AnyConfig(*std::move(config)), *std::move(text)};
  }
  auto config = parse_config(*text, path);
  if (!config) return fail(config.error());
  return DescribedConfig{AnyConfig(*std::move(config)), *std::move(text)};
}

Result<AnyConfig> load_any_config(const std::string& path) {
  auto described = load_described(path);
  if (!described) return fail(described.error());
  return std::move(described->config);
}

std::string keychain_entry_of(const std::string& config_path) {
  const auto any = load_any_config(config_path);
  const auto* config = any ? std::get_if<Config>(&*any) : nullptr;
  return config != nullptr && config->auth ? config->auth->value_keychain : std::string();
}

Result<std::unique_ptr<Gateway>> open_gateway(AnyConfig any, Keychain keychain) {
  if (auto* sql = std::get_if<SqlConfig>(&any)) return std::make_unique<SqlGateway>(std::move(*sql));
  Config& config = std::get<Config>(any);
  std::optional<std::string> credential;
  if (config.auth) {
    auto value = read_credential(*config.auth, keychain);
    if (!value) return fail(value.error());
    credential = *std::move(value);
  }
  return std::make_unique<HttpGateway>(std::move(config), std::move(credential), std::move(keychain));
}

Result<std::unique_ptr<Gateway>> open_gateway(const std::string& config_path, Keychain keychain) {
  auto config = load_any_config(config_path);
  if (!config) return fail(config.error());
  return open_gateway(*std::move(config), std::move(keychain));
}

}  // namespace onceover::gateway
