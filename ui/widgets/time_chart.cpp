#include <QBuffer>
#include <QCategoryAxis>
#include <QDateTime>
#include <QEvent>
#include <QGraphicsLayout>
#include <QHBoxLayout>
#include <QLegend>
#include <QLineSeries>
#include <QPainter>
#include <QSvgGenerator>
#include <QToolButton>
#include <QVBoxLayout>
#include <QValueAxis>
#include <algorithm>
#include <cmath>
#include <map>

#include "ui/widgets/chart.h"
#include "ui/widgets/chart_frame.h"
#include "ui/widgets/chart_view.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::widgets {
namespace {

constexpr int tableRows = 1000;  // more is not read by anybody, and a QTableWidget is not made for it

QDateTime dateTime(double seconds, ClockChoice clock) {
  return QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(std::llround(seconds * 1000)),
                                        clock == ClockChoice::utc ? Qt::UTC : Qt::LocalTime);
}

// Round steps of time, so that labels fall on whole minutes, hours and days.
double timeStep(double range, int most) {
  for (const double step : {1.0,   2.0,    5.0,    10.0,   15.0,    30.0,    60.0,    120.0,   300.0,    600.0,
                            900.0, 1800.0, 3600.0, 7200.0, 10800.0, 21600.0, 43200.0, 86400.0, 172800.0, 604800.0}) {
    if (range / step <= most) return step;
  }
  return 2592000.0;
}

QString timeFormat(double step) {
  if (step < 60) return QStringLiteral("HH:mm:ss");
  return step < 86400 ? QStringLiteral("HH:mm") : QStringLiteral("MM-dd");
}

double niceTop(double highest) {
  if (!(highest > 0)) return 1;
  const double power = std::pow(10, std::floor(std::log10(highest)));
  for (const double factor : {1.0, 2.0, 2.5, 5.0, 10.0}) {
    if (highest <= factor * power) return factor * power;
  }
  return 10 * power;
}

QString amount(double value) {
  if (std::isnan(value)) return QStringLiteral("–");
  if (std::abs(value - std::round(value)) < 1e-9) return number(std::llround(value));
  return QString::number(value, 'g', 3);
}

QPixmap swatch(const QColor& colour, qreal ratio) {
  QPixmap pixmap(QSize(14, 14) * ratio);
  pixmap.setDevicePixelRatio(ratio);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(colour, 3, Qt::SolidLine, Qt::RoundCap));
  painter.drawLine(2, 7, 12, 7);
  return pixmap;
}

}  // namespace

struct TimeChart::Parts {
  TimeChart* owner;
  QString title, unit, description;
  ClockChoice clock = ClockChoice::utc;
  QVector<ChartSeries> series;
  QStringList hidden;
  double from = 0, to = 0;
  std::optional<double> at;  // the crosshair
  QChart* chart = new QChart;
  CrosshairView* view = new CrosshairView(chart);
  QCategoryAxis* timeAxis = new QCategoryAxis;
  QValueAxis* valueAxis = new QValueAxis;
  ChartFrame* frame = nullptr;
  QWidget* legend = new QWidget;
  FlowLayout* legendLayout = new FlowLayout(4, legend);
  std::map<QString, QToolButton*> marks;

  QColor colourOf(int index, const Tokens& t) const {
    if (series[index].tone) return t.colour(*series[index].tone);
    return t.series[index % t.series.size()];
  }

  void draw() {
    const Tokens t = tokensOf(owner);
    const int columns = std::max(200, static_cast<int>(chart->plotArea().width()));
    QList<QLineSeries*> spare;
    for (QAbstractSeries* old : chart->series()) spare.append(static_cast<QLineSeries*>(old));
    double highest = 0;
    for (int i = 0; i < series.size(); ++i) {
      if (hidden.contains(series[i].name)) continue;
      QList<QPointF> line;
      const auto flush = [&] {
        if (!line.isEmpty()) addLine(spare, line, colourOf(i, t));
        line.clear();
      };
      for (const ChartPoint& point : decimated(series[i].points, from, to, columns)) {
        if (std::isnan(point.y)) {
          flush();
          continue;
        }
        line.append({point.t, point.y});
        highest = std::max(highest, point.y);
      }
      flush();
    }
    for (QLineSeries* series_left : spare) {
      chart->removeSeries(series_left);
      delete series_left;
    }
    const double top = niceTop(highest);
    valueAxis->setRange(0, top);
    valueAxis->setTickCount(top / niceTop(top / 5) > 5.5 ? 5 : 6);
    valueAxis->setLabelFormat(top >= 5 ? QStringLiteral("%.0f") : QStringLiteral("%.1f"));
    drawTimeAxis();
    view->setCrosshair(at);
  }

