// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/wire.h"

#include <map>
#include <thread>
#include <tuple>

#include "core/key/replay_headers.h"
#include "core/web/url.h"

namespace onceover::gateway {
namespace {

// Shorter words are too common to mask in an answer.
constexpr std::size_t min_secret_bytes = 6;
// No gateway answers faster: a request with less time left would only add load.
constexpr long min_question_ms = 20;

// The header's value, the part after its scheme ("Bearer …"), and what that part holds where it is Base64
// ("Basic …": user and password).
Mask mask_of(const std::string& credential) {
  std::vector<std::string> secrets = {credential};
  const std::size_t space = credential.rfind(' ');
  if (space != std::string::npos) secrets.push_back(credential.substr(space + 1));
  if (ascii_lower(credential).starts_with("basic ")) {
    if (const auto pair = from_base64(secrets.back())) {
      secrets.push_back(*pair);
      secrets.push_back(pair->substr(std::min(pair->size(), pair->find(':') + 1)));
    }
  }
  return Mask(std::move(secrets), min_secret_bytes);
}

// As caches tell it; unreadable is as old as can be.
Duration age_of(const std::vector<key::Header>& headers) {
  constexpr std::int64_t most_s = 366 * 86'400;
  Duration age{0};
  for (const auto& [name, value] : headers) {
    if (!key::same_header_name(name, "Age")) continue;
    const auto seconds = number_from<std::int64_t>(value);
    age = std::max<Duration>(
        age, std::chrono::seconds(seconds && *seconds >= 0 ? std::min(*seconds, most_s) : most_s));
  }
  return age;
}

long left_ms(Deadline deadline) {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Steady::now()).count();
  return static_cast<long>(std::clamp<std::int64_t>(left, 0, 3'600'000));
}

}  // namespace

HttpWire::HttpWire(const Config& config, const std::optional<std::string>& credential)
    : parallel_(config.limits.parallel),
      rate_(shared_rate_limit(config)),
      client_({.is_plain_http = web::is_plain_http(config.base_url),
               .ca_file = config.ca_file,
               .timeout = config.limits.timeout,
               .connect_timeout = config.limits.connect_timeout,
               .most_answer_bytes = config.limits.max_answer_bytes}) {
  const bool own_accept = std::ranges::any_of(
      config.headers, [](const auto& each) { return key::same_header_name(each.first, "Accept"); });
  if (!own_accept) headers_.emplace_back("Accept", "application/json");
  // Evidence is asked fresh, also of a cache in between.
  const bool own_caching = std::ranges::any_of(
      config.headers, [](const auto& each) { return key::same_header_name(each.first, "Cache-Control"); });
  if (!own_caching) headers_.emplace_back("Cache-Control", "no-cache");
  headers_.insert(headers_.end(), config.headers.begin(), config.headers.end());
  if (credential && config.auth) {
    headers_.emplace_back(config.auth->header, *credential);
    mask_ = std::make_shared<const Mask>(mask_of(*credential));
  }
}

std::string HttpWire::scrubbed(std::string text) const { return (*mask_)(std::move(text)); }

std::vector<WireReply> HttpWire::exchange(const std::vector<WireRequest>& requests, Deadline deadline) {
  std::vector<WireReply> replies(requests.size());
  std::vector<Deadline> begun(requests.size());
  std::size_t next = 0;
  // The next requests that the rate allows; one that waits delays only those after it.
  bool waits = false;
  Deadline may_begin{};
  const auto is_allowed = [&] {
    if (!rate_) return true;
    if (!waits) {
      const auto taken = rate_->take(Steady::now(), deadline - std::chrono::milliseconds(min_question_ms));
      if (!taken) {  // nor any after it
        for (; next < requests.size(); ++next)
          replies[next].why = "not asked: the declared rate leaves no time for it";
        return false;
      }
      may_begin = *taken;
    }
    waits = may_begin > Steady::now();
    return !waits;
  };
  while ((client_.under_way() > 0 || (next < requests.size() && left_ms(deadline) >= min_question_ms)) &&
         left_ms(deadline) > 0) {
    while (next < requests.size() && client_.under_way() < static_cast<std::size_t>(parallel_) &&
           left_ms(deadline) >= min_question_ms && is_allowed()) {
      const std::size_t at = next++;
      begun[at] = Steady::now();
      replies[at].was_sent = true;
      web::Request request{requests[at].method, requests[at].url, headers_, requests[at].body};
      if (!request.body.empty()) request.headers.emplace_back("Content-Type", "application/json");
      if (!client_.begin(at, std::move(request), deadline)) replies[at].why = "the request could not be made";
    }
    const long most_ms = std::min({left_ms(deadline), waits ? left_ms(may_begin) + 1 : 1000L, 1000L});
    if (client_.under_way() == 0) {
      if (waits) std::this_thread::sleep_for(std::chrono::milliseconds(most_ms));
      continue;
    }
    for (web::Reply& reply : client_.poll(std::chrono::milliseconds(most_ms))) {
      WireReply& one = replies[reply.token];
      one.took = reply.took;
      one.why = std::move(reply.why);
      if (one.why.empty())
        one.answer =
            HttpAnswer{reply.status, reply.retry_after, std::move(reply.body), age_of(reply.headers)};
    }
  }
  client_.abandon();
  for (std::size_t i = 0; i < requests.size(); ++i) {
    if (replies[i].answer || !replies[i].why.empty()) continue;
    replies[i].why = replies[i].was_sent ? "no answer in time" : "not asked: no time was left";
    if (replies[i].was_sent) replies[i].took = std::chrono::duration_cast<Duration>(Steady::now() - begun[i]);
  }
  return replies;
}

RateLimit::RateLimit(const Rate& rate)
    : between_(std::chrono::duration_cast<Steady::duration>(rate.span) / std::max(rate.requests, 1)),
      ahead_(between_ * (std::max(rate.burst, 1) - 1)),
      next_(Deadline::min()) {}

std::optional<Deadline> RateLimit::take(Deadline now, Deadline latest) {
  const std::lock_guard lock(mutex_);
  const Deadline due = std::max(next_, now);
  const Deadline begins = std::max(now, due - ahead_);
  if (begins > latest) return std::nullopt;
  next_ = due + between_;
  return begins;
}

std::shared_ptr<RateLimit> shared_rate_limit(const Config& config) {
  if (!config.rate) return nullptr;
  // The only process-wide state of this room: two configurations with one address are one gateway.
  static std::mutex mutex;
  static std::map<std::tuple<std::string, int, Duration, int>, std::weak_ptr<RateLimit>> known;
  const std::lock_guard lock(mutex);
  std::erase_if(known, [](const auto& each) { return each.second.expired(); });
  auto& kept = known[{config.base_url, config.rate->requests, config.rate->span, config.rate->burst}];
  auto limit = kept.lock();
  if (!limit) kept = limit = std::make_shared<RateLimit>(*config.rate);
  return limit;
}

}  // namespace onceover::gateway
