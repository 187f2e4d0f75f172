// SPDX-License-Identifier: Apache-2.0
#include "app/try/gateway_server.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/try/shop.h"
#include "core/http/idempotency_key.h"

namespace onceover::try_it {

namespace {

using nlohmann::json;

constexpr int threads = 48;  // some of them are silent for seconds
constexpr std::string_view effects_path = "/effects/", cancel_suffix = "/cancel";

http::Answer json_answer(int status, const json& body) {
  return {status, {{"Content-Type", "application/json"}}, body.dump()};
}
http::Answer error_answer(int status, const char* code) { return json_answer(status, {{"error", code}}); }

http::Answer too_many_requests(const char* retry_after) {
  http::Answer answer = error_answer(429, "too_many_requests");
  answer.headers.emplace_back("Retry-After", retry_after);
  return answer;
}

http::Answer effect_answer(int status, const EffectRecord& record, const std::string& echoed_key) {
  return json_answer(status, {{"idempotency_key", echoed_key},
                              {"status", word(record.standing)},
                              {"id", record.id},
                              {"amount", record.request.amount},
                              {"currency", record.request.currency},
                              {"reference", record.request.reference}});
}

int status_of(Standing standing) {
  switch (standing) {
    case Standing::accepted:
    case Standing::processing: return 202;
    case Standing::captured: return 201;
    case Standing::declined: return 402;
    case Standing::cancelled: return 409;
  }
  return 500;
}

std::optional<EffectRequest> effect_request(const std::string& kind, const std::string& key,
                                            const std::string& body) {
  const json parsed = json::parse(body, nullptr, false);
  if (!parsed.is_object() || !parsed.contains("amount") || !parsed["amount"].is_number_unsigned())
    return std::nullopt;
  return EffectRequest{kind, key, parsed["amount"].get<std::int64_t>(), text_in(parsed, "currency"),
                       text_in(parsed, "reference")};
}

constexpr std::string_view base =
    R"(# The gateway of the try-out: it dedupes by our key, tells about effects by key, and forgets nothing for a day.
version = 1
name = "try-gateway"
base_url = "http://127.0.0.1:{port}"

[lookup]
url = "/effects/{{key}}"
status = "/status"
done = ["captured"]
refused = ["declined", "cancelled"]
pending = ["processing"]
echoed_key = "/idempotency_key"
amount = "/amount"
amount_minor_digits = 2
currency = "/currency"
reference = "/reference"
not_found_statuses = [404]
not_found = "/error"
not_found_words = ["no_such_key"]
{cancel}
[limits]
connect_timeout_ms = 1000
timeout_ms = 3000

[declare]
dedupe_window_s = {window}
lookup_lag_s = 0
before_idempotency = [400, 429]
final_refusals = ["declined", "cancelled"]
refusal_status = 402

[[operation]]
name = "POST /payments"
effect = "charge"
[operation.response]
code = 201
body = '{{"id":"{{{{/id}}}}","status":"succeeded","amount":{{{{/amount}}}},"currency":"{{{{/currency}}}}","reference":"{{{{/reference}}}}"}}'

[[operation]]
name = "POST /refunds"
effect = "refund"
[operation.response]
code = 201
body = '{{"id":"{{{{/id}}}}","status":"succeeded","amount":{{{{/amount}}}},"currency":"{{{{/currency}}}}","charge_id":"{{{{/reference}}}}"}}'
)";

constexpr std::string_view cancel = R"(
[cancel]
url = "/effects/{key}/cancel"
method = "POST"
semantics = "with_tombstone"
status = "/status"
held = ["cancelled"]
)";

}  // namespace

GatewayServer::GatewayServer(const GatewayOptions& options)
    : options_(options), ledger_(options.dedupe_window), random_(options.seed), rates_(options.rates) {}

Result<std::unique_ptr<GatewayServer>> GatewayServer::start(const GatewayOptions& options) {
  std::unique_ptr<GatewayServer> server(new GatewayServer(options));
  auto http = HttpServer::start(
      [raw = server.get()](const HttpRequest& request) { return raw->serve(request); }, {.threads = threads});
  if (!http) return fail(http.error());
  server->http_ = std::move(*http);
  server->lander_ = std::thread([raw = server.get()] { raw->land_effects(); });
  return server;
}

GatewayServer::~GatewayServer() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  http_.reset();
  if (lander_.joinable()) lander_.join();
}

void GatewayServer::set_rates(const FaultRates& rates) {
  const std::lock_guard lock(mutex_);
  rates_ = rates;
}

