// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/alert_desk.h"

#include <QApplication>

#include "core/tables/sql.h"
#include "ui/shell/memory.h"
#include "ui/widgets/card.h"

namespace onceover::shell {

AlertDesk::AlertDesk(bridge::Session& session, workspace::Workspace& workspace, QWidget* window)
    : QObject(window),
      session_(session),
      workspace_(workspace),
      window_(window),
      watch_(new alerts::AlertWatch(session, this)),
      banner_(new widgets::Banner(widgets::Tone::warn, QStringLiteral("warning"), {}, tr("Show"))) {
  banner_->setDismissable(tr("Mute until it clears or gets worse"));
  banner_->hide();
  connect(banner_, &widgets::Banner::actionRequested, this, [this] { open(); });
  connect(banner_, &widgets::Banner::dismissed, watch_, &alerts::AlertWatch::mute);
  connect(watch_, &alerts::AlertWatch::changed, this, &AlertDesk::update);
  connect(watch_, &alerts::AlertWatch::looked, this, &AlertDesk::announce);
  connect(&session, &bridge::Session::stateChanged, this, [this](bridge::SessionState state) {
    if (state == bridge::SessionState::connecting) announcer_.forget();
    if (state == bridge::SessionState::ready) recall();
  });
}

QString AlertDesk::choice() const {
  return QStringLiteral("rules/") + rememberedPlace(session_.connection());
}

void AlertDesk::recall() {
  alerts::Settings settings;
  for (const QString& line : workspace_.choice(choice()).split('\n', Qt::SkipEmptyParts)) {
    // a rule of another version says nothing here
    (void)alerts::set_from_text(settings, widgets::bytes(line));
  }
  setRules(settings);
}

void AlertDesk::setRules(const alerts::Settings& rules) {
  watch_->setSettings(rules);
  emit rulesChanged(rules);
}

void AlertDesk::setNotifier(std::unique_ptr<alerts::Notifier> notifier) {
  notifier_ = std::move(notifier);
  if (!notifier_) return;
  connect(notifier_.get(), &alerts::Notifier::opened, this, [this] {
    window_->setWindowState(window_->windowState() & ~Qt::WindowMinimized);
    window_->show();
    window_->raise();
    window_->activateWindow();
    if (!shown_.page.isEmpty()) open();
  });
}

// A wall and a dialog are looked at as well.
void AlertDesk::announce() {
  const bool isWatched = QApplication::activeWindow() != nullptr && !window_->isMinimized();
  const QString connection = widgets::shown(session_.connection().title().toStdString());
  for (const alerts::DesktopNotice& notice :
       announcer_.take(watch_->firing(), watch_->settings(), isWatched, connection)) {
    if (notifier_) notifier_->notify(notice);
  }
}

void AlertDesk::askRules() {
  auto* dialog = new alerts::RulesDialog(watch_->settings(), window_);
  connect(dialog, &QDialog::accepted, this, [this, dialog] {
    QStringList lines;
    for (const alerts::Rule rule : alerts::all_rules) {
      if (dialog->settings().of(rule) != alerts::Settings().of(rule))
        lines.append(widgets::text(alerts::to_text(dialog->settings(), rule)));
    }
    (void)workspace_.setChoice(choice(), lines.join('\n'));
    setRules(dialog->settings());
  });
  dialog->open();
}

// On the table that it is about.
void AlertDesk::open() {
  const auto table = watch_->tableNamed(shown_.table);
  if (table && tables::table_name(*table) != tables::table_name(session_.profile()))
    session_.useProfile(table);
  emit pageRequested(shown_.page);
}

void AlertDesk::setClock(widgets::ClockChoice clock) {
  clock_ = clock;
  update();
}

void AlertDesk::update() {
  alerts::Notice notice = alerts::noticeOf(watch_->firing(), clock_);
  if (!notice.text.isEmpty() && !watch_->problem().isEmpty()) {
    notice.text += tr(" · not every table could be checked");
    notice.detail += QStringLiteral("\n\n") + watch_->problem();
  }
  if (notice.text.isEmpty() && !watch_->problem().isEmpty()) {
    notice.text =
        tr("The alert rules could not be checked: %1").arg(QString(watch_->problem()).replace('\n', ' '));
    notice.tone = widgets::Tone::muted;
  }
  shown_ = notice;
  banner_->show(notice.tone, notice.text);
  banner_->setActionVisible(!notice.page.isEmpty());
  banner_->setToolTip(widgets::toolTip(notice.detail));
  banner_->setVisible(!notice.text.isEmpty());
  emit shownChanged(notice.text, notice.tone);
}

}  // namespace onceover::shell
