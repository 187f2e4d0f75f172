#include "ui/shell/table_picker.h"

#include <QMenu>
#include <algorithm>
#include <utility>

#include "core/browse/sight.h"
#include "ui/tables/sample.h"
#include "ui/tables/words.h"
#include "ui/widgets/widgets.h"

namespace onceover::shell {
namespace {

constexpr std::size_t mostUsed = 8;

// A name's own & is no mark of a shortcut.
QString forMenu(QString text) { return text.replace(QLatin1Char('&'), QStringLiteral("&&")); }

QString nameOf(const tables::Profile& profile, qsizetype most) {
  const QString name = ui::tableTitle(profile.schema, profile.table);
  return name.size() > most ? name.left(most - 1) + QStringLiteral("…") : name;
}

QString words(const tables::Profile& profile) { return TablePicker::tr("%1 · %2").arg(nameOf(profile, 40), ui::kindWord(profile.kind)); }

}  // namespace

TablePicker::TablePicker(bridge::Session& session, QWidget* parent) : QToolButton(parent), session_(session), menu_(new QMenu(this)) {
  setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  setIcon(widgets::icon(QStringLiteral("table")));
  setAutoRaise(true);
  setFocusPolicy(Qt::StrongFocus);
  connect(this, &QToolButton::clicked, this, [this] { menu_->popup(mapToGlobal(rect().bottomLeft())); });
  connect(menu_, &QMenu::aboutToShow, this, &TablePicker::fillMenu);
  connect(&session_, &bridge::Session::profileChanged, this, &TablePicker::noteProfile);
  connect(&session_, &bridge::Session::stateChanged, this, &TablePicker::noteState);
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
    std::erase_if(used_, [&](const auto& known) { return known->schema == now.schema && known->table == now.table; });
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
      this, tr("Checking table permissions"), [](bridge::Reader& reader) { return tables::inspect(reader.connection(), reader.profile()); },
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
  setVisible(session_.state() == bridge::SessionState::ready || session_.state() == bridge::SessionState::lost);
  const bool isNothing = tables::is_own(now) && !session_.facts().schema.is_readable();
  const QString text = isNothing ? tr("No table chosen") : readOnly_.isEmpty() ? words(now) : tr("%1 · read-only").arg(words(now));
  QStringList lines{isNothing ? tr("No table is read yet.") : tr("Reading %1.").arg(ui::tableTitle(now.schema, now.table))};
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
    action->setChecked(profile->schema == session_.profile().schema && profile->table == session_.profile().table);
    connect(action, &QAction::triggered, this, [this, profile] { session_.useProfile(profile); });
  };
  if (session_.facts().schema.is_readable()) add(bridge::ownProfile());
  for (const auto& profile : session_.facts().eventTables) add(profile);
  for (const auto& profile : used_) add(profile);
  menu_->addSeparator();
  connect(menu_->addAction(tr("All tables…")), &QAction::triggered, this, &TablePicker::allTablesRequested);
}

}  // namespace onceover::shell
