// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/plot_chart.h"

#include <QEvent>
#include <QGraphicsSimpleTextItem>
#include <QGraphicsView>
#include <QPainterPath>
#include <map>
#include <tuple>

#include "ui/charts/plane.h"
#include "ui/widgets/save_file.h"
#include "ui/widgets/theme.h"

namespace onceover::charts {
namespace {

constexpr Qt::PenStyle strokes[] = {Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine,
                                    Qt::DashDotDotLine};

}  // namespace

TimeChart::TimeChart(const QString& title, const QString& unit, QWidget* parent)
    : PlaneChart(title, unit, parent) {
  content().isTime = true;
  refresh();
}

void TimeChart::fill(PlaneContent& content) const {
  content.yWords = [unit = unit_](double value) { return chartText(value, unit); };
  for (int i = 0; i < series_.size(); ++i) content.lines.append({series_[i], i});
  for (const ChartSeries& earlier : earlier_) {
    const auto now = std::ranges::find(series_, earlier.name, &ChartSeries::name);
    const bool isAlone = now == series_.cend();
    PlaneLine line{earlier, static_cast<int>(now - series_.cbegin()), isAlone ? Qt::NoPen : Qt::SolidLine,
                   false, true};
    if (!isAlone) line.series.tone = now->tone;
    content.lines.append(line);
  }
  double highest = 0;
  for (const PlaneLine& line : std::as_const(content.lines)) {
    if (content.hidden.contains(line.series.name) || line.stroke == Qt::NoPen) continue;
    for (const ChartPoint& point : line.series.points) highest = point.y > highest ? point.y : highest;
  }
  content.thresholds = thresholds_;
  double top = highest;
  for (const Threshold& threshold : thresholds_) {
    if (!content.hidden.contains(threshold.series) && isNear(threshold, highest))
      top = std::max(top, threshold.y);
  }
  content.scale = valueScale(top, unit_);
}

// One that is far above would press the lines flat; where they are flat anyway, the lowest is shown.
bool TimeChart::isNear(const Threshold& threshold, double highest) const {
  constexpr double far = 4;
  const auto lowest = std::ranges::min(thresholds_, {}, &Threshold::y).y;
  return highest > 0 ? threshold.y <= far * highest : threshold.y <= lowest;
}

QString TimeChart::legendNote() const {
  QStringList all;
  for (const Threshold& threshold : thresholds_) {
    if (threshold.y > content().scale.top && !content().hidden.contains(threshold.series))
      all.append(tr("%1 (off the scale)").arg(threshold.words));
  }
  if (!note_.isEmpty()) all.append(note_);
  return all.join(QStringLiteral(" · "));
}

QString TimeChart::pictureNote() const {
  QStringList all{PlaneChart::pictureNote(), note_};
  all.removeAll(QString());
  return all.join(QStringLiteral(" · "));
}

void TimeChart::setThresholds(const QVector<Threshold>& thresholds) {
  QVector<Threshold> sorted = thresholds;
  std::ranges::sort(sorted, std::ranges::greater(), &Threshold::y);
  if (std::exchange(thresholds_, sorted) != sorted) refresh();
}

void TimeChart::setNote(const QString& note) {
  if (std::exchange(note_, note) != note) refresh();
}

void TimeChart::replace(const QVector<ChartSeries>& series, double from, double to) {
  series_ = series;
  content().from = from;
  content().to = to;
  refresh(true);
}

void TimeChart::setEarlier(const QString& when, const QVector<ChartSeries>& series) {
  content().when = series.isEmpty() ? QString() : when;
  earlier_ = series;
  refresh();
}

void TimeChart::setStep(double seconds) { content().marks.step = seconds; }

void TimeChart::setUnit(const QString& words, ChartUnit unit) {
  setUnitWords(words);
  unit_ = unit;
  refresh();
}

QByteArray TimeChart::csv() const {
  QVector<ChartSeries> lines = series_;
  for (const ChartSeries& line : earlier_)
    lines.append({line.name + QStringLiteral(", ") + content().when, line.points});
  QByteArrayList header{"time_utc"};
  std::map<double, QByteArrayList> rows;
  for (qsizetype i = 0; i < lines.size(); ++i) {
    header.append(widgets::csvCell(lines[i].name));
    for (const ChartPoint& point : std::as_const(lines[i].points)) {
      QByteArrayList& cells = rows[point.x];
      cells.resize(lines.size());
      cells[i] = numberCell(point.y);
    }
  }
  QByteArray out = header.join(',') + "\r\n";
  for (const auto& [t, cells] : rows) out += utcCell(t) + ',' + cells.join(',') + "\r\n";
  return out;
}

void TimeChart::open(double t) {
  if (series_.isEmpty()) return;
  emit pointClicked(series_[std::max(0, plane().chosen())].name, t, t + content().marks.step);
}

PlotChart::PlotChart(const QString& title, PlotAxis x, PlotAxis y, QWidget* parent)
    : PlaneChart(title, {}, parent), x_(std::move(x)), y_(std::move(y)) {
  content().xName = x_.name;
  content().columns = [unit = x_.unit](double from, double to, int most) {
    return valueTicks(from, to, most, unit);
  };
  content().xWords = [this](double value) { return chartText(value, x_.unit); };
  content().yWords = [this](double value) { return chartText(value, y_.unit); };
  addExport();
  refresh();
}

void PlotChart::fill(PlaneContent& content) const {
  double lowest = INFINITY, highest = 0, from = INFINITY, to = -INFINITY;
  for (int i = 0; i < series_.size(); ++i) {
    const ChartSeries& line = series_[i];
    content.lines.append(
        {line, i, line.marks ? Qt::SolidLine : strokes[static_cast<std::size_t>(i) % std::size(strokes)]});
    if (content.hidden.contains(line.name)) continue;
    for (const ChartPoint& point : line.points) {
      from = std::min(from, point.x);
      to = std::max(to, point.x);
      highest = std::fmax(highest, std::fmax(point.y, point.high));
      if (point.y > 0) lowest = std::min(lowest, point.y);
    }
  }
  content.from = to >= from ? from : 0;
  content.to = to >= from ? to : 1;
  content.scale = isLogarithmic_ && std::isfinite(lowest) ? decadeScale(lowest, highest, y_.unit)
                                                          : valueScale(highest, y_.unit);
}

void PlotChart::replace(const QVector<ChartSeries>& series) {
  series_ = series;
  refresh(true);
  plane().point({});
}

void PlotChart::setLogarithmic(bool logarithmic) {
  isLogarithmic_ = logarithmic;
  refresh();
}

QByteArray PlotChart::csv() const {
  const auto heading = [](const PlotAxis& axis) {
    return widgets::csvCell(axis.unit == ChartUnit::milliseconds ? axis.name + QStringLiteral(" (ms)")
                                                                 : axis.name);
  };
  QByteArray out = "series," + heading(x_) + ',' + heading(y_) + ",low,high\n";
  for (const ChartSeries& line : series_) {
    for (const ChartPoint& point : line.points) {
      out += widgets::csvCell(line.name);
      for (const double value : {point.x, point.y, point.low, point.high}) out += ',' + numberCell(value);
      out += '\n';
    }
  }
  return out;
}

BarChart::BarChart(const QString& title, const QString& unit, QWidget* parent)
    : PlaneChart(title, {}, parent), barUnit_(unit) {
  content().hasBars = true;
  content().xWords = [this](double x) { return bars_.value(static_cast<qsizetype>(x)).label; };
  content().yWords = [](double value) { return chartText(value, ChartUnit::number); };
  refresh();
}

void BarChart::fill(PlaneContent& content) const {
  PlaneLine line{{barUnit_.isEmpty() ? tr("Value") : barUnit_, {}}};
  double highest = 0;
  for (const Bar& bar : bars_) {
    line.series.points.append({static_cast<double>(line.series.points.size()), bar.value});
    highest = std::fmax(highest, bar.value);
  }
  content.lines = {line};
  content.from = -0.5;
  content.to = std::max(1.0, static_cast<double>(bars_.size())) - 0.5;
  // Numbers stand on the bars; above the highest there is room for its own.
  content.scale = {0, highest > 0 ? highest * 1.12 : 1, {}};
  content.columns = [bars = bars_](double, double, int most) {
    QVector<Tick> out;
    const qsizetype every = std::max<qsizetype>(1, (bars.size() + most - 1) / most);
    for (qsizetype i = 0; i < bars.size(); i += every) out.append({static_cast<double>(i), bars[i].label});
    return out;
  };
}

void BarChart::replace(const QVector<Bar>& bars) {
  bars_ = bars;
  refresh(true);
}

QStringList BarChart::remarks() const {
  QStringList all;
  for (const Bar& bar : bars_)
    all.append(tr("%1: %2.").arg(bar.label, chartText(bar.value, ChartUnit::number)));
  return all;
}

QStringList BarChart::numbersAt(double x) const {
  return {content().yWords(bars_.value(static_cast<qsizetype>(x)).value) + QLatin1Char(' ') +
          content().lines.front().series.name};
}

namespace {

constexpr int boxChars = 34, columnGap = 40, rowGap = 14, treeMargin = 6;

}  // namespace

// As wide and high as the tree is: a deep one is scrolled.
TreeChart::TreeChart(const QString& title, QWidget* parent)
    : Chart(title, {}, new QGraphicsView, parent), view_(findChild<QGraphicsView*>()) {
  view_->setScene(new QGraphicsScene(view_));
  view_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  view_->setFrameShape(QFrame::NoFrame);
  view_->setRenderHint(QPainter::Antialiasing);
  view_->viewport()->setAutoFillBackground(false);
  addExport();
}

// Leaves one below the other; a caller in the middle of what it calls. Returns where the next leaf goes.
double TreeChart::place(int index, int column, double top) {
  const QFontMetrics metrics(font());
  const int margin = 2 * widgets::tokensOf(this).unit;
  QRectF box(0, top, metrics.averageCharWidth() * boxChars + margin, metrics.lineSpacing() * 3 + margin);
  box.moveLeft(column * (box.width() + columnGap));
  double next = top, first = -1, last = 0;
  for (int i = index + 1; i < boxes_.size(); ++i) {
    if (boxes_[i].parent != index) continue;
    next = place(i, column + 1, next);
    if (first < 0) first = places_[i].top();
    last = places_[i].top();
  }
  if (first >= 0) box.moveTop((first + last) / 2);
  places_[index] = box;
  return first < 0 ? box.bottom() + rowGap : next;
}

void TreeChart::addBox(const TreeBox& box, const QRectF& place) {
  const widgets::Tokens t = widgets::tokensOf(this);
  const bool isPlain = box.tone == Tone::neutral;
  QPainterPath edge;
  edge.addRoundedRect(place, t.radius, t.radius);
  view_->scene()->addPath(edge, QPen(isPlain ? t.border : t.colour(box.tone), 1.2),
                          isPlain ? t.raised : t.fill(box.tone));
  QFont strong = font();
  strong.setWeight(QFont::DemiBold);
  QPointF at = place.topLeft() + QPointF(t.unit, t.unit);
  for (const auto& [text, face, colour] :
       {std::tuple(box.title, strong, t.text), std::tuple(box.figure, font(), t.colour(box.tone)),
        std::tuple(box.note, font(), t.secondaryText)}) {
    const QFontMetrics metrics(face);
    auto* line = view_->scene()->addSimpleText(
        metrics.elidedText(text, Qt::ElideRight, static_cast<int>(place.width()) - 2 * t.unit), face);
    line->setBrush(colour);
    line->setPos(at);
    at.ry() += metrics.lineSpacing();
  }
}

void TreeChart::replace(const QVector<TreeBox>& boxes) {
  boxes_ = boxes;
  places_.fill({}, boxes.size());
  view_->scene()->clear();
  double top = 0;
  for (int i = 0; i < boxes.size(); ++i) {
    if (boxes[i].parent < 0) top = place(i, 0, top);
  }
  for (int i = 0; i < boxes.size(); ++i) {
    addBox(boxes[i], places_[i]);
    if (boxes[i].parent < 0) continue;
    const QRectF from = places_[boxes[i].parent];
    const QPointF start(from.right(), from.center().y()), end(places_[i].left(), places_[i].center().y()),
        bend(columnGap / 2.0, 0);
    QPainterPath path(start);
    path.cubicTo(start + bend, end - bend, end);
    view_->scene()->addPath(path, QPen(widgets::tokensOf(this).strongBorder, 1.4));
  }
  view_->setSceneRect(
      view_->scene()->itemsBoundingRect().adjusted(-treeMargin, -treeMargin, treeMargin, treeMargin));
  describe();
}

void TreeChart::setTable(const QStringList& headings, const QList<QStringList>& rows) {
  table_ = {headings, rows};
  describe();
}

QStringList TreeChart::sentences() const {
  QStringList all;
  for (const TreeBox& box : boxes_) {
    const QString above = box.parent >= 0 ? tr(", called by %1").arg(boxes_[box.parent].title) : QString();
    all.append(box.title + above + QStringLiteral(": ") + box.figure + QStringLiteral(", ") + box.note +
               QLatin1Char('.'));
  }
  return all;
}

QSize TreeChart::pictureSize() const { return view_->sceneRect().toAlignedRect().size(); }

void TreeChart::drawBody(QPainter& painter, const QRectF& area) const {
  view_->scene()->render(&painter, QRectF(area.topLeft(), view_->sceneRect().size()), view_->sceneRect());
}

void TreeChart::changeEvent(QEvent* event) {
  Chart::changeEvent(event);
  if (event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange)
    replace(QVector<TreeBox>(boxes_));
}

}  // namespace onceover::charts
