#include "ui/widgets/dialog_body.h"

#include <QEvent>
#include <QLayout>
#include <QScreen>
#include <QScrollBar>
#include <algorithm>

namespace onceover::widgets {
namespace {

constexpr int leastHeight = 120;
constexpr QSize leastRoom(640, 480);
constexpr int frame = 32;  // the title that a window manager draws

class Fitter : public QObject {
 public:
  explicit Fitter(QWidget* dialog) : QObject(dialog) { dialog->installEventFilter(this); }
  bool eventFilter(QObject* watched, QEvent* event) override {
    auto* dialog = static_cast<QWidget*>(watched);
    if (event->type() == QEvent::Show && !event->spontaneous()) {
      const QWidget* owner = dialog->parentWidget();
      const QSize room = owner != nullptr ? owner->window()->size().expandedTo(leastRoom) : dialog->screen()->availableSize();
      const QSize most = room - QSize(0, frame);
      dialog->resize(dialog->size().boundedTo(most));
      // Only now its lines are broken at their width, and what was added last is laid out.
      for (DialogBody* body : dialog->findChildren<DialogBody*>()) {
        if (body->window() == dialog) dialog->resize(dialog->width(), std::min(most.height(), dialog->height() + body->lackingHeight()));
      }
    }
    return false;
  }
};

}  // namespace

int DialogInside::heightForWidth(int width) const {
  return layout() != nullptr && layout()->hasHeightForWidth() ? layout()->totalMinimumHeightForWidth(width)
                                                              : QWidget::heightForWidth(width);
}

DialogBody::DialogBody(QWidget* inside, QWidget* parent) : QScrollArea(parent) {
  setWidgetResizable(true);
  setFrameShape(QFrame::NoFrame);
  setFocusPolicy(Qt::NoFocus);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setAccessibleName(tr("Content"));
  setWidget(inside);
  inside->installEventFilter(this);
  for (QWidget* clear : {viewport(), inside}) clear->setAutoFillBackground(false);
}

QSize DialogBody::sizeHint() const {
  const QWidget* inside = widget();
  QSize hint = inside->sizeHint().expandedTo(inside->minimumSizeHint());
  const int width = std::max(hint.width(), minimumWidth());
  if (const QLayout* layout = inside->layout(); layout != nullptr && layout->hasHeightForWidth()) {
    hint.setHeight(layout->totalHeightForWidth(width));
  }
  return {width, hint.height()};
}

QSize DialogBody::minimumSizeHint() const {
  const QSize least = widget()->minimumSizeHint();
  return {least.width() + verticalScrollBar()->sizeHint().width(), std::min(least.height(), leastHeight)};
}

int DialogBody::lackingHeight() {
  fit();
  return std::max(0, widget()->minimumHeight() - viewport()->height());
}

bool DialogBody::eventFilter(QObject* watched, QEvent* event) {
  if (watched == widget() && event->type() == QEvent::LayoutRequest) {
    fit();
    updateGeometry();
  }
  return QScrollArea::eventFilter(watched, event);
}

void DialogBody::resizeEvent(QResizeEvent* event) {
  QScrollArea::resizeEvent(event);
  fit();
}

// QScrollArea asks for the height at this width and forgets the least height of what has none.
void DialogBody::fit() {
  QWidget* inside = widget();
  const QLayout* layout = inside->layout();
  if (layout == nullptr) return;
  int height = layout->totalMinimumSize().height();
  if (layout->hasHeightForWidth()) height = std::max(height, layout->totalMinimumHeightForWidth(viewport()->width()));
  inside->setMinimumHeight(height);
}

void fitToScreen(QWidget* dialog) {
  const QString name = QStringLiteral("fitsToScreen");
  if (dialog->findChild<QObject*>(name, Qt::FindDirectChildrenOnly) == nullptr) (new Fitter(dialog))->setObjectName(name);
}

}  // namespace onceover::widgets
