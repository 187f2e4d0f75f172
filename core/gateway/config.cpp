#include "core/gateway/config.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/base/json_tree.h"
#include "core/base/text.h"
#include "core/base/toml_fields.h"
#include "core/gateway/url.h"

namespace onceover::gateway {
namespace {

constexpr std::int64_t format_version = 1;
constexpr const char* not_loaded = "The gateway was not loaded.";
constexpr std::int64_t year_s = 366LL * 24 * 3600;
template <class T>
bool has_any_of(const std::vector<T>& list, const std::vector<T>& others) {
  return std::ranges::any_of(others, [&](const T& other) { return std::ranges::find(list, other) != list.end(); });
}

std::string pointer(TomlFields& fields, const char* field, bool required) {
  std::string value = fields.text(field, required);
  if (!json::is_pointer(value)) fields.refuse(field, "must be a JSON pointer, like /data/status");
  return value;
}

void check_header_name(TomlFields& fields, const char* field, const std::string& name) {
  const bool is_token = !name.empty() && std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
  });
  if (!is_token) fields.refuse(field, "must be the name of a header");
}

// A path behind base_url; `by_key` tells which placeholder it uses.
std::string url_template(TomlFields& fields, const char* field, bool& by_key) {
  const std::string url = fields.text(field, true);
  const auto has = [&](std::string_view what) { return url.find(what) != std::string::npos; };
  by_key = has("{key}");
  std::string rest = url;
  for (const std::string_view name : {"{key}", "{reference}"}) {
    // Something stays in its place: what stands around a placeholder must not close up into another one.
    for (std::size_t found = 0; (found = rest.find(name, found)) != std::string::npos; ++found) rest.replace(found, name.size(), "_");
  }
  if (!url.starts_with('/') || url.starts_with("//")) fields.refuse(field, "must be a path that starts with one /");
  if (redacted(url) != url) fields.refuse(field, "holds what looks like a credential: it belongs into [auth]");
  if (!by_key && !has("{reference}")) fields.refuse(field, "must hold {key} or {reference}");
  const bool is_plain = std::ranges::all_of(
      rest, [](char c) { return c > ' ' && c < 0x7F && std::string_view("{}#\\\"<>").find(c) == std::string_view::npos; });
  if (!is_plain) fields.refuse(field, "may hold {key}, {reference} and the characters of a URL's path and query");
  return url;
}

std::optional<Auth> read_auth(TomlFields fields) {
  if (!fields.is_present()) return std::nullopt;
  Auth auth;
  auth.header = fields.text("header", true);
  auth.value_env = fields.text("value_env", false);
  auth.value_file = fields.text("value_file", false);
  check_header_name(fields, "header", auth.header);
  if (fields.has("value"))
    fields.refuse("value", "a credential does not belong here: name a file (value_file) or an environment variable (value_env)");
  if (auth.value_env.empty() == auth.value_file.empty()) fields.refuse("value_file", "exactly one of value_file and value_env is needed");
  fields.refuse_the_rest();
  return auth;
}

