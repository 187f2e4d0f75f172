// What whoever runs the gateway may ask of it from another process: its ledger, its faults.
#pragma once

#include <cstdint>
#include <string>

#include "app/try/faults.h"
#include "app/try/ledger.h"
#include "core/base/result.h"

namespace onceover::try_it {

// Safe from any thread. Errors are io: the gateway did not answer, or did not understand.
class GatewayControl {
 public:
  explicit GatewayControl(int port) : port_(port) {}

  Result<int> effects(const std::string& key) const;  // landed under a downstream key, ever
  Result<Ledger::Totals> totals() const;
  Result<void> set_rates(const FaultRates& rates) const;
  Result<void> script(const std::string& key, Fault fault) const;  // see GatewayServer
  Result<void> script_lookup(const std::string& key, Fault fault) const;
  Result<void> plant(const EffectRequest& effect) const;
  Result<void> land_all() const;  // what was accepted for later happens now

 private:
  Result<std::string> ask(const std::string& method, const std::string& what, const std::string& body) const;
  int port_;
};

std::string to_json(const FaultRates& rates);
// What is missing or no number is 0.
FaultRates rates_from_json(const std::string& text);

}  // namespace onceover::try_it
