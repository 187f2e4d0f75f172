// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/calculator/storm_tab.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/calculator/grid.h"
#include "ui/charts/chart.h"
#include "ui/charts/plot_chart.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/layout.h"
#include "ui/widgets/theme.h"

namespace onceover::calculator {

using charts::ChartSeries;
using charts::ChartUnit;
using charts::PlotChart;
using widgets::PlainLabel;
using widgets::TextRole;
using widgets::Tone;

namespace {

constexpr int stormChartHeight = 220;
// Seeds that a person can read out to another.
constexpr std::uint64_t seedsOffered = 1'000'000;

}  // namespace

StormTab::StormTab(QWidget* parent)
    : QWidget(parent),
      inputs_(new Inputs(QStringLiteral("calculator/storm"), this)),
      run_(new Run(this)),
      simulate_(widgets::addAction(this, tr("Simulate the storm"), Qt::CTRL | Qt::Key_Return,
                                   QStringLiteral("play"))),
      cancel_(widgets::addAction(this, tr("Cancel the simulation"), Qt::CTRL | Qt::SHIFT | Qt::Key_Period,
                                 QStringLiteral("stop"))),
      model_(new StormModel(this)) {
  connect(simulate_, &QAction::triggered, this, &StormTab::simulateNow);
  connect(cancel_, &QAction::triggered, run_, &Run::cancel);
  auto* layout =
      widgets::lineOf(this, widgets::tokensOf(this).gap, QMargins(0, widgets::tokensOf(this).unit, 0, 0));
  widgets::fill(layout, {buildInputs(), {buildResult(), 1}});
  connect(inputs_, &Inputs::changed, this, [this] {
    isStale_ = true;
    updateForm();
  });
  connect(run_, &Run::runningChanged, this, &StormTab::updateForm);
  connect(run_, &Run::progressed, this, &StormTab::showProgress);
  updateForm();
}

QWidget* StormTab::buildInputs() {
  const Storm like = published_storm(100, Backoff::none);
  inputs_->group(tr("Clients"));
  clients_ = inputs_->number("clients", tr("Clients"), {.least = 1, .most = 100'000, .value = 100});
  arrive_ = inputs_->span("arrive", tr("Begin within"), QStringLiteral("0"), {.zero = true},
                          tr("Evenly spread over this; 0: all at once"));
  processes_ = inputs_->number(
      "processes", tr("Processes"),
      {.least = 1, .most = 100'000, .value = 1, .tip = tr("Each has a budget and a breaker of its own")});

  inputs_->group(tr("Policy"));
  policy_.make(*inputs_, like.policy, false);
  inputs_->group(tr("Strategies to compare"));
  for (const Backoff each : all_backoffs) {
    compared_[each] = inputs_->yesNo(QStringLiteral("compare-") + widgets::text(word(each)), titleOf(each),
                                     each != Backoff::fixed);
  }

  inputs_->group(tr("Server"));
  server_ = inputs_->choice("server", tr("Kind"),
                            {{tr("One versioned row"), QStringLiteral("optimistic")},
                             {tr("Given capacity"), QStringLiteral("capacity")}});
  perSecond_ =
      inputs_->number("per-second", tr("Serves"),
                      {.least = 0.01, .most = 1e6, .value = 100, .decimals = 2, .suffix = tr(" /s")});
  queue_ = inputs_->number("queue", tr("Queue length"), {.most = 1e6, .value = 100});
  patience_ = inputs_->span("patience", tr("Client's patience"), QStringLiteral("1 s"));
  outage_ = inputs_->span("outage", tr("Outage at first"), QStringLiteral("0"), {.zero = true},
                          tr("All requests are refused from the start"));
  keyed_ = inputs_->yesNo(QStringLiteral("keyed"), tr("Requests carry keys"), true,
                          tr("A duplicate is then refused or replayed, at no cost"));
  mean_ = inputs_->number("mean", tr("Network, one way"),
                          {.most = 1e6, .value = like.network.mean_ms, .decimals = 1, .suffix = tr(" ms")});
  deviation_ =
      inputs_->number("deviation", tr("Deviation"),
                      {.most = 1e6, .value = like.network.deviation_ms, .decimals = 1, .suffix = tr(" ms")});

  inputs_->group(tr("Protection"));
  budget_ = inputs_->yesNo(QStringLiteral("budget"), tr("A retry budget"), false);
  ratio_ = inputs_->number(
      "ratio", tr("Retry ratio"),
      {.most = 100, .value = 0.1, .decimals = 2, .tip = tr("Retries per request; 0.1 is usual")});
  breaker_ = inputs_->yesNo(QStringLiteral("breaker"), tr("A circuit breaker"), false,
                            tr("Half of at least 5 calls failing in 10 s opens it for 5 s"));

  inputs_->group(tr("Simulation"));
  curves_ = inputs_->yesNo(QStringLiteral("curves"), tr("Curves from 10 to 190 clients"), true);
  runs_ = inputs_->number("runs", tr("Runs per point"), {.least = 1, .most = 1000, .value = 5});
  seed_ = inputs_->number("seed", tr("Random seed"),
                          {.most = 9e15, .value = 1, .tip = tr("The same seed gives the same storm")});
  auto* another = new QPushButton(tr("A&nother seed"));
  connect(another, &QPushButton::clicked, this,
          [this] { seed_->setValue(static_cast<double>(Random::from_system().below(seedsOffered))); });
  inputs_->addRow(another);
  return inputs_->column(tr("The storm"));
}

QWidget* StormTab::buildHead() {
  const widgets::Tokens t = widgets::tokensOf(this);
  auto* head = new QWidget;
  auto* line = widgets::lineOf(head, t.unit);
  auto* start = widgets::buttonOf(simulate_, tr("S&imulate"));
  start->setDefault(true);
  widgets::fill(line, {start, new PlainLabel(simulate_->shortcut().toString(QKeySequence::NativeText),
                                             nullptr, TextRole::caption)});
  progress_ = new QWidget;
  auto* going = widgets::lineOf(progress_, t.unit);
  bar_ = new QProgressBar;
  bar_->setRange(0, 1000);
  bar_->setTextVisible(false);
  bar_->setFixedSize(120, 6);
  bar_->setAccessibleName(tr("Progress of the simulation"));
  progressWords_ = widgets::elided(TextRole::caption, tr("How far the simulation is"));
  widgets::fill(going, {bar_,
                        {progressWords_, 1},
                        widgets::buttonOf(cancel_, tr("&Cancel")),
                        new PlainLabel(cancel_->shortcut().toString(QKeySequence::NativeText), nullptr,
                                       TextRole::caption)});
  line->addStretch(1);
  auto* logarithmic = new QCheckBox(tr("&Logarithmic"));
  logarithmic->setChecked(true);
  logarithmic->setToolTip(widgets::toolTip(tr("The vertical axes of the charts")));
  connect(logarithmic, &QCheckBox::toggled, this, &StormTab::setLogarithmic);
  line->addWidget(logarithmic);
  return head;
}

// Narrower than a page's own: it stands beside the fields.
QWidget* StormTab::buildEmpty() {
  auto* box = new QWidget;
  auto* column = new QVBoxLayout(box);
  emptyTitle_ = widgets::wrapped(TextRole::heading);
  emptyHow_ = widgets::wrapped();
  for (PlainLabel* label : {emptyTitle_, emptyHow_}) label->setAlignment(Qt::AlignHCenter);
  emptyButton_ = new QPushButton(simulate_->icon(), simulate_->text());
  connect(emptyButton_, &QPushButton::clicked, this, &StormTab::simulateNow);
  widgets::fill(
      column,
      {widgets::stretch(), emptyTitle_, emptyHow_, {emptyButton_, 0, Qt::AlignHCenter}, widgets::stretch(2)});
  return box;
}

QWidget* StormTab::buildResult() {
  const widgets::Tokens t = widgets::tokensOf(this);
  auto* box = new QWidget;
  note_ = widgets::wrapped(TextRole::body, tr("Note"));
  note_->hide();
  pane_ = new QStackedWidget;
  pane_->addWidget(buildEmpty());
  widgets::fill(widgets::columnOf(box, t.unit), {buildHead(), progress_, note_, {pane_, 1}});
  auto* inside = new QWidget;
  auto* column = widgets::columnOf(inside, t.unit, QMargins(0, 0, t.unit, t.unit));
  title_ = widgets::wrapped(TextRole::strong, tr("What was simulated"));
  table_ = new widgets::TableView(tr("The storm under each strategy"));
  table_->setModel(model_);
  table_->setFixedHeight(t.rowHeight * 8);
  calls_ = new PlotChart(tr("Calls"), {tr("Clients"), ChartUnit::number}, {tr("Calls"), ChartUnit::number});
  time_ = new PlotChart(tr("Time until done"), {tr("Clients"), ChartUnit::number},
                        {tr("Time"), ChartUnit::milliseconds});
  load_ = new PlotChart(tr("Load"), {tr("Since the start"), ChartUnit::milliseconds},
                        {tr("Calls a second"), ChartUnit::number});
  curveCards_ = new QWidget;
  widgets::fill(widgets::lineOf(curveCards_, t.unit),
                {{cardOf(calls_, stormChartHeight), 1}, {cardOf(time_, stormChartHeight), 1}});
  widgets::fill(column, {title_, table_, curveCards_, cardOf(load_, stormChartHeight), widgets::stretch()});
  pane_->addWidget(widgets::scrolled(inside, tr("Results of the storm")));
  showEmpty(tr("Nothing has been simulated yet"),
            tr("Simulate to see calls, time and load for each strategy. The default is the published "
               "experiment: 100 clients that write one row."),
            true);
  setLogarithmic(true);
  return box;
}

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
  const bool compares = std::any_of(compared_.begin(), compared_.end(),
                                    [](const auto& one) { return one.second->isChecked(); });
  if (!compares) problems << tr("Choose at least one strategy.");
  return problems.join(QLatin1Char(' '));
}

void StormTab::updateForm() {
  const bool isCapacity = isOfCapacity();
  for (QWidget* field : std::initializer_list<QWidget*>{perSecond_, queue_, patience_, outage_, keyed_})
    field->setEnabled(isCapacity);
  ratio_->setEnabled(budget_->isChecked());
  runs_->setEnabled(curves_->isChecked());
  const QString why = whyNot();
  simulate_->setEnabled(!run_->isRunning() && why.isEmpty());
  cancel_->setEnabled(run_->isRunning());
  progress_->setVisible(run_->isRunning());
  showProgress();
  const bool isStale = isStale_ && outcome_ && !run_->isRunning();
  const QString stale =
      isStale ? tr("The fields have changed, so the results are out of date. Simulate again.") : QString();
  tell(note_, why.isEmpty() ? Tone::muted : Tone::warn, why.isEmpty() ? stale : why);
}

void StormTab::simulateNow() {
  if (!simulate_->isEnabled()) return;
  isStale_ = false;
  if (!outcome_)
    showEmpty(tr("Simulating …"), tr("It runs in the background. You can leave the page."), false);
  run_->start<StormOutcome>(
      [wanted = wanted()](const Progress& progress) { return run_storms(wanted, progress); },
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
    showEmpty(
        error.is_cancelled() ? tr("The simulation was cancelled") : tr("The simulation could not be made"),
        error.is_cancelled() ? tr("Fewer clients, strategies or runs per point take less time.")
                             : widgets::sentences(error),
        true);
    return;
  }
  tell(note_, error.is_cancelled() ? Tone::muted : Tone::danger,
       error.is_cancelled() ? tr("The simulation was cancelled. The previous results are shown.")
                            : widgets::sentences(error));
}

void StormTab::show(const StormOutcome& outcome) {
  outcome_ = outcome;
  const Storm& storm = outcome.wanted.storm;
  const bool isCapacity = std::holds_alternative<Capacity>(storm.server);
  const Policy& bounds = storm.policy;
  title_->setText(tr("%1 clients before %2 · seed %3 · base %4, cap %5, attempts %6, total %7")
                      .arg(widgets::number(storm.clients),
                           isCapacity ? tr("a server of given capacity") : tr("one row with a version"),
                           QString::number(outcome.wanted.seed), spanText(bounds.base),
                           bounds.cap ? spanText(*bounds.cap) : tr("none"),
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
  const QString mean = tr("means of %1 runs for each number of clients").arg(outcome_->wanted.runs);
  calls_->replace(calls);
  calls_->setDescription(tr("Total calls until every client is done, %1.").arg(mean));
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
      line.points.append(
          {milliseconds(point.from), seconds > 0 ? static_cast<double>(point.calls) / seconds : 0});
    lines.append(line);
  }
  load_->replace(lines);
  load_->setDescription(tr("Calls a second that reach the server, over the time since the start."));
}

void StormTab::setLogarithmic(bool logarithmic) {
  for (PlotChart* chart : {calls_, time_, load_}) chart->setLogarithmic(logarithmic);
}

namespace {

// What a storm costs grows with the square of its clients where none of them waits.
double costOf(unsigned clients) { return static_cast<double>(clients) * clients; }

QString count(std::uint64_t n) { return widgets::number(static_cast<std::int64_t>(n)); }
QString took(Duration span) { return charts::chartText(milliseconds(span), charts::ChartUnit::milliseconds); }

}  // namespace

Result<StormOutcome> run_storms(const StormWanted& wanted, const Progress& progress) {
  StormOutcome out{.wanted = wanted, .storms = {}, .curves = {}};
  const double each = costOf(wanted.storm.clients);
  const double storms = each * static_cast<double>(wanted.backoffs.size());
  double curves_cost = 0;
  for (const unsigned clients : wanted.curve)
    curves_cost += costOf(clients) * wanted.runs * static_cast<double>(wanted.backoffs.size());
  const double whole = std::max(1.0, storms + curves_cost);
  double before = 0;
  for (const Backoff backoff : wanted.backoffs) {
    Storm storm = wanted.storm;
    storm.policy.backoff = backoff;
    Random random(wanted.seed);
    auto result =
        simulate(storm, random, [&](double part) { return progress((before + each * part) / whole); });
    if (!result) return fail(result.error());
    before += each;
    out.storms.push_back(std::move(*result));
  }
  if (wanted.curve.empty() || wanted.backoffs.empty()) return out;
  CurvesOptions options{
      .like = wanted.storm, .backoffs = wanted.backoffs, .clients = wanted.curve, .runs = wanted.runs};
  Random random(wanted.seed);
  auto drawn =
      curves(options, random, [&](double part) { return progress((before + curves_cost * part) / whole); });
  if (!drawn) return fail(drawn.error());
  out.curves = std::move(*drawn);
  return out;
}

StormModel::StormModel(QObject* parent) : RowsModel(parent) {
  const auto figure = [](const QString& title, int chars, const QString& titleTip,
                         const std::function<QString(const StormResult&)>& cell) {
    return Column({title, chars, RightUnderLeft | NoTip, titleTip},
                  [cell](const StormRow& row) { return cell(row.result); });
  };
  const auto ofSucceeded = [](const StormResult& one, Duration span) {
    return one.succeeded > 0 ? took(span) : widgets::dash;
  };
  const QString fromTheirStart = tr("Of the clients that succeeded, from their own start");
  setColumns({
      {{tr("Strategy"), 20, NoTip}, [](const StormRow& row) { return titleOf(row.backoff); }},
      figure(tr("Calls"), 9, tr("Requests that reach the server; of an optimistic one, writes"),
             [](const StormResult& one) { return count(one.calls); }),
      figure(tr("Wasted"), 9,
             tr("Calls without progress: a lost write, a refusal, an answer to a client that gave up"),
             [](const StormResult& one) { return count(one.wasted); }),
      figure(tr("Replayed"), 10, tr("Answered from what was stored, at no cost"),
             [](const StormResult& one) { return count(one.replayed); }),
      figure(tr("Done"), 8, tr("Clients that succeeded"),
             [](const StormResult& one) { return count(one.succeeded); }),
      figure(tr("Gave up"), 9, tr("Out of attempts, of time or of budget"),
             [](const StormResult& one) {
               return count(one.out_of_attempts + one.out_of_time + one.out_of_budget);
             }),
      figure(tr("Held"), 8, tr("Attempts that the circuit breaker stopped: they never left the client"),
             [](const StormResult& one) { return count(one.stopped_by_breaker); }),
      figure(tr("Time"), 10, tr("Until the last client knew"),
             [](const StormResult& one) { return took(one.time); }),
      figure(tr("Half done"), 11, fromTheirStart,
             [ofSucceeded](const StormResult& one) { return ofSucceeded(one, one.p50); }),
      figure(tr("95 % done"), 11, fromTheirStart,
             [ofSucceeded](const StormResult& one) { return ofSucceeded(one, one.p95); }),
      {{QString(), 20, Stretch | NoTip},
       [](const StormRow& row) { return row.result.complete ? QString() : tr("ended: too many calls"); }},
  });
}

void StormModel::setOutcome(const StormOutcome& outcome) {
  std::vector<StormRow> rows;
  for (std::size_t i = 0; i < outcome.storms.size(); ++i)
    rows.push_back({outcome.wanted.backoffs[i], outcome.storms[i]});
  setRows(std::move(rows));
}

}  // namespace onceover::calculator
