#include <QBuffer>
#include <QEvent>
#include <QPainter>
#include <QSvgGenerator>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <map>

#include "ui/widgets/chart.h"
#include "ui/widgets/chart_frame.h"
#include "ui/widgets/chart_picture.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/time_canvas.h"

namespace onceover::widgets {
namespace {

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

// From the newest to the oldest, each time once: what all lines together know.
class Backwards {
 public:
  void add(const ChartSeries& series) { lines_.append({&series.points, series.points.size() - 1}); }
  // The next older time with the value of each line; false: there is none.
  bool next(double& t, QVector<std::optional<double>>& values) {
    bool any = false;
    for (const auto& [points, at] : lines_) {
      if (at >= 0 && (!any || (*points)[at].t > t)) t = (*points)[at].t, any = true;
    }
    values.fill(std::nullopt, lines_.size());
    for (qsizetype i = 0; any && i < lines_.size(); ++i) {
      auto& [points, at] = lines_[i];
      if (at >= 0 && (*points)[at].t == t) values[i] = (*points)[at--].y;
    }
    return any;
  }

 private:
  QVector<std::pair<const QVector<ChartPoint>*, qsizetype>> lines_;
};

}  // namespace

struct TimeChart::Parts {
  TimeChart* owner;
  QString title, unit, description, when;
  TimeCanvas* canvas = new TimeCanvas;
  ChartFrame* frame = nullptr;
  QWidget* legend = new QWidget;
  FlowLayout* legendLayout = new FlowLayout(4, legend);
  std::map<QString, QToolButton*> marks;

  const QVector<ChartSeries>& series() const { return canvas->series(); }
  QString words(double value) const { return chartText(value, canvas->unit()); }

  void drawLegend() {
    const Tokens t = tokensOf(owner);
    legend->setVisible(series().size() > 1);
    for (int i = 0; i < series().size(); ++i) {
      const QString name = series()[i].name;
      QToolButton*& mark = marks[name];
      if (mark == nullptr) {
        mark = newLegendMark(name, title);
        mark->setChecked(!canvas->hidden().contains(name));
        legendLayout->addWidget(mark);
        QObject::connect(mark, &QToolButton::toggled, owner, [this, name](bool on) { toggle(name, on); });
      }
      mark->setIcon(swatch(canvas->hidden().contains(name) ? t.border : canvas->colourOf(i), owner->devicePixelRatioF()));
    }
    for (auto it = marks.begin(); it != marks.end();) {
      const bool known = std::any_of(series().cbegin(), series().cend(), [&it](const ChartSeries& s) { return s.name == it->first; });
      if (!known) delete it->second;
      it = known ? std::next(it) : marks.erase(it);
    }
  }

  void toggle(const QString& name, bool on) {
    QSet<QString> hidden = canvas->hidden();
    if (on) {
      hidden.remove(name);
    } else {
      hidden.insert(name);
    }
    canvas->setHidden(hidden);
    drawLegend();
    emit owner->seriesToggled(name, on);
  }

  void describe() const {
    QStringList all;
    if (!description.isEmpty()) all.append(description);
    for (const ChartSeries& s : series()) {
      double low = NAN, high = NAN, last = NAN;
      for (const ChartPoint& point : s.points) {
        if (std::isnan(point.y)) continue;
        if (!(low <= point.y)) low = point.y;
        if (!(high >= point.y)) high = point.y;
        last = point.y;
      }
      all.append(QObject::tr("%1: now %2, lowest %3, highest %4 %5.").arg(s.name, words(last), words(low), words(high), unit));
    }
    if (!canvas->earlier().isEmpty()) all.append(QObject::tr("Dashed: %1.").arg(when));
    all += canvas->remarks();
    frame->setDescription(all.join(QLatin1Char(' ')));
  }

  ChartTable table() const {
    ChartTable out{{QObject::tr("Time")}, {}};
    Backwards rows;
    for (const ChartSeries& s : series()) {
      out.headings.append(s.name);
      rows.add(s);
    }
    for (const ChartSeries& s : canvas->earlier()) {
      out.headings.append(s.name + QStringLiteral(", ") + when);
      rows.add(s);
    }
    double t = 0;
    for (QVector<std::optional<double>> values; out.rows.size() < chartTableRows && rows.next(t, values);) {
      const QString remark = canvas->ongoing() && t >= *canvas->ongoing() ? QObject::tr(" (so far)") : QString();
      QStringList line{fullTimeText(t, canvas->clock()) + remark};
      for (const auto& value : values) line.append(value ? words(*value) : QStringLiteral("–"));
      out.rows.append(line);
    }
    return out;
  }
  void tabulate() {
    frame->setTable([this] { return table(); });
  }

  void readOut(std::optional<double> t) const {
    if (!t) return frame->setReadout({});
    QStringList all{timeText(*t, canvas->to() - canvas->from(), canvas->clock())};
    for (const ChartSeries& s : series()) {
      if (canvas->hidden().contains(s.name)) continue;
      const double value = TimeCanvas::valueAt(s, *t);
      if (std::isnan(value)) continue;
      all.append((s.name == canvas->chosen() ? QStringLiteral("▸") : QString()) + s.name + QLatin1Char(' ') + words(value));
    }
    const QString remark = canvas->remarkAt(*t);
    if (!remark.isEmpty()) all.append(remark);
    frame->setReadout(all.join(QStringLiteral(" · ")));
  }

