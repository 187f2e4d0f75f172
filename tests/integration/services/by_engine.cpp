// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/services/by_engine.h"

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/key/identity.h"
#include "core/key/replay_headers.h"
#include "core/key/sha256.h"

namespace onceover::test {
namespace {

Json argument(const Call& call, const std::string& name) {
  for (const auto& given : call.arguments) {
    if (given.name == name) return given.value;
  }
  return nullptr;
}
std::string text(const Call& call, const std::string& name) {
  const Json value = argument(call, name);
  return value.is_null() ? "" : value.get<std::string>();
}
std::optional<std::string> optional_text(const Call& call, const std::string& name) {
  return argument(call, name).is_null() ? std::nullopt : std::optional(text(call, name));
}

std::string bytes(const std::string& hex) {
  std::string out;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    out += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  return out;
}
std::string latin1(const std::string& utf8) {
  std::string out;
  for (std::size_t at = 0; at < utf8.size();) out += static_cast<char>(next_code_point(utf8, at));
  return out;
}
std::string utf8(const std::string& latin1) {
  std::string out;
  for (const char c : latin1) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      out += c;
    } else {
      out += static_cast<char>(0xC0 | byte >> 6);
      out += static_cast<char>(0x80 | (byte & 0x3F));
    }
  }
  return out;
}

key::Fingerprint fingerprint(const Call& call) {
  key::Fingerprint made;
  const std::string digest = bytes(text(call, "fingerprint"));
  std::copy(digest.begin(), digest.end(), made.digest.begin());
  return made;
}

key::StoredResponse response(const Call& call) {
  key::StoredResponse made;
  made.code = argument(call, "code").get<int>();
  made.body = bytes(text(call, "body"));
  const Json headers = argument(call, "headers"), also = argument(call, "also");
  for (std::size_t i = 0; i + 1 < headers.size(); i += 2)
    made.headers.emplace_back(latin1(headers[i].get<std::string>()),
                              latin1(headers[i + 1].get<std::string>()));
  made.headers = key::replayable(
      made.headers, {also.is_null() ? std::vector<std::string>{} : also.get<std::vector<std::string>>()});
  return made;
}

Json seconds(Duration wait) {
  return std::max<std::int64_t>(1, std::chrono::ceil<std::chrono::seconds>(wait).count());
}

struct Row {
  Json operator()(const engine::Claim& c) const {
    return {{"outcome", "claimed"}, {"fence", std::to_string(c.fence)}, {"taken_over", c.taken_over}};
  }
  Json operator()(const engine::Replay& r) const {
    Json headers = Json::array();
    for (const auto& [name, value] : r.response.headers) {
      headers.push_back(utf8(name));
      headers.push_back(utf8(value));
    }
    return {{"outcome", "replay"},
            {"response_version", r.response.version},
            {"response_code", r.response.code},
            {"response_headers", headers},
            {"response_body", to_hex(r.response.body)}};
  }
  Json operator()(const key::InFlight& f) const {
    return {{"outcome", "in_flight"}, {"retry_after_s", seconds(f.retry_after)}};
  }
  Json operator()(const key::AwaitingReconciliation& a) const {
    return {{"outcome", "awaiting"},
            {"retry_after_s", seconds(a.retry_after.value_or(std::chrono::seconds(30)))}};
  }
  Json operator()(const key::Mismatch&) const { return {{"outcome", "mismatch"}}; }
  Json operator()(const engine::UnknownResponse&) const { return {{"outcome", "unreadable"}}; }
  Json operator()(const engine::Engine::Executed& e) const {
    return {{"outcome", "recorded"}, {"fence", std::to_string(e.fence)}};
  }
};

template <class Outcome>
Json answer_of(const Result<Outcome>& outcome) {
  if (outcome) return {{"row", std::visit(Row{}, *outcome)}};
  return {{"error", outcome.error().kind == ErrorKind::invalid_input ? "refused" : outcome.error().sqlstate}};
}

}  // namespace

