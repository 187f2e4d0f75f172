// A gateway asked over HTTP: many questions at once, by libcurl's multi interface.
//
// Requests go only to the configured host: no redirect is followed, no proxy is used, and http goes only to loopback. The credential is in
// no Evidence, Error or message, even if the gateway repeats it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/gateway/config.h"
#include "core/gateway/evidence.h"

namespace onceover::gateway {

class HttpGateway final : public DeclaredGateway {
 public:
  // credential: the value of config.auth's header; nullopt where there is none. After HTTP 401 it is read again from its place, at most
  // once a minute, and used from the next question on: tokens that a program prints expire soon.
  HttpGateway(Config config, std::optional<std::string> credential, Keychain keychain = {});
  ~HttpGateway() override;
  HttpGateway(const HttpGateway&) = delete;
  HttpGateway& operator=(const HttpGateway&) = delete;

  // A question may take several pages, each its own request. At most Limits::parallel run at once; questions that the deadline cuts off or
  // never starts are unknown.
  std::vector<Evidence> ask(const std::vector<Question>& questions, Deadline deadline) override;
  Evidence cancel(const Question& question, Deadline deadline) override;
  bool lists() const override { return config_.listing.has_value(); }
  Result<void> list(Timestamp from, Timestamp to, const std::function<bool(const Effect&)>& on_effect, Deadline deadline) override;

  const Config& config() const { return config_; }

 private:
  void read_credential_again();

  Config config_;
  std::optional<std::string> credential_;
  Keychain keychain_;
  Deadline credential_read_ = Deadline::min();
  struct Wire;
  std::unique_ptr<Wire> wire_;
};

}  // namespace onceover::gateway
