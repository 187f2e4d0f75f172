#include "core/gateway/config.h"

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/gateway/config_fields.h"
#include "core/web/url.h"

namespace onceover::gateway {
namespace {

Limits read_limits(TomlFields fields) {
  Limits limits;
  read_limit(fields, "connect_timeout_ms", limits.connect_timeout);
  read_limit(fields, "timeout_ms", limits.timeout);
  limits.parallel = static_cast<int>(fields.integer("parallel", false, 1, 256, limits.parallel));
  read_limit(fields, limits.max_answer_bytes);
  if (limits.connect_timeout > limits.timeout) fields.refuse("connect_timeout_ms", "must not be longer than timeout_ms");
  fields.refuse_the_rest();
  return limits;
}

Config read_root(TomlFields root) {
  Config config;
  read_head(root, config.name);
  if (root.text("kind", false, "http") != "http") root.refuse("kind", "must be \"http\" here; \"sql\" is evidence from a database");
  config.base_url = root.text("base_url", true);
  if (const auto wrong = web::wrong_with_base_url(config.base_url)) root.refuse("base_url", *wrong);
  config.ca_file = root.text("ca_file", false);
  config.auth = read_auth(root.table("auth", false));
  config.headers = read_headers(root.table("headers", false), config.auth);
  bool by_key = true;
  config.lookup = read_lookup_fields(root.table("lookup", true), by_key);
  Cancel semantics = Cancel::none;
  config.cancel = read_cancel_fields(root.table("cancel", false), semantics);
  config.limits = read_limits(root.table("limits", false));
  Declaration declared = read_declared(root.table("declare", true), config.lookup);
  declared.name = config.name;
  declared.lookup_by_key = by_key;
  declared.cancel = semantics;
  config.rate = read_rate(root.table("rate", false));
  config.listing = read_listing_fields(root.table("listing", false), config.lookup);
  config.operations = read_operations(root, declared);
  root.refuse_the_rest();
  return config;
}

}  // namespace

void read_head(TomlFields& root, std::string& name) {
  if (root.integer("version", true, 0, 1'000'000) != format_version)
    root.refuse("version", fmt::format("must be {}, the only known version", format_version));
  name = root.text("name", true);
  if (name.empty()) root.refuse("name", "must not be empty");
}

void read_limit(TomlFields& fields, const char* field, Duration& limit) {
  using std::chrono::milliseconds;
  limit = milliseconds(fields.integer(field, false, 10, 600'000, std::chrono::duration_cast<milliseconds>(limit).count()));
}

void read_limit(TomlFields& fields, std::size_t& max_answer_bytes) {
  max_answer_bytes = static_cast<std::size_t>(
      fields.integer("max_answer_bytes", false, 256, 16 * 1024 * 1024, static_cast<std::int64_t>(max_answer_bytes)));
}

Result<Config> parse_config(std::string_view text, const std::string& file) {
  TomlErrors errors{visible(file), not_loaded, std::nullopt};
  const auto table = parse_toml(text, errors);
  if (!table) return fail(table.error());
  Config config = read_root(TomlFields(&*table, "", errors));
  if (errors.first) return fail(*std::move(errors.first));
  return config;
}

Result<Config> load_config(const std::string& path) {
  return read_toml_file(path, not_loaded).and_then([&](const std::string& text) { return parse_config(text, path); });
}

}  // namespace onceover::gateway
