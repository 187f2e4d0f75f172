// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plans/models.h"

#include <QProgressBar>

#include "ui/plans/words.h"
#include "ui/widgets/widgets.h"

namespace onceover::plans {

using plan::Plan;
using widgets::shown;

PlansModel::PlansModel(QObject* parent) : RowsModel(parent) {
  setColumns({
      {{tr("State"), 13},
       [](const Plan& plan) { return badgeOf(plan); },
       [](const Plan& plan) {
         return badgeOf(plan).word + (plan.state_why.empty() ? QString() : ": " + shown(plan.state_why));
       }},
      {{tr("Name"), 28, Stretch}, [](const Plan& plan) { return shown(plan.name); }},
      {{tr("Act"), 10}, [](const Plan& plan) { return actTitle(plan.act); }, doesInWords},
      {{tr("Table"), 24}, [](const Plan& plan) { return widgets::relationShown(plan.relation); }},
      {{tr("Ended"), 20, Right},
       [](const Plan& plan) {
         return tr("%1 of %2").arg(widgets::number(plan.ended), widgets::number(plan.items));
       }},
      {{tr("Made by"), 14},
       [](const Plan& plan) { return shown(plan.actor.name); },
       [](const Plan& plan) {
         return tr("%1 on %2, as database user %3")
             .arg(shown(plan.actor.name), shown(plan.actor.host), shown(plan.db_user));
       }},
      {{tr("Made"), 14},
       [](const Plan& plan) { return widgets::relative(plan.created_at, plan.as_of); },
       [this](const Plan& plan) { return widgets::exact(plan.created_at, clock()); }},
  });
}

int PlansModel::rowOf(std::int64_t id) const {
  return rowWhere([id](const Plan& plan) { return plan.id == id; });
}

using plan::Item;
using widgets::orDash;
using widgets::shown;

namespace {

// What tells the row from all others of its table.
QString wholeKey(const key::Identity& id) {
  QStringList parts;
  for (const auto& column : id.columns)
    parts.append(column ? widgets::shown(*column) : QStringLiteral("NULL"));
  if (!parts.isEmpty()) return parts.join(QStringLiteral(", "));
  for (const std::string* part : {&id.tenant, &id.operation, &id.key}) {
    if (!part->empty()) parts.append(widgets::shown(*part));
  }
  return parts.join(QStringLiteral(" · "));
}

QString stateTip(const Item& item) {
  QStringList lines{badgeOf(item.state).word};
  if (!item.runner.empty()) lines.append(ItemsModel::tr("Last taken by %1").arg(shown(item.runner)));
  if (item.tries > 0) lines.append(ItemsModel::tr("Tried %Ln times", nullptr, widgets::counted(item.tries)));
  return lines.join(QLatin1Char('\n'));
}

QString foreseenTip(const Item& item, plan::Verb act) {
  if (item.foreseen.empty()) return ItemsModel::tr("No dry run has looked at it");
  const QString what =
      item.foreseen_writes ? ItemsModel::tr("would be written") : runDoes(act, item.foreseen, false);
  return ItemsModel::tr("%1: %2").arg(verdictWord(item.foreseen), what) +
         (item.foreseen_why.empty() ? QString() : QLatin1Char('\n') + shown(item.foreseen_why));
}

}  // namespace

ItemsModel::ItemsModel(QObject* parent) : RowsModel(parent) {
  setColumns({
      {{tr("No."), 6, Right},
       [](const Item& item) { return widgets::number(item.position); },
       [](const Item& item) {
         return item.line > 0 ? tr("Line %1 of the list").arg(widgets::number(item.line))
                              : widgets::number(item.position);
       }},
      {{tr("State"), 17},
       [this](const Item& item) { return notes_.onto(badgeOf(item.state), item.id); },
       [this](const Item& item) { return stateTip(item) + notes_.tip(item.id); }},
      {{tr("Key"), 26, Mono},
       [](const Item& item) { return shown(item.id.key); },
       [](const Item& item) { return wholeKey(item.id); }},
      {{tr("Customer"), 13}, [](const Item& item) { return shown(item.subject.customer); }},
      {{tr("Amount"), 15, Right | Whole}, [](const Item& item) { return widgets::money(item.subject); }},
      {{tr("Foreseen"), 22},
       [](const Item& item) { return verdictWord(item.foreseen); },
       [this](const Item& item) { return foreseenTip(item, act_); }},
      {{tr("Outcome"), 20}, [](const Item& item) { return verdictWord(item.outcome); }},
      {{tr("Why"), 30, Stretch},
       [](const Item& item) { return orDash(item.why.empty() ? item.foreseen_why : item.why); }},
      {{tr("Audit"), 8, Right},
       [](const Item& item) { return item.audit_id ? widgets::number(*item.audit_id) : widgets::dash; }},
  });
}

void ItemsModel::setItems(ItemsPage page) {
  asked_ = false;
  more_ = page.more;
  notes_ = std::move(page.notes);
  setRows(std::move(page.items));
}

void ItemsModel::append(ItemsPage page) {
  asked_ = true;  // what hears of the rows before they are there must not ask for them again
  notes_.add(std::move(page.notes));
  insert(rowCount(), std::move(page.items), [&] {
    more_ = page.more;
    asked_ = false;
  });
}

void ItemsModel::fetchMore(const QModelIndex& parent) {
  if (!canFetchMore(parent)) return;
  asked_ = true;
  emit behindWanted(lastPosition());
}

PlanHead::PlanHead(QWidget* parent)
    : QWidget(parent),
      line_(nullptr),
      name_(widgets::elided(widgets::TextRole::heading)),
      does_(widgets::wrapped()),
      money_(widgets::wrapped(widgets::TextRole::strong, tr("Amounts of the rows"))),
      progress_(new widgets::PlainLabel({}, nullptr, widgets::TextRole::caption)),
      note_(widgets::wrapped(widgets::TextRole::body, tr("What came of the last act"))),
      left_(widgets::wrapped(widgets::TextRole::strong, tr("What is not settled"))),
      badge_(new widgets::BadgeLabel),
      bar_(new QProgressBar) {
  const widgets::Tokens t = widgets::tokensOf(this);
  name_->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
  bar_->setTextVisible(false);
  bar_->setFixedHeight(6);
  bar_->setMaximumWidth(240);
  bar_->setAccessibleName(tr("Progress of the plan"));
  left_->setTone(widgets::Tone::warn);
  line_ = widgets::flowOf({name_, badge_, widgets::flowGap()});
  auto* row = widgets::fill(widgets::lineOf(nullptr, t.unit), {bar_, {progress_, 1}});
  widgets::fill(widgets::columnOf(this, t.half), {line_, left_, money_, does_, row, note_});
  say({});
}

void PlanHead::show(const plan::Plan& plan, const plan::Totals& totals, bool worksHere) {
  name_->setText(widgets::shown(plan.name));
  const QString left = leftInWords(plan, totals);
  widgets::Badge badge = badgeOf(plan);
  if (plan.unreadable.empty() && plan.state == plan::State::finished)
    badge.tone = left.isEmpty() ? widgets::Tone::ok : widgets::Tone::warn;
  badge_->setBadge(badge);
  left_->setText(left);
  left_->setVisible(!left.isEmpty());
  does_->setText(doesInWords(plan));
  money_->setText(widgets::sumsShown(totals.money));
  money_->setVisible(!widgets::sumsBeside(totals.money).isEmpty());
  const Progress progress = progressOf(totals, workOf(plan));
  bar_->setRange(0, 1000);
  bar_->setValue(progress.total > 0 ? static_cast<int>(1000 * progress.done / progress.total) : 0);
  QString words = progress.words;
  const auto add = [&words](const QString& more) { words += QStringLiteral(" · ") + more; };
  if (worksHere) {
    add(tr("this desk is at work on it; Ctrl+. ends that, the plan stays as it is"));
  } else if (totals.taken > 0) {
    add(tr("another desk is at work on it"));
  } else if (isMoving(plan, totals) && totals.per_second + totals.foreseen_per_second > 0) {
    add(tr("worked on within the last half minute"));
  } else if (plan.state == plan::State::running) {
    add(tr("no runner is at work on it at this moment"));
  }
  if (!plan.unreadable.empty())
    add(widgets::shown(plan.unreadable));
  else if (!plan.state_why.empty() &&
           (plan.state == plan::State::paused || plan.state == plan::State::stopped)) {
    add(tr("%1: %2").arg(badgeOf(plan.state).word, widgets::shown(plan.state_why)));
  }
  progress_->setText(words);
}

void PlanHead::say(const QString& words, widgets::Tone tone) {
  note_->setTone(tone);
  note_->setText(words);
  note_->setVisible(!words.isEmpty());
}

QString PlanHead::note() const { return note_->text(); }
QString PlanHead::money() const { return money_->text(); }
QString PlanHead::left() const { return left_->text(); }
QString PlanHead::progress() const { return progress_->text(); }
void PlanHead::addTool(QWidget* widget) { line_->layout()->addWidget(widget); }

}  // namespace onceover::plans
