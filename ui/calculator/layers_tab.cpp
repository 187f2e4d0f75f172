// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/calculator/layers_tab.h"

#include <QDoubleSpinBox>
#include <QVBoxLayout>

#include "core/calculator/figure.h"
#include "core/calculator/lint.h"
#include "ui/calculator/grid.h"
#include "ui/calculator/words.h"
#include "ui/charts/plot_chart.h"
#include "ui/widgets/layout.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::calculator {

using charts::ChartUnit;
using widgets::PlainLabel;
using widgets::TextRole;
using widgets::Tone;

namespace {

Service serviceOf(const QStringList& row) {
  Service out{.name = widgets::bytes(row[layer::Name])};
  out.attempts = row[layer::Attempts].toUInt();
  out.timeout = parseSpan(row[layer::Timeout]);  // "none" is no span
  out.waits = parseSpan(row[layer::Waits]).value_or(Duration::zero());
  if (!row[layer::Budget].isEmpty()) out.budget = row[layer::Budget].toDouble() / 100;
  out.failure = row[layer::Failure].toDouble() / 100;
  return out;
}

Service grown(const QList<QStringList>& rows, const std::vector<std::vector<int>>& calls, int row) {
  Service out = serviceOf(rows[row]);
  for (const int below : calls[static_cast<std::size_t>(row)]) out.calls.push_back(grown(rows, calls, below));
  return out;
}

// From so many calls for one request on, a short fault is an overload.
constexpr double manyCalls = 10;

QString aNumberOfAttempts(const QString& text) {
  bool ok = false;
  const unsigned n = text.toUInt(&ok);
  return ok && n >= 1 && n <= 1'000'000 ? QString() : QObject::tr("a number from 1 is needed.");
}

QString aSpanOrNone(const QString& text) {
  const auto span = parseSpan(text);
  return text == QLatin1String("none") || (span && *span > Duration::zero())
             ? QString()
             : QObject::tr("a time such as 500 ms, 2 s or 1 min is needed, or none.");
}

QString aSpan(const QString& text) {
  return parseSpan(text) ? QString() : QObject::tr("a time such as 0, 500 ms or 2 s is needed.");
}

std::vector<GridColumn> layerColumns() {
  return {
      {QObject::tr("Service"), QStringLiteral("service"), aName},
      {QObject::tr("Called by"), {}, {}, QObject::tr("The name of a row above; empty: the row just above")},
      {QObject::tr("Attempts"), QStringLiteral("3"), aNumberOfAttempts,
       QObject::tr("Of the caller, for each request it works on")},
      {QObject::tr("Timeout"), QStringLiteral("1 s"), aSpanOrNone,
       QObject::tr("Of the caller, for one attempt; none: it waits for ever")},
      {QObject::tr("Waits"), QStringLiteral("0"), aSpan,
       QObject::tr("Between all these attempts together, at most")},
      {QObject::tr("Budget %"),
       {},
       [](const QString& text) { return text.isEmpty() ? QString() : aNumber(0, 100)(text); },
       QObject::tr("Of the caller: retries as a share of its requests; empty: none")},
      {QObject::tr("Fails %"), QStringLiteral("10"), aNumber(0, 100),
       QObject::tr("Probability that an attempt fails in the service itself, before it calls others")}};
}

// Why there is no result, and that the one before is out of date; empty: there is one.
template <typename T>
QString whyStale(const Result<T>& result, bool hasOther) {
  if (result) return {};
  return widgets::sentences(result.error()) +
         (hasOther ? QLatin1Char('\n') + QObject::tr("The results shown are out of date.") : QString());
}

bool isOfLayers(Rule rule) {
  return rule == Rule::layers_multiply || rule == Rule::budget_missing_at_layer ||
         rule == Rule::timeouts_grow_inward;
}

}  // namespace

