// How the tab of storms is laid out.
#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QProgressBar>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "ui/charts/plot_chart.h"
#include "ui/planner/form.h"
#include "ui/planner/storm_model.h"
#include "ui/planner/storm_tab.h"
#include "ui/planner/words.h"
#include "ui/widgets/action.h"
#include "ui/widgets/card.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/layout.h"
#include "ui/widgets/table.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::planner {

using charts::ChartUnit;
using charts::PlotChart;
using widgets::PlainLabel;
using widgets::TextRole;

namespace {

constexpr int stormChartHeight = 220;
// Seeds that a person can read out to another.
constexpr std::uint64_t seedsOffered = 1'000'000;

widgets::Card* cardOf(PlotChart* chart) {
  auto* card = new widgets::Card;
  chart->setMinimumHeight(stormChartHeight);
  card->body()->addWidget(chart);
  return card;
}

}  // namespace

StormTab::StormTab(QWidget* parent)
    : QWidget(parent),
      inputs_(new Inputs(QStringLiteral("planner/storm"), this)),
      run_(new Run(this)),
      simulate_(new QAction(widgets::icon(QStringLiteral("play")), tr("Simulate the storm"), this)),
      cancel_(new QAction(widgets::icon(QStringLiteral("stop")), tr("Cancel the simulation"), this)),
      model_(new StormModel(this)) {
  simulate_->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_Return));
  cancel_->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Period));
  for (QAction* action : {simulate_, cancel_}) action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  connect(simulate_, &QAction::triggered, this, &StormTab::simulateNow);
  connect(cancel_, &QAction::triggered, run_, &Run::cancel);
  auto* layout = widgets::lineOf(this, widgets::tokensOf(this).gap, QMargins(0, widgets::tokensOf(this).unit, 0, 0));
  layout->addWidget(buildInputs());
  layout->addWidget(buildResult(), 1);
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
  FormColumn column(tr("The storm"));
  QFormLayout* form = column.form(tr("Clients"));
  clients_ = inputs_->number(form, QStringLiteral("clients"), tr("Clients"), {.least = 1, .most = 100'000, .value = 100});
  arrive_ = inputs_->span(form, QStringLiteral("arrive"), tr("Begin within"), QStringLiteral("0"), {.zero = true},
                          tr("Evenly spread over this; 0: all at once"));
  processes_ = inputs_->number(form, QStringLiteral("processes"), tr("Processes"),
                               {.least = 1, .most = 100'000, .value = 1, .tip = tr("Each has a budget and a breaker of its own")});

  form = column.form(tr("Policy"));
  policy_.make(*inputs_, form, like.policy, false);
  form = column.form(tr("Strategies to compare"));
  for (const Backoff each : all_backoffs) {
    compared_[each] = inputs_->yesNo(form, QStringLiteral("compare-") + widgets::text(word(each)), titleOf(each), each != Backoff::fixed);
  }

  form = column.form(tr("Server"));
  server_ = inputs_->choice(form, QStringLiteral("server"), tr("Kind"),
                            {{QStringLiteral("optimistic"), tr("One versioned row")}, {QStringLiteral("capacity"), tr("Given capacity")}});
  perSecond_ = inputs_->number(form, QStringLiteral("per-second"), tr("Serves"),
                               {.least = 0.01, .most = 1e6, .value = 100, .decimals = 2, .suffix = tr(" /s")});
  queue_ = inputs_->number(form, QStringLiteral("queue"), tr("May wait"), {.most = 1e6, .value = 100});
  patience_ = inputs_->span(form, QStringLiteral("patience"), tr("Client's patience"), QStringLiteral("1 s"));
  outage_ = inputs_->span(form, QStringLiteral("outage"), tr("Outage at first"), QStringLiteral("0"), {.zero = true},
                          tr("Everything is refused at once from the start on"));
  keyed_ = inputs_->yesNo(form, QStringLiteral("keyed"), tr("Requests carry keys"), true,
                          tr("A duplicate is then refused or replayed, at no cost"));
  mean_ = inputs_->number(form, QStringLiteral("mean"), tr("Network, one way"),
                          {.most = 1e6, .value = like.network.mean_ms, .decimals = 1, .suffix = tr(" ms")});
  deviation_ = inputs_->number(form, QStringLiteral("deviation"), tr("and its deviation"),
                               {.most = 1e6, .value = like.network.deviation_ms, .decimals = 1, .suffix = tr(" ms")});

  form = column.form(tr("Protection"));
  budget_ = inputs_->yesNo(form, QStringLiteral("budget"), tr("A retry budget"), false);
  ratio_ = inputs_->number(form, QStringLiteral("ratio"), tr("Retries for a request"),
                           {.most = 100, .value = 0.1, .decimals = 2, .tip = tr("As a share of requests: 0.1 is the usual one")});
  breaker_ = inputs_->yesNo(form, QStringLiteral("breaker"), tr("A circuit breaker"), false,
                            tr("Half of at least 5 calls failing in 10 s opens it for 5 s"));

  form = column.form(tr("Simulation"));
  curves_ = inputs_->yesNo(form, QStringLiteral("curves"), tr("Curves from 10 to 190 clients"), true);
  runs_ = inputs_->number(form, QStringLiteral("runs"), tr("Storms for a point"), {.least = 1, .most = 1000, .value = 5});
  seed_ = inputs_->number(form, QStringLiteral("seed"), tr("Seed of the dice"),
                          {.most = 9e15, .value = 1, .tip = tr("The same seed is the same storm")});
  auto* another = new QPushButton(tr("A&nother seed"));
  connect(another, &QPushButton::clicked, this,
          [this] { seed_->setValue(static_cast<double>(Random::from_system().below(seedsOffered))); });
  form->addRow(another);
  return column.scroll();
}

QWidget* StormTab::buildHead() {
  const widgets::Tokens t = widgets::tokensOf(this);
  auto* head = new QWidget;
  auto* line = widgets::lineOf(head, t.unit);
  auto* start = widgets::buttonOf(simulate_, tr("S&imulate"));
  start->setDefault(true);
  line->addWidget(start);
  line->addWidget(new PlainLabel(simulate_->shortcut().toString(QKeySequence::NativeText), nullptr, TextRole::caption));
  progress_ = new QWidget;
  auto* going = widgets::lineOf(progress_, t.unit);
  bar_ = new QProgressBar;
  bar_->setRange(0, 1000);
  bar_->setTextVisible(false);
  bar_->setFixedSize(120, 6);
  bar_->setAccessibleName(tr("Progress of the simulation"));
  progressWords_ = new PlainLabel({}, nullptr, TextRole::caption);
  progressWords_->setAccessibleName(tr("How far the simulation is"));
  progressWords_->setElided(true);
  going->addWidget(bar_);
  going->addWidget(progressWords_, 1);
  going->addWidget(widgets::buttonOf(cancel_, tr("&Cancel")));
  going->addWidget(new PlainLabel(cancel_->shortcut().toString(QKeySequence::NativeText), nullptr, TextRole::caption));
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
  emptyTitle_ = new PlainLabel({}, nullptr, TextRole::heading);
  emptyHow_ = new PlainLabel;
  for (PlainLabel* label : {emptyTitle_, emptyHow_}) {
    label->setWordWrap(true);
    label->setAlignment(Qt::AlignHCenter);
  }
  emptyButton_ = new QPushButton(simulate_->icon(), simulate_->text());
  connect(emptyButton_, &QPushButton::clicked, this, &StormTab::simulateNow);
  column->addStretch(1);
  column->addWidget(emptyTitle_);
  column->addWidget(emptyHow_);
  column->addWidget(emptyButton_, 0, Qt::AlignHCenter);
  column->addStretch(2);
  return box;
}

QWidget* StormTab::buildResult() {
  const widgets::Tokens t = widgets::tokensOf(this);
  auto* box = new QWidget;
  auto* outer = widgets::columnOf(box, t.unit);
  outer->addWidget(buildHead());
  outer->addWidget(progress_);
  note_ = widgets::wrapped(widgets::TextRole::body, tr("Note"));
  note_->hide();
  outer->addWidget(note_);
  pane_ = new QStackedWidget;
  pane_->addWidget(buildEmpty());
  outer->addWidget(pane_, 1);
  auto* inside = new QWidget;
  auto* column = widgets::columnOf(inside, t.unit, QMargins(0, 0, t.unit, t.unit));
  title_ = widgets::wrapped(TextRole::strong, tr("What was simulated"));
  column->addWidget(title_);
  table_ = new widgets::TableView(tr("The storm under each strategy"));
  table_->setModel(model_);
  table_->setColumnChars({20, 9, 9, 10, 8, 9, 8, 10, 11, 11, 20});
  table_->setStretchColumn(StormModel::Remark);
  table_->setFixedHeight(t.rowHeight * 8);
  column->addWidget(table_);
  calls_ = new PlotChart(tr("Calls"), {tr("Clients"), ChartUnit::number}, {tr("Calls"), ChartUnit::number});
  time_ = new PlotChart(tr("Time until done"), {tr("Clients"), ChartUnit::number}, {tr("Time"), ChartUnit::milliseconds});
  load_ = new PlotChart(tr("Load"), {tr("Since the start"), ChartUnit::milliseconds}, {tr("Calls a second"), ChartUnit::number});
  curveCards_ = new QWidget;
  auto* row = widgets::lineOf(curveCards_, t.unit);
  row->addWidget(cardOf(calls_), 1);
  row->addWidget(cardOf(time_), 1);
  column->addWidget(curveCards_);
  column->addWidget(cardOf(load_));
  column->addStretch(1);
  auto* scroll = widgets::scrolled(inside, tr("What came of the storm"));
  pane_->addWidget(scroll);
  showEmpty(
      tr("Nothing has been simulated yet"),
      tr("Calls and time over the number of clients, and the load over time, would be here, under each strategy. The fields are those of "
         "the published experiment: 100 clients that write one row."),
      true);
  setLogarithmic(true);
  return box;
}

}  // namespace onceover::planner
