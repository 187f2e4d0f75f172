// SPDX-License-Identifier: Apache-2.0
#include "core/web/client.h"

#include <curl/curl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <list>
#include <mutex>

#include "core/base/version.h"
#include "core/http/headers.h"
#include "core/http/retry_after.h"
#include "core/key/replay_headers.h"

namespace onceover::web {

// CURL and CURLM are both void.
struct EasyCloser {
  void operator()(CURL* easy) const { curl_easy_cleanup(easy); }
};
struct MultiCloser {
  void operator()(CURLM* multi) const { curl_multi_cleanup(multi); }
};
struct ListCloser {
  void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};

namespace {

constexpr std::size_t max_header_bytes = 64 * 1024;

long left_ms(Deadline deadline) {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Steady::now()).count();
  return static_cast<long>(std::clamp<std::int64_t>(left, 0, 3'600'000));
}

// libcurl knows one place, where the system that it was built on has its authorities. The archive's libcurl
// runs on others, too: Fedora and RHEL, openSUSE, Arch. No environment variable chooses who is trusted.
// nullptr: they are in none of these places.
const char* system_authorities() {
  for (const char* file : {curl_version_info(CURLVERSION_NOW)->cainfo, "/etc/pki/tls/certs/ca-bundle.crt",
                           "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem"}) {
    if (file && ::access(file, R_OK) == 0) return file;
  }
  return nullptr;
}

bool splits_request(const key::Header& header) {
  const auto is_control = [](char c) { return c != '\t' && static_cast<unsigned char>(c) < 0x20; };
  return std::ranges::any_of(header.first, is_control) || std::ranges::any_of(header.second, is_control);
}

std::string_view without_line_end(std::string_view line) {
  while (line.ends_with('\n') || line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

}  // namespace

class Client::Transfer {
 public:
  Transfer(std::uint64_t token, Request request, std::size_t most)
      : request_(std::move(request)), most_(most) {
    reply_.token = token;
  }

  bool begin(CURLM* multi, const Rules& rules, Deadline by) {
    easy_.reset(curl_easy_init());
    CURL* easy = easy_.get();
    if (!easy) return false;
    const char* protocols = rules.is_plain_http ? "http" : "https";
    const auto total_ms = std::min<long>(left_ms(by), static_cast<long>(rules.timeout.count() / 1000));
    const auto connect_ms = static_cast<long>(rules.connect_timeout.count() / 1000);
    bool ok = true;
    const auto set = [&](CURLoption option, auto value) {
      ok = curl_easy_setopt(easy, option, value) == CURLE_OK && ok;
    };
    set(CURLOPT_URL, request_.url.c_str());
    set(CURLOPT_PROTOCOLS_STR, protocols);
    set(CURLOPT_REDIR_PROTOCOLS_STR, protocols);
    set(CURLOPT_FOLLOWLOCATION, 0L);
    set(CURLOPT_PATH_AS_IS, 1L);  // a key must not change the path
    set(CURLOPT_PROXY, "");       // nor an environment variable choose who sees the credential
    set(CURLOPT_NETRC, static_cast<long>(CURL_NETRC_IGNORED));
    set(CURLOPT_NOSIGNAL, 1L);
    set(CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
    if (!rules.ca_file.empty()) {
      set(CURLOPT_CAINFO, rules.ca_file.c_str());
    } else if (const char* file = system_authorities()) {
      set(CURLOPT_CAINFO, file);
    }
    set(CURLOPT_USERAGENT, "onceover/" ONCEOVER_VERSION);
    for (const auto& [name, value] : request_.headers)
      add_header(value.empty() ? name + ';' : name + ": " + value);
    const bool has_type = std::ranges::any_of(
        request_.headers, [](const auto& h) { return key::same_header_name(h.first, "Content-Type"); });
    if (!has_type) add_header("Content-Type:");  // libcurl's own is that of a form
    add_header("Expect:");  // or a large body waits a second for a receiver that does not know it
    set(CURLOPT_HTTPHEADER, headers_.get());
    set(CURLOPT_TIMEOUT_MS, std::max(total_ms, 1L));
    set(CURLOPT_CONNECTTIMEOUT_MS, std::max(connect_ms, 1L));
    set(CURLOPT_MAXFILESIZE_LARGE, static_cast<curl_off_t>(most_));
    set(CURLOPT_WRITEFUNCTION, &Transfer::on_body);
    set(CURLOPT_WRITEDATA, this);
    set(CURLOPT_HEADERFUNCTION, &Transfer::on_header);
    set(CURLOPT_HEADERDATA, this);
    set(CURLOPT_PRIVATE, this);
    set(CURLOPT_ERRORBUFFER, detail_.data());
    if (request_.method != "GET") {
      set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request_.body.size()));
      set(CURLOPT_POSTFIELDS, request_.body.data());
      set(CURLOPT_CUSTOMREQUEST, request_.method.c_str());
    }
    begun_ = Steady::now();
    return ok && curl_multi_add_handle(multi, easy) == CURLM_OK;
  }

  void remove_from(CURLM* multi) { curl_multi_remove_handle(multi, easy_.get()); }

  Reply finish(CURLcode code) {
    reply_.took = std::chrono::duration_cast<Duration>(Steady::now() - begun_);
    long status = 0;
    curl_off_t connected_us = 0;
    curl_easy_getinfo(easy_.get(), CURLINFO_RESPONSE_CODE, &status);
    curl_easy_getinfo(easy_.get(), CURLINFO_PRETRANSFER_TIME_T, &connected_us);
    reply_.status = status >= 200 ? static_cast<int>(status) : 0;
    if (is_oversized_ || code == CURLE_FILESIZE_EXCEEDED) {
      reply_.why = fmt::format("the answer is larger than {} bytes", most_);
    } else if (code == CURLE_PARTIAL_FILE) {
      reply_.why = "the answer was truncated";
    } else if (code == CURLE_OPERATION_TIMEDOUT) {
      reply_.why = "no answer in time" + where_it_waited();
    } else if (code != CURLE_OK) {
      reply_.why = "no answer: " + reason(code);
    }
    reply_.is_unreachable = code != CURLE_OK && connected_us == 0;
    return std::move(reply_);
  }

 private:
  // ": no connection was made"; empty: the request was sent.
  std::string where_it_waited() const {
    curl_off_t resolved_us = 0, prepared_us = 0;
    curl_easy_getinfo(easy_.get(), CURLINFO_NAMELOOKUP_TIME_T, &resolved_us);
    curl_easy_getinfo(easy_.get(), CURLINFO_PRETRANSFER_TIME_T, &prepared_us);
    if (prepared_us > 0) return {};
    if (resolved_us == 0) return ": the host's name was not resolved";
    // libcurl reports no time of its own for the TCP connection.
    const bool is_tls = std::string_view(detail_.data()).find("SSL") != std::string_view::npos;
    return is_tls ? ": the TLS handshake did not end" : ": no connection was made";
  }

  // libcurl's own words, where it has them, and what to do where they do not say so.
  std::string reason(CURLcode code) const {
    std::string words = detail_[0] != 0 ? visible(detail_.data()) : curl_easy_strerror(code);
    // A text that differs each time would be news each time.
    if (const auto at = words.find(" after "); at != std::string::npos) {
      if (const auto end = words.find(" ms", at); end != std::string::npos) words.erase(at, end + 3 - at);
    }
    while (words.ends_with('.') || words.ends_with(' ')) words.pop_back();
    switch (code) {
      case CURLE_SSL_CACERT_BADFILE:
        return "the certificate authorities cannot be read; name a file (ca_file), or install the package "
               "ca-certificates";
      case CURLE_PEER_FAILED_VERIFICATION:
        return fmt::format("the certificate is not trusted ({}); name the file of its authority (ca_file)",
                           words);
      case CURLE_SSL_CONNECT_ERROR:
        return fmt::format("no TLS on this port, or another version of it ({})", words);
      case CURLE_HTTP2:
      case CURLE_UNSUPPORTED_PROTOCOL:
      case CURLE_WEIRD_SERVER_REPLY:
        return fmt::format("this port does not speak HTTP, or only over TLS ({})", words);
      case CURLE_GOT_NOTHING:
        return fmt::format("the connection was closed before an answer came ({})", words);
      default: return words;
    }
  }

  void add_header(const std::string& line) {
    if (curl_slist* longer = curl_slist_append(headers_.get(), line.c_str())) {
      static_cast<void>(headers_.release());
      headers_.reset(longer);
    }
  }

  static std::size_t on_body(const char* data, std::size_t, std::size_t count, void* self) {
    auto& transfer = *static_cast<Transfer*>(self);
    if (transfer.reply_.body.size() + count > transfer.most_) {
      transfer.reply_.body.append(data, transfer.most_ - transfer.reply_.body.size());
      transfer.is_oversized_ = true;
      return 0;
    }
    transfer.reply_.body.append(data, count);
    return count;
  }

  static std::size_t on_header(const char* data, std::size_t, std::size_t count, void* self) {
    auto& transfer = *static_cast<Transfer*>(self);
    transfer.header_bytes_ += count;
    if (transfer.header_bytes_ > max_header_bytes) {
      transfer.is_oversized_ = true;
      return 0;
    }
    const std::string_view line = without_line_end({data, count});
    if (line.starts_with("HTTP/")) transfer.reply_.headers.clear();  // those before were of an answer 1xx
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) return count;
    const std::string_view name = line.substr(0, colon), value = http::trimmed(line.substr(colon + 1));
    transfer.reply_.headers.emplace_back(name, value);
    if (key::same_header_name(name, "Retry-After"))
      transfer.reply_.retry_after = http::parse_retry_after(value, machine_time());
    return count;
  }