Lookup read_lookup_fields(TomlFields fields, bool& by_key) {
  Lookup lookup;
  lookup.url = url_template(fields, "url", by_key);
  lookup.effects = pointer(fields, "effects", false);
  lookup.status = pointer(fields, "status", true);
  lookup.done = fields.texts("done", true);
  lookup.refused = fields.texts("refused", false);
  lookup.pending = fields.texts("pending", false);
  lookup.refused_statuses = fields.statuses("refused_statuses");
  lookup.echoed_key = pointer(fields, "echoed_key", false);
  lookup.amount = pointer(fields, "amount", false);
  lookup.currency = pointer(fields, "currency", false);
  lookup.reference = pointer(fields, "reference", false);
  if (fields.has("amount_minor_digits")) lookup.amount_minor_digits = static_cast<int>(fields.integer("amount_minor_digits", false, 0, 6));
  fields.integer("amount_minor_digits", false, 0, 6);
  lookup.not_found_statuses = fields.statuses("not_found_statuses", {404});
  lookup.not_found = pointer(fields, "not_found", false);
  lookup.not_found_words = fields.texts("not_found_words", !lookup.not_found.empty());

  if (has_any_of(lookup.done, lookup.refused) || has_any_of(lookup.done, lookup.pending))
    fields.refuse("done", "names a word that means something else too");
  if (has_any_of(lookup.refused, lookup.pending)) fields.refuse("refused", "names a word that is pending too");
  const auto only_4xx = [&](const char* field, const std::vector<int>& statuses, std::initializer_list<int> never) {
    for (const int status : statuses) {
      const bool is_refusable = status >= 400 && status < 500 && std::ranges::find(never, status) == never.end();
      if (!is_refusable) fields.refuse(field, fmt::format("HTTP {} says nothing about a key", status));
    }
  };
  only_4xx("not_found_statuses", lookup.not_found_statuses, {401, 403, 408, 425, 429});
  only_4xx("refused_statuses", lookup.refused_statuses, {401, 403, 408, 425, 429});
  if (has_any_of(lookup.not_found_statuses, lookup.refused_statuses))
    fields.refuse("refused_statuses", "names a status that means \"not found\" too");
  if (lookup.amount.empty() && lookup.amount_minor_digits) fields.refuse("amount_minor_digits", "needs a pointer to the amount");
  if (by_key && lookup.echoed_key.empty()) fields.refuse("echoed_key", "is missing: an answer must say whose key it is about");
  if (!by_key && lookup.reference.empty()) fields.refuse("reference", "is missing: what is found by reference must echo it");
  fields.refuse_the_rest();
  return lookup;
}

std::optional<CancelCall> read_cancel_fields(TomlFields fields, Cancel& semantics) {
  if (!fields.is_present()) return std::nullopt;
  CancelCall cancel;
  bool by_key = false;
  const std::string word = fields.text("semantics", true);
  if (word == "with_tombstone") {
    semantics = Cancel::with_tombstone;
  } else if (word == "without_tombstone") {
    semantics = Cancel::without_tombstone;
  } else {
    fields.refuse("semantics", "must be \"with_tombstone\" or \"without_tombstone\"");
  }
  cancel.url = url_template(fields, "url", by_key);
  if (!by_key) fields.refuse("url", "must hold {key}: only our own key may be cancelled");
  cancel.method = fields.text("method", false, "POST");
  if (!std::set<std::string>{"POST", "PUT", "PATCH", "DELETE"}.contains(cancel.method))
    fields.refuse("method", "must be POST, PUT, PATCH or DELETE");
  cancel.status = pointer(fields, "status", true);
  cancel.held = fields.texts("held", true);
  fields.refuse_the_rest();
  return cancel;
}