void GatewayServer::script(const std::string& key, Fault fault) {
  const std::lock_guard lock(mutex_);
  scripts_[key].push_back(fault);
}

void GatewayServer::script_lookup(const std::string& key, Fault fault) {
  const std::lock_guard lock(mutex_);
  lookup_scripts_[key].push_back(fault);
}

std::optional<Fault> GatewayServer::scripted(Scripts& scripts, const std::string& key) {
  for (const std::string& name : {key, std::string("*")}) {
    const auto found = scripts.find(name);
    if (found == scripts.end()) continue;
    const Fault fault = found->second.front();
    found->second.pop_front();
    if (found->second.empty()) scripts.erase(found);
    return fault;
  }
  return std::nullopt;
}

Fault GatewayServer::next_fault(const std::string& key) {
  const std::lock_guard lock(mutex_);
  if (const auto fault = scripted(scripts_, key)) return *fault;
  double at = random_.between(0, 1);
  for (const auto& [fault, rate] : rates_) {
    if (at < rate) return fault;
    at -= rate;
  }
  return Fault::none;
}

void GatewayServer::pause(Duration span) {
  std::unique_lock lock(mutex_);
  wake_.wait_for(lock, span, [&] { return stopping_; });
}

void GatewayServer::land_effects() {
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    something_new_ = false;
    const auto next = ledger_.land_due(Steady::now());
    const auto woken = [&] { return stopping_ || something_new_; };
    if (next) {
      wake_.wait_until(lock, *next, woken);
    } else {
      wake_.wait(lock, woken);
    }
  }
}

http::Answer GatewayServer::serve(const HttpRequest& request) {
  if (request.method == "POST" && request.path == "/charges") return post_effect(request, "charge");
  if (request.method == "POST" && request.path == "/refunds") return post_effect(request, "refund");
  if (request.path.starts_with(effects_path)) {
    const std::string rest = request.path.substr(effects_path.size());
    if (request.method == "GET") return look_up(rest);
    if (request.method == "POST" && rest.ends_with(cancel_suffix))
      return cancel(rest.substr(0, rest.size() - cancel_suffix.size()));
  }
  return error_answer(404, "no_such_path");
}

http::Answer GatewayServer::post_effect(const HttpRequest& request, const std::string& kind) {
  const auto header = http::parse_idempotency_key(request.headers);
  const auto* given = std::get_if<http::KeyGiven>(&header);
  if (given == nullptr) return error_answer(400, "key_missing");
  const auto wanted = effect_request(kind, given->key, request.body);
  if (!wanted) return error_answer(400, "not_understood");

  const Fault fault = next_fault(given->key);
  if (fault == Fault::rate_limited) return too_many_requests("2");
  if (fault == Fault::error_before_effect) return error_answer(503, "try_later");

  const auto intent = fault == Fault::declined        ? Ledger::Intent::decline
                      : fault == Fault::stays_pending ? Ledger::Intent::process
                      : fault == Fault::arrives_late  ? Ledger::Intent::capture_later
                                                      : Ledger::Intent::capture;
  const auto now = Steady::now();
  const auto posted = ledger_.post(*wanted, intent, now, now + options_.late_by);
  if (intent == Ledger::Intent::capture_later) {
    const std::lock_guard lock(mutex_);
    something_new_ = true;
    wake_.notify_all();
  }
  if (fault == Fault::slow) pause(options_.slow_by);
  if (fault == Fault::timeout_after_effect || fault == Fault::arrives_late) pause(options_.silent_for);
  if (fault == Fault::error_after_effect) return error_answer(500, "internal");
  if (posted.mismatch) return error_answer(422, "key_reused");
  return effect_answer(status_of(posted.record.standing), posted.record,
                       fault == Fault::wrong_key_echoed ? "another-" + given->key : given->key);
}

http::Answer GatewayServer::look_up(const std::string& key) {
  std::optional<Fault> fault;
  {
    const std::lock_guard lock(mutex_);
    fault = scripted(lookup_scripts_, key);
  }
  if (fault == Fault::slow) pause(options_.slow_by);
  if (fault == Fault::timeout_after_effect) pause(options_.silent_for);
  if (fault == Fault::error_after_effect || fault == Fault::error_before_effect)
    return error_answer(503, "try_later");
  if (fault == Fault::rate_limited) return too_many_requests("1");
  const auto record = ledger_.look_up(key);
  if (!record) return error_answer(404, "no_such_key");
  return effect_answer(200, *record, fault == Fault::wrong_key_echoed ? "another-" + key : key);
}

