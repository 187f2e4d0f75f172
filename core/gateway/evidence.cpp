#include "core/gateway/evidence.h"

#include <nlohmann/json.hpp>

#include "core/base/text.h"
#include "core/base/words.h"

namespace onceover::gateway {

constexpr auto finding_words = words<Finding>({{Finding::done, "done"},
                                               {Finding::refused, "refused"},
                                               {Finding::no_such_key, "no_such_key"},
                                               {Finding::pending, "pending"},
                                               {Finding::unknown, "unknown"}});

std::string_view word(Finding finding) { return finding_words.of(finding); }

std::string to_json(const Evidence& evidence) {
  nlohmann::ordered_json out;
  const auto put = [](nlohmann::ordered_json& object, const char* name, const std::optional<std::string>& text) {
    if (text) object[name] = visible(*text);
  };
  out["finding"] = word(evidence.finding);
  out["why"] = visible(evidence.why);
  if (evidence.status) out["status"] = *evidence.status;
  nlohmann::ordered_json echoed = nlohmann::ordered_json::object();
  put(echoed, "customer", evidence.echoed.customer);
  put(echoed, "amount", evidence.echoed.amount);
  put(echoed, "currency", evidence.echoed.currency);
  put(echoed, "reference", evidence.echoed.reference);
  if (!echoed.empty()) out["echoed"] = std::move(echoed);
  if (!evidence.refusal.empty()) out["refusal"] = visible(evidence.refusal);
  if (evidence.retry_after) out["retry_after_s"] = std::chrono::ceil<std::chrono::seconds>(*evidence.retry_after).count();
  out["request"] = visible(evidence.request);
  out["took_ms"] = std::chrono::duration_cast<std::chrono::milliseconds>(evidence.took).count();
  if (evidence.cancel_held) out["cancel_held"] = true;
  if (evidence.duplicate_effects) out["duplicate_effects"] = true;
  if (evidence.other_effect) out["other_effect"] = true;
  if (evidence.no_effect) out["no_effect"] = true;
  return out.dump();
}

Result<void> Gateway::list(Timestamp, Timestamp, const std::function<bool(const Effect&)>&, Deadline) {
  return fail(ErrorKind::unsupported, "The gateway declares no listing of its effects.", "Its ledger was not read.",
              "Describe it in [listing], where the gateway has one.");
}

}  // namespace onceover::gateway
