// The verdicts that a person may write, a line each: the button, what it writes or why it cannot be written, and its script if it has one.
#pragma once

#include <QWidget>
#include <map>

#include "core/tables/profile.h"
#include "ui/widgets/forward.h"

namespace onceover::reconcile {

class VerdictLines : public QWidget {
  Q_OBJECT
 public:
  explicit VerdictLines(const std::vector<tables::Verb>& verbs, QWidget* parent = nullptr);

  struct Line {
    bool isShown = false, canAct = false, hasScript = false, canScript = false;
    QString words;
    bool isMuted = false;  // the words say why not
  };
  void setLine(tables::Verb verb, const Line& line);

 signals:
  void chosen(onceover::tables::Verb verb);
  void scriptChosen(onceover::tables::Verb verb);

 private:
  struct Parts {
    QPushButton* act;
    QToolButton* script;
    widgets::PlainLabel* words;
  };
  void addLine(QGridLayout* grid, tables::Verb verb);
  std::map<tables::Verb, Parts> lines_;
};

}  // namespace onceover::reconcile
