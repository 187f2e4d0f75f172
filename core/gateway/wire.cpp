#include "core/gateway/wire.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <string_view>

#include "core/base/text.h"
#include "core/gateway/url.h"
#include "core/http/retry_after.h"
#include "core/key/replay_headers.h"

namespace onceover::gateway {
namespace {

// Shorter words are too common to mask in an answer.
constexpr std::size_t min_secret_bytes = 6;
constexpr std::size_t max_header_bytes = 64 * 1024;
// No gateway answers faster: a request with less time left would only add load.
constexpr long min_question_ms = 20;

// The header's value, the part after its scheme ("Bearer …"), and what that part holds where it is Base64 ("Basic …": user and password).
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

long left_ms(Deadline deadline) {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Steady::now()).count();
  return static_cast<long>(std::clamp<std::int64_t>(left, 0, 3'600'000));
}

Timestamp wall_clock() {  // only for an HTTP date in Retry-After: a wait, not a decision
  return {std::chrono::duration_cast<Duration>(std::chrono::system_clock::now().time_since_epoch()).count()};
}

std::string_view trimmed(std::string_view text) {
  const auto is_space = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

}  // namespace

struct HttpWire::Transfer {
  const WireRequest* request = nullptr;
  WireReply* reply = nullptr;
  std::unique_ptr<CURL, EasyCloser> easy;
  std::string body;
  std::size_t header_bytes = 0;
  std::size_t max_body = 0;
  std::optional<Duration> retry_after;
  bool oversized = false;
  Deadline begun{};

  static std::size_t on_body(const char* data, std::size_t, std::size_t count, void* self) {
    auto& transfer = *static_cast<Transfer*>(self);
    if (transfer.body.size() + count > transfer.max_body) {
      transfer.oversized = true;
      return 0;
    }
    transfer.body.append(data, count);
    return count;
  }

  static std::size_t on_header(const char* data, std::size_t, std::size_t count, void* self) {
    auto& transfer = *static_cast<Transfer*>(self);
    transfer.header_bytes += count;
    if (transfer.header_bytes > max_header_bytes) {
      transfer.oversized = true;
      return 0;
    }
    const std::string_view line(data, count);
    const std::size_t colon = line.find(':');
    if (colon != std::string_view::npos && key::same_header_name(line.substr(0, colon), "Retry-After")) {
      transfer.retry_after = http::parse_retry_after(trimmed(line.substr(colon + 1)), wall_clock());
    }
    return count;
  }

