// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/cases/outcome_card.h"

#include <algorithm>

#include "core/browse/promises.h"
#include "core/key/fingerprint.h"
#include "core/key/fingerprint_ways.h"
#include "ui/cases/case_text.h"
#include "ui/cases/override_card.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/code_view.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/widgets.h"
#include "ui/writes/row_write.h"

namespace onceover::cases {

OutcomeCard::OutcomeCard(QAction* undo, QAction* next, QWidget* parent)
    : ResultCard(tr("What happened"), parent),
      banner_(new widgets::Banner(widgets::Tone::warn, QStringLiteral("warning"), {})),
      model_(new widgets::FieldsModel({{tr("Field"), 14}, {tr("As you saw it"), 36}, {tr("Now"), 36}}, this)),
      table_(new widgets::TableView(tr("Row as you saw it and as it is now"), model_)),
      queue_(new QPushButton(widgets::icon(QStringLiteral("person")), tr("Show what &waits"))),
      auditLink_(new QPushButton) {
  queue_->setToolTip(widgets::toolTip(tr("Opens the page “Needs a person”")));
  connect(queue_, &QPushButton::clicked, this, &OutcomeCard::queueRequested);
  connect(auditLink_, &QPushButton::clicked, this, [this] {
    if (audit_) emit auditRequested(*audit_);
  });
  auditLink_->setToolTip(widgets::toolTip(tr("Opens this act on the page Audit")));
  auto* line = widgets::lineOf(nullptr, widgets::tokensOf(this).unit);
  if (next != nullptr) line->addWidget(widgets::buttonOf(next, tr("Next stuck key")));
  if (undo != nullptr) line->addWidget(undo_ = widgets::buttonOf(undo, tr("&Undo …")));
  widgets::fill(line, {queue_, auditLink_, widgets::stretch()});
  widgets::fill(body(), {banner_, table_, line});
  setAudit(std::nullopt);
  banner_->hide();
  queue_->hide();
}

void OutcomeCard::setAudit(const std::optional<std::int64_t>& number) {
  audit_ = number && *number > 0 ? number : std::nullopt;
  auditLink_->setVisible(audit_.has_value());
  if (audit_) auditLink_->setText(tr("Audit no. %1").arg(*audit_));
}

void OutcomeCard::showUndo(const widgets::Told& told, const std::optional<std::int64_t>& auditNumber) {
  compare({}, std::nullopt);
  queue_->hide();
  if (undo_ != nullptr) undo_->hide();
  banner_->hide();
  setAudit(auditNumber);
  showResult(told);
}

QString OutcomeCard::warning() const { return banner_->isVisibleTo(this) ? banner_->text() : QString(); }

// What differs; nothing where there is no row to compare with.
void OutcomeCard::compare(const browse::KeyRow& before, const std::optional<browse::KeyRow>& after) {
  auto fields = after ? compareRows(before, *after, false) : std::vector<FieldChange>();
  std::erase_if(fields, [](const FieldChange& field) { return !field.changed; });
  table_->setVisible(!fields.empty());
  model_->setRows(std::move(fields));
  table_->setHeightInRows(model_->rowCount());
}

void OutcomeCard::showAnswer(const VerdictAnswer& answer, const tables::Profile& profile) {
  const auto& outcome = answer.outcome;
  const bool waits = outcome ? std::holds_alternative<reconcile::RowWaits>(*outcome) : outcome.error().kind == ErrorKind::waits;
  const auto after = outcome ? writes::rowAfter(*outcome) : std::nullopt;
  compare(answer.before, after);
  widgets::Told told = writes::toldOutcome(profile, answer.before, outcome);
  if (outcome && std::holds_alternative<reconcile::RowChanged>(*outcome) && !tables::is_own(profile) && after && model_->rowCount() == 0) {
    told.words += ' ' + tr("Nothing that the profile names differs: another column was written, or the same values again.");
  }
  showResult(told);
  queue_->setVisible(waits);
  const auto* settled = outcome ? std::get_if<reconcile::RowSettled>(&*outcome) : nullptr;
  const auto* filed = outcome ? std::get_if<reconcile::RowFiled>(&*outcome) : nullptr;
  setAudit(settled != nullptr ? std::optional(settled->audit_id) : filed != nullptr ? std::optional(filed->audit_id) : std::nullopt);
  // What is finished stays finished: its clients may have been answered.
  if (undo_ != nullptr) undo_->setVisible(settled != nullptr && (!settled->after || !key::is_final(settled->after->state)));
  waits_ = waits;
  request_.reset();
  const std::string unconfirmed = outcome ? writes::unconfirmedOf(*outcome) : std::string();
  banner_->setVisible(!unconfirmed.empty());
  banner_->setText(widgets::shown(unconfirmed) + ' ' +
                   tr("If this server is lost now, so is the settlement. Tell the people who run it, and check again afterwards."));
}

void OutcomeCard::follow(const std::vector<audit::Record>& trail, const tables::Profile& profile, Timestamp now) {
  if (!waits_) return;
  if (!request_) {
    const auto asked = std::ranges::find_if(trail, [](const audit::Record& record) { return record.action == "ask_approval"; });
    if (asked == trail.end()) return;
    request_ = asked->number;
  }
  const auto decided = decidedSince(*request_, profile, trail, now);
  if (!decided) return;
  waits_ = false;
  queue_->hide();
  table_->hide();
  if (isVisibleTo(parentWidget())) showResult(*decided);
}

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