Limits read_limits(TomlFields fields) {
  Limits limits;
  const auto ms = [&](const char* field, Duration by_default) {
    return Duration(std::chrono::milliseconds(
        fields.integer(field, false, 10, 600'000, std::chrono::duration_cast<std::chrono::milliseconds>(by_default).count())));
  };
  limits.connect_timeout = ms("connect_timeout_ms", limits.connect_timeout);
  limits.timeout = ms("timeout_ms", limits.timeout);
  limits.parallel = static_cast<int>(fields.integer("parallel", false, 1, 256, limits.parallel));
  limits.max_answer_bytes = static_cast<std::size_t>(
      fields.integer("max_answer_bytes", false, 256, 16 * 1024 * 1024, static_cast<std::int64_t>(limits.max_answer_bytes)));
  if (limits.connect_timeout > limits.timeout) fields.refuse("connect_timeout_ms", "must not be longer than timeout_ms");
  fields.refuse_the_rest();
  return limits;
}

Declaration read_declared(TomlFields fields, const Lookup& lookup) {
  Declaration declared;
  const std::int64_t window = fields.integer("dedupe_window_s", false, 0, year_s);
  if (window > 0) declared.dedupe_window = std::chrono::seconds(window);  // 0 says in a word that it does not dedupe
  declared.lookup_lag = std::chrono::seconds(fields.integer("lookup_lag_s", true, 0, year_s));
  declared.before_idempotency = fields.statuses("before_idempotency");
  declared.final_refusals = fields.texts("final_refusals", false);
  declared.refusal_status = static_cast<int>(fields.integer("refusal_status", false, 400, 499, declared.refusal_status));
  const auto& status = declared.refusal_status;
  if (status == 408 || status == 409 || status == 425 || status == 429) fields.refuse("refusal_status", "is one that clients try again");
  for (const std::string& word : declared.final_refusals) {
    const bool is_status = std::ranges::any_of(lookup.refused_statuses, [&](int refused) { return std::to_string(refused) == word; });
    if (!is_status && std::ranges::find(lookup.refused, word) == lookup.refused.end()) {
      fields.refuse("final_refusals",
                    "names \"" + elided(visible(word), 60) + "\", which lookup.refused and lookup.refused_statuses do not");
    }
  }
  if (has_any_of(declared.before_idempotency, lookup.not_found_statuses) ||
      has_any_of(declared.before_idempotency, lookup.refused_statuses)) {
    fields.refuse("before_idempotency", "names a status that lookup takes for an answer about the key");
  }
  declared.echoes_amount = !lookup.amount.empty();
  declared.echoes_currency = !lookup.currency.empty();
  declared.echoes_reference = !lookup.reference.empty();
  fields.refuse_the_rest();
  return declared;
}

std::optional<ResponseTemplate> read_response(TomlFields fields) {
  if (!fields.is_present()) return std::nullopt;
  ResponseTemplate response;
  response.code = static_cast<int>(fields.integer("code", true, 200, 299));
  response.content_type = fields.text("content_type", false, response.content_type);
  response.body = fields.text("body", true);
  const std::string_view type = std::string_view(response.content_type).substr(0, response.content_type.find(';'));
  const bool is_json = type == "application/json" || (type.starts_with("application/") && type.ends_with("+json"));
  const bool is_clean = std::ranges::all_of(response.content_type, [](char c) { return c >= ' ' && c < 0x7F; });
  if (!is_json || !is_clean) fields.refuse("content_type", "must be application/json or application/…+json");
  for (std::size_t at_brace = 0; (at_brace = response.body.find("{{", at_brace)) != std::string::npos;) {
    const std::size_t end = response.body.find("}}", at_brace);
    if (end == std::string::npos || !json::is_pointer(response.body.substr(at_brace + 2, end - at_brace - 2))) {
      fields.refuse("body", "has a placeholder that is no {{/json/pointer}}");
      break;
    }
    at_brace = end;
  }
  fields.refuse_the_rest();
  return response;
}

Config read_root(TomlFields root) {
  Config config;
  if (root.integer("version", true, 0, 1'000'000) != format_version)
    root.refuse("version", fmt::format("must be {}: no other is known", format_version));
  config.name = root.text("name", true);
  if (config.name.empty()) root.refuse("name", "must not be empty");
  config.base_url = root.text("base_url", true);
  if (const auto wrong = wrong_with_base_url(config.base_url)) root.refuse("base_url", *wrong);
  config.ca_file = root.text("ca_file", false);
  config.auth = read_auth(root.table("auth", false));
  bool by_key = true;
  config.lookup = read_lookup_fields(root.table("lookup", true), by_key);
  Cancel semantics = Cancel::none;
  config.cancel = read_cancel_fields(root.table("cancel", false), semantics);
  config.limits = read_limits(root.table("limits", false));
  Declaration declared = read_declared(root.table("declare", true), config.lookup);
  declared.name = config.name;
  declared.lookup_by_key = by_key;
  declared.cancel = semantics;
  std::set<std::string> names;
  for (TomlFields& fields : root.tables("operation")) {
    Operation operation{fields.text("name", true), fields.text("effect", true), declared};
    operation.declaration.response = read_response(fields.table("response", false));
    if (operation.name.empty()) fields.refuse("name", "must not be empty");
    if (!names.insert(operation.name).second) fields.refuse("name", "is there twice");
    fields.refuse_the_rest();
    config.operations.push_back(std::move(operation));
  }
  root.refuse_the_rest();
  return config;
}

}  // namespace

Result<Config> parse_config(std::string_view text, const std::string& file) {
  TomlErrors errors{visible(file), not_loaded, std::nullopt};
  const auto table = parse_toml(text, errors);
  if (!table) return fail(table.error());
  Config config = read_root(TomlFields(&*table, "", errors));
  if (errors.first) return fail(*std::move(errors.first));
  return config;
}

Result<Config> load_config(const std::string& path) {
  const auto text = read_toml_file(path, not_loaded);
  if (!text) return fail(text.error());
  return parse_config(*text, path);
}

}  // namespace onceover::gateway
