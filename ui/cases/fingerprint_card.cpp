#include "ui/cases/fingerprint_card.h"

#include "core/browse/promises.h"
#include "core/key/fingerprint.h"
#include "core/key/fingerprint_ways.h"
#include "ui/widgets/body_edit.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/widgets.h"

namespace onceover::cases {

Comparison comparePayload(const std::string& stored, const std::string& body, const std::string& whyNotAnother) {
  Comparison out;
  const auto ways = key::fingerprint_matches(stored, body);
  if (ways.empty()) {
    out.words = QObject::tr("Cannot tell: the stored fingerprint is of a kind this program does not know.");
    return out;
  }
  QStringList others;
  for (const key::FingerprintMatch& way : ways) {
    const QString name = widgets::shown(way.way);
    if (way.matches && !out.match) out.words = QObject::tr("Match: this body is the stored request, by %1.").arg(name);
    out.match = out.match || way.matches;
    (way.matches ? out.ways : others).append((way.matches ? QStringLiteral("✓ ") : QStringLiteral("– ")) + name);
  }
  out.ways += others;
  if (out.match) return out;
  out.differs = whyNotAnother.empty();
  out.words = out.differs ? QObject::tr("No match: another payload, or a fingerprint made with a salt, which cannot be compared here.")
                          : widgets::shown(whyNotAnother);
  return out;
}

FingerprintCard::FingerprintCard(QWidget* parent)
    : Card(tr("Fingerprint"), parent),
      kind_(new widgets::PlainLabel({}, nullptr, widgets::TextRole::caption)),
      digest_(widgets::elided(widgets::TextRole::mono, tr("Fingerprint"))),
      result_(widgets::wrapped(widgets::TextRole::body, tr("Result of the comparison"))),
      ways_(widgets::wrapped(widgets::TextRole::caption, tr("Ways of making a fingerprint that were tried"))),
      body_(new widgets::BodyEdit),
      compare_(new QPushButton(tr("Co&mpare"))) {
  body_->setPlaceholderText(tr("Paste a request body or drop a file to compare it; it goes nowhere."));
  body_->setAccessibleName(tr("Request body to compare"));
  body_->setFixedHeight(60);
  ways_->hide();
  result_->hide();
  addToTitle(widgets::explained({tr("fingerprint"), tr("mismatch")}));
  widgets::fill(body(), {kind_, digest_, body_, {compare_, 0, Qt::AlignLeft}, result_, ways_});
  connect(body_, &widgets::BodyEdit::fileTaken, this, &FingerprintCard::compare);
  connect(compare_, &QPushButton::clicked, this, &FingerprintCard::compare);
}

void FingerprintCard::setFingerprint(const std::string& stored, const tables::Profile& profile) {
  stored_ = stored;
  whyNotAnother_ = browse::why_not_another_body(profile);
  const QString shown = widgets::shown(stored);
  const qsizetype colon = shown.indexOf(':');
  for (QWidget* control : std::initializer_list<QWidget*>{digest_, body_, compare_}) control->setVisible(!stored.empty());
  if (stored.empty()) {
    kind_->setText(!profile.fingerprint.empty() ? tr("No fingerprint is stored in this row: a body cannot be compared with it.")
                                                : tr("No column is mapped as the fingerprint: a body cannot be compared with it."));
    result_->hide();
    ways_->hide();
    return;
  }
  kind_->setText(colon < 0 ? tr("The table does not say how it was made") : shown.left(colon));
  digest_->setText(shown.mid(colon + 1));
  digest_->setToolTip(widgets::toolTip(shown));
  if (!result_->isHidden()) compare();
}

void FingerprintCard::clearPasted() {
  body_->clear();
  result_->hide();
  ways_->hide();
}

void FingerprintCard::compare() {
  const Comparison found = comparePayload(stored_, body_->body().value_or(std::string()), whyNotAnother_);
  const QString sign = found.match ? QStringLiteral("✓ ") : found.differs ? QStringLiteral("✗ ") : QStringLiteral("? ");
  result_->setText(sign + found.words);
  result_->setTone(found.match ? widgets::Tone::ok : found.differs ? widgets::Tone::warn : widgets::Tone::muted);
  result_->show();
  ways_->setText(tr("Tried:") + '\n' + found.ways.join('\n'));
  ways_->setVisible(!found.ways.isEmpty());
}

}  // namespace onceover::cases
