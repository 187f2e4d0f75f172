// The fingerprint of the stored request, and whether a pasted or dropped body is the same request.
#pragma once

#include <QStringList>
#include <string>

#include "core/tables/profile.h"
#include "ui/widgets/card.h"
#include "ui/widgets/forward.h"

namespace onceover::cases {

// "Match: …" or why not, and every way of making a fingerprint that was tried, those that match first. stored: as KeyRow::fingerprint.
struct Comparison {
  QString words;
  bool match = false, differs = false;  // neither: it cannot be said
  QStringList ways;
};
// whyNotAnother: browse::why_not_another_body().
Comparison comparePayload(const std::string& stored, const std::string& body, const std::string& whyNotAnother);

class FingerprintCard : public widgets::Card {
  Q_OBJECT
 public:
  explicit FingerprintCard(QWidget* parent = nullptr);
  // What was pasted stays, and is compared anew.
  void setFingerprint(const std::string& stored, const tables::Profile& profile);
  void clearPasted();

 private:
  void compare();
  std::string stored_, whyNotAnother_;
  widgets::PlainLabel *kind_, *digest_, *result_, *ways_;
  widgets::BodyEdit* body_;
  QPushButton* compare_;
};

}  // namespace onceover::cases
