// "Is the executor still alive?", for one stuck key: what the server says about its row, in words. Never a guess.
#pragma once

#include <QString>

#include "core/base/result.h"
#include "core/browse/browser.h"
#include "ui/widgets/card.h"
#include "ui/widgets/forward.h"

namespace onceover::stuck {

struct Aliveness {
  QString answer;   // in a few words
  QString because;  // what is known, and what it does not say
  widgets::Tone tone = widgets::Tone::neutral;
};

// Pure.
Aliveness alivenessOf(const browse::LockHolder& holder, const browse::KeyRow& row, const tables::Profile& profile);

class AliveCard : public widgets::Card {
  Q_OBJECT
 public:
  explicit AliveCard(QWidget* parent = nullptr);
  void setNothing();
  void setAsking(const browse::KeyRow& row);
  void setAnswer(const Result<browse::LockHolder>& holder, const browse::KeyRow& row, const tables::Profile& profile,
                 widgets::ClockChoice clock);
  // The table whose rows it is about.
  void setTable(const tables::Profile& profile);
  QString words() const;

 signals:
  void askAgainRequested();
  void caseRequested();

 private:
  void setKey(const browse::KeyRow& row);
  widgets::PlainLabel *key_, *answer_, *because_, *age_;
  QPushButton *again_, *open_;
};

}  // namespace onceover::stuck
