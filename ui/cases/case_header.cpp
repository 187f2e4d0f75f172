// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/cases/case_header.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QPainter>

#include "core/plan/plan.h"
#include "ui/widgets/widgets.h"

namespace onceover::cases {

using widgets::PlainLabel;
using widgets::shown;
using widgets::TextRole;

namespace {

// Where the key stands: tenant and operation, the table's own word, and what identifies the row where that is
// more than its key.
QString placeOf(const browse::KeyRow& row, const tables::Profile& profile) {
  const bool own = tables::is_own(profile);
  QStringList parts;
  if (own || !profile.tenant.empty())
    parts.append(row.id.tenant.empty() ? QObject::tr("no tenant") : shown(row.id.tenant));
  if (!row.id.operation.empty()) parts.append(shown(row.id.operation));
  if (row.archived) parts.append(QObject::tr("in the archive"));
  if (!own && !row.state_word.empty()) parts.append(QObject::tr("stored as %1").arg(shown(row.state_word)));
  if (row.id.columns.size() > 1 && row.id.columns.size() == profile.identity.size()) {
    for (std::size_t i = 0; i < row.id.columns.size(); ++i)
      parts.append(shown(profile.identity[i]) + ' ' + shown(row.id.columns[i]));
  }
  return parts.join(QStringLiteral("  ·  "));
}

}  // namespace

CaseHeader::CaseHeader(const QList<QAction*>& actions, QWidget* parent) : Card({}, parent) {
  const widgets::Tokens t = widgets::tokensOf(this);
  // Its labels take their size from the font of what they stand in: the key is the page's title.
  auto* title = new QWidget;
  QFont larger = font();
  larger.setPointSizeF(larger.pointSizeF() * 1.35);
  title->setFont(larger);
  badge_ = new widgets::BadgeLabel;
  key_ = new PlainLabel({}, title, TextRole::mono);
  key_->setElided(true);
  key_->setAccessibleName(tr("Key"));
  place_ = new PlainLabel({}, nullptr, TextRole::caption);
  amount_ = new PlainLabel({}, nullptr, TextRole::title);
  customer_ = new PlainLabel;
  reference_ = new PlainLabel({}, nullptr, TextRole::mono);
  correlation_ = new PlainLabel({}, nullptr, TextRole::caption);
  answer_ = widgets::wrapped(TextRole::strong, tr("What a client gets now"));
  clears_ = widgets::wrapped(TextRole::caption);
  auto* first = widgets::lineOf(title, t.unit + t.half);
  first->addWidget(badge_);
  first->addWidget(key_, 1);
  for (QAction* action : actions) {
    auto* button = new QToolButton;
    button->setDefaultAction(action);
    button->setAutoRaise(true);
    button->setAccessibleName(action->text());
    button->setToolTip(widgets::toolTip(action->text() + QStringLiteral("  ") +
                                        action->shortcut().toString(QKeySequence::NativeText)));
    first->addWidget(button);
  }
  auto* left = widgets::fill(widgets::columnOf(nullptr, t.half),
                             {title, place_, answer_, clears_, widgets::stretch()});
  auto* right = widgets::columnOf(nullptr, t.half);
  const std::pair<PlainLabel*, QString> facts[] = {{amount_, tr("Amount")},
                                                   {customer_, tr("Customer")},
                                                   {reference_, tr("Reference")},
                                                   {correlation_, tr("Correlation id")}};
  for (const auto& [label, name] : facts) {
    label->setAccessibleName(name);
    label->setAlignment(Qt::AlignRight);
    right->addWidget(label);
  }
  // A long name or reference gives way, the amount beside it never does.
  for (PlainLabel* label : {customer_, reference_, correlation_}) {
    label->setElided(true);
    label->setMaximumWidth(label->fontMetrics().averageCharWidth() * 40);
  }
  right->addStretch(1);
  auto* both = widgets::fill(widgets::lineOf(nullptr, t.section), {{left, 1}, right});
  body()->addLayout(both);
}

void CaseHeader::showKey(const browse::Detail& detail, const browse::Why& why, const tables::Profile& profile,
                         const reconcile::NoteTally& notes) {
  const browse::KeyRow& row = detail.row;
  widgets::Badge badge = widgets::badgeOf(row, detail.as_of);
  badge.word += widgets::NoteMarks::mark(notes);
  badge_->setBadge(badge);
  badge_->setToolTip(widgets::toolTip(widgets::NoteMarks::tip(notes)));
  key_->setText(shown(row.id.key));
  key_->setToolTip(widgets::toolTip(key_->text()));
  place_->setText(placeOf(row, profile));
  amount_->setText(widgets::money(row.subject));
  customer_->setText(row.subject.customer ? tr("customer %1").arg(shown(row.subject.customer))
                                          : tr("customer not known"));
  reference_->setText(row.subject.reference ? shown(row.subject.reference) : tr("no reference"));
  correlation_->setText(tr("correlation id %1").arg(shown(row.correlation_id)));
  correlation_->setVisible(!row.correlation_id.empty());
  for (PlainLabel* label : {customer_, reference_, correlation_})
    label->setToolTip(widgets::toolTip(label->text()));
  amount_->setVisible(!profile.amount.empty() || !profile.currency.empty());
  customer_->setVisible(!profile.customer.empty());
  reference_->setVisible(!profile.reference.empty());
  clears_->setText(tr("Changes: %1").arg(widgets::readable(why.clears, why.as_of)));
  // What the service of an external table answers is not for this program to say.
  if (!why.status_known) return answer_->setText(widgets::readable(why.rule, why.as_of));
  const QString status =
      why.status == 0 ? tr("The next request runs it") : tr("Clients get %1").arg(why.status);
  const QString code = why.error_code.empty() ? QString() : QStringLiteral(" ") + shown(why.error_code);
  answer_->setText(status + code + QStringLiteral(". ") + widgets::readable(why.rule, why.as_of));
}

namespace {

constexpr int gutter = 24;  // room for dots and line
constexpr int dotX = 8;

}  // namespace

LifeLine::LifeLine(QWidget* parent) : QWidget(parent), grid_(new QGridLayout(this)) {
  const widgets::Tokens t = widgets::tokensOf(this);
  grid_->setContentsMargins(gutter, 0, 0, 0);
  grid_->setHorizontalSpacing(t.unit);
  grid_->setVerticalSpacing(t.unit);
  grid_->setColumnStretch(0, 1);
}

void LifeLine::setSteps(const std::vector<LifeStep>& steps, Timestamp now, widgets::ClockChoice clock) {
  widgets::empty(grid_);
  steps_ = steps;
  QStringList said;
  int row = 0;
  for (const LifeStep& step : steps) {
    auto* words = new widgets::PlainLabel(step.words, nullptr,
                                          step.isNow ? widgets::TextRole::strong : widgets::TextRole::body);
    words->setWordWrap(true);
    auto* when = new widgets::PlainLabel({}, nullptr, widgets::TextRole::caption);
    if (step.at) when->setTime(*step.at, now, clock);
    grid_->addWidget(words, row, 0, Qt::AlignTop);
    grid_->addWidget(when, row, 1, Qt::AlignTop | Qt::AlignRight);
    said.append(step.at ? step.words + ' ' + widgets::relative(*step.at, now) : step.words);
    ++row;
  }
  setAccessibleName(tr("Life of the key: %1").arg(said.join(tr(", then "))));
  update();
}

void LifeLine::paintEvent(QPaintEvent*) {
  const widgets::Tokens t = widgets::tokensOf(this);
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  QPoint before;
  for (int row = 0; row < static_cast<int>(steps_.size()); ++row) {
    const QLayoutItem* item = grid_->itemAtPosition(row, 0);
    if (item == nullptr) continue;
    const LifeStep& step = steps_[static_cast<std::size_t>(row)];
    const QPoint dot(dotX, item->geometry().top() + fontMetrics().height() / 2);
    const int radius = step.isNow ? 6 : 4;
    if (row > 0) {
      painter.setPen(QPen(t.strongBorder, 1.5));
      painter.drawLine(before + QPoint(0, 7), dot - QPoint(0, radius + 3));
    }
    const QColor colour = step.tone == widgets::Tone::neutral ? t.muted : t.colour(step.tone);
    painter.setPen(QPen(colour, 2));
    painter.setBrush(step.isNow ? colour : t.surface);
    painter.drawEllipse(dot, radius, radius);
    before = dot;
  }
}

using audit::Record;
using widgets::shown;

namespace {

QString actionOf(const Record& record) {
  if (record.action == "ask_approval") return HistoryModel::tr("asked a 2nd");
  if (record.action == "end_approval") return shown(record.to_state);
  return widgets::wordShown(record.action == "write" ? record.verdict : record.action);
}

QString changeOf(const Record& record) {
  const QString from = shown(record.from_state), to = shown(audit::left_as(record));
  return from == to ? widgets::dash : QStringLiteral("→ ") + to;
}

}  // namespace

HistoryModel::HistoryModel(QObject* parent) : RowsModel(parent) {
  setColumns({
      {{tr("No."), 5, Right}, [](const Record& record) { return QString::number(record.number); }},
      {{tr("When"), 13}, [](const Record& record) { return record.at; }},
      {{tr("Action"), 12}, actionOf},
      {{tr("State"), 12}, changeOf},
      {{tr("Who"), 18}, [](const Record& record) { return shown(record.actor) + '@' + shown(record.host); }},
      {{tr("Reason"), 20, Stretch}, [](const Record& record) { return shown(record.reason); }},
      {{tr("Ticket"), 8}, [](const Record& record) { return shown(record.ticket); }},
  });
}

void StuckWalk::start(const browse::Filter& filter) {
  filter_ = filter;
  filter_.stuck = true;
  steps_.clear();
  isRead_ = false;
  isAll_ = true;
}

void StuckWalk::take(const std::vector<key::Identity>& stuck, bool isAll) {
  const std::set<key::Identity> now(stuck.begin(), stuck.end());
  std::set<key::Identity> known;
  for (Step& step : steps_) {
    step.isStuck = now.contains(step.id);
    known.insert(step.id);
  }
  for (const key::Identity& id : stuck) {
    if (known.insert(id).second) steps_.push_back({id});
  }
  isAll_ = isAll;
  isRead_ = true;
}

int StuckWalk::indexOf(const std::optional<key::Identity>& id) const {
  if (!id) return -1;
  const auto found = std::ranges::find(steps_, *id, &Step::id);
  return found == steps_.end() ? -1 : static_cast<int>(found - steps_.begin());
}

std::optional<key::Identity> StuckWalk::from(const std::optional<key::Identity>& current,
                                             bool forward) const {
  const int size = static_cast<int>(steps_.size()), at = indexOf(current);
  int i = at >= 0 ? at : forward ? -1 : size;
  for (i += forward ? 1 : -1; i >= 0 && i < size; i += forward ? 1 : -1) {
    if (steps_[static_cast<std::size_t>(i)].isStuck) return steps_[static_cast<std::size_t>(i)].id;
  }
  return std::nullopt;
}

StuckWalk::Place StuckWalk::placeOf(const std::optional<key::Identity>& current) const {
  return {.at = indexOf(current) + 1,
          .total = static_cast<int>(steps_.size()),
          .left = static_cast<int>(std::ranges::count_if(steps_, &Step::isStuck)),
          .isAll = isAll_};
}

WalkBar::WalkBar(QAction* previous, QAction* next, QWidget* parent)
    : QWidget(parent),
      place_(widgets::elided(widgets::TextRole::caption, tr("Place among the stuck keys"))),
      asks_(new QCheckBox(tr("As&k on opening"))) {
  const widgets::Tokens t = widgets::tokensOf(this);
  asks_->setToolTip(widgets::toolTip(
      tr("Asks the gateway about each unfinished key as soon as its case is open. Asking writes nothing.")));
  connect(asks_, &QCheckBox::toggled, this, &WalkBar::asksOnOpeningChanged);
  auto* line = widgets::lineOf(this, t.unit, QMargins(t.gap, t.half, t.gap, 0));
  widgets::fill(line, {widgets::buttonOf(previous, tr("Previous stuck key")),
                       widgets::buttonOf(next, tr("Next stuck key")),
                       {place_, 1},
                       asks_});
}

void WalkBar::setPlace(const StuckWalk& walk, const std::optional<key::Identity>& current) {
  const StuckWalk::Place place = walk.placeOf(current);
  QString words;
  const QString total = (place.isAll ? QString() : tr("more than ")) + widgets::number(place.total);
  if (!walk.isRead()) {
    words.clear();
  } else if (place.at > 0) {
    words = tr("%1 of %2").arg(widgets::number(place.at), total);
    if (place.left < place.total)
      words += QStringLiteral(" · ") + tr("%1 still stuck").arg(widgets::number(place.left));
  } else if (place.total > 0) {
    words = tr("%1 still stuck; this key is not one of them").arg(widgets::number(place.left));
  }
  browse::Filter rest = walk.filter();
  rest.stuck = false;
  if (!words.isEmpty() && rest != browse::Filter())
    words += QStringLiteral(" · ") + widgets::shown(plan::in_words(rest));
  say(words);
}

void WalkBar::say(const QString& words) {
  place_->setText(words);
  place_->setToolTip(widgets::toolTip(words));
}

QString WalkBar::words() const { return place_->text(); }
bool WalkBar::asksOnOpening() const { return asks_->isChecked(); }
void WalkBar::setAsksOnOpening(bool asks) { asks_->setChecked(asks); }

}  // namespace onceover::cases
