#include "ui/charts/plane_chart.h"

#include <QEvent>
#include <QMap>
#include <QPainter>
#include <QToolButton>
#include <algorithm>
#include <map>

#include "ui/charts/plane.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::charts {
namespace {

constexpr QSize sampleSize(18, 14);

bool isNamed(const PlaneLine& line) { return !line.isEarlier && !line.series.name.isEmpty(); }

// A piece of the line in its own stroke, or a mark.
QPixmap sampleOf(const PlaneLine& line, const QPen& pen, qreal ratio) {
  QPixmap pixmap(sampleSize * ratio);
  pixmap.setDevicePixelRatio(ratio);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(pen.color(), 2, pen.style()));
  if (!line.series.marks) {
    painter.drawLine(QPointF(0, 7), QPointF(15, 7));
  } else if (line.series.tone == Tone::danger) {
    painter.drawPolygon(QPolygonF{{9, 2}, {14, 7}, {9, 12}, {4, 7}});
  } else {
    painter.drawEllipse(QPointF(9, 7), 4, 4);
  }
  return pixmap;
}

}  // namespace

Extent extentOf(const QVector<ChartPoint>& points) {
  Extent out;
  for (const ChartPoint& point : points) {
    if (std::isnan(point.y)) continue;
    if (std::isnan(out.first)) out.first = point.y;
    out.low = std::fmin(out.low, point.y);
    out.high = std::fmax(out.high, point.y);
    out.last = point.y;
  }
  return out;
}

PlaneChart::PlaneChart(const QString& title, const QString& unit, QWidget* parent)
    : Chart(title, unit, new Plane, parent),
      plane_(findChild<Plane*>()),
      content_(new PlaneContent),
      legend_(new QWidget(this)),
      note_(new widgets::PlainLabel({}, legend_, widgets::TextRole::caption)) {
  new widgets::FlowLayout(4, legend_);
  addBelow(legend_);
  setMinimumHeight(180);
  connect(plane_, &Plane::pointedChanged, this, &PlaneChart::readOut);
  connect(plane_, &Plane::clicked, this, &PlaneChart::open);
  connect(plane_, &Plane::zoomed, this, &PlaneChart::zoomed);
  connect(plane_, &Plane::zoomedBack, this, &PlaneChart::zoomedBack);
}

// Nobody listens to the last of the plane.
PlaneChart::~PlaneChart() { plane_->disconnect(this); }

void PlaneChart::refresh(bool settle) {
  content_->lines.clear();
  fill(*content_);
  plane_->show(*content_, settle);
  drawLegend();
  describe();
}

void PlaneChart::setGaps(const QVector<ChartGap>& gaps) {
  content_->marks.gaps = gaps;
  refresh();
}

void PlaneChart::setMarkers(const QVector<Marker>& markers) {
  content_->marks.markers = markers;
  std::ranges::sort(content_->marks.markers, {}, &Marker::t);
  refresh();
}

void PlaneChart::setOngoing(std::optional<double> from) {
  content_->marks.ongoing = from;
  refresh();
}

void PlaneChart::setRange(double from, double to) {
  content_->from = from;
  content_->to = to;
  refresh();
}

void PlaneChart::setZoom(bool canZoom, bool canGoBack) {
  content_->canZoom = canZoom;
  content_->canGoBack = canGoBack;
  plane_->show(*content_, false);
}

void PlaneChart::setClock(ClockChoice clock) {
  if (std::exchange(content_->marks.clock, clock) != clock) refresh();
}