HedgingCard::HedgingCard(QWidget* parent)
    : Card(tr("Hedged requests"), parent),
      inputs_(new Inputs(QStringLiteral("calculator/hedging"), this)),
      note_(widgets::wrapped(widgets::TextRole::body, tr("Note on hedging"))),
      words_(widgets::wrapped(widgets::TextRole::body, tr("Hedging result"))),
      chart_(new charts::PlotChart(tr("Latency"), {tr("Share answered"), ChartUnit::share},
                                   {tr("By"), ChartUnit::milliseconds})) {
  const widgets::Tokens t = widgets::tokensOf(this);
  inputs_->group({});
  p50_ = inputs_->span("p50", tr("Half by"), QStringLiteral("40 ms"));
  p95_ = inputs_->span("p95", tr("95 % by"), QStringLiteral("150 ms"));
  p99_ = inputs_->span("p99", tr("99 % by"), QStringLiteral("900 ms"));
  longest_ = inputs_->span("longest", tr("All by"), QStringLiteral("3 s"));
  at_ = inputs_->number("at", tr("Second request"),
                        {50, 99.9, 95, 1, tr(" % answered"), tr("Sent when this share has answered")});
  common_ = inputs_->number(
      "common", tr("Slow together"),
      {0, 100, 0, 0, tr(" %"), tr("Share of slow requests whose cause also slows the second request")});
  inputs_->box()->setMaximumWidth(300);
  chart_->setMinimumHeight(200);
  auto* right = new QVBoxLayout;
  widgets::fill(right, {{chart_, 1}, note_, words_});
  auto* line = widgets::lineOf(nullptr, t.gap);
  widgets::fill(line, {{inputs_->box(), 0, Qt::AlignTop}, {right, 1}});
  body()->addLayout(line);
  connect(inputs_, &Inputs::changed, this, &HedgingCard::compute);
  compute();
}

void HedgingCard::compute() {
  const QStringList problems = inputs_->problems();
  Latency latency;
  // The fastest is taken to be at a tenth of the half's.
  const auto point = [&](double share, const SpanEdit* edit) {
    if (edit->span()) latency.points.push_back({share, *edit->span()});
  };
  if (p50_->span()) latency.points.push_back({0, *p50_->span() / 10});
  point(0.5, p50_), point(0.95, p95_), point(0.99, p99_), point(1, longest_);
  auto hedged = problems.isEmpty()
                    ? hedge(latency, at_->value() / 100, common_->value() / 100)
                    : Result<Hedging>(fail(ErrorKind::invalid_input, widgets::bytes(problems.join('\n'))));
  tell(note_, widgets::Tone::warn, whyStale(hedged, hedging_.has_value()));
  if (!hedged) return;
  hedging_ = std::move(*hedged);
  words_->setText(joined(hedging_->words));
  const auto line = [](const QString& name, const Hedging::Quantiles& q) {
    return charts::ChartSeries{name,
                               {{0.5, milliseconds(q.p50)},
                                {0.95, milliseconds(q.p95)},
                                {0.99, milliseconds(q.p99)},
                                {0.999, milliseconds(q.p999)}}};
  };
  chart_->replace(
      {line(tr("one request"), hedging_->alone), line(tr("with a second request"), hedging_->hedged)});
  chart_->setDescription(tr("By when which share of the requests has its answer."));
}

Result<Service> tree_of(const QList<QStringList>& rows) {
  if (rows.isEmpty())
    return fail(ErrorKind::invalid_input, "There is no layer.", "Nothing was counted.",
                "Add the first one: what the user's client calls.");
  std::vector<std::vector<int>> calls(static_cast<std::size_t>(rows.size()));
  for (int i = 1; i < rows.size(); ++i) {
    const QString& wanted = rows[i][layer::Caller];
    int caller = i - 1;
    // The nearest row of that name: services may be called from several.
    while (!wanted.isEmpty() && caller >= 0 && rows[caller][layer::Name] != wanted) --caller;
    if (caller < 0) {
      return fail(ErrorKind::invalid_input,
                  "\"" + widgets::bytes(rows[i][layer::Name]) + "\" is called by \"" +
                      widgets::bytes(wanted) + "\", and no row above has that name.",
                  "Nothing was counted.");
    }
    calls[static_cast<std::size_t>(caller)].push_back(i);
  }
  return grown(rows, calls, 0);
}

