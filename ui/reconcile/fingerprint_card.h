// The fingerprint of the stored request, and whether a pasted body is the same request.
#pragma once

#include <string>

#include "ui/widgets/card.h"

class QPlainTextEdit;
class QPushButton;

namespace onceover::widgets {
class PlainLabel;
}

namespace onceover::reconcile {

// "The body is this request." or why not; pure. stored: as KeyRow::fingerprint.
QString comparePayload(const std::string& stored, const std::string& body);

class FingerprintCard : public widgets::Card {
  Q_OBJECT
 public:
  explicit FingerprintCard(QWidget* parent = nullptr);
  // What was pasted stays, and is compared anew.
  void setFingerprint(const std::string& stored);
  void clearPasted();

 private:
  void compare();
  std::string stored_;
  widgets::PlainLabel *kind_, *digest_, *result_;
  QPlainTextEdit* body_;
  QPushButton* compare_;
};

}  // namespace onceover::reconcile
