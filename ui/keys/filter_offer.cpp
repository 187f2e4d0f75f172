// The filter bar's controls fitted to a table, and what is typed into them as a saved view.
#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QJsonArray>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>

#include "ui/keys/filter_bar.h"
#include "ui/widgets/text.h"

namespace onceover::keys {

void FilterBar::offer(QWidget* control, Asking what, key::State state) {
  const QString reason = whyNotAsked(what, *profile_, state);
  control->setEnabled(reason.isEmpty());
  control->setToolTip(widgets::toolTip(reason));
  control->setAccessibleDescription(reason);
}

void FilterBar::setProfile(const profile::Profile& profile) {
  clear();
  const bool own = profile::is_own(profile);
  const RowWords words = rowWords(profile.kind);
  profile_ = &profile;
  offer(tenant_, Asking::tenant);
  offer(operation_, Asking::operation);
  for (std::size_t i = 0; i < states_.size(); ++i) offer(states_[i], Asking::state, static_cast<key::State>(i));
  offer(stuck_, Asking::stuck);
  offer(people_, Asking::needsPerson);
  offer(dead_, Asking::dead);
  offer(errorCode_, Asking::errorCode);
  offer(responseCode_, Asking::responseCode);
  // A field looks the same whether it takes text or not.
  for (QLineEdit* field : {errorCode_, responseCode_}) field->setVisible(field->isEnabled());
  offer(range_, Asking::created);
  offer(bodies_, Asking::bodies);
  profile_ = nullptr;
  people_->setVisible(own);
  dead_->setVisible(!own);
  key_->setPlaceholderText(profile.kind == profile::Kind::idempotency ? tr("Paste a key, a header line or a log line   ( / )")
                                                                      : tr("Paste an %1's id or a log line   ( / )").arg(words.one));
  errorCode_->setPlaceholderText(own ? tr("Error code") : tr("Text inside the error"));
  const bool who = !profile.customer.empty() || !profile.reference.empty();
  contains_->setPlaceholderText(
      who ? tr("Text inside key, customer or reference (slow)")
          : tr("Text inside the %1 (slow)").arg(profile.kind == profile::Kind::idempotency ? words.one : tr("id")));
}

QJsonObject FilterBar::state() const {
  QJsonObject out{{QStringLiteral("key"), key_->text()},
                  {QStringLiteral("prefix"), prefix_->isChecked()},
                  {QStringLiteral("stuck"), stuck_->isChecked()},
                  {QStringLiteral("needs_human"), people_->isChecked()},
                  {QStringLiteral("dead"), dead_->isChecked()},
                  {QStringLiteral("contains"), contains_->text()},
                  {QStringLiteral("in_bodies"), bodies_->isChecked()},
                  {QStringLiteral("error_code"), errorCode_->text()},
                  {QStringLiteral("response_code"), responseCode_->text()},
                  {QStringLiteral("range"), range_->currentText()},
                  {QStringLiteral("from"), from_->text()},
                  {QStringLiteral("to"), to_->text()}};
  const browse::Filter asked = filter({});
  if (asked.tenant) out.insert(QStringLiteral("tenant"), widgets::text(*asked.tenant));
  if (asked.operation) out.insert(QStringLiteral("operation"), widgets::text(*asked.operation));
  QJsonArray states;
  for (const key::State each : asked.states) states.append(widgets::text(key::word(each)));
  out.insert(QStringLiteral("states"), states);
  return out;
}

void FilterBar::setState(const QJsonObject& state) {
  const auto text = [&](const char* name) { return state.value(QLatin1String(name)).toString(); };
  const auto on = [&](const char* name, const QWidget* control) {
    return state.value(QLatin1String(name)).toBool() && control->isEnabled();
  };
  browse::Filter filter;
  filter.key = widgets::bytes(text("key"));
  filter.prefix = on("prefix", prefix_);
  if (state.contains(QLatin1String("tenant")) && tenant_->isEnabled()) filter.tenant = widgets::bytes(text("tenant"));
  if (state.contains(QLatin1String("operation")) && operation_->isEnabled()) filter.operation = widgets::bytes(text("operation"));
  for (const QJsonValue& word : state.value(QLatin1String("states")).toArray()) {
    const auto known = key::state_from_word(widgets::bytes(word.toString()));
    if (known && states_[static_cast<std::size_t>(*known)]->isEnabled()) filter.states.push_back(*known);
  }
  filter.stuck = on("stuck", stuck_);
  filter.needs_human = on("needs_human", people_);
  filter.dead = on("dead", dead_);
  filter.contains = widgets::bytes(text("contains"));
  filter.in_bodies = on("in_bodies", bodies_);
  if (errorCode_->isEnabled()) filter.error_code = widgets::bytes(text("error_code"));
  if (responseCode_->isEnabled() && !text("response_code").isEmpty()) filter.response_code = text("response_code").toInt();
  setFilter(filter);
  const QSignalBlocker quiet(this);
  range_->setCurrentIndex(range_->isEnabled() ? std::max(0, range_->findText(text("range"))) : 0);
  from_->setText(text("from"));
  to_->setText(text("to"));
  rangeChosen();
}

}  // namespace onceover::keys
