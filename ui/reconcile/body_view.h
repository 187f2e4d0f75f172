// A body on the Case page: low while it is masked, with room to read once it is revealed.
#pragma once

#include "ui/widgets/json_view.h"

namespace onceover::reconcile {

class BodyView : public widgets::JsonView {
  Q_OBJECT
 public:
  explicit BodyView(const QString& name, QWidget* parent = nullptr);
  // As JsonView::setBody.
  void showBody(const std::string& bytes);

 private:
  void fit();
};

}  // namespace onceover::reconcile
