// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/config.h"

#include <fmt/format.h>

#include <cstdlib>
#include <set>

#include "core/base/bounded_program.h"
#include "core/base/file.h"
#include "core/base/json_tree.h"
#include "core/gateway/config_fields.h"
#include "core/http/error_code.h"
#include "core/web/url.h"

namespace onceover::gateway {
namespace {

Limits read_limits(TomlFields fields) {
  Limits limits;
  read_limit(fields, "connect_timeout_ms", limits.connect_timeout);
  read_limit(fields, "timeout_ms", limits.timeout);
  limits.parallel = static_cast<int>(fields.integer("parallel", false, 1, 256, limits.parallel));
  read_limit(fields, limits.max_answer_bytes);
  if (limits.connect_timeout > limits.timeout)
    fields.refuse("connect_timeout_ms", "must not be longer than timeout_ms");
  fields.refuse_the_rest();
  return limits;
}

Config read_root(TomlFields root) {
  Config config;
  read_head(root, config.name);
  if (root.text("kind", false, "http") != "http")
    root.refuse("kind", "must be \"http\" here; \"sql\" is evidence from a database");
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
  limit = milliseconds(
      fields.integer(field, false, 10, 600'000, std::chrono::duration_cast<milliseconds>(limit).count()));
}

void read_limit(TomlFields& fields, std::size_t& max_answer_bytes) {
  max_answer_bytes = static_cast<std::size_t>(fields.integer("max_answer_bytes", false, 256, 16 * 1024 * 1024,
                                                             static_cast<std::int64_t>(max_answer_bytes)));
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
  return read_toml_file(path, not_loaded).and_then([&](const std::string& text) {
    return parse_config(text, path);
  });
}

namespace {

constexpr std::size_t max_credential_bytes = 16 * 1024;

tl::unexpected<Error> no_credential(const std::string& what, const std::string& next) {
  return fail(ErrorKind::invalid_input, what, "The gateway was not loaded.", next);
}

}  // namespace

Result<std::string> read_credential(const Auth& auth, const Keychain& keychain) {
  std::string value, source;
  if (!auth.value_file.empty()) {
    source = "The credential file " + visible(auth.value_file);
    auto contents = read_whole_file(auth.value_file, {max_credential_bytes, OthersMay::nothing,
                                                      "credential file", "The gateway was not loaded."});
    if (!contents) return contents;
    value = *std::move(contents);
    if (value.ends_with('\n')) value.pop_back();
    if (value.ends_with('\r')) value.pop_back();
  } else if (!auth.value_command.empty()) {
    source = "The command of auth.value_command";
    auto printed = password_from(auth.value_command);
    if (!printed)
      return no_credential(source + " printed no credential: " + printed.error().what,
                           "Run it by hand: it must print the value on one line.");
    value = *std::move(printed);
  } else if (!auth.value_keychain.empty()) {
    source = "The keychain's entry " + visible(auth.value_keychain);
    if (!keychain)
      return no_credential(source + " cannot be read here: this program has no keychain.",
                           "Name a file (auth.value_file).");
    auto found = keychain(auth.value_keychain);
    if (!found) return no_credential(found.error().what, found.error().next);
    value = *std::move(found);
  } else {
    source = "The environment variable " + visible(auth.value_env);
    const char* found = std::getenv(auth.value_env.c_str());
    if (!found) return no_credential(source + " is not set.", "Set it.");
    value = found;
  }
  if (value.empty() || value.size() > max_credential_bytes)
    return no_credential(source + " is empty or too long.", "Put the header's value there.");
  // A line end would start another header.
  if (std::ranges::any_of(value, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; })) {
    return no_credential(source + " contains control characters.",
                         "Put the header's value there, on one line.");
  }
  return auth.scheme.empty() ? value : auth.scheme + " " + value;
}

namespace {

bool is_retried_status(int status) {
  return status == 408 || status == 409 || status == 425 || status == 429;
}

bool is_code(const std::string& code) {
  return !code.empty() && code.size() <= 100 && std::ranges::all_of(code, [](char c) {
    return is_ascii_alnum(c) || c == '.' || c == '_' || c == '-';
  });
}

std::optional<IfNotRetried> read_if_not_retried(TomlFields fields) {
  if (!fields.is_present()) return std::nullopt;
  IfNotRetried end;
  if (fields.text("becomes", true) != "failed")
    fields.refuse("becomes", "must be \"failed\"; without this table such a key waits");
  end.after = std::chrono::seconds(fields.integer("after_s", false, 0, year_s));
  end.status = static_cast<int>(fields.integer("status", false, 400, 499, end.status));
  if (is_retried_status(end.status)) fields.refuse("status", "is a status that clients retry");
  end.error_code = fields.text("error_code", false, std::string(http::error_code::not_retried));
  if (!is_code(end.error_code))
    fields.refuse("error_code", "must be 1 to 100 letters, digits, dots, underscores or hyphens");
  const auto advice = http::advice_for(end.error_code);
  if (advice && advice->retry != http::MayRetry::no)
    fields.refuse("error_code", "is a code that clients retry");
  end.detail =
      fields.text("detail", false,
                  "The request had no effect, and was not sent again in time. To try again, use a new key.");
  fields.refuse_the_rest();
  return end;
}

std::optional<ResponseTemplate> read_response(TomlFields fields) {
  if (!fields.is_present()) return std::nullopt;
  ResponseTemplate response;
  response.code = static_cast<int>(fields.integer("code", true, 200, 299));
  response.content_type = fields.text("content_type", false, response.content_type);
  response.body = fields.text("body", true);
  const std::string_view type =
      std::string_view(response.content_type).substr(0, response.content_type.find(';'));
  const bool is_json =
      type == "application/json" || (type.starts_with("application/") && type.ends_with("+json"));
  const bool is_clean =
      std::ranges::all_of(response.content_type, [](char c) { return c >= ' ' && c < 0x7F; });
  if (!is_json || !is_clean) fields.refuse("content_type", "must be application/json or application/…+json");
  for (std::size_t at_brace = 0; (at_brace = response.body.find("{{", at_brace)) != std::string::npos;) {
    const std::size_t end = response.body.find("}}", at_brace);
    if (end == std::string::npos ||
        !json::is_pointer(response.body.substr(at_brace + 2, end - at_brace - 2))) {
      fields.refuse("body", "has a placeholder that is not {{/json/pointer}}");
      break;
    }
    at_brace = end;
  }
  fields.refuse_the_rest();
  return response;
}

}  // namespace

Declaration read_declared(TomlFields fields, const Lookup& lookup) {
  Declaration declared;
  const std::int64_t window = fields.integer("dedupe_window_s", false, 0, year_s);
  if (window > 0) declared.dedupe_window = std::chrono::seconds(window);  // 0 means that it does not dedupe
  declared.lookup_lag = std::chrono::seconds(fields.integer("lookup_lag_s", true, 0, year_s));
  declared.before_idempotency = fields.statuses("before_idempotency");
  declared.final_refusals = fields.texts("final_refusals", false);
  declared.refusal_status =
      static_cast<int>(fields.integer("refusal_status", false, 400, 499, declared.refusal_status));
  if (is_retried_status(declared.refusal_status))
    fields.refuse("refusal_status", "is a status that clients retry");
  for (const std::string& word : declared.final_refusals) {
    const bool is_status = std::ranges::any_of(lookup.refused_statuses,
                                               [&](int refused) { return std::to_string(refused) == word; });
    if (!is_status && std::ranges::find(lookup.refused, word) == lookup.refused.end()) {
      fields.refuse("final_refusals", "names \"" + elided(visible(word), 60) +
                                          "\", which lookup.refused and lookup.refused_statuses do not");
    }
  }
  if (has_any_of(declared.before_idempotency, lookup.not_found_statuses) ||
      has_any_of(declared.before_idempotency, lookup.refused_statuses)) {
    fields.refuse("before_idempotency", "names a status that lookup reads as an answer about the key");
  }
  declared.echoes_amount = !lookup.amount.empty();
  declared.echoes_currency = !lookup.currency.empty();
  declared.echoes_reference = !lookup.reference.empty();
  fields.refuse_the_rest();
  return declared;
}

const Operation* DeclaredGateway::operation(const std::string& name) const {
  const Operation* any = nullptr;
  for (const Operation& candidate : operations_) {
    if (candidate.name == name) return &candidate;
    if (candidate.name == "*") any = &candidate;
  }
  return any;
}

const Declaration* DeclaredGateway::declaration(const std::string& name) const {
  const Operation* found = operation(name);
  return found ? &found->declaration : nullptr;
}

std::string DeclaredGateway::effect(const std::string& name) const {
  const Operation* found = operation(name);
  return found ? found->effect : std::string();
}

std::vector<std::string> Operation::effects() const {
  std::vector<std::string> all{effect};
  all.insert(all.end(), further.begin(), further.end());
  return all;
}

std::vector<std::string> DeclaredGateway::effects(const std::string& name) const {
  const Operation* found = operation(name);
  return found ? found->effects() : std::vector<std::string>();
}

// effect = "charge", or effects = ["charge", "mail"].
void read_effects(TomlFields& fields, Operation& operation) {
  std::vector<std::string> all = fields.texts("effects", false);
  const std::string one = fields.text("effect", all.empty());
  if (all.empty()) {
    all.push_back(one);
  } else if (fields.has("effect")) {
    fields.refuse("effects", "must not be beside effect");
  }
  if (std::set(all.begin(), all.end()).size() != all.size()) fields.refuse("effects", "has a duplicate");
  if (all.size() > 1 && !operation.declaration.lookup_by_key)
    fields.refuse("effects", "needs look-ups by {key}: by {reference} one effect is not told from another");
  operation.effect = all.front();
  operation.further.assign(all.begin() + 1, all.end());
}

std::vector<Operation> read_operations(TomlFields& root, const Declaration& declared) {
  std::vector<Operation> operations;
  std::set<std::string> names;
  for (TomlFields& fields : root.tables("operation")) {
    Operation operation{fields.text("name", true), {}, declared};
    read_effects(fields, operation);
    operation.declaration.response = read_response(fields.table("response", false));
    operation.declaration.if_not_retried = read_if_not_retried(fields.table("released", false));
    if (operation.name.empty()) fields.refuse("name", "must not be empty");
    if (!names.insert(operation.name).second) fields.refuse("name", "is a duplicate");
    fields.refuse_the_rest();
    operations.push_back(std::move(operation));
  }
  return operations;
}

}  // namespace onceover::gateway
