// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/service/fixture.h"

#include <httplib.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <sstream>

#include "tests/support/eventually.h"
#include "tests/support/shop_table.h"

namespace onceover::oncectl {

NotifySocket::NotifySocket(const std::filesystem::path& folder)
    : path_((folder / "notify").string()), socket_(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, path_.c_str(), sizeof address.sun_path - 1);
  if (::bind(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
    throw std::runtime_error("no socket at " + path_);
}

NotifySocket::~NotifySocket() { ::close(socket_); }

std::optional<std::string> NotifySocket::wait_for(const std::string& text) {
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (std::chrono::steady_clock::now() < until) {
    pollfd fd{socket_, POLLIN, 0};
    if (::poll(&fd, 1, 100) <= 0) continue;
    char buffer[4096];
    const ssize_t count = ::recv(socket_, buffer, sizeof buffer, 0);
    if (count <= 0) continue;
    std::string said(buffer, static_cast<std::size_t>(count));
    if (said.find(text) != std::string::npos) return said;
  }
  return std::nullopt;
}

ServiceFileTest::ServiceFileTest() {
  std::string name = (std::filesystem::temp_directory_path() / "onceover-service-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder");
  folder_ = name;
}

ServiceFileTest::~ServiceFileTest() { std::filesystem::remove_all(folder_); }

std::string ServiceFileTest::write_file(const std::string& name, const std::string& text,
                                        bool is_open) const {
  const std::filesystem::path path = folder_ / name;
  std::ofstream(path) << text;
  ::chmod(path.c_str(), is_open ? 0644 : 0600);
  return path.string();
}

std::string ServiceFileTest::store_text(const std::string& name) const {
  return "[[store]]\nname = \"" + name + "\"\ndsn = \"" + database_.conninfo() + "\"\n";
}

std::string ServiceFileTest::gateway_text(const std::string& name) const {
  return "[[gateway]]\nname = \"" + name + "\"\nfile = \"" + gateway_.config_path() + "\"\n";
}

std::string ServiceFileTest::sweep_text(const std::string& name, const std::string& more,
                                        const std::string& store, const std::string& gateway) {
  std::string text = "[[sweep]]\nname = \"" + name + "\"\nstore = \"" + store + "\"\ngateway = \"" + gateway +
                     "\"\nworkers = 1\n";
  for (const std::string line : {"every = \"50ms\"\n", "share = 1\n"}) {
    if (more.find(line.substr(0, line.find('='))) == std::string::npos) text += line;
  }
  return text + more;
}

std::string ServiceFileTest::simple(const std::string& more) const {
  return head + store_text() + gateway_text() + sweep_text("keys", more);
}

test::Process ServiceFileTest::serve(std::map<std::string, std::string> environment) {
  test::Process child =
      start({"sweep", "--follow", "--config", (folder_ / "sweep.toml").string()}, std::move(environment));
  if (!child.wait_for_err("\"Started.\""))
    throw std::runtime_error("the service did not start: " + child.err());
  std::istringstream lines(child.err());
  for (std::string line; std::getline(lines, line);) {
    const Json said = Json::parse(line, nullptr, false);
    if (said.is_object() && said.value("message", "") == "Listening.") {
      const std::string address = said["address"];
      port_ = std::stoi(address.substr(address.rfind(':') + 1));
    }
  }
  return child;
}

Got ServiceFileTest::get(const std::string& path) const {
  httplib::Client client("127.0.0.1", port_);
  client.set_read_timeout(20);
  const auto answer = client.Get(path);
  return answer ? Got{answer->status, answer->body} : Got{};
}

std::optional<double> ServiceFileTest::sample(const std::string& name,
                                              const std::vector<std::string>& labels) const {
  std::istringstream lines(get("/metrics").body);
  for (std::string line; std::getline(lines, line);) {
    const bool of_this_name = line.starts_with(name + '{') || line.starts_with(name + ' ');
    const bool has_all = std::ranges::all_of(
        labels, [&](const std::string& label) { return line.find(label) != std::string::npos; });
    if (of_this_name && has_all) return std::stod(line.substr(line.rfind(' ') + 1));
  }
  return std::nullopt;
}

void ServiceFileTest::make_shop() {
  raw_.exec(test::shop_table);
  write_file("shop.toml", test::shop_profile("{tenant}/{key}"));
}

void ServiceFileTest::make_shop_with_window() {
  raw_.exec(test::shop_table);
  raw_.exec("ALTER TABLE shop.requests ADD COLUMN kept_until timestamptz");
  std::string text = test::shop_profile("{tenant}/{key}");
  const std::string at = "created_at = \"created_at\"\n";
  write_file("reaped.toml", text.replace(text.rfind(at), at.size(), at + "expires_at = \"kept_until\"\n"));
}

void ServiceFileTest::let_reap() {
  const Ran script =
      run({"--dsn", database_.conninfo(), "--profile", (folder_ / "reaped.toml").string(), "roles", "print",
           "--role", "reaper", "--name", "onceover_reaper_" + database_.name()});
  if (script.code != 0) throw std::runtime_error(script.err);
  raw_.exec(script.out);
}

void ServiceFileTest::kept_row(const std::string& key, const std::string& phase, const std::string& until) {
  raw_.exec(
      "INSERT INTO shop.requests (merchant, request, phase, kept_until) VALUES (1, $1, $2, " + until + ")",
      {key, phase});
}

void ServiceFileTest::stuck_row(const std::string& key) {
  raw_.exec(
      "INSERT INTO shop.requests (merchant, request, phase, until, amount, currency) VALUES (1, $1, "
      "'RUNNING', now() - interval '10 minutes', 12.50, 'EUR')",
      {key});
}

}  // namespace onceover::oncectl
