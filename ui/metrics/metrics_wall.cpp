// The dashboard taken elsewhere: to a wall, and into a file.
#include <QPainter>
#include <QScrollArea>
#include <algorithm>

#include "ui/metrics/board.h"
#include "ui/metrics/chart_card.h"
#include "ui/metrics/metrics_page.h"
#include "ui/metrics/wall.h"
#include "ui/widgets/save_file.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::metrics {

void MetricsPage::toggleWall() { setOnWall(!isOnWall()); }

void MetricsPage::setOnWall(bool on) {
  if (on == isOnWall()) return;
  if (on) {
    scroll_->takeWidget();
    wall_ = new Wall(session().connection().title(), board_, this);
    connect(wall_, &Wall::left, this, [this] { setOnWall(false); });
    board_->setWall(true);
    for (ChartCard* card : board_->cards()) card->setZoom(false, false);
    board_->show();
    wall_->showFullScreen();
    wall_->setFocus();
    wallTimer_.start();
    noteWall();
    return;
  }
  wallTimer_.stop();
  scroll_->setWidget(wall_->takeBoard());
  board_->setWall(false);
  for (ChartCard* card : board_->cards()) card->setZoom(true, frames_.canGoBack());
  board_->show();
  wall_->disconnect(this);
  wall_->hide();
  wall_->deleteLater();
  wall_ = nullptr;
  setFocus();
  if (problem_ && !problem_->is_cancelled()) showError(*problem_);
}

void MetricsPage::setAlarm(const QString& words, widgets::Tone tone) {
  alarm_ = words;
  alarmTone_ = tone;
  noteWall();
}

void MetricsPage::noteWall() {
  if (wall_ == nullptr) return;
  // Nothing else on a wall says so, and charts that stand still look calm.
  if (!session().isReady()) {
    return wall_->setStatus(tr("Not current: not connected. Last as of %1").arg(asOf() ? widgets::exact(*asOf(), clock()) : tr("never")),
                            widgets::Tone::danger);
  }
  if (problem_) return wall_->setStatus(tr("Not current: %1").arg(widgets::shown(problem_->what)), widgets::Tone::danger);
  const QString since = asOf() ? widgets::exact(*asOf(), clock()).section(QLatin1Char('.'), 0, 0) : QString();
  if (!alarm_.isEmpty()) return wall_->setStatus(tr("%1 · as of %2").arg(alarm_, since), alarmTone_);
  wall_->setStatus(
      tr("%1 · last %2 · as of %3").arg(source() != nullptr ? source()->name() : QString(), widgets::span(frames_.current().span), since),
      widgets::Tone::muted);
}

QImage MetricsPage::picture() const {
  const widgets::Tokens t = widgets::tokensOf(this);
  board_->settle();
  int height = 0;
  for (const ChartCard* card : board_->shownCards()) height = std::max(height, card->geometry().bottom() + t.gap);
  const QPixmap cards = board_->grab(QRect(0, 0, board_->width(), height));
  const int head = fontMetrics().height() * 2;
  QImage image((QSizeF(board_->width(), height + head) * cards.devicePixelRatio()).toSize(), QImage::Format_ARGB32_Premultiplied);
  image.setDevicePixelRatio(cards.devicePixelRatio());
  image.fill(t.window);
  QPainter painter(&image);
  painter.setFont(font());
  painter.setPen(t.text);
  QStringList words{session().connection().title(), source() != nullptr ? source()->name() : QString()};
  if (last_) {
    words.append(
        tr("%1 to %2")
            .arg(widgets::exact(last_->request.from, clock()).section(QLatin1Char('.'), 0, 0), widgets::exact(last_->request.to, clock())));
    for (const std::string& filter : {last_->request.tenant, last_->request.operation}) {
      if (!filter.empty()) words.append(widgets::shown(filter));
    }
  }
  painter.drawText(QRect(t.gap, 0, board_->width() - 2 * t.gap, head), Qt::AlignLeft | Qt::AlignVCenter, words.join(QStringLiteral(" · ")));
  painter.drawPixmap(0, head, cards);
  return image;
}

Result<void> MetricsPage::exportTo(const QString& path) const { return widgets::savePrivately(path, widgets::pngBytes(picture())); }

void MetricsPage::askExport() {
  widgets::askSavePath(this, tr("Export the dashboard"), QStringLiteral("dashboard.png"), [this](const QString& path) {
    const auto saved = exportTo(path);
    if (!saved) return note(widgets::sentences(saved.error()).replace('\n', ' '));
    note(tr("Saved as %1.").arg(path));
    emit exported(path);
  });
}

}  // namespace onceover::metrics
