// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drift/drift_run.h"

#include <QFile>
#include <numeric>

#include "core/gateway/open.h"
#include "ui/widgets/page.h"

namespace onceover::drift {
namespace {

// A cancel waits for the questions that were sent together.
constexpr int questionsAtOnce = 8;
// More are not counted beforehand: what remains is then not known.
constexpr std::int64_t mostCounted = 200'000;
// Pages of a range that no index serves take longer than a screen would wait.
constexpr browse::Limits limits{.statement = std::chrono::seconds(60)};

Result<Outlook> lookAhead(bridge::Reader& reader, const Wanted& wanted) {
  Outlook out{.options = wanted.options};
  const auto now = pg::server_time(reader.connection());
  if (!now) return fail(now.error());
  if (wanted.last) out.options.from = *now - *wanted.last, out.options.to = *now;
  out.options.at_once = questionsAtOnce;
  browse::Filter filter{.tenant = out.options.tenant, .operation = out.options.operation};
  filter.reference = out.options.reference.value_or("");
  filter.from = out.options.from - out.options.margin;
  filter.to = out.options.to + out.options.margin;
  auto forecast = reader.browser().forecast(filter);
  if (!forecast) return fail(forecast.error());
  out.forecast = std::move(*forecast);
  if (!out.forecast.scans) {
    auto page = reader.browser().page({.filter = filter, .newest_first = false, .limit = 1});
    if (!page) return fail(page.error());
    out.sql = std::move(page->sql);
  }
  filter.from = out.options.from;
  filter.to = out.options.to;
  filter.states = {key::State::succeeded, key::State::failed};
  // A help: what cannot be counted in time is compared all the same.
  const auto count = out.forecast.scans ? Result<browse::Count>(browse::Count{})
                                        : reader.browser().count(filter, mostCounted);
  if (!count && !reader.connection().is_open()) return fail(count.error());
  const std::int64_t sample = out.options.sample.value_or(count ? count->n : 0);
  if (count && (count->is_exact() || sample < count->n)) out.toAsk = std::min(count->n, sample);
  return out;
}

}  // namespace

DriftRun::DriftRun(bridge::Session& session, QObject* parent) : QObject(parent), session_(session) {
  connect(&session, &bridge::Session::jobsChanged, this, [this] {
    if (!job_) return;
    if (!asking_ && hand_->asked > 0) asking_ = Steady::now();
    emit progressed();
    if (const auto soFar = hand_->fresh()) emit found(*soFar);
  });
}

void DriftRun::Hand::take(const Report& soFar) {
  if (soFar.found.size() == taken_) return;
  taken_ = soFar.found.size();
  const std::lock_guard lock(mutex_);
  fresh_ = soFar;
}

std::optional<Report> DriftRun::Hand::fresh() {
  const std::lock_guard lock(mutex_);
  return std::exchange(fresh_, std::nullopt);
}

void DriftRun::look(const Wanted& wanted) {
  session_.read<Outlook>(
      this, tr("Looking at the range"),
      [wanted](bridge::Reader& reader) { return lookAhead(reader, wanted); },
      [this, turn = turn_](const Result<Outlook>& outlook) {
        if (turn != turn_) return;
        if (!outlook) return emit failed(outlook.error());
        emit looked(*outlook);
      });
}

void DriftRun::start(const QString& gatewayConfig, const Outlook& outlook) {
  if (job_) return;
  table_ = std::make_shared<const tables::Profile>(session_.profile());
  hand_ = std::make_shared<Hand>();
  toAsk_ = outlook.toAsk;
  asking_.reset();
  job_ = session_.background<Report>(
      this, tr("Comparing with the gateway"),
      [hand = hand_, table = table_, options = outlook.options, toAsk = outlook.toAsk,
       path = QFile::encodeName(gatewayConfig).toStdString()](bridge::Reader& reader) -> Result<Report> {
        auto gateway = gateway::open_gateway(path);
        if (!gateway) return fail(gateway.error());
        browse::Browser browser(reader.connection(), *table, limits);
        return compare(browser, *table, **gateway, options, [&](const Progress& progress) {
          hand->rows = progress.rows;
          hand->asked = progress.asked;
          hand->effects = progress.effects;
          hand->take(*progress.so_far);
          reader.progress(std::min(progress.asked, toAsk), toAsk);
          return !hand->stops && !reader.isCancelled();
        });
      },
      [this, turn = turn_](const Result<Report>& report) {
        if (turn != turn_) return;
        job_.reset();
        if (report) return emit ended(*report);
        emit failed(report.error());
      });
  emit progressed();
}

void DriftRun::cancel() {
  if (!job_) return;
  if (hand_->stops.exchange(true)) return session_.cancel(*job_);
  emit progressed();
}

void DriftRun::leave() {
  ++turn_;
  if (job_) session_.cancel(*job_);
  job_.reset();
}

QString DriftRun::progress() const {
  const QList<bridge::JobInfo> jobs = session_.jobs();
  const auto found = std::ranges::find(jobs, job_, &bridge::JobInfo::id);
  if (found == jobs.end()) return {};
  if (hand_->stops) return tr("Stopping: waiting for open requests. Cancel again to end without a report.");
  if (!asking_) {
    return hand_->effects > 0
               ? tr("Reading the gateway's ledger · %Ln effects", nullptr, widgets::counted(hand_->effects))
           : hand_->rows > 0 ? tr("Reading · %Ln rows", nullptr, widgets::counted(hand_->rows))
                             : tr("Reading …");
  }
  bridge::JobInfo job = *found;
  job.since = *asking_;  // the rate is the gateway's, not that of reading rows
  job.channel = tr("Asking the gateway");
  if (toAsk_ == 0)
    return tr("%1 · %2 asked").arg(widgets::progressInWords(job), widgets::number(hand_->asked));
  return widgets::progressInWords(job);
}

std::optional<double> DriftRun::part() const {
  if (!hand_ || toAsk_ == 0) return std::nullopt;
  return std::min(1.0, static_cast<double>(hand_->asked) / static_cast<double>(toAsk_));
}

using widgets::Badge;
using widgets::number;
using widgets::shown;
using widgets::Tone;

namespace {

// Of the reasons why an answer proved nothing.
constexpr int mostOpen = 3;

}  // namespace

Badge badgeOf(Kind kind) {
  switch (kind) {
    case Kind::succeeded_without_effect:
      return {tr("succeeded without effect"), QStringLiteral("cross"), Tone::danger};
    case Kind::effect_without_succeeded:
      return {tr("effect without succeeded"), QStringLiteral("half"), Tone::danger};
    case Kind::duplicate_effects: return {tr("TWO EFFECTS"), QStringLiteral("warning"), Tone::danger};
    case Kind::effect_without_key:
      return {tr("effect without a key"), QStringLiteral("question"), Tone::warn};
    case Kind::value_differs: return {tr("value differs"), QStringLiteral("bars"), Tone::warn};
  }
  return {};
}

QString meaningOf(Kind kind) {
  switch (kind) {
    case Kind::succeeded_without_effect:
      return tr("clients got the answer that it happened; the gateway reports that it did not");
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
    rest =
        ' ' + (!report.rows_unknown.empty() ? tr("Not all rows are known. %1").arg(shown(report.rows_unknown))
               : report.ended_early.empty() ? tr("Not all could be compared.")
                                            : tr("Not all was compared: %1.").arg(shown(report.ended_early)));
  }
  if (found > 0) {
    const QString words = tr("%Ln differences.", nullptr, widgets::counted(found));
    return {{tr("drift"), QStringLiteral("warning"), Tone::danger},
            words + rest + ' ' + tr("Nothing was written.")};
  }
  if (!rest.isEmpty())
    return {{tr("not complete"), QStringLiteral("half"), Tone::warn},
            tr("Nothing was found.") + rest + ' ' + tr("Nothing was written.")};
  if (report.rows == 0 && report.effects == 0)
    return {{tr("nothing to compare"), QStringLiteral("ring"), Tone::muted},
            tr("The range contains no rows and no effects.")};
  return {{tr("agrees"), QStringLiteral("check"), Tone::ok},
          tr("Our keys and the gateway agree. Nothing was written.")};
}

QString countInWords(const Report& report, std::int64_t n) {
  if (report.is_complete()) return number(n);
  return n > 0 ? tr("at least %1").arg(number(n)) : tr("unknown");
}

QString noneFoundIn(const Report& report, std::int64_t toAsk) {
  // What is read in pages is counted as far as it was read.
  const std::int64_t notAsked = std::max(report.finished, toAsk) - report.asked;
  if (notAsked > 0)
    return tr("No differences among the %1 that were asked; %2 were not asked.")
        .arg(number(report.asked), number(notAsked));
  if (!report.ended_early.empty())
    return tr("No differences among the %1 that were asked; others were not asked.")
        .arg(number(report.asked));
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
  if (open > mostOpen)
    parts.append(tr("%Ln more reasons are in the report", nullptr, widgets::counted(open - mostOpen)));
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
      {{tr("Operation"), 16},
       [](const Found& found) { return found.ours ? shown(found.ours->id.operation) : widgets::dash; }},
      {{tr("Tenant"), 10},
       [](const Found& found) { return found.ours ? shown(found.ours->id.tenant) : widgets::dash; }},
      {{tr("Here"), 22}, hereOf},
      {{tr("At the gateway"), 34}, [this](const Found& found) { return thereOf(found, clock()); }},
      {{tr("Why"), 30, Stretch}, [](const Found& found) { return shown(found.why); }},
  });
}

void FindingsModel::setFound(std::vector<Found> found) {
  found_ = std::move(found);
  setOnly({});
}

void FindingsModel::grow(const std::vector<Found>& found) {
  std::vector<Found> rows;
  std::copy_if(found.begin() + static_cast<std::ptrdiff_t>(found_.size()), found.end(),
               std::back_inserter(rows), [this](const Found& one) { return !only_ || one.kind == *only_; });
  found_ = found;
  insert(rowCount(), std::move(rows));
}

void FindingsModel::setOnly(std::optional<Kind> only) {
  only_ = only;
  std::vector<Found> rows;
  std::ranges::copy_if(found_, std::back_inserter(rows),
                       [only](const Found& found) { return !only || found.kind == *only; });
  setRows(std::move(rows));
}

}  // namespace onceover::drift
