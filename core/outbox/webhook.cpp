// SPDX-License-Identifier: Apache-2.0
#include "core/outbox/webhook.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <unordered_map>

#include "core/base/json_tree.h"
#include "core/base/mask.h"
#include "core/http/webhook.h"
#include "core/key/replay_headers.h"
#include "core/web/url.h"

namespace onceover::outbox {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t most_answer_bytes = 4096, most_shown = 200;
// Servers take 8 to 64 kB of headers.
constexpr std::size_t most_header_bytes = 32 * 1024;
// A receiver may ask for more; after that time it is tried again all the same.
constexpr Duration longest_wait = 1h;
constexpr Duration heard_within = 30s;
// So that the reason is known soon; a SYN is sent three times in it.
constexpr Duration connect_within = 4s;

bool is_token(std::string_view name) {
  return !name.empty() && name.size() <= 200 && std::ranges::all_of(name, [](char c) {
    return is_ascii_alnum(c) || std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
  });
}

bool is_control(char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7F; }
bool has_controls(std::string_view value) { return std::ranges::any_of(value, is_control); }

// As CloudEvents writes values into headers.
std::string header_value(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte > ' ' && byte < 0x7F && c != '"' && c != '%') {
      out += c;
    } else {
      out += fmt::format("%{:02X}", byte);
    }
  }
  return out;
}

void append_values(const json::Json& of, std::string& out) {
  if (of.is_scalar() && of.kind != json::Json::Kind::null) out += of.text + '\n';
  for (const json::Json& item : of.items) append_values(item, out);
  for (const json::Json::Member& member : of.members) append_values(member.value, out);
}

// A receiver may quote what it was sent, and not all who see the error may see the payload: what both have is
// left out. Of JSON its values; names say what is wrong. One pass over the payload, which may be a megabyte.
std::string without_payload(std::string_view text, std::string_view payload) {
  constexpr std::size_t least = 4;  // bytes
  if (text.size() < least) return std::string(text);
  std::string values;
  if (const auto tree = json::parse_json(payload)) {
    append_values(*tree, values);
    payload = values;
  }
  std::unordered_map<std::string_view, bool> in_payload;
  for (std::size_t at = 0; at + least <= text.size(); ++at) in_payload.emplace(text.substr(at, least), false);
  for (std::size_t at = 0; at + least <= payload.size(); ++at) {
    if (const auto part = in_payload.find(payload.substr(at, least)); part != in_payload.end())
      part->second = true;
  }
  std::string out;
  std::size_t hidden_to = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (at + least <= text.size() && in_payload.at(text.substr(at, least))) {
      if (hidden_to <= at) out += "[…]";
      hidden_to = at + least;
    }
    if (at >= hidden_to) out += text[at];
  }
  return out;
}

std::int64_t seconds_now() {
  return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch())
      .count();
}

class Webhook final : public Destination {
 public:
  Webhook(WebhookConfig config, std::vector<std::string> secrets)
      : config_(std::move(config)),
        secrets_(std::move(secrets)),
        client_({.is_plain_http = web::is_plain_http(config_.url),
                 .ca_file = config_.ca_file,
                 .timeout = config_.timeout,
                 .connect_timeout = std::min(config_.timeout, connect_within),
                 .most_answer_bytes = most_answer_bytes}) {
    std::vector<std::string> hidden = secrets_;
    hidden.push_back(config_.url.substr(std::min(web::origin_of(config_.url).size(), config_.url.size())));
    mask_ = Mask(std::move(hidden), 6);
  }

