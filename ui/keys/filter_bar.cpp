// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/keys/filter_bar.h"

#include <QCheckBox>
#include <QCompleter>
#include <QIntValidator>
#include <QJsonArray>
#include <QSignalBlocker>

#include "core/plan/plan.h"
#include "ui/keys/keys_model.h"
#include "ui/keys/listing.h"
#include "ui/widgets/layout.h"
#include "ui/widgets/place.h"
#include "ui/widgets/widgets.h"

namespace onceover::keys {
namespace {

constexpr key::State allStates[] = {key::State::in_progress, key::State::released, key::State::succeeded,
                                    key::State::failed};

struct Range {
  const char* label;
  Duration back;  // 0: not relative
};
constexpr Range ranges[] = {{QT_TR_NOOP("Any time"), Duration(0)},
                            {QT_TR_NOOP("Last 15 minutes"), std::chrono::minutes(15)},
                            {QT_TR_NOOP("Last hour"), std::chrono::hours(1)},
                            {QT_TR_NOOP("Last 24 hours"), std::chrono::hours(24)},
                            {QT_TR_NOOP("Last 7 days"), std::chrono::hours(24 * 7)},
                            {QT_TR_NOOP("Between…"), Duration(0)}};
constexpr int anyTime = 0;
constexpr int between = static_cast<int>(std::size(ranges)) - 1;

// In a narrow window a row takes as many lines as it needs.
QLayout* rowLayout(QWidget* row) {
  widgets::heightFollowsWidth(row);
  return new widgets::FlowLayout(widgets::tokensOf(row).unit, row);
}

void fillRow(QLayout* layout, std::initializer_list<QWidget*> controls) {
  for (QWidget* control : controls) layout->addWidget(control);
}

// What a choice stands for: its data where it was chosen, the text itself where it was typed. Empty text:
// nothing is asked for.
std::optional<std::string> chosen(const QComboBox* box) {
  const QString typed = box->currentText();
  const int at = box->findText(typed, Qt::MatchExactly | Qt::MatchCaseSensitive);
  if (at >= 0 && box->itemData(at).isValid()) return box->itemData(at).toByteArray().toStdString();
  if (typed.isEmpty() || at == 0) return std::nullopt;
  return widgets::bytes(typed);
}

void addChoice(QComboBox* box, const std::string& value) {
  box->addItem(value.empty() ? QStringLiteral("(empty)") : widgets::shown(value),
               QByteArray::fromStdString(value));
}

void choose(QComboBox* box, const std::optional<std::string>& value) {
  const QSignalBlocker quiet(box);
  if (!value) return box->setCurrentIndex(0);
  int at = box->findData(QByteArray::fromStdString(*value));
  if (at < 0) {
    addChoice(box, *value);
    at = box->count() - 1;
  }
  box->setCurrentIndex(at);
}

void fillChoices(QComboBox* box, const std::vector<std::string>& values) {
  const auto before = chosen(box);
  const QSignalBlocker quiet(box);
  while (box->count() > 1) box->removeItem(1);
  for (const std::string& value : values) addChoice(box, value);
  choose(box, before);
}

}  // namespace

FilterBar::FilterBar(QWidget* parent) : QWidget(parent) {
  const widgets::Tokens t = widgets::tokensOf(this);
  auto* layout = widgets::fill(widgets::columnOf(this, t.unit), {keyRow(), stateRow(), detailRow()});
  problem_ = new widgets::PlainLabel;
  problem_->setTone(widgets::Tone::danger);
  problem_->hide();
  layout->addWidget(problem_);
  restChip_ = new QPushButton(widgets::icon(QStringLiteral("close")), {});
  restChip_->setCheckable(false);
  connect(restChip_, &QPushButton::clicked, this, [this] {
    setRest({});
    emit searchRequested();
  });
  auto* restLine = widgets::fill(widgets::lineOf(nullptr, 0), {restChip_, widgets::stretch()});
  layout->addLayout(restLine);
  setRest({});
  connect(this, &FilterBar::searchRequested, this, &FilterBar::noteProblem);
  rangeChosen();
}

QWidget* FilterBar::keyRow() {
  auto* row = new QWidget;
  auto* layout = keyLayout_ = rowLayout(row);
  key_ = newField(tr("Paste a key, an order, a customer or a log line"), tr("Key"));
  key_->setFont(widgets::monospaceFont(font()));
  key_->addAction(widgets::icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
  key_->setClearButtonEnabled(true);
  prefix_ = new QCheckBox(tr("&begins with"));
  prefix_->setAccessibleName(tr("The key begins with this text"));
  auto* search = new QPushButton(tr("&Search"));
  search->setAccessibleName(tr("Search"));
  auto* clear = new QPushButton(tr("C&lear"));
  clear->setAccessibleName(tr("Clear the filter"));
  connect(prefix_, &QCheckBox::toggled, this, &FilterBar::searchRequested);
  connect(search, &QPushButton::clicked, this, &FilterBar::searchRequested);
  connect(clear, &QPushButton::clicked, this, &FilterBar::clearAndSearch);
  key_->setMinimumWidth(280);
  fillRow(layout, {key_, prefix_, search, clear});
  return row;
}

QWidget* FilterBar::stateRow() {
  auto* row = new QWidget;
  auto* layout = rowLayout(row);
  for (const key::State state : allStates) {
    const widgets::Badge badge = widgets::badgeOf(state);
    states_.push_back(addChip(row, badge.word, badge.icon));
  }
  unknown_ = addChip(row, tr("unknown"), QStringLiteral("question"));
  unknown_->hide();
  aside_ = addChip(row, tr("set aside"), QStringLiteral("ring"));
  aside_->hide();
  stuck_ = addChip(row, tr("stuck"), QStringLiteral("stuck"));
  people_ = addChip(row, tr("needs a person"), QStringLiteral("person"));
  dead_ = addChip(row, tr("failed for good"), QStringLiteral("cross"));
  dead_->hide();
  layout->addWidget(widgets::flowGap());
  range_ = widgets::comboBox(tr("Created"));
  for (const Range& range : ranges) range_->addItem(tr(range.label));
  connect(range_, &QComboBox::activated, this, &FilterBar::rangeChosen);
  between_ = new QWidget;
  auto* bounds = rowLayout(between_);
  from_ = newField(tr("from, 2026-11-21 02:03 UTC"), tr("Created from"));
  to_ = newField(tr("before"), tr("Created before"));
  for (QLineEdit* field : {from_, to_})
    field->setMinimumWidth(fontMetrics().horizontalAdvance(from_->placeholderText()) + 24);
  fillRow(bounds, {from_, to_});
  fillRow(layout, {between_, range_});
  return row;
}

QWidget* FilterBar::detailRow() {
  auto* row = new QWidget;
  auto* layout = rowLayout(row);
  operation_ = newChoice(tr("All operations"), tr("Operation"));
  tenant_ = newChoice(tr("All tenants"), tr("Tenant"));
  errorCode_ = newField(tr("Error code"), tr("Error code"));
  responseCode_ = newField(tr("Code"), tr("Response code"));
  responseCode_->setValidator(new QIntValidator(100, 999, responseCode_));
  responseCode_->setFixedWidth(fontMetrics().averageCharWidth() * 9);
  contains_ =
      newField(tr("Text inside key, customer or reference (slow)"), tr("Contains; slow: it reads every row"));
  contains_->setMinimumWidth(280);
  fillRow(layout, {operation_, tenant_, errorCode_, responseCode_, contains_});
  bodies_ = new QCheckBox(tr("in &bodies too"));
  bodies_->setAccessibleName(tr("Search payload and response too; slow"));
  connect(bodies_, &QCheckBox::clicked, this, [this] {
    if (!contains_->text().isEmpty()) emit searchRequested();
  });
  layout->addWidget(bodies_);
  return row;
}

QPushButton* FilterBar::addChip(QWidget* row, const QString& label, const QString& icon) {
  auto* chip = new QPushButton;
  chip->setText(label);
  chip->setIcon(widgets::icon(icon));
  chip->setCheckable(true);
  chip->setAccessibleName(tr("Only %1").arg(label));
  connect(chip, &QPushButton::clicked, this, &FilterBar::searchRequested);
  row->layout()->addWidget(chip);
  return chip;
}

QComboBox* FilterBar::newChoice(const QString& all, const QString& name) {
  QComboBox* box = widgets::editableBox(name);
  box->addItem(all);
  box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  box->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  box->completer()->setFilterMode(Qt::MatchContains);
  box->completer()->setCompletionMode(QCompleter::PopupCompletion);
  connect(box, &QComboBox::activated, this, &FilterBar::searchRequested);
  connect(box->lineEdit(), &QLineEdit::returnPressed, this, &FilterBar::searchRequested);
  return box;
}

QLineEdit* FilterBar::newField(const QString& placeholder, const QString& name) {
  QLineEdit* field = widgets::lineEdit(name, placeholder);
  connect(field, &QLineEdit::returnPressed, this, &FilterBar::searchRequested);
  return field;
}

void FilterBar::setRest(const browse::Filter& filter) {
  rest_ = {};
  rest_.owner = filter.owner;
  rest_.host = filter.host;
  rest_.lease_from = filter.lease_from;
  rest_.lease_to = filter.lease_to;
  rest_.correlation_id = filter.correlation_id;
  rest_.reference = filter.reference;
  rest_.customer = filter.customer;
  const bool isNone = rest_ == browse::Filter();
  const QString words = isNone ? QString() : widgets::shown(plan::in_words(rest_));
  restChip_->setText(words);
  restChip_->setAccessibleName(isNone ? tr("No further filter") : tr("Remove the filter %1").arg(words));
  restChip_->setToolTip(widgets::toolTip(isNone ? QString() : tr("Remove this filter")));
  restChip_->setVisible(!isNone);
}

bool FilterBar::narrow(int column, const browse::KeyRow& row) {
  browse::Filter filter = rest_;
  switch (column) {
    case KeysModel::StateColumn:
    case KeysModel::WordColumn:
      for (std::size_t i = 0; i < states_.size(); ++i) {
        const bool isIts = row.state_known && !row.set_aside && allStates[i] == row.state;
        if (isIts && !states_[i]->isEnabled()) return false;
        states_[i]->setChecked(isIts);
      }
      unknown_->setChecked(!row.state_known && !row.set_aside);
      aside_->setChecked(row.set_aside);
      return true;
    case KeysModel::OperationColumn:
      if (!operation_->isEnabled()) return false;
      choose(operation_, row.id.operation);
      return true;
    case KeysModel::TenantColumn:
      if (!tenant_->isEnabled()) return false;
      choose(tenant_, row.id.tenant);
      return true;
    case KeysModel::CodeColumn:
      if (!responseCode_->isEnabled() || !row.response_code) return false;
      responseCode_->setText(QString::number(*row.response_code));
      return true;
    case KeysModel::ErrorColumn:
      if (!errorCode_->isEnabled() || row.error_code.empty()) return false;
      errorCode_->setText(widgets::text(row.error_code));
      return true;
    case KeysModel::OwnerColumn:
      if (row.owner.empty()) return false;
      filter.owner = row.id.columns.empty() ? std::string(browse::owner_name(row.owner)) : row.owner;
      break;
    case KeysModel::ReferenceColumn:
      if (!row.subject.reference) return false;
      filter.reference = *row.subject.reference;
      break;
    case KeysModel::CustomerColumn:
      if (!row.subject.customer) return false;
      filter.customer = *row.subject.customer;
      break;
    case KeysModel::CorrelationColumn:
      if (row.correlation_id.empty()) return false;
      filter.correlation_id = row.correlation_id;
      break;
    default: return false;
  }
  setRest(filter);
  return true;
}

browse::Filter FilterBar::filter(Timestamp now) const {
  browse::Filter out = rest_;
  out.key = widgets::bytes(key_->text());
  out.prefix = prefix_->isChecked() && !out.key.empty();
  out.tenant = chosen(tenant_);
  out.operation = chosen(operation_);
  for (std::size_t i = 0; i < states_.size(); ++i) {
    if (states_[i]->isChecked()) out.states.push_back(allStates[i]);
  }
  out.unknown_state = unknown_->isChecked();
  out.set_aside = aside_->isChecked();
  out.stuck = stuck_->isChecked();
  out.needs_human = people_->isChecked();
  out.dead = dead_->isChecked();
  out.contains = widgets::bytes(contains_->text());
  out.in_bodies = bodies_->isChecked() && !out.contains.empty();
  out.error_code = widgets::bytes(errorCode_->text().trimmed());
  if (!responseCode_->text().isEmpty()) out.response_code = responseCode_->text().toInt();
  if (!range_->isEnabled()) {
    // A time nobody can ask for.
  } else if (range_->currentIndex() == between) {
    out.from = momentOf(from_->text());
    out.to = momentOf(to_->text());
  } else if (range_->currentIndex() != anyTime) {
    out.from = now - ranges[range_->currentIndex()].back;
  }
  return out;
}

void FilterBar::setFilter(const browse::Filter& filter) {
  const QSignalBlocker quiet(this);
  key_->setText(widgets::text(filter.key));
  prefix_->setChecked(filter.prefix);
  choose(tenant_, filter.tenant);
  choose(operation_, filter.operation);
  for (std::size_t i = 0; i < states_.size(); ++i)
    states_[i]->setChecked(std::find(filter.states.begin(), filter.states.end(), allStates[i]) !=
                           filter.states.end());
  unknown_->setChecked(filter.unknown_state);
  aside_->setChecked(filter.set_aside);
  stuck_->setChecked(filter.stuck);
  people_->setChecked(filter.needs_human);
  dead_->setChecked(filter.dead);
  bodies_->setChecked(filter.in_bodies);
  contains_->setText(widgets::text(filter.contains));
  errorCode_->setText(widgets::text(filter.error_code));
  responseCode_->setText(filter.response_code ? QString::number(*filter.response_code) : QString());
  range_->setCurrentIndex(filter.from || filter.to ? between : anyTime);
  from_->setText(filter.from ? typedAs(*filter.from) : QString());
  to_->setText(filter.to ? typedAs(*filter.to) : QString());
  setRest(filter);
  rangeChosen();
}

void FilterBar::clear() { setFilter({}); }

bool FilterBar::isEmpty() const {
  const browse::Filter f = filter({});
  return f.key.empty() && !f.tenant && !f.operation && f.states.empty() && !f.unknown_state && !f.set_aside &&
         !f.stuck && !f.needs_human && !f.dead && f.contains.empty() && f.error_code.empty() &&
         !f.response_code && !f.from && !f.to && rest_ == browse::Filter();
}

QString FilterBar::problem() const {
  if (range_->currentIndex() != between) return {};
  for (const QLineEdit* field : {from_, to_}) {
    if (!field->text().trimmed().isEmpty() && !momentOf(field->text()))
      return tr("\"%1\" is not a time. Write 2026-11-21 02:03, followed by +02:00 if it is not UTC.")
          .arg(field->text());
  }
  return {};
}

void FilterBar::setChoices(const std::vector<std::string>& tenants,
                           const std::vector<std::string>& operations) {
  fillChoices(tenant_, tenants);
  fillChoices(operation_, operations);
}

void FilterBar::focusSearch() {
  key_->setFocus(Qt::ShortcutFocusReason);
  key_->selectAll();
}

void FilterBar::seekInside() {
  contains_->setText(key_->text());
  key_->clear();
  emit searchRequested();
}

bool FilterBar::isBeingEdited() const {
  for (const QLineEdit* field : {key_, contains_, errorCode_, responseCode_, from_, to_, tenant_->lineEdit(),
                                 operation_->lineEdit()}) {
    if (field->hasFocus() && field->isModified()) return true;
  }
  return false;
}

void FilterBar::addTool(QWidget* tool) {
  QWidget* last = widgets::inTabOrder(*keyLayout_->parentWidget()).last();
  keyLayout_->addWidget(tool);
  widgets::tabAfter(last, *tool);
}

void FilterBar::rangeChosen() {
  between_->setVisible(range_->currentIndex() == between);
  noteProblem();
  if (range_->currentIndex() != between) {
    emit searchRequested();
  } else if (from_->text().isEmpty() && to_->text().isEmpty()) {
    from_->setFocus();
  }
}

void FilterBar::noteProblem() {
  problem_->setText(problem());
  problem_->setVisible(!problem().isEmpty());
}

void FilterBar::clearAndSearch() {
  clear();
  emit searchRequested();
}

void FilterBar::offer(QWidget* control, Asking what, key::State state) {
  const QString reason = whyNotAsked(what, *profile_, state);
  control->setEnabled(reason.isEmpty());
  control->setToolTip(widgets::toolTip(reason));
  control->setAccessibleDescription(reason);
}

void FilterBar::setProfile(const tables::Profile& profile) {
  clear();
  const bool own = tables::is_own(profile);
  const RowWords words = rowWords(profile);
  profile_ = &profile;
  offer(tenant_, Asking::tenant);
  offer(operation_, Asking::operation);
  for (std::size_t i = 0; i < states_.size(); ++i)
    offer(states_[i], Asking::state, static_cast<key::State>(i));
  offer(unknown_, Asking::unknownState);
  unknown_->setVisible(!own);
  if (unknown_->isEnabled())
    unknown_->setToolTip(widgets::toolTip(tr("The profile does not name the state of these rows")));
  offer(aside_, Asking::setAside);
  aside_->setVisible(aside_->isEnabled());
  if (aside_->isEnabled()) aside_->setToolTip(widgets::toolTip(tr("Deleted softly, archived or cancelled")));
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
  key_->setPlaceholderText(profile.kind == tables::Kind::idempotency
                               ? tr("Paste a key, an order, a customer or a log line")
                               : tr("Paste an %1's id or a log line").arg(words.one));
  errorCode_->setPlaceholderText(own ? tr("Error code") : tr("Text inside the error"));
  const bool who = !profile.customer.empty() || !profile.reference.empty();
  contains_->setPlaceholderText(
      who ? tr("Text inside key, customer or reference (slow)")
          : tr("Text inside the %1 (slow)")
                .arg(profile.kind == tables::Kind::idempotency ? words.one : tr("id")));
}

// As a link says it, and a range that moves with the time by its name.
QJsonObject FilterBar::state() const {
  widgets::Place place = widgets::placeOf(filter({}));
  if (range_->currentIndex() != between) place.remove(QStringLiteral("from"));
  QJsonObject out{{QStringLiteral("range"), range_->currentText()}};
  for (auto part = place.cbegin(); part != place.cend(); ++part)
    out.insert(part.key(), QString::fromUtf8(part.value()));
  return out;
}

// Of what was kept by an earlier version, a switch is true and states are a list.
void FilterBar::setState(const QJsonObject& state) {
  widgets::Place place;
  for (const QString& name : state.keys()) {
    const QJsonValue value = state.value(name);
    QStringList texts;
    for (const QJsonValue& one : value.isArray() ? value.toArray() : QJsonArray{value})
      texts.append(one.isBool() ? (one.toBool() ? QStringLiteral("yes") : QString()) : one.toString());
    const QString text = texts.join(QLatin1Char(','));
    // an empty name is one
    const bool isChoice = name == QLatin1String("tenant") || name == QLatin1String("operation");
    if (name != QLatin1String("range") && (isChoice || !text.isEmpty())) place.insert(name, text.toUtf8());
  }
  const QSignalBlocker quiet(this);
  setFilter(widgets::filterFrom(place).value_or(browse::Filter()));
  const int range = range_->findText(state.value(QLatin1String("range")).toString());
  if (range != between) range_->setCurrentIndex(range_->isEnabled() ? std::max(0, range) : 0);
  rangeChosen();
}

}  // namespace onceover::keys
