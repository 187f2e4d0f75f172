#include "app/try/gateway_control.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/try/local_http.h"

namespace onceover::try_it {
namespace {

using nlohmann::json;

constexpr Duration control_within = std::chrono::seconds(10);

}  // namespace

std::string to_json(const FaultRates& rates) {
  json out = json::object();
  for (const auto& [fault, rate] : fault_rates) out[std::string(word(fault))] = rates.*rate;
  return out.dump();
}

FaultRates rates_from_json(const std::string& text) {
  const json parsed = json::parse(text, nullptr, false);
  FaultRates rates;
  for (const auto& [fault, rate] : fault_rates) {
    const std::string name(word(fault));
    if (parsed.is_object() && parsed.contains(name) && parsed[name].is_number()) rates.*rate = parsed[name].get<double>();
  }
  return rates;
}

Result<std::string> GatewayControl::ask(const std::string& method, const std::string& what, const std::string& body) const {
  HttpReply reply = call(port_, {method, "/admin/" + what, {{"Content-Type", "application/json"}}, body}, control_within);
  if (reply.status != 200) {
    return fail(ErrorKind::io, fmt::format("The gateway of the try-out did not do \"{}\": {}.", what,
                                           reply.status == 0 ? reply.error : fmt::format("HTTP {}", reply.status)));
  }
  return std::move(reply.body);
}

Result<int> GatewayControl::effects(const std::string& key) const {
  return ask("GET", "effects/" + key, "").map([](const std::string& body) {
    return json::parse(body, nullptr, false).value("effects", 0);
  });
}

Result<Ledger::Totals> GatewayControl::totals() const {
  return ask("GET", "totals", "").map([](const std::string& body) {
    const json parsed = json::parse(body, nullptr, false);
    Ledger::Totals totals{parsed.value("effects", 0LL), parsed.value("keys", 0LL), parsed.value("keys_with_more_than_one", 0LL), {}};
    if (parsed.contains("amounts")) totals.amounts = parsed["amounts"].get<std::map<std::string, std::int64_t>>();
    return totals;
  });
}

Result<void> GatewayControl::set_rates(const FaultRates& rates) const {
  return ask("POST", "rates", to_json(rates)).map([](const std::string&) {});
}

Result<void> GatewayControl::script(const std::string& key, Fault fault) const {
  return ask("POST", "script", json{{"key", key}, {"fault", word(fault)}}.dump()).map([](const std::string&) {});
}

Result<void> GatewayControl::script_lookup(const std::string& key, Fault fault) const {
  return ask("POST", "script_lookup", json{{"key", key}, {"fault", word(fault)}}.dump()).map([](const std::string&) {});
}

Result<void> GatewayControl::plant(const EffectRequest& effect) const {
  const json body{{"key", effect.key},
                  {"kind", effect.kind},
                  {"amount", effect.amount},
                  {"currency", effect.currency},
                  {"reference", effect.reference}};
  return ask("POST", "plant", body.dump()).map([](const std::string&) {});
}

Result<void> GatewayControl::land_all() const {
  return ask("POST", "land", "{}").map([](const std::string&) {});
}

}  // namespace onceover::try_it