  void finish(CURLcode code) {
    reply->took = std::chrono::duration_cast<Duration>(Steady::now() - begun);
    if (oversized || code == CURLE_FILESIZE_EXCEEDED) {
      reply->why = fmt::format("the answer is larger than {} bytes", max_body);
    } else if (code == CURLE_PARTIAL_FILE) {
      reply->why = "the answer was truncated";
    } else if (code == CURLE_OPERATION_TIMEDOUT) {
      reply->why = "no answer in time";
    } else if (code != CURLE_OK) {
      reply->why = fmt::format("no answer: {}", curl_easy_strerror(code));
    } else {
      long status = 0;
      curl_easy_getinfo(easy.get(), CURLINFO_RESPONSE_CODE, &status);
      reply->answer = HttpAnswer{static_cast<int>(status), retry_after, std::move(body)};
    }
  }
};

HttpWire::HttpWire(const Config& config, const std::optional<std::string>& credential)
    : limits_(config.limits), plain_http_(is_plain_http(config.base_url)), ca_file_(config.ca_file), rate_(shared_rate_limit(config)) {
  static std::once_flag once;
  std::call_once(once, [] { curl_global_init(CURL_GLOBAL_DEFAULT); });
  multi_.reset(curl_multi_init());
  const auto add_to = [](auto& list, const std::string& line) {
    if (curl_slist* longer = curl_slist_append(list.get(), line.c_str())) {
      static_cast<void>(list.release());
      list.reset(longer);
    }
  };
  const auto add = [&](const std::string& line) {
    add_to(headers_, line);
    add_to(headers_with_body_, line);
  };
  const bool own_accept = std::ranges::any_of(config.headers, [](const auto& each) { return key::same_header_name(each.first, "Accept"); });
  if (!own_accept) add("Accept: application/json");
  for (const auto& [name, value] : config.headers) add(name + ": " + value);
  add_to(headers_with_body_, "Content-Type: application/json");
  if (credential && config.auth) {
    add(config.auth->header + ": " + *credential);
    mask_ = std::make_shared<const Mask>(mask_of(*credential));
  }
}

std::string HttpWire::scrubbed(std::string text) const { return (*mask_)(std::move(text)); }

bool HttpWire::begin(Transfer& transfer, Deadline deadline) {
  transfer.easy.reset(curl_easy_init());
  CURL* easy = transfer.easy.get();
  if (!easy) return false;
  const char* protocols = plain_http_ ? "http" : "https";
  const auto total_ms = std::min<long>(left_ms(deadline), static_cast<long>(limits_.timeout.count() / 1000));
  const auto connect_ms = static_cast<long>(limits_.connect_timeout.count() / 1000);
  bool ok = true;
  const auto set = [&](CURLoption option, auto value) { ok = curl_easy_setopt(easy, option, value) == CURLE_OK && ok; };
  set(CURLOPT_URL, transfer.request->url.c_str());
  set(CURLOPT_PROTOCOLS_STR, protocols);
  set(CURLOPT_REDIR_PROTOCOLS_STR, protocols);
  set(CURLOPT_FOLLOWLOCATION, 0L);
  set(CURLOPT_PATH_AS_IS, 1L);  // a key must not change the path
  set(CURLOPT_PROXY, "");       // nor an environment variable choose who sees the credential
  set(CURLOPT_NETRC, static_cast<long>(CURL_NETRC_IGNORED));
  set(CURLOPT_NOSIGNAL, 1L);
  set(CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
  if (!ca_file_.empty()) set(CURLOPT_CAINFO, ca_file_.c_str());
  set(CURLOPT_USERAGENT, "onceover/" ONCEOVER_VERSION);
  set(CURLOPT_HTTPHEADER, transfer.request->body.empty() ? headers_.get() : headers_with_body_.get());
  set(CURLOPT_TIMEOUT_MS, std::max(total_ms, 1L));
  set(CURLOPT_CONNECTTIMEOUT_MS, std::max(connect_ms, 1L));
  set(CURLOPT_MAXFILESIZE_LARGE, static_cast<curl_off_t>(limits_.max_answer_bytes));
  set(CURLOPT_WRITEFUNCTION, &Transfer::on_body);
  set(CURLOPT_WRITEDATA, &transfer);
  set(CURLOPT_HEADERFUNCTION, &Transfer::on_header);
  set(CURLOPT_HEADERDATA, &transfer);
  set(CURLOPT_PRIVATE, &transfer);
  if (transfer.request->method != "GET") {
    set(CURLOPT_POSTFIELDSIZE, static_cast<long>(transfer.request->body.size()));
    set(CURLOPT_COPYPOSTFIELDS, transfer.request->body.c_str());
    set(CURLOPT_CUSTOMREQUEST, transfer.request->method.c_str());
  }
  transfer.max_body = limits_.max_answer_bytes;
  transfer.begun = Steady::now();
  return ok && curl_multi_add_handle(multi_.get(), easy) == CURLM_OK;
}

std::vector<WireReply> HttpWire::exchange(const std::vector<WireRequest>& requests, Deadline deadline) {
  std::vector<WireReply> replies(requests.size());
  std::vector<Transfer> transfers(requests.size());  // never grows: libcurl holds their addresses
  std::size_t next = 0;
  int under_way = 0;
  // The next requests that the rate allows; one that waits delays only those after it.
  bool waits = false;
  Deadline may_begin{};
  const auto is_allowed = [&] {
    if (!rate_) return true;
    if (!waits) {
      const auto taken = rate_->take(Steady::now(), deadline - std::chrono::milliseconds(min_question_ms));
      if (!taken) {  // nor any after it
        for (; next < requests.size(); ++next) replies[next].why = "not asked: the declared rate leaves no time for it";
        return false;
      }
      may_begin = *taken;
    }
    waits = may_begin > Steady::now();
    return !waits;
  };
  while (multi_ && (under_way > 0 || (next < requests.size() && left_ms(deadline) >= min_question_ms)) && left_ms(deadline) > 0) {
    while (next < requests.size() && under_way < limits_.parallel && left_ms(deadline) >= min_question_ms && is_allowed()) {
      Transfer& transfer = transfers[next];
      transfer.request = &requests[next];
      transfer.reply = &replies[next];
      ++next;
      transfer.reply->was_sent = true;
      if (begin(transfer, deadline)) {
        ++under_way;
      } else {
        transfer.easy.reset();
        transfer.reply->why = "the request could not be made";
      }
    }
    int running = 0, left = 0;
    if (curl_multi_perform(multi_.get(), &running) != CURLM_OK) break;
    bool any_finished = false;
    while (const CURLMsg* message = curl_multi_info_read(multi_.get(), &left)) {
      if (message->msg != CURLMSG_DONE) continue;
      Transfer* transfer = nullptr;
      const CURLcode code = message->data.result;
      curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &transfer);
      curl_multi_remove_handle(multi_.get(), transfer->easy.get());
      transfer->finish(code);
      transfer->easy.reset();
      --under_way;
      any_finished = true;
    }
    const long until_allowed = waits ? left_ms(may_begin) + 1 : 1000L;
    if (!any_finished && (under_way > 0 || waits))
      curl_multi_poll(multi_.get(), nullptr, 0, static_cast<int>(std::min({left_ms(deadline), until_allowed, 1000L})), nullptr);
  }
  for (std::size_t i = 0; i < requests.size(); ++i) {
    if (transfers[i].easy) {
      curl_multi_remove_handle(multi_.get(), transfers[i].easy.get());
      replies[i].took = std::chrono::duration_cast<Duration>(Steady::now() - transfers[i].begun);
    }
    if (!replies[i].answer && replies[i].why.empty())
      replies[i].why = transfers[i].request ? "no answer in time" : "not asked: no time was left";
  }
  return replies;
}

}  // namespace onceover::gateway