  bool send(std::uint64_t token, const Stored& event) override {
    if (client_.under_way() + reports_.size() >= static_cast<std::size_t>(config_.parallel)) return false;
    if (!gone_.empty())
      return report(
          {.token = token, .result = Report::Result::unavailable, .error = gone_, .retry_after = 1min});
    web::Request request{.method = "POST", .url = config_.url, .headers = webhook_headers(event, config_)};
    std::size_t bytes = 0;
    for (const auto& [name, value] : request.headers) bytes += name.size() + value.size() + 4;
    if (bytes > most_header_bytes)
      return report({.token = token,
                     .result = Report::Result::refused,
                     .error = fmt::format("The event's headers have {} bytes; {} at most are sent.", bytes,
                                          most_header_bytes)});
    request.body = event.payload.value_or(std::string_view());
    const std::int64_t now = seconds_now();
    request.headers.emplace_back(http::webhook_timestamp, std::to_string(now));
    request.headers.emplace_back(http::webhook_signature,
                                 http::sign_webhook(secrets_, event.id, now, request.body));
    if (!client_.begin(token, std::move(request)))
      return report(
          {.token = token, .result = Report::Result::unavailable, .error = "The request could not be made."});
    sent_.insert_or_assign(token, event);
    return true;
  }

  std::vector<Report> poll(Duration wait) override {
    std::vector<web::Reply> replies = client_.poll(reports_.empty() ? wait : Duration{0});
    // First what was taken: a failure beside it is the event's.
    std::stable_partition(replies.begin(), replies.end(),
                          [](const web::Reply& reply) { return reply.status >= 200 && reply.status < 300; });
    for (const web::Reply& reply : replies) {
      const auto now = Steady::now();
      const bool is_heard = heard_at_ && now - *heard_at_ < std::max(heard_within, 2 * config_.timeout);
      WebhookEnd end = end_of(reply, is_heard);
      if (end.result == Report::Result::delivered || end.result == Report::Result::refused) heard_at_ = now;
      if (end.is_gone) gone_ = end.error;
      const auto sent = sent_.extract(reply.token);
      if (end.result != Report::Result::delivered)
        end.error = mask_(std::move(end.error)) +
                    excerpt(reply.body,
                            sent ? sent.mapped().payload.value_or(std::string_view()) : std::string_view());
      Report made{.token = reply.token, .result = end.result, .error = std::move(end.error)};
      if (reply.retry_after) made.retry_after = std::min(*reply.retry_after, longest_wait);
      reports_.push_back(std::move(made));
    }
    return std::exchange(reports_, {});
  }

  void abandon(Duration) override {
    client_.abandon();
    reports_.clear();
    sent_.clear();
  }

 private:
  bool report(Report made) {
    reports_.push_back(std::move(made));
    return true;
  }
  std::string excerpt(const std::string& body, std::string_view payload) const {
    if (body.empty()) return {};
    // Masked before it is cut, and without its end: a cut could leave half a secret.
    std::string text = mask_(body.substr(0, cut_at(body, most_answer_bytes - 8)));
    if (body.size() >= most_answer_bytes - 8)
      text.resize(cut_at(text, text.size() - std::min<std::size_t>(text.size(), 512)));
    text.resize(cut_at(text, 2 * most_shown));
    return " Its answer begins: " + elided(visible(without_payload(text, payload)), most_shown);
  }

  WebhookConfig config_;
  std::vector<std::string> secrets_;
  Mask mask_;
  std::vector<Report> reports_;
  std::unordered_map<std::uint64_t, Stored> sent_;  // what is under way
  std::string gone_;                                // why nothing is sent any more
  std::optional<Deadline> heard_at_;
  web::Client client_;
};

}  // namespace

bool is_sendable(std::string_view name) {
  static constexpr std::array<std::string_view, 24> reserved{"accept",
                                                             "authorization",
                                                             "connection",
                                                             "content-encoding",
                                                             "content-length",
                                                             "content-type",
                                                             "cookie",
                                                             "date",
                                                             "expect",
                                                             "forwarded",
                                                             "host",
                                                             "keep-alive",
                                                             "origin",
                                                             "range",
                                                             "set-cookie",
                                                             "te",
                                                             "trailer",
                                                             "transfer-encoding",
                                                             "upgrade",
                                                             "user-agent",
                                                             "via",
                                                             "id",
                                                             "type",
                                                             "idempotency-status"};
  static constexpr std::array<std::string_view, 6> families{"webhook-", "event-",       "ce-",
                                                            "proxy-",   "x-forwarded-", "sec-"};
  const std::string low = ascii_lower(name);
  return is_token(low) && std::ranges::find(reserved, low) == reserved.end() &&
         std::ranges::none_of(families, [&](std::string_view family) { return low.starts_with(family); });
}

