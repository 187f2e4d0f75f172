// SPDX-License-Identifier: Apache-2.0
// The service as systemd runs it: the built program with a configuration file, and whoever looks at it from
// outside.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "tests/integration/oncectl/fixture.h"

namespace onceover::oncectl {

// What sd_notify(3) would reach: a datagram socket in a folder of the test's.
class NotifySocket {
 public:
  explicit NotifySocket(const std::filesystem::path& folder);
  ~NotifySocket();
  NotifySocket(const NotifySocket&) = delete;
  NotifySocket& operator=(const NotifySocket&) = delete;
  std::string path() const { return path_; }
  // Until a message holds the text; messages before it are dropped. The message; none where it never came.
  std::optional<std::string> wait_for(const std::string& text);

 private:
  std::string path_;
  int socket_;
};

struct Got {
  int status = 0;
  std::string body;
};

class ServiceFileTest : public OncectlTest {
 protected:
  ServiceFileTest();
  ~ServiceFileTest() override;

  // A file in the test's folder, for its user alone.
  std::string write_file(const std::string& name, const std::string& text, bool is_open = false) const;
  // The store of the test and its gateway, as they stand in a configuration.
  std::string store_text(const std::string& name = "main") const;
  std::string gateway_text(const std::string& name = "acme") const;
  static std::string sweep_text(const std::string& name, const std::string& more = {},
                                const std::string& store = "main", const std::string& gateway = "acme");
  static std::string reap_text(const std::string& name, const std::string& more = {},
                               const std::string& store = "main") {
    return "[[reap]]\nname = \"" + name + "\"\nstore = \"" + store + "\"\nevery = \"50ms\"\nshare = 1\n" +
           more;
  }
  // One store, one gateway, its own keys.
  std::string simple(const std::string& more = {}) const;
  std::string configured(const std::string& text) const { return write_file("sweep.toml", text); }

  // `oncectl sweep --follow --config`, when it listens.
  test::Process serve(std::map<std::string, std::string> environment = {});
  Got get(const std::string& path) const;
  // Of /metrics: the sample of this name with all of these labels ("a=\"b\""); none where it is not there.
  std::optional<double> sample(const std::string& name, const std::vector<std::string>& labels = {}) const;

  // shop.requests with a row each: stuck and live ones as told. And the file that describes it.
  void make_shop();
  void stuck_row(const std::string& key);
  // The same with a column that says until when a row is kept: reaped.toml describes it.
  void make_shop_with_window();
  // Lets the service delete that table's finished rows, by the script that a DBA would run.
  void let_reap();
  void kept_row(const std::string& key, const std::string& phase, const std::string& until);
  std::string phase_of(const std::string& key) {
    return raw_.scalar("SELECT phase FROM shop.requests WHERE request = $1", {key});
  }

  std::filesystem::path folder_;
  int port_ = 0;
};

// "version = 1 …" without and with an address to listen on that the system picks.
inline const std::string head = "version = 1\nlog = \"json\"\nlisten = \"127.0.0.1:0\"\n";

}  // namespace onceover::oncectl
