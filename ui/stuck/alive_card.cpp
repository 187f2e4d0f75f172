#include "ui/stuck/alive_card.h"

#include "core/browse/promises.h"
#include "ui/stuck/stuck_rows.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text.h"
#include "ui/widgets/widgets.h"

namespace onceover::stuck {

using widgets::Tone;

Aliveness alivenessOf(const browse::LockHolder& holder, const browse::KeyRow& row, const tables::Profile& profile) {
  const QString words = widgets::text(holder.words);
  switch (holder.answer) {
    case browse::LockHolder::Answer::held: return {QStringLiteral("A transaction holds the row right now"), words, Tone::warn};
    case browse::LockHolder::Answer::cannot_tell: return {QStringLiteral("Cannot tell"), words, Tone::info};
    case browse::LockHolder::Answer::nobody: break;
  }
  const bool isTaken = browse::promises_of(profile).has_fence && row.holder != key::Holder::executor;
  return {isTaken ? QStringLiteral("Its executor has lost the key") : QStringLiteral("The database cannot tell"),
          words + ' ' + widgets::readable(browse::about_its_worker(profile, row, holder.as_of), holder.as_of), Tone::muted};
}

AliveCard::AliveCard(QWidget* parent)
    : Card(QString(), parent),
      key_(new widgets::PlainLabel({}, nullptr, widgets::TextRole::mono)),
      answer_(widgets::wrapped(widgets::TextRole::heading)),
      because_(widgets::wrapped()),
      age_(new widgets::PlainLabel({}, nullptr, widgets::TextRole::caption)),
      again_(new QPushButton(tr("Ask a&gain"))),
      open_(new QPushButton(tr("&Open case"))) {
  addToTitle(widgets::explained({tr("executor"), tr("lease"), tr("fence")}));
  key_->setElided(true);
  for (QWidget* widget : std::initializer_list<QWidget*>{key_, answer_, because_, age_}) body()->addWidget(widget);
  auto* buttons = widgets::fill(widgets::lineOf(nullptr, widgets::tokensOf(this).unit), {open_, again_, widgets::stretch()});
  widgets::fill(body(), {buttons, widgets::stretch()});
  connect(again_, &QPushButton::clicked, this, &AliveCard::askAgainRequested);
  connect(open_, &QPushButton::clicked, this, &AliveCard::caseRequested);
  setTable(tables::own());
  setNothing();
}

void AliveCard::setTable(const tables::Profile& profile) {
  setTitle(tr("Is the %1 still alive?").arg(widgets::text(browse::promises_of(profile).worker)));
}

void AliveCard::setNothing() {
  for (auto* label : {key_, answer_, age_}) label->clear();
  because_->setText(tr("Choose a key to see what the server knows about its holder."));
  again_->setEnabled(false);
  open_->setEnabled(false);
}

void AliveCard::setKey(const browse::KeyRow& row) {
  key_->setText(widgets::shown(row.id.key));
  again_->setEnabled(true);
  open_->setEnabled(true);
}

void AliveCard::setAsking(const browse::KeyRow& row) {
  setKey(row);
  answer_->setText(tr("Asking the server…"));
  answer_->setTone(Tone::muted);
  because_->clear();
  age_->clear();
}

void AliveCard::setAnswer(const Result<browse::LockHolder>& holder, const browse::KeyRow& row, const tables::Profile& profile,
                          widgets::ClockChoice clock) {
  setKey(row);
  const Aliveness said =
      holder ? alivenessOf(*holder, row, profile) : Aliveness{tr("Cannot tell"), widgets::sentences(holder.error()), Tone::danger};
  answer_->setText(said.answer);
  answer_->setTone(said.tone);
  because_->setText(said.because);
  age_->setText(holder ? tr("as of %1").arg(widgets::exact(holder->as_of, clock)) : QString());
}

QString AliveCard::words() const { return answer_->text() + '\n' + because_->text(); }

}  // namespace onceover::stuck
