#include "ui/reconcile/body_view.h"

namespace onceover::reconcile {
namespace {

constexpr int maskedHeight = 68;  // title line and the sentence about the mask
constexpr int shownHeight = 240;

}  // namespace

BodyView::BodyView(const QString& name, QWidget* parent) : JsonView(name, parent) {
  connect(this, &JsonView::maskChanged, this, &BodyView::fit);
  fit();
}

void BodyView::showBody(const std::string& bytes) {
  setBody(bytes);
  fit();
}

void BodyView::fit() { setFixedHeight(isMasked() ? maskedHeight : shownHeight); }

}  // namespace onceover::reconcile
