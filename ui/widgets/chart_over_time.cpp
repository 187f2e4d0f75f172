#include <QEvent>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <map>

#include "ui/widgets/chart.h"
#include "ui/widgets/chart_frame.h"
#include "ui/widgets/chart_picture.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/time_axis.h"
#include "ui/widgets/time_plot.h"

namespace onceover::widgets {

struct ChartOverTime::Parts {
  QString title, unit, description;
  TimePlot* plot;
  ChartFrame* frame;
  QWidget* legend = new QWidget;
  FlowLayout* entries = new FlowLayout(4, legend);
  PlainLabel* note = new PlainLabel({}, nullptr, TextRole::caption);
  std::map<QString, QToolButton*> marks;
};

ChartOverTime::ChartOverTime(const QString& title, const QString& unit, TimePlot* plot, QWidget* parent)
    : QWidget(parent), parts_(new Parts{title, unit, {}, plot, new ChartFrame(title, unit, plot, this)}) {
  Parts& p = *parts_;
  p.entries->addWidget(p.note);
  p.frame->addLegend(p.legend);
  p.frame->putReadoutBelow();
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(p.frame);
  setMinimumHeight(180);
  connect(plot, &TimePlot::pointedAt, this, &ChartOverTime::readOut);
  connect(plot, &TimePlot::zoomed, this, &ChartOverTime::zoomed);
  connect(plot, &TimePlot::zoomedBack, this, &ChartOverTime::zoomedBack);
}

ChartOverTime::~ChartOverTime() {
  // The plane tells its last to nobody.
  parts_->plot->disconnect(this);
}

const QString& ChartOverTime::title() const { return parts_->title; }
const QString& ChartOverTime::unit() const { return parts_->unit; }

void ChartOverTime::refresh() {
  drawLegend();
  describe();
  parts_->frame->setTable([this] { return table(); });
}

void ChartOverTime::drawLegend() {
  Parts& p = *parts_;
  const QVector<LegendEntry> shown = legend();
  const QString note = legendNote();
  p.legend->setVisible(shown.size() > 1 || !note.isEmpty());
  for (const LegendEntry& entry : shown) {
    QToolButton*& mark = p.marks[entry.name];
    if (mark == nullptr) {
      mark = newLegendMark(entry.name, p.title);
      mark->setChecked(!p.plot->hidden().contains(entry.name));
      p.entries->addWidget(mark);
      connect(mark, &QToolButton::toggled, this, [this, name = entry.name](bool on) { toggle(name, on); });
    }
    mark->setIconSize(entry.sample.deviceIndependentSize().toSize());
    mark->setIcon(entry.sample);
  }
  for (auto it = p.marks.begin(); it != p.marks.end();) {
    const bool known = std::any_of(shown.cbegin(), shown.cend(), [&it](const LegendEntry& entry) { return entry.name == it->first; });
    if (!known) delete it->second;
    it = known ? std::next(it) : p.marks.erase(it);
  }
  p.entries->removeWidget(p.note);
  p.entries->addWidget(p.note);
  if (!p.marks.empty()) p.note->setMinimumHeight(p.marks.begin()->second->sizeHint().height());
  p.note->setText(note);
  p.note->setVisible(!note.isEmpty());
}

void ChartOverTime::toggle(const QString& name, bool on) {
  QSet<QString> hidden = parts_->plot->hidden();
  if (on) {
    hidden.remove(name);
  } else {
    hidden.insert(name);
  }
  parts_->plot->setHidden(hidden);
  drawLegend();
  emit seriesToggled(name, on);
}

void ChartOverTime::describe() {
  QStringList all;
  if (!parts_->description.isEmpty()) all.append(parts_->description);
  all += sentences();
  all += parts_->plot->remarks();
  parts_->frame->setDescription(all.join(QLatin1Char(' ')));
}

void ChartOverTime::readOut() {
  const TimePlot& plot = *parts_->plot;
  const auto t = plot.pointed();
  if (!t) return parts_->frame->setReadout({});
  QStringList all{timeText(*t, plot.to() - plot.from(), plot.clock())};
  all += readout(*t);
  const QString remark = plot.remarkAt(*t);
  if (!remark.isEmpty()) all.append(remark);
  parts_->frame->setReadout(all.join(QStringLiteral(" · ")));
}

void ChartOverTime::setUnitWords(const QString& words) {
  parts_->unit = words;
  parts_->frame->setUnit(words);
}

void ChartOverTime::setGaps(const QVector<ChartGap>& gaps) {
  parts_->plot->setGaps(gaps);
  describe();
}

void ChartOverTime::setMarkers(const QVector<Marker>& markers) {
  parts_->plot->setMarkers(markers);
  describe();
}

void ChartOverTime::setOngoing(std::optional<double> from) {
  parts_->plot->setOngoing(from);
  describe();
}

void ChartOverTime::setRange(double from, double to) { parts_->plot->setRange(from, to); }
void ChartOverTime::setZoom(bool canZoom, bool canGoBack) { parts_->plot->setZoom(canZoom, canGoBack); }

void ChartOverTime::setClock(ClockChoice clock) {
  if (parts_->plot->clock() == clock) return;
  parts_->plot->setClock(clock);
  refresh();
}

void ChartOverTime::setDescription(const QString& description) {
  parts_->description = description;
  describe();
}

void ChartOverTime::setTableShown(bool shown) { parts_->frame->setTableShown(shown); }
bool ChartOverTime::isTableShown() const { return parts_->frame->isTableShown(); }
void ChartOverTime::addToTitle(QWidget* widget) { parts_->frame->addToTitle(widget); }
void ChartOverTime::setShowcase(bool on) { parts_->frame->setShowcase(on); }

void ChartOverTime::paintPicture(QPainter& painter, const QSize& size) const {
  parts_->plot->draw(painter, drawPictureFrame(painter, picture(), size, tokensOf(this), font()));
}

QImage ChartOverTime::image(const QSize& size) const {
  return pictureOf(size, tokensOf(this), [this, size](QPainter& painter) { paintPicture(painter, size); });
}

QByteArray ChartOverTime::svg(const QSize& size) const {
  return drawingOf(size, parts_->title, [this, size](QPainter& painter) { paintPicture(painter, size); });
}

void ChartOverTime::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::StyleChange && parts_ != nullptr) drawLegend();
}

}  // namespace onceover::widgets
