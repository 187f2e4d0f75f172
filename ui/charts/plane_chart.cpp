// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/plane_chart.h"

#include <QEvent>
#include <QMap>
#include <QObject>
#include <QPainter>
#include <QToolButton>
#include <map>

#include "ui/charts/axis.h"
#include "ui/charts/plane.h"
#include "ui/widgets/layout.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::charts {
namespace {

constexpr qsizetype mostRemarks = 10;  // more is not listened to

constexpr QSize sampleSize(18, 14);
constexpr int narrowestEntry = 64;  // a longer name is cut, and its tool tip has all of it

// The first, lowest, highest and last that are known; NaN: none.
struct Extent {
  double first = NAN, low = NAN, high = NAN, last = NAN;
};

Extent extentOf(const QVector<ChartPoint>& points) {
  Extent out;
  for (const ChartPoint& point : points) {
    if (std::isnan(point.y)) continue;
    if (std::isnan(out.first)) out.first = point.y;
    if (!(out.low <= point.y)) out.low = point.y;
    if (!(out.high >= point.y)) out.high = point.y;
    out.last = point.y;
  }
  return out;
}

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

QString TimeMarks::remarkAt(double t, double range) const {
  QStringList words;
  for (const ChartGap& gap : gaps) {
    if (t >= gap.from && t < gap.to) words.append(QObject::tr("unknown: %1").arg(gap.why));
  }
  if (ongoing && t >= *ongoing) words.append(QObject::tr("so far"));
  const double reach = std::max(step, range / 400);
  for (const Marker& marker : markers) {
    if (t + reach > marker.t && t <= marker.until.value_or(marker.t))
      words.append(marker.kind + QStringLiteral(": ") + marker.text);
  }
  return words.join(QStringLiteral(" · "));
}

QStringList TimeMarks::remarks(double range) const {
  const auto time = [&](double t) { return timeText(t, range, clock); };
  const auto left = [](qsizetype size) { return std::max<qsizetype>(0, size - mostRemarks); };
  QStringList words;
  if (left(gaps.size()) > 0)
    words.append(QObject::tr("Unknown at %Ln earlier times.", nullptr, widgets::counted(left(gaps.size()))));
  for (const ChartGap& gap : gaps.mid(left(gaps.size()))) {
    words.append(QObject::tr("Unknown from %1 to %2: %3.").arg(time(gap.from), time(gap.to), gap.why));
  }
  if (left(markers.size()) > 0)
    words.append(QObject::tr("%Ln earlier marks.", nullptr, widgets::counted(left(markers.size()))));
  for (const Marker& marker : markers.mid(left(markers.size()))) {
    words.append(QObject::tr("%1 at %2: %3.").arg(marker.kind, time(marker.t), marker.text));
  }
  if (ongoing) words.append(QObject::tr("Incomplete from %1 on.").arg(time(*ongoing)));
  return words;
}

QString TimeMarks::rowText(double t) const {
  return fullTimeText(t, clock) + (ongoing && t >= *ongoing ? QObject::tr(" (so far)") : QString());
}

PlaneChart::PlaneChart(const QString& title, const QString& unit, QWidget* parent)
    : Chart(title, unit, new Plane, parent),
      plane_(findChild<Plane*>()),
      content_(new PlaneContent),
      legend_(new QWidget(this)),
      note_(new widgets::PlainLabel({}, legend_, widgets::TextRole::caption)) {
  new widgets::FlowLayout(4, legend_);
  note_->setElided(true);
  addBelow(legend_);
  setMinimumHeight(180);
  connect(plane_, &Plane::pointedChanged, this, [this] {
    readOut();
    if (!isFollowing_) emit pointed(plane_->pointed());
  });
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
  // Other lines, another range: what is read out is of what is shown now.
  if (plane_->pointed()) readOut();
  describe();
  if (settle && isTableShown()) fillTable();
}

template <typename T>
void PlaneChart::put(T& place, const T& value) {
  place = value;
  refresh();
}

void PlaneChart::setGaps(const QVector<ChartGap>& gaps) { put(content_->marks.gaps, gaps); }
void PlaneChart::setOngoing(std::optional<double> from) { put(content_->marks.ongoing, from); }

void PlaneChart::setMarkers(QVector<Marker> markers) {
  std::ranges::sort(markers, {}, &Marker::t);
  put(content_->marks.markers, markers);
}

void PlaneChart::setRange(double from, double to) {
  content_->from = from;
  put(content_->to, to);
}

void PlaneChart::setZoom(bool canZoom, bool canGoBack) {
  content_->canZoom = canZoom;
  put(content_->canGoBack, canGoBack);
}

void PlaneChart::setClock(ClockChoice clock) {
  if (content_->marks.clock != clock) put(content_->marks.clock, clock);
}

void PlaneChart::follow(std::optional<double> x) {
  if (plane_->pointed() == x) return;
  isFollowing_ = true;
  plane_->point(x);
  isFollowing_ = false;
}

void PlaneChart::drawLegend() {
  QStringList names, before;
  for (const PlaneLine& line : std::as_const(content_->lines)) {
    if (isNamed(line)) names.append(line.series.name);
  }
  for (const QToolButton* entry : std::as_const(entries_)) before.append(entry->text());
  if (names != before) {
    qDeleteAll(std::exchange(entries_, {}));
    for (const QString& name : std::as_const(names)) {
      auto* entry = new QToolButton(legend_);
      entry->setAutoRaise(true);
      entry->setCheckable(true);
      entry->setProperty("quiet", true);
      entry->setChecked(!content_->hidden.contains(name));
      entry->setText(name);
      entry->setToolTip(widgets::toolTip(name));
      entry->setMinimumWidth(std::min(narrowestEntry, entry->sizeHint().width()));
      entry->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
      entry->setIconSize(sampleSize);
      entry->setFocusPolicy(Qt::StrongFocus);
      entry->setAccessibleName(tr("Show %1 in %2").arg(name, plane_->accessibleName()));
      connect(entry, &QToolButton::toggled, this, [this, name](bool on) {
        QSet<QString> hidden = content_->hidden;
        put(content_->hidden, on ? hidden -= name : hidden += name);
      });
      legend_->layout()->addWidget(entry);
      entries_.append(entry);
    }
    widgets::tabAfter(plane_, *legend_);
    legend_->layout()->removeWidget(note_);
    legend_->layout()->addWidget(note_);
  }
  for (const PlaneLine& line : std::as_const(content_->lines)) {
    const auto at = names.indexOf(line.series.name);
    if (at < 0 || !isNamed(line)) continue;
    QPen pen = plane_->penOf(line);
    if (content_->hidden.contains(line.series.name)) pen.setColor(widgets::tokensOf(this).border);
    entries_[at]->setIcon(sampleOf(line, pen, devicePixelRatioF()));
  }
  const QString note = legendNote();
  if (!entries_.isEmpty()) note_->setMinimumHeight(entries_.front()->sizeHint().height());
  note_->setText(note);
  note_->setToolTip(widgets::toolTip(note));
  note_->setVisible(!note.isEmpty());
  legend_->setVisible(names.size() > 1 || !note.isEmpty());
}

void PlaneChart::readOut() {
  const PlaneContent& c = *content_;
  const auto x = plane_->pointed();
  if (!x || *x < c.from || *x > c.to) return setReadout({});
  QStringList all{c.isTime ? timeText(*x, c.to - c.from, c.marks.clock)
                           : (c.xName + QLatin1Char(' ') + c.xWords(*x)).trimmed()};
  all += numbersAt(*x);
  all.append(c.marks.remarkAt(*x, c.to - c.from));
  all.removeAll(QString());
  setReadout(all.join(QStringLiteral(" · ")));
}

QStringList PlaneChart::numbersAt(double x) const {
  QStringList all;
  for (int i = 0; i < content_->lines.size(); ++i) {
    const PlaneLine& line = content_->lines[i];
    const ChartPoint* at = content_->isShown(line) ? plane_->pointAt(line, x) : nullptr;
    if (at == nullptr || std::isnan(at->y)) continue;
    all.append((i == plane_->chosen() ? QStringLiteral("▸") : QString()) + line.series.name +
               QLatin1Char(' ') + content_->yWords(at->y));
    if (!std::isnan(at->low))
      all.last() += tr(" (%1 to %2)").arg(content_->yWords(at->low), content_->yWords(at->high));
  }
  return all;
}

QStringList PlaneChart::remarks() const {
  QStringList all;
  const auto words = [this](double value) { return content_->yWords(value); };
  for (const PlaneLine& line : std::as_const(content_->lines)) {
    const Extent e = extentOf(line.series.points);
    if (!isNamed(line) || (std::isnan(e.first) && !content_->isTime)) continue;
    all.append(content_->hasRows ? tr("%1: now %2, lowest %3, highest %4.")
                                       .arg(line.series.name, words(e.last), words(e.low), words(e.high))
               : content_->isTime
                   ? tr("%1: now %2, lowest %3, highest %4 %5.")
                         .arg(line.series.name, words(e.last), words(e.low), words(e.high), unit())
                   : tr("%1: first %2, lowest %3, highest %4, last %5.")
                         .arg(line.series.name, words(e.first), words(e.low), words(e.high), words(e.last)));
  }
  return all;
}

QStringList PlaneChart::sentences() const {
  QStringList all = remarks();
  if (!content_->when.isEmpty()) all.append(tr("Dashed: %1.").arg(content_->when));
  for (const Threshold& threshold : std::as_const(content_->thresholds))
    all.append(tr("A rule: %1.").arg(threshold.words));
  return all + content_->marks.remarks(content_->to - content_->from);
}

ChartTable PlaneChart::table() const {
  const PlaneContent& c = *content_;
  ChartTable out{{c.isTime ? tr("Time") : c.hasBars ? tr("Bin") : c.xName}, {}};
  std::map<std::pair<double, int>, QMap<qsizetype, QString>> rows;
  for (const PlaneLine& line : c.lines) {
    const auto& points = line.series.points;
    const qsizetype column = out.headings.size(),
                    first = c.isTime ? std::max<qsizetype>(0, points.size() - chartTableRows) : 0;
    const bool hasBand =
        std::ranges::any_of(points, [](const ChartPoint& point) { return !std::isnan(point.low); });
    out.headings.append(line.isEarlier ? line.series.name + QStringLiteral(", ") + c.when : line.series.name);
    if (hasBand)
      out.headings << tr("%1: least").arg(line.series.name) << tr("%1: 95 %").arg(line.series.name);
    int again = 0;
    for (qsizetype i = first; i < std::min(points.size(), first + chartTableRows); ++i) {
      again = i > first && points[i - 1].x == points[i].x ? again + 1 : 0;
      QMap<qsizetype, QString>& row = rows[{c.isTime ? -points[i].x : points[i].x, again}];
      row[column] = c.yWords(points[i].y);
      if (hasBand) row[column + 1] = c.yWords(points[i].low), row[column + 2] = c.yWords(points[i].high);
    }
  }
  for (const auto& [at, row] : rows) {
    if (out.rows.size() >= chartTableRows) break;
    QStringList cells{c.isTime ? c.marks.rowText(-at.first) : c.xWords(at.first)};
    for (qsizetype column = 1; column < out.headings.size(); ++column)
      cells.append(row.value(column, QStringLiteral("–")));
    out.rows.append(cells);
  }
  return out;
}

QString PlaneChart::pictureNote() const {
  return content_->when.isEmpty() ? QString() : tr("dashed: %1").arg(content_->when);
}

QVector<std::pair<QString, QColor>> PlaneChart::pictureLegend() const {
  QVector<std::pair<QString, QColor>> out;
  for (const PlaneLine& line : std::as_const(content_->lines)) {
    if (isNamed(line) && !content_->hidden.contains(line.series.name))
      out.append({line.series.name, plane_->penOf(line).color()});
  }
  return out;
}

void PlaneChart::drawBody(QPainter& painter, const QRectF& area) const { plane_->draw(painter, area); }

void PlaneChart::changeEvent(QEvent* event) {
  Chart::changeEvent(event);
  if (event->type() == QEvent::StyleChange && content_ != nullptr) drawLegend();
}

}  // namespace onceover::charts
