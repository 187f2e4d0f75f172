// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "core/base/bounded_program.h"
#include "core/base/json_tree.h"
#include "core/base/text.h"
#include "core/gateway/config_fields.h"
#include "core/key/replay_headers.h"

namespace onceover::gateway {
namespace {

std::string pointer(TomlFields& fields, const char* field, bool required) {
  std::string value = fields.text(field, required);
  if (!json::is_pointer(value)) fields.refuse(field, "must be a JSON pointer, like /data/status");
  return value;
}

void check_header_name(TomlFields& fields, const char* field, const std::string& name) {
  const bool is_token = !name.empty() && std::ranges::all_of(name, [](char c) {
    return is_ascii_alnum(c) || std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
  });
  if (!is_token) fields.refuse(field, "must be the name of a header");
}

// The text with something for each placeholder: the parts around it must not join into another placeholder.
std::string filled_in(std::string text, const std::vector<std::string_view>& allowed) {
  for (const std::string_view name : allowed) {
    for (std::size_t found = 0; (found = text.find(name, found)) != std::string::npos; ++found)
      text.replace(found, name.size(), "_");
  }
  return text;
}

bool is_plain_query(std::string_view text) {
  return std::ranges::all_of(text, [](char c) {
    return c > ' ' && c < 0x7F && std::string_view("{}#\\\"<>").find(c) == std::string_view::npos;
  });
}

void read_method(TomlFields& fields, Lookup& lookup) {
  lookup.method = fields.text("method", false, "GET");
  if (lookup.method != "GET" && lookup.method != "POST") fields.refuse("method", "must be GET or POST");
}

std::optional<Pages> read_pages(TomlFields fields, const Lookup& lookup, int max) {
  if (!fields.is_present()) return std::nullopt;
  Pages pages;
  pages.max = max;
  pages.next = pointer(fields, "next", false);
  pages.has_more = pointer(fields, "has_more", false);
  pages.item_cursor = pointer(fields, "item_cursor", false);
  pages.query = fields.text("query", false);
  pages.max = static_cast<int>(fields.integer("max", false, 1, 10'000, pages.max));
  if (pages.next.empty() == pages.item_cursor.empty())
    fields.refuse("next", "exactly one of next and item_cursor is required");
  if (!pages.item_cursor.empty() && pages.has_more.empty())
    fields.refuse("has_more", "is missing: without it, the last page cannot be recognised");
  const bool in_body = placeholders_in(lookup.body).cursor, in_query = placeholders_in(pages.query).cursor;
  if (!pages.query.empty() && (!in_query || !is_plain_query(filled_in(pages.query, {"{cursor}"}))))
    fields.refuse("query", "must contain {cursor} and the characters of a URL's query");
  if (in_body && in_query) fields.refuse("query", "the body already has {cursor}");
  if (!pages.item_cursor.empty() && !in_body && !in_query)
    fields.refuse("query", "is missing: nothing sends the cursor");
  fields.refuse_the_rest();
  return pages;
}

}  // namespace

Placeholders placeholders_in(std::string_view text) {
  const auto has = [&](std::string_view what) { return text.find(what) != std::string_view::npos; };
  return {has("{key}"), has("{reference}"), has("{cursor}"), has("{from}"), has("{to}")};
}

std::string url_template(TomlFields& fields, const char* field,
                         const std::vector<std::string_view>& allowed) {
  const std::string url = fields.text(field, true);
  if (!url.starts_with('/') || url.starts_with("//"))
    fields.refuse(field, "must be a path that starts with one /");
  if (redacted(url) != url) fields.refuse(field, "contains what looks like a credential: move it to [auth]");
  if (!is_plain_query(filled_in(url, allowed))) {
    fields.refuse(field, fmt::format("may contain {} and the characters of a URL's path and query",
                                     fmt::join(allowed, ", ")));
  }
  return url;
}

std::string body_template(TomlFields& fields, const char* field,
                          const std::vector<std::string_view>& allowed) {
  const std::string body = fields.text(field, false);
  if (body.empty()) return body;
  if (redacted(body) != body)
    fields.refuse(field, "contains what looks like a credential: move it to [auth]");
  const std::string filled = filled_in(body, allowed);
  const Placeholders left = placeholders_in(filled);
  if (left.key || left.reference || left.cursor || left.from || left.to)
    fields.refuse(field, "contains an unknown placeholder");
  if (!json::parse_json(filled)) fields.refuse(field, "must be JSON, with placeholders only in its strings");
  return body;
}

namespace {

// Nothing that a program could read as an option, or a person as another name.
bool is_entry_name(const std::string& name) {
  return name.size() <= 128 && is_ascii_alnum(name.front()) && std::ranges::all_of(name, [](char c) {
           return is_ascii_alnum(c) || std::string_view("._:/@-").find(c) != std::string_view::npos;
         });
}

}  // namespace

std::optional<Auth> read_auth(TomlFields fields) {
  if (!fields.is_present()) return std::nullopt;
  Auth auth;
  auth.header = fields.text("header", true);
  auth.value_env = fields.text("value_env", false);
  auth.value_file = fields.text("value_file", false);
  auth.value_command = fields.text("value_command", false);
  auth.value_keychain = fields.text("value_keychain", false);
  auth.scheme = fields.text("scheme", false);
  check_header_name(fields, "header", auth.header);
  if (!auth.scheme.empty()) check_header_name(fields, "scheme", auth.scheme);
  if (!auth.value_command.empty()) {
    if (const auto words = command_words(auth.value_command); !words)
      fields.refuse("value_command", "must be an absolute path and its arguments");
    if (redacted(auth.value_command) != auth.value_command)
      fields.refuse("value_command", "contains what looks like a credential");
  }
  if (!auth.value_keychain.empty()) {
    if (!is_entry_name(auth.value_keychain))
      fields.refuse("value_keychain",
                    "must be a name of at most 128 letters, digits and . _ : / @ -, and must begin with a "
                    "letter or digit");
    if (redacted(auth.value_keychain) != auth.value_keychain)
      fields.refuse("value_keychain", "contains what looks like a credential");
  }
  if (fields.has("value"))
    fields.refuse("value",
                  "a credential does not belong here: name a file (value_file), an environment variable "
                  "(value_env), a program (value_command) or an entry of the keychain (value_keychain)");
  const int places = int{!auth.value_env.empty()} + int{!auth.value_file.empty()} +
                     int{!auth.value_command.empty()} + int{!auth.value_keychain.empty()};
  if (places != 1)
    fields.refuse("value_file",
                  "exactly one of value_file, value_env, value_command and value_keychain is required");
  fields.refuse_the_rest();
  return auth;
}

std::vector<std::pair<std::string, std::string>> read_headers(TomlFields fields,
                                                              const std::optional<Auth>& auth) {
  std::vector<std::pair<std::string, std::string>> headers;
  if (!fields.is_present()) return headers;
  for (const auto& [name, node] : fields.members()) {
    const std::string value = fields.text(name.c_str(), true);
    check_header_name(fields, name.c_str(), name);
    const auto is = [&](std::string_view other) { return key::same_header_name(name, other); };
    const bool is_reserved = (auth && is(auth->header)) || is("Host") || is("Content-Length") ||
                             is("Content-Type") || is("Transfer-Encoding") || is("Connection") ||
                             is("Expect") || is("Accept-Encoding");
    if (is_reserved) fields.refuse(name, "is set by the program itself");
    const bool is_secret = is("Authorization") || is("Proxy-Authorization") || is("Cookie") ||
                           redacted(name + "=" + value) != name + "=" + value;
    if (is_secret) fields.refuse(name, "looks like a credential: move it to [auth]");
    const bool is_clean =
        !value.empty() && std::ranges::all_of(value, [](char c) { return c >= ' ' && c < 0x7F; });
    if (!is_clean) fields.refuse(name, "must be printable ASCII");
    headers.emplace_back(name, value);
  }
  fields.refuse_the_rest();
  return headers;
}

std::optional<Rate> read_rate(TomlFields fields) {
  if (!fields.is_present()) return std::nullopt;
  Rate rate;
  rate.requests = static_cast<int>(fields.integer("requests", true, 1, 100'000));
  rate.span = std::chrono::seconds(fields.integer("per_s", false, 1, 86'400, 1));
  rate.burst = static_cast<int>(fields.integer("burst", false, 1, 10'000, 1));
  fields.refuse_the_rest();
  return rate;
}

void read_words(TomlFields& fields, Lookup& lookup, bool done_required) {
  lookup.done = fields.texts("done", done_required);
  lookup.refused = fields.texts("refused", false);
  lookup.pending = fields.texts("pending", false);
  if (has_any_of(lookup.done, lookup.refused) || has_any_of(lookup.done, lookup.pending))
    fields.refuse("done", "names a word that also means something else");
  if (has_any_of(lookup.refused, lookup.pending))
    fields.refuse("refused", "names a word that is also pending");
}

Lookup read_lookup_fields(TomlFields fields, bool& by_key) {
  Lookup lookup;
  static const std::vector<std::string_view> allowed = {"{key}", "{reference}", "{cursor}"};
  lookup.url = url_template(fields, "url", {"{key}", "{reference}"});
  read_method(fields, lookup);
  lookup.body = body_template(fields, "body", allowed);
  if (!lookup.body.empty() && lookup.method != "POST") fields.refuse("body", "needs method = \"POST\"");
  const Placeholders in_url = placeholders_in(lookup.url), in_body = placeholders_in(lookup.body);
  by_key = in_url.key || in_body.key;
  if (!by_key && !in_url.reference && !in_body.reference)
    fields.refuse("url", "must contain {key} or {reference}");
  lookup.effects = pointer(fields, "effects", false);
  for (const auto& [field, at] : effect_fields) lookup.*at = pointer(fields, field, at == &Lookup::status);
  read_words(fields, lookup, true);
  lookup.refused_statuses = fields.statuses("refused_statuses");
  if (fields.has("amount_minor_digits"))
    lookup.amount_minor_digits = static_cast<int>(fields.integer("amount_minor_digits", false, 0, 6));
  fields.integer("amount_minor_digits", false, 0, 6);
  lookup.not_found_statuses = fields.statuses("not_found_statuses", {404});
  lookup.not_found = pointer(fields, "not_found", false);
  lookup.not_found_words = fields.texts("not_found_words", !lookup.not_found.empty());

  const auto only_4xx = [&](const char* field, const std::vector<int>& statuses,
                            std::initializer_list<int> never) {
    for (const int status : statuses) {
      const bool is_refusable =
          status >= 400 && status < 500 && std::ranges::find(never, status) == never.end();
      if (!is_refusable) fields.refuse(field, fmt::format("HTTP {} proves nothing about a key", status));
    }
  };
  only_4xx("not_found_statuses", lookup.not_found_statuses, {401, 403, 408, 425, 429});
  only_4xx("refused_statuses", lookup.refused_statuses, {401, 403, 408, 425, 429});
  if (has_any_of(lookup.not_found_statuses, lookup.refused_statuses))
    fields.refuse("refused_statuses", "names a status that also means \"not found\"");
  if (lookup.amount.empty() && lookup.amount_minor_digits)
    fields.refuse("amount_minor_digits", "needs a pointer to the amount");
  if (by_key && lookup.echoed_key.empty())
    fields.refuse("echoed_key", "is missing: an answer must have its key");
  if (!by_key && lookup.reference.empty())
    fields.refuse("reference", "is missing: an effect found by reference must echo it");
  lookup.skips_other_keys = fields.boolean("skips_other_keys", false);
  if (lookup.skips_other_keys && lookup.echoed_key.empty())
    fields.refuse("skips_other_keys", "needs a pointer to the echoed key");
  lookup.pages = read_pages(fields.table("pages", false), lookup, 10);
  if (in_body.cursor && !lookup.pages) fields.refuse("body", "contains {cursor}, but no pages are declared");
  fields.refuse_the_rest();
  return lookup;
}

std::optional<CancelCall> read_cancel_fields(TomlFields fields, Cancel& semantics) {
  if (!fields.is_present()) return std::nullopt;
  CancelCall cancel;
  const std::string word = fields.text("semantics", true);
  if (word == "with_tombstone") {
    semantics = Cancel::with_tombstone;
  } else if (word == "without_tombstone") {
    semantics = Cancel::without_tombstone;
  } else {
    fields.refuse("semantics", "must be \"with_tombstone\" or \"without_tombstone\"");
  }
  cancel.url = url_template(fields, "url", {"{key}", "{reference}"});
  cancel.body = body_template(fields, "body", {"{key}", "{reference}"});
  if (!placeholders_in(cancel.url).key && !placeholders_in(cancel.body).key)
    fields.refuse("url", "must contain {key}: only our own key may be cancelled");
  cancel.method = fields.text("method", false, "POST");
  if (!std::set<std::string>{"POST", "PUT", "PATCH", "DELETE"}.contains(cancel.method))
    fields.refuse("method", "must be POST, PUT, PATCH or DELETE");
  cancel.status = pointer(fields, "status", true);
  cancel.held = fields.texts("held", true);
  fields.refuse_the_rest();
  return cancel;
}

std::optional<Listing> read_listing_fields(TomlFields fields, const Lookup& lookup) {
  if (!fields.is_present()) return std::nullopt;
  Listing listing;
  Lookup& item = listing.item = lookup;
  const std::vector<std::string_view> allowed = {"{from}", "{to}"};
  item.url = url_template(fields, "url", allowed);
  read_method(fields, item);
  item.pages.reset();
  item.skips_other_keys = false;
  item.body = body_template(fields, "body", {"{from}", "{to}", "{cursor}"});
  if (!item.body.empty() && item.method != "POST") fields.refuse("body", "needs method = \"POST\"");
  const Placeholders in_url = placeholders_in(item.url), in_body = placeholders_in(item.body);
  if (!(in_url.from || in_body.from) || !(in_url.to || in_body.to))
    fields.refuse("url", "must contain {from} and {to}");
  if (fields.has("effects")) item.effects = pointer(fields, "effects", false);
  for (const auto& [field, at] : effect_fields) {
    if (fields.has(field)) item.*at = pointer(fields, field, false);
  }
  listing.id = pointer(fields, "id", true);
  listing.at = pointer(fields, "at", false);
  const std::string time = fields.text("time", false, "rfc3339");
  if (time == "epoch_s") {
    listing.time = Listing::Time::epoch_s;
  } else if (time == "epoch_ms") {
    listing.time = Listing::Time::epoch_ms;
  } else if (time != "rfc3339") {
    fields.refuse("time", "must be \"rfc3339\", \"epoch_s\" or \"epoch_ms\"");
  }
  listing.max_effects =
      static_cast<int>(fields.integer("max_effects", false, 1, 5'000'000, listing.max_effects));
  if (item.echoed_key.empty()) fields.refuse("echoed_key", "is missing: an effect must have its key");
  item.pages = read_pages(fields.table("pages", false), item, 1000);
  if (in_body.cursor && !item.pages) fields.refuse("body", "contains {cursor}, but no pages are declared");
  fields.refuse_the_rest();
  return listing;
}

}  // namespace onceover::gateway
