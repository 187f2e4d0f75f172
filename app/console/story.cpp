#include "app/console/story.h"

#include <QAction>

#include "ui/widgets/confirm_dialog.h"

namespace onceover::console {
namespace {

constexpr Duration armed_for = std::chrono::minutes(1);

}  // namespace

Story::Story(shell::MainWindow& window, bridge::Session& session, QObject* parent) : QObject(parent), window_(window), session_(session) {
  for (int i = 0; i < window_.pageCount() && page_ == nullptr; ++i) page_ = qobject_cast<cases::CasePage*>(window_.page(i));
  if (page_ == nullptr) return;
  connect(&session_, &bridge::Session::busyChanged, this, &Story::look);
  connect(page_, &widgets::Page::settled, this, &Story::look);
  connect(page_, &cases::CasePage::asked, this, [this] {
    if (step_ == Step::asking) step_ = Step::asked;
    look();
  });
  connect(&session_, &bridge::Session::armedChanged, this, [this](bool armed) {
    if (armed && step_ == Step::settling) confirm();
  });
  connect(page_, &cases::CasePage::settleFinished, this, [this] {
    if (step_ == Step::settling) step_ = Step::settled;
    look();
  });
}

void Story::begin(const key::Identity& id) {
  step_ = Step::stuck;
  trigger(window_, QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_N));  // notices, which would cover what the story is about
  window_.openCase(id);
  look();
}

// Asked anew from the event loop: a page may read on when it has an answer.
void Story::look() {
  const bool isTold = step_ == Step::none || step_ == Step::asking || step_ == Step::settling;
  if (going_ || isTold || session_.isBusy() || !page_->isSettled()) return;
  going_ = true;
  QMetaObject::invokeMethod(
      this,
      [this] {
        going_ = false;
        if (!session_.isBusy() && page_->isSettled()) go();
      },
      Qt::QueuedConnection);
}

void Story::go() {
  switch (step_) {
    case Step::stuck:
      frame(tr("1. Stuck: the service died, clients get 409. Did the money move?"));
      step_ = Step::asking;
      return trigger(*page_, QKeySequence(Qt::CTRL | Qt::Key_G));
    case Step::asked:
      frame(tr("2. Asked: the gateway's answer, what it proves, and what follows. Nothing is written."));
      step_ = Step::settling;
      return session_.arm(armed_for);
    case Step::settled:
      frame(tr("3. Settled: under a new fence, with a reason and an audit row. Clients get their answer."));
      step_ = Step::none;
      return emit told();
    default: return;
  }
}

void Story::frame(const QString& caption) { frames_.push_back({vectorPicture(window_, caption), caption}); }

void Story::trigger(QWidget& where, const QKeySequence& keys) {
  for (QAction* action : where.actions()) {
    if (action->shortcut() == keys) action->trigger();
  }
}

void Story::confirm() {
  trigger(*page_, QKeySequence(Qt::CTRL | Qt::Key_Return));
  if (auto* dialog = page_->findChild<widgets::ConfirmDialog*>()) {
    dialog->carry(tr("INC-4711: the gateway has captured it"), {});
    dialog->accept();
  }
}

}  // namespace onceover::console
