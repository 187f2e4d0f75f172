// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/cases/evidence_card.h"

#include <QGridLayout>

#include "core/reconcile/settle_one.h"
#include "core/reconcile/weigh.h"
#include "ui/cases/case_text.h"
#include "ui/widgets/code_view.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/widgets.h"
#include "ui/writes/write_inputs.h"

namespace onceover::cases {

using widgets::PlainLabel;
using widgets::shown;
using widgets::TextRole;
using widgets::Tone;

namespace {

widgets::Badge badgeOfMatch(Match match) {
  switch (match) {
    case Match::same: return {wordOf(match), QStringLiteral("check"), Tone::ok};
    case Match::differs: return {wordOf(match), QStringLiteral("cross"), Tone::danger};
    case Match::notTold: return {wordOf(match), QStringLiteral("ring"), Tone::muted};
    case Match::notKnown: return {wordOf(match), QStringLiteral("question"), Tone::muted};
  }
  return {};
}

QPushButton* buttonOf(QAction* action) {
  auto* button = widgets::buttonOf(action, action->text());
  button->setIcon({});
  return button;
}

PlainLabel* shortcutOf(const QAction* action) {
  return new PlainLabel(action->shortcut().toString(QKeySequence::NativeText), nullptr, TextRole::caption);
}

}  // namespace

EvidenceCard::EvidenceCard(QAction* ask, QAction* settle, QWidget* parent)
    : Card(tr("Evidence and verdict"), parent),
      ask_(ask),
      settle_(settle),
      onFile_(widgets::wrapped()),
      note_(widgets::wrapped(widgets::TextRole::body, tr("Note"))) {
  addToTitle(widgets::explained({tr("evidence"), tr("verdict"), tr("settle")}));
  addToTitle(shortcutOf(ask));
  addToTitle(buttonOf(ask));
  onFile_->setTone(Tone::muted);
  finding_ = buildFinding();
  verdict_ = buildVerdict();
  widgets::fill(body(), {onFile_, finding_, verdict_, note_});
  clear();
}

QWidget* EvidenceCard::buildFinding() {
  const widgets::Tokens t = widgets::tokensOf(this);
  auto* box = new QWidget;
  findingBadge_ = new widgets::BadgeLabel;
  findingWhy_ = widgets::wrapped(TextRole::strong);
  facts_ = new PlainLabel({}, nullptr, TextRole::caption);
  request_ = widgets::elided(TextRole::mono, tr("Request"));
  comparison_ = new QGridLayout;
  comparison_->setHorizontalSpacing(t.gap);
  comparison_->setVerticalSpacing(t.half);
  comparison_->setColumnStretch(1, 1);
  comparison_->setColumnStretch(2, 1);
  answer_ = new widgets::JsonView(tr("Raw answer"), widgets::JsonView::folded);
  auto* line = widgets::fill(new QHBoxLayout, {{findingBadge_, 0, Qt::AlignTop}, {findingWhy_, 1}, {facts_, 0, Qt::AlignTop}});
  widgets::fill(widgets::columnOf(box, t.unit), {line, request_, comparison_, answer_});
  return box;
}

QWidget* EvidenceCard::buildVerdict() {
  const widgets::Tokens t = widgets::tokensOf(this);
  auto* box = new QWidget;
  verdictBadge_ = new widgets::BadgeLabel;
  verdictWhy_ = widgets::wrapped(TextRole::strong);
  consequence_ = widgets::wrapped(widgets::TextRole::body, tr("What it does for the client"));
  response_ = new widgets::JsonView(tr("What clients get"), widgets::JsonView::folded);
  supplied_ = new writes::WriteInputs(
      {.status = writes::WriteInputs::Status{201, 200, 299}, .contentType = QStringLiteral("application/json"), .body = true});
  connect(supplied_, &writes::WriteInputs::edited, this, &EvidenceCard::suppliedChanged);
  settleButton_ = buttonOf(settle_);
  settleButton_->setDefault(true);
  auto* line = widgets::fill(new QHBoxLayout, {{verdictBadge_, 0, Qt::AlignTop}, {verdictWhy_, 1}});
  settleLine_ = new QWidget;
  widgets::fill(widgets::lineOf(settleLine_), {settleButton_, shortcutOf(settle_), widgets::stretch()});
  widgets::fill(widgets::columnOf(box, t.unit, QMargins(0, t.unit, 0, 0)), {line, consequence_, response_, supplied_, settleLine_});
  return box;
}

void EvidenceCard::setForeign(bool foreign) {
  foreign_ = foreign;
  setTitle(foreign ? tr("Evidence") : tr("Evidence and verdict"));
}

void EvidenceCard::setOnFile(const QString& words) { onFile_->setText(words); }

void EvidenceCard::clear() {
  asked_.reset();
  finding_->hide();
  verdict_->hide();
  note_->hide();
  onFile_->show();
  supplied_->clear();
  answer_->setBody({});
  response_->setBody({});
}

void EvidenceCard::setNote(const QString& words, Tone tone) {
  note_->setText(words);
  note_->setTone(tone);
  note_->setVisible(!words.isEmpty());
}

void EvidenceCard::setNow(Timestamp now) {
  if (!asked_) return;
  const gateway::Evidence& evidence = asked_->asked.evidence;
  QStringList facts;
  if (evidence.status) facts.append(tr("HTTP %1").arg(*evidence.status));
  facts.append(tr("took %1").arg(widgets::span(evidence.took)));
  facts.append(tr("asked %1").arg(widgets::relative(asked_->asOf, now)));
  facts_->setText(facts.join(QStringLiteral(" · ")));
}

void EvidenceCard::showAsked(const AskedCase& asked, Timestamp now) {
  asked_ = asked;
  const gateway::Evidence& evidence = asked.asked.evidence;
  findingBadge_->setBadge(widgets::badgeOf(evidence.finding));
  findingWhy_->setText(shown(evidence.why));
  setNow(now);
  request_->setText(evidence.request.empty() ? tr("no request was sent") : shown(evidence.request));
  request_->setToolTip(widgets::toolTip(request_->text()));
  answer_->setBody(evidence.body);
  fillComparison(asked);
  fillVerdict(asked, now);
  onFile_->hide();
  finding_->show();
  verdict_->show();
  setNote({}, Tone::neutral);
}

void EvidenceCard::fillComparison(const AskedCase& asked) {
  widgets::empty(comparison_);
  int column = 0;
  for (const QString& header : {QString(), tr("Our request"), tr("The gateway"), QString()}) {
    comparison_->addWidget(new PlainLabel(header, nullptr, TextRole::caption), 0, column++);
  }
  int row = 1;
  for (const Compared& compared : compareSubjects(asked.row.subject, asked.asked.evidence.echoed)) {
    const bool isMoney = row <= 2;  // amount and currency: a part of them would pass for the whole
    comparison_->addWidget(new PlainLabel(compared.what, nullptr, TextRole::caption), row, 0);
    column = 1;
    for (const QString& value : {compared.ours, compared.theirs}) {
      auto* label = new PlainLabel(value, nullptr, TextRole::mono);
      label->setElided(!isMoney);
      comparison_->addWidget(label, row, column++);
    }
    comparison_->addWidget(new widgets::BadgeLabel(badgeOfMatch(compared.match)), row, 3);
    ++row;
  }
}

void EvidenceCard::fillVerdict(const AskedCase& asked, Timestamp now) {
  const reconcile::Verdict& verdict = asked.asked.verdict;
  const reconcile::Verdict& offer = asked.offered();
  const bool cancels = asked.offersCancel(), offered = reconcile::is_offered(offer.kind);
  verdictBadge_->setBadge(widgets::badgeOf(verdict.kind));
  verdictWhy_->setText(shown(verdict.why));
  verdictWhy_->setTone(verdict.loud ? Tone::danger : Tone::neutral);
  consequence_->setText(foreign_  ? foreignConsequence(offer.kind, cancels)
                        : offered ? offerConsequence(offer, cancels)
                                  : nextStep(asked.asked, asked.row, now));
  response_->setVisible(!foreign_ && offer.response.has_value());
  response_->setBody(offer.response ? offer.response->body : std::string());
  supplied_->setVisible(!foreign_ && verdict.kind == reconcile::VerdictKind::done_needs_response);
  settleLine_->setVisible(offered);
  const QString title = offered ? offerTitle(offer.kind, cancels) : QString();
  settleButton_->setText(offered ? title + QStringLiteral(" …") : QString());
  settleButton_->setAccessibleName(offered ? title : tr("Settle"));
}

bool EvidenceCard::isResponseMasked() const { return response_->isMasked(); }

std::optional<key::StoredResponse> EvidenceCard::supplied() const {
  if (!asked_ || foreign_ || asked_->asked.verdict.kind != reconcile::VerdictKind::done_needs_response) return std::nullopt;
  return supplied_->response();
}

}  // namespace onceover::cases
