#include "ui/planner/hedging_card.h"

#include <QDoubleSpinBox>
#include <QVBoxLayout>

#include "ui/charts/plot_chart.h"
#include "ui/widgets/layout.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::planner {

using charts::ChartUnit;
using widgets::PlainLabel;

HedgingCard::HedgingCard(QWidget* parent)
    : Card(tr("Hedged requests"), parent),
      inputs_(new Inputs(QStringLiteral("planner/hedging"), this)),
      note_(widgets::wrapped(widgets::TextRole::body, tr("Note on hedging"))),
      words_(widgets::wrapped(widgets::TextRole::body, tr("Hedging result"))),
      chart_(new charts::PlotChart(tr("Latency"), {tr("Share answered"), ChartUnit::share}, {tr("By"), ChartUnit::milliseconds})) {
  const widgets::Tokens t = widgets::tokensOf(this);
  inputs_->group({});
  p50_ = inputs_->span("p50", tr("Half by"), QStringLiteral("40 ms"));
  p95_ = inputs_->span("p95", tr("95 % by"), QStringLiteral("150 ms"));
  p99_ = inputs_->span("p99", tr("99 % by"), QStringLiteral("900 ms"));
  longest_ = inputs_->span("longest", tr("All by"), QStringLiteral("3 s"));
  at_ = inputs_->number("at", tr("Second request"), {50, 99.9, 95, 1, tr(" % answered"), tr("Sent when this share has answered")});
  common_ = inputs_->number("common", tr("Slow together"),
                            {0, 100, 0, 0, tr(" %"), tr("Share of slow requests whose cause also slows the second request")});
  inputs_->box()->setMaximumWidth(300);
  note_->setTone(widgets::Tone::warn);
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
  auto hedged = problems.isEmpty() ? hedge(latency, at_->value() / 100, common_->value() / 100)
                                   : Result<Hedging>(fail(ErrorKind::invalid_input, widgets::bytes(problems.join('\n'))));
  note_->setVisible(!hedged);
  if (!hedged) {
    note_->setText(widgets::sentences(hedged.error()) +
                   (hedging_ ? QLatin1Char('\n') + tr("The results shown are out of date.") : QString()));
    return;
  }
  hedging_ = std::move(*hedged);
  QStringList words;
  for (const std::string& sentence : hedging_->words) words.append(widgets::text(sentence));
  words_->setText(words.join(QLatin1Char(' ')));
  const auto line = [](const QString& name, const Hedging::Quantiles& q) {
    const auto ms = [](Duration span) { return static_cast<double>(span.count()) / 1000; };
    return charts::ChartSeries{name, {{0.5, ms(q.p50)}, {0.95, ms(q.p95)}, {0.99, ms(q.p99)}, {0.999, ms(q.p999)}}};
  };
  chart_->replace({line(tr("one request"), hedging_->alone), line(tr("with a second request"), hedging_->hedged)});
  chart_->setDescription(tr("By when which share of the requests has its answer."));
}

}  // namespace onceover::planner
