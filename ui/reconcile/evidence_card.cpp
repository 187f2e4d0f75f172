#include "ui/reconcile/evidence_card.h"

#include <QAction>
#include <QFormLayout>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>

#include "core/reconcile/settle_one.h"
#include "core/reconcile/weigh.h"
#include "ui/reconcile/body_view.h"
#include "ui/reconcile/case_text.h"
#include "ui/reconcile/foreign_text.h"
#include "ui/widgets/action.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/layout.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::reconcile {

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

void emptyGrid(QGridLayout* grid) {
  while (QLayoutItem* item = grid->takeAt(0)) {
    if (item->widget() != nullptr) {
      item->widget()->hide();
      item->widget()->deleteLater();
    }
    delete item;
  }
}

}  // namespace

EvidenceCard::EvidenceCard(QAction* ask, QAction* settle, QWidget* parent)
    : Card(tr("Evidence and verdict"), parent),
      ask_(ask),
      settle_(settle),
      onFile_(widgets::wrapped()),
      note_(widgets::wrapped(widgets::TextRole::body, tr("Note"))) {
  addToTitle(shortcutOf(ask));
  addToTitle(buttonOf(ask));
  onFile_->setTone(Tone::muted);
  body()->addWidget(onFile_);
  finding_ = buildFinding();
  body()->addWidget(finding_);
  verdict_ = buildVerdict();
  body()->addWidget(verdict_);
  body()->addWidget(note_);
  clear();
}

QWidget* EvidenceCard::buildFinding() {
  const widgets::Tokens t = widgets::tokensOf(this);
  auto* box = new QWidget;
  findingBadge_ = new widgets::BadgeLabel;
  findingWhy_ = widgets::wrapped(TextRole::strong);
  facts_ = new PlainLabel({}, nullptr, TextRole::caption);
  request_ = new PlainLabel({}, nullptr, TextRole::mono);
  request_->setElided(true);
  request_->setAccessibleName(tr("Request"));
  comparison_ = new QGridLayout;
  comparison_->setHorizontalSpacing(t.gap);
  comparison_->setVerticalSpacing(t.half);
  comparison_->setColumnStretch(1, 1);
  comparison_->setColumnStretch(2, 1);
  answer_ = new BodyView(tr("Raw answer"));
  auto* line = new QHBoxLayout;
  line->addWidget(findingBadge_, 0, Qt::AlignTop);
  line->addWidget(findingWhy_, 1);
  line->addWidget(facts_, 0, Qt::AlignTop);
  auto* column = widgets::columnOf(box, t.unit);
  column->addLayout(line);
  column->addWidget(request_);
  column->addLayout(comparison_);
  column->addWidget(answer_);
  return box;
}

QWidget* EvidenceCard::buildVerdict() {
  const widgets::Tokens t = widgets::tokensOf(this);
  auto* box = new QWidget;
  verdictBadge_ = new widgets::BadgeLabel;
  verdictWhy_ = widgets::wrapped(TextRole::strong);
  consequence_ = widgets::wrapped(widgets::TextRole::body, tr("What it does for the client"));
  response_ = new BodyView(tr("What clients get"));
  form_ = buildResponseForm();
  settleButton_ = buttonOf(settle_);
  settleButton_->setDefault(true);
  auto* line = new QHBoxLayout;
  line->addWidget(verdictBadge_, 0, Qt::AlignTop);
  line->addWidget(verdictWhy_, 1);
  auto* column = widgets::columnOf(box, t.unit, QMargins(0, t.unit, 0, 0));
  column->addLayout(line);
  column->addWidget(consequence_);
  column->addWidget(response_);
  column->addWidget(form_);
  settleLine_ = new QWidget;
  auto* last = widgets::lineOf(settleLine_);
  last->addWidget(settleButton_);
  last->addWidget(shortcutOf(settle_));
  last->addStretch(1);
  column->addWidget(settleLine_);
  return box;
}

QWidget* EvidenceCard::buildResponseForm() {
  auto* box = new QWidget;
  code_ = new QSpinBox;
  code_->setRange(200, 299);
  code_->setValue(201);
  code_->setMaximumWidth(120);
  code_->setAccessibleName(tr("Response status"));
  contentType_ = new QLineEdit(QStringLiteral("application/json"));
  contentType_->setAccessibleName(tr("Response content type"));
  body_ = new QPlainTextEdit;
  body_->setAccessibleName(tr("Response body"));
  body_->setPlaceholderText(tr("The body clients would have got, to the byte."));
  body_->setTabChangesFocus(true);
  body_->setFont(widgets::monospaceFont(font()));
  body_->setFixedHeight(90);
  auto* rows = new QFormLayout(box);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->addRow(new PlainLabel(tr("Status"), nullptr, TextRole::caption), code_);
  rows->addRow(new PlainLabel(tr("Content type"), nullptr, TextRole::caption), contentType_);
  rows->addRow(new PlainLabel(tr("Body"), nullptr, TextRole::caption), body_);
  connect(body_, &QPlainTextEdit::textChanged, this, &EvidenceCard::suppliedChanged);
  connect(contentType_, &QLineEdit::textChanged, this, &EvidenceCard::suppliedChanged);
  return box;
}

