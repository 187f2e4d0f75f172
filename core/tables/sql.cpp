// SPDX-License-Identifier: Apache-2.0
#include "core/tables/sql.h"

#include "core/tables/facts.h"

namespace onceover::tables {
std::string quoted_name(std::string_view name) {
  if (name.find('\0') != std::string_view::npos) return "\"\"";
  std::string out = "\"";
  for (const char c : name) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + '"';
}

std::string literal(std::string_view value) {
  const bool utf8 = is_utf8(value);
  const bool is_plain =
      std::ranges::all_of(value, [](char c) { return c >= 0x20 && c <= 0x7E && c != '\\'; });
  std::string out = is_plain ? "'" : "E'";
  for (std::size_t i = 0; i < value.size();) {
    const std::size_t start = i;
    const std::int32_t c = utf8 ? next_code_point(value, i) : static_cast<unsigned char>(value[i++]);
    const std::string_view written = value.substr(start, i - start);
    if (c == '\'' || c == '\\') {
      out += written;
      out += written;
    } else if (c < 0x20 || c == 0x7F || (c >= 0x80 && !utf8)) {
      out += fmt::format("\\x{:02x}", c);
    } else if (c >= 0x80 && visible(written) != written) {
      out += fmt::format("\\U{:08x}", c);
    } else {
      out += written;
    }
  }
  return out + '\'';
}

std::string dollar_quoted(std::string_view text) {
  for (int i = 0;; ++i) {
    const std::string tag = i == 0 ? "$onceover$" : fmt::format("$onceover{}$", i);
    const std::string ended = std::string(text) + tag;
    // nor do the text's last characters and the tag's first make one
    if (ended.find(tag) == text.size()) return tag + ended;
  }
}

std::optional<std::string> problem(const Profile& p) {
  const std::string_view lacks = p.schema.empty()  ? "schema"
                                 : p.table.empty() ? "table"
                                 : p.key.empty()   ? "key"
                                                   : "";
  if (!lacks.empty()) return fmt::format("The profile \"{}\" names no {}.", visible(p.name), lacks);
  std::vector<std::string> names = columns_named(p);
  names.insert(names.end(), {p.schema, p.table});
  for (const std::string& name : names) {
    if (name.find('\0') != std::string::npos)
      return fmt::format("A name in the profile \"{}\" holds a NUL byte: {}.", visible(p.name),
                         visible(name));
  }
  if (!p.twin.profile) return std::nullopt;
  if (const auto twin = twin_problem(p, *p.twin.profile))
    return fmt::format("The archive of the profile \"{}\" {}.", visible(p.name), *twin);
  return problem(*p.twin.profile);
}

std::string table_name(const Profile& profile) {
  return quoted_name(profile.schema) + "." + quoted_name(profile.table);
}

std::string escaped_for_like(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '%' || c == '_' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

Query& Query::operator<<(std::string_view sql) {
  sql_ += sql;
  shown_ += sql;
  return *this;
}

Query Query::behind(std::string_view prefix) const {
  Query out(*this);
  out.sql_.insert(0, prefix);
  out.shown_.insert(0, prefix);
  return out;
}

Query& Query::parameter(std::string_view shown) {
  sql_ += fmt::format("${}", params_.size());
  shown_ += shown;
  return *this;
}

Query& Query::text(std::string_view value) {
  params_.text(value);
  return parameter(literal(value));
}

Query& Query::texts(const std::vector<std::string>& values) {
  if (values.empty()) return *this << "NULL";
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) *this << ", ";
    text(values[i]);
  }
  return *this;
}

std::string row_digest_sql(std::string_view row_key) {
  return fmt::format(
      "pg_catalog.sha256(pg_catalog.convert_to(({})::pg_catalog.text, CASE pg_catalog.getdatabaseencoding() "
      "WHEN 'SQL_ASCII' THEN 'SQL_ASCII' ELSE 'UTF8' END))",
      row_key);
}

Query& Query::array(const std::vector<std::optional<std::string>>& values) {
  std::vector<std::string> written;
  for (const auto& value : values) {
    std::string& item = written.emplace_back(value ? "\"" : "NULL");
    if (!value) continue;
    for (const char c : *value) {
      if (c == '"' || c == '\\') item += '\\';
      item += c;
    }
    item += '"';
  }
  return text("{" + list_of(written, ",") + "}");
}

Query& Query::integer(std::int64_t value) {
  params_.integer(value);
  return parameter(fmt::format("{}", value));
}

Query& Query::timestamp(Timestamp value) {
  params_.timestamp(value);
  return parameter("timestamptz " + literal(iso(value)));
}

}  // namespace onceover::tables
