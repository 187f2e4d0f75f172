// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/top_bar.h"

#include <QEvent>
#include <QFormLayout>
#include <QMenu>
#include <QPainter>

#include "ui/tables/draft.h"
#include "ui/tables/models.h"
#include "ui/widgets/page.h"
#include "ui/widgets/widgets.h"

namespace onceover::shell {
namespace {

using widgets::PlainLabel;
using widgets::TextRole;
using widgets::Tone;

// Older than this, and not because a person paused: worth a second look before acting.
constexpr Duration oldAge = std::chrono::seconds(60);

QString tipOf(const QAction& action) {
  return widgets::toolTip(action.text().remove('&') + QStringLiteral("  ") +
                          action.shortcut().toString(QKeySequence::NativeText));
}

QToolButton* barButton(QAction* action, const QString& iconName, Qt::ToolButtonStyle style) {
  auto* button = new QToolButton;
  action->setIcon(widgets::icon(iconName));
  button->setDefaultAction(action);
  button->setToolButtonStyle(style);
  button->setAutoRaise(true);
  button->setAccessibleName(action->text().remove('&'));
  button->setToolTip(tipOf(*action));
  return button;
}

QString countdown(Duration left) {
  const auto seconds = std::chrono::ceil<std::chrono::seconds>(left).count();
  return QStringLiteral("%1:%2").arg(seconds / 60).arg(seconds % 60, 2, 10, QLatin1Char('0'));
}

}  // namespace

TopBar::TopBar(bridge::Session& session, const TopBarActions& actions, QWidget* parent)
    : QWidget(parent),
      session_(session),
      actions_(actions),
      title_(new PlainLabel({}, nullptr, TextRole::title)),
      where_(new PlainLabel({}, nullptr, TextRole::strong)),
      age_(new PlainLabel({}, nullptr, TextRole::caption)),
      liveNote_(new PlainLabel({}, nullptr, TextRole::caption)),
      armedState_(new PlainLabel({}, nullptr, TextRole::strong)),
      readOnly_(new QLabel),
      environment_(new widgets::BadgeLabel),
      refresh_(barButton(actions.refresh, QStringLiteral("refresh"), Qt::ToolButtonIconOnly)),
      live_(barButton(actions.live, QStringLiteral("play"), Qt::ToolButtonTextBesideIcon)),
      bell_(barButton(actions.bell, QStringLiteral("bell"), Qt::ToolButtonTextBesideIcon)),
      arm_(new QPushButton),
      picker_(new TablePicker(session)) {
  const widgets::Tokens t = widgets::tokensOf(this);
  for (PlainLabel* label : {title_, where_, liveNote_}) {
    label->setElided(true);
    label->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
  }
  where_->setMinimumWidth(fontMetrics().averageCharWidth() * 9);
  liveNote_->hide();
  arm_->setAutoDefault(false);
  setMinimumWidth(600);  // a window becomes narrower than all of this, which is then compact
  auto* layout = widgets::lineOf(this, t.unit, QMargins(t.section, t.unit + 4, t.gap, t.unit));
  layout->addWidget(title_);
  layout->addSpacing(t.gap);
  widgets::fill(layout,
                {where_, environment_, picker_, widgets::stretch(), new widgets::ProgressStrip(session_)});
  for (QWidget* widget : std::initializer_list<QWidget*>{age_, liveNote_, bell_, refresh_, live_})
    layout->addWidget(widget);
  layout->addSpacing(t.unit);
  readOnly_->setAccessibleName(tr("Read-only"));
  readOnly_->setToolTip(widgets::toolTip(tr("Read-only: nothing can be written until writes are armed")));
  widgets::fill(layout, {armedState_, readOnly_, arm_});
  tick_.setInterval(std::chrono::seconds(1));
  tick_.start();
  connect(&tick_, &QTimer::timeout, this, &TopBar::update);
  connect(&session_, &bridge::Session::stateChanged, this, &TopBar::update);
  connect(&session_, &bridge::Session::armedChanged, this, &TopBar::updateArmed);
  connect(arm_, &QPushButton::clicked, this,
          [this] { (session_.isArmed() ? actions_.disarm : actions_.arm)->trigger(); });
  connect(actions_.bell, &QAction::changed, this, &TopBar::updateBell);
  connect(picker_, &TablePicker::allTablesRequested, this, &TopBar::allTablesRequested);
  updateBell();
  update();
}

void TopBar::setTitle(const QString& title) {
  title_->setText(title);
  title_->setMinimumWidth(std::min(title_->sizeHint().width(), title_->fontMetrics().averageCharWidth() * 6));
}

void TopBar::setCompact(bool compact) {
  isCompact_ = compact;
  live_->setToolButtonStyle(compact ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
  picker_->setCompact(compact);
  update();
}

void TopBar::setAge(std::optional<Timestamp> asOf) {
  asOf_ = asOf;
  update();
}

void TopBar::setLive(const QString& words) {
  liveNote_->setText(words);
  liveNote_->setVisible(!words.isEmpty());
  live_->setAccessibleDescription(words);
}

void TopBar::update() {
  updateConnection();
  updateArmed();
  age_->setVisible(asOf_.has_value());
  if (!asOf_) return;
  const Timestamp now = session_.estimatedNow();
  // An answer may be younger than the measured skew is exact.
  const Timestamp at = std::min(*asOf_, now);
  const bool old = now - at > oldAge;
  age_->setText(isCompact_ ? widgets::relative(at, now) : tr("as of %1").arg(widgets::relative(at, now)));
  age_->setTone(old ? Tone::warn : Tone::neutral);
  age_->setToolTip(widgets::toolTip(widgets::exact(*asOf_, widgets::ClockChoice::utc)));
}

void TopBar::updateBell() {
  bell_->setVisible(actions_.bell->isVisible());
  bell_->setAccessibleName(actions_.bell->text());
  bell_->setToolTip(tipOf(*actions_.bell));
}

void TopBar::updateConnection() {
  const bool connected =
      session_.state() == bridge::SessionState::ready || session_.state() == bridge::SessionState::lost;
  where_->setVisible(connected);
  const bool isProduction = session_.connection().isProduction;
  where_->setText(widgets::shown(session_.connection().title().toStdString()));
  // Words about a running job give way to the name of what they run on.
  where_->setMinimumWidth(
      std::min(where_->sizeHint().width(), where_->fontMetrics().averageCharWidth() * (isCompact_ ? 8 : 12)));
  // A person sees on every page where a write goes; nothing else has to say so.
  const QString environment = widgets::shown(
      (isProduction ? session_.connection().environmentName() : session_.connection().environment)
          .toStdString());
  const widgets::Badge badge{environment, isProduction ? QStringLiteral("warning") : QStringLiteral("dot"),
                             isProduction ? Tone::production : Tone::muted};
  if (environment_->badge() != badge) {
    environment_->setBadge(badge);
  }
  // then it is cut
  environment_->setMinimumWidth(std::min(environment_->sizeHint().width(), isCompact_ ? 72 : 140));
  environment_->setVisible(connected && !environment.isEmpty());
  environment_->setToolTip(widgets::toolTip(
      isProduction ? tr("Production. Writes touch real money and real customers.") : environment));
  QWidget::update();
}

void TopBar::updateArmed() {
  const bool armed = session_.isArmed();
  const bool isWritten = armed || session_.isArming();
  armedState_->setVisible(session_.isReady() && (!isCompact_ || isWritten));
  // In little room the word is a lock.
  readOnly_->setVisible(session_.isReady() && isCompact_ && !isWritten);
  readOnly_->setPixmap(widgets::iconPixmap(
      QStringLiteral("lock"), widgets::tokensOf(this).colour(Tone::muted), 16, devicePixelRatioF()));
  armedState_->setText(armed                 ? tr("Armed %1").arg(countdown(session_.armedFor()))
                       : session_.isArming() ? tr("Arming…")
                                             : tr("Read-only"));
  armedState_->setTone(armed ? Tone::danger : Tone::muted);
  arm_->setVisible(session_.isReady());
  arm_->setEnabled(!session_.isArming() && (armed || !session_.facts().isReadOnly));
  arm_->setText(armed ? tr("Disarm") : tr("Arm writes…"));
  arm_->setIcon(widgets::icon(armed ? QStringLiteral("lock") : QStringLiteral("unlock")));
  const QAction* action = armed ? actions_.disarm : actions_.arm;
  arm_->setToolTip(tipOf(*action));
}

QColor TopBar::environmentColour() const {
  const widgets::Tokens t = widgets::tokensOf(this);
  const bridge::ConnectionProfile& connection = session_.connection();
  if (session_.state() == bridge::SessionState::disconnected) return t.surface;
  const QColor own(connection.colour);
  if (own.isValid()) return own;
  return connection.isProduction ? t.production : t.surface;
}

void TopBar::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::StyleChange && arm_ != nullptr) update();
}

