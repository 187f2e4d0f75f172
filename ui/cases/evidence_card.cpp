// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/cases/evidence_card.h"

#include <QGridLayout>

#include "core/browse/promises.h"
#include "core/key/fingerprint.h"
#include "ui/cases/case_text.h"
#include "ui/cases/override_card.h"
#include "ui/widgets/code_view.h"
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
    case Match::notComparable: return {wordOf(match), QStringLiteral("question"), Tone::warn};
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
  auto* line = widgets::fill(new QHBoxLayout,
                             {{findingBadge_, 0, Qt::AlignTop}, {findingWhy_, 1}, {facts_, 0, Qt::AlignTop}});
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
  supplied_ = new writes::WriteInputs({.status = writes::WriteInputs::Status{201, 200, 299},
                                       .contentType = QStringLiteral("application/json"),
                                       .body = true});
  connect(supplied_, &writes::WriteInputs::edited, this, &EvidenceCard::suppliedChanged);
  settleButton_ = buttonOf(settle_);
  settleButton_->setDefault(true);
  auto* line = widgets::fill(new QHBoxLayout, {{verdictBadge_, 0, Qt::AlignTop}, {verdictWhy_, 1}});
  settleLine_ = new QWidget;
  widgets::fill(widgets::lineOf(settleLine_), {settleButton_, shortcutOf(settle_), widgets::stretch()});
  widgets::fill(widgets::columnOf(box, t.unit, QMargins(0, t.unit, 0, 0)),
                {line, consequence_, response_, supplied_, settleLine_});
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
  verdictBadge_->setBadge(widgets::badgeOf(verdict));
  verdictWhy_->setText(shown(verdict.why));
  verdictWhy_->setTone(verdict.loud || verdict.finished == reconcile::Agreement::contradicts ? Tone::danger
                                                                                             : Tone::neutral);
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
  if (!asked_ || foreign_ || asked_->asked.verdict.kind != reconcile::VerdictKind::done_needs_response)
    return std::nullopt;
  return supplied_->response();
}

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
  const bool waits = outcome ? std::holds_alternative<reconcile::RowWaits>(*outcome)
                             : outcome.error().kind == ErrorKind::waits;
  const auto after = outcome ? writes::rowAfter(*outcome) : std::nullopt;
  compare(answer.before, after);
  widgets::Told told = writes::toldOutcome(profile, answer.before, outcome);
  if (outcome && std::holds_alternative<reconcile::RowChanged>(*outcome) && !tables::is_own(profile) &&
      after && model_->rowCount() == 0) {
    told.words +=
        ' ' +
        tr("Nothing that the profile names differs: another column was written, or the same values again.");
  }
  showResult(told);
  queue_->setVisible(waits);
  const auto* settled = outcome ? std::get_if<reconcile::RowSettled>(&*outcome) : nullptr;
  const auto* filed = outcome ? std::get_if<reconcile::RowFiled>(&*outcome) : nullptr;
  setAudit(settled != nullptr ? std::optional(settled->audit_id)
           : filed != nullptr ? std::optional(filed->audit_id)
                              : std::nullopt);
  // What is finished stays finished: its clients may have been answered.
  if (undo_ != nullptr)
    undo_->setVisible(settled != nullptr && (!settled->after || !key::is_final(settled->after->state)));
  waits_ = waits;
  request_.reset();
  const std::string unconfirmed = outcome ? writes::unconfirmedOf(*outcome) : std::string();
  banner_->setVisible(!unconfirmed.empty());
  banner_->setText(widgets::shown(unconfirmed) + ' ' +
                   tr("If this server is lost now, so is the settlement. Tell the people who run it, and "
                      "check again afterwards."));
}

void OutcomeCard::follow(const std::vector<audit::Record>& trail, const tables::Profile& profile,
                         Timestamp now) {
  if (!waits_) return;
  if (!request_) {
    const auto asked = std::ranges::find_if(
        trail, [](const audit::Record& record) { return record.action == "ask_approval"; });
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

Comparison comparePayload(const std::string& stored, const std::string& body,
                          const std::string& whyNotAnother) {
  Comparison out;
  const auto ways = key::fingerprint_matches(stored, body);
  if (ways.empty()) {
    out.words = QObject::tr("Cannot tell: the stored fingerprint is of a kind this program does not know.");
    return out;
  }
  QStringList others;
  for (const key::FingerprintMatch& way : ways) {
    const QString name = widgets::shown(way.way);
    if (way.matches && !out.match)
      out.words = QObject::tr("Match: this body is the stored request, by %1.").arg(name);
    out.match = out.match || way.matches;
    (way.matches ? out.ways : others)
        .append((way.matches ? QStringLiteral("✓ ") : QStringLiteral("– ")) + name);
  }
  out.ways += others;
  if (out.match) return out;
  out.differs = whyNotAnother.empty();
  out.words = out.differs ? QObject::tr(
                                "No match: another payload, or a fingerprint made with a salt, which cannot "
                                "be compared here.")
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
  for (QWidget* control : std::initializer_list<QWidget*>{digest_, body_, compare_})
    control->setVisible(!stored.empty());
  if (stored.empty()) {
    kind_->setText(!profile.fingerprint.empty()
                       ? tr("No fingerprint is stored in this row: a body cannot be compared with it.")
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
  const QString sign = found.match     ? QStringLiteral("✓ ")
                       : found.differs ? QStringLiteral("✗ ")
                                       : QStringLiteral("? ");
  result_->setText(sign + found.words);
  result_->setTone(found.match     ? widgets::Tone::ok
                   : found.differs ? widgets::Tone::warn
                                   : widgets::Tone::muted);
  result_->show();
  ways_->setText(tr("Tried:") + '\n' + found.ways.join('\n'));
  ways_->setVisible(!found.ways.isEmpty());
}

}  // namespace onceover::cases
