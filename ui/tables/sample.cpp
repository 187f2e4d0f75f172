#include "ui/tables/sample.h"

#include "core/browse/inspected.h"

namespace onceover::ui {
namespace {

constexpr int sampleRows = 20, oldestRows = 3;
// The user waits for it after every correction.
constexpr browse::Limits limits{std::chrono::seconds(3), std::chrono::milliseconds(500)};

}  // namespace

Result<Sample> readSample(bridge::Reader& reader, const tables::Profile& profile) {
  Sample sample;
  if (auto access = browse::inspected(reader.connection(), profile)) {
    sample.access = std::move(*access);
    const auto why = sample.access->why_not_read();
    if (!why.empty()) {
      const Error error{ErrorKind::not_permitted, why.front(), "No row was read.", "Correct the mapping, or ask for the rights.", {}, {}};
      sample.page = fail(error);
      sample.stuck = fail(error);
      return sample;
    }
  } else if (reader.isOver(access.error())) {
    return fail(access.error());
  }
  browse::Browser browser(reader.connection(), profile, limits);
  sample.page = browser.page({.limit = sampleRows});
  if (!sample.page && reader.isOver(sample.page.error())) return fail(sample.page.error());
  sample.stuck = browse::stuck_summary(browser, oldestRows);
  if (!sample.stuck && reader.isOver(sample.stuck.error())) return fail(sample.stuck.error());
  return sample;
}

std::vector<std::string> whyReadOnly(const tables::Profile& profile, const tables::Access& access) {
  if (profile.writes.empty()) return {"The profile does not say what any verdict writes."};
  for (const auto& [verb, offer] : access.offers) {
    if (offer.is_offered()) return {};
  }
  for (const auto& [verb, offer] : access.offers) {
    if (!offer.why_not.empty()) return offer.why_not;
  }
  return {};
}

}  // namespace onceover::ui