void TopBar::paintEvent(QPaintEvent*) {
  const widgets::Tokens t = widgets::tokensOf(this);
  QPainter painter(this);
  painter.fillRect(rect(), t.surface);
  painter.fillRect(QRect(0, height() - 1, width(), 1), t.border);
  painter.fillRect(QRect(0, 0, width(), 4), environmentColour());
}

namespace {

widgets::ConfirmText textOf(const bridge::ConnectionProfile& connection) {
  return {
      .title =
          ArmDialog::tr("Arm writes on %1?").arg(widgets::shown(connection.environmentName().toStdString())),
      .text = ArmDialog::tr("This opens a second connection that may write. Every write names the row as it "
                            "was read, is refused if the row changed, and is kept in the audit trail. Writes "
                            "disarm themselves."),
      .detail = {},
      .button = ArmDialog::tr("&Arm writes"),
      .typed = connection.isProduction ? connection.environmentName() : QString(),
      .dangerous = connection.isProduction};
}

}  // namespace

ArmDialog::ArmDialog(const bridge::ConnectionProfile& connection, QWidget* parent)
    : ConfirmDialog(textOf(connection), parent), duration_(widgets::comboBox(tr("For how long"))) {
  for (const int minutes : {5, 10, 30, 60}) duration_->addItem(tr("%1 minutes").arg(minutes), minutes);
  duration_->setCurrentIndex(1);
  if (connection.isProduction) {
    const QString environment = widgets::shown(connection.environmentName().toStdString());
    addWidget(new widgets::Banner(widgets::Tone::production, QStringLiteral("warning"),
                                  tr("This is production: %1").arg(environment)));
  }
  auto* fields = new QWidget;
  auto* form = new QFormLayout(fields);
  form->setContentsMargins(0, 0, 0, 0);
  form->addRow(tr("&For"), duration_);
  addWidget(fields);
  if (!connection.isProduction) duration_->setFocus();
}

