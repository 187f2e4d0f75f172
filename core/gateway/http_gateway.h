// SPDX-License-Identifier: Apache-2.0
// A gateway asked over HTTP: many questions at once, by libcurl's multi interface.
//
// Requests go only to the configured host: no redirect is followed, no proxy is used, and http goes only to
// loopback. The credential is in no Evidence, Error or message, even if the gateway repeats it.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/gateway/config.h"
#include "core/gateway/evidence.h"
#include "core/gateway/mapping.h"

namespace onceover::gateway {

class HttpGateway final : public DeclaredGateway {
 public:
  // credential: the value of config.auth's header; nullopt where there is none. After HTTP 401 it is read
  // again from its place, at most once a minute, and used from the next question on: tokens that a program
  // prints expire soon.
  HttpGateway(Config config, std::optional<std::string> credential, Keychain keychain = {});
  ~HttpGateway() override;
  HttpGateway(const HttpGateway&) = delete;
  HttpGateway& operator=(const HttpGateway&) = delete;

  // A question may take several pages, each its own request. At most Limits::parallel run at once; questions
  // that the deadline cuts off or never starts are unknown.
  std::vector<Evidence> ask(const std::vector<Question>& questions, Deadline deadline) override;
  Evidence cancel(const Question& question, Deadline deadline) override;
  bool lists() const override { return config_.listing.has_value(); }
  Result<void> list(Timestamp from, Timestamp to, const std::function<bool(const Effect&)>& on_effect,
                    Deadline deadline) override;

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

// The answer to one question, page by page: pure.

class PagedAnswer {
 public:
  // All three must outlive it.
  PagedAnswer(const Lookup& lookup, const Declaration& declared, const Question& question)
      : lookup_(lookup), declared_(declared), question_(question) {}

  // Whether to ask for another page, at next().
  bool take(HttpAnswer page);
  // A page did not arrive: the answer is incomplete and proves nothing, unless two effects were already seen.
  void lose(const std::string& why);
  const std::string& next() const { return next_; }
  int pages() const { return pages_; }
  // What all pages prove together. Its body and effect_at are those of the deciding page.
  const Evidence& evidence() const { return evidence_; }

 private:
  void merge(Evidence page);
  const Lookup& lookup_;
  const Declaration& declared_;
  const Question& question_;
  Evidence evidence_;
  int pages_ = 0;
  std::ptrdiff_t done_ = 0;
  std::string next_;
  std::set<std::string> seen_;   // the pages so far: finds loops
  std::set<std::string> shown_;  // what they show as done
};

}  // namespace onceover::gateway
