#include "ui/widgets/plot_chart.h"

#include <QEvent>
#include <QMap>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "ui/widgets/chart_frame.h"
#include "ui/widgets/chart_picture.h"
#include "ui/widgets/export_button.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/plot_canvas.h"
#include "ui/widgets/save_file.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::widgets {
namespace {

constexpr int plotTableRows = 1000;  // more is not read by anybody, and a QTableWidget is not made for it

QString plotDigits(double value) { return QString::number(value, 'g', 3); }

QString spanText(double ms) {
  const std::pair<double, const char*> units[] = {{86'400'000, "d"}, {3'600'000, "h"}, {60'000, "min"}, {1'000, "s"}};
  for (const auto& [size, name] : units) {
    if (std::abs(ms) >= size * 0.9995) {
      const double n = ms / size;
      return (n >= 999.5 ? number(std::llround(n)) : plotDigits(n)) + QLatin1Char(' ') + QLatin1String(name);
    }
  }
  return ms == 0 ? QStringLiteral("0") : plotDigits(ms) + QStringLiteral(" ms");
}

// A dot, or a piece of the line in its own stroke.
QPixmap sampleOf(const QPen& pen, bool marks, bool isCross, qreal ratio) {
  QPixmap pixmap(QSize(18, 14) * ratio);
  pixmap.setDevicePixelRatio(ratio);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(pen.color(), 2, marks ? Qt::SolidLine : pen.style()));
  if (!marks) {
    painter.drawLine(QPointF(0, 7), QPointF(18, 7));
  } else if (isCross) {
    painter.drawLine(QPointF(5, 3), QPointF(13, 11));
    painter.drawLine(QPointF(5, 11), QPointF(13, 3));
  } else {
    painter.drawEllipse(QPointF(9, 7), 4, 4);
  }
  return pixmap;
}

}  // namespace

QString plotText(double value, PlotUnit unit) {
  switch (unit) {
    case PlotUnit::milliseconds: return spanText(value);
    case PlotUnit::share: return plotDigits(value * 100) + QStringLiteral(" %");
    case PlotUnit::number: break;
  }
  return std::abs(value) >= 999.5 || value == std::round(value) ? number(std::llround(value)) : plotDigits(value);
}

struct PlotChart::Parts {
  PlotChart* owner;
  QString title, description;
  PlotCanvas* canvas;
  ChartFrame* frame = nullptr;
  QWidget* legend = new QWidget;
  FlowLayout* legendLayout = new FlowLayout(4, legend);
  std::map<QString, QToolButton*> marks;
  QSet<QString> hidden;

  void toggle(const QString& name, bool on) {
    if (on) {
      hidden.remove(name);
    } else {
      hidden.insert(name);
    }
    canvas->setHidden(hidden);
  }

  void drawLegend() {
    const QVector<PlotSeries>& series = canvas->series();
    legend->setVisible(series.size() > 1);
    for (int i = 0; i < series.size(); ++i) {
      QToolButton*& mark = marks[series[i].name];
      if (mark == nullptr) {
        mark = newLegendMark(series[i].name, title);
        mark->setChecked(!hidden.contains(series[i].name));
        mark->setIconSize(QSize(18, 14));
        legendLayout->addWidget(mark);
        QObject::connect(mark, &QToolButton::toggled, owner, [this, name = series[i].name](bool on) { toggle(name, on); });
      }
      mark->setIcon(sampleOf(canvas->penOf(i), series[i].marks, series[i].tone == Tone::danger, owner->devicePixelRatioF()));
    }
    for (auto it = marks.begin(); it != marks.end();) {
      const bool known = std::any_of(series.cbegin(), series.cend(), [&it](const PlotSeries& s) { return s.name == it->first; });
      if (!known) delete it->second;
      it = known ? std::next(it) : marks.erase(it);
    }
  }

  QString yText(double value) const { return plotText(value, canvas->vertical().unit); }

  void describe() const {
    QStringList words;
    if (!description.isEmpty()) words.append(description);
    for (const PlotSeries& s : canvas->series()) {
      if (s.points.isEmpty()) continue;
      double low = INFINITY, high = -INFINITY;
      for (const PlotPoint& point : s.points) {
        low = std::min(low, point.y);
        high = std::max(high, point.y);
      }
      words.append(QObject::tr("%1: first %2, lowest %3, highest %4, last %5.")
                       .arg(s.name, yText(s.points.front().y), yText(low), yText(high), yText(s.points.back().y)));
    }
    frame->setDescription(words.join(QLatin1Char(' ')));
  }

