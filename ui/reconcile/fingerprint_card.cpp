#include "ui/reconcile/fingerprint_card.h"

#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "core/key/fingerprint.h"
#include "ui/widgets/text.h"

namespace onceover::reconcile {

QString comparePayload(const std::string& stored, const std::string& body) {
  const auto fingerprint = key::fingerprint_from_text(stored);
  if (!fingerprint) return QObject::tr("Cannot tell: the stored fingerprint is of a kind this program does not know.");
  if (key::fingerprint(body) == *fingerprint) return QObject::tr("Match: this body is the stored request.");
  if (key::fingerprint_raw(body) == *fingerprint) return QObject::tr("Match, byte for byte: this body is the stored request.");
  return QObject::tr("No match: another payload, or a fingerprint made with a salt, which cannot be compared here.");
}

FingerprintCard::FingerprintCard(QWidget* parent)
    : Card(tr("Fingerprint"), parent),
      kind_(new widgets::PlainLabel({}, nullptr, widgets::TextRole::caption)),
      digest_(new widgets::PlainLabel({}, nullptr, widgets::TextRole::mono)),
      result_(new widgets::PlainLabel),
      body_(new QPlainTextEdit),
      compare_(new QPushButton(tr("Co&mpare"))) {
  digest_->setElided(true);
  digest_->setAccessibleName(tr("Fingerprint"));
  body_->setPlaceholderText(tr("Paste a request body to compare it; it goes nowhere."));
  body_->setAccessibleName(tr("Request body to compare"));
  body_->setTabChangesFocus(true);
  body_->setFixedHeight(60);
  result_->setWordWrap(true);
  result_->setAccessibleName(tr("Result of the comparison"));
  result_->hide();
  body()->addWidget(kind_);
  body()->addWidget(digest_);
  body()->addWidget(body_);
  body()->addWidget(compare_, 0, Qt::AlignLeft);
  body()->addWidget(result_);
  connect(compare_, &QPushButton::clicked, this, &FingerprintCard::compare);
}

void FingerprintCard::setFingerprint(const std::string& stored) {
  stored_ = stored;
  const QString shown = widgets::shown(std::string_view(stored));
  const qsizetype colon = shown.indexOf(':');
  kind_->setText(colon < 0 ? tr("no kind") : shown.left(colon));
  digest_->setText(shown.mid(colon + 1));
  digest_->setToolTip(widgets::toolTip(shown));
  if (!result_->isHidden()) compare();
}

void FingerprintCard::clearPasted() {
  body_->clear();
  result_->hide();
}

void FingerprintCard::compare() {
  const QString words = comparePayload(stored_, widgets::bytes(body_->toPlainText()));
  const bool match = words.startsWith(tr("Match"));
  result_->setText((match ? QStringLiteral("✓ ") : QStringLiteral("✗ ")) + words);
  result_->setTone(match ? widgets::Tone::ok : widgets::Tone::warn);
  result_->show();
}

}  // namespace onceover::reconcile
