#include "ui/metrics/controls.h"

#include <QAction>
#include <QMenu>
#include <algorithm>

#include "ui/metrics/typed_range.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::metrics {
namespace {

constexpr int narrowestBox = 96;

Timestamp floorTo(Timestamp at, Duration step) {
  const std::int64_t rest = ((at.us % step.count()) + step.count()) % step.count();
  return {at.us - rest};
}

QComboBox* tipped(QComboBox* box) {
  box->setToolTip(widgets::toolTip(box->accessibleName()));
  return box;
}

QComboBox* namesBox(const QString& all, const QString& name) {
  QComboBox* box = widgets::editableBox(name);
  box->lineEdit()->setPlaceholderText(all);
  return box;
}

}  // namespace

void TimeFrames::zoom(Timestamp from, Timestamp to) {
  if (to - from < shortest_frame) {
    const Timestamp middle{from.us + (to.us - from.us) / 2};
    from = middle - shortest_frame / 2;
    to = from + shortest_frame;
  }
  frames_.append(TimeFrame{to - from, from, to});
}

Request requestFor(const TimeFrame& frame, Timestamp now, int points) {
  Request out;
  const Duration span = frame.isPart()    ? *frame.to - *frame.from
                        : frame.isSince() ? std::max(now - *frame.from, shortest_frame)
                                          : frame.span;
  out.step = step_for(span, std::max(1, points));
  if (frame.isPart()) {
    out.from = floorTo(*frame.from, out.step);
    out.to = floorTo(*frame.to - Duration(1), out.step) + out.step;
  } else {
    out.to = floorTo(now, out.step) + out.step;
    out.from = floorTo(frame.isSince() ? std::min(*frame.from, now) : out.to - span, out.step);
  }
  return out;
}

Controls::Controls(QWidget* parent) : QWidget(parent) {
  const widgets::Tokens t = widgets::tokensOf(this);
  auto* row = new widgets::FlowLayout(t.unit, this);
  row->setContentsMargins(t.gap, t.unit, t.gap, t.unit);
  constexpr int hour = 3600, day = 24 * hour;
  source_ = tipped(widgets::comboBox(tr("Source of the numbers")));
  source_->hide();
  span_ = widgets::editableBox(tr("Time range"));
  span_->setMinimumContentsLength(16);
  span_->setToolTip(widgets::toolTip(tr("Time range: choose one, or type 45m, 2h30m, since 14:05, 14:05 to 15:10")));
  span_->setCompleter(nullptr);  // what is typed is not a beginning of what is listed
  for (const int seconds : {900, hour, 3 * hour, 6 * hour, day, 7 * day, 30 * day})
    span_->addItem(tr("Last %1").arg(widgets::span(std::chrono::seconds(seconds))), seconds);
  span_->setCurrentIndex(1);
  tenant_ = namesBox(tr("All tenants"), tr("Filter by tenant"));
  operation_ = namesBox(tr("All operations"), tr("Filter by operation"));
  split_ = tipped(widgets::comboBox(tr("Split by"), {{tr("Not split"), static_cast<int>(By::nothing)}}));
  compare_ = tipped(
      widgets::comboBox(tr("Compare with"), {{tr("Not compared"), 0}, {tr("With yesterday"), day}, {tr("With last week"), 7 * day}}));
  for (QComboBox* one : {source_, span_, tenant_, operation_, split_, compare_}) {
    one->setMinimumWidth(narrowestBox);  // a long name of a source or a tenant does not widen the page
    row->addWidget(one);
  }
  connect(source_, &QComboBox::activated, this, &Controls::sourceChosen);
  connect(span_, &QComboBox::activated, this, [this](int index) {
    const int seconds = span_->itemData(index).toInt();
    if (seconds > 0) emit frameChosen(TimeFrame{std::chrono::seconds(seconds), {}, {}});
  });
  connect(span_->lineEdit(), &QLineEdit::returnPressed, this, &Controls::readRange);
  // Left half typed, it says again what is shown.
  connect(span_->lineEdit(), &QLineEdit::editingFinished, this, [this] {
    if (!span_->lineEdit()->hasFocus()) span_->setEditText(rangeText(frame_, clock_));
  });
  for (QComboBox* one : {tenant_, operation_, split_, compare_}) connect(one, &QComboBox::activated, this, &Controls::changed);
  for (QComboBox* one : {tenant_, operation_}) connect(one->lineEdit(), &QLineEdit::returnPressed, this, &Controls::changed);
}

void Controls::setSources(const QStringList& names, int current) {
  source_->clear();
  source_->addItems(names);
  source_->setCurrentIndex(current);
  source_->setVisible(names.size() > 1);
}

void Controls::setSplits(const QVector<By>& by) {
  const By chosen = split();
  split_->clear();
  split_->addItem(tr("Not split"), static_cast<int>(By::nothing));
  for (const By one : by) split_->addItem(tr("By %1").arg(widgets::text(word(one))), static_cast<int>(one));
  split_->setCurrentIndex(std::max(0, split_->findData(static_cast<int>(chosen))));
}

void Controls::readRange() {
  const QString typed = span_->currentText();
  if (typed.compare(rangeText(frame_, clock_), Qt::CaseInsensitive) == 0) return;
  const auto frame = typedRange(typed, now_ ? now_() : Timestamp{}, clock_);
  if (!frame) return emit frameRefused(frame.error());
  emit frameChosen(*frame);
}

void Controls::setFrame(const TimeFrames& frames, widgets::ClockChoice clock) {
  frame_ = frames.current();
  clock_ = clock;
  const bool isListed = !frame_.from;
  span_->setCurrentIndex(isListed ? span_->findData(static_cast<int>(frame_.span / std::chrono::seconds(1))) : -1);
  span_->setEditText(rangeText(frame_, clock_));
}

// What is chosen or half typed stays.
void Controls::offer(QComboBox* box, const std::vector<std::string>& values) {
  QStringList words;
  for (const std::string& value : values) words.append(widgets::text(value));
  QStringList there;
  for (int i = 0; i < box->count(); ++i) there.append(box->itemText(i));
  if (there == words) return;
  const QString typed = box->currentText();
  box->clear();
  box->addItems(words);
  box->setCurrentIndex(-1);
  box->setEditText(typed);
}

void Controls::setNames(const std::vector<std::string>& tenants, const std::vector<std::string>& operations) {
  offer(tenant_, tenants);
  offer(operation_, operations);
}

void Controls::addButton(QAction* action, bool hasText) {
  auto* button = new QToolButton;
  button->setDefaultAction(action);
  button->setToolButtonStyle(hasText ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
  button->setFocusPolicy(Qt::StrongFocus);
  button->setAccessibleName(action->text());
  layout()->addWidget(button);
}

void Controls::addMenu(QMenu* menu, const QString& text) {
  auto* button = new QToolButton;
  button->setText(text);
  button->setAccessibleName(text);
  button->setFocusPolicy(Qt::StrongFocus);
  button->setPopupMode(QToolButton::InstantPopup);
  button->setMenu(menu);
  layout()->addWidget(button);
}

std::string Controls::tenant() const { return widgets::bytes(tenant_->currentText().trimmed()); }
std::string Controls::operation() const { return widgets::bytes(operation_->currentText().trimmed()); }
By Controls::split() const { return static_cast<By>(split_->currentData().toInt()); }
Comparison Controls::comparison() const {
  const int back = compare_->currentData().toInt();
  return {std::chrono::seconds(back), back == 0 ? QString() : back == 86400 ? tr("yesterday") : tr("last week")};
}
void Controls::focusSearch() { operation_->setFocus(); }

}  // namespace onceover::metrics
