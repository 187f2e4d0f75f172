#include "ui/widgets/heat_map.h"

#include <QEvent>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <map>

#include "ui/widgets/chart_frame.h"
#include "ui/widgets/chart_picture.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/heat_canvas.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/time_axis.h"

namespace onceover::widgets {
namespace {

QPixmap heatSample(const QPen& pen, qreal ratio) {
  QPixmap pixmap(QSize(18, 14) * ratio);
  pixmap.setDevicePixelRatio(ratio);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(pen.color(), 2, pen.style()));
  painter.drawLine(QPointF(0, 7), QPointF(18, 7));
  return pixmap;
}

QString heatNumber(double value) { return chartText(value, ChartUnit::number); }
QString heatSpan(double ms) { return chartText(ms / 1000, ChartUnit::seconds); }

}  // namespace

struct HeatMap::Parts {
  HeatMap* owner;
  QString title, unit, description;
  HeatCanvas* canvas = new HeatCanvas;
  ChartFrame* frame = nullptr;
  QWidget* legend = new QWidget;
  FlowLayout* legendLayout = new FlowLayout(4, legend);
  PlainLabel* scale = new PlainLabel({}, nullptr, TextRole::caption);
  std::map<QString, QToolButton*> marks;

  void drawLegend() {
    for (int i = 0; i < canvas->lines().size(); ++i) {
      const QString name = canvas->lines()[i].name;
      QToolButton*& mark = marks[name];
      if (mark == nullptr) {
        mark = newLegendMark(name, title);
        mark->setIconSize(QSize(18, 14));
        legendLayout->addWidget(mark);
        QObject::connect(mark, &QToolButton::toggled, owner, [this, name](bool on) { toggle(name, on); });
      }
      mark->setIcon(heatSample(canvas->penOf(i), owner->devicePixelRatioF()));
    }
    // Behind them.
    legendLayout->removeWidget(scale);
    legendLayout->addWidget(scale);
    if (!marks.empty()) scale->setMinimumHeight(marks.begin()->second->sizeHint().height());
    scale->setText(canvas->fullest() > 0 ? QObject::tr("fullest field: %1").arg(heatNumber(canvas->fullest())) : QString());
  }

  void toggle(const QString& name, bool on) const {
    QSet<QString> hidden = canvas->hidden();
    if (on) {
      hidden.remove(name);
    } else {
      hidden.insert(name);
    }
    canvas->setHidden(hidden);
  }

  void describe() const {
    QStringList all;
    if (!description.isEmpty()) all.append(description);
    for (const HeatLine& line : canvas->lines()) {
      double low = NAN, high = NAN, last = NAN;
      for (const double value : line.values_ms) {
        if (std::isnan(value)) continue;
        if (!(low <= value)) low = value;
        if (!(high >= value)) high = value;
        last = value;
      }
      all.append(QObject::tr("%1: now %2, lowest %3, highest %4.").arg(line.name, heatSpan(last), heatSpan(low), heatSpan(high)));
    }
    all += canvas->remarks();
    frame->setDescription(all.join(QLatin1Char(' ')));
  }

  ChartTable table() const {
    const HeatData& data = canvas->data();
    ChartTable out{{QObject::tr("Time"), QObject::tr("In all")}, {}};
    for (const HeatLine& line : canvas->lines()) out.headings.append(line.name);
    for (int bound = canvas->firstBound(); bound < canvas->endBound(); ++bound) out.headings.append(boundText(data.upper_ms[bound]));
    for (qsizetype step = data.steps() - 1; step >= 0 && out.rows.size() < chartTableRows; --step) {
      const double t = data.from + static_cast<double>(step) * data.step;
      const QString remark = canvas->ongoing() && t >= *canvas->ongoing() ? QObject::tr(" (so far)") : QString();
      QStringList row{fullTimeText(t, canvas->clock()) + remark, heatNumber(data.sum(step))};
      for (const HeatLine& line : canvas->lines())
        row.append(step < line.values_ms.size() ? heatSpan(line.values_ms[step]) : heatSpan(NAN));
      for (int bound = canvas->firstBound(); bound < canvas->endBound(); ++bound) row.append(heatNumber(data.at(step, bound)));
      out.rows.append(row);
    }
    return out;
  }

