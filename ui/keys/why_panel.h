// SPDX-License-Identifier: GPL-3.0-or-later
// "Why 409?" A key, on request the body of the request too; out come the rule that answered, who holds the
// key, when that clears, and whether the body is the one the key was first used with.
#pragma once

#include <QString>
#include <QTimer>
#include <QWidget>
#include <optional>
#include <string>
#include <vector>

#include "ui/bridge/reader.h"
#include "ui/widgets/forward.h"

namespace onceover::bridge {
class Session;
}

namespace onceover::keys {

// The question behind "Why 409?", asked on the worker, and its answer in words.
struct WhyQuestion {
  std::string pasted;               // looked up in every sense it may have
  std::optional<key::Identity> id;  // instead: this row
  std::optional<std::string> body;  // compared, never kept
};

struct WhyAnswer {
  std::vector<browse::KeyRow> rows;  // that carry the key; several where tenants or operations share it
  key::Identity id;                  // the row that `why` is about
  browse::Why why;
};

Result<WhyAnswer> askWhy(bridge::Reader& reader, const WhyQuestion& question);

struct Said {
  QString text;
  widgets::Tone tone = widgets::Tone::neutral;
};

// "409 CONFLICT.idempotency.in_progress"; "A duplicate runs the handler".
Said headlineOf(const browse::Why& why);
QString holderOf(const browse::Why& why, const tables::Profile& profile,
                 widgets::ClockChoice clock = widgets::ClockChoice::utc);
// Same, another, or not compared.
Said payloadOf(const browse::Why& why);
// What is left of a live lease; none: nothing runs out.
std::optional<Duration> leftOf(const browse::Why& why, Timestamp now);

class WhyPanel : public QWidget {
  Q_OBJECT
 public:
  explicit WhyPanel(bridge::Session& session, QWidget* parent = nullptr);

  // Nothing asked, nothing answered: another table.
  void forget();
  // A row of the list: asks at once.
  void askFor(const key::Identity& id);
  void ask();
  // Again what is shown, if anything is.
  void refresh();
  void focusKey();
  void setClock(widgets::ClockChoice clock);

 signals:
  void caseRequested(const onceover::key::Identity& id);
  void closeRequested();
  void answered();

 private:
  void layOut();
  void keyEdited();
  void rowChosen(int index);
  void take(Result<WhyAnswer> answer);
  void showChoices();
  void showAnswer();
  void countDown();
  void openCase();
  QWidget* answerCard();

  bridge::Session& session_;
  QLineEdit* key_;
  QComboBox* which_;
  widgets::BodyEdit* body_;
  QPushButton *ask_, *open_;
  widgets::Card* card_;
  widgets::PlainLabel *headline_, *rule_, *holder_, *clears_, *left_, *payload_, *age_;
  std::optional<key::Identity> chosen_;  // the row asked about; none: whatever carries the typed key
  std::optional<WhyAnswer> answer_;
  QTimer tick_;
  widgets::ClockChoice clock_ = widgets::ClockChoice::utc;
};

}  // namespace onceover::keys