std::vector<key::Header> webhook_headers(const Stored& event, const WebhookConfig& config) {
  std::vector<key::Header> headers{{std::string(http::webhook_id), std::string(event.id)}};
  const auto add = [&](const char* name, std::string_view value) {
    if (!value.empty()) headers.emplace_back(name, header_value(value));
  };
  add("event-topic", event.topic), add("event-type", event.type);
  add("event-aggregate-type", event.aggregate_type), add("event-aggregate-id", event.aggregate_id);
  if (!event.payload) headers.emplace_back(http::event_tombstone, "true");
  if (event.payload && !event.content_type.empty() && !has_controls(event.content_type))
    headers.emplace_back("Content-Type", event.content_type);
  if (config.cloud_events) {
    add("ce-specversion", "1.0"), add("ce-id", event.id), add("ce-source", config.source);
    add("ce-type", event.type.empty() ? event.topic : event.type), add("ce-time", iso(event.created_at));
  }
  if (event.headers == "{}") return headers;
  const auto own = nlohmann::json::parse(event.headers, nullptr, false);
  if (!own.is_object()) return headers;
  const std::size_t ours = headers.size();
  for (const auto& [name, value] : own.items()) {
    if (!value.is_string() || !is_sendable(name) || has_controls(value.get_ref<const std::string&>()))
      continue;
    const bool is_second = std::any_of(
        headers.begin() + static_cast<std::ptrdiff_t>(ours), headers.end(),
        [&, &name = name](const key::Header& each) { return key::same_header_name(each.first, name); });
    if (!is_second) headers.emplace_back(name, value.get<std::string>());
  }
  return headers;
}

WebhookEnd end_of(const web::Reply& reply, bool is_heard) {
  using enum Report::Result;
  const int status = reply.status;
  const auto answered = [&](const char* rest) {
    return fmt::format("The receiver answered {}{}", status, rest);
  };
  if (reply.is_unreachable) return {unavailable, "The receiver cannot be reached: " + reply.why + '.'};
  if (status == 0)
    return {is_heard ? failed : unavailable, "The receiver did not answer: " + reply.why + '.'};
  if (status < 300) return {};
  if (status < 400) return {unavailable, answered(": redirects are not followed. Configure the final URL.")};
  switch (status) {
    case 400:
    case 409:
    case 413:
    case 415:
    case 422:
    case 431: return {refused, answered(": it refuses the event.")};
    case 401:
    case 403:
      return {
          unavailable,
          answered(": it does not accept the signature or the sender. Check the secrets and both clocks.")};
    case 404:
    case 405:
    case 421: return {unavailable, answered(": nothing takes events there. Check the URL.")};
    case 410:
      return {unavailable,
              answered(": it wants no more events. Nothing more is sent until the relay is started again; "
                       "nothing is lost. Check the URL with the receiver's owner."),
              true};
    case 429:
    case 503: return {unavailable, answered(": it takes nothing now.")};
    default: break;
  }
  if (status < 500) return {failed, answered(".")};
  return {is_heard ? failed : unavailable, answered(".")};
}

Result<std::unique_ptr<Destination>> to_webhook(const WebhookConfig& config) {
  constexpr const char* not_done = "Nothing was published.";
  const auto invalid = [&](std::string what, std::string next) {
    return fail(ErrorKind::invalid_input, std::move(what), not_done, std::move(next));
  };
  if (const auto wrong = web::wrong_with_url(config.url))
    return invalid("The webhook's URL " + *wrong + '.', "Correct the relay's configuration.");
  if (config.parallel < 1 || config.parallel > 1000)
    return invalid("A webhook gets 1 to 1,000 requests at once.", "Correct the number.");
  if (config.timeout < 100ms || config.timeout > 5min)
    return invalid("A request to a webhook gets 100 ms to 5 min.", "Correct its timeout.");
  auto secrets = web::read_webhook_secrets(config.secret_files, not_done);
  if (!secrets) return fail(secrets.error());
  return std::unique_ptr<Destination>(std::make_unique<Webhook>(config, *std::move(secrets)));
}

}  // namespace onceover::outbox
