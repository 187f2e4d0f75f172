// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/writes/write_inputs.h"

#include <QCheckBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QSpinBox>

#include "ui/bridge/session.h"
#include "ui/widgets/code_view.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/layout.h"

namespace onceover::writes {
namespace {

constexpr int bodyHeight = 64, numberWidth = 120;

}  // namespace

WriteInputs::WriteInputs(const Wanted& wanted, QWidget* parent)
    : QWidget(parent), wanted_(wanted), form_(new QFormLayout(this)) {
  form_->setContentsMargins(0, 0, 0, 0);
  form_->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  if (wanted.status) {
    status_ = new QSpinBox;
    status_->setRange(wanted.status->from, wanted.status->to);
    status_->setMinimumWidth(numberWidth * 3 / 4);
    status_->setMaximumWidth(numberWidth);
    status_->setAccessibleName(tr("Response status"));
    connect(status_, &QSpinBox::valueChanged, this, &WriteInputs::edited);
  }
  if (wanted.contentType) {
    contentType_ = widgets::lineEdit(tr("Response content type"));
    connect(contentType_, &QLineEdit::textChanged, this, &WriteInputs::edited);
  }
  // One line: with all of its inputs a dialog fits a screen of 1280 × 800 at 125 %.
  if (status_ != nullptr && contentType_ != nullptr) {
    auto* line = widgets::fill(
        new QHBoxLayout, {status_,
                          new widgets::PlainLabel(tr("Content type"), nullptr, widgets::TextRole::caption),
                          {contentType_, 1}});
    form_->addRow(new widgets::PlainLabel(tr("Status"), nullptr, widgets::TextRole::caption), line);
  } else if (status_ != nullptr) {
    add(tr("Status"), status_);
  } else if (contentType_ != nullptr) {
    add(tr("Content type"), contentType_);
  }
  if (wanted.body) addBody();
  if (wanted.lease) {
    minutes_ = new QSpinBox;
    minutes_->setRange(1, 7 * 24 * 60);
    minutes_->setValue(10);
    minutes_->setSuffix(tr(" min"));
    minutes_->setMaximumWidth(numberWidth);
    minutes_->setAccessibleName(tr("Length of the lease"));
    add(tr("Lease from now"), minutes_);
    connect(minutes_, &QSpinBox::valueChanged, this, &WriteInputs::edited);
  }
  if (wanted.whatShowsIt) {
    shows_ = widgets::lineEdit(tr("What shows it (kept as evidence)"),
                               tr("where you saw that it is so: a statement, a log, a call"));
    add(tr("What shows it"), shows_);
    connect(shows_, &QLineEdit::textChanged, this, &WriteInputs::edited);
  }
  if (!wanted.held.isEmpty()) {
    held_ = new QCheckBox(wanted.held);
    form_->addRow(held_);
    connect(held_, &QCheckBox::toggled, this, &WriteInputs::edited);
  }
  if (form_->rowCount() == 0) hide();
  clear();
}

void WriteInputs::clear() {
  if (status_ != nullptr) status_->setValue(wanted_.status->first);
  if (contentType_ != nullptr) contentType_->setText(*wanted_.contentType);
  if (body_ != nullptr) body_->clear();
}

WriteInputs::Typed WriteInputs::typed() const {
  Typed typed{.status = status(),
              .contentType = {},
              .whatShowsIt = whatShowsIt(),
              .body = body_ != nullptr ? body() : std::nullopt};
  if (minutes_ != nullptr) typed.minutes = minutes_->value();
  if (contentType_ != nullptr) typed.contentType = contentType_->text();
  return typed;
}

void WriteInputs::restore(const Typed& typed) {
  if (status_ != nullptr && typed.status) status_->setValue(*typed.status);
  if (minutes_ != nullptr && typed.minutes) minutes_->setValue(*typed.minutes);
  if (contentType_ != nullptr) contentType_->setText(typed.contentType);
  if (shows_ != nullptr) shows_->setText(typed.whatShowsIt);
  if (body_ != nullptr && typed.body) body_->setBody(*typed.body);
  emit edited();
}

void KeptInputs::serve(QDialog& dialog, WriteInputs& inputs, tables::Verb verb,
                       const std::vector<key::Identity>& rows) {
  if (typed_ && verb == verb_ && rows == rows_) inputs.restore(*typed_);
  QObject::connect(&dialog, &QDialog::accepted, &inputs, [this, &inputs, verb, rows] {
    verb_ = verb;
    rows_ = rows;
    typed_ = inputs.typed();
  });
}

void WriteInputs::add(const QString& name, QWidget* field) {
  form_->addRow(new widgets::PlainLabel(name, nullptr, widgets::TextRole::caption), field);
}

void WriteInputs::addBody() {
  if (wanted_.givenBody) {
    given_ = new widgets::JsonView(tr("Body to be stored"), {bodyHeight, 2 * bodyHeight});
    given_->setBody(*wanted_.givenBody);
    add(tr("Body"), given_);
    connect(given_, &widgets::JsonView::maskChanged, this, &WriteInputs::edited);
    return;
  }
  body_ = new widgets::BodyEdit;
  body_->setAccessibleName(tr("Response body"));
  body_->setPlaceholderText(
      tr("The body that clients would have got, to the byte. Paste it, or drop a file."));
  body_->setFixedHeight(bodyHeight);
  add(tr("Body"), body_);
  connect(body_, &QPlainTextEdit::textChanged, this, &WriteInputs::edited);
  connect(body_, &widgets::BodyEdit::fileTaken, this, &WriteInputs::edited);
}

std::optional<int> WriteInputs::status() const {
  return status_ != nullptr ? std::optional(status_->value()) : std::nullopt;
}

std::optional<std::string> WriteInputs::body() const {
  if (given_ != nullptr) return wanted_.givenBody;
  return body_ != nullptr ? body_->body() : std::nullopt;
}

std::optional<key::StoredResponse> WriteInputs::response() const {
  if (status_ == nullptr) return std::nullopt;
  key::StoredResponse response{
      .code = status_->value(), .headers = {}, .body = body().value_or(std::string())};
  const QString type = contentType_ != nullptr ? contentType_->text().trimmed() : QString();
  if (!type.isEmpty() && !response.body.empty())
    response.headers.push_back({"Content-Type", widgets::bytes(type)});
  return response;
}

std::optional<Duration> WriteInputs::lease() const {
  return minutes_ != nullptr ? std::optional<Duration>(std::chrono::minutes(minutes_->value()))
                             : std::nullopt;
}

QString WriteInputs::whatShowsIt() const { return shows_ != nullptr ? shows_->text().trimmed() : QString(); }
bool WriteInputs::isHeld() const { return held_ != nullptr && held_->isChecked(); }
bool WriteInputs::isMasked() const { return given_ != nullptr && given_->isMasked(); }

namespace {

// What the dialog does not ask for stays as it was. act: of the reason; empty: it is kept for no other.
void keepFrom(bridge::Session& session, const widgets::ConfirmDialog& dialog, const QString& act) {
  bridge::Session::Incident now = session.incident();
  if (dialog.asksTicket()) now.ticket = dialog.ticket();
  if (dialog.asksReason() && !act.isEmpty()) {
    now.reason = dialog.reason();
    now.act = act;
  }
  session.setIncident(now);
}

}  // namespace

void carryIncident(bridge::Session& session, widgets::ConfirmDialog& dialog, std::string_view verb) {
  const bridge::Session::Incident before = session.incident();
  const QString act =
      widgets::text(verb) + QLatin1Char(' ') + widgets::text(tables::table_name(session.profile()));
  dialog.carry(before.act == act ? before.reason : QString(), before.ticket);
  QObject::connect(&dialog, &QDialog::accepted, &session,
                   [&session, &dialog, act] { keepFrom(session, dialog, act); });
}

void carryTicket(bridge::Session& session, widgets::ConfirmDialog& dialog) {
  dialog.carry({}, session.incident().ticket);
  QObject::connect(&dialog, &QDialog::accepted, &session,
                   [&session, &dialog] { keepFrom(session, dialog, {}); });
}

void carryTicket(bridge::Session& session, QLineEdit& ticket) { ticket.setText(session.incident().ticket); }

bool armedFor(bridge::Session& session, QObject* context, std::function<void()> act) {
  if (session.isArmed()) {
    session.dropWhenArmed();  // begun by hand: nothing else is waited for
    return true;
  }
  session.whenArmed(context, std::move(act));
  return false;
}

}  // namespace onceover::writes