  // A line for each place, another where a series has more than one value there.
  void tabulate() const {
    QStringList headings{canvas->horizontal().name};
    std::map<std::pair<double, int>, QMap<int, QString>> rows;
    for (const PlotSeries& s : canvas->series()) {
      const bool hasBand = std::any_of(s.points.cbegin(), s.points.cend(), [](const PlotPoint& p) { return p.low && p.high; });
      const int column = static_cast<int>(headings.size());
      headings.append(s.name);
      if (hasBand) headings << QObject::tr("%1: least").arg(s.name) << QObject::tr("%1: 95 %").arg(s.name);
      std::map<double, int> times;
      for (const PlotPoint& point : s.points) {
        QMap<int, QString>& row = rows[{point.x, times[point.x]++}];
        row[column] = yText(point.y);
        if (point.low && point.high) {
          row[column + 1] = yText(*point.low);
          row[column + 2] = yText(*point.high);
        }
      }
    }
    QList<QStringList> cells;
    for (const auto& [place, row] : rows) {
      if (cells.size() >= plotTableRows) break;
      QStringList line{plotText(place.first, canvas->horizontal().unit)};
      for (int column = 1; column < headings.size(); ++column) line.append(row.value(column, QStringLiteral("–")));
      cells.append(line);
    }
    frame->setTable(headings, cells);
  }

  // A line for each point: series may have places of their own.
  QByteArray csv() const {
    const auto unit = [](const PlotAxis& axis) {
      return axis.name + (axis.unit == PlotUnit::milliseconds ? QStringLiteral(" (ms)") : QString());
    };
    QByteArray out = "series," + csvCell(unit(canvas->horizontal())) + ',' + csvCell(unit(canvas->vertical())) + ",low,high\n";
    const auto digits = [](double value) { return QByteArray::number(value, 'g', 15); };
    for (const PlotSeries& s : canvas->series()) {
      for (const PlotPoint& point : s.points) {
        out += csvCell(s.name) + ',' + digits(point.x) + ',' + digits(point.y) + ',' + (point.low ? digits(*point.low) : QByteArray()) +
               ',' + (point.high ? digits(*point.high) : QByteArray()) + '\n';
      }
    }
    return out;
  }

  ChartPicture head() const {
    ChartPicture picture{title, {}, {}};
    for (int i = 0; i < canvas->series().size(); ++i) {
      if (!hidden.contains(canvas->series()[i].name)) picture.legend.append({canvas->series()[i].name, canvas->penOf(i).color()});
    }
    return picture;
  }

  void readOut(std::optional<double> x) const {
    if (!x) return frame->setReadout({});
    QStringList words{canvas->horizontal().name + QLatin1Char(' ') + plotText(*x, canvas->horizontal().unit)};
    for (const PlotSeries& s : canvas->series()) {
      if (hidden.contains(s.name)) continue;
      const auto found = std::find_if(s.points.cbegin(), s.points.cend(), [&x](const PlotPoint& p) { return p.x == *x; });
      if (found == s.points.cend()) continue;
      QString one = s.name + QLatin1Char(' ') + yText(found->y);
      if (found->low && found->high) one += QObject::tr(" (%1 to %2)").arg(yText(*found->low), yText(*found->high));
      words.append(one);
    }
    frame->setReadout(words.join(QStringLiteral(" · ")));
  }
};

PlotChart::PlotChart(const QString& title, PlotAxis x, PlotAxis y, QWidget* parent) : QWidget(parent), parts_(std::make_unique<Parts>()) {
  Parts& p = *parts_;
  p.owner = this;
  p.title = title;
  p.canvas = new PlotCanvas(std::move(x), std::move(y));
  p.frame = new ChartFrame(title, {}, p.canvas, this);
  p.frame->addLegend(p.legend);
  p.frame->addExport(new ExportButton(title, [this](const QString& suffix) { return exported(suffix); }));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(p.frame);
  connect(p.canvas, &PlotCanvas::pointedAt, this, [this](std::optional<double> at) { parts_->readOut(at); });
}

PlotChart::~PlotChart() {
  // The canvas tells its last to nobody.
  parts_->canvas->disconnect(this);
}

void PlotChart::replace(const QVector<PlotSeries>& series) {
  parts_->canvas->setSeries(series);
  parts_->drawLegend();
  parts_->describe();
  parts_->tabulate();
}

QByteArray PlotChart::exported(const QString& suffix) const {
  if (suffix == QLatin1String("csv")) return parts_->csv();
  const Tokens tokens = tokensOf(this);
  return suffix == QLatin1String("png") ? pngOf(*parts_->canvas, parts_->head(), tokens) : svgOf(*parts_->canvas, parts_->head(), tokens);
}

const QVector<PlotSeries>& PlotChart::series() const { return parts_->canvas->series(); }
void PlotChart::setVertical(const PlotAxis& y) { parts_->canvas->setVertical(y); }
void PlotChart::setLogarithmic(bool logarithmic) { parts_->canvas->setLogarithmic(logarithmic); }

void PlotChart::setDescription(const QString& description) {
  parts_->description = description;
  parts_->describe();
}

void PlotChart::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::StyleChange && parts_->frame != nullptr) parts_->drawLegend();
}

void PlotChart::setTableShown(bool shown) { parts_->frame->setTableShown(shown); }
bool PlotChart::isTableShown() const { return parts_->frame->isTableShown(); }
void PlotChart::addToTitle(QWidget* widget) { parts_->frame->addToTitle(widget); }

}  // namespace onceover::widgets
