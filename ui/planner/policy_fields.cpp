#include "ui/planner/policy_fields.h"

#include <QComboBox>

#include "ui/planner/words.h"
#include "ui/widgets/text.h"

namespace onceover::planner {
namespace {

constexpr unsigned mostAttempts = 1'000'000;

std::optional<unsigned> attemptsOf(const QString& text) {
  bool ok = false;
  const unsigned n = text.trimmed().toUInt(&ok);
  return ok && n >= 1 && n <= mostAttempts ? std::optional(n) : std::nullopt;
}

QString spanOrNone(const std::optional<Duration>& span) { return span ? spanText(*span) : QStringLiteral("none"); }

}  // namespace

void PolicyFields::make(Inputs& inputs, const Policy& like, bool withBackoff) {
  if (withBackoff) {
    std::vector<std::pair<QString, QVariant>> words;
    for (const Backoff each : all_backoffs) words.emplace_back(titleOf(each), widgets::text(word(each)));
    backoff = inputs.choice("backoff", QObject::tr("Strategy"), words);
    backoff->setCurrentIndex(backoff->findData(widgets::text(word(like.backoff))));
  }
  base = inputs.span("base", QObject::tr("Base"), spanText(like.base), {.zero = true}, QObject::tr("The wait that later waits grow from"));
  cap = inputs.span("cap", QObject::tr("Cap"), spanOrNone(like.cap), {.none = true}, QObject::tr("Longest single wait, or none"));
  attempts = inputs.line("attempts", QObject::tr("Attempts"), QObject::tr("a number, or none"),
                         QObject::tr("Including the first; none: no limit"));
  attempts->setText(like.attempts ? QString::number(*like.attempts) : QStringLiteral("none"));
  total = inputs.span("total", QObject::tr("Total"), spanOrNone(like.total), {.none = true},
                      QObject::tr("From the start of the first attempt to the start of the last, or none"));
  power = inputs.choice("power", QObject::tr("First wait from"),
                        {{QObject::tr("the base"), QStringLiteral("0")}, {QObject::tr("twice the base"), QStringLiteral("1")}},
                        QObject::tr("Many clients count their attempts from 1: their first wait is drawn from twice the base"));
  power->setCurrentIndex(like.first_power > 0 ? 1 : 0);
}

Policy PolicyFields::policy() const {
  Policy out;
  if (backoff != nullptr) out.backoff = backoff_from_word(widgets::bytes(backoff->currentData().toString())).value_or(Backoff::full_jitter);
  out.base = base->span().value_or(Duration::zero());
  out.cap = cap->span();
  out.attempts = attemptsOf(attempts->text());
  out.total = total->span();
  out.first_power = power->currentData().toUInt();
  return out;
}

QString PolicyFields::wrong() const {
  if (attemptsOf(attempts->text()) || attempts->text().trimmed().compare(QLatin1String("none"), Qt::CaseInsensitive) == 0) return {};
  return QObject::tr("Attempts: must be a number from 1, or none.");
}

}  // namespace onceover::planner
