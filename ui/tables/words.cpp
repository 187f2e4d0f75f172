#include "ui/tables/words.h"

#include <QStringList>
#include <cmath>

#include "ui/widgets/text.h"

namespace onceover::tables {
QString tableTitle(const std::string& schema, const std::string& table) {
  return widgets::shown(schema) + QLatin1Char('.') + widgets::shown(table);
}

QString namesShown(const std::vector<std::string>& names) {
  QStringList shown;
  for (const std::string& name : names) {
    if (!name.empty()) shown.append(widgets::shown(name));
  }
  return shown.isEmpty() ? QStringLiteral("–") : shown.join(QStringLiteral(", "));
}

QString kindWord(profile::Kind kind) {
  switch (kind) {
    case profile::Kind::idempotency: return tr("Keys");
    case profile::Kind::inbox: return tr("Inbox");
    case profile::Kind::outbox: return tr("Outbox");
  }
  return {};
}

QString whatWord(profile::TableFacts::What what) {
  using What = profile::TableFacts::What;
  switch (what) {
    case What::table: return tr("table");
    case What::partitioned: return tr("partitioned table");
    case What::view: return tr("view");
    case What::foreign: return tr("foreign table");
  }
  return {};
}

QString timeFormWord(profile::TimeForm form) {
  using Form = profile::TimeForm;
  switch (form) {
    case Form::timestamptz: return tr("timestamp with time zone");
    case Form::timestamp: return tr("timestamp without a zone");
    case Form::epoch_s: return tr("seconds since 1970");
    case Form::epoch_ms: return tr("milliseconds since 1970");
    case Form::epoch_us: return tr("microseconds since 1970");
    case Form::iso_text: return tr("ISO 8601 text in UTC");
  }
  return {};
}

QString leaseFormWord(profile::Lease::Form form) {
  using Form = profile::Lease::Form;
  switch (form) {
    case Form::none: return tr("nothing tells: a lease cannot be observed");
    case Form::deadline: return tr("a time at which it ends");
    case Form::since: return tr("a time at which it began, and a length");
    case Form::heartbeat: return tr("the last sign of life, and a length");
    case Form::owner_only: return tr("a holder without a time: cannot be observed");
  }
  return {};
}

QString digestFormWord(profile::Digest::Form form) {
  using Form = profile::Digest::Form;
  return form == Form::bytes ? tr("bytes") : form == Form::hex ? tr("hexadecimal text") : tr("base64 text");
}

QString bodyFormWord(profile::Body::Form form) {
  using Form = profile::Body::Form;
  return form == Form::bytes ? tr("bytes") : form == Form::text ? tr("text") : tr("JSON");
}

QString conditionWords(const profile::Condition& condition) {
  using Is = profile::Condition::Is;
  const QString column = widgets::shown(condition.column);
  switch (condition.is) {
    case Is::null: return tr("%1 is NULL").arg(column);
    case Is::not_null: return tr("%1 is there").arg(column);
    case Is::yes: return tr("%1 is true").arg(column);
    case Is::no: return tr("%1 is false").arg(column);
    case Is::one_of: return QStringLiteral("%1 = %2").arg(column, namesShown(condition.values));
    case Is::between: return tr("%1 from %2 to %3").arg(column).arg(condition.lowest).arg(condition.highest);
  }
  return {};
}

QString ruleWords(const profile::StateRule& rule) {
  QStringList words;
  for (const profile::Condition& condition : rule.when) words.append(conditionWords(condition));
  return words.isEmpty() ? tr("every row") : words.join(tr(" and "));
}

QString confidenceWord(double confidence) { return QStringLiteral("%1 %").arg(std::lround(confidence * 100)); }

}  // namespace onceover::tables
