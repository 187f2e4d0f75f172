// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/http_gateway.h"

#include <fmt/format.h>

#include "core/gateway/wire.h"
#include "core/web/url.h"

namespace onceover::gateway {
namespace {

std::string joined(std::string base, const std::string& path) {
  while (base.ends_with('/')) base.pop_back();
  return base + path;
}

Filling filling_for(const Question& question) {
  return {{"key", question.downstream_key}, {"reference", question.expected.reference.value_or("")}};
}

bool has_cursor_in_body(const Lookup& call) { return call.body.find("{cursor}") != std::string::npos; }

std::optional<WireRequest> request_for(const std::string& base_url, const Lookup& call, Filling filling,
                                       const std::string& cursor) {
  const auto path = filled_url(call.url, filling);
  if (has_cursor_in_body(call)) filling.emplace_back("cursor", cursor);
  const auto body = filled_body(call.body, filling);
  if (!path || !body) return std::nullopt;
  return WireRequest{call.method, joined(base_url, *path), *body};
}

std::optional<WireRequest> first_request(const std::string& base_url, const Lookup& call,
                                         const Filling& filling) {
  return request_for(base_url, call, filling, "");
}

// The next page: its cursor in the body or the query, or the address from the answer.
std::optional<WireRequest> next_request(const std::string& base_url, const Lookup& call,
                                        const Filling& filling, const WireRequest& first,
                                        const std::string& next) {
  if (has_cursor_in_body(call)) return request_for(base_url, call, filling, next);
  WireRequest request = first;
  if (call.pages->query.empty()) {
    const auto url = web::within_origin(base_url, next);
    if (!url) return std::nullopt;
    request.url = *url;
    return request;
  }
  const auto query = filled_url(call.pages->query, Filling{{"cursor", next}});
  if (!query) return std::nullopt;
  request.url += (request.url.find('?') == std::string::npos ? "?" : "&") + *query;
  return request;
}

// `to` is rounded up: extra effects are filtered out later.
std::string written(Listing::Time form, Timestamp at, bool up) {
  if (form == Listing::Time::rfc3339) return iso(at);
  const std::int64_t unit = form == Listing::Time::epoch_s ? 1'000'000 : 1'000;
  std::int64_t whole = at.us / unit;
  if (up && whole * unit < at.us) ++whole;
  return std::to_string(whole);
}

}  // namespace

struct HttpGateway::Wire {
  HttpWire http;

