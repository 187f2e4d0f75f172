// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/keys/listing.h"

#include <QRegularExpression>
#include <algorithm>
#include <charconv>

#include "core/base/text.h"
#include "ui/widgets/text.h"

namespace onceover::keys {
namespace {

// A person who was warned and said "run it anyway" waits for it, and can cancel it.
constexpr Duration patience = std::chrono::minutes(10);

browse::Browser patientBrowser(bridge::Reader& reader) {
  return {reader.connection(), reader.profile(), {patience}};
}

Result<browse::Page> readPage(bridge::Reader& reader, const browse::PageRequest& request, bool patient) {
  return patient ? patientBrowser(reader).page(request) : reader.browser().page(request);
}

// The key alone, in every sense; none: an index does not find it, or it is many rows, some of which the
// filter finds.
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

// What was pasted is no key: perhaps the beginning of one, an order, a customer. Left alone where no index
// finds it.
Result<void> findInstead(bridge::Reader& reader, const Search& search, Listing& listing) {
  using enum browse::NameOf;
  const std::string text = browse::key_from_paste(search.filter.key);
  if (text.empty()) return {};
  listing.soughtInstead = true;
  for (const browse::NameOf by : {reference, correlation_id, customer, beginning}) {
    if (!browse::has_name(reader.profile(), by)) continue;
    browse::PageRequest request{browse::named(by, text)};
    auto forecast = reader.browser().forecast(request.filter);
    if (!forecast) return fail(forecast.error());
    if (forecast->scans) {
      listing.notSought.push_back(by);
      continue;
    }
    request.limit = pageRows;
    request.newest_first = search.newestFirst;
    auto page = reader.browser().page(request);
    if (!page) return fail(page.error());
    if (page->rows.empty()) continue;
    listing.page = std::move(*page);
    listing.filter = request.filter;
    listing.about = forecast->rows;
    listing.by = by;
    break;
  }
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
    if (!sense.empty() && sense.find('\0') == std::string::npos &&
        std::find(senses.begin(), senses.end(), sense) == senses.end())
      senses.push_back(sense);
  };
  const std::string key = browse::key_from_paste(pasted);
  add(key);
  if (const auto spelled = unspelled(pasted)) add(*spelled);
  if (const auto spelled = unspelled(key)) add(*spelled);
  return senses;
}

Result<Listing> readListing(bridge::Reader& reader, const Search& search) {
  // A chip that was left on must not hide the key that a person pasted.
  if (isExactKey(search.filter) && isNarrowed(search.filter) && !search.after) {
    auto found = findEverywhere(reader, search);
    if (!found) return fail(found.error());
    if (*found) {
      if ((*found)->page.rows.empty()) {
        if (auto looked = findInstead(reader, search, **found); !looked) return fail(looked.error());
      }
      if (!(*found)->page.rows.empty() || search.filter.contains.empty()) return std::move(**found);
      // The text that stands in another field is sought then, not both at once.
      Search rest = search;
      rest.filter.key.clear();
      return readListing(reader, rest).map([](Listing listing) {
        listing.isWithoutKey = true;
        return listing;
      });
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
  const std::vector<std::string> senses =
      search.filter.prefix ? std::vector{search.filter.key} : sensesOf(search.filter.key);
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
    if (auto looked = findInstead(reader, search, listing); !looked) return fail(looked.error());
  }
  return listing;
}

Result<browse::Page> readFurther(bridge::Reader& reader, const browse::PageRequest& request, bool patient) {
  return readPage(reader, request, patient);
}

Result<browse::Count> countRows(bridge::Reader& reader, const browse::Filter& filter, bool patient) {
  return patient ? patientBrowser(reader).count(filter) : reader.browser().count(filter);
}

namespace {

void appendUtf8(std::string& out, std::uint32_t c) {
  const auto put = [&out](std::uint32_t byte) { out += static_cast<char>(byte); };
  if (c < 0x80) return put(c);
  if (c < 0x800) return put(0xC0 | c >> 6), put(0x80 | (c & 0x3F));
  if (c < 0x10000) return put(0xE0 | c >> 12), put(0x80 | (c >> 6 & 0x3F)), put(0x80 | (c & 0x3F));
  put(0xF0 | c >> 18), put(0x80 | (c >> 12 & 0x3F)), put(0x80 | (c >> 6 & 0x3F)), put(0x80 | (c & 0x3F));
}

// Reads "{202e}" at the beginning of text. 0: it is none.
std::size_t readCodePoint(std::string_view text, std::uint32_t& c) {
  const std::size_t end = text.find('}');
  if (text.empty() || text[0] != '{' || end == std::string_view::npos || end < 2 || end > 7) return 0;
  const auto read = std::from_chars(text.data() + 1, text.data() + end, c, 16);
  return read.ec == std::errc() && read.ptr == text.data() + end && c <= 0x10FFFF ? end + 1 : 0;
}

}  // namespace

std::optional<std::string> unspelled(std::string_view text) {
  std::string out;
  if (text.starts_with("\\x") && from_hex(text.substr(2), out)) {
    if (visible(out) == text) return out;
    out.clear();
  }
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char next = text[at] == '\\' && at + 1 < text.size() ? text[at + 1] : '\0';
    std::uint32_t c = 0;
    if (next == 'n' || next == 'r' || next == 't') {
      out += next == 'n' ? '\n' : next == 'r' ? '\r' : '\t';
      ++at;
    } else if (const std::size_t length = next == 'u' ? readCodePoint(text.substr(at + 2), c) : 0;
               length > 0) {
      appendUtf8(out, c);
      at += 1 + length;
    } else {
      out += text[at];
    }
  }
  if (out == text || visible(out) != text) return std::nullopt;
  return out;
}

std::optional<Timestamp> momentOf(const QString& typed) {
  static const QRegularExpression shape(
      QStringLiteral("^\\s*(\\d{4}-\\d{2}-\\d{2})(?:[ "
                     "T](\\d{2}:\\d{2})(?::(\\d{2}(?:\\.\\d{1,6})?))?\\s*(Z|UTC|[+-]\\d{2}:\\d{2})?)?\\s*$"));
  const auto match = shape.match(typed);
  if (!match.hasMatch()) return std::nullopt;
  const QString time = match.captured(2).isEmpty() ? QStringLiteral("00:00") : match.captured(2);
  const QString seconds = match.captured(3).isEmpty() ? QStringLiteral("00") : match.captured(3);
  const QString zone = match.captured(4).isEmpty() || match.captured(4) == QLatin1String("UTC")
                           ? QStringLiteral("Z")
                           : match.captured(4);
  return parse_iso(widgets::bytes(match.captured(1) + 'T' + time + ':' + seconds + zone));
}

QString typedAs(Timestamp at) {
  QString out = widgets::text(iso(at));
  out.replace('T', ' ');
  out.remove(QLatin1String(".000000"));
  return out;
}

}  // namespace onceover::keys
