// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/notices.h"

#include <QApplication>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QEvent>

#include "ui/widgets/widgets.h"

namespace onceover::shell {
namespace {

// More of them scroll: the page keeps the rest of the window.
constexpr int shareOfWindow = 4;

// A lost connection counts down: it is the same notice each second.
QString nameOf(const Standing& standing) {
  return standing.act == Standing::Act::retry ? standing.icon : standing.text;
}

}  // namespace

Notices::Notices(QWidget* page, QWidget* parent) : QScrollArea(parent), page_(page) {
  setAccessibleName(tr("Notices"));
  setFocusPolicy(Qt::NoFocus);
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setWidgetResizable(true);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  auto* inside = new QWidget;
  column_ = widgets::columnOf(inside, 1);
  setWidget(inside);
  inside->installEventFilter(this);
  connect(qApp, &QApplication::focusChanged, this, &Notices::noteFocus);
  hide();
}

void Notices::noteFocus(QWidget* before, QWidget* now) {
  if (now != nullptr && isAncestorOf(now) && before != nullptr && !isAncestorOf(before))
    focusBefore_ = before;
}

// Qt would pass it to the next widget of the window, which is the first page of the navigation.
void Notices::giveFocusBack() {
  QWidget* to = focusBefore_;
  if (to == nullptr || !to->isVisible() || !to->isEnabled()) to = page_->focusWidget();
  if (to != nullptr && to->isVisible()) to->setFocus(Qt::OtherFocusReason);
}

void Notices::setStandings(const QList<Standing>& standings) {
  const auto before = std::exchange(said_, standings);
  if (std::ranges::equal(before, standings, &Standing::isLike)) {
    // In place: what has the focus keeps it.
    for (qsizetype i = 0; i < standings.size(); ++i) standing_[i]->show(standings[i].tone, standings[i].text);
  } else {
    for (widgets::Banner* banner : std::exchange(standing_, {})) {
      banner->hide();
      banner->deleteLater();
    }
    for (const Standing& standing : standings) standing_.append(made(standing));
  }
  QSet<QString> names;
  for (const Standing& standing : standings) names.insert(nameOf(standing));
  away_.intersect(names);
  follow();
}

widgets::Banner* Notices::made(const Standing& standing) {
  auto* banner = new widgets::Banner(standing.tone, standing.icon, standing.text, standing.action);
  banner->setDismissable(tr("Hide this notice"));
  if (standing.act == Standing::Act::retry)
    connect(banner, &widgets::Banner::actionRequested, this, &Notices::retryRequested);
  if (standing.act == Standing::Act::closeLink)
    connect(banner, &widgets::Banner::actionRequested, this, &Notices::closeLinkRequested);
  connect(banner, &widgets::Banner::dismissed, this,
          [this, banner] { hideOne(nameOf(said_[standing_.indexOf(banner)])); });
  banner->installEventFilter(this);
  column_->insertWidget(static_cast<int>(standing_.size()), banner);
  return banner;
}

void Notices::add(widgets::Banner* banner) {
  owned_ = banner;
  ownedBox_ = new QWidget;
  widgets::columnOf(ownedBox_)->addWidget(banner);
  column_->addWidget(ownedBox_);
  banner->installEventFilter(this);
  follow();
}

void Notices::setWanted(bool wanted) {
  isWanted_ = wanted;
  follow();
}

int Notices::count() const { return static_cast<int>(standing_.size()) + (isOwnedShown_ ? 1 : 0); }
int Notices::hidden() const {
  return static_cast<int>(away_.size()) + (isOwnedShown_ && isOwnedAway_ ? 1 : 0);
}

void Notices::toggle() {
  const bool back = hidden() > 0;
  away_.clear();
  isOwnedAway_ = !back;
  if (!back) {
    for (const Standing& standing : said_) away_.insert(nameOf(standing));
  }
  follow();
}

void Notices::hideOne(const QString& name) {
  away_.insert(name);
  follow();
}

void Notices::follow() {
  for (qsizetype i = 0; i < standing_.size(); ++i)
    standing_[i]->setVisible(!away_.contains(nameOf(said_[i])));
  if (owned_ != nullptr) {
    const bool isShown = !owned_->isHidden();
    if (isShown && !isOwnedShown_) isOwnedAway_ = false;
    isOwnedShown_ = isShown;
    ownedBox_->setVisible(isShown && !isOwnedAway_);
  }
  setVisible(isWanted_ && count() > hidden());
  fit();
  emit changed();
}

// As high as its words in this width.
void Notices::fit() {
  const int wanted = column_->hasHeightForWidth() ? column_->totalHeightForWidth(width())
                                                  : column_->totalSizeHint().height();
  widget()->setMinimumHeight(wanted);  // a scroll area asks for the height at the least width
  const int height = std::min(wanted, window()->height() / shareOfWindow);
  if (height != minimumHeight()) setFixedHeight(height);
  // What was laid out in another room keeps it otherwise. In the same room the layout would ask for itself
  // for ever.
  const QSize room(width(), wanted);
  if (std::exchange(laidOut_, room) == room) return;
  if (owned_ != nullptr) {
    for (QLayout* inner : {owned_->layout(), ownedBox_->layout()}) inner->invalidate();
  }
  column_->invalidate();
  column_->activate();
}

void Notices::resizeEvent(QResizeEvent* event) {
  QScrollArea::resizeEvent(event);
  fit();
}

bool Notices::eventFilter(QObject* watched, QEvent* event) {
  if (watched == widget() && event->type() == QEvent::LayoutRequest) fit();
  if (watched == owned_ && (event->type() == QEvent::ShowToParent || event->type() == QEvent::HideToParent))
    follow();
  const auto* banner = qobject_cast<widgets::Banner*>(watched);
  if (banner != nullptr && event->type() == QEvent::Hide && banner->isAncestorOf(QApplication::focusWidget()))
    giveFocusBack();
  return QScrollArea::eventFilter(watched, event);
}

namespace {

constexpr uchar normalUrgency = 1, criticalUrgency = 2;
constexpr int serviceDecides = -1;  // how long it is shown

}  // namespace

NotificationService::NotificationService(const QDBusConnection& bus, QObject* parent)
    : QDBusAbstractInterface(QStringLiteral("org.freedesktop.Notifications"),
                             QStringLiteral("/org/freedesktop/Notifications"),
                             "org.freedesktop.Notifications", bus, parent) {}

DesktopNotices::DesktopNotices(const QDBusConnection& bus, QObject* parent)
    : alerts::Notifier(parent), service_(new NotificationService(bus, this)) {
  connect(service_, &NotificationService::ActionInvoked, this, [this](uint id, const QString&) {
    if (ids_.contains(id)) emit opened();
  });
}

void DesktopNotices::notify(const alerts::DesktopNotice& notice) {
  const QVariantMap hints{
      {QStringLiteral("urgency"), QVariant::fromValue(notice.isCritical ? criticalUrgency : normalUrgency)},
      {QStringLiteral("desktop-entry"), QStringLiteral("onceover")}};
  // A service may read markup in the body.
  const QVariantList arguments{QStringLiteral("Onceover"),
                               0U,
                               QStringLiteral("onceover"),
                               notice.title,
                               notice.body.toHtmlEscaped(),
                               QStringList{QStringLiteral("default"), tr("Open")},
                               hints,
                               serviceDecides};
  auto* watcher = new QDBusPendingCallWatcher(
      service_->asyncCallWithArgumentList(QStringLiteral("Notify"), arguments), this);
  connect(watcher, &QDBusPendingCallWatcher::finished, this, [this](QDBusPendingCallWatcher* done) {
    const QDBusPendingReply<uint> reply = *done;
    if (reply.isValid()) ids_.insert(reply.value());
    done->deleteLater();
  });
}

}  // namespace onceover::shell