  Request request_;
  std::size_t most_;
  Reply reply_;
  std::size_t header_bytes_ = 0;
  bool is_oversized_ = false;
  Deadline begun_{};
  std::array<char, CURL_ERROR_SIZE> detail_{};  // libcurl's words about an error
  std::unique_ptr<curl_slist, ListCloser> headers_;
  std::unique_ptr<CURL, EasyCloser> easy_;  // last: it uses what is above
};

struct Client::State {
  Rules rules;
  std::unique_ptr<CURLM, MultiCloser> multi;
  std::list<Transfer> transfers;  // libcurl holds their addresses
};

Client::Client(Rules rules) : state_(new State{std::move(rules), nullptr, {}}) {
  static std::once_flag once;
  std::call_once(once, [] { curl_global_init(CURL_GLOBAL_DEFAULT); });
  state_->multi.reset(curl_multi_init());
}
Client::~Client() {
  if (state_) abandon();
}
Client::Client(Client&&) noexcept = default;
Client& Client::operator=(Client&& other) noexcept {
  std::swap(state_, other.state_);
  return *this;
}

bool Client::begin(std::uint64_t token, Request request, Deadline by) {
  State& s = *state_;
  if (!s.multi || std::ranges::any_of(request.headers, splits_request)) return false;
  Transfer& transfer = s.transfers.emplace_back(token, std::move(request), s.rules.most_answer_bytes);
  if (transfer.begin(s.multi.get(), s.rules, by)) return true;
  s.transfers.pop_back();
  return false;
}