LayersTab::LayersTab(QWidget* parent)
    : QWidget(parent),
      inputs_(new Inputs(QStringLiteral("calculator/layers"), this)),
      grid_(new Grid(tr("Layers"), layerColumns(), {24, 20, 10, 10, 10, 10, 10}, true)),
      note_(widgets::wrapped(widgets::TextRole::body, tr("Note"))),
      summary_(widgets::wrapped(TextRole::strong, tr("Summary"))),
      tree_(new charts::TreeChart(tr("Calls for one request"))),
      findings_(new FindingsCard),
      hedging_(new HedgingCard) {
  const widgets::Tokens t = widgets::tokensOf(this);
  grid_->setMinimumHeight(t.rowHeight * 7);
  auto* inside = new QWidget;
  auto* column = widgets::columnOf(inside, t.unit, QMargins(0, t.unit, t.unit, t.unit));
  widgets::fill(column,
                {new PlainLabel(tr("Services, from the user's client inward"), nullptr, TextRole::caption),
                 grid_, note_, summary_});
  column->addWidget(cardOf(tree_, 230), 1);
  widgets::fill(column, {findings_, hedging_});
  widgets::columnOf(this)->addWidget(widgets::scrolled(inside, tr("Layers and results")));
  grid_->model()->fill({{tr("edge"),
                         {},
                         QStringLiteral("3"),
                         QStringLiteral("10 s"),
                         QStringLiteral("0"),
                         {},
                         QStringLiteral("1")},
                        {tr("orders"),
                         {},
                         QStringLiteral("3"),
                         QStringLiteral("4 s"),
                         QStringLiteral("0"),
                         {},
                         QStringLiteral("1")},
                        {tr("payments"),
                         {},
                         QStringLiteral("3"),
                         QStringLiteral("2 s"),
                         QStringLiteral("0"),
                         QStringLiteral("10"),
                         QStringLiteral("10")}});
  inputs_->keep(QStringLiteral("layers"), grid_);
  connect(inputs_, &Inputs::changed, this, &LayersTab::compute);
  compute();
}

void LayersTab::compute() {
  const auto root = tree_of(grid_->model()->rows());
  auto amplified = root ? amplify(*root) : Result<Amplification>(fail(root.error()));
  tell(note_, Tone::warn, whyStale(amplified, amplified_.has_value()));
  if (!amplified) return;
  amplified_ = std::move(*amplified);
  const Amplification& a = *amplified_;
  const auto n = [](double value) { return widgets::text(plain(value)); };
  summary_->setText(
      tr("One request of the user is %1 calls at worst, %2 expected; %3 gets most of them: %4.")
          .arg(n(a.worst_total), n(a.expected_total), widgets::shown(a.worst_leaf_name), n(a.worst_leaf)));
  draw(a.tree);
  std::vector<Finding> found;
  LintInput input;
  input.layers = *root;
  for (Finding& one : lint(input)) {
    if (isOfLayers(one.rule)) found.push_back(std::move(one));
  }
  findings_->show(found);
}

void LayersTab::draw(const Calls& root) {
  QVector<charts::TreeBox> boxes;
  QList<QStringList> rows;
  const auto n = [](double value) { return widgets::text(plain(value)); };
  const std::function<void(const Calls&, int)> add = [&](const Calls& calls, int parent) {
    const Tone tone = calls.worst >= manyCalls ? Tone::danger : calls.worst > 1 ? Tone::warn : Tone::neutral;
    const QString product = widgets::text(calls.product);
    boxes.append({widgets::shown(calls.name),
                  product == QLatin1String("1") ? tr("1 call") : tr("%1 calls").arg(product),
                  tr("%1 expected, %2 in budget").arg(n(calls.expected), n(calls.worst_in_budget)), parent,
                  tone});
    const int here = static_cast<int>(boxes.size()) - 1;
    rows.append({widgets::shown(calls.path), product, n(calls.worst), n(calls.worst_in_budget),
                 n(calls.expected), charts::chartText(calls.fails, charts::ChartUnit::share)});
    for (const Calls& below : calls.calls) add(below, here);
  };
  add(root, -1);
  tree_->replace(boxes);
  tree_->setTable({tr("Service"), tr("Product"), tr("At worst"), tr("Lasting, in budget"), tr("Expected"),
                   tr("Fails for good")},
                  rows);
  tree_->setDescription(
      tr("How often each service is called for one request of the user, everything failing: the product of "
         "the attempts."));
}

}  // namespace onceover::calculator