  // Lines are reused: making and destroying series is what costs.
  void addLine(QList<QLineSeries*>& spare, const QList<QPointF>& points, const QColor& colour) {
    const bool reused = !spare.isEmpty();
    QLineSeries* line = reused ? spare.takeFirst() : new QLineSeries;
    line->setPen(QPen(colour, 1.8));
    line->replace(points);
    if (reused) return;
    chart->addSeries(line);
    line->attachAxis(timeAxis);
    line->attachAxis(valueAxis);
  }

  void drawTimeAxis() {
    for (const QString& label : timeAxis->categoriesLabels()) timeAxis->remove(label);
    if (!(to > from)) return;
    const int most = std::clamp(static_cast<int>(chart->plotArea().width()) / 84, 2, 12);
    const double step = timeStep(to - from, most);
    timeAxis->setRange(from, to);
    timeAxis->setStartValue(from);
    const double offset = clock == ClockChoice::local ? dateTime(to, clock).offsetFromUtc() : 0;
    for (double at_time = std::ceil((from + offset) / step) * step - offset; at_time <= to; at_time += step) {
      timeAxis->append(dateTime(at_time, clock).toString(timeFormat(step)), at_time);
    }
  }

  void drawLegend() {
    const Tokens t = tokensOf(owner);
    legend->setVisible(series.size() > 1);
    for (int i = 0; i < series.size(); ++i) {
      QToolButton*& mark = marks[series[i].name];
      if (mark == nullptr) {
        mark = newLegendMark(series[i].name, title);
        legendLayout->addWidget(mark);
        QObject::connect(mark, &QToolButton::toggled, owner, [this, name = series[i].name](bool on) { toggle(name, on); });
      }
      const bool off = hidden.contains(series[i].name);
      mark->setIcon(swatch(off ? t.border : colourOf(i, t), owner->devicePixelRatioF()));
    }
    for (auto it = marks.begin(); it != marks.end();) {
      const bool known = std::any_of(series.cbegin(), series.cend(), [&it](const ChartSeries& s) { return s.name == it->first; });
      if (!known) delete it->second;
      it = known ? std::next(it) : marks.erase(it);
    }
  }

  void toggle(const QString& name, bool on) {
    hidden.removeAll(name);
    if (!on) hidden.append(name);
    drawLegend();
    draw();
    emit owner->seriesToggled(name, on);
  }

  void describe() {
    QStringList words;
    if (!description.isEmpty()) words.append(description);
    for (const ChartSeries& s : series) {
      double low = NAN, high = NAN, last = NAN;
      for (const ChartPoint& point : s.points) {
        if (std::isnan(point.y)) continue;
        low = std::fmin(low, point.y);
        high = std::fmax(high, point.y);
        last = point.y;
      }
      words.append(QObject::tr("%1: now %2, lowest %3, highest %4 %5.").arg(s.name, amount(last), amount(low), amount(high), unit));
    }
    frame->setDescription(words.join(' '));
  }

