#include "ui/inbox/dead_verdicts.h"

#include "ui/widgets/widgets.h"
#include "ui/widgets/write_dialog.h"

namespace onceover::inbox {

using profile::Verb;

namespace {

// Each in a transaction of its own: one that moved keeps nobody from the others. Where the connection is lost, the rest is not tried.
Result<std::vector<RowReport>> writeEach(bridge::Reader& reader, const profile::Profile& profile,
                                         const std::vector<reconcile::SeenRow>& rows, const reconcile::WriteRequest& request) {
  std::vector<RowReport> reports;
  std::optional<Error> end;
  for (const reconcile::SeenRow& row : rows) {
    if (!end && reader.isCancelled()) end = Error{ErrorKind::cancelled, "It was cancelled.", "This row was not written.", ""};
    if (end) {
      reports.push_back({row, fail(*end)});
      continue;
    }
    reports.push_back({row, widgets::settleRow(reader, profile, {.seen = row}, {.verb = request.verb, .request = request})});
    reader.progress(static_cast<std::int64_t>(reports.size()), static_cast<std::int64_t>(rows.size()));
    if (!reports.back().outcome && !reader.connection().is_open()) {
      end = Error{ErrorKind::connection, "The connection was lost before this row.", "This row was not written.", "Arm writes again."};
    }
  }
  return reports;
}

}  // namespace

DeadVerdicts::DeadVerdicts(bridge::Session& session, QWidget* parent) : QWidget(parent), session_(session) {
  auto* line = widgets::lineOf(this, widgets::tokensOf(this).unit);
  const auto add = [&](Verb verb, const QString& icon, const QKeySequence& keys) {
    auto* action = widgets::addAction(this, tr("%1 the selected rows …").arg(widgets::verbTitle(verb)), keys, icon);
    connect(action, &QAction::triggered, this, [this, verb] { act(verb); });
    line->addWidget(widgets::buttonOf(action, widgets::verbTitle(verb) + QStringLiteral(" …")));
    actions_[verb] = action;
  };
  add(Verb::requeue, QStringLiteral("undo"), QKeySequence(Qt::CTRL | Qt::Key_R));
  add(Verb::discard, QStringLiteral("cross"), QKeySequence(Qt::CTRL | Qt::Key_Delete));
  connect(&session, &bridge::Session::armedChanged, this, &DeadVerdicts::update);
  update();
}

QList<QAction*> DeadVerdicts::verbActions() const {
  QList<QAction*> all;
  for (const auto& [verb, action] : actions_) all.append(action);
  return all;
}

void DeadVerdicts::setAccess(const std::optional<profile::Access>& access) {
  access_ = access;
  update();
}

void DeadVerdicts::setSelected(std::vector<key::Identity> ids) {
  selected_ = std::move(ids);
  update();
}

QString DeadVerdicts::whyNot(Verb verb) const {
  if (!session_.profile().writes.contains(verb)) return tr("The profile does not define this write.");
  if (!access_) return tr("The permissions on this table are unknown yet.");
  const auto offer = access_->offers.find(verb);
  if (offer == access_->offers.end() || offer->second.is_offered()) return {};
  return widgets::shownAll(offer->second.why_not);
}

QString DeadVerdicts::whyNot() const {
  QStringList reasons, lines;
  for (const auto& [verb, action] : actions_) {
    const QString why = whyNot(verb);
    if (why.isEmpty()) continue;
    reasons.append(why);
    lines.append(tr("%1 is not offered. %2").arg(widgets::verbTitle(verb), why));
  }
  if (reasons.size() == 2 && reasons[0] == reasons[1]) return tr("Requeue and discard are not offered. %1").arg(reasons[0]);
  return lines.join(QLatin1Char(' '));
}

void DeadVerdicts::update() {
  for (const auto& [verb, action] : actions_) {
    const QString why = busy_                     ? tr("Writing …")
                        : !whyNot(verb).isEmpty() ? whyNot(verb)
                        : selected_.empty()       ? tr("No row is selected.")
                                                  : QString();
    action->setEnabled(why.isEmpty());
    action->setWhatsThis(why);
  }
}

void DeadVerdicts::act(Verb verb) {
  if (busy_ || selected_.empty() || !whyNot(verb).isEmpty()) return;
  if (widgets::whyScriptOnly(session_).isEmpty() && !session_.isArmed()) return emit armRequested();
  session_.read<widgets::WritableRows>(
      this, tr("Reading the selected rows"), [ids = selected_](bridge::Reader& reader) { return widgets::lookAtRows(reader, ids); },
      [this, verb](Result<widgets::WritableRows> rows) {
        if (!rows) return emit failed(rows.error());
        ask(verb, *rows);
      });
}

void DeadVerdicts::ask(Verb verb, const widgets::WritableRows& rows) {
  if (rows.seen.empty()) {
    emit answered({verb, {}, rows.gone});
    return;
  }
  auto* dialog = new widgets::WriteDialog({.profile = std::make_shared<const profile::Profile>(session_.profile()),
                                           .access = rows.access,
                                           .rows = rows.seen,
                                           .request = {.verb = verb},
                                           .evidence = {},
                                           .whyScriptOnly = widgets::whyScriptOnly(session_),
                                           .hasTrail = session_.facts().schema.fit == schema::Fit::current,
                                           .isProduction = session_.connection().isProduction},
                                          this);
  connect(&session_, &bridge::Session::profileChanged, dialog, &QDialog::reject);
  if (dialog->what().whyScriptOnly.isEmpty()) {
    const int gone = rows.gone;
    connect(dialog, &QDialog::accepted, this, [this, dialog, verb, gone] {
      const int left = static_cast<int>(dialog->what().rows.size() - dialog->writable().size()) + gone;
      write(verb, dialog->what().profile, dialog->writable(), dialog->request(), left);
    });
  }
  dialog->open();
}

void DeadVerdicts::write(Verb verb, const std::shared_ptr<const profile::Profile>& profile, const std::vector<reconcile::SeenRow>& rows,
                         const reconcile::WriteRequest& request, int left) {
  busy_ = true;
  update();
  session_.write<std::vector<RowReport>>(
      this, tr("Writing verdicts"), [profile, rows, request](bridge::Reader& reader) { return writeEach(reader, *profile, rows, request); },
      [this, verb, rows, left](Result<std::vector<RowReport>> reports) {
        busy_ = false;
        update();
        if (reports) return emit answered({verb, std::move(*reports), left});
        VerdictReport none{verb, {}, left};
        for (const reconcile::SeenRow& row : rows) none.rows.push_back({row, fail(reports.error())});
        emit answered(none);
      });
}

}  // namespace onceover::inbox
