// Verdicts by a person's word, a line each: the button, what it writes or why it cannot be written, and its script where there is one.
#pragma once

#include <QWidget>
#include <map>

#include "core/profile/profile.h"

class QGridLayout;
class QPushButton;
class QToolButton;

namespace onceover::widgets {
class PlainLabel;
}

namespace onceover::reconcile {

class VerdictLines : public QWidget {
  Q_OBJECT
 public:
  enum class Scripts { offered, none };
  VerdictLines(const std::vector<profile::Verb>& verbs, Scripts scripts, QWidget* parent = nullptr);

  struct Line {
    bool isShown = false, canAct = false, canScript = false;
    QString words;
    bool isMuted = false;  // the words say why not
  };
  void setLine(profile::Verb verb, const Line& line);

 signals:
  void chosen(onceover::profile::Verb verb);
  void scriptChosen(onceover::profile::Verb verb);

 private:
  struct Parts {
    QPushButton* act;
    QToolButton* script;  // null: none
    widgets::PlainLabel* words;
  };
  void addLine(QGridLayout* grid, profile::Verb verb, Scripts scripts);
  std::map<profile::Verb, Parts> lines_;
};

}  // namespace onceover::reconcile
