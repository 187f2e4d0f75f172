// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/writes/row_verbs.h"

#include "ui/widgets/widgets.h"
#include "ui/writes/write_dialog.h"

namespace onceover::writes {

using tables::Verb;

Result<std::vector<RowReport>> writeEach(bridge::Reader& reader, const tables::Profile& profile,
                                         const std::vector<RowWrite>& writes) {
  std::vector<RowReport> reports;
  std::optional<Error> end;
  for (const auto& [seen, instruction] : writes) {
    if (!end && reader.isCancelled())
      end = Error{ErrorKind::cancelled, "It was cancelled.", "This row was not written.", ""};
    if (end) {
      reports.push_back({seen, fail(*end)});
      continue;
    }
    reports.push_back({seen, settleRow(reader, profile, {.seen = seen}, instruction)});
    reader.progress(static_cast<std::int64_t>(reports.size()), static_cast<std::int64_t>(writes.size()));
    if (!reports.back().outcome && !reader.connection().is_open()) {
      end = Error{ErrorKind::connection, "The connection was lost before this row.",
                  "This row was not written.", "Arm writes again."};
    }
  }
  return reports;
}

std::vector<RowVerbs::Offer> RowVerbs::ofEvents() {
  return {{Verb::requeue, QStringLiteral("undo"), QKeySequence(Qt::CTRL | Qt::Key_R)},
          {Verb::discard, QStringLiteral("cross"), QKeySequence(Qt::CTRL | Qt::Key_Delete)}};
}

std::vector<RowVerbs::Offer> RowVerbs::all() {
  std::vector<Offer> offers = ofEvents();
  offers.push_back(
      {Verb::release, QStringLiteral("refresh"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R)});
  return offers;
}

RowVerbs::RowVerbs(bridge::Session& session, const std::vector<Offer>& offers, QWidget* parent)
    : QWidget(parent), session_(session) {
  auto* line = widgets::lineOf(this, widgets::tokensOf(this).unit);
  for (const auto& [verb, icon, keys] : offers) {
    auto* action = widgets::addAction(this, tr("%1 the selected rows …").arg(verbTitle(verb)), keys, icon);
    connect(action, &QAction::triggered, this, [this, verb = verb] { act(verb); });
    buttons_[verb] = widgets::buttonOf(action, verbTitle(verb) + QStringLiteral(" …"));
    line->addWidget(buttons_[verb]);
    actions_[verb] = action;
  }
  connect(&session, &bridge::Session::armedChanged, this, &RowVerbs::update);
  connect(&session, &bridge::Session::profileChanged, this, [this] { kept_.forget(); });
  update();
}

QList<QAction*> RowVerbs::verbActions() const {
  QList<QAction*> all;
  for (const auto& [verb, action] : actions_) all.append(action);
  return all;
}

void RowVerbs::setAccess(const std::optional<tables::Access>& access) {
  access_ = access;
  update();
}

void RowVerbs::setSelected(std::vector<key::Identity> ids) {
  selected_ = std::move(ids);
  update();
}

QString RowVerbs::whyNot(Verb verb) const {
  if (!session_.profile().writes.contains(verb)) return tr("The profile does not define this write.");
  if (!access_) return tr("The permissions on this table are unknown yet.");
  const auto offer = access_->offers.find(verb);
  if (offer == access_->offers.end() || offer->second.is_offered()) return {};
  return widgets::shownAll(offer->second.why_not);
}

QString RowVerbs::whyNot() const {
  QStringList reasons, names, lines;
  for (const auto& [verb, action] : actions_) {
    const QString why = whyNot(verb);
    if (why.isEmpty()) continue;
    reasons.append(why);
    names.append(names.isEmpty() ? verbTitle(verb) : verbTitle(verb).toLower());
    lines.append(tr("%1 is not offered. %2").arg(verbTitle(verb), why));
  }
  reasons.removeDuplicates();
  if (reasons.size() != 1 || names.size() < 2 || names.size() < static_cast<qsizetype>(actions_.size()))
    return lines.join(QLatin1Char(' '));
  const QString last = names.takeLast();
  return tr("%1 and %2 are not offered. %3").arg(names.join(QStringLiteral(", ")), last, reasons[0]);
}

void RowVerbs::update() {
  for (const auto& [verb, action] : actions_) {
    const QString why = busy_                     ? tr("Writing …")
                        : !whyNot(verb).isEmpty() ? whyNot(verb)
                        : selected_.empty()       ? tr("No row is selected.")
                                                  : QString();
    // What this table has no word for is no button either; one of them stays, to say why.
    const bool isDefined = session_.profile().writes.contains(verb);
    buttons_.at(verb)->setVisible(isDefined ||
                                  (session_.profile().writes.empty() && verb == actions_.begin()->first));
    widgets::allow(action, why);
  }
}

void RowVerbs::act(Verb verb) {
  if (busy_ || selected_.empty() || !whyNot(verb).isEmpty()) return;
  if (whyScriptOnly(session_).isEmpty() && !armedFor(session_, this, [this, verb] { act(verb); }))
    return emit armRequested();
  session_.read<WritableRows>(
      this, tr("Reading the selected rows"),
      [ids = selected_](bridge::Reader& reader) { return lookAtRows(reader, ids); },
      [this, verb](Result<WritableRows> rows) {
        if (!rows) return emit failed(rows.error());
        ask(verb, *rows);
      });
}

void RowVerbs::ask(Verb verb, const WritableRows& rows) {
  if (rows.seen.empty()) {
    emit answered({.verb = verb, .left = rows.gone});
    return;
  }
  auto* dialog = new WriteDialog({.profile = std::make_shared<const tables::Profile>(session_.profile()),
                                  .access = rows.access,
                                  .rows = rows.seen,
                                  .request = {.verb = verb},
                                  .evidence = {},
                                  .whyScriptOnly = whyScriptOnly(session_),
                                  .hasTrail = session_.facts().schema.fit == schema::Fit::current,
                                  .isProduction = session_.connection().isProduction},
                                 this);
  connect(&session_, &bridge::Session::profileChanged, dialog, &QDialog::reject);
  carryIncident(session_, *dialog, verb);
  kept_.serve(*dialog, dialog->inputs(), verb, selected_);
  if (dialog->what().whyScriptOnly.isEmpty()) {
    const int gone = rows.gone;
    connect(dialog, &QDialog::accepted, this, [this, dialog, verb, gone] {
      const int left = static_cast<int>(dialog->what().rows.size() - dialog->writable().size()) + gone;
      write(verb, dialog->what().profile, dialog->writable(), dialog->request(), left);
    });
  }
  dialog->open();
}

void RowVerbs::write(Verb verb, const std::shared_ptr<const tables::Profile>& profile,
                     const std::vector<reconcile::SeenRow>& rows, const reconcile::WriteRequest& request,
                     int left) {
  busy_ = true;
  update();
  std::vector<RowWrite> writes;
  for (const reconcile::SeenRow& row : rows)
    writes.push_back({row, {.verb = request.verb, .request = request}});
  session_.write<std::vector<RowReport>>(
      this, tr("Writing verdicts"),
      [profile, writes](bridge::Reader& reader) { return writeEach(reader, *profile, writes); },
      [this, verb, rows, left](Result<std::vector<RowReport>> reports) {
        busy_ = false;
        update();
        if (reports &&
            std::ranges::all_of(*reports, [](const RowReport& one) { return isTaken(one.outcome); }))
          kept_.forget();
        if (reports) return emit answered({.verb = verb, .rows = std::move(*reports), .left = left});
        VerdictReport none{.verb = verb, .left = left};
        for (const reconcile::SeenRow& row : rows) none.rows.push_back({row, fail(reports.error())});
        emit answered(none);
      });
}

}  // namespace onceover::writes
