#include "ui/keys/listing.h"

#include <algorithm>

#include "ui/keys/typed.h"

namespace onceover::keys {
namespace {

// Somebody who was warned and said "run it anyway" waits for it, and can cancel it.
constexpr Duration patience = std::chrono::minutes(10);

browse::Browser patientBrowser(bridge::Reader& reader) { return {reader.connection(), reader.profile(), {patience}}; }

Result<browse::Page> readPage(bridge::Reader& reader, const browse::PageRequest& request, bool patient) {
  return patient ? patientBrowser(reader).page(request) : reader.browser().page(request);
}

// The key alone, in every sense; none: an index does not find it, or it is many rows, some of which the filter finds.
Result<std::optional<Listing>> findEverywhere(bridge::Reader& reader, const Search& search) {
  Listing listing;
  listing.everywhere = true;
  listing.filter.key = search.filter.key;
  if (!search.evenIfItScans) {
    auto forecast = reader.browser().forecast(listing.filter);
    if (!forecast) return fail(forecast.error());
    if (forecast->scans) return std::nullopt;
  }
  for (const std::string& sense : sensesOf(search.filter.key)) {
    browse::PageRequest request{{.key = sense}};
    request.limit = pageRows;
    auto page = readPage(reader, request, search.evenIfItScans);
    if (!page) return fail(page.error());
    listing.page = std::move(*page);
    if (listing.page.rows.empty()) continue;
    listing.filter.key = sense;
    request.filter = search.filter;
    request.filter.key = sense;
    auto within = readPage(reader, request, search.evenIfItScans);
    if (!within) return fail(within.error());
    if (listing.page.more && !within->rows.empty()) return std::nullopt;
    listing.outside = std::max<std::int64_t>(0, std::ssize(listing.page.rows) - std::ssize(within->rows));
    break;
  }
  return listing;
}

// A part of a key was pasted, as logs and customers give it. Left alone where no index finds it.
Result<void> findBeginnings(bridge::Reader& reader, const Search& search, Listing& listing) {
  browse::PageRequest request{{.key = browse::key_from_paste(search.filter.key), .prefix = true}};
  if (request.filter.key.empty()) return {};
  auto forecast = reader.browser().forecast(request.filter);
  if (!forecast) return fail(forecast.error());
  if (forecast->scans) return {};
  request.limit = pageRows;
  request.newest_first = search.newestFirst;
  auto page = reader.browser().page(request);
  if (!page) return fail(page.error());
  listing.beginnings = page->rows.empty() ? Listing::Beginnings::none : Listing::Beginnings::found;
  if (page->rows.empty()) return {};
  listing.page = std::move(*page);
  listing.filter = request.filter;
  listing.about = forecast->rows;
  return {};
}

}  // namespace

bool isExactKey(const browse::Filter& filter) { return !filter.prefix && !filter.key.empty(); }

bool isNarrowed(const browse::Filter& filter) {
  browse::Filter keyOnly;
  keyOnly.key = filter.key;
  keyOnly.prefix = filter.prefix;
  keyOnly.in_bodies = filter.in_bodies;  // narrows nothing without a text
  return !(filter == keyOnly);
}

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
  // A chip that was left on must not hide the key that somebody pasted.
  if (isExactKey(search.filter) && isNarrowed(search.filter) && !search.after) {
    auto found = findEverywhere(reader, search);
    if (!found) return fail(found.error());
    if (*found) {
      if ((*found)->page.rows.empty()) {
        if (auto looked = findBeginnings(reader, search, **found); !looked) return fail(looked.error());
      }
      return std::move(**found);
    }
  }
  Listing listing;
  listing.filter = search.filter;
  listing.everywhere = isExactKey(search.filter) && !isNarrowed(search.filter);
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
    request.newest_first = search.newestFirst;
    auto page = readPage(reader, request, search.evenIfItScans);
    if (!page) return fail(page.error());
    listing.page = std::move(*page);
    if (listing.page.rows.empty()) continue;
    listing.filter.key = sense;
    break;
  }
  if (listing.everywhere && listing.page.rows.empty() && !search.after) {
    if (auto looked = findBeginnings(reader, search, listing); !looked) return fail(looked.error());
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
