#include "ui/widgets/page.h"

#include "ui/widgets/layout.h"

namespace onceover::widgets {

Page::Page(bridge::Session& session, QWidget* parent) : QWidget(parent), session_(session), pane_(new StatePane(this)) {
  auto* layout = columnOf(this);
  layout->addWidget(pane_);
  connect(pane_, &StatePane::retryRequested, this, &Page::retry);
  connect(pane_, &StatePane::stateChanged, this, &Page::noteState);
}

void Page::retry() {
  if (session_.isReady()) {
    refresh();
  } else {
    session_.retry();
  }
}

void Page::noteState(StatePane::State state) {
  if (state != StatePane::State::loading) emit settled();
}

void Page::setClock(ClockChoice clock) {
  if (std::exchange(clock_, clock) != clock) clockChanged();
}

void Page::setAge(Timestamp asOf) {
  asOf_ = asOf;
  emit ageChanged();
}

void Page::showFailure(const Error& error) {
  if (!error.is_cancelled() || pane_->state() == StatePane::State::loading) return showError(error);
}

}  // namespace onceover::widgets
