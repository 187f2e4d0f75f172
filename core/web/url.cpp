// SPDX-License-Identifier: Apache-2.0
#include "core/web/url.h"

#include <curl/curl.h>
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "core/base/file.h"
#include "core/base/text.h"
#include "core/http/webhook.h"

namespace onceover::web {

namespace {

struct UrlCloser {
  void operator()(CURLU* url) const { curl_url_cleanup(url); }
};
using Url = std::unique_ptr<CURLU, UrlCloser>;

Url parsed(const std::string& text) {
  Url url(curl_url());
  if (!url || curl_url_set(url.get(), CURLUPART_URL, text.c_str(), 0) != CURLUE_OK) return nullptr;
  return url;
}

// Empty where the URL has no such part.
std::string part(CURLU* url, CURLUPart what, unsigned flags = 0) {
  char* text = nullptr;
  if (curl_url_get(url, what, &text, flags) != CURLUE_OK) return {};
  std::string out = text;
  curl_free(text);
  return out;
}

}  // namespace

std::optional<std::string> wrong_with_url(const std::string& text) {
  const Url url = parsed(text);
  if (!url) return "must be a URL";
  const std::string scheme = part(url.get(), CURLUPART_SCHEME), host = part(url.get(), CURLUPART_HOST);
  if (scheme != "https" && scheme != "http") return "must be https";
  // libcurl itself resolves "localhost" to loopback, whatever a resolver returns.
  if (scheme == "http" && !is_loopback(host)) return "must be https: http is only for loopback hosts";
  if (!part(url.get(), CURLUPART_USER).empty() || !part(url.get(), CURLUPART_PASSWORD).empty())
    return "must not contain a user or a password";
  // The parser skips some of these and ends at a NUL, so that its address and the text could differ.
  const bool has_control = std::any_of(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
  if (has_control || text.find_first_of("#{} ") != std::string::npos)
    return "must not contain a fragment, brace, space or control character";
  return std::nullopt;
}

std::optional<std::string> wrong_with_base_url(const std::string& text) {
  if (auto wrong = wrong_with_url(text)) return wrong;
  return text.find('?') == std::string::npos ? std::nullopt
                                             : std::optional<std::string>("must not contain a query");
}

std::optional<std::string> within_origin(const std::string& base_url, const std::string& address) {
  const Url base = parsed(base_url), url = parsed(base_url);
  const bool is_clean =
      std::all_of(address.begin(), address.end(), [](char c) { return c > ' ' && c < 0x7F && c != '\\'; });
  if (!base || !url || !is_clean || address.find('#') != std::string::npos) return std::nullopt;
  if (curl_url_set(url.get(), CURLUPART_URL, address.c_str(), 0) != CURLUE_OK) return std::nullopt;
  for (const CURLUPart what :
       {CURLUPART_SCHEME, CURLUPART_HOST, CURLUPART_PORT, CURLUPART_USER, CURLUPART_PASSWORD}) {
    const unsigned flags = what == CURLUPART_PORT ? CURLU_DEFAULT_PORT : 0;
    if (part(base.get(), what, flags) != part(url.get(), what, flags)) return std::nullopt;
  }
  return part(url.get(), CURLUPART_URL);
}

bool is_plain_http(const std::string& text) {
  const Url url = parsed(text);
  return url && part(url.get(), CURLUPART_SCHEME) == "http";
}

std::string origin_of(const std::string& text) {
  const Url url = parsed(text);
  if (!url) return {};
  const std::string port = part(url.get(), CURLUPART_PORT);
  return part(url.get(), CURLUPART_SCHEME) + "://" + part(url.get(), CURLUPART_HOST) +
         (port.empty() ? "" : ":" + port);
}

namespace {

// A rotation has two, one after the other has three for a moment.
constexpr std::size_t most_secrets = 4;
constexpr std::size_t most_secret_bytes = 1024, least_text = 16;

}  // namespace

Result<std::vector<std::string>> read_webhook_secrets(const std::vector<std::string>& files,
                                                      const std::string& not_done, bool is_text) {
  if (files.empty() || files.size() > most_secrets)
    return fail(ErrorKind::invalid_input,
                fmt::format("A webhook has 1 to {} secrets; {} files are named.", most_secrets, files.size()),
                not_done, "Name the file of the secret, and during a rotation also that of the old one.");
  std::vector<std::string> secrets;
  for (const std::string& file : files) {
    auto text = read_whole_file(file, {most_secret_bytes, OthersMay::nothing, "secret file", not_done});
    if (!text) return fail(text.error());
    while (text->ends_with('\n') || text->ends_with('\r')) text->pop_back();
    const bool is_long = text->size() >= least_text && text->find_first_of(" \t\r\n") == std::string::npos;
    auto secret = !is_text ? http::webhook_secret(*text) : is_long ? std::optional(*text) : std::nullopt;
    if (!secret)
      return fail(ErrorKind::invalid_input,
                  fmt::format("The secret file {} holds no secret of a webhook.", visible(file)), not_done,
                  is_text ? "It must hold the sender's signing secret, at least 16 characters on one line."
                          : "It must hold whsec_ and the Base64 of 24 to 64 random bytes, on one line.");
    secrets.push_back(*std::move(secret));
  }
  return secrets;
}

}  // namespace onceover::web
