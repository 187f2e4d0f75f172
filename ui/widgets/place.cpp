// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/place.h"

#include "ui/widgets/text.h"

namespace onceover::widgets {
namespace {

QByteArray raw(const std::string& bytes) { return QByteArray::fromStdString(bytes); }

Error notUnderstood(const QString& words) {
  return {ErrorKind::invalid_input, bytes(words), "Nothing was opened.",
          "Ask for a new link, or open the page and filter there."};
}

// A yes is the only value of a switch.
const QByteArray yes = QByteArrayLiteral("yes");

struct Switch {
  const char* name;
  bool browse::Filter::*field;
};
constexpr Switch switches[] = {{"unknown_state", &browse::Filter::unknown_state},
                               {"set_aside", &browse::Filter::set_aside},
                               {"prefix", &browse::Filter::prefix},
                               {"in_bodies", &browse::Filter::in_bodies},
                               {"stuck", &browse::Filter::stuck},
                               {"needs_human", &browse::Filter::needs_human},
                               {"due", &browse::Filter::due},
                               {"dead", &browse::Filter::dead}};
struct Text {
  const char* name;
  std::string browse::Filter::*field;
};
constexpr Text texts[] = {{"key", &browse::Filter::key},
                          {"contains", &browse::Filter::contains},
                          {"error_code", &browse::Filter::error_code},
                          {"correlation_id", &browse::Filter::correlation_id},
                          {"reference", &browse::Filter::reference},
                          {"customer", &browse::Filter::customer}};
struct Choice {
  const char* name;
  std::optional<std::string> browse::Filter::*field;
};
constexpr Choice choices[] = {{"tenant", &browse::Filter::tenant}, {"operation", &browse::Filter::operation}};

Result<std::optional<Timestamp>> momentFrom(const Place& place, const QString& name) {
  if (!place.contains(name)) return std::nullopt;
  const auto at = parse_iso(place.value(name).toStdString());
  if (!at || !at->is_finite())
    return fail(notUnderstood(tr("“%1” is not a time.").arg(shown(place.value(name).toStdString()))));
  return at;
}

}  // namespace

Place placeOf(const browse::Filter& filter) {
  Place place = placeOf(filter.from, filter.to);
  for (const auto& [name, field] : texts) {
    if (!(filter.*field).empty()) place.insert(QString::fromLatin1(name), raw(filter.*field));
  }
  for (const auto& [name, field] : choices) {
    if (filter.*field) place.insert(QString::fromLatin1(name), raw(*(filter.*field)));
  }
  for (const auto& [name, field] : switches) {
    if (filter.*field) place.insert(QString::fromLatin1(name), yes);
  }
  QByteArrayList states;
  for (const key::State state : filter.states) states.append(raw(std::string(key::word(state))));
  if (!states.isEmpty()) place.insert(QStringLiteral("states"), states.join(','));
  if (filter.response_code)
    place.insert(QStringLiteral("response_code"), QByteArray::number(*filter.response_code));
  return place;
}

Result<browse::Filter> filterFrom(const Place& place) {
  browse::Filter filter;
  std::set<QString> known{QStringLiteral("from"), QStringLiteral("to"), QStringLiteral("states"),
                          QStringLiteral("response_code")};
  for (const auto& [name, field] : texts) {
    known.insert(QString::fromLatin1(name));
    filter.*field = place.value(QString::fromLatin1(name)).toStdString();
  }
  for (const auto& [name, field] : choices) {
    known.insert(QString::fromLatin1(name));
    if (place.contains(QString::fromLatin1(name)))
      filter.*field = place.value(QString::fromLatin1(name)).toStdString();
  }
  for (const auto& [name, field] : switches) {
    known.insert(QString::fromLatin1(name));
    if (!place.contains(QString::fromLatin1(name))) continue;
    if (place.value(QString::fromLatin1(name)) != yes)
      return fail(notUnderstood(tr("“%1” has a value that is not known.").arg(name)));
    filter.*field = true;
  }
  if (auto only = onlyKnown(place, known); !only) return fail(only.error());
  if (place.contains(QStringLiteral("states"))) {
    for (const QByteArray& word : place.value(QStringLiteral("states")).split(',')) {
      const auto state = key::state_from_word(word.toStdString());
      if (!state)
        return fail(notUnderstood(tr("“%1” is not a state of a key.").arg(shown(word.toStdString()))));
      filter.states.push_back(*state);
    }
  }
  if (place.contains(QStringLiteral("response_code"))) {
    bool isNumber = false;
    const int code = place.value(QStringLiteral("response_code")).toInt(&isNumber);
    if (!isNumber || code < 100 || code > 999)
      return fail(notUnderstood(tr("The response code is not a number from 100 to 999.")));
    filter.response_code = code;
  }
  auto range = rangeFrom(place);
  if (!range) return fail(range.error());
  filter.from = range->from;
  filter.to = range->to;
  return filter;
}

Place placeOf(const key::Identity& id) {
  Place place{{QStringLiteral("key"), raw(id.key)}};
  if (!id.tenant.empty()) place.insert(QStringLiteral("tenant"), raw(id.tenant));
  if (!id.operation.empty()) place.insert(QStringLiteral("operation"), raw(id.operation));
  // NULL is the empty text; every value begins with "=".
  for (std::size_t i = 0; i < id.columns.size(); ++i) {
    place.insert(QStringLiteral("column%1").arg(i), id.columns[i] ? '=' + raw(*id.columns[i]) : QByteArray());
  }
  return place;
}

Result<key::Identity> identityFrom(const Place& place) {
  key::Identity id{place.value(QStringLiteral("tenant")).toStdString(),
                   place.value(QStringLiteral("operation")).toStdString(),
                   place.value(QStringLiteral("key")).toStdString()};
  std::set<QString> known{QStringLiteral("tenant"), QStringLiteral("operation"), QStringLiteral("key")};
  for (int i = 0; place.contains(QStringLiteral("column%1").arg(i)); ++i) {
    known.insert(QStringLiteral("column%1").arg(i));
    const QByteArray value = place.value(QStringLiteral("column%1").arg(i));
    if (!value.isEmpty() && !value.startsWith('='))
      return fail(notUnderstood(tr("The row's identity cannot be read.")));
    id.columns.push_back(value.isEmpty() ? std::nullopt : std::optional(value.mid(1).toStdString()));
  }
  if (auto only = onlyKnown(place, known); !only) return fail(only.error());
  if (!place.contains(QStringLiteral("key"))) return fail(notUnderstood(tr("It names no key.")));
  return id;
}

Place placeOf(std::optional<Timestamp> from, std::optional<Timestamp> to) {
  Place place;
  if (from) place.insert(QStringLiteral("from"), raw(iso(*from)));
  if (to) place.insert(QStringLiteral("to"), raw(iso(*to)));
  return place;
}

Result<Range> rangeFrom(const Place& place) {
  auto from = momentFrom(place, QStringLiteral("from"));
  if (!from) return fail(from.error());
  auto to = momentFrom(place, QStringLiteral("to"));
  if (!to) return fail(to.error());
  if (*from && *to && **to <= **from)
    return fail(notUnderstood(tr("The end of the time range is not after its start.")));
  return Range{*from, *to};
}

Result<void> onlyKnown(const Place& place, const std::set<QString>& known) {
  for (const QString& name : place.keys()) {
    if (!known.contains(name))
      return fail(notUnderstood(tr("The link has a part that this page does not know: “%1”.").arg(name)));
  }
  return {};
}

}  // namespace onceover::widgets
