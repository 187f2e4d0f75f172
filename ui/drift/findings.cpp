#include "ui/drift/findings.h"

#include <QObject>
#include <numeric>

#include "core/drift/report.h"
#include "ui/widgets/text.h"

namespace onceover::drift {

using widgets::Badge;
using widgets::number;
using widgets::shown;
using widgets::Tone;

namespace {

// Of the reasons why an answer proved nothing.
constexpr int mostOpen = 3;

QString tr(const char* words) { return QObject::tr(words); }

}  // namespace

Badge badgeOf(Kind kind) {
  switch (kind) {
    case Kind::succeeded_without_effect: return {tr("succeeded without effect"), QStringLiteral("cross"), Tone::danger};
    case Kind::effect_without_succeeded: return {tr("effect without succeeded"), QStringLiteral("half"), Tone::danger};
    case Kind::duplicate_effects: return {tr("TWO EFFECTS"), QStringLiteral("warning"), Tone::danger};
    case Kind::effect_without_key: return {tr("effect without a key"), QStringLiteral("question"), Tone::warn};
    case Kind::value_differs: return {tr("value differs"), QStringLiteral("bars"), Tone::warn};
  }
  return {};
}

QString meaningOf(Kind kind) {
  switch (kind) {
    case Kind::succeeded_without_effect: return tr("clients got the answer that it happened; the gateway reports that it did not");
    case Kind::effect_without_succeeded: return tr("it happened, but the row does not record it");
    case Kind::duplicate_effects: return tr("it happened more than once under one key");
    case Kind::effect_without_key: return tr("it happened, but no row here has its key");
    case Kind::value_differs: return tr("amount, currency or reference differs");
  }
  return {};
}

Headline headlineOf(const Report& report) {
  const std::int64_t found = std::accumulate(report.counts.begin(), report.counts.end(), std::int64_t{0},
                                             [](auto sum, const auto& one) { return sum + one.second; });
  QString rest;
  if (!report.is_complete()) {
    rest = ' ' + (!report.rows_unknown.empty() ? tr("Not all rows are known. %1").arg(shown(report.rows_unknown))
                  : report.ended_early.empty() ? tr("Not all could be compared.")
                                               : tr("Not all was compared: %1.").arg(shown(report.ended_early)));
  }
  if (found > 0) {
    const QString words = found == 1 ? tr("One difference.") : tr("%1 differences.").arg(number(found));
    return {{tr("drift"), QStringLiteral("warning"), Tone::danger}, words + rest + ' ' + tr("Nothing was written.")};
  }
  if (!rest.isEmpty())
    return {{tr("not complete"), QStringLiteral("half"), Tone::warn}, tr("Nothing was found.") + rest + ' ' + tr("Nothing was written.")};
  if (report.rows == 0 && report.effects == 0)
    return {{tr("nothing to compare"), QStringLiteral("ring"), Tone::muted}, tr("The range contains no rows and no effects.")};
  return {{tr("agrees"), QStringLiteral("check"), Tone::ok}, tr("Our keys and the gateway agree. Nothing was written.")};
}

QString countInWords(const Report& report, std::int64_t n) {
  if (report.is_complete()) return number(n);
  return n > 0 ? tr("at least %1").arg(number(n)) : tr("unknown");
}

QString noneFoundIn(const Report& report, std::int64_t toAsk) {
  // What is read in pages is counted as far as it was read.
  const std::int64_t notAsked = std::max(report.finished, toAsk) - report.asked;
  if (notAsked > 0)
    return tr("No differences among the %1 that were asked; %2 were not asked.").arg(number(report.asked), number(notAsked));
  if (!report.ended_early.empty())
    return tr("No differences among the %1 that were asked; others were not asked.").arg(number(report.asked));
  if (!report.is_complete()) return tr("No differences were found, and not all could be compared.");
  return tr("No differences. Differences are listed here, with both sides and the reason.");
}

QString totalsOf(const Report& report, widgets::ClockChoice clock) {
  QStringList parts;
  int open = 0;
  for (const auto& [name, value] : totals_of(report)) {
    if (name == "Found" || name == "Ended early") continue;
    if (name == "Range") {
      parts.append(tr("%1 to %2").arg(widgets::exact(report.from, clock), widgets::exact(report.to, clock)));
    } else if (name != "Open" || ++open <= mostOpen) {
      parts.append(widgets::text(name) + QStringLiteral(": ") + widgets::text(value));
    }
  }
  if (open > mostOpen) parts.append(tr("%1 more reasons are in the report").arg(open - mostOpen));
  return parts.join(QStringLiteral(" · "));
}

QString hereOf(const Found& found) { return shown(ours_of(found)).trimmed(); }

QString thereOf(const Found& found, widgets::ClockChoice clock) {
  if (!found.theirs || !found.theirs->at) return shown(theirs_of(found)).trimmed();
  Found timeless = found;
  timeless.theirs->at.reset();
  return tr("%1 at %2").arg(shown(theirs_of(timeless)).trimmed(), widgets::exact(*found.theirs->at, clock));
}

FindingsModel::FindingsModel(QObject* parent) : RowsModel(parent) {
  const auto keyOf = [](const Found& found) {
    return shown(found.ours ? found.ours->id.key : found.theirs ? found.theirs->key : std::string());
  };
  setColumns({
      {{tr("Finding"), 32},
       [](const Found& found) { return badgeOf(found.kind); },
       [](const Found& found) { return meaningOf(found.kind); }},
      {{tr("Key"), 22, Mono}, keyOf},
      {{tr("Operation"), 16}, [](const Found& found) { return found.ours ? shown(found.ours->id.operation) : widgets::dash; }},
      {{tr("Tenant"), 10}, [](const Found& found) { return found.ours ? shown(found.ours->id.tenant) : widgets::dash; }},
      {{tr("Here"), 22}, hereOf},
      {{tr("At the gateway"), 34}, [this](const Found& found) { return thereOf(found, clock()); }},
      {{tr("Why"), 30, Stretch}, [](const Found& found) { return shown(found.why); }},
  });
}

void FindingsModel::setFound(std::vector<Found> found) {
  found_ = std::move(found);
  setOnly({});
}

void FindingsModel::setOnly(std::optional<Kind> only) {
  only_ = only;
  std::vector<Found> rows;
  std::ranges::copy_if(found_, std::back_inserter(rows), [only](const Found& found) { return !only || found.kind == *only; });
  setRows(std::move(rows));
}

}  // namespace onceover::drift
