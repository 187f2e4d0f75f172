#include "ui/widgets/icon.h"

#include <QFile>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QSvgRenderer>
#include <cmath>

namespace onceover::widgets {
namespace {

QByteArray source(const QString& name) {
  QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void draw(QPainter& painter, const QRectF& area, QByteArray svg, const QColor& colour) {
  svg.replace("currentColor", colour.name(QColor::HexRgb).toLatin1());
  QSvgRenderer renderer(svg);
  renderer.setAspectRatioMode(Qt::KeepAspectRatio);
  renderer.render(&painter, area);
}

// The palette is asked at each painting, so that an icon follows the theme without being made anew.
class PaletteIcon : public QIconEngine {
 public:
  explicit PaletteIcon(QByteArray svg) : svg_(std::move(svg)) {}

  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
    const auto group = mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active;
    draw(*painter, rect, svg_, QGuiApplication::palette().color(group, QPalette::ButtonText));
  }
  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    QPixmap pixmap(size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paint(&painter, QRect(QPoint(0, 0), size), mode, state);
    return pixmap;
  }
  QIconEngine* clone() const override { return new PaletteIcon(svg_); }

 private:
  QByteArray svg_;
};

}  // namespace

QIcon icon(const QString& name) {
  QByteArray svg = source(name);
  return svg.isEmpty() ? QIcon() : QIcon(new PaletteIcon(std::move(svg)));
}

QPixmap iconPixmap(const QString& name, const QColor& colour, int size, qreal devicePixelRatio) {
  const QByteArray svg = source(name);
  if (svg.isEmpty()) return {};
  const int pixels = static_cast<int>(std::ceil(size * devicePixelRatio));
  QPixmap pixmap(pixels, pixels);
  pixmap.setDevicePixelRatio(devicePixelRatio);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  draw(painter, QRectF(0, 0, size, size), svg, colour);
  return pixmap;
}

}  // namespace onceover::widgets
