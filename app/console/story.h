// A stuck key on its page, asked about and settled: a picture for each step, taken when the page has settled. For documents. It writes, so
// it is only for a store of Try it.
#pragma once

#include <QObject>
#include <vector>

#include "app/console/pictures.h"
#include "ui/cases/case_page.h"
#include "ui/shell/main_window.h"

namespace onceover::console {

class Story : public QObject {
  Q_OBJECT
 public:
  Story(shell::MainWindow& window, bridge::Session& session, QObject* parent);
  void begin(const key::Identity& id);
  const std::vector<Frame>& frames() const { return frames_; }

 signals:
  void told();

 private:
  enum class Step { none, stuck, asking, asked, settling, settled };
  void look();
  void go();
  void frame(const QString& caption);
  void trigger(QWidget& where, const QKeySequence& keys);
  void confirm();

  shell::MainWindow& window_;
  bridge::Session& session_;
  cases::CasePage* page_ = nullptr;
  std::vector<Frame> frames_;
  Step step_ = Step::none;
  bool going_ = false;
};

}  // namespace onceover::console