  void tabulate() {
    std::map<double, std::map<qsizetype, double>> rows;
    for (qsizetype i = 0; i < series.size(); ++i) {
      for (const ChartPoint& point : series[i].points) rows[point.t][i] = point.y;
    }
    QStringList headings{QObject::tr("Time")};
    for (const ChartSeries& s : series) headings.append(s.name);
    QList<QStringList> cells;
    for (auto row = rows.crbegin(); row != rows.crend() && cells.size() < tableRows; ++row) {
      QStringList line{dateTime(row->first, clock).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"))};
      for (qsizetype i = 0; i < series.size(); ++i) {
        const auto found = row->second.find(i);
        line.append(found == row->second.end() ? QStringLiteral("–") : amount(found->second));
      }
      cells.append(line);
    }
    frame->setTable(headings, cells);
  }

  void pointAt(double x) {
    std::optional<double> nearest;
    for (const ChartSeries& s : series) {
      for (const auto& point : {after(s, x), before(s, x)}) {
        if (point && (!nearest || std::abs(point->t - x) < std::abs(*nearest - x))) nearest = point->t;
      }
    }
    at = nearest;
    view->setCrosshair(at);
    frame->setReadout(at ? readout(*at) : QString());
  }

  static std::optional<ChartPoint> after(const ChartSeries& s, double x) {
    const auto found = std::lower_bound(s.points.cbegin(), s.points.cend(), x, [](const ChartPoint& p, double t) { return p.t < t; });
    return found == s.points.cend() ? std::nullopt : std::optional(*found);
  }
  static std::optional<ChartPoint> before(const ChartSeries& s, double x) {
    const auto found = std::lower_bound(s.points.cbegin(), s.points.cend(), x, [](const ChartPoint& p, double t) { return p.t < t; });
    return found == s.points.cbegin() ? std::nullopt : std::optional(*std::prev(found));
  }

  QString readout(double t) const {
    QStringList words{dateTime(t, clock).toString(to - from > 86400 ? QStringLiteral("MM-dd HH:mm:ss") : QStringLiteral("HH:mm:ss"))};
    for (const ChartSeries& s : series) {
      const auto point = after(s, t);
      if (!hidden.contains(s.name) && point && point->t == t) words.append(s.name + ' ' + amount(point->y));
    }
    return words.join(QStringLiteral(" · "));
  }

  void step(int direction) {
    if (series.isEmpty() || series.front().points.isEmpty()) return;
    const ChartSeries& s = series.front();
    if (!at) return pointAt(direction < 0 ? s.points.back().t : s.points.front().t);
    const auto next = direction < 0 ? before(s, *at) : after(s, std::nextafter(*at, 1e300));
    if (next) pointAt(next->t);
  }

  void clearReadout() {
    at.reset();
    view->setCrosshair({});
    frame->setReadout({});
  }

  void restyle() {
    const Tokens t = tokensOf(owner);
    QFont small = owner->font();
    small.setPointSizeF((small.pointSizeF() > 0 ? small.pointSizeF() : 10) * 0.85);
    chart->setBackgroundVisible(false);
    chart->setMargins(QMargins(0, 0, 0, 0));
    chart->layout()->setContentsMargins(0, 0, 0, 0);
    for (QAbstractAxis* axis : {static_cast<QAbstractAxis*>(timeAxis), static_cast<QAbstractAxis*>(valueAxis)}) {
      axis->setLabelsBrush(t.secondaryText);
      axis->setLabelsFont(small);
      axis->setLinePen(QPen(t.border, 1));
      axis->setGridLinePen(QPen(t.gridLine, 1));
    }
    timeAxis->setGridLineVisible(false);
    valueAxis->setLineVisible(false);
    view->setLineColour(t.strongBorder);
    drawLegend();
    draw();
  }
};

TimeChart::TimeChart(const QString& title, const QString& unit, QWidget* parent) : QWidget(parent), parts_(std::make_unique<Parts>()) {
  Parts& p = *parts_;
  p.owner = this;
  p.title = title;
  p.unit = unit;
  p.chart->legend()->hide();
  p.chart->addAxis(p.timeAxis, Qt::AlignBottom);
  p.chart->addAxis(p.valueAxis, Qt::AlignLeft);
  p.timeAxis->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
  p.frame = new ChartFrame(title, unit, p.view, this);
  p.frame->addLegend(p.legend);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(p.frame);
  setMinimumHeight(180);
  connect(p.view, &CrosshairView::pointedAt, this, [this](double x) { parts_->pointAt(x); });
  connect(p.view, &CrosshairView::stepped, this, [this](int direction) { parts_->step(direction); });
  connect(p.view, &CrosshairView::left, this, [this] { parts_->clearReadout(); });
  connect(p.view, &CrosshairView::resized, this, [this] { parts_->draw(); });
  p.restyle();
}

TimeChart::~TimeChart() {
  // The view tells its last resize to nobody.
  parts_->view->disconnect(this);
}

void TimeChart::replace(const QVector<ChartSeries>& series, double from, double to) {
  Parts& p = *parts_;
  p.series = series;
  p.from = from;
  p.to = to;
  if (!(to > from)) {
    p.from = INFINITY;
    p.to = -INFINITY;
    for (const ChartSeries& s : series) {
      if (s.points.isEmpty()) continue;
      p.from = std::min(p.from, s.points.front().t);
      p.to = std::max(p.to, s.points.back().t);
    }
    if (!(p.to > p.from)) p.from = p.to = 0;
  }
  p.drawLegend();
  p.draw();
  p.describe();
  p.tabulate();
}

void TimeChart::setClock(ClockChoice clock) {
  if (std::exchange(parts_->clock, clock) == clock) return;
  parts_->draw();
  parts_->tabulate();
}

void TimeChart::setDescription(const QString& description) {
  parts_->description = description;
  parts_->describe();
}

void TimeChart::setTableShown(bool shown) { parts_->frame->setTableShown(shown); }
void TimeChart::addToTitle(QWidget* widget) { parts_->frame->addToTitle(widget); }
bool TimeChart::isTableShown() const { return parts_->frame->isTableShown(); }

QImage TimeChart::image(const QSize& size) const {
  QImage image(size, QImage::Format_ARGB32_Premultiplied);
  image.fill(tokensOf(this).surface);
  QPainter painter(&image);
  painter.setRenderHint(QPainter::Antialiasing);
  parts_->view->scene()->render(&painter, QRectF(QPointF(), size));
  return image;
}

QByteArray TimeChart::svg(const QSize& size) const {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  QSvgGenerator generator;
  generator.setOutputDevice(&buffer);
  generator.setSize(size);
  generator.setViewBox(QRect(QPoint(), size));
  generator.setTitle(parts_->title);
  QPainter painter(&generator);
  parts_->view->scene()->render(&painter, QRectF(QPointF(), size));
  painter.end();
  return bytes;
}

void TimeChart::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::StyleChange && parts_->frame != nullptr) parts_->restyle();
}

}  // namespace onceover::widgets
