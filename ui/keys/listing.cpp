#include "ui/keys/listing.h"

#include <algorithm>

#include "ui/keys/spelled_key.h"

namespace onceover::keys {
namespace {

// Somebody who was warned and said "run it anyway" waits for it, and can cancel it.
constexpr Duration patience = std::chrono::minutes(10);

browse::Browser patientBrowser(bridge::Reader& reader) { return {reader.connection(), reader.profile(), {patience}}; }

Result<browse::Page> readPage(bridge::Reader& reader, const browse::PageRequest& request, bool patient) {
  return patient ? patientBrowser(reader).page(request) : reader.browser().page(request);
}

}  // namespace

std::vector<std::string> sensesOf(const std::string& pasted) {
  std::vector<std::string> senses{pasted};
  const auto add = [&](const std::string& sense) {
    // No text of a database holds a NUL.
    if (!sense.empty() && sense.find('\0') == std::string::npos && std::find(senses.begin(), senses.end(), sense) == senses.end())
      senses.push_back(sense);
  };
  const std::string key = browse::key_from_paste(pasted);
  add(key);
  if (const auto spelled = unspelled(pasted)) add(*spelled);
  if (const auto spelled = unspelled(key)) add(*spelled);
  return senses;
}

Result<Listing> readListing(bridge::Reader& reader, const Search& search) {
  Listing listing;
  listing.filter = search.filter;
  if (!search.evenIfItScans) {
    auto forecast = reader.browser().forecast(search.filter);
    if (!forecast) return fail(forecast.error());
    if (forecast->scans) {
      listing.warning = std::move(*forecast);
      return listing;
    }
    listing.about = forecast->rows;
  }
  // A prefix is taken as it is: cutting it would find more than was asked for.
  const std::vector<std::string> senses = search.filter.prefix ? std::vector{search.filter.key} : sensesOf(search.filter.key);
  for (const std::string& sense : senses) {
    browse::PageRequest request{search.filter, search.after};
    request.filter.key = sense;
    request.limit = pageRows;
    auto page = readPage(reader, request, search.evenIfItScans);
    if (!page) return fail(page.error());
    listing.page = std::move(*page);
    if (listing.page.rows.empty()) continue;
    listing.filter.key = sense;
    break;
  }
  return listing;
}

Result<browse::Page> readFurther(bridge::Reader& reader, const browse::PageRequest& request, bool patient) {
  return readPage(reader, request, patient);
}

Result<browse::Count> countRows(bridge::Reader& reader, const browse::Filter& filter, bool patient) {
  return patient ? patientBrowser(reader).count(filter) : reader.browser().count(filter);
}

}  // namespace onceover::keys
