// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/calculator/schedule_tab.h"

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QPushButton>

#include "ui/calculator/grid.h"
#include "ui/charts/plot_chart.h"
#include "ui/widgets/card.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/layout.h"
#include "ui/widgets/save_file.h"
#include "ui/widgets/theme.h"

namespace onceover::calculator {

using charts::ChartPoint;
using charts::ChartSeries;
using charts::ChartUnit;
using widgets::TextRole;
using widgets::Tone;

namespace {

// By which a client's clock and scheduler may be off.
constexpr Duration logSlack = std::chrono::milliseconds(5);
constexpr int chartHeight = 250;

std::optional<bool> yesOrNo(const QComboBox* box) {
  const QString word = box->currentData().toString();
  return word.isEmpty() ? std::nullopt : std::optional(word == QLatin1String("yes"));
}

QString share(double part) { return charts::chartText(part, ChartUnit::share); }

ChartPoint pointOf(unsigned attempt, const Spread& spread) {
  return {static_cast<double>(attempt), milliseconds(spread.mean), milliseconds(spread.least),
          milliseconds(spread.p95)};
}

}  // namespace

ScheduleTab::ScheduleTab(QWidget* parent)
    : QWidget(parent),
      inputs_(new Inputs(QStringLiteral("calculator/schedule"), this)),
      run_(new Run(this)),
      logModel_(new LogModel(this)) {
  auto* layout =
      widgets::lineOf(this, widgets::tokensOf(this).gap, QMargins(0, widgets::tokensOf(this).unit, 0, 0));
  widgets::fill(layout, {buildInputs(), {buildResult(), 1}});
  connect(inputs_, &Inputs::changed, this, &ScheduleTab::compute);
  connect(shows_, &QComboBox::currentIndexChanged, this, &ScheduleTab::drawAttempts);
  connect(log_, &QPlainTextEdit::textChanged, this, &ScheduleTab::layOver);
  layOver();
  compute();
}

QWidget* ScheduleTab::buildInputs() {
  inputs_->group(tr("Policy"));
  policy_.make(*inputs_, policy_from(retry::Policy{}), true);
  takes_ = inputs_->span("takes", tr("Attempt's timeout"), QStringLiteral("1 s"), {.none = true},
                         tr("From the start of an attempt until it has failed; none: it waits for ever, and "
                            "is drawn as failing at once"));

  inputs_->group(tr("How attempts fail"));
  failure_ = inputs_->number("failure", tr("Failure rate"),
                             {.most = 100, .value = 50, .decimals = 1, .suffix = tr(" %")});
  outage_ = inputs_->span("outage", tr("In an outage of"), QStringLiteral("0"), {.zero = true},
                          tr("Attempts that begin during it all fail"));
  anywhere_ = inputs_->yesNo(QStringLiteral("anywhere"), tr("The outage starts at any moment"), true,
                             tr("Otherwise it starts with the first attempt"));
  seed_ = inputs_->number("seed", tr("Random seed"),
                          {.most = 9e15, .value = 1, .tip = tr("The same seed gives the same schedule")});

  inputs_->group(tr("Client"));
  const std::vector<std::pair<QString, QVariant>> told{
      {tr("unknown"), {}}, {tr("yes"), QStringLiteral("yes")}, {tr("no"), QStringLiteral("no")}};
  key_ = inputs_->choice("key", tr("Idempotency key"),
                         {{tr("unknown"), {}},
                          {tr("one, made before the first attempt"), QStringLiteral("once")},
                          {tr("another one each time"), QStringLiteral("per_attempt")},
                          {tr("none"), QStringLiteral("none")}});
  heeds_ = inputs_->choice("heeds", tr("Honors Retry-After"), told);
  budget_ = inputs_->choice("budget", tr("Retry budget"), told);
  breaker_ = inputs_->choice("breaker", tr("Circuit breaker"), told);
  return inputs_->column(tr("The policy"));
}

QWidget* ScheduleTab::buildResult() {
  const widgets::Tokens t = widgets::tokensOf(this);
  auto* inside = new QWidget;
  auto* column = widgets::columnOf(inside, t.unit, QMargins(0, 0, t.unit, t.unit));
  note_ = widgets::wrapped(widgets::TextRole::body, tr("Note"));
  title_ = widgets::wrapped(TextRole::strong, tr("The policy in words"));
  summary_ = widgets::wrapped(widgets::TextRole::body, tr("Summary"));
  findings_ = new FindingsCard;
  widgets::fill(column, {note_, title_, buildCharts(), summary_, findings_, buildLog(), widgets::stretch()});
  return widgets::scrolled(inside, tr("The schedule"));
}

QWidget* ScheduleTab::buildCharts() {
  const widgets::Tokens t = widgets::tokensOf(this);
  attempts_ = new charts::PlotChart(tr("Attempts"), {tr("Attempt"), ChartUnit::number},
                                    {tr("Begins"), ChartUnit::milliseconds});
  shows_ = widgets::comboBox(tr("What is drawn by attempt"),
                             {{tr("begins, since the first"), {}}, {tr("waits before it"), {}}});
  shows_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  shows_->setMinimumContentsLength(12);
  attempts_->addToTitle(shows_);
  chance_ =
      new charts::PlotChart(tr("Chance to be done"), {tr("Since the first attempt"), ChartUnit::milliseconds},
                            {tr("Done"), ChartUnit::share});
  auto* row = new QWidget;
  widgets::fill(widgets::lineOf(row, t.unit),
                {{cardOf(attempts_, chartHeight), 1}, {cardOf(chance_, chartHeight), 1}});
  return row;
}

QWidget* ScheduleTab::buildLog() {
  const widgets::Tokens t = widgets::tokensOf(this);
  auto* card = new widgets::Card(tr("Client log"));
  log_ = new LogEdit;
  log_->setFixedHeight(log_->fontMetrics().lineSpacing() * 6 + 2 * t.unit);
  auto* open = new QPushButton(tr("&Open a log …"));
  connect(open, &QPushButton::clicked, this, &ScheduleTab::chooseLog);
  auto* clear = new QPushButton(tr("&Clear"));
  clear->setAccessibleName(tr("Clear the log"));
  connect(clear, &QPushButton::clicked, log_, &QPlainTextEdit::clear);
  card->addToTitle(open);
  card->addToTitle(clear);
  logNote_ = widgets::wrapped(widgets::TextRole::body, tr("What the log shows"));
  logTable_ = new widgets::TableView(tr("The log, line by line"));
  logTable_->setModel(logModel_);
  logTable_->setMinimumHeight(190);
  widgets::fill(card->body(), {log_, logNote_, logTable_});
  connect(log_, &LogEdit::fileRefused, this, [this](const QString& why) {
    logNote_->setTone(Tone::danger);
    logNote_->setText(why);
  });
  return card;
}

void ScheduleTab::compute() {
  QStringList problems = inputs_->problems();
  if (const QString wrong = policy_.wrong(); !wrong.isEmpty()) problems << wrong;
  const bool isWrong = !problems.isEmpty();
  tell(note_, Tone::warn,
       isWrong ? (problems << tr("The results shown are out of date.")).join(QLatin1Char(' ')) : QString());
  if (isWrong) return;
  const Policy policy = policy_.policy();
  ScheduleOptions options;
  options.attempt_takes = takes_->span().value_or(Duration::zero());
  options.failure.p = failure_->value() / 100;
  options.failure.outage = outage_->span().value_or(Duration::zero());
  options.failure.anywhere = anywhere_->isChecked();
  const auto seed = static_cast<std::uint64_t>(seed_->value());
  run_->start<Schedule>(
      [policy, options, seed](const Progress& progress) -> Result<Schedule> {
        Random random(seed);
        return draw_schedule(policy, options, random, progress);
      },
      [this, policy, takes = options.attempt_takes](const Result<Schedule>& schedule) {
        if (!schedule) {
          tell(note_, Tone::warn, widgets::sentences(schedule.error()));
          return emit drawn();
        }
        drawnPolicy_ = policy;
        drawnTakes_ = takes;
        show(*schedule);
      });
}

void ScheduleTab::show(const Schedule& schedule) {
  schedule_ = schedule;
  title_->setText(widgets::text(describe(drawnPolicy_)));
  drawChance();
  summary_->setText(summary());
  lintNow();
  layOver();
  emit drawn();
}

void ScheduleTab::drawAttempts() {
  if (!schedule_) return;
  const bool isBegin = shows_->currentIndex() == 0;
  ChartSeries line{isBegin ? tr("begins") : tr("waits"), {}};
  for (const AttemptRow& row : schedule_->attempts)
    line.points.append(pointOf(row.attempt, isBegin ? row.at : row.delay));
  ChartSeries fits{tr("log: fits"), {}, Tone::ok, true},
      outside{tr("log: does not fit"), {}, Tone::danger, true};
  for (const Overlaid& one : overlay_.entries) {
    ChartSeries& to = one.fit == Fit::fits ? fits : outside;
    // A log tells the waits alone: what failed is taken to have lasted as long as the policy's attempts do.
    const Duration begins = one.at + drawnTakes_ * (one.entry.attempt - 1);
    to.points.append(
        {static_cast<double>(one.entry.attempt), milliseconds(isBegin ? begins : one.entry.delay)});
  }
  QVector<ChartSeries> all{line};
  for (ChartSeries* marks : {&fits, &outside}) {
    std::ranges::stable_sort(marks->points, {}, &ChartPoint::x);
    if (!marks->points.isEmpty()) all.append(*marks);
  }
  attempts_->setVertical({isBegin ? tr("Begins") : tr("Waits"), ChartUnit::milliseconds});
  attempts_->replace(all);
  attempts_->setDescription(
      (isBegin ? tr("When each attempt begins, since the first one: the mean, and the band from the least to "
                    "the 95th percentile.")
               : tr("The wait before each attempt: the mean, and the band from the least to the 95th "
                    "percentile.")) +
      (schedule_->more ? QLatin1Char(' ') + tr("There are more attempts than are drawn.") : QString()));
}

void ScheduleTab::drawChance() {
  ChartSeries line{tr("done"), {}};
  for (const ChancePoint& point : schedule_->chance) line.points.append({milliseconds(point.by), point.done});
  chance_->replace({line});
  chance_->setDescription(tr("The probability that a request is done by a time since its first attempt."));
}

QString ScheduleTab::summary() const {
  const Schedule& s = *schedule_;
  const auto ends = [](const std::optional<Duration>& span) {
    return span ? widgets::span(*span) : tr("unlimited");
  };
  QString text = tr("Longest retry: %1").arg(ends(s.horizon));
  if (s.horizon && s.asked_horizon != s.horizon)
    text += tr("; %1 if Retry-After is honored").arg(ends(s.asked_horizon));
  text += s.asked_horizon ? tr(". Keep keys for at least %1.").arg(widgets::span(*s.asked_horizon * 2))
                          : tr(". No window is long enough for unlimited retries.");
  text += QLatin1Char(' ') + tr("Success rate: %1%2, after %3 attempts on average.")
                                 .arg(s.cut ? tr("at least ") : QString(), share(s.in_the_end),
                                      charts::chartText(s.mean_attempts, ChartUnit::number));
  return text;
}

void ScheduleTab::layOver() {
  const ClientLog log = parse_client_log(widgets::bytes(log_->toPlainText()));
  overlay_ = overlay(schedule_ ? drawnPolicy_ : policy_.policy(), log, logSlack);
  logModel_->setLog(overlay_, log.errors);
  const bool isEmpty = overlay_.entries.empty() && log.errors.empty();
  logTable_->setVisible(!isEmpty);
  logNote_->setTone(overlay_.outside > 0 || !log.errors.empty() ? Tone::warn
                    : isEmpty                                   ? Tone::muted
                                                                : Tone::ok);
  if (isEmpty) {
    logNote_->setText(tr("Paste, drop or open a client's retry log to compare it with the policy."));
  } else {
    QString text = tr("Requests: %1, attempts: %2, outside the policy: %3.")
                       .arg(overlay_.requests)
                       .arg(overlay_.entries.size())
                       .arg(overlay_.outside);
    if (!log.errors.empty())
      text += QLatin1Char(' ') + tr("Rows that could not be read: %1 (listed below).").arg(log.errors.size());
    if (overlay_.looks_like)
      text += QLatin1Char(' ') + tr("The waits look like this: %1.").arg(titleOf(*overlay_.looks_like));
    if (drawnTakes_ > Duration::zero())
      text +=
          QLatin1Char(' ') + tr("Drawn as if each failed attempt had lasted %1.").arg(spanText(drawnTakes_));
    logNote_->setText(text);
  }
  drawAttempts();
}

void ScheduleTab::lintNow() {
  LintInput in{.policy = drawnPolicy_};
  in.attempt_timeout = takes_->span();
  const QString key = key_->currentData().toString();
  if (key == QLatin1String("once")) in.key = KeyUse::once;
  if (key == QLatin1String("per_attempt")) in.key = KeyUse::per_attempt;
  if (key == QLatin1String("none")) in.key = KeyUse::none;
  in.honours_retry_after = yesOrNo(heeds_);
  in.budget = yesOrNo(budget_);
  in.breaker = yesOrNo(breaker_);
  in.manual = windows_.manual;
  in.window = windows_.window;
  in.gateway_window = windows_.gateway;
  findings_->show(lint(in));
}

void ScheduleTab::setWindows(const Windows& windows) {
  windows_ = windows;
  if (schedule_) lintNow();
}

std::optional<Duration> ScheduleTab::horizon() const {
  return horizon_of(policy_.policy(), takes_->span().value_or(Duration::zero()),
                    yesOrNo(heeds_).value_or(false));
}

void ScheduleTab::chooseLog() {
  widgets::askOpenPath(this, tr("Open a client's retry log"), tr("Logs (*.csv *.txt *.log);;All files (*)"),
                       [this](const QString& path) { log_->takeFile(path); });
}

using widgets::shown;

namespace {

QString allowedOf(const Overlaid& one) {
  if (one.entry.attempt == 1) return {};
  return LogModel::tr("%1 to %2").arg(spanText(one.allowed.least), spanText(one.allowed.most));
}

widgets::Badge fitOf(const LogRow& row) {
  if (row.read) return badgeOf(row.read->fit);
  return {LogModel::tr("not read"), QStringLiteral("warning"), widgets::Tone::danger};
}

QString whyOf(const LogRow& row) {
  return row.read ? shown(row.read->what)
                  : LogModel::tr("%1 The row: %2").arg(shown(row.error.what), shown(row.error.text));
}

// A cell of what was read; there is none of a row that was not.
std::function<QString(const LogRow&)> ofRead(const std::function<QString(const Overlaid&)>& cell) {
  return [cell](const LogRow& row) { return row.read ? cell(*row.read) : widgets::dash; };
}

}  // namespace

LogModel::LogModel(QObject* parent) : RowsModel(parent) {
  setColumns({
      {{tr("Line"), 6, RightUnderLeft | NoTip}, [](const LogRow& row) { return QString::number(row.line); }},
      {{tr("Request"), 9, RightUnderLeft | NoTip},
       ofRead([](const Overlaid& one) { return QString::number(one.entry.request); })},
      {{tr("Attempt"), 9, RightUnderLeft | NoTip},
       ofRead([](const Overlaid& one) { return QString::number(one.entry.attempt); })},
      {{tr("Waited"), 10, RightUnderLeft | NoTip},
       ofRead([](const Overlaid& one) { return spanText(one.entry.delay); })},
      {{tr("Policy waits"), 18, NoTip}, ofRead(allowedOf)},
      {{tr("Fit"), 18, NoTip}, fitOf},
      {{tr("Why"), 44, Stretch}, whyOf},
  });
}

void LogModel::setLog(const Overlay& overlay, const std::vector<RowError>& errors) {
  std::vector<LogRow> rows;
  for (const Overlaid& entry : overlay.entries) rows.push_back({entry.entry.line, entry, {}});
  for (const RowError& error : errors) rows.push_back({error.line, {}, error});
  std::ranges::stable_sort(rows, {}, &LogRow::line);
  setRows(std::move(rows));
}

LogEdit::LogEdit(QWidget* parent)
    : DropEdit(tr("A client's retry log"),
               tr("attempt,delay_ms,status,code,notes\n1,0,timeout,,\n2,137,5xx,502,\nPaste a client's log "
                  "here, or drop its file."),
               parent) {
  setLineWrapMode(NoWrap);
}

void LogEdit::takeFile(const QString& path) {
  const auto log = widgets::readDropped(path, largest);
  if (!log) return emit fileRefused(widgets::text(log.error().what));
  setPlainText(QString::fromUtf8(*log));
  emit fileTaken(tr("%1, %2").arg(widgets::fileName(path), widgets::byteCount(log->size())));
}

}  // namespace onceover::calculator
