// A chart as a picture by itself: what the frame says on a page, title, unit and legend, is drawn above it. Inside the room only.
#pragma once

#include <QByteArray>
#include <QColor>
#include <QFont>
#include <QImage>
#include <QRectF>
#include <QString>
#include <QVector>
#include <functional>

class QPainter;
class QWidget;

namespace onceover::widgets {

struct Tokens;

struct ChartPicture {
  QString title, unit;
  QVector<std::pair<QString, QColor>> legend;
};

// Draws the head and gives what is left for the chart.
QRectF drawPictureFrame(QPainter& painter, const ChartPicture& picture, const QSize& size, const Tokens& tokens, const QFont& font);
// A widget under its head, as large as it is shown.
QByteArray pngOf(const QWidget& chart, const ChartPicture& head, const Tokens& tokens);
QByteArray svgOf(const QWidget& chart, const ChartPicture& head, const Tokens& tokens);

QImage pictureOf(const QSize& size, const Tokens& tokens, const std::function<void(QPainter&)>& draw);
QByteArray drawingOf(const QSize& size, const QString& title, const std::function<void(QPainter&)>& draw);

}  // namespace onceover::widgets
