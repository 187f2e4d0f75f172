#include "core/gateway/http_gateway.h"

#include <utility>

#include "core/base/text.h"
#include "core/gateway/mapping.h"
#include "core/gateway/wire.h"

namespace onceover::gateway {
namespace {

Evidence no_evidence(std::string why) {
  Evidence evidence;
  evidence.why = std::move(why);
  return evidence;
}

std::string joined(std::string base, const std::string& path) {
  while (base.ends_with('/')) base.pop_back();
  return base + path;
}

}  // namespace

struct HttpGateway::Wire {
  HttpWire http;

  // Blanked before it is read: then nothing read out of it can hold the credential.
  Evidence read(WireReply reply, const WireRequest& request, const auto& read_answer) {
    Evidence evidence;
    if (reply.answer) {
      reply.answer->body = http.scrubbed(std::move(reply.answer->body));
      evidence = read_answer(*std::move(reply.answer));
      evidence.why = http.scrubbed(std::move(evidence.why));
      evidence.refusal = http.scrubbed(std::move(evidence.refusal));
      for (auto* echoed : {&evidence.echoed.amount, &evidence.echoed.currency, &evidence.echoed.reference}) {
        if (*echoed) *echoed = http.scrubbed(**echoed);
      }
    } else {
      evidence = no_evidence(http.scrubbed(std::move(reply.why)));
    }
    evidence.request = http.scrubbed(request.method + " " + request.url);
    evidence.took = reply.took;
    return evidence;
  }
};

HttpGateway::HttpGateway(Config config, std::optional<std::string> credential)
    : config_(std::move(config)), wire_(new Wire{HttpWire(config_, credential)}) {}
HttpGateway::~HttpGateway() = default;

const Operation* HttpGateway::operation(const std::string& name) const {
  const Operation* any = nullptr;
  for (const Operation& candidate : config_.operations) {
    if (candidate.name == name) return &candidate;
    if (candidate.name == "*") any = &candidate;
  }
  return any;
}

const Declaration* HttpGateway::declaration(const std::string& name) const {
  const Operation* found = operation(name);
  return found ? &found->declaration : nullptr;
}

std::string HttpGateway::effect(const std::string& name) const {
  const Operation* found = operation(name);
  return found ? found->effect : std::string();
}

std::vector<Evidence> HttpGateway::ask(const std::vector<Question>& questions, Deadline deadline) {
  std::vector<Evidence> evidence(questions.size());
  std::vector<WireRequest> requests;
  std::vector<std::size_t> asked;  // which question each request is about
  for (std::size_t i = 0; i < questions.size(); ++i) {
    const auto path = filled_url(config_.lookup.url, questions[i]);
    if (!operation(questions[i].id.operation)) {
      evidence[i] = no_evidence("this gateway does not serve the operation");
    } else if (!path) {
      evidence[i] = no_evidence("the key or reference is missing, or cannot stand in a URL");
    } else {
      requests.push_back({"GET", joined(config_.base_url, *path)});
      asked.push_back(i);
    }
  }
  std::vector<WireReply> replies = wire_->http.exchange(requests, deadline);
  for (std::size_t i = 0; i < replies.size(); ++i) {
    const Question& question = questions[asked[i]];
    evidence[asked[i]] = wire_->read(std::move(replies[i]), requests[i], [&](HttpAnswer answer) {
      return read_lookup(config_.lookup, operation(question.id.operation)->declaration, question, std::move(answer));
    });
  }
  return evidence;
}

Evidence HttpGateway::cancel(const Question& question, Deadline deadline) {
  const Operation* served = operation(question.id.operation);
  if (!served) return no_evidence("this gateway does not serve the operation");
  if (!config_.cancel || served->declaration.cancel == Cancel::none)
    return no_evidence("this gateway declares no cancel: nothing was sent");
  const auto path = filled_url(config_.cancel->url, question);
  if (!path) return no_evidence("the key is missing, or cannot stand in a URL");
  const std::vector<WireRequest> requests = {{config_.cancel->method, joined(config_.base_url, *path)}};
  std::vector<WireReply> replies = wire_->http.exchange(requests, deadline);
  return wire_->read(std::move(replies[0]), requests[0], [&](HttpAnswer answer) {
    return read_cancel(*config_.cancel, config_.lookup, served->declaration, question, std::move(answer));
  });
}

Result<std::unique_ptr<HttpGateway>> open_http_gateway(const std::string& config_path) {
  auto config = load_config(config_path);
  if (!config) return fail(std::move(config).error());
  std::optional<std::string> credential;
  if (config->auth) {
    auto value = read_credential(*config->auth);
    if (!value) return fail(std::move(value).error());
    credential = *std::move(value);
  }
  return std::make_unique<HttpGateway>(*std::move(config), std::move(credential));
}

}  // namespace onceover::gateway
