#include "app/console/pictures.h"

#include <QBuffer>
#include <QPainter>
#include <QRegularExpression>
#include <QStatusBar>
#include <QSvgGenerator>

namespace onceover::console {
namespace {

constexpr int seconds_each = 4;
constexpr int caption_height = 52;

// What stands between the outermost element's tags; ids are made the frame's own, since all frames share one document.
QByteArray within(const QByteArray& picture, int frame) {
  const qsizetype open = picture.indexOf('>', picture.indexOf("<svg"));
  QByteArray body = picture.mid(open + 1, picture.lastIndexOf("</svg>") - open - 1);
  const qsizetype about = body.indexOf("<defs>");  // title and desc are the whole's
  if (about > 0) body.remove(0, about);
  QString text = QString::fromUtf8(body);
  const QString own = QStringLiteral("f%1-").arg(frame);
  text.replace(QRegularExpression(QStringLiteral("\\bid=\"")), QStringLiteral("id=\"") + own);
  text.replace(QStringLiteral("url(#"), QStringLiteral("url(#") + own);
  text.replace(QStringLiteral("href=\"#"), QStringLiteral("href=\"#") + own);
  return text.toUtf8();
}

}  // namespace

QByteArray vectorPicture(QMainWindow& window, const QString& title) {
  QByteArray drawn;
  QBuffer buffer(&drawn);
  QSvgGenerator generator;
  generator.setOutputDevice(&buffer);
  generator.setSize(window.size());
  generator.setResolution(window.logicalDpiX());
  generator.setViewBox(QRect(QPoint(), window.size()));
  generator.setTitle(title);
  QPainter painter(&generator);
  window.render(&painter);
  // SVG by Qt clips nothing: what a page draws beyond its lower edge goes under the status bar.
  QStatusBar* foot = window.statusBar();
  painter.fillRect(foot->geometry(), window.palette().window());
  foot->render(&painter, foot->pos(), {}, QWidget::DrawChildren);
  painter.end();
  // Names that only this machine resolves; a reader's browser knows the generic ones.
  drawn.replace("font-family=\"Sans Serif\"", "font-family=\"DejaVu Sans, Verdana, sans-serif\"");
  drawn.replace("font-family=\"monospace\"", "font-family=\"DejaVu Sans Mono, Menlo, monospace\"");
  return drawn;
}

QByteArray animated(const std::vector<Frame>& frames, const QString& title) {
  if (frames.empty()) return {};
  static const QRegularExpression box(QStringLiteral("viewBox=\"0 0 (\\d+) (\\d+)\""));
  const QRegularExpressionMatch size = box.match(QString::fromUtf8(frames.front().picture.left(1000)));
  if (!size.hasMatch()) return {};
  const int width = size.captured(1).toInt(), height = size.captured(2).toInt();
  const int count = static_cast<int>(frames.size());
  QString out = QStringLiteral(
                    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" "
                    "xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"%1\" height=\"%2\" viewBox=\"0 0 %1 %2\">\n<title>%3</title>\n"
                    "<style>\n.frame { visibility: hidden; animation: turn %4s step-end infinite; }\n"
                    "@keyframes turn { 0% { visibility: visible; } %5% { visibility: hidden; } }\n")
                    .arg(width)
                    .arg(height + caption_height)
                    .arg(title.toHtmlEscaped())
                    .arg(seconds_each * count)
                    .arg(100.0 / count, 0, 'f', 3);
  for (int i = 0; i < count; ++i) out += QStringLiteral("#frame%1 { animation-delay: %2s; }\n").arg(i).arg(seconds_each * i);
  out += QStringLiteral(
             "@media (prefers-reduced-motion: reduce) { .frame { animation: none; } #frame%1 { visibility: visible; } }\n</style>\n"
             "<rect width=\"100%\" height=\"100%\" fill=\"#1f2430\"/>\n")
             .arg(count - 1);
  for (int i = 0; i < count; ++i) {
    const Frame& frame = frames[static_cast<std::size_t>(i)];
    out +=
        QStringLiteral(
            "<g id=\"frame%1\" class=\"frame\">\n<text x=\"20\" y=\"34\" font-family=\"DejaVu Sans, Verdana, sans-serif\" font-size=\"20\" "
            "fill=\"#ffffff\">%2</text>\n<g transform=\"translate(0,%3)\">")
            .arg(i)
            .arg(frame.caption.toHtmlEscaped())
            .arg(caption_height);
    out += QString::fromUtf8(within(frame.picture, i)) + QStringLiteral("</g>\n</g>\n");
  }
  return (out + QStringLiteral("</svg>\n")).toUtf8();
}

}  // namespace onceover::console
