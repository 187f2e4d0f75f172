#include "ui/drift/drift_run.h"

#include <QFile>
#include <algorithm>

#include "core/gateway/open.h"
#include "core/pg/transaction.h"
#include "ui/widgets/progress_strip.h"
#include "ui/widgets/text.h"

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
  const auto count = out.forecast.scans ? Result<browse::Count>(browse::Count{}) : reader.browser().count(filter, mostCounted);
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
  });
}

void DriftRun::look(const Wanted& wanted) {
  session_.read<Outlook>(
      this, tr("Looking at the range"), [wanted](bridge::Reader& reader) { return lookAhead(reader, wanted); },
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
    return hand_->effects > 0 ? tr("Reading the gateway's ledger · %1 effects").arg(widgets::number(hand_->effects))
           : hand_->rows > 0  ? tr("Reading · %1 rows").arg(widgets::number(hand_->rows))
                              : tr("Reading …");
  }
  bridge::JobInfo job = *found;
  job.since = *asking_;  // the rate is the gateway's, not that of reading rows
  job.channel = tr("Asking the gateway");
  if (toAsk_ == 0) return tr("%1 · %2 asked").arg(widgets::progressInWords(job), widgets::number(hand_->asked));
  return widgets::progressInWords(job);
}

std::optional<double> DriftRun::part() const {
  if (!hand_ || toAsk_ == 0) return std::nullopt;
  return std::min(1.0, static_cast<double>(hand_->asked) / static_cast<double>(toAsk_));
}

}  // namespace onceover::drift