std::size_t Client::under_way() const { return state_->transfers.size(); }

std::vector<Reply> Client::poll(Duration wait) {
  State& s = *state_;
  std::vector<Reply> replies;
  const auto perform = [&] {
    int running = 0, left = 0;
    if (curl_multi_perform(s.multi.get(), &running) != CURLM_OK) return;
    while (const CURLMsg* message = curl_multi_info_read(s.multi.get(), &left)) {
      if (message->msg != CURLMSG_DONE) continue;
      Transfer* transfer = nullptr;
      const CURLcode code = message->data.result;
      curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &transfer);
      transfer->remove_from(s.multi.get());
      replies.push_back(transfer->finish(code));
      s.transfers.remove_if([&](const Transfer& each) { return &each == transfer; });
    }
  };
  if (s.transfers.empty()) return replies;
  perform();
  if (!replies.empty() || wait <= Duration{0}) return replies;
  const auto ms = std::chrono::ceil<std::chrono::milliseconds>(wait).count();
  curl_multi_poll(s.multi.get(), nullptr, 0, static_cast<int>(std::min<std::int64_t>(ms, 60'000)), nullptr);
  perform();
  return replies;
}

void Client::abandon() {
  for (Transfer& transfer : state_->transfers) transfer.remove_from(state_->multi.get());
  state_->transfers.clear();
}

}  // namespace onceover::web
