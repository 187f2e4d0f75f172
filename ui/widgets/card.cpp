// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/card.h"

#include <QEvent>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>
#include <cmath>

#include "ui/widgets/controls.h"
#include "ui/widgets/layout.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::widgets {

Card::Card(const QString& title, QWidget* parent)
    : QFrame(parent),
      header_(new QWidget),
      title_(new PlainLabel(title, nullptr, TextRole::heading)),
      body_(new QVBoxLayout) {
  const Tokens t = tokensOf(this);
  auto* line = lineOf(header_);
  line->addWidget(title_, 1);
  fill(columnOf(this, t.unit, QMargins(t.gap, t.gap - t.half, t.gap, t.gap - t.half)), {header_, {body_, 1}});
  body_->setSpacing(t.unit);
  header_->setVisible(!title.isEmpty());
}

void Card::setTitle(const QString& title) {
  title_->setText(title);
  header_->setVisible(true);
}

void Card::addToTitle(QWidget* widget) {
  header_->layout()->addWidget(widget);
  header_->setVisible(true);
}

void Card::paintEvent(QPaintEvent*) {
  const Tokens t = tokensOf(this);
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(t.border);
  painter.setBrush(t.surface);
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), t.radius + 2, t.radius + 2);
}

Told toldFailure(const Error& error) {
  return {{QObject::tr("failed"), QStringLiteral("cross"), Tone::danger}, sentences(error)};
}

ResultCard::ResultCard(const QString& title, QWidget* parent)
    : Card(title, parent),
      badge_(new BadgeLabel),
      words_(wrapped(TextRole::strong, tr("Result"))),
      lines_(wrapped(TextRole::body, tr("What was found"))),
      close_(iconButton(QStringLiteral("close"), tr("Close the result"))) {
  connect(close_, &QToolButton::clicked, this, &QWidget::hide);
  addToTitle(close_);
  auto* line = fill(new QHBoxLayout, {{badge_, 0, Qt::AlignTop}, {words_, 1}});
  fill(body(), {line, lines_});
  hide();
}

void ResultCard::showResult(const Told& told) {
  badge_->setBadge(told.badge);
  words_->setText(told.words);
  lines_->setText(told.lines.join('\n'));
  lines_->setVisible(!told.lines.isEmpty());
  show();
}

QString ResultCard::words() const { return words_->text(); }
void ResultCard::setClosable(bool closable) { close_->setVisible(closable); }

namespace {

QFont sized(QFont font, qreal factor, QFont::Weight weight) {
  font.setPointSizeF((font.pointSizeF() > 0 ? font.pointSizeF() : 10) * factor);
  font.setWeight(weight);
  return font;
}

// The later half against the earlier one; a tenth is noise.
QString trendWord(const QVector<double>& values) {
  if (values.size() < 4) return {};
  double early = 0, late = 0;
  for (qsizetype i = 0; i < values.size(); ++i) {
    if (!std::isnan(values[i])) (i < values.size() / 2 ? early : late) += values[i];
  }
  if (late > early * 1.1) return QObject::tr("rising");
  return late < early * 0.9 ? QObject::tr("falling") : QObject::tr("steady");
}

}  // namespace

StatCard::StatCard(const QString& label, QWidget* parent)
    : QAbstractButton(parent), label_(label), value_(QStringLiteral("–")) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setAttribute(Qt::WA_Hover);
  setCursor(Qt::PointingHandCursor);
  setFocusPolicy(Qt::StrongFocus);
  describe();
}

void StatCard::setValue(const QString& value, Tone tone) {
  value_ = value;
  tone_ = tone;
  describe();
}

void StatCard::setNote(const QString& note) {
  note_ = note;
  describe();
}

void StatCard::setTrend(const QVector<double>& values) {
  trend_ = values;
  describe();
}

void StatCard::setIcon(const QString& name) {
  iconName_ = name;
  update();
}

