// SPDX-License-Identifier: Apache-2.0
// Opens a gateway of either kind from its file.
#pragma once

#include <memory>
#include <string>
#include <variant>

#include "core/gateway/config.h"
#include "core/gateway/evidence.h"
#include "core/gateway/sql_config.h"

namespace onceover::gateway {

using AnyConfig = std::variant<Config, SqlConfig>;

// With the file's text.
struct DescribedConfig {
  AnyConfig config;
  std::string text;
};
// Errors as load_config.
Result<DescribedConfig> load_described(const std::string& path);
Result<AnyConfig> load_any_config(const std::string& path);
// The keychain entry that the description names; empty where it names none, or cannot be read.
std::string keychain_entry_of(const std::string& config_path);
// The gateway of a configuration, with its credential read. keychain: empty where the program has none;
// otherwise it must remain callable for as long as the gateway lives.
Result<std::unique_ptr<Gateway>> open_gateway(AnyConfig config, Keychain keychain = {});
Result<std::unique_ptr<Gateway>> open_gateway(const std::string& config_path, Keychain keychain = {});

}  // namespace onceover::gateway
