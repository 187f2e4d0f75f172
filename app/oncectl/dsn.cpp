#include "app/oncectl/dsn.h"

#include <algorithm>
#include <map>

namespace onceover::oncectl {
namespace {

using Words = std::map<std::string, std::string>;

int hex_value(char c) {
  return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

std::string decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size() && hex_value(text[i + 1]) >= 0 && hex_value(text[i + 2]) >= 0) {
      out += static_cast<char>(hex_value(text[i + 1]) << 4 | hex_value(text[i + 2]));
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

// "h1:5432,[::1]:5433" without its ports.
std::string without_ports(std::string_view spec) {
  std::string out;
  while (true) {
    const std::size_t comma = spec.find(',');
    std::string_view one = spec.substr(0, comma);
    if (one.starts_with('[')) {
      one = one.substr(1, one.find(']') == std::string_view::npos ? std::string_view::npos : one.find(']') - 1);
    } else {
      one = one.substr(0, one.find(':'));
    }
    out += decoded(one);
    if (comma == std::string_view::npos) return out;
    out += ',';
    spec.remove_prefix(comma + 1);
  }
}

Words words_of_uri(std::string_view rest) {
  Words words;
  const std::size_t userinfo = rest.find_first_of("@/");
  if (userinfo != std::string_view::npos && rest[userinfo] == '@') {
    const std::string_view user = rest.substr(0, userinfo);
    if (const std::size_t colon = user.find(':'); colon != std::string_view::npos) words["password"] = user.substr(colon + 1);
    rest.remove_prefix(userinfo + 1);
  }
  const std::size_t host_end = std::min(rest.find_first_of("/?"), rest.size());
  words["host"] = without_ports(rest.substr(0, host_end));
  const std::size_t question = rest.find('?');
  if (question == std::string_view::npos) return words;
  for (rest.remove_prefix(question + 1); !rest.empty();) {
    const std::size_t end = std::min(rest.find('&'), rest.size());
    const std::string_view pair = rest.substr(0, end);
    const std::size_t sign = std::min(pair.find('='), pair.size());
    words[decoded(pair.substr(0, sign))] = decoded(pair.substr(std::min(sign + 1, pair.size())));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  if (words.contains("ssl") && !words.contains("sslmode")) words["sslmode"] = "require";  // libpq's own reading of ssl=true
  return words;
}

Words words_of_pairs(std::string_view text) {
  Words words;
  const auto blank = [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); };
  std::size_t at = 0;
  const auto skip = [&] {
    while (at < text.size() && blank(text[at])) ++at;
  };
  for (skip(); at < text.size(); skip()) {
    std::string name, value;
    while (at < text.size() && text[at] != '=' && !blank(text[at])) name += text[at++];
    skip();
    if (at >= text.size() || text[at] != '=') break;  // libpq will refuse it
    ++at;
    skip();
    const bool quoted = at < text.size() && text[at] == '\'';
    for (at += quoted ? 1 : 0; at < text.size() && (quoted ? text[at] != '\'' : !blank(text[at])); ++at) {
      if (text[at] == '\\' && at + 1 < text.size()) ++at;
      value += text[at];
    }
    at += quoted ? 1 : 0;
    words[name] = value;
  }
  return words;
}

}  // namespace

DsnFacts facts_of(std::string_view dsn) {
  Words words;
  if (dsn.starts_with("postgresql://") || dsn.starts_with("postgres://")) {
    words = words_of_uri(dsn.substr(dsn.find("://") + 3));
  } else if (dsn.find('=') != std::string_view::npos) {
    words = words_of_pairs(dsn);
  }
  DsnFacts facts;
  if (words.contains("sslmode")) facts.sslmode = words["sslmode"];
  facts.has_password = !words["password"].empty();
  facts.names_service = !words["service"].empty();
  facts.hosts = host_list(words["host"].empty() ? words["hostaddr"] : words["host"]);
  return facts;
}

std::vector<std::string> host_list(std::string_view hosts) {
  std::vector<std::string> list;
  while (!hosts.empty()) {
    const std::size_t end = std::min(hosts.find(','), hosts.size());
    list.emplace_back(hosts.substr(0, end));
    hosts.remove_prefix(std::min(end + 1, hosts.size()));
  }
  return list;
}

bool is_local_host(std::string_view host) {
  return host.empty() || host.starts_with('/') || host.starts_with('@') || host == "localhost" || host == "::1" ||
         (host.starts_with("127.") && host.find_first_not_of("0123456789.") == std::string_view::npos);
}

}  // namespace onceover::oncectl
