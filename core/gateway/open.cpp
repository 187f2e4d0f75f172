// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/open.h"

#include "core/gateway/config_fields.h"
#include "core/gateway/http_gateway.h"
#include "core/gateway/sql_gateway.h"

namespace onceover::gateway {

Result<DescribedConfig> load_described(const std::string& path) {
  return as_result([&] {
    auto text = read_toml_file(path, not_loaded).value();
    TomlErrors errors{visible(path), not_loaded, std::nullopt};
    const auto table = parse_toml(text, errors).value();
    // The reader of the kind reports all other errors, an unknown kind included.
    const bool is_sql = table["kind"].value<std::string>() == "sql";
    AnyConfig config = is_sql ? AnyConfig(parse_sql_config(text, path).value())
                              : AnyConfig(parse_config(text, path).value());
    return DescribedConfig{std::move(config), std::move(text)};
  });
}

Result<AnyConfig> load_any_config(const std::string& path) {
  return load_described(path).map([](DescribedConfig described) { return std::move(described.config); });
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
  return load_any_config(config_path).and_then([&](AnyConfig config) {
    return open_gateway(std::move(config), std::move(keychain));
  });
}

}  // namespace onceover::gateway