Duration ArmDialog::duration() const { return std::chrono::minutes(duration_->currentData().toInt()); }

namespace {

constexpr std::size_t mostUsed = 8;

// A name's own & is no mark of a shortcut.
QString forMenu(QString text) { return text.replace(QLatin1Char('&'), QStringLiteral("&&")); }

QString nameOf(const tables::Profile& profile, qsizetype most) {
  const QString name = ui::tableTitle(profile.schema, profile.table);
  return name.size() > most ? name.left(most - 1) + QStringLiteral("…") : name;
}

QString words(const tables::Profile& profile) {
  return TablePicker::tr("%1 · %2").arg(nameOf(profile, 40), ui::kindWord(profile.kind));
}

}  // namespace

TablePicker::TablePicker(bridge::Session& session, QWidget* parent)
    : QToolButton(parent), session_(session), menu_(new QMenu(this)) {
  setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  setIcon(widgets::icon(QStringLiteral("table")));
  setAutoRaise(true);
  setFocusPolicy(Qt::StrongFocus);
  connect(this, &QToolButton::clicked, this, [this] { menu_->popup(mapToGlobal(rect().bottomLeft())); });
  connect(menu_, &QMenu::aboutToShow, this, &TablePicker::fillMenu);
  connect(&session_, &bridge::Session::profileChanged, this, &TablePicker::noteProfile);
  connect(&session_, &bridge::Session::stateChanged, this, &TablePicker::noteState);
  connect(&session_, &bridge::Session::factsChanged, this, &TablePicker::say);
  say();
}

