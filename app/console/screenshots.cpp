// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/screenshots.h"

#include <QAction>
#include <QBuffer>
#include <QEvent>
#include <QFile>
#include <QPainter>
#include <QPixmap>
#include <QRegularExpression>
#include <QStatusBar>
#include <QSvgGenerator>
#include <cstdio>

#include "ui/shell/connect_page.h"
#include "ui/widgets/dialog_body.h"

namespace onceover::console {
namespace {

// A page that has not settled by then is shown as it is, and the exit code says so.
constexpr auto patience = std::chrono::seconds(30);

}  // namespace

Screenshots::Screenshots(shell::MainWindow& window, shell::ThemeController& theme, bridge::Session& session,
                         const QDir& directory)
    : window_(window), theme_(theme), session_(session), directory_(directory) {
  patience_.setSingleShot(true);
  patience_.setInterval(patience);
  connect(&patience_, &QTimer::timeout, this, [this] {
    complete_ = false;
    page_ < window_.pageCount() ? shoot() : emit finished(false);
  });
  connect(&session_, &bridge::Session::stateChanged, this, &Screenshots::follow);
  connect(&session_, &bridge::Session::busyChanged, this, &Screenshots::proceed);
  for (int i = 0; i < window_.pageCount(); ++i)
    connect(window_.page(i), &widgets::Page::settled, this, &Screenshots::proceed);
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
  if (page >= window_.pageCount()) return takeStory();
  patience_.start();
  // The page of dead letters reads the inbox, and the pages after it show keys.
  if (!tables::is_own(session_.profile())) session_.useProfile(bridge::ownProfile());
  if (case_ && window_.pageId(page) == QLatin1String("case")) {
    window_.openCase(*case_);
  } else {
    window_.showPage(page);
  }
  // not listed: it has nothing to show for this store
  if (window_.currentPage() != page) return visit(page + 1);
  proceed();
}

// Nothing runs any more and the page shows its answer. Asked anew from the event loop: a page may ask on when
// it has an answer.
void Screenshots::proceed() {
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
  if (event->type() == QEvent::PaletteChange && shooting_)
    QMetaObject::invokeMethod(this, &Screenshots::take, Qt::QueuedConnection);
  return QObject::eventFilter(watched, event);
}

void Screenshots::take() {
  const int turn = dark_ ? 2 : 1;
  if (!shooting_ || theme_.isDark() != dark_ || taken_ == turn) return;
  taken_ = turn;
  const QString name = (page_ < 0 ? QStringLiteral("connections") : window_.pageId(page_)) +
                       (dark_ ? QLatin1String("-dark") : QLatin1String("-light"));
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
  if (!drawn.isEmpty() && file.open(QIODevice::WriteOnly) && file.write(drawn) == drawn.size())
    return files_.append(path);
  complete_ = false;
  std::fprintf(stderr, "onceover: %s could not be written\n", qPrintable(path));
}

// Last, since it settles a key that other pages show.
void Screenshots::takeStory() {
  if (!case_) return emit finished(complete_);
  theme_.setChoice(shell::ThemeChoice::light);
  auto* story = new Story(window_, session_, this);
  connect(story, &Story::finished, this, [this, story] {
    patience_.stop();
    const std::vector<Frame>& frames = story->frames();
    saveVector(QStringLiteral("case-asked"), frames[1].picture);
    saveVector(QStringLiteral("settling"),
               animated(frames, tr("Onceover: a stuck key is asked about and settled")));
    emit finished(complete_);
  });
  patience_.start();
  story->begin(*case_);
}

namespace {

constexpr Duration armed_for = std::chrono::minutes(1);

}  // namespace

Story::Story(shell::MainWindow& window, bridge::Session& session, QObject* parent)
    : QObject(parent), window_(window), session_(session) {
  for (int i = 0; i < window_.pageCount() && page_ == nullptr; ++i)
    page_ = qobject_cast<cases::CasePage*>(window_.page(i));
  if (page_ == nullptr) return;
  connect(&session_, &bridge::Session::busyChanged, this, &Story::proceed);
  connect(page_, &widgets::Page::settled, this, &Story::proceed);
  connect(page_, &cases::CasePage::asked, this, [this] {
    if (step_ == Step::asking) step_ = Step::answered;
    proceed();
  });
  connect(&session_, &bridge::Session::armedChanged, this, [this](bool armed) {
    if (armed && step_ == Step::settling) confirm();
  });
  connect(page_, &cases::CasePage::settleFinished, this, [this] {
    if (step_ == Step::settling) step_ = Step::settled;
    proceed();
  });
}

void Story::begin(const key::Identity& id) {
  step_ = Step::stuck;
  // notices, which would cover what the story is about
  trigger(window_, QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_N));
  window_.openCase(id);
  proceed();
}

