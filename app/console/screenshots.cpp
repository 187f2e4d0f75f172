#include "app/console/screenshots.h"

#include <QEvent>
#include <QFile>
#include <QPixmap>
#include <cmath>
#include <cstdio>

#include "app/console/pictures.h"
#include "app/console/story.h"
#include "ui/shell/connect_page.h"

namespace onceover::console {
namespace {

// A page that has not settled by then is shown as it is, and the exit code says so.
constexpr auto patience = std::chrono::seconds(30);

}  // namespace

Screenshots::Screenshots(shell::MainWindow& window, shell::ThemeController& theme, bridge::Session& session, const QDir& directory)
    : window_(window), theme_(theme), session_(session), directory_(directory) {
  patience_.setSingleShot(true);
  patience_.setInterval(patience);
  connect(&patience_, &QTimer::timeout, this, [this] {
    complete_ = false;
    page_ < window_.pageCount() ? shoot() : emit finished(false);
  });
  connect(&session_, &bridge::Session::stateChanged, this, &Screenshots::follow);
  connect(&session_, &bridge::Session::busyChanged, this, &Screenshots::look);
  for (int i = 0; i < window_.pageCount(); ++i) connect(window_.page(i), &widgets::Page::settled, this, &Screenshots::look);
}

void Screenshots::start() {
  window_.installEventFilter(this);
  window_.setLive(false);
  window_.resize(1280, 800);
  window_.show();
  window_.showConnections();
  shoot();
}

void Screenshots::follow(bridge::SessionState state) {
  if (state == bridge::SessionState::lost) return emit finished(false);
  // After the window has gone to its first page by itself.
  if (state == bridge::SessionState::ready && !shooting_)
    QMetaObject::invokeMethod(
        this, [this] { visit(0); }, Qt::QueuedConnection);
}

void Screenshots::visit(int page) {
  page_ = page;
  if (page >= window_.pageCount()) return tell();
  patience_.start();
  // The page of dead letters reads the inbox, and the pages after it show keys.
  if (!tables::is_own(session_.profile())) session_.useProfile(bridge::ownProfile());
  if (case_ && window_.pageId(page) == QLatin1String("case")) {
    window_.openCase(*case_);
  } else {
    window_.showPage(page);
  }
  if (window_.currentPage() != page) return visit(page + 1);  // not listed: it has nothing to show for this store
  look();
}

// Nothing runs any more and the page shows its answer. Asked anew from the event loop: a page may ask on when it has an answer.
void Screenshots::look() {
  if (shooting_ || page_ < 0 || page_ >= window_.pageCount()) return;
  if (session_.isBusy() || !window_.page(page_)->isSettled()) return;
  shooting_ = true;
  QMetaObject::invokeMethod(
      this,
      [this] {
        shooting_ = false;
        if (!session_.isBusy() && window_.page(page_)->isSettled()) shoot();
      },
      Qt::QueuedConnection);
}

void Screenshots::shoot() {
  patience_.stop();
  shooting_ = true;
  dress(false);
}

// A new palette reaches the widgets through the event loop: the picture is taken behind its arrival.
void Screenshots::dress(bool dark) {
  dark_ = dark;
  const bool changes = theme_.isDark() != dark;
  theme_.setChoice(dark ? shell::ThemeChoice::dark : shell::ThemeChoice::light);
  if (!changes) QMetaObject::invokeMethod(this, &Screenshots::take, Qt::QueuedConnection);
}

bool Screenshots::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::PaletteChange && shooting_) QMetaObject::invokeMethod(this, &Screenshots::take, Qt::QueuedConnection);
  return QObject::eventFilter(watched, event);
}

void Screenshots::take() {
  const int turn = dark_ ? 2 : 1;
  if (!shooting_ || theme_.isDark() != dark_ || taken_ == turn) return;
  taken_ = turn;
  const QString name =
      (page_ < 0 ? QStringLiteral("connections") : window_.pageId(page_)) + (dark_ ? QLatin1String("-dark") : QLatin1String("-light"));
  save(name, 1);
  if (!dark_) saveVector(name, vectorPicture(window_, QStringLiteral("Onceover: ") + name));
  save(name + QLatin1String("-125"), 1.25);
  if (!dark_) return dress(true);
  shooting_ = false;
  taken_ = 0;
  if (page_ < 0) emit connectionsTaken();
  if (page_ >= 0 || session_.isReady()) visit(page_ + 1);
}

void Screenshots::save(const QString& name, qreal scale) {
  QPixmap pixmap((QSizeF(window_.size()) * scale).toSize());
  pixmap.setDevicePixelRatio(scale);
  window_.render(&pixmap);
  const QString path = directory_.filePath(name + QLatin1String(".png"));
  if (!pixmap.save(path)) {
    complete_ = false;
    std::fprintf(stderr, "onceover: %s could not be written\n", qPrintable(path));
    return;
  }
  files_.append(path);
}

void Screenshots::saveVector(const QString& name, const QByteArray& drawn) {
  const QString path = directory_.filePath(name + QLatin1String(".svg"));
  QFile file(path);
  if (!drawn.isEmpty() && file.open(QIODevice::WriteOnly) && file.write(drawn) == drawn.size()) return files_.append(path);
  complete_ = false;
  std::fprintf(stderr, "onceover: %s could not be written\n", qPrintable(path));
}

// Last, since it settles a key that other pages show.
void Screenshots::tell() {
  if (!case_) return emit finished(complete_);
  theme_.setChoice(shell::ThemeChoice::light);
  auto* story = new Story(window_, session_, this);
  connect(story, &Story::told, this, [this, story] {
    patience_.stop();
    const std::vector<Frame>& frames = story->frames();
    saveVector(QStringLiteral("case-asked"), frames[1].picture);
    saveVector(QStringLiteral("settling"), animated(frames, tr("Onceover: a stuck key is asked about and settled")));
    emit finished(complete_);
  });
  patience_.start();
  story->begin(*case_);
}

}  // namespace onceover::console
