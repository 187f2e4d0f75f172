// A gateway asked over HTTP: many questions at once, by libcurl's multi interface.
//
// What is sent leaves for the configured host alone: no redirect is followed, no proxy is used, http goes to loopback only. The
// credential is in no Evidence, Error or message, not even where the gateway itself repeats it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/gateway/config.h"
#include "core/gateway/evidence.h"

namespace onceover::gateway {

class HttpGateway final : public Gateway {
 public:
  // credential: the value of config.auth's header; nullopt where there is none. Where the gateway says HTTP 401 it is read again from where
  // config.auth says, once a minute at most, and used from the next question on: tokens that a program prints do not live long.
  HttpGateway(Config config, std::optional<std::string> credential, Keychain keychain = {});
  ~HttpGateway() override;
  HttpGateway(const HttpGateway&) = delete;
  HttpGateway& operator=(const HttpGateway&) = delete;

  const Declaration* declaration(const std::string& operation) const override;
  std::string effect(const std::string& operation) const override;
  // A question may take several pages, each a request of its own. At most Limits::parallel are under way at once; what the deadline cuts
  // off or never lets begin is unknown.
  std::vector<Evidence> ask(const std::vector<Question>& questions, Deadline deadline) override;
  Evidence cancel(const Question& question, Deadline deadline) override;
  bool lists() const override { return config_.listing.has_value(); }
  Result<void> list(Timestamp from, Timestamp to, const std::function<bool(const Effect&)>& on_effect, Deadline deadline) override;

  const Config& config() const { return config_; }

 private:
  const Operation* operation(const std::string& name) const;
  void read_credential_again();

  Config config_;
  std::optional<std::string> credential_;
  Keychain keychain_;
  Deadline credential_read_ = Deadline::min();
  struct Wire;
  std::unique_ptr<Wire> wire_;
};

// load_config, read_credential, and the gateway they make.
Result<std::unique_ptr<HttpGateway>> open_http_gateway(const std::string& config_path);

}  // namespace onceover::gateway
