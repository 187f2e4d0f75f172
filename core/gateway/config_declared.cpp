#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/base/json_tree.h"
#include "core/base/text.h"
#include "core/gateway/config_fields.h"
#include "core/http/error_code.h"

namespace onceover::gateway {
namespace {

bool is_retried_status(int status) { return status == 408 || status == 409 || status == 425 || status == 429; }

bool is_code(const std::string& code) {
  return !code.empty() && code.size() <= 100 &&
         std::ranges::all_of(code, [](char c) { return is_ascii_alnum(c) || c == '.' || c == '_' || c == '-'; });
}

std::optional<IfNotRetried> read_if_not_retried(TomlFields fields) {
  if (!fields.is_present()) return std::nullopt;
  IfNotRetried end;
  if (fields.text("becomes", true) != "failed") fields.refuse("becomes", "must be \"failed\"; without this table such a key waits");
  end.after = std::chrono::seconds(fields.integer("after_s", false, 0, year_s));
  end.status = static_cast<int>(fields.integer("status", false, 400, 499, end.status));
  if (is_retried_status(end.status)) fields.refuse("status", "is a status that clients retry");
  end.error_code = fields.text("error_code", false, std::string(http::error_code::not_retried));
  if (!is_code(end.error_code)) fields.refuse("error_code", "must be 1 to 100 letters, digits, dots, underscores or hyphens");
  const auto advice = http::advice_for(end.error_code);
  if (advice && advice->retry != http::MayRetry::no) fields.refuse("error_code", "is a code that clients retry");
  end.detail = fields.text("detail", false, "The request had no effect, and was not sent again in time. To try again, use a new key.");
  fields.refuse_the_rest();
  return end;
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
  declared.refusal_status = static_cast<int>(fields.integer("refusal_status", false, 400, 499, declared.refusal_status));
  if (is_retried_status(declared.refusal_status)) fields.refuse("refusal_status", "is a status that clients retry");
  for (const std::string& word : declared.final_refusals) {
    const bool is_status = std::ranges::any_of(lookup.refused_statuses, [&](int refused) { return std::to_string(refused) == word; });
    if (!is_status && std::ranges::find(lookup.refused, word) == lookup.refused.end()) {
      fields.refuse("final_refusals",
                    "names \"" + elided(visible(word), 60) + "\", which lookup.refused and lookup.refused_statuses do not");
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

std::vector<Operation> read_operations(TomlFields& root, const Declaration& declared) {
  std::vector<Operation> operations;
  std::set<std::string> names;
  for (TomlFields& fields : root.tables("operation")) {
    Operation operation{fields.text("name", true), fields.text("effect", true), declared};
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
