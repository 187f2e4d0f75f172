// SPDX-License-Identifier: GPL-3.0-or-later
// How everything looks: one struct of tokens, one style that carries it. A widget asks tokensOf(this) while
// it paints and lays out, and answers QEvent::StyleChange (changeEvent) where it keeps something made from
// them. No style sheets.
#pragma once

#include <QColor>
#include <QPalette>
#include <QProxyStyle>

#include "ui/widgets/forward.h"

namespace onceover::widgets {

struct Tokens {
  bool dark = false;
  // Surfaces, from the back to the front.
  QColor window, surface, raised, hover, selected, border, strongBorder;
  // Text: on window, surface and raised at 4.5:1 or better.
  QColor text, secondaryText, disabledText, onAccent;
  // Tones, as text and strokes (4.5:1 on surface) and as soft fills behind text of the same tone.
  QColor ok, warn, danger, info, muted, accent, production;
  QColor okFill, warnFill, dangerFill, infoFill, mutedFill, accentFill, productionFill;
  QColor focus;
  // Lines of a chart, in the order they are given out; told apart by lightness too.
  QList<QColor> series;
  QColor gridLine;

  // Distances in device-independent pixels, on a grid of 8 with its half.
  int half = 4, unit = 8, gap = 16, section = 24;
  int radius = 6;
  int rowHeight = 28;

  QColor colour(Tone tone) const;  // text and strokes
  QColor fill(Tone tone) const;    // behind
};

Tokens lightTokens();
Tokens darkTokens();
QPalette paletteOf(const Tokens& tokens);

// Fusion with our metrics and tokens. Given to QApplication::setStyle, together with the palette.
class ThemeStyle : public QProxyStyle {
  Q_OBJECT
 public:
  explicit ThemeStyle(Tokens tokens);
  const Tokens& tokens() const { return tokens_; }

  // Names what Qt itself makes without a name: the button that clears a line.
  void polish(QWidget* widget) override;
  using QProxyStyle::polish;
  int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
  int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                QStyleHintReturn* returns) const override;
  QRect subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
                       const QWidget* widget) const override;
  QRect subElementRect(SubElement element, const QStyleOption* option, const QWidget* widget) const override;
  void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                          const QWidget* widget) const override;
  void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
  void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                   const QWidget* widget) const override;
  QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                         const QWidget* widget) const override;

 private:
  void drawEditableCombo(const QStyleOptionComboBox& combo, QPainter* painter, const QWidget* widget) const;
  Tokens tokens_;
};

// Of the style the widget wears; the light ones where that is not ours (a test without a theme).
Tokens tokensOf(const QWidget* widget);

}  // namespace onceover::widgets