http::Answer GatewayServer::cancel(const std::string& key) {
  return effect_answer(200, ledger_.cancel(key, Steady::now()), key);
}

std::string gateway_toml(const GatewayToml& gateway) {
  return fmt::format(
      base, fmt::arg("port", gateway.port), fmt::arg("cancel", gateway.cancel_declared ? cancel : ""),
      fmt::arg("window", std::chrono::duration_cast<std::chrono::seconds>(gateway.dedupe_window).count()));
}

constexpr auto standing_words = words<Standing>({{Standing::accepted, "processing"},
                                                 {Standing::processing, "processing"},
                                                 {Standing::captured, "captured"},
                                                 {Standing::declined, "declined"},
                                                 {Standing::cancelled, "cancelled"}});
std::string_view word(Standing standing) { return standing_words.of(standing); }

std::string Ledger::new_id(const std::string& kind) {
  // Spread, so that ids look like a gateway's: an odd multiplier makes 64-bit numbers without repetition.
  return fmt::format("{}_{:016x}", kind == "refund" ? "rf" : "ch", next_id_++ * 0x9E3779B97F4A7C15ULL);
}

void Ledger::land(EffectRecord& record) {
  record.standing = Standing::captured;
  ++effects_[record.request.key];
}

Ledger::Posted Ledger::post(const EffectRequest& request, Intent intent, Steady::time_point now,
                            Steady::time_point due) {
  const std::lock_guard lock(mutex_);
  const auto known = records_.find(request.key);
  // A tombstone is kept for good.
  if (known != records_.end() &&
      (now - known->second.first_at < window_ || known->second.standing == Standing::cancelled)) {
    const bool other = known->second.standing != Standing::cancelled && known->second.request != request;
    return {known->second, false, other};
  }
  EffectRecord record{request, new_id(request.kind), Standing::accepted, now, due};
  switch (intent) {
    case Intent::capture: land(record); break;
    case Intent::decline: record.standing = Standing::declined; break;
    case Intent::process: record.standing = Standing::processing; break;
    case Intent::capture_later: break;
  }
  records_[request.key] = record;
  return {record, true, false};
}

std::optional<EffectRecord> Ledger::look_up(const std::string& key) const {
  const std::lock_guard lock(mutex_);
  const auto known = records_.find(key);
  if (known == records_.end()) {
    const auto past = past_.find(key);
    return past == past_.end() ? std::nullopt : std::optional(past->second);
  }
  return known->second.standing == Standing::accepted ? std::nullopt : std::optional(known->second);
}

void Ledger::remember(std::vector<EffectRecord> past) {
  const std::lock_guard lock(mutex_);
  past_.reserve(past_.size() + past.size());
  for (EffectRecord& record : past) past_.try_emplace(record.request.key, std::move(record));
}

EffectRecord Ledger::cancel(const std::string& key, Steady::time_point now) {
  const std::lock_guard lock(mutex_);
  auto [at, is_new] =
      records_.try_emplace(key, EffectRecord{{"", key, 0, "", ""}, "", Standing::cancelled, now, {}});
  auto& standing = at->second.standing;
  if (!is_new && (standing == Standing::accepted || standing == Standing::processing))
    standing = Standing::cancelled;
  return at->second;
}

void Ledger::plant(const EffectRequest& request, Steady::time_point now) {
  const std::lock_guard lock(mutex_);
  EffectRecord record{request, new_id(request.kind), Standing::accepted, now, {}};
  land(record);
  records_[request.key] = record;
}

std::optional<Steady::time_point> Ledger::land_due(Steady::time_point until) {
  const std::lock_guard lock(mutex_);
  std::optional<Steady::time_point> next;
  for (auto& [key, record] : records_) {
    if (record.standing != Standing::accepted) continue;
    if (record.due_at <= until) {
      land(record);
    } else {
      next = next ? std::min(*next, record.due_at) : record.due_at;
    }
  }
  return next;
}

int Ledger::effects(const std::string& key) const {
  const std::lock_guard lock(mutex_);
  const auto known = effects_.find(key);
  return known == effects_.end() ? 0 : known->second;
}

Ledger::Totals Ledger::totals() const {
  const std::lock_guard lock(mutex_);
  Totals totals;
  for (const auto& [key, n] : effects_) {
    totals.effects += n;
    if (n > 1) ++totals.keys_with_more_than_one;
  }
  return totals;
}

}  // namespace onceover::try_it
