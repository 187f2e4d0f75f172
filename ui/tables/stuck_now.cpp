#include "ui/tables/stuck_now.h"

#include "core/browse/promises.h"
#include "ui/widgets/widgets.h"

namespace onceover::ui {

using widgets::TextRole;
using widgets::Tone;

StuckNow::StuckNow(QWidget* parent)
    : Card(tr("Stuck now"), parent),
      number_(new widgets::PlainLabel({}, nullptr, TextRole::title)),
      words_(widgets::wrapped()),
      oldest_(new widgets::PlainLabel(tr("The oldest:"), nullptr, TextRole::strong)),
      rows_(widgets::columnOf(nullptr, widgets::tokensOf(this).unit)) {
  number_->setObjectName(QStringLiteral("stuckNow"));
  words_->setObjectName(QStringLiteral("stuckWords"));
  widgets::fill(body(), {number_, words_, oldest_, rows_, widgets::stretch()});
  setUnknown({});
}

void StuckNow::say(const QString& number, const QString& words, Tone tone) {
  number_->setText(number);
  number_->setTone(tone);
  words_->setText(words);
  words_->setVisible(!words.isEmpty());
  oldest_->hide();
  widgets::empty(rows_);
  isAnyStuck_ = false;
}

void StuckNow::setUnknown(const QString& why) { say(tr("unknown"), why, Tone::muted); }

void StuckNow::setReading() { say(tr("reading…"), {}, Tone::muted); }

void StuckNow::setStuck(const browse::StuckSummary& stuck, const tables::Profile& profile) {
  const unfinished::Answer& answer = stuck.answer;
  if (answer.nothing_is_stuck()) return say(QStringLiteral("0"), widgets::text(browse::none_stuck(profile)), Tone::ok);
  if (!answer.some_are_stuck()) {
    const QString why = answer.leases_are_seen ? widgets::text(unfinished::explanation(answer.knowledge))
                                               : tr("The mapping does not define when a row is stuck.");
    return setUnknown(why);
  }
  const QString count = widgets::text(unfinished::how_many(answer.knowledge, answer.stuck));
  say(count, widgets::text(unfinished::explanation(answer.knowledge)), Tone::warn);
  isAnyStuck_ = true;
  oldest_->setVisible(!stuck.oldest.empty());
  for (const browse::KeyRow& row : stuck.oldest) addRow(row, stuck.as_of);
}

void StuckNow::addRow(const browse::KeyRow& row, Timestamp asOf) {
  auto* key = widgets::elided(TextRole::mono);
  key->setText(widgets::shown(row.id.key));
  QStringList words;
  if (const auto at = row.lease_ended(); at && at->is_finite()) words.append(tr("stuck for %1").arg(widgets::span(asOf - *at)));
  if (!row.state_word.empty()) words.append(widgets::shown(row.state_word));
  if (row.subject.customer) words.append(widgets::shown(*row.subject.customer));
  if (row.subject.amount) words.append(widgets::money(row.subject));
  auto* about = widgets::elided(TextRole::caption);
  about->setText(words.join(QStringLiteral(" · ")));
  if (const auto at = row.lease_ended()) about->setToolTip(widgets::toolTip(widgets::exact(*at, clock_)));
  auto* box = new QWidget;
  widgets::fill(widgets::columnOf(box, 0), {key, about});
  rows_->addWidget(box);
}

}  // namespace onceover::ui
