// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/role_editor.h"

#include <QSignalBlocker>
#include <QWheelEvent>

namespace onceover::ui {
namespace {

QVariant held(const std::string& name) { return QByteArray::fromStdString(name); }

}  // namespace

Choice::Choice(const QString& name, int characters, QWidget* parent) : QComboBox(parent) {
  setAccessibleName(name);
  setFocusPolicy(Qt::StrongFocus);
  setSizeAdjustPolicy(AdjustToMinimumContentsLengthWithIcon);
  if (characters > 0) setMinimumContentsLength(characters);
}

void Choice::wheelEvent(QWheelEvent* event) {
  if (hasFocus()) return QComboBox::wheelEvent(event);
  event->ignore();
}

ColumnCombo::ColumnCombo(const QString& name, const QString& none, QWidget* parent)
    : Choice(name, 16, parent), none_(none) {
  setMaxVisibleItems(20);
}

void ColumnCombo::setColumns(const tables::TableFacts& facts, const std::optional<std::string>& chosen) {
  const QSignalBlocker quiet(this);
  clear();
  if (!chosen) addItem(tr("Please choose…"));
  addItem(none_, held({}));
  for (const tables::ColumnFacts& column : facts.columns) {
    addItem(tr("%1  (%2)").arg(widgets::shown(column.name), widgets::shown(column.type_name)),
            held(column.name));
  }
  if (!chosen) return setCurrentIndex(0);
  if (findData(held(*chosen)) < 0) addItem(tr("%1  (missing)").arg(widgets::shown(*chosen)), held(*chosen));
  setCurrentIndex(findData(held(*chosen)));
}

std::optional<std::string> ColumnCombo::column() const {
  if (!currentData().isValid()) return std::nullopt;
  return currentData().toByteArray().toStdString();
}

namespace {

std::vector<RoleInfo> made() {
  using Kind = RoleInfo::Kind;
  return {
      {"key", Kind::column, tr("Key"), tr("The client's name for the request or event.")},
      {"identity", Kind::columns, tr("Identity"),
       tr("The columns that identify a row, in the order of their unique index.")},
      {"tenant", Kind::column, tr("Tenant"), tr("The tenant or account that the key belongs to.")},
      {"operation", Kind::operation, tr("Operation"),
       tr("What is done under the key: a route, a command, a consumer.")},
      {"state", Kind::state, tr("State"), tr("What shows whether the work is in progress, done or failed.")},
      {"set_aside", Kind::columns, tr("Set aside"),
       tr("A row with a value, or a yes, in one of these columns is deleted, archived or cancelled: it is "
          "neither stuck nor waiting.")},
      {"lease", Kind::lease, tr("Lease"), tr("What shows that a client works on the row, and until when.")},
      {"created_at", Kind::instant, tr("Created"),
       tr("When the row was created. Listings are in this order.")},
      {"updated_at", Kind::instant, tr("Changed"), tr("When the row was last changed.")},
      {"completed_at", Kind::instant, tr("Completed"), tr("When the work was completed.")},
      {"due", Kind::instant, tr("Due"),
       tr("When the work is due, or tried again. Until then the row waits.")},
      {"expires_at", Kind::instant, tr("Kept until"), tr("When the row may be removed.")},
      {"order", Kind::columns, tr("Order of listings"),
       tr("Columns that are never NULL, the last one unique. None: creation and identity.")},
      {"fingerprint", Kind::digest, tr("Fingerprint"),
       tr("A hash of the request, to tell a retry from another request.")},
      {"response_code", Kind::column, tr("Response status"), tr("The HTTP status of the response.")},
      {"response_body", Kind::body, tr("Stored response"), tr("The body of the response, for replay.")},
      {"payload", Kind::place, tr("Payload"), tr("The request, or the event itself.")},
      {"attempts", Kind::attempts, tr("Attempts"),
       tr("One counter, or one for started and one for finished attempts.")},
      {"owner", Kind::column, tr("Owner"), tr("The process that works on the row, or did.")},
      {"correlation_id", Kind::column, tr("Correlation"), tr("The id that leads to logs and traces.")},
      {"error", Kind::place, tr("Error"), tr("Why the work failed.")},
      {"customer", Kind::place, tr("Customer"), tr("The customer of the request.")},
      {"amount", Kind::place, tr("Amount"), tr("The amount of the request.")},
      {"currency", Kind::place, tr("Currency"), tr("The currency of the amount.")},
      {"reference", Kind::place, tr("Reference"), tr("The customer's reference: an order, an invoice.")},
      {"gateway_key", Kind::text, tr("Gateway key"),
       tr("The key that the service sends to its gateway. {key}, {tenant} and {operation} are replaced with "
          "the row's values. Empty: unknown, and the gateway cannot be asked by key.")},
      {"write.succeed", Kind::write, tr("Verdict: succeed"),
       tr("What is written when a row is settled as succeeded.")},
      {"write.fail", Kind::write, tr("Verdict: fail"),
       tr("What is written when a row is settled as failed for good.")},
      {"write.release", Kind::write, tr("Verdict: release"),
       tr("What is written when a row is released for the next client.")},
      {"write.extend", Kind::write, tr("Verdict: extend"), tr("What is written when a lease is extended.")},
      {"write.requeue", Kind::write, tr("Verdict: requeue"),
       tr("What is written when a dead letter is tried again.")},
      {"write.discard", Kind::write, tr("Verdict: discard"),
       tr("What is written when a dead letter is discarded.")},
  };
}

}  // namespace

const std::vector<RoleInfo>& roleInfos() {
  static const std::vector<RoleInfo> infos = made();
  return infos;
}

const RoleInfo& roleInfo(const std::string& id) {
  for (const RoleInfo& info : roleInfos()) {
    if (info.id == id) return info;
  }
  return roleInfos().front();
}

}  // namespace onceover::ui
