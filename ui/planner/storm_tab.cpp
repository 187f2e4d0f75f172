#include "ui/planner/storm_tab.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QProgressBar>
#include <QPushButton>
#include <QStackedWidget>
#include <algorithm>

#include "ui/charts/plot_chart.h"
#include "ui/planner/storm_model.h"
#include "ui/planner/words.h"
#include "ui/widgets/text.h"

namespace onceover::planner {

using charts::ChartSeries;
using charts::PlotChart;
using widgets::Tone;

bool StormTab::isOfCapacity() const { return server_->currentData().toString() == QLatin1String("capacity"); }

void StormTab::showEmpty(const QString& title, const QString& how, bool offersRun) {
  emptyTitle_->setText(title);
  emptyHow_->setText(how);
  emptyButton_->setVisible(offersRun);
  pane_->setCurrentIndex(0);
}

StormWanted StormTab::wanted() const {
  StormWanted out;
  Storm& storm = out.storm;
  storm.clients = static_cast<unsigned>(clients_->value());
  storm.policy = policy_.policy();
  storm.network = {mean_->value(), deviation_->value()};
  storm.arrive_within = arrive_->span().value_or(Duration::zero());
  storm.processes = static_cast<unsigned>(processes_->value());
  if (isOfCapacity()) {
    storm.server = Capacity{.per_second = perSecond_->value(),
                            .queue = static_cast<unsigned>(queue_->value()),
                            .patience = patience_->span().value_or(Duration::zero()),
                            .outage = outage_->span().value_or(Duration::zero()),
                            .keyed = keyed_->isChecked()};
  }
  if (budget_->isChecked()) storm.budget = retry::BudgetConfig{.ratio = ratio_->value()};
  if (breaker_->isChecked()) storm.breaker = retry::BreakerConfig{};
  for (const Backoff each : all_backoffs) {
    if (compared_.at(each)->isChecked()) out.backoffs.push_back(each);
  }
  if (curves_->isChecked()) out.curve = CurvesOptions{}.clients;
  out.runs = static_cast<unsigned>(runs_->value());
  out.seed = static_cast<std::uint64_t>(seed_->value());
  return out;
}

QString StormTab::whyNot() const {
  QStringList problems = inputs_->problems();
  if (const QString wrong = policy_.wrong(); !wrong.isEmpty()) problems << wrong;
  const bool compares = std::any_of(compared_.begin(), compared_.end(), [](const auto& one) { return one.second->isChecked(); });
  if (!compares) problems << tr("Choose a strategy at least.");
  return problems.join(QLatin1Char(' '));
}

void StormTab::updateForm() {
  const bool isCapacity = isOfCapacity();
  for (QWidget* field : std::initializer_list<QWidget*>{perSecond_, queue_, patience_, outage_, keyed_}) field->setEnabled(isCapacity);
  ratio_->setEnabled(budget_->isChecked());
  runs_->setEnabled(curves_->isChecked());
  const QString why = whyNot();
  simulate_->setEnabled(!run_->isRunning() && why.isEmpty());
  cancel_->setEnabled(run_->isRunning());
  progress_->setVisible(run_->isRunning());
  showProgress();
  const bool isStale = isStale_ && outcome_ && !run_->isRunning();
  note_->setTone(why.isEmpty() ? Tone::muted : Tone::warn);
  note_->setText(!why.isEmpty() ? why : tr("The fields have changed since: what is shown is of before. Simulate again."));
  note_->setVisible(!why.isEmpty() || isStale);
}

void StormTab::simulateNow() {
  if (!simulate_->isEnabled()) return;
  isStale_ = false;
  if (!outcome_) showEmpty(tr("Simulating …"), tr("It goes on in the background; the page can be left."), false);
  run_->start<StormOutcome>([wanted = wanted()](const Progress& progress) { return run_storms(wanted, progress); },
                            [this](const Result<StormOutcome>& outcome) {
                              if (outcome) {
                                show(*outcome);
                              } else {
                                tellFailure(outcome.error());
                              }
                              emit simulated();
                            });
}

void StormTab::showProgress() {
  bar_->setValue(static_cast<int>(1000 * run_->part()));
  progressWords_->setText(tr("Simulating · %1 %").arg(static_cast<int>(100 * run_->part())));
}

void StormTab::tellFailure(const Error& error) {
  isStale_ = true;
  if (!outcome_) {
    showEmpty(error.is_cancelled() ? tr("The simulation was cancelled") : tr("The simulation could not be made"),
              error.is_cancelled() ? tr("Fewer clients, strategies or storms for a point take less time.") : widgets::sentences(error),
              true);
    return;
  }
  note_->setTone(error.is_cancelled() ? Tone::muted : Tone::danger);
  note_->setText(error.is_cancelled() ? tr("The simulation was cancelled; what is shown is of the one before.")
                                      : widgets::sentences(error));
  note_->show();
}

void StormTab::show(const StormOutcome& outcome) {
  outcome_ = outcome;
  const Storm& storm = outcome.wanted.storm;
  const bool isCapacity = std::holds_alternative<Capacity>(storm.server);
  const Policy& bounds = storm.policy;
  title_->setText(tr("%1 clients before %2 · seed %3 · base %4, cap %5, attempts %6, total %7")
                      .arg(widgets::number(storm.clients), isCapacity ? tr("a server of given capacity") : tr("one row with a version"),
                           QString::number(outcome.wanted.seed), spanText(bounds.base), bounds.cap ? spanText(*bounds.cap) : tr("none"),
                           bounds.attempts ? QString::number(*bounds.attempts) : tr("without bound"),
                           bounds.total ? spanText(*bounds.total) : tr("none")));
  model_->setOutcome(outcome);
  curveCards_->setVisible(!outcome.curves.empty());
  drawCurves();
  drawLoad();
  pane_->setCurrentIndex(1);
  updateForm();
}

void StormTab::drawCurves() {
  QVector<ChartSeries> calls, times;
  for (const Curve& curve : outcome_->curves) {
    ChartSeries call{titleOf(curve.backoff), {}}, time{titleOf(curve.backoff), {}};
    for (const CurvePoint& point : curve.points) {
      call.points.append({static_cast<double>(point.clients), point.calls});
      time.points.append({static_cast<double>(point.clients), point.time_ms});
    }
    calls.append(call);
    times.append(time);
  }
  const QString mean = tr("means of %1 storms for each number of clients").arg(outcome_->wanted.runs);
  calls_->replace(calls);
  calls_->setDescription(tr("Calls in all until every client is done, %1.").arg(mean));
  time_->replace(times);
  time_->setDescription(tr("Time until the last client is done, %1.").arg(mean));
}

void StormTab::drawLoad() {
  QVector<ChartSeries> lines;
  for (std::size_t i = 0; i < outcome_->storms.size(); ++i) {
    const StormResult& one = outcome_->storms[i];
    ChartSeries line{titleOf(outcome_->wanted.backoffs[i]), {}};
    const double seconds = milliseconds(one.slice) / 1000;
    for (const LoadPoint& point : one.load)
      line.points.append({milliseconds(point.from), seconds > 0 ? static_cast<double>(point.calls) / seconds : 0});
    lines.append(line);
  }
  load_->replace(lines);
  load_->setDescription(tr("Calls a second that reach the server, over the time since the start."));
}

void StormTab::setLogarithmic(bool logarithmic) {
  for (PlotChart* chart : {calls_, time_, load_}) chart->setLogarithmic(logarithmic);
}

}  // namespace onceover::planner
