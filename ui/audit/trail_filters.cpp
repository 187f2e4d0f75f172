#include "ui/audit/trail_filters.h"

#include "ui/widgets/flow_layout.h"
#include "ui/widgets/widgets.h"

namespace onceover::audit {
namespace {

constexpr int chosenHours = -1;  // not hours before now: the time that another page has asked for

}  // namespace

TrailFilters::TrailFilters(QWidget* parent)
    : QWidget(parent),
      key_(widgets::lineEdit(tr("Filter by key"), tr("Exact key"))),
      actor_(widgets::lineEdit(tr("Filter by actor"), tr("Who"))),
      action_(widgets::comboBox(tr("Filter by action"), {{tr("Any action"), {}},
                                                         {tr("Took over"), QStringLiteral("own")},
                                                         {tr("Settled or released"), QStringLiteral("settle")},
                                                         {tr("Written to other tables"), QStringLiteral("write")},
                                                         {tr("Lease extended"), QStringLiteral("extend")},
                                                         {tr("Reaped by a plan"), QStringLiteral("reap")},
                                                         {tr("Unresolved"), QStringLiteral("unresolved")},
                                                         {tr("Needs a person"), QStringLiteral("needs_human")},
                                                         {tr("Undone"), QStringLiteral("undo")},
                                                         {tr("Approval requested"), QStringLiteral("ask_approval")},
                                                         {tr("Approval refused"), QStringLiteral("end_approval")},
                                                         {tr("All stopped"), QStringLiteral("stop")},
                                                         {tr("All started"), QStringLiteral("start")}})),
      time_(widgets::comboBox(
          tr("Filter by time"),
          {{tr("Any time"), 0}, {tr("Last hour"), 1}, {tr("Last 24 hours"), 24}, {tr("Last 7 days"), 168}, {tr("Last 30 days"), 720}})) {
  key_->setObjectName(QStringLiteral("key"));
  for (QLineEdit* edit : {key_, actor_}) edit->setClearButtonEnabled(true);
  time_->setObjectName(QStringLiteral("time"));
  auto* clear = new QPushButton(tr("C&lear"));
  clear->setToolTip(widgets::toolTip(tr("Show everything again")));
  // Where there is little room the lists give way, and not the key; a time is read to its end.
  key_->setMinimumWidth(190);
  actor_->setMinimumWidth(96);
  actor_->setMaximumWidth(160);
  action_->setMinimumWidth(100);
  time_->setMinimumWidth(136);

  const widgets::Tokens t = widgets::tokensOf(this);
  auto* row = new widgets::FlowLayout(t.unit, this);
  row->setContentsMargins(t.gap, t.unit, t.gap, t.unit);
  widgets::heightFollowsWidth(this);
  for (QWidget* next : std::initializer_list<QWidget*>{key_, actor_, action_, time_, clear}) row->addWidget(next);

  connect(key_, &QLineEdit::returnPressed, this, &TrailFilters::changed);
  connect(actor_, &QLineEdit::returnPressed, this, &TrailFilters::changed);
  connect(action_, &QComboBox::activated, this, &TrailFilters::changed);
  connect(time_, &QComboBox::activated, this, &TrailFilters::changed);
  connect(time_, &QComboBox::currentIndexChanged, this, &TrailFilters::nameTime);
  connect(clear, &QPushButton::clicked, this, &TrailFilters::clearRequested);
}

Filter TrailFilters::filter(Timestamp now) const {
  Filter filter;
  filter.key = widgets::bytes(key_->text().trimmed());
  filter.actor = widgets::bytes(actor_->text().trimmed());
  filter.action = widgets::bytes(action_->currentData().toString());
  const int hours = time_->currentData().toInt();
  if (hours > 0) filter.from = now - std::chrono::hours(hours);
  if (hours == chosenHours) {
    filter.from = chosenTime_->first;
    filter.to = chosenTime_->second;
  }
  return filter;
}

bool TrailFilters::isFiltered() const {
  return !key_->text().trimmed().isEmpty() || !actor_->text().trimmed().isEmpty() || action_->currentIndex() > 0 ||
         time_->currentIndex() > 0;
}

void TrailFilters::clear() {
  key_->clear();
  actor_->clear();
  action_->setCurrentIndex(0);
  time_->setCurrentIndex(0);
  if (chosenTime_) time_->removeItem(time_->count() - 1);
  chosenTime_.reset();
}

void TrailFilters::chooseKey(const std::string& key) {
  clear();
  key_->setText(widgets::text(key));
}

void TrailFilters::chooseTime(Timestamp from, Timestamp to) {
  clear();
  chosenTime_ = {from, to};
  time_->addItem({}, chosenHours);
  time_->setCurrentIndex(time_->count() - 1);
}

bool TrailFilters::choose(const Filter& filter) {
  const int action = filter.action.empty() ? 0 : action_->findData(widgets::text(filter.action));
  if (action < 0) return false;
  clear();
  if (filter.from && filter.to) chooseTime(*filter.from, *filter.to);
  key_->setText(widgets::text(filter.key));
  actor_->setText(widgets::text(filter.actor));
  action_->setCurrentIndex(action);
  return true;
}

void TrailFilters::setClock(widgets::ClockChoice clock) {
  clock_ = clock;
  nameTime();
}

// The day is in the tool tip: the filters leave a time no more room than "Last 24 hours".
void TrailFilters::nameTime() {
  if (!chosenTime_) return time_->setToolTip({});
  const QString begin = widgets::exact(chosenTime_->first, clock_), length = widgets::span(chosenTime_->second - chosenTime_->first);
  time_->setItemText(time_->count() - 1, tr("%1, %2").arg(begin.section(QLatin1Char(' '), 1, 1).left(8), length));
  const bool isShown = time_->currentData().toInt() == chosenHours;
  time_->setToolTip(isShown ? widgets::toolTip(tr("%1 from %2").arg(length, begin)) : QString());
}

void TrailFilters::focusKey() {
  key_->setFocus();
  key_->selectAll();
}

void TrailFilters::addButton(QPushButton* button) { layout()->addWidget(button); }

}  // namespace onceover::audit
