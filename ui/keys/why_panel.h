// "Why 409?" A key, on request the body of the request too; out come the rule that answered, who holds the key, when that clears, and
// whether the body is the one the key was first used with.
#pragma once

#include <QTimer>
#include <QWidget>
#include <optional>
#include <vector>

#include "ui/keys/why_answer.h"
#include "ui/widgets/forward.h"

namespace onceover::bridge {
class Session;
}

namespace onceover::keys {

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