void PlaneChart::drawLegend() {
  QVector<const PlaneLine*> lines;
  for (const PlaneLine& line : std::as_const(content_->lines)) {
    if (isNamed(line)) lines.append(&line);
  }
  const auto nameOf = [](const QToolButton* entry) { return entry->text(); };
  const auto names = [&] {
    QStringList out;
    for (const PlaneLine* line : lines) out.append(line->series.name);
    return out;
  }();
  QStringList before;
  for (const QToolButton* entry : std::as_const(entries_)) before.append(nameOf(entry));
  if (names != before) {
    qDeleteAll(entries_);
    entries_.clear();
    for (const QString& name : names) {
      auto* entry = new QToolButton(legend_);
      entry->setAutoRaise(true);
      entry->setCheckable(true);
      entry->setProperty("quiet", true);
      entry->setChecked(!content_->hidden.contains(name));
      entry->setText(name);
      entry->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
      entry->setIconSize(sampleSize);
      entry->setFocusPolicy(Qt::StrongFocus);
      entry->setAccessibleName(tr("Show %1 in %2").arg(name, plane_->accessibleName()));
      connect(entry, &QToolButton::toggled, this, [this, name](bool on) { toggle(name, on); });
      legend_->layout()->addWidget(entry);
      entries_.append(entry);
    }
    legend_->layout()->removeWidget(note_);
    legend_->layout()->addWidget(note_);
  }
  for (int i = 0; i < lines.size(); ++i) {
    QPen pen = plane_->penOf(*lines[i]);
    if (content_->hidden.contains(names[i])) pen.setColor(widgets::tokensOf(this).border);
    entries_[i]->setIcon(sampleOf(*lines[i], pen, devicePixelRatioF()));
  }
  const QString note = legendNote();
  if (!entries_.isEmpty()) note_->setMinimumHeight(entries_.front()->sizeHint().height());
  note_->setText(note);
  note_->setVisible(!note.isEmpty());
  legend_->setVisible(lines.size() > 1 || !note.isEmpty());
}

void PlaneChart::toggle(const QString& name, bool on) {
  on ? void(content_->hidden.remove(name)) : void(content_->hidden.insert(name));
  refresh();
  emit seriesToggled(name, on);
}

void PlaneChart::readOut() {
  const auto x = plane_->pointed();
  if (!x) return setReadout({});
  QStringList all = readout(*x);
  const double range = content_->to - content_->from;
  if (content_->isTime) all.prepend(timeText(*x, range, content_->marks.clock));
  all.append(content_->marks.remarkAt(*x, range));
  all.removeAll(QString());
  setReadout(all.join(QStringLiteral(" · ")));
}

QStringList PlaneChart::sentences() const { return remarks() + content_->marks.remarks(content_->to - content_->from); }

ChartTable PlaneChart::tableOf(const QString& place, const QVector<ChartSeries>& lines, ChartUnit unit,
                               const std::function<QString(double)>& placeText, bool newest) const {
  ChartTable out{{place}, {}};
  std::map<std::pair<double, int>, QMap<qsizetype, QString>> rows;
  for (const ChartSeries& line : lines) {
    const qsizetype column = out.headings.size();
    const bool hasBand = std::ranges::any_of(line.points, [](const ChartPoint& point) { return !std::isnan(point.low); });
    out.headings.append(line.name);
    if (hasBand) out.headings << tr("%1: least").arg(line.name) << tr("%1: 95 %").arg(line.name);
    int again = 0;
    const qsizetype first = newest ? std::max<qsizetype>(0, line.points.size() - chartTableRows) : 0;
    for (qsizetype i = first; i < std::min(line.points.size(), first + chartTableRows); ++i) {
      const ChartPoint& point = line.points[i];
      again = i > first && line.points[i - 1].x == point.x ? again + 1 : 0;
      QMap<qsizetype, QString>& row = rows[{newest ? -point.x : point.x, again}];
      row[column] = chartText(point.y, unit);
      if (hasBand) row[column + 1] = chartText(point.low, unit), row[column + 2] = chartText(point.high, unit);
    }
  }
  for (const auto& [at, row] : rows) {
    if (out.rows.size() >= chartTableRows) break;
    QStringList cells{placeText(newest ? -at.first : at.first)};
    for (qsizetype column = 1; column < out.headings.size(); ++column) cells.append(row.value(column, QStringLiteral("–")));
    out.rows.append(cells);
  }
  return out;
}

QVector<std::pair<QString, QColor>> PlaneChart::pictureLegend() const {
  QVector<std::pair<QString, QColor>> out;
  for (const PlaneLine& line : std::as_const(content_->lines)) {
    if (isNamed(line) && !content_->hidden.contains(line.series.name)) out.append({line.series.name, plane_->penOf(line).color()});
  }
  return out;
}

void PlaneChart::drawBody(QPainter& painter, const QRectF& area) const { plane_->draw(painter, area); }

void PlaneChart::changeEvent(QEvent* event) {
  Chart::changeEvent(event);
  if (event->type() == QEvent::StyleChange && content_ != nullptr) drawLegend();
}

}  // namespace onceover::charts