  void readOut() const {
    const auto t = canvas->pointed();
    const auto step = t ? canvas->stepAt(*t) : std::nullopt;
    if (!step) return frame->setReadout({});
    const HeatData& data = canvas->data();
    QStringList all{timeText(*t, canvas->to() - canvas->from(), canvas->clock())};
    if (canvas->aimedBound()) {
      all.append(QStringLiteral("▸") + boundText(data.upper_ms[*canvas->aimedBound()]) + QStringLiteral(": ") +
                 heatNumber(data.at(*step, *canvas->aimedBound())));
    }
    for (const HeatLine& line : canvas->lines()) {
      if (*step < line.values_ms.size() && !canvas->hidden().contains(line.name)) {
        all.append(line.name + QLatin1Char(' ') + heatSpan(line.values_ms[*step]));
      }
    }
    all.append(QObject::tr("%1 in all").arg(heatNumber(data.sum(*step))));
    const QString remark = canvas->remarkAt(*t);
    if (!remark.isEmpty()) all.append(remark);
    frame->setReadout(all.join(QStringLiteral(" · ")));
  }

  void paintPicture(QPainter& painter, const QSize& size) const {
    QString words = unit;
    if (canvas->fullest() > 0)
      words += QObject::tr(" · fullest field %1 · solid p50, dashed p95, dotted p99").arg(heatNumber(canvas->fullest()));
    canvas->draw(painter, drawPictureFrame(painter, {title, words, {}}, size, tokensOf(owner), owner->font()));
  }
};

HeatMap::HeatMap(const QString& title, const QString& unit, QWidget* parent) : QWidget(parent), parts_(std::make_unique<Parts>()) {
  Parts& p = *parts_;
  p.owner = this;
  p.title = title;
  p.unit = unit;
  p.frame = new ChartFrame(title, unit, p.canvas, this);
  p.legendLayout->addWidget(p.scale);
  p.frame->addLegend(p.legend);
  p.frame->putReadoutBelow();
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(p.frame);
  setMinimumHeight(180);
  connect(p.canvas, &TimePlot::pointedAt, this, [this] { parts_->readOut(); });
  connect(p.canvas, &HeatCanvas::aimedChanged, this, [this] { parts_->readOut(); });
  connect(p.canvas, &TimePlot::clicked, this, [this](double t) { emit stepClicked(t, t + parts_->canvas->data().step); });
  connect(p.canvas, &TimePlot::zoomed, this, &HeatMap::zoomed);
  connect(p.canvas, &TimePlot::zoomedBack, this, &HeatMap::zoomedBack);
}

HeatMap::~HeatMap() { parts_->canvas->disconnect(this); }

void HeatMap::replace(const HeatData& data, const QVector<HeatLine>& lines, double from, double to) {
  Parts& p = *parts_;
  if (!(to > from)) {
    from = data.from;
    to = data.from + static_cast<double>(data.steps()) * data.step;
  }
  p.canvas->setRange(from, to);
  p.canvas->setStep(data.step);
  p.canvas->setData(data, lines);
  p.drawLegend();
  p.describe();
  p.frame->setTable([this] { return parts_->table(); });
}

void HeatMap::setUnit(const QString& words) {
  parts_->unit = words;
  parts_->frame->setUnit(words);
}

void HeatMap::setGaps(const QVector<ChartGap>& gaps) {
  parts_->canvas->setGaps(gaps);
  parts_->describe();
}

void HeatMap::setMarkers(const QVector<Marker>& markers) {
  parts_->canvas->setMarkers(markers);
  parts_->describe();
}

void HeatMap::setOngoing(std::optional<double> from) {
  parts_->canvas->setOngoing(from);
  parts_->describe();
}

void HeatMap::setRange(double from, double to) { parts_->canvas->setRange(from, to); }
void HeatMap::setZoom(bool canZoom, bool canGoBack) { parts_->canvas->setZoom(canZoom, canGoBack); }

void HeatMap::setClock(ClockChoice clock) {
  if (parts_->canvas->clock() == clock) return;
  parts_->canvas->setClock(clock);
  parts_->describe();
  if (isTableShown()) parts_->frame->setTable([this] { return parts_->table(); });
}

void HeatMap::setDescription(const QString& description) {
  parts_->description = description;
  parts_->describe();
}

void HeatMap::setTableShown(bool shown) { parts_->frame->setTableShown(shown); }
bool HeatMap::isTableShown() const { return parts_->frame->isTableShown(); }
void HeatMap::addToTitle(QWidget* widget) { parts_->frame->addToTitle(widget); }
void HeatMap::setShowcase(bool on) { parts_->frame->setShowcase(on); }

QImage HeatMap::image(const QSize& size) const {
  return pictureOf(size, tokensOf(this), [this, size](QPainter& painter) { parts_->paintPicture(painter, size); });
}

QByteArray HeatMap::svg(const QSize& size) const {
  return drawingOf(size, parts_->title, [this, size](QPainter& painter) { parts_->paintPicture(painter, size); });
}

void HeatMap::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::StyleChange && parts_->frame != nullptr) parts_->drawLegend();
}

}  // namespace onceover::widgets
