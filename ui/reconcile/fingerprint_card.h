// The fingerprint of the stored request, and whether a pasted or dropped body is the same request.
#pragma once

#include <QStringList>
#include <string>

#include "ui/widgets/card.h"
#include "ui/widgets/forward.h"

namespace onceover::reconcile {

// "Match: …" or why not, and every way of making a fingerprint that was tried, those that match first. stored: as KeyRow::fingerprint.
struct Comparison {
  QString words;
  bool match = false;
  QStringList ways;
};
Comparison comparePayload(const std::string& stored, const std::string& body);

class FingerprintCard : public widgets::Card {
  Q_OBJECT
 public:
  explicit FingerprintCard(QWidget* parent = nullptr);
  // What was pasted stays, and is compared anew.
  // isMapped: the profile names a column that holds it.
  void setFingerprint(const std::string& stored, bool isMapped);
  void clearPasted();

 private:
  void compare();
  std::string stored_;
  widgets::PlainLabel *kind_, *digest_, *result_, *ways_;
  widgets::BodyEdit* body_;
  QPushButton* compare_;
};

}  // namespace onceover::reconcile