  // What is shown of an answer. The body was masked before it was read; values from it are masked again,
  // since two harmless parts may join into a credential.
  Evidence completed(Evidence evidence, const WireRequest& request, Duration took) const {
    for (std::string* text : {&evidence.why, &evidence.refusal}) *text = http.scrubbed(std::move(*text));
    for (auto* echoed : {&evidence.echoed.amount, &evidence.echoed.currency, &evidence.echoed.reference}) {
      if (*echoed) *echoed = http.scrubbed(**echoed);
    }
    evidence.request =
        http.scrubbed(request.method + " " + request.url + (request.body.empty() ? "" : " " + request.body));
    evidence.took = took;
    evidence.mask = http.mask();
    return evidence;
  }
};

HttpGateway::HttpGateway(Config config, std::optional<std::string> credential, Keychain keychain)
    : DeclaredGateway(config.operations),
      config_(std::move(config)),
      credential_(std::move(credential)),
      keychain_(std::move(keychain)),
      wire_(new Wire{HttpWire(config_, credential_)}) {}
HttpGateway::~HttpGateway() = default;

std::vector<Evidence> HttpGateway::ask(const std::vector<Question>& questions, Deadline deadline) {
  std::vector<Evidence> evidence(questions.size());
  struct Asking {
    std::size_t at;  // index of the question
    WireRequest first;
    PagedAnswer answer;
    Duration took{0};
    bool was_sent = false;
  };
  std::vector<Asking> asked;
  std::vector<WireRequest> requests;
  std::vector<std::size_t> of;  // the question of each request
  for (std::size_t i = 0; i < questions.size(); ++i) {
    const Operation* served = operation(questions[i].id.operation);
    auto request =
        served ? first_request(config_.base_url, config_.lookup, filling_for(questions[i])) : std::nullopt;
    if (!served) {
      evidence[i] = no_evidence("this gateway does not serve the operation");
    } else if (!request) {
      evidence[i] = no_evidence("the key or reference is missing, or not valid in a URL");
    } else {
      of.push_back(asked.size());
      requests.push_back(*request);
      asked.push_back(
          {i, *std::move(request), PagedAnswer(config_.lookup, served->declaration, questions[i])});
    }
  }
  // Page by page for all: questions with more pages are asked again, together.
  while (!requests.empty()) {
    std::vector<WireReply> replies = wire_->http.exchange(requests, deadline);
    std::vector<WireRequest> further;
    std::vector<std::size_t> of_further;
    for (std::size_t i = 0; i < replies.size(); ++i) {
      Asking& one = asked[of[i]];
      one.took += replies[i].took;
      one.was_sent = one.was_sent || replies[i].was_sent;
      if (!replies[i].answer) {
        one.answer.lose(replies[i].why);
        continue;
      }
      replies[i].answer->body = wire_->http.scrubbed(std::move(replies[i].answer->body));
      if (!one.answer.take(*std::move(replies[i].answer))) continue;
      if (auto next = next_request(config_.base_url, config_.lookup, filling_for(questions[one.at]),
                                   one.first, one.answer.next())) {
        of_further.push_back(of[i]);
        further.push_back(*std::move(next));
      } else {
        one.answer.lose("the next page is at an address outside of the gateway: not asked");
      }
    }
    requests = std::move(further);
    of = std::move(of_further);
  }
  bool is_refused = false;
  for (const Asking& one : asked) {
    evidence[one.at] = wire_->completed(one.answer.evidence(), one.first, one.took);
    evidence[one.at].was_asked = one.was_sent;
    is_refused = is_refused || evidence[one.at].status == 401;
  }
  if (is_refused) read_credential_again();
  return evidence;
}

void HttpGateway::read_credential_again() {
  // a program that prints tokens must not run for every question of a batch
  constexpr std::chrono::minutes pause{1};
  const auto now = Steady::now();
  if (!config_.auth || (credential_read_ != Deadline::min() && now - credential_read_ < pause)) return;
  credential_read_ = now;
  auto value = read_credential(*config_.auth, keychain_);
  if (!value || value.value() == credential_) return;
  credential_ = *std::move(value);
  wire_.reset(new Wire{HttpWire(config_, credential_)});
}

Evidence HttpGateway::cancel(const Question& question, Deadline deadline) {
  const Operation* served = operation(question.id.operation);
  if (!served) return no_evidence("this gateway does not serve the operation");
  if (!config_.cancel || served->declaration.cancel == Cancel::none)
    return no_evidence("this gateway declares no cancel: nothing was sent");
  const auto path = filled_url(config_.cancel->url, question);
  const auto body = filled_body(config_.cancel->body, filling_for(question));
  if (!path || !body) return no_evidence("the key is missing, or not valid in a URL");
  const std::vector<WireRequest> requests = {
      {config_.cancel->method, joined(config_.base_url, *path), *body}};
  WireReply reply = std::move(wire_->http.exchange(requests, deadline)[0]);
  if (!reply.answer) return wire_->completed(no_evidence(std::move(reply.why)), requests[0], reply.took);
  reply.answer->body = wire_->http.scrubbed(std::move(reply.answer->body));
  return wire_->completed(
      read_cancel(*config_.cancel, config_.lookup, served->declaration, question, *std::move(reply.answer)),
      requests[0], reply.took);
}

Result<void> HttpGateway::list(Timestamp from, Timestamp to,
                               const std::function<bool(const Effect&)>& on_effect, Deadline deadline) {
  if (!config_.listing) return Gateway::list(from, to, on_effect, deadline);
  const Listing& listing = *config_.listing;
  const auto broken = [&](const std::string& why, int pages) {
    return fail(ErrorKind::io,
                fmt::format("The gateway's listing ended early: {} (after page {}).",
                            wire_->http.scrubbed(why), pages),
                "The rest of its ledger was not read.");
  };
  const Filling filling = {{"from", written(listing.time, from, false)},
                           {"to", written(listing.time, to, true)}};
  const auto first = first_request(config_.base_url, listing.item, filling);
  if (!first) return broken("its address cannot be built", 0);
  WireRequest request = *first;
  std::set<std::string> ids, cursors;
  for (int pages = 0;; ++pages) {
    WireReply reply = std::move(wire_->http.exchange({request}, deadline)[0]);
    if (!reply.answer) return broken(reply.why, pages);
    reply.answer->body = wire_->http.scrubbed(std::move(reply.answer->body));
    auto page = read_listing(listing, *std::move(reply.answer));
    if (!page) return broken(page.error(), pages);
    for (const Effect& effect : page->effects) {
      // a listing by whole seconds returns a little more
      const bool is_within = !effect.at || (*effect.at >= from && *effect.at < to);
      if (!is_within || !ids.insert(effect.id).second) continue;
      if (static_cast<int>(ids.size()) > listing.max_effects)
        return broken(fmt::format("it has more than {} effects", listing.max_effects), pages);
      if (!on_effect(effect)) return {};
    }
    if (!page->has_next) return {};
    if (!cursors.insert(page->next).second) return broken("its pages form a loop", pages);
    if (pages + 1 >= listing.item.pages->max)
      return broken(fmt::format("it has more than {} pages", listing.item.pages->max), pages);
    const auto next = next_request(config_.base_url, listing.item, filling, *first, page->next);
    if (!next) return broken("the next page is at an address outside of the gateway", pages);
    request = *next;
  }
}

namespace {

// The least certain finding wins.
int rank(Finding finding) {
  switch (finding) {
    case Finding::unknown: return 0;
    case Finding::pending: return 1;
    case Finding::done: return 2;
    case Finding::refused: return 3;
    case Finding::no_such_key: return 4;
  }
  return 0;
}

}  // namespace

void PagedAnswer::merge(Evidence page) {
  if (pages_ == 1 || rank(page.finding) < rank(evidence_.finding)) evidence_ = std::move(page);
  if (done_ < 2) return;
  evidence_.finding = Finding::done;
  evidence_.duplicate_effects = true;
  evidence_.why = fmt::format("{} effects under this key", done_);
}

bool PagedAnswer::take(HttpAnswer answer) {
  PageRead page = read_page(lookup_, declared_, question_, std::move(answer));
  ++pages_;
  // Of a later page a status says where that page is, and nothing about the key.
  if (pages_ > 1 && !page.is_listing && page.evidence.finding != Finding::unknown) {
    page.evidence.finding = Finding::unknown;
    page.evidence.why = fmt::format("HTTP {} instead of page {}", page.evidence.status.value_or(0), pages_);
  }
  // Pages overlap where effects come in between: what an earlier one has is not another effect.
  done_ += std::ranges::count_if(page.done,
                                 [this](const std::string& effect) { return !shown_.contains(effect); });
  shown_.insert(page.done.begin(), page.done.end());
  merge(std::move(page.evidence));
  if (!page.has_next) return false;
  if (!seen_.insert(page.next).second) {
    lose("the pages of the answer form a loop");
    return false;
  }
  if (pages_ >= lookup_.pages->max) {
    lose(fmt::format("the answer has more than {} pages", lookup_.pages->max));
    return false;
  }
  next_ = std::move(page.next);
  return true;
}

void PagedAnswer::lose(const std::string& why) {
  if (evidence_.duplicate_effects) return;
  evidence_.finding = Finding::unknown;
  evidence_.why = pages_ == 0 ? why : fmt::format("{} (after page {})", why, pages_);
}

}  // namespace onceover::gateway
