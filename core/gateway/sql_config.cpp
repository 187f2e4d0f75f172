// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/sql_config.h"

#include "core/base/bounded_program.h"
#include "core/gateway/config_fields.h"
#include "core/pg/conninfo.h"

namespace onceover::gateway {
namespace {

const std::vector<std::string_view> of_lookup = {"key", "keys", "reference", "tenant", "operation"};
const std::vector<std::string_view> of_listing = {"from", "to"};

SqlConnect read_connect(TomlFields fields) {
  SqlConnect connect;
  if (fields.has("password") || fields.has("dsn") || fields.has("conninfo"))
    fields.refuse(fields.has("password") ? "password"
                  : fields.has("dsn")    ? "dsn"
                                         : "conninfo",
                  "is not allowed here: name service, or host, port, dbname and user; a password comes from "
                  "passfile, a service file or password_command");
  const std::array<std::pair<const char*, std::string*>, 8> texts = {{{"service", &connect.service},
                                                                      {"host", &connect.host},
                                                                      {"port", &connect.port},
                                                                      {"dbname", &connect.dbname},
                                                                      {"user", &connect.user},
                                                                      {"sslmode", &connect.sslmode},
                                                                      {"sslrootcert", &connect.sslrootcert},
                                                                      {"passfile", &connect.passfile}}};
  for (const auto& [name, value] : texts) {
    if (std::string_view(name) == "port" && fields.has("port")) {
      *value = std::to_string(fields.integer("port", false, 1, 65'535));
      continue;
    }
    *value = fields.text(name, false);
    if (redacted(*value) != *value || value->find("://") != std::string::npos)
      fields.refuse(name, "contains what looks like a connection string or a password");
  }
  // libpq reads a database name with = as a connection string, which could contain a password.
  if (connect.dbname.find('=') != std::string::npos) fields.refuse("dbname", "must be only a name");
  connect.password_command = fields.text("password_command", false);
  if (!connect.password_command.empty() && !command_words(connect.password_command))
    fields.refuse("password_command", "must be an absolute path and its arguments");
  if (connect.service.empty() && connect.host.empty() && connect.dbname.empty())
    fields.refuse("service", "is missing: name a service, or host and dbname");
  fields.refuse_the_rest();
  return connect;
}

// A column as a pointer into its row.
std::string column(TomlFields& fields, const char* field, bool required) {
  const std::string name = fields.text(field, required);
  if (name.empty()) return name;
  std::string out = "/";
  for (const char c : name)
    out += c == '~' ? std::string("~0") : c == '/' ? std::string("~1") : std::string(1, c);
  return out;
}

NamedQuery read_query(TomlFields& fields, const std::vector<std::string_view>& allowed, std::string& text) {
  text = fields.text("query", true);
  auto query = named_query(text, allowed);
  if (query) return *std::move(query);
  fields.refuse("query", query.error());
  return {};
}

void read_columns(TomlFields& fields, Lookup& row) {
  for (const auto& [field, at] : effect_fields) {
    if (fields.has(field)) row.*at = column(fields, field, false);
  }
}

void read_rows(TomlFields fields, SqlConfig& config, bool& by_key) {
  const NamedQuery query = read_query(fields, of_lookup, config.query);
  const auto has = [&](const char* name) {
    return std::ranges::find(query.names, name) != query.names.end();
  };
  Lookup& lookup = config.lookup;
  read_columns(fields, lookup);
  read_words(fields, lookup, !lookup.status.empty());
  if (lookup.status.empty() && !(lookup.done.empty() && lookup.refused.empty() && lookup.pending.empty()))
    fields.refuse("status", "is missing: name the column of the words");
  if (fields.has("amount_minor_digits"))
    lookup.amount_minor_digits = static_cast<int>(fields.integer("amount_minor_digits", false, 0, 6));
  if (lookup.amount.empty() && lookup.amount_minor_digits)
    fields.refuse("amount_minor_digits", "needs the column of the amount");
  lookup.skips_other_keys = fields.boolean("skips_other_keys", false);
  by_key = has("key") || has("keys");
  if (!by_key && !has("reference") && !query.sql.empty())
    fields.refuse("query", "must contain :key, :keys or :reference");
  if (has("keys") && query.names.size() > 1)
    fields.refuse("query", "asks for many keys at once, and may contain only the parameter :keys");
  if (by_key && lookup.echoed_key.empty()) fields.refuse("echoed_key", "is missing: a row must have its key");
  if (!by_key && lookup.reference.empty())
    fields.refuse("reference", "is missing: a row found by reference must echo it");
  if (lookup.skips_other_keys && (lookup.echoed_key.empty() || has("keys")))
    fields.refuse("skips_other_keys", "is for queries by :reference");
  fields.refuse_the_rest();
}

std::optional<SqlListing> read_listing_rows(TomlFields fields, const Lookup& lookup) {
  if (!fields.is_present()) return std::nullopt;
  SqlListing listing;
  const NamedQuery query = read_query(fields, of_listing, listing.query);
  if (query.names.size() != 2 && !query.sql.empty()) fields.refuse("query", "must contain :from and :to");
  listing.read.item = lookup;
  read_columns(fields, listing.read.item);
  listing.read.id = column(fields, "id", true);
  listing.read.at = column(fields, "at", false);
  listing.read.max_effects =
      static_cast<int>(fields.integer("max_effects", false, 1, 5'000'000, listing.read.max_effects));
  if (listing.read.item.echoed_key.empty())
    fields.refuse("echoed_key", "is missing: an effect must have its key");
  fields.refuse_the_rest();
  return listing;
}

SqlLimits read_limits_of_sql(TomlFields fields) {
  SqlLimits limits;
  read_limit(fields, "connect_timeout_ms", limits.connect_timeout);
  read_limit(fields, "timeout_ms", limits.timeout);
  read_limit(fields, "lock_timeout_ms", limits.lock_timeout);
  limits.max_rows = static_cast<int>(fields.integer("max_rows", false, 2, 10'000, limits.max_rows));
  read_limit(fields, limits.max_answer_bytes);
  fields.refuse_the_rest();
  return limits;
}

}  // namespace

Result<SqlConfig> parse_sql_config(std::string_view text, const std::string& file) {
  TomlErrors errors{visible(file), not_loaded, std::nullopt};
  const auto table = parse_toml(text, errors);
  if (!table) return fail(table.error());
  TomlFields root(&*table, "", errors);
  SqlConfig config;
  read_head(root, config.name);
  if (root.text("kind", true) != "sql") root.refuse("kind", "must be \"sql\" here");
  config.connect = read_connect(root.table("connect", true));
  bool by_key = true;
  read_rows(root.table("lookup", true), config, by_key);
  config.listing = read_listing_rows(root.table("listing", false), config.lookup);
  config.limits = read_limits_of_sql(root.table("limits", false));
  Declaration declared = read_declared(root.table("declare", true), config.lookup);
  declared.name = config.name;
  declared.lookup_by_key = by_key;
  config.operations = read_operations(root, declared);
  root.refuse_the_rest();
  if (errors.first) return fail(*std::move(errors.first));
  return config;
}

std::string conninfo(const SqlConnect& connect) {
  return pg::conninfo_of({{"service", connect.service},
                          {"host", connect.host},
                          {"port", connect.port},
                          {"dbname", connect.dbname},
                          {"user", connect.user},
                          {"sslmode", connect.sslmode},
                          {"sslrootcert", connect.sslrootcert},
                          {"passfile", connect.passfile}});
}

namespace {

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}
bool is_in_name(char c) { return is_letter(c) || is_ascii_digit(c) || c == '$'; }

// Where the quote or comment that opens at `at` ends (the position after it); npos: it does not end. A
// doubled quote is part of it.
std::size_t behind_quoted(std::string_view text, std::size_t at, bool backslashes) {
  const char quote = text[at];
  for (std::size_t i = at + 1; i < text.size(); ++i) {
    if (backslashes && text[i] == '\\') {
      ++i;
    } else if (text[i] == quote) {
      if (i + 1 >= text.size() || text[i + 1] != quote) return i + 1;
      ++i;
    }
  }
  return std::string_view::npos;
}

// PostgreSQL's comments nest.
std::size_t behind_comment(std::string_view text, std::size_t at) {
  int depth = 0;
  for (std::size_t i = at; i + 1 < text.size(); ++i) {
    if (text.substr(i, 2) == "/*") {
      ++depth;
      ++i;
    } else if (text.substr(i, 2) == "*/") {
      ++i;
      if (--depth == 0) return i + 1;
    }
  }
  return std::string_view::npos;
}

// $$…$$ or $tag$…$tag$; returns `at` where none opens here.
std::size_t behind_dollars(std::string_view text, std::size_t at) {
  std::size_t end = at + 1;
  while (end < text.size() && (is_letter(text[end]) || (end > at + 1 && is_ascii_digit(text[end])))) ++end;
  if (end >= text.size() || text[end] != '$') return at;
  const std::string_view tag = text.substr(at, end - at + 1);
  const std::size_t found = text.find(tag, end + 1);
  return found == std::string_view::npos ? found : found + tag.size();
}

}  // namespace

tl::expected<NamedQuery, std::string> named_query(std::string_view text,
                                                  const std::vector<std::string_view>& allowed) {
  const auto wrong = [](std::string words) { return tl::unexpected<std::string>(std::move(words)); };
  NamedQuery query;
  std::size_t at = 0;
  // Copies the text up to `end` unchanged.
  const auto copy_to = [&](std::size_t end) {
    query.sql += text.substr(at, end - at);
    at = end;
  };
  while (at < text.size()) {
    const char c = text[at];
    const std::string_view two = text.substr(at, 2);
    std::size_t end = at + 1;
    if (c == '\'' || c == '"') {
      const bool escapes = c == '\'' && at > 0 && (text[at - 1] == 'e' || text[at - 1] == 'E') &&
                           (at < 2 || !is_in_name(text[at - 2]));
      end = behind_quoted(text, at, escapes);
    } else if (two == "--") {
      end = std::min(text.find('\n', at), text.size());
    } else if (two == "/*") {
      end = behind_comment(text, at);
    } else if (c == '$' && (at == 0 || !is_in_name(text[at - 1]))) {
      end = behind_dollars(text, at);
      if (end == at)
        return wrong("contains a $ outside of quoted text: parameters have names here, like :key");
    } else if (c == ';') {
      return wrong("must be one statement, without a semicolon");
    } else if (two == "::") {
      end = at + 2;
    } else if (c == ':' && at + 1 < text.size() && is_letter(text[at + 1])) {
      end = at + 1;
      while (end < text.size() && (is_letter(text[end]) || is_ascii_digit(text[end]))) ++end;
      const std::string_view name = text.substr(at + 1, end - at - 1);
      if (std::ranges::find(allowed, name) == allowed.end())
        return wrong("contains :" + elided(visible(name), 40) + ", which is not a known parameter");
      auto known = std::ranges::find(query.names, name);
      if (known == query.names.end()) known = query.names.insert(known, std::string(name));
      query.sql += "$" + std::to_string(known - query.names.begin() + 1);
      at = end;
      continue;
    } else if (is_letter(c)) {
      while (end < text.size() && is_in_name(text[end])) ++end;
      // E'…' begins with its letter: the quote handles it.
      if (end < text.size() && text[end] == '\'' && end == at + 1) end = at + 1;
    }
    if (end == std::string_view::npos) return wrong("contains a quoted text or a comment that does not end");
    copy_to(end);
  }
  return query;
}

}  // namespace onceover::gateway