// Asked anew from the event loop: a page may read on when it has an answer.
void Story::proceed() {
  const bool isTold = step_ == Step::none || step_ == Step::asking || step_ == Step::settling;
  if (going_ || isTold || session_.isBusy() || !page_->isSettled()) return;
  going_ = true;
  QMetaObject::invokeMethod(
      this,
      [this] {
        going_ = false;
        if (!session_.isBusy() && page_->isSettled()) go();
      },
      Qt::QueuedConnection);
}

void Story::go() {
  switch (step_) {
    case Step::stuck:
      frame(tr("1. Stuck: the service died, clients get 409. Did the money move?"));
      step_ = Step::asking;
      return trigger(*page_, QKeySequence(Qt::CTRL | Qt::Key_G));
    case Step::answered:
      frame(tr("2. Asked: the gateway's answer, what it proves, and what follows. Nothing is written."));
      step_ = Step::settling;
      return session_.arm(armed_for);
    case Step::settled:
      frame(tr("3. Settled: under a new fence, with a reason and an audit row. Clients get their answer."));
      step_ = Step::none;
      return emit finished();
    default: return;
  }
}

void Story::frame(const QString& caption) { frames_.push_back({vectorPicture(window_, caption), caption}); }

void Story::trigger(QWidget& where, const QKeySequence& keys) {
  for (QAction* action : where.actions()) {
    if (action->shortcut() == keys) action->trigger();
  }
}

void Story::confirm() {
  trigger(*page_, QKeySequence(Qt::CTRL | Qt::Key_Return));
  if (auto* dialog = page_->findChild<widgets::ConfirmDialog*>()) {
    dialog->carry(tr("INC-4711: the gateway has captured it"), {});
    dialog->accept();
  }
}

namespace {

constexpr int seconds_each = 4;
constexpr int caption_height = 52;

// What is between the outermost element's tags; ids are made the frame's own, since all frames share one
// document.
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
                    "xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"%1\" height=\"%2\" viewBox=\"0 0 "
                    "%1 %2\">\n<title>%3</title>\n"
                    "<style>\n.frame { visibility: hidden; animation: turn %4s step-end infinite; }\n"
                    "@keyframes turn { 0% { visibility: visible; } %5% { visibility: hidden; } }\n")
                    .arg(width)
                    .arg(height + caption_height)
                    .arg(title.toHtmlEscaped())
                    .arg(seconds_each * count)
                    .arg(100.0 / count, 0, 'f', 3);
  for (int i = 0; i < count; ++i)
    out += QStringLiteral("#frame%1 { animation-delay: %2s; }\n").arg(i).arg(seconds_each * i);
  out += QStringLiteral(
             "@media (prefers-reduced-motion: reduce) { .frame { animation: none; } #frame%1 { visibility: "
             "visible; } }\n</style>\n"
             "<rect width=\"100%\" height=\"100%\" fill=\"#1f2430\"/>\n")
             .arg(count - 1);
  for (int i = 0; i < count; ++i) {
    const Frame& frame = frames[static_cast<std::size_t>(i)];
    out += QStringLiteral(
               "<g id=\"frame%1\" class=\"frame\">\n<text x=\"20\" y=\"34\" font-family=\"DejaVu Sans, "
               "Verdana, sans-serif\" font-size=\"20\" fill=\"#ffffff\">%2</text>\n<g "
               "transform=\"translate(0,%3)\">")
               .arg(i)
               .arg(frame.caption.toHtmlEscaped())
               .arg(caption_height);
    out += QString::fromUtf8(within(frame.picture, i)) + QStringLiteral("</g>\n</g>\n");
  }
  return (out + QStringLiteral("</svg>\n")).toUtf8();
}

}  // namespace onceover::console