ByEngine::ByEngine(const TestDatabase& database, RawConnection& raw)
    : raw_(raw), connection_(open_or_throw(database.conninfo())), engine_(connection_, nullptr) {}

Duration ByEngine::interval(const Json& text) {
  return Duration(std::stoll(raw_.scalar("SELECT (extract(epoch FROM $1::interval) * 1000000)::bigint",
                                         {text.is_null() ? "30 s" : text.get<std::string>()})));
}

Json ByEngine::call(const Call& call) {
  if (!call.begin.empty()) require(connection_.script(call.begin));
  Json answer = carried_out(call);
  if (!call.begin.empty()) require(connection_.script(answer.contains("error") ? "ROLLBACK" : call.end));
  return answer;
}

Json ByEngine::carried_out(const Call& call) {
  if (auto id = key::make_identity(text(call, "tenant"), text(call, "operation"), text(call, "key")); !id)
    return {{"error", "refused"}};
  if (call.function == "claim" || call.function == "claim_within") return claim(call);
  return call.function == "record" ? record(call) : write(call);
}

Json ByEngine::claim(const Call& call) {
  const engine::Request request{{text(call, "tenant"), text(call, "operation"), text(call, "key")},
                                fingerprint(call),
                                text(call, "owner"),
                                text(call, "correlation_id"),
                                {optional_text(call, "customer"), optional_text(call, "amount"),
                                 optional_text(call, "currency"), optional_text(call, "reference")}};
  engine::OperationPolicy policy;
  policy.lease = interval(argument(call, "lease"));
  if (const Json given = argument(call, "rerunnable_for"); !given.is_null())
    policy.rerunnable_for = interval(given);
  return answer_of(call.function == "claim" ? engine_.claim(request, policy)
                                            : engine_.claim_within(request, policy));
}

Json ByEngine::record(const Call& call) {
  // In a transaction of its own.
  require(connection_.script("ROLLBACK"));
  const engine::Request request{
      {text(call, "tenant"), text(call, "operation"), text(call, "key")}, fingerprint(call), "svc", {}, {}};
  Json answer = answer_of(engine_.run_known(request, {}, *key::state_from_word(text(call, "state")),
                                            response(call), {}, text(call, "error_code")));
  require(connection_.script(call.begin));
  return answer;
}

Json ByEngine::write(const Call& call) {
  engine::Claim claim{
      {text(call, "tenant"), text(call, "operation"), text(call, "key")}, {}, 0, "", {}, {}, false, false};
  claim.fence = std::stoll(text(call, "fence"));
  const auto rows = raw_.exec(
      "SELECT owner, attempts, extract(epoch FROM created_at) * 1000000 FROM onceover.keys WHERE key = 'k'");
  if (!rows.empty()) {
    claim.owner = rows[0][0].value_or("");
    claim.taken_over = rows[0][1] != "1";
    claim.created_at = Timestamp{static_cast<std::int64_t>(std::stod(*rows[0][2]))};
  }
  if (const auto attempt = optional_text(call, "attempt")) claim.owner = "svc#" + *attempt;
  Result<engine::WriteOutcome> outcome;
  if (call.function == "complete") outcome = engine_.complete(claim, response(call));
  if (call.function == "fail") outcome = engine_.fail(claim, response(call), text(call, "error_code"));
  if (call.function == "renew") outcome = engine_.renew(claim, interval(argument(call, "lease")));
  if (call.function == "release") {
    std::optional<Timestamp> until;
    if (const Json window = argument(call, "dedupes_for"); !window.is_null())
      until = claim.created_at + interval(window);
    outcome = engine_.release(claim, until);
  }
  if (!outcome)
    return {
        {"error", outcome.error().kind == ErrorKind::invalid_input ? "refused" : outcome.error().sqlstate}};
  const bool is_done = std::holds_alternative<engine::Done>(*outcome);
  if (call.function == "release") return {{"row", {{"value", is_done}}}};
  if (is_done) return {{"row", {{"value", "time"}}}};
  return call.function == "renew" ? Json{{"row", {{"value", nullptr}}}} : Json{{"error", "OC001"}};
}

}  // namespace onceover::test
