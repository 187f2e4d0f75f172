// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/banner.h"

#include <QPainter>
#include <QPushButton>

#include "ui/widgets/controls.h"
#include "ui/widgets/layout.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::widgets {

Banner::Banner(Tone tone, const QString& icon, const QString& text, const QString& action, QWidget* parent)
    : QWidget(parent), tone_(tone), icon_(icon), words_(new PlainLabel(text)), button_(new QPushButton(action)) {
  const Tokens t = tokensOf(this);
  words_->setTone(tone);
  words_->setWordWrap(true);
  // A policy that is made anew forgets that the height follows the width.
  QSizePolicy wide(QSizePolicy::Expanding, QSizePolicy::Preferred);
  wide.setHeightForWidth(true);
  words_->setSizePolicy(wide);
  button_->setVisible(!action.isEmpty());
  button_->setAutoDefault(false);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Minimum);
  fill(lineOf(this, -1, QMargins(t.gap + 16 + t.unit, t.half + 2, t.gap, t.half + 2)), {{words_, 1}, button_});
  setAccessibleName(text);
  connect(button_, &QPushButton::clicked, this, &Banner::actionRequested);
}

void Banner::show(Tone tone, const QString& text) {
  tone_ = tone;
  words_->setTone(tone);
  setText(text);
  update();
}

void Banner::setActionVisible(bool visible) { button_->setVisible(visible); }

void Banner::setDismissable(const QString& what) {
  QToolButton* close = iconButton(QStringLiteral("close"), what);
  layout()->addWidget(close);
  connect(close, &QToolButton::clicked, this, &Banner::dismissed);
}

void Banner::setText(const QString& text) {
  words_->setText(text);
  setAccessibleName(text);
}

QString Banner::text() const { return words_->text(); }

void Banner::paintEvent(QPaintEvent*) {
  const Tokens t = tokensOf(this);
  QPainter painter(this);
  painter.fillRect(rect(), t.fill(tone_));
  painter.fillRect(QRect(0, 0, t.half, height()), t.colour(tone_));
  painter.drawPixmap(t.gap, (height() - 16) / 2, iconPixmap(icon_, t.colour(tone_), 16, devicePixelRatioF()));
}

}  // namespace onceover::widgets