void StatCard::setClickable(bool clickable) {
  clickable_ = clickable;
  setEnabled(clickable);
  setFocusPolicy(clickable ? Qt::StrongFocus : Qt::NoFocus);
  setCursor(clickable ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void StatCard::describe() {
  QStringList parts{label_ + QLatin1String(": ") + value_};
  if (!note_.isEmpty()) parts.append(note_);
  const QString trend = trendWord(trend_);
  if (!trend.isEmpty()) parts.append(trend);
  setAccessibleName(parts.join(QLatin1String(", ")));
  update();
}

QSize StatCard::sizeHint() const {
  const QFontMetrics big(sized(font(), 1.9, QFont::DemiBold));
  const int width = std::max({big.horizontalAdvance(value_), fontMetrics().horizontalAdvance(label_) + 28,
                              fontMetrics().horizontalAdvance(note_)});
  const int height = fontMetrics().height() * 2 + big.height() + 44;
  return {std::max(width + 32, 168), height};
}

QSize StatCard::minimumSizeHint() const { return {std::min(sizeHint().width(), 160), sizeHint().height()}; }

bool StatCard::event(QEvent* event) {
  if (event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange) updateGeometry();
  return QAbstractButton::event(event);
}

void StatCard::paintEvent(QPaintEvent*) {
  const Tokens t = tokensOf(this);
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const bool raised = clickable_ && (underMouse() || isDown());
  painter.setPen(QPen(hasFocus() ? t.focus : raised ? t.strongBorder : t.border, hasFocus() ? 2 : 1));
  painter.setBrush(raised ? t.hover : t.surface);
  painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), t.radius + 2, t.radius + 2);
  if (tone_ != Tone::neutral && tone_ != Tone::muted) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(t.colour(tone_));
    painter.drawRoundedRect(QRectF(1, t.gap, 3, height() - 2.0 * t.gap), 1.5, 1.5);
  }
  const QRect inner = rect().adjusted(t.gap, 12, -t.gap, -10);
  const QFont small = sized(font(), 0.95, QFont::Medium);
  painter.setFont(small);
  painter.setPen(t.secondaryText);
  const int line = QFontMetrics(small).height();
  painter.drawText(QRect(inner.left(), inner.top(), inner.width() - 20, line),
                   Qt::AlignLeft | Qt::AlignVCenter,
                   QFontMetrics(small).elidedText(label_, Qt::ElideRight, inner.width() - 20));
  if (!iconName_.isEmpty()) {
    painter.drawPixmap(inner.right() - 15, inner.top() + (line - 16) / 2,
                       iconPixmap(iconName_, t.colour(tone_ == Tone::neutral ? Tone::muted : tone_), 16,
                                  devicePixelRatioF()));
  }
  const QFont big = sized(font(), 1.9, QFont::DemiBold);
  const QFontMetrics bigMetrics(big);
  painter.setFont(big);
  painter.setPen(tone_ == Tone::neutral ? t.text : t.colour(tone_));
  const QRect valueRect(inner.left(), inner.top() + line + 4, inner.width(), bigMetrics.height());
  painter.drawText(valueRect, Qt::AlignLeft | Qt::AlignVCenter,
                   bigMetrics.elidedText(value_, Qt::ElideRight, inner.width()));
  const int left = inner.left() + bigMetrics.horizontalAdvance(value_) + t.gap;
  if (trend_.size() > 1 && inner.right() - left > 40) {
    const int width = std::min(120, inner.right() - left);
    const QRectF area(inner.right() - width, valueRect.top() + 4, width, valueRect.height() - 8);
    paintSparkline(painter, area, trend_, t.colour(tone_ == Tone::neutral ? Tone::accent : tone_));
  }
  painter.setFont(small);
  painter.setPen(t.secondaryText);
  const QRect noteRect(inner.left(), inner.bottom() - line, inner.width(), line);
  painter.drawText(noteRect, Qt::AlignLeft | Qt::AlignVCenter,
                   QFontMetrics(small).elidedText(note_, Qt::ElideRight, inner.width()));
}

void paintSparkline(QPainter& painter, const QRectF& area, const QVector<double>& values,
                    const QColor& colour) {
  if (values.size() < 2 || area.isEmpty()) return;
  double top = 0;
  for (const double value : values) top = std::fmax(top, value);
  if (!(top > 0)) top = 1;
  QColor soft = colour;
  soft.setAlpha(36);
  QPolygonF run;
  const auto flush = [&] {
    if (run.isEmpty()) return;
    painter.setPen(QPen(colour, 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolyline(run);
    painter.setPen(Qt::NoPen);
    painter.setBrush(soft);
    painter.drawPolygon(QPolygonF{{run.front().x(), area.bottom()}} + run +
                        QPolygonF{{run.back().x(), area.bottom()}});
    run.clear();
  };
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  for (qsizetype i = 0; i < values.size(); ++i) {
    const double x =
        area.left() + area.width() * static_cast<double>(i) / static_cast<double>(values.size() - 1);
    if (std::isnan(values[i])) {
      flush();
    } else {
      run.append({x, area.bottom() - area.height() * std::max(values[i], 0.0) / top});
    }
  }
  flush();
  painter.restore();
}

Banner::Banner(Tone tone, const QString& icon, const QString& text, const QString& action, QWidget* parent)
    : QWidget(parent),
      tone_(tone),
      icon_(icon),
      words_(new PlainLabel(text)),
      button_(new QPushButton(action)) {
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
  fill(lineOf(this, -1, QMargins(t.gap + 16 + t.unit, t.half + 2, t.gap, t.half + 2)),
       {{words_, 1}, button_});
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
