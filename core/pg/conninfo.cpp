// SPDX-License-Identifier: Apache-2.0
#include "core/pg/conninfo.h"

#include <fmt/format.h>
#include <libpq-fe.h>

#include <array>
#include <cstdlib>
#include <memory>

#include "core/pg/libpq.h"

namespace onceover::pg {
namespace {

using Options = std::unique_ptr<PQconninfoOption, decltype(&PQconninfoFree)>;

std::string text_of(const char* text) { return text != nullptr ? text : ""; }

Error unreadable(const char* reason) {
  return {ErrorKind::connection,
          "libpq cannot read the connection string or its service.",
          "No connection was made.",
          "Correct the connection string or the service file.",
          "",
          trimmed(reason)};
}

// libpq takes what is no connection string for a database's name.
bool is_bare_name(const std::string& conninfo) {
  return !conninfo.empty() && conninfo.find('=') == std::string::npos &&
         !conninfo.starts_with("postgresql://") && !conninfo.starts_with("postgres://");
}

// Every setting with its value as it would be used. Nothing is connected: libpq refuses the channel_binding
// after it has read the service file and the variables. Without a user and a password of their own it would
// ask the system for a name and read the password file.
Result<Options> effective(const std::string& conninfo) {
  constexpr const char* impossible = "no such channel_binding";
  const std::array<const char*, 5> names{"dbname", "user", "password", "channel_binding", nullptr};
  const std::array<const char*, 5> values{conninfo.c_str(), "-", "-", impossible, nullptr};
  const std::unique_ptr<PGconn, decltype(&PQfinish)> probe(
      PQconnectStartParams(names.data(), values.data(), 1), PQfinish);
  if (!probe) return fail(ErrorKind::internal, "Out of memory.");
  Options options(PQconninfo(probe.get()), PQconninfoFree);
  for (const PQconninfoOption* option = options.get(); option != nullptr && option->keyword != nullptr;
       ++option) {
    // Set by what is above: libpq has come so far, and any error of the list of hosts is its own to report.
    if (std::string_view(option->keyword) == "channel_binding" && text_of(option->val) == impossible)
      return options;
  }
  return fail(unreadable(PQerrorMessage(probe.get())));
}

const PQconninfoOption* find(const Options& options, std::string_view name) {
  const PQconninfoOption* option = options.get();
  while (option->keyword != nullptr && option->keyword != name) ++option;
  return option->keyword != nullptr ? option : nullptr;  // an older libpq does not know every name
}

std::string value_of(const Options& options, std::string_view name) {
  const PQconninfoOption* option = find(options, name);
  return option != nullptr ? text_of(option->val) : "";
}

std::string environment(const char* name) { return name != nullptr ? text_of(std::getenv(name)) : ""; }

// libpq's order: the connection string, the service, the variables. It does not say which one it was.
std::string source_of_sslmode(const Options& options, const ConninfoWords& given,
                              const std::string& service) {
  const PQconninfoOption& option = *find(options, "sslmode");
  const std::string value = text_of(option.val), variable = environment(option.envvar);
  if (!word_of(given, "sslmode").empty()) return "the connection string";
  const std::string by_service = service.empty() ? "" : "service " + visible(service);
  if (!variable.empty() && value == variable)
    return by_service.empty() ? "PGSSLMODE" : by_service + " or PGSSLMODE";
  if (value.empty() || (variable.empty() && value == text_of(option.compiled))) return {};
  return by_service.empty() ? "PGREQUIRESSL" : by_service;
}

std::vector<std::string> listed(const std::string& text) {
  std::vector<std::string> items;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    items.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return items;
}

std::vector<Host> hosts_of(const Options& options) {
  const std::string names = value_of(options, "host"), addresses = value_of(options, "hostaddr"),
                    ports = value_of(options, "port");
  const auto name = listed(names), address = listed(addresses), port = listed(ports);
  const std::size_t count = std::max(name.size(), address.size());
  const auto fits = [count](const auto& list, const std::string& text) {
    return text.empty() || list.size() == count;
  };
  const bool is_list =
      fits(name, names) && fits(address, addresses) && (port.size() == 1 || port.size() == count);
  std::vector<Host> hosts;
  for (std::size_t i = 0; is_list && i < count; ++i) {
    Host host{names.empty() ? "" : name[i], addresses.empty() ? "" : address[i],
              port.size() == 1 ? port[0] : port[i]};
    if (host.port.empty()) host.port = text_of(find(options, "port")->compiled);
    hosts.push_back(std::move(host));
  }
  // An entry without a host is libpq's own socket, which cannot be named.
  const bool is_nameable =
      std::ranges::none_of(hosts, [](const Host& host) { return host.name.empty() && host.address.empty(); });
  if (!hosts.empty() && is_nameable) return hosts;
  return {{names, addresses, ports}};
}

Duration connect_timeout_of(const std::string& seconds) {
  return std::chrono::seconds(
      std::clamp<std::int64_t>(number_from<std::int64_t>(seconds).value_or(0), 0, 86'400));
}

std::string quoted_value(const std::string& value) {
  std::string out;
  bool is_plain = true;
  for (const char c : value) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
    is_plain = is_plain && c != '\'' && c != '\\' && static_cast<unsigned char>(c) > ' ';
  }
  return is_plain ? out : '\'' + out + '\'';
}

}  // namespace

Result<ConninfoWords> conninfo_words(const std::string& conninfo) {
  if (conninfo.empty()) return ConninfoWords{};
  if (is_bare_name(conninfo)) return ConninfoWords{{"dbname", conninfo}};
  char* reason = nullptr;
  const Options options(PQconninfoParse(conninfo.c_str(), &reason), PQconninfoFree);
  const std::unique_ptr<char, decltype(&PQfreemem)> owned(reason, PQfreemem);
  if (!options) return fail(unreadable(reason));
  ConninfoWords words;
  for (const PQconninfoOption* option = options.get(); option->keyword != nullptr; ++option) {
    if (option->val != nullptr) words.emplace_back(option->keyword, option->val);
  }
  return words;
}

std::string word_of(const ConninfoWords& words, std::string_view name) {
  const auto found =
      std::ranges::find(words, name, [](const auto& word) { return std::string_view(word.first); });
  return found != words.end() ? found->second : "";
}

std::string conninfo_of(const ConninfoWords& words) {
  std::string out;
  for (const auto& [name, value] : words) {
    if (!value.empty()) out += fmt::format("{}{}={}", out.empty() ? "" : " ", name, quoted_value(value));
  }
  return out;
}

bool Host::is_local() const {
  if (is_socket()) return true;
  return (name.empty() || name[0] == '/' || name[0] == '@' || is_loopback(name)) &&
         (address.empty() || is_loopback(address));
}

std::string Host::shown() const {
  const std::string where = name.empty()                         ? address
                            : address.empty() || address == name ? name
                                                                 : fmt::format("{} ({})", name, address);
  return fmt::format("{}{}{}", where.empty() ? "the local socket" : visible(where),
                     port.empty() ? "" : " port ", visible(port));
}

const Host* Destination::remote() const {
  const auto found = std::ranges::find_if(hosts, [](const Host& host) { return !host.is_local(); });
  return found != hosts.end() ? &*found : nullptr;
}

bool Destination::may_be_unencrypted() const {
  return !is_local && (sslmode == "disable" || sslmode == "allow" || sslmode == "prefer");
}

std::string Destination::warning() const {
  if (is_local || sslmode == "verify-full") return {};
  const std::string host = visible(remote()->name.empty() ? remote()->address : remote()->name);
  const std::string set = fmt::format("sslmode={} is set by {}", visible(sslmode), sslmode_source);
  return sslmode == "disable"
             ? fmt::format(
                   "{}: passwords and data are sent to {} without encryption. Use sslmode=verify-full.", set,
                   host)
             : fmt::format(
                   "{}. It does not prove that {} is your server: passwords and data may be read on the way. "
                   "Use sslmode=verify-full.",
                   set, host);
}

std::string Destination::requirement() const {
  if (is_local) return {};
  if (!sslmode_source.empty())
    return fmt::format("sslmode={} is set by {}.", visible(sslmode), sslmode_source);
  return fmt::format(
      "{} is not this machine and nothing sets an sslmode, so sslmode=verify-full was required. Name a "
      "certificate authority with sslrootcert=FILE, or write a weaker sslmode=… into the connection string.",
      visible(remote()->name.empty() ? remote()->address : remote()->name));
}

Result<Destination> destination_of(const std::string& conninfo) {
  return as_result([&] {
    const ConninfoWords given = conninfo_words(conninfo).value();
    const Options options = effective(conninfo).value();
    Destination out;
    out.hosts = hosts_of(options);
    out.is_local = out.remote() == nullptr;
    out.is_shuffled = value_of(options, "load_balance_hosts") == "random";
    out.target_session_attrs = value_of(options, "target_session_attrs");
    out.connect_timeout = connect_timeout_of(value_of(options, "connect_timeout"));
    out.service = word_of(given, "service").empty() ? environment("PGSERVICE") : word_of(given, "service");
    out.sslmode_source = source_of_sslmode(options, given, out.service);
    // An empty PGSSLMODE sets nothing, though libpq would refuse it.
    out.sslmode = !out.sslmode_source.empty() ? value_of(options, "sslmode")
                  : out.is_local              ? "prefer"
                                              : "verify-full";
    return out;
  });
}

}  // namespace onceover::pg
