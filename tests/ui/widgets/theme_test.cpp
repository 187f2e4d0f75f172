// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/theme.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QWidget>
#include <cmath>

namespace onceover::widgets {
namespace {

// WCAG 2.1, relative luminance and contrast ratio.
double channel(double value) {
  return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}
double luminance(const QColor& c) {
  return 0.2126 * channel(c.redF()) + 0.7152 * channel(c.greenF()) + 0.0722 * channel(c.blueF());
}
double contrast(const QColor& a, const QColor& b) {
  const double x = luminance(a), y = luminance(b);
  return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

constexpr Tone tones[] = {Tone::neutral, Tone::ok,    Tone::warn,   Tone::danger,
                          Tone::info,    Tone::muted, Tone::accent, Tone::production};

TEST(Theme, TextCanBeReadOnEverySurfaceOfBothThemes) {
  for (const Tokens& t : {lightTokens(), darkTokens()}) {
    for (const QColor& surface : {t.window, t.surface, t.raised, t.hover, t.selected}) {
      EXPECT_GE(contrast(t.text, surface), 4.5) << t.dark << surface.name().toStdString();
      EXPECT_GE(contrast(t.secondaryText, surface), 4.5) << t.dark << surface.name().toStdString();
    }
    EXPECT_GE(contrast(t.onAccent, t.accent), 4.5);
    EXPECT_GE(contrast(t.onAccent, t.danger), 4.5);
  }
}

TEST(Theme, ToneTextCanBeReadOnItsFillAndOnSurfaces) {
  for (const Tokens& t : {lightTokens(), darkTokens()}) {
    for (const Tone tone : tones) {
      EXPECT_GE(contrast(t.colour(tone), t.fill(tone)), 4.5) << t.dark << static_cast<int>(tone);
      EXPECT_GE(contrast(t.colour(tone), t.surface), 4.5) << t.dark << static_cast<int>(tone);
      EXPECT_GE(contrast(t.colour(tone), t.window), 4.5) << t.dark << static_cast<int>(tone);
    }
  }
}

TEST(Theme, LinesOfAChartStandOutFromTheSurface) {
  for (const Tokens& t : {lightTokens(), darkTokens()}) {
    for (const QColor& behind : {t.surface, t.window, t.raised})
      EXPECT_GE(contrast(t.strongBorder, behind), 3.0)
          << "the edge of a control: " << t.dark << behind.name().toStdString();
    for (const QColor& line : t.series)
      EXPECT_GE(contrast(line, t.surface), 3.0) << t.dark << line.name().toStdString();
  }
}

TEST(Theme, AWidgetFindsTheTokensOfItsStyle) {
  QWidget widget;
  EXPECT_FALSE(tokensOf(&widget).dark);
  ThemeStyle dark(darkTokens());
  widget.setStyle(&dark);
  EXPECT_TRUE(tokensOf(&widget).dark);
  widget.setStyle(nullptr);
}

}  // namespace
}  // namespace onceover::widgets