void EvidenceCard::setForeign(bool foreign) {
  foreign_ = foreign;
  setTitle(foreign ? tr("Evidence") : tr("Evidence and verdict"));
}

void EvidenceCard::setOnFile(const QString& words) { onFile_->setText(words); }

void EvidenceCard::setAsking(bool asking) {
  if (asking) setNote(tr("Asking the gateway …"), Tone::info);
}

void EvidenceCard::clear() {
  asked_.reset();
  finding_->hide();
  verdict_->hide();
  note_->hide();
  onFile_->show();
  body_->clear();
  code_->setValue(201);
  contentType_->setText(QStringLiteral("application/json"));
  answer_->showBody({});
  response_->showBody({});
}

void EvidenceCard::showProblem(const Error& error) { setNote(widgets::sentences(error), Tone::danger); }

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
  answer_->showBody(evidence.body);
  fillComparison(asked);
  fillVerdict(asked, now);
  onFile_->hide();
  finding_->show();
  verdict_->show();
  setNote({}, Tone::neutral);
}

void EvidenceCard::fillComparison(const AskedCase& asked) {
  emptyGrid(comparison_);
  int column = 0;
  for (const QString& header : {QString(), tr("Our request"), tr("The gateway"), QString()}) {
    comparison_->addWidget(new PlainLabel(header, nullptr, TextRole::caption), 0, column++);
  }
  int row = 1;
  for (const Compared& compared : compareSubjects(asked.row.subject, asked.asked.evidence.echoed)) {
    auto* ours = new PlainLabel(compared.ours, nullptr, TextRole::mono);
    auto* theirs = new PlainLabel(compared.theirs, nullptr, TextRole::mono);
    for (PlainLabel* value : {ours, theirs}) value->setElided(true);
    comparison_->addWidget(new PlainLabel(compared.what, nullptr, TextRole::caption), row, 0);
    comparison_->addWidget(ours, row, 1);
    comparison_->addWidget(theirs, row, 2);
    comparison_->addWidget(new widgets::BadgeLabel(badgeOfMatch(compared.match)), row, 3);
    ++row;
  }
}

void EvidenceCard::fillVerdict(const AskedCase& asked, Timestamp now) {
  const Verdict& verdict = asked.asked.verdict;
  const Verdict& offer = asked.offered();
  const bool cancels = asked.offersCancel(), offered = is_offered(offer.kind);
  verdictBadge_->setBadge(widgets::badgeOf(verdict.kind));
  verdictWhy_->setText(shown(verdict.why));
  verdictWhy_->setTone(verdict.loud ? Tone::danger : Tone::neutral);
  consequence_->setText(foreign_  ? foreignConsequence(offer.kind, cancels)
                        : offered ? offerConsequence(offer, cancels)
                                  : nextStep(asked.asked, asked.row, now));
  response_->setVisible(!foreign_ && offer.response.has_value());
  response_->showBody(offer.response ? offer.response->body : std::string());
  form_->setVisible(!foreign_ && verdict.kind == VerdictKind::done_needs_response);
  settleLine_->setVisible(offered);
  const QString title = offered ? offerTitle(offer.kind, cancels) : QString();
  settleButton_->setText(offered ? title + QStringLiteral(" …") : QString());
  settleButton_->setAccessibleName(offered ? title : tr("Settle"));
}

bool EvidenceCard::isResponseMasked() const { return response_->isMasked(); }

std::optional<key::StoredResponse> EvidenceCard::supplied() const {
  if (!asked_ || foreign_ || asked_->asked.verdict.kind != VerdictKind::done_needs_response) return std::nullopt;
  key::StoredResponse response;
  response.code = code_->value();
  const QString type = contentType_->text().trimmed();
  if (!type.isEmpty()) response.headers.push_back({"Content-Type", widgets::bytes(type)});
  response.body = widgets::bytes(body_->toPlainText());
  return response;
}

}  // namespace onceover::reconcile