void TablePicker::noteState(bridge::SessionState state) {
  if (state == bridge::SessionState::connecting && tables::is_own(session_.profile())) used_.clear();
  if (state == bridge::SessionState::ready) askAccess();
  say();
}

void TablePicker::setUsed(std::vector<std::shared_ptr<const tables::Profile>> used) {
  used_ = std::move(used);
  if (used_.size() > mostUsed) used_.resize(mostUsed);
}

void TablePicker::noteProfile() {
  const tables::Profile& now = session_.profile();
  if (!tables::is_own(now) && !tables::own_events(now.name)) {
    std::erase_if(
        used_, [&](const auto& known) { return known->schema == now.schema && known->table == now.table; });
    used_.insert(used_.begin(), std::make_shared<const tables::Profile>(now));
    if (used_.size() > mostUsed) used_.pop_back();
  }
  readOnly_.clear();
  if (session_.isReady()) askAccess();
  say();
}

void TablePicker::askAccess() {
  if (tables::is_own(session_.profile())) return;
  session_.read<tables::Access>(
      this, tr("Checking table permissions"),
      [](bridge::Reader& reader) { return tables::inspect(reader.connection(), reader.profile()); },
      [this](const Result<tables::Access>& access) {
        if (!access) return;
        auto why = access->why_not_read();
        if (why.empty()) why = ui::whyReadOnly(session_.profile(), *access);
        readOnly_ = why.empty() ? QString() : widgets::shown(why.front());
        say();
      });
}

void TablePicker::setCompact(bool compact) {
  if (std::exchange(isCompact_, compact) != compact) say();
}

void TablePicker::say() {
  const tables::Profile& now = session_.profile();
  setVisible(session_.state() == bridge::SessionState::ready ||
             session_.state() == bridge::SessionState::lost);
  const bool isNothing = tables::is_own(now) && !session_.facts().schema.is_readable();
  const QString text = isNothing             ? tr("No table chosen")
                       : readOnly_.isEmpty() ? words(now)
                                             : tr("%1 · read-only").arg(words(now));
  QStringList lines{isNothing ? tr("No table is read yet.")
                              : tr("Reading %1.").arg(ui::tableTitle(now.schema, now.table))};
  if (!readOnly_.isEmpty()) lines.append(readOnly_);
  if (!isNothing && !now.lease.is_observable()) {
    const std::string why = browse::why_no_instant(now.lease.at);
    lines.append(why.empty() ? tr("It has no lease, so nothing in it is reported as stuck.")
                             : widgets::text(why) + ' ' + tr("So it is unknown what is stuck."));
  }
  setText(tr("%1 ▾").arg(forMenu(isCompact_ && !isNothing ? nameOf(now, 18) : text)));
  setAccessibleName(tr("Table: %1").arg(text));
  setAccessibleDescription(lines.join(QLatin1Char(' ')));
  setToolTip(widgets::toolTip(lines.join(QLatin1Char('\n'))));
}

void TablePicker::fillMenu() {
  menu_->clear();
  const auto add = [this](const std::shared_ptr<const tables::Profile>& profile) {
    QAction* action = menu_->addAction(forMenu(words(*profile)));
    action->setCheckable(true);
    action->setChecked(profile->schema == session_.profile().schema &&
                       profile->table == session_.profile().table);
    connect(action, &QAction::triggered, this, [this, profile] { session_.useProfile(profile); });
  };
  if (session_.facts().schema.is_readable()) add(bridge::ownProfile());
  for (const auto& profile : session_.facts().eventTables) add(profile);
  for (const auto& profile : used_) add(profile);
  menu_->addSeparator();
  connect(menu_->addAction(tr("All tables…")), &QAction::triggered, this, &TablePicker::allTablesRequested);
}

}  // namespace onceover::shell
