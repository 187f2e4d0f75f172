#include "core/tables/sql.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "core/base/text.h"

namespace onceover::tables {
namespace {

// Bytes of the code point that starts here; the text is UTF-8.
std::size_t width_at(std::string_view text, std::size_t at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  const std::size_t width = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  return std::min(width, text.size() - at);
}

char32_t code_point(std::string_view bytes) {
  if (bytes.size() == 1) return static_cast<unsigned char>(bytes[0]);
  char32_t value = static_cast<unsigned char>(bytes[0]) & (0xFF >> (bytes.size() + 1));
  for (const char c : bytes.substr(1)) value = value << 6 | (static_cast<unsigned char>(c) & 0x3F);
  return value;
}

bool is_plain(std::string_view text) {
  for (const char c : text) {
    if (c < 0x20 || c > 0x7E || c == '\\') return false;
  }
  return true;
}

}  // namespace

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
  const bool plain = is_plain(value);
  const bool utf8 = is_utf8(value);
  std::string out = plain ? "'" : "E'";
  for (std::size_t i = 0; i < value.size();) {
    const std::string_view unit = value.substr(i, utf8 ? width_at(value, i) : 1);
    i += unit.size();
    const auto first = static_cast<unsigned char>(unit[0]);
    if (first == '\'') {
      out += "''";
    } else if (first == '\\') {
      out += "\\\\";
    } else if (first < 0x20 || first == 0x7F || (first >= 0x80 && !utf8)) {
      out += fmt::format("\\x{:02x}", first);
    } else if (first >= 0x80 && visible(unit) != unit) {
      out += fmt::format("\\U{:08x}", static_cast<std::uint32_t>(code_point(unit)));
    } else {
      out += unit;
    }
  }
  return out + '\'';
}

std::string dollar_quoted(std::string_view text) {
  for (int i = 0;; ++i) {
    const std::string tag = i == 0 ? "$onceover$" : fmt::format("$onceover{}$", i);
    const std::string ended = std::string(text) + tag;
    if (ended.find(tag) == text.size()) return tag + ended;  // nor do the text's last characters and the tag's first make one
  }
}

std::optional<std::string> problem(const Profile& p) {
  using Named = std::pair<std::string_view, const std::string*>;
  for (const auto& [role, name] : {Named{"schema", &p.schema}, Named{"table", &p.table}, Named{"key", &p.key}}) {
    if (name->empty()) return fmt::format("The profile \"{}\" names no {}.", visible(p.name), role);
  }
  std::vector<std::string> names = columns_named(p);
  names.insert(names.end(), {p.schema, p.table});
  for (const std::string& name : names) {
    if (name.find('\0') != std::string::npos)
      return fmt::format("A name in the profile \"{}\" holds a NUL byte: {}.", visible(p.name), visible(name));
  }
  if (!p.twin.profile) return std::nullopt;
  if (const auto twin = twin_problem(p, *p.twin.profile))
    return fmt::format("The archive of the profile \"{}\" {}.", visible(p.name), *twin);
  return problem(*p.twin.profile);
}

std::string table_name(const Profile& profile) { return quoted_name(profile.schema) + "." + quoted_name(profile.table); }

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
      "pg_catalog.sha256(pg_catalog.convert_to(({})::pg_catalog.text, CASE pg_catalog.getdatabaseencoding() WHEN 'SQL_ASCII' THEN "
      "'SQL_ASCII' ELSE 'UTF8' END))",
      row_key);
}

Query& Query::array(const std::vector<std::optional<std::string>>& values) {
  std::string written = "{";
  for (const auto& value : values) {
    if (written.size() > 1) written += ',';
    if (!value) {
      written += "NULL";
      continue;
    }
    written += '"';
    for (const char c : *value) {
      if (c == '"' || c == '\\') written += '\\';
      written += c;
    }
    written += '"';
  }
  return text(written + "}");
}

Query& Query::integer(std::int64_t value) {
  params_.integer(value);
  return parameter(fmt::format("{}", value));
}

Query& Query::timestamp(Timestamp value) {
  params_.timestamp(value);
  std::string shown = iso(value);
  return parameter("timestamptz " + literal(shown));
}

}  // namespace onceover::tables
