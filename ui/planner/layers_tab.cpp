#include "ui/planner/layers_tab.h"

#include <functional>

#include "core/planner/figure.h"
#include "core/planner/lint.h"
#include "ui/charts/plot_chart.h"
#include "ui/charts/tree_chart.h"
#include "ui/planner/findings_view.h"
#include "ui/planner/grid.h"
#include "ui/planner/hedging_card.h"
#include "ui/planner/layers.h"
#include "ui/planner/words.h"
#include "ui/widgets/card.h"
#include "ui/widgets/layout.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::planner {

using widgets::PlainLabel;
using widgets::TextRole;
using widgets::Tone;

namespace {

// From so many calls for one request on, a short fault is an overload.
constexpr double manyCalls = 10;

QString aName(const QString& text) { return text.isEmpty() ? QObject::tr("a name is needed.") : QString(); }

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

QString aSpan(const QString& text) { return parseSpan(text) ? QString() : QObject::tr("a time such as 0, 500 ms or 2 s is needed."); }

QString aPercentage(const QString& text) {
  bool ok = false;
  const double n = text.toDouble(&ok);
  return ok && n >= 0 && n <= 100 ? QString() : QObject::tr("a number from 0 to 100 is needed.");
}

QString aPercentageOrNothing(const QString& text) { return text.isEmpty() ? QString() : aPercentage(text); }

std::vector<GridColumn> layerColumns() {
  return {
      {QObject::tr("Service"), QStringLiteral("service"), aName},
      {QObject::tr("Called by"), {}, {}, QObject::tr("The name of a row above; empty: the row just above")},
      {QObject::tr("Attempts"), QStringLiteral("3"), aNumberOfAttempts, QObject::tr("Of the caller, for each request it works on")},
      {QObject::tr("Timeout"), QStringLiteral("1 s"), aSpanOrNone, QObject::tr("Of the caller, for one attempt; none: it waits for ever")},
      {QObject::tr("Waits"), QStringLiteral("0"), aSpan, QObject::tr("Between all these attempts together, at most")},
      {QObject::tr("Budget %"), {}, aPercentageOrNothing, QObject::tr("Of the caller: retries as a share of its requests; empty: none")},
      {QObject::tr("Fails %"), QStringLiteral("10"), aPercentage,
       QObject::tr("Probability that an attempt fails in the service itself, before it calls others")}};
}

bool isOfLayers(Rule rule) {
  return rule == Rule::layers_multiply || rule == Rule::budget_missing_at_layer || rule == Rule::timeouts_grow_inward;
}

}  // namespace

LayersTab::LayersTab(QWidget* parent)
    : QWidget(parent),
      inputs_(new Inputs(QStringLiteral("planner/layers"), this)),
      grid_(new Grid(tr("Layers"), layerColumns(), {24, 20, 10, 10, 10, 10, 10}, true)),
      note_(widgets::wrapped(widgets::TextRole::body, tr("Note"))),
      summary_(widgets::wrapped(TextRole::strong, tr("Summary"))),
      tree_(new charts::TreeChart(tr("Calls for one request"))),
      findings_(new FindingsView),
      hedging_(new HedgingCard) {
  const widgets::Tokens t = widgets::tokensOf(this);
  note_->setTone(Tone::warn);
  tree_->setMinimumHeight(230);
  grid_->setMinimumHeight(t.rowHeight * 7);
  auto* inside = new QWidget;
  auto* column = widgets::columnOf(inside, t.unit, QMargins(0, t.unit, t.unit, t.unit));
  widgets::fill(column,
                {new PlainLabel(tr("Services, from the user's client inward"), nullptr, TextRole::caption), grid_, note_, summary_});
  auto* drawing = new widgets::Card;
  drawing->body()->addWidget(tree_);
  column->addWidget(drawing, 1);
  auto* wrong = new widgets::Card(tr("Known problems"));
  wrong->body()->addWidget(findings_);
  widgets::fill(column, {wrong, hedging_});
  auto* scroll = widgets::scrolled(inside, tr("Layers and results"));
  auto* outer = widgets::columnOf(this);
  outer->addWidget(scroll);
  grid_->model()->fill(
      {{tr("edge"), {}, QStringLiteral("3"), QStringLiteral("10 s"), QStringLiteral("0"), {}, QStringLiteral("1")},
       {tr("orders"), {}, QStringLiteral("3"), QStringLiteral("4 s"), QStringLiteral("0"), {}, QStringLiteral("1")},
       {tr("payments"), {}, QStringLiteral("3"), QStringLiteral("2 s"), QStringLiteral("0"), QStringLiteral("10"), QStringLiteral("10")}});
  inputs_->other(
      QStringLiteral("layers"), [this] { return QJsonValue(grid_->json()); },
      [this](const QJsonValue& value) {
        if (value.isArray()) grid_->setJson(value.toArray());
      });
  connect(grid_, &Grid::edited, inputs_, &Inputs::note);
  connect(inputs_, &Inputs::changed, this, &LayersTab::compute);
  compute();
}

void LayersTab::compute() {
  const auto root = tree_of(grid_->model()->rows());
  auto amplified = root ? amplify(*root) : Result<Amplification>(fail(root.error()));
  note_->setVisible(!amplified);
  if (!amplified) {
    note_->setText(widgets::sentences(amplified.error()) +
                   (amplified_ ? QLatin1Char('\n') + tr("The results shown are out of date.") : QString()));
    return;
  }
  amplified_ = std::move(*amplified);
  const Amplification& a = *amplified_;
  const auto n = [](double value) { return widgets::text(plain(value)); };
  summary_->setText(tr("One request of the user is %1 calls at worst, %2 expected; %3 gets most of them: %4.")
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
    boxes.append({widgets::shown(calls.name), product == QLatin1String("1") ? tr("1 call") : tr("%1 calls").arg(product),
                  tr("%1 expected, %2 in budget").arg(n(calls.expected), n(calls.worst_in_budget)), parent, tone});
    const int here = static_cast<int>(boxes.size()) - 1;
    rows.append({widgets::shown(calls.path), product, n(calls.worst), n(calls.worst_in_budget), n(calls.expected),
                 charts::chartText(calls.fails, charts::ChartUnit::share)});
    for (const Calls& below : calls.calls) add(below, here);
  };
  add(root, -1);
  tree_->replace(boxes);
  tree_->setTable({tr("Service"), tr("Product"), tr("At worst"), tr("Lasting, in budget"), tr("Expected"), tr("Fails for good")}, rows);
  tree_->setDescription(
      tr("How often each service is called for one request of the user, everything failing: the product of the attempts."));
}

}  // namespace onceover::planner