  void click(double t) const {
    if (series().isEmpty()) return;
    QString name = canvas->chosen();
    if (name.isEmpty()) name = series().front().name;
    emit owner->pointClicked(name, t, t + canvas->step());
  }

  void paintPicture(QPainter& painter, const QSize& size) const {
    ChartPicture picture{title, unit, {}};
    for (int i = 0; i < series().size(); ++i) {
      if (!canvas->hidden().contains(series()[i].name)) picture.legend.append({series()[i].name, canvas->colourOf(i)});
    }
    if (!canvas->earlier().isEmpty()) picture.unit += QStringLiteral(" · ") + QObject::tr("dashed: %1").arg(when);
    canvas->draw(painter, drawPictureFrame(painter, picture, size, tokensOf(owner), owner->font()));
  }
};

TimeChart::TimeChart(const QString& title, const QString& unit, QWidget* parent) : QWidget(parent), parts_(std::make_unique<Parts>()) {
  Parts& p = *parts_;
  p.owner = this;
  p.title = title;
  p.unit = unit;
  p.frame = new ChartFrame(title, unit, p.canvas, this);
  p.frame->addLegend(p.legend);
  p.frame->putReadoutBelow();
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(p.frame);
  setMinimumHeight(180);
  connect(p.canvas, &TimePlot::pointedAt, this, [this](std::optional<double> t) { parts_->readOut(t); });
  connect(p.canvas, &TimeCanvas::chosenChanged, this, [this] {
    if (parts_->canvas->hasFocus()) parts_->readOut(parts_->canvas->pointed());
  });
  connect(p.canvas, &TimePlot::clicked, this, [this](double t) { parts_->click(t); });
  connect(p.canvas, &TimePlot::zoomed, this, &TimeChart::zoomed);
  connect(p.canvas, &TimePlot::zoomedBack, this, &TimeChart::zoomedBack);
  p.drawLegend();
  p.tabulate();
}

TimeChart::~TimeChart() {
  // The canvas tells its last to nobody.
  parts_->canvas->disconnect(this);
}

void TimeChart::replace(const QVector<ChartSeries>& series, double from, double to) {
  Parts& p = *parts_;
  if (!(to > from)) {
    from = INFINITY;
    to = -INFINITY;
    for (const ChartSeries& s : series) {
      if (s.points.isEmpty()) continue;
      from = std::min(from, s.points.front().t);
      to = std::max(to, s.points.back().t);
    }
    if (!(to > from)) from = to = 0;
  }
  p.canvas->setRange(from, to);
  p.canvas->setSeries(series);
  p.drawLegend();
  p.describe();
  p.tabulate();
}

void TimeChart::setEarlier(const QString& when, const QVector<ChartSeries>& series) {
  parts_->when = when;
  parts_->canvas->setEarlier(series);
  parts_->describe();
  parts_->tabulate();
}

void TimeChart::setGaps(const QVector<ChartGap>& gaps) {
  parts_->canvas->setGaps(gaps);
  parts_->describe();
}

void TimeChart::setMarkers(const QVector<Marker>& markers) {
  parts_->canvas->setMarkers(markers);
  parts_->describe();
}

void TimeChart::setStep(double seconds) { parts_->canvas->setStep(seconds); }

void TimeChart::setOngoing(std::optional<double> from) {
  parts_->canvas->setOngoing(from);
  parts_->describe();
}

void TimeChart::setUnit(const QString& words, ChartUnit unit) {
  parts_->unit = words;
  parts_->frame->setUnit(words);
  parts_->canvas->setUnit(unit);
}

void TimeChart::setRange(double from, double to) { parts_->canvas->setRange(from, to); }
void TimeChart::setZoom(bool canZoom, bool canGoBack) { parts_->canvas->setZoom(canZoom, canGoBack); }

void TimeChart::setClock(ClockChoice clock) {
  if (parts_->canvas->clock() == clock) return;
  parts_->canvas->setClock(clock);
  parts_->describe();
  parts_->tabulate();
}

void TimeChart::setDescription(const QString& description) {
  parts_->description = description;
  parts_->describe();
}

void TimeChart::setTableShown(bool shown) { parts_->frame->setTableShown(shown); }
void TimeChart::addToTitle(QWidget* widget) { parts_->frame->addToTitle(widget); }
bool TimeChart::isTableShown() const { return parts_->frame->isTableShown(); }
void TimeChart::setShowcase(bool on) { parts_->frame->setShowcase(on); }

QImage TimeChart::image(const QSize& size) const {
  return pictureOf(size, tokensOf(this), [this, size](QPainter& painter) { parts_->paintPicture(painter, size); });
}

QByteArray TimeChart::svg(const QSize& size) const {
  return drawingOf(size, parts_->title, [this, size](QPainter& painter) { parts_->paintPicture(painter, size); });
}

void TimeChart::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::StyleChange && parts_->frame != nullptr) parts_->drawLegend();
}

}  // namespace onceover::widgets
