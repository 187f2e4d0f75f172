#include "ui/widgets/chart_picture.h"

#include <QBuffer>
#include <QFontMetrics>
#include <QPainter>
#include <QSvgGenerator>
#include <QWidget>

#include "ui/widgets/save_file.h"
#include "ui/widgets/theme.h"

namespace onceover::widgets {

QRectF drawPictureFrame(QPainter& painter, const ChartPicture& picture, const QSize& size, const Tokens& t, const QFont& font) {
  QFont heading = font;
  heading.setBold(true);
  const QFontMetrics large(heading), small(font);
  const double margin = t.gap / 2.0;
  double x = margin, y = margin;
  painter.setFont(heading);
  painter.setPen(t.text);
  painter.drawText(QPointF(x, y + large.ascent()), picture.title);
  painter.setFont(font);
  painter.setPen(t.secondaryText);
  painter.drawText(QPointF(x + large.horizontalAdvance(picture.title) + t.unit, y + large.ascent()), picture.unit);
  y += large.height() + t.half;
  for (const auto& [name, colour] : picture.legend) {
    const double width = 18 + small.horizontalAdvance(name) + t.gap;
    if (x + width > size.width() - margin && x > margin) x = margin, y += small.height() + 2;
    painter.setPen(QPen(colour, 3));
    painter.drawLine(QPointF(x, y + small.height() / 2.0), QPointF(x + 12, y + small.height() / 2.0));
    painter.setPen(t.text);
    painter.drawText(QPointF(x + 18, y + small.ascent()), name);
    x += width;
  }
  if (!picture.legend.isEmpty()) y += small.height() + t.half;
  return QRectF(QPointF(margin, y), QPointF(size.width() - margin, size.height() - margin));
}

namespace {

// How high the head is depends on its legend, which is known when it is drawn.
QSize sizeUnderHead(const QWidget& chart, const ChartPicture& head, const Tokens& tokens) {
  const QSize room(chart.width() + tokens.gap, chart.height() + 4 * tokens.gap + 20 * static_cast<int>(head.legend.size()));
  QImage nowhere(1, 1, QImage::Format_ARGB32_Premultiplied);
  QPainter painter(&nowhere);
  const QRectF rest = drawPictureFrame(painter, head, room, tokens, chart.font());
  return {room.width(), static_cast<int>(rest.top()) + chart.height() + tokens.gap / 2};
}

void drawUnderHead(QPainter& painter, const QWidget& chart, const ChartPicture& head, const QSize& size, const Tokens& tokens) {
  const QRectF rest = drawPictureFrame(painter, head, size, tokens, chart.font());
  painter.translate(rest.topLeft());
  const_cast<QWidget&>(chart).render(&painter, {}, {}, QWidget::DrawChildren);
}

}  // namespace

QByteArray pngOf(const QWidget& chart, const ChartPicture& head, const Tokens& tokens) {
  const QSize size = sizeUnderHead(chart, head, tokens);
  return pngBytes(pictureOf(size * 2, tokens, [&](QPainter& painter) {
    painter.scale(2, 2);
    drawUnderHead(painter, chart, head, size, tokens);
  }));
}

QByteArray svgOf(const QWidget& chart, const ChartPicture& head, const Tokens& tokens) {
  const QSize size = sizeUnderHead(chart, head, tokens);
  return drawingOf(size, head.title, [&](QPainter& painter) { drawUnderHead(painter, chart, head, size, tokens); });
}

QImage pictureOf(const QSize& size, const Tokens& tokens, const std::function<void(QPainter&)>& draw) {
  QImage image(size, QImage::Format_ARGB32_Premultiplied);
  image.fill(tokens.surface);
  QPainter painter(&image);
  painter.setRenderHint(QPainter::Antialiasing);
  draw(painter);
  return image;
}

QByteArray drawingOf(const QSize& size, const QString& title, const std::function<void(QPainter&)>& draw) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  QSvgGenerator generator;
  generator.setOutputDevice(&buffer);
  generator.setSize(size);
  generator.setViewBox(QRect(QPoint(), size));
  generator.setTitle(title);
  QPainter painter(&generator);
  draw(painter);
  painter.end();
  return bytes;
}

}  // namespace onceover::widgets
