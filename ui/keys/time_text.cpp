#include "ui/keys/time_text.h"

#include <QRegularExpression>

#include "ui/widgets/text.h"

namespace onceover::keys {

std::optional<Timestamp> momentOf(const QString& typed) {
  static const QRegularExpression shape(QStringLiteral(
      "^\\s*(\\d{4}-\\d{2}-\\d{2})(?:[ T](\\d{2}:\\d{2})(?::(\\d{2}(?:\\.\\d{1,6})?))?\\s*(Z|UTC|[+-]\\d{2}:\\d{2})?)?\\s*$"));
  const auto match = shape.match(typed);
  if (!match.hasMatch()) return std::nullopt;
  const QString time = match.captured(2).isEmpty() ? QStringLiteral("00:00") : match.captured(2);
  const QString seconds = match.captured(3).isEmpty() ? QStringLiteral("00") : match.captured(3);
  const QString zone = match.captured(4).isEmpty() || match.captured(4) == QLatin1String("UTC") ? QStringLiteral("Z") : match.captured(4);
  return parse_iso(widgets::bytes(match.captured(1) + 'T' + time + ':' + seconds + zone));
}

QString typedAs(Timestamp at) {
  QString out = widgets::text(iso(at));
  out.replace('T', ' ');
  out.remove(QLatin1String(".000000"));
  return out;
}

}  // namespace onceover::keys
