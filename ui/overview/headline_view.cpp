#include "ui/overview/headline_view.h"

#include <QPainter>

#include "ui/widgets/widgets.h"

namespace onceover::overview {
namespace {

constexpr int iconSize = 28;

}  // namespace

HeadlineView::HeadlineView(QWidget* parent)
    : QWidget(parent), sentence_(new widgets::PlainLabel({}, this, widgets::TextRole::title)), details_(new widgets::PlainLabel({}, this)) {
  const widgets::Tokens t = widgets::tokensOf(this);
  sentence_->setWordWrap(true);
  details_->setWordWrap(true);
  widgets::fill(widgets::columnOf(this, t.half, QMargins(t.gap * 2 + iconSize, t.gap, t.gap, t.gap)), {sentence_, details_});
}

void HeadlineView::setHeadline(const Headline& headline) {
  headline_ = headline;
  sentence_->setText(headline.sentence);
  details_->setText(headline.details.join('\n'));
  details_->setVisible(!headline.details.isEmpty());
  update();
}

QString HeadlineView::sentence() const { return sentence_->text(); }
QString HeadlineView::details() const { return details_->text(); }

void HeadlineView::paintEvent(QPaintEvent*) {
  const widgets::Tokens t = widgets::tokensOf(this);
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(t.fill(headline_.tone));
  painter.drawRoundedRect(rect(), t.radius, t.radius);
  const QPoint at(t.gap,
                  sentence_->geometry().top() + (std::min(sentence_->height(), sentence_->fontMetrics().height() + 4) - iconSize) / 2);
  painter.drawPixmap(at, widgets::iconPixmap(headline_.icon, t.colour(headline_.tone), iconSize, devicePixelRatioF()));
}

}  // namespace onceover::overview
