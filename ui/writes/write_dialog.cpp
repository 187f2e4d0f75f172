// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/writes/write_dialog.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "core/browse/promises.h"
#include "core/http/headers.h"
#include "ui/bridge/session.h"
#include "ui/widgets/code_view.h"
#include "ui/widgets/widgets.h"
#include "ui/writes/write_inputs.h"

namespace onceover::writes {

namespace {

using Value = tables::Assignment::Value;

// With all of its inputs it fits a screen of 1280 × 800 at 125 %.
constexpr int mostLines = 4;

// A verb that says something of the effect, without a gateway that confirms it.
bool isManual(const WriteWhat& what) {
  return what.evidence.isEmpty() && tables::says_of_effect(*what.profile, what.request.verb);
}

widgets::ConfirmText textOf(const WriteWhat& what) {
  const tables::Verb verb = what.request.verb;
  const bool isScript = !what.whyScriptOnly.isEmpty();
  widgets::ConfirmText text;
  text.title = verbTitle(verb);
  if (what.rows.size() > 1)
    text.title = WriteDialog::tr("%1: %2 rows")
                     .arg(text.title, widgets::number(static_cast<std::int64_t>(what.rows.size())));
  QStringList words{verbConsequence(*what.profile, verb)};
  if (!what.evidence.isEmpty()) words.append(what.evidence);
  const bool isRecognised =
      verb == tables::Verb::release && std::ranges::all_of(what.rows, [&](const reconcile::SeenRow& row) {
        return reconcile::repeats_recognised_until(row.row, what.dedupeWindow, row.as_of).has_value();
      });
  if (!isScript && what.evidence.isEmpty() && !isRecognised &&
      reconcile::needs_second_person(*what.profile, verb, what.request.verdict)) {
    words.append(secondPersonInWords());
  }
  if (isScript)
    words.append(what.whyScriptOnly + ' ' +
                 WriteDialog::tr("A person with the rights can run the script below."));
  text.text = words.join(QLatin1Char('\n'));
  text.detail = QStringLiteral(" ");
  if (!isScript) text.folded = widgets::showTheSql();
  text.button = isScript ? WriteDialog::tr("&Copy the script") : verbTitle(verb);
  const auto write = what.profile->writes.find(verb);
  text.dangerous =
      !isScript && (what.isProduction || (write != what.profile->writes.end() && write->second.deletes));
  text.asksReason = true;
  text.ticket = isManual(what) ? WriteDialog::tr("Ticket") : WriteDialog::tr("Ticket (optional)");
  return text;
}

QString nameOf(const reconcile::SeenRow& row) { return widgets::shown(row.row.id.key); }

}  // namespace

WriteDialog::WriteDialog(WriteWhat what, QWidget* parent)
    : widgets::ConfirmDialog(textOf(what), parent), what_(std::move(what)) {
  for (const reconcile::SeenRow& row : what_.rows) {
    if (!whyNot(row)) writable_.push_back(row);
  }
  buildInputs();
  const bool isMany = what_.rows.size() > 1;
  model_ = addFields(isMany ? tr("Rows and what is written") : tr("Row before and after"),
                     {{isMany ? tr("Row") : tr("Column"), 22, widgets::FieldsModel::Mono},
                      {tr("As it is"), 30},
                      {tr("What is written"), 34}},
                     std::min(static_cast<int>(changes().size()), mostLines));
  addWidget(inputs_);
  if (what_.whyScriptOnly.isEmpty()) {
    copy_ = addButton(tr("&Copy as a script"));
    copy_->setToolTip(widgets::toolTip(tr("The same guarded statement for psql, for another person to run")));
    connect(copy_, &QPushButton::clicked, this, &WriteDialog::copyScript);
  } else {
    connect(this, &QDialog::accepted, this, &WriteDialog::copyScript);
  }
  connect(this, &widgets::ConfirmDialog::edited, this, &WriteDialog::follow);
  connect(inputs_, &WriteInputs::edited, this, &WriteDialog::follow);
  follow();
  resize(800, what_.whyScriptOnly.isEmpty() ? sizeHint().height() : 620);
}

void WriteDialog::buildInputs() {
  WriteInputs::Wanted wanted;
  wanted.body = writes(Value::body);
  wanted.lease = writes(Value::lease_end);
  wanted.whatShowsIt = isManual(what_);
  if (writes(Value::code)) {
    wanted.status = WriteInputs::Status{
        what_.request.values.code.value_or(what_.request.verb == tables::Verb::fail ? 422 : 201)};
  }
  wanted.givenBody = what_.request.values.body;
  const reconcile::WriteRequest bare{.verb = what_.request.verb};
  const bool isHeld = std::ranges::any_of(
      writable_, [&](const auto& row) { return reconcile::is_held(*what_.profile, row, bare); });
  if (isHeld) {
    const QString worker = widgets::wordShown(browse::promises_of(*what_.profile).worker);
    wanted.held = browse::promises_of(*what_.profile).has_lease
                      ? tr("&Its lease has not ended; I know that no %1 is at work on it").arg(worker)
                      : tr("&The table does not show who works on a row; I know that no %1 does").arg(worker);
  }
  inputs_ = new WriteInputs(wanted);
}

bool WriteDialog::writes(Value value) const {
  const auto write = what_.profile->writes.find(what_.request.verb);
  return write != what_.profile->writes.end() && tables::writes(write->second, value);
}

reconcile::WriteRequest WriteDialog::request() const {
  reconcile::WriteRequest request = what_.request;
  request.values = {};
  request.values.code = inputs_->status();
  request.values.body = inputs_->body();
  request.values.lease = inputs_->lease();
  request.reason = widgets::bytes(reason());
  request.ticket = widgets::bytes(ticket());
  if (auto said = reconcile::said_json(widgets::bytes(inputs_->whatShowsIt())); !said.empty())
    request.evidence_json = std::move(said);
  request.although_held = inputs_->isHeld();
  return request;
}

std::optional<std::string> WriteDialog::whyNot(const reconcile::SeenRow& row) const {
  return what_.whyScriptOnly.isEmpty()
             ? reconcile::why_not_written(*what_.profile, what_.access, row, what_.request.verb)
             : reconcile::why_not_scripted(*what_.profile, what_.access, row, what_.request.verb);
}

Result<std::string> WriteDialog::scriptFor(const reconcile::SeenRow& row,
                                           const reconcile::WriteRequest& request) const {
  return reconcile::script(*what_.profile, what_.access, row, request, audit::this_actor("onceover"),
                           what_.hasTrail ? reconcile::AuditTo::trail : reconcile::AuditTo::notice);
}

Result<std::string> WriteDialog::script() const {
  std::string all;
  for (const reconcile::SeenRow& row : writable_) {
    auto one = scriptFor(row, request());
    if (!one) return one;
    all += (all.empty() ? "" : "\n") + *one;
  }
  return all;
}

// What keeps it from being written, beside the reason.
QString WriteDialog::missing() const {
  if (writable_.empty()) {
    const auto why = whyNot(what_.rows.front());
    return what_.rows.size() > 1 ? tr("None of these rows can be written so.")
                                 : widgets::shown(why.value_or(std::string()));
  }
  if (inputs_->asksHeld() && !inputs_->isHeld())
    return widgets::shown(browse::why_held(*what_.profile, writable_.front().row)) + ' ' +
           tr("Confirm that none is at work, or wait.");
  reconcile::WriteRequest asked = request();
  if (asked.reason.empty()) asked.reason = "-";
  if (const auto lacks =
          isManual(what_) ? reconcile::missing_for_override(*what_.profile, asked) : std::nullopt)
    return widgets::shown(*lacks);
  // What the column holds is JSON: the server would refuse anything else, after everything was typed.
  const bool isJson = writes(Value::body) && what_.profile->response_body.form == tables::Body::Form::json;
  if (const auto why = isJson && asked.values.body
                           ? http::why_not_of_type("application/json", *asked.values.body)
                           : std::nullopt)
    return widgets::shown(*why);
  for (const reconcile::SeenRow& row : writable_) {
    if (const auto made = scriptFor(row, asked); !made) return widgets::shown(made.error().what);
  }
  return {};
}

// Where the statement begins, behind what the script says of itself.
QString WriteDialog::statement() const {
  const auto write = what_.profile->writes.find(what_.request.verb);
  const bool deletes = write != what_.profile->writes.end() && write->second.deletes;
  return deletes ? QStringLiteral("DELETE") : QStringLiteral("UPDATE");
}

QString WriteDialog::shownSql() const {
  if (writable_.empty()) return {};
  reconcile::WriteRequest asked = request();
  if (asked.reason.empty()) asked.reason = widgets::bytes(tr("(your reason)"));
  if (inputs_->asksHeld()) asked.although_held = true;
  if (inputs_->isMasked())
    asked.values.body = widgets::bytes(
        tr("(%1, masked)").arg(widgets::byteCount(static_cast<std::int64_t>(asked.values.body->size()))));
  const auto made =
      what_.whyScriptOnly.isEmpty()
          ? Result<std::string>(reconcile::write_sql(*what_.profile, what_.access, writable_.front(), asked))
          : scriptFor(writable_.front(), asked);
  if (!made) return QStringLiteral("-- ") + widgets::shown(made.error().what);
  QString sql = widgets::text(*made);
  if (writable_.size() > 1) {
    sql += tr("\n-- Likewise for %1 more, each in a transaction of its own.")
               .arg(widgets::number(static_cast<std::int64_t>(writable_.size()) - 1));
  }
  return sql;
}

std::vector<widgets::FieldChange> WriteDialog::changes() const {
  if (!what_.profile->writes.contains(what_.request.verb)) return {};
  if (what_.rows.size() == 1) return plannedChanges(*what_.profile, what_.rows.front(), request());
  std::vector<widgets::FieldChange> lines;
  for (const reconcile::SeenRow& row : what_.rows) {
    const auto why = whyNot(row);
    const QString word = row.row.state_word.empty() ? widgets::wordShown(key::word(row.row.state))
                                                    : widgets::shown(row.row.state_word);
    lines.push_back({nameOf(row), word,
                     why ? tr("nothing: %1").arg(widgets::shown(*why))
                         : writtenInWords(what_.profile->writes.at(what_.request.verb)),
                     !why});
  }
  return lines;
}

void WriteDialog::follow() {
  model_->setRows(changes());
  setDetail(shownSql(), statement());
  QString why = missing();
  const bool isScript = !what_.whyScriptOnly.isEmpty();
  if (why.isEmpty() && isScript && inputs_->isMasked())
    why = tr("Reveal the body first: the script holds it.");
  setMissing(why);
  if (copy_ != nullptr) copy_->setEnabled(why.isEmpty() && !reason().isEmpty() && !inputs_->isMasked());
}

void WriteDialog::copyScript() {
  const auto made = script();
  if (!made) return setMissing(widgets::sentences(made.error()));
  QGuiApplication::clipboard()->setText(widgets::text(*made));
}

using audit::Record;

namespace {

constexpr int mostPutBack = 8;

QString putBackValue(const QJsonValue& value) {
  if (value.isNull() || value.isUndefined()) return QStringLiteral("NULL");
  return widgets::shown(widgets::bytes(value.isString() ? value.toString() : value.toVariant().toString()));
}

// Of our own keys a release, or a lease that was made longer.
bool isRelease(const Record& act) { return act.relation.empty() && act.action != "extend"; }

QString whatItDoes(const Record& act) {
  if (isRelease(act)) {
    return QObject::tr(
               "The key becomes in progress again, with its lease ended, and its case needs a person.") +
           ' ' + widgets::text(browse::clients_until_settled(tables::own())) + ' ' +
           QObject::tr("This works only if nothing has changed since.");
  }
  if (act.relation.empty()) {
    return QObject::tr(
        "The lease ends at its original time. This works only if the holder has not renewed it since.");
  }
  return QObject::tr(
      "The old values are restored. If the row has a case, the case needs a person. This works only if the "
      "row has not changed since.");
}

QString doneBy(const Record& act) {
  if (isRelease(act)) return QObject::tr("released");
  return widgets::wordShown(act.action == "write" ? act.verdict : act.action);
}

widgets::ConfirmText undoText(const Record& act, bool isProduction) {
  widgets::ConfirmText text;
  text.title = QObject::tr("Undo no. %1: %2").arg(act.number).arg(doneBy(act));
  text.text = QObject::tr("%1 did this at %2: “%3”.\n")
                  .arg(widgets::shown(act.actor), widgets::exact(act.at, widgets::ClockChoice::utc),
                       widgets::shown(act.reason)) +
              whatItDoes(act);
  text.button = QObject::tr("&Undo");
  text.dangerous = isProduction;
  text.asksReason = true;
  text.ticket = QObject::tr("Ticket (optional)");
  return text;
}

}  // namespace

std::vector<widgets::FieldChange> putBack(const Record& act) {
  const QJsonObject before = widgets::jsonObject(act.before_json),
                    after = widgets::jsonObject(act.after_json);
  std::vector<widgets::FieldChange> fields;
  if (isRelease(act)) {
    fields.push_back(
        {QObject::tr("state"), widgets::shown(act.to_state), QStringLiteral("in_progress"), true});
    fields.push_back({QObject::tr("lease"), QObject::tr("none"),
                      QObject::tr("ended: a sweeper or a person may take it"), true});
    if (after.contains(QLatin1String("retry_before"))) {
      fields.push_back({QStringLiteral("retry_before"),
                        putBackValue(after.value(QLatin1String("retry_before"))), QStringLiteral("NULL"),
                        true});
    }
    fields.push_back({QObject::tr("fence"),
                      act.fence_after ? QString::number(*act.fence_after) : QStringLiteral("–"),
                      QObject::tr("a new one"), true});
    return fields;
  }
  for (const QString& column : before.keys()) {
    if (before.value(column) == after.value(column)) continue;
    fields.push_back({widgets::shown(widgets::bytes(column)), putBackValue(after.value(column)),
                      putBackValue(before.value(column)), true});
  }
  return fields;
}

widgets::ConfirmDialog* askUndo(bridge::Session& session, QWidget* parent, const Record& act,
                                std::function<void(const Result<reconcile::UndoOutcome>&)> done) {
  auto* dialog = new widgets::ConfirmDialog(undoText(act, session.connection().isProduction), parent);
  const std::vector<widgets::FieldChange> fields = putBack(act);
  const std::vector<widgets::ColumnLook> columns{{QObject::tr("Column"), 18, widgets::FieldsModel::Mono},
                                                 {QObject::tr("After no. %1").arg(act.number), 30},
                                                 {QObject::tr("After the undo"), 34}};
  dialog
      ->addFields(QObject::tr("What the undo writes"), columns,
                  std::clamp(static_cast<int>(fields.size()), 1, mostPutBack))
      ->setRows(fields);
  dialog->resize(720, dialog->sizeHint().height());
  carryTicket(session, *dialog);
  QObject::connect(&session, &bridge::Session::profileChanged, dialog, &QDialog::reject);
  QObject::connect(dialog, &QDialog::accepted, parent, [&session, parent, dialog, act, done] {
    session.write<reconcile::UndoOutcome>(
        parent, QObject::tr("Undoing"),
        [profile = session.sharedProfile(), number = act.number, why = widgets::bytes(dialog->reason()),
         ticket = widgets::bytes(dialog->ticket())](bridge::Reader& reader) {
          return accessTo(reader, *profile)
              .and_then([&](const auto& access) -> Result<reconcile::UndoOutcome> {
                return reconcile::undo(reader.connection(), *profile, access, number,
                                       audit::this_actor("onceover"), why, ticket);
              });
        },
        done);
  });
  dialog->open();
  return dialog;
}

widgets::Told toldUndoing(std::int64_t act, const Result<reconcile::UndoOutcome>& outcome) {
  if (!outcome) {
    return {{QObject::tr("not undone"), QStringLiteral("cross"), widgets::Tone::danger},
            widgets::sentences(outcome.error()),
            {}};
  }
  if (const auto* undone = std::get_if<reconcile::Undone>(&*outcome)) {
    widgets::Told told{
        {QObject::tr("undone"), QStringLiteral("undo"), widgets::Tone::ok},
        QObject::tr("No. %1 is undone: the row is %2 again. Audit row no. %3 records who and why.")
            .arg(act)
            .arg(widgets::wordShown(key::word(undone->after.state)))
            .arg(undone->audit_id),
        {}};
    if (!undone->unconfirmed.empty()) told.lines.append(widgets::shown(undone->unconfirmed));
    return told;
  }
  const auto& changed = std::get<reconcile::ChangedSince>(*outcome);
  widgets::Told told{{QObject::tr("not undone"), QStringLiteral("warning"), widgets::Tone::warn},
                     changed.now
                         ? QObject::tr("The row has changed since no. %1. Nothing was written.").arg(act)
                         : QObject::tr("The row is gone. Nothing was written."),
                     {}};
  for (const std::string& what : changed.what) told.lines.append(widgets::shown(what));
  return told;
}

}  // namespace onceover::writes
