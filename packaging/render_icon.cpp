// SPDX-License-Identifier: Apache-2.0
// render_icon DRAWING SIZE PICTURE: converts an SVG to a PNG, for desktops that cannot show SVG. Runs at
// build time, without a screen.
#include <QImage>
#include <QPainter>
#include <QSvgRenderer>
#include <cstdio>

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fputs("Usage: render_icon DRAWING SIZE PICTURE\n", stderr);
    return 2;
  }
  QSvgRenderer drawing(QString::fromLocal8Bit(argv[1]));
  const int size = QByteArray(argv[2]).toInt();
  if (!drawing.isValid() || size <= 0) {
    std::fprintf(stderr, "render_icon: %s at %s pixels cannot be drawn\n", argv[1], argv[2]);
    return 1;
  }
  QImage picture(size, size, QImage::Format_ARGB32);
  picture.fill(Qt::transparent);
  QPainter painter(&picture);
  drawing.render(&painter);
  painter.end();
  return picture.save(QString::fromLocal8Bit(argv[3]), "PNG") ? 0 : 1;
}
