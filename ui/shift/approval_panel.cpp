// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shift/approval_panel.h"

#include <algorithm>

#include "core/reconcile/ask.h"
#include "ui/shift/queue_text.h"
#include "ui/widgets/card.h"
#include "ui/widgets/code_view.h"
#include "ui/widgets/dialog_body.h"
#include "ui/widgets/table.h"
#include "ui/widgets/widgets.h"
#include "ui/writes/row_write.h"
#include "ui/writes/write_inputs.h"

namespace onceover::shift {

using widgets::PlainLabel;
using widgets::TextRole;
using widgets::Tone;

namespace {

constexpr int mostRows = 8;
constexpr int readableHeight = 220;
// What a person waits for.
constexpr std::chrono::seconds askWithin(20);

}  // namespace

ApprovalPanel::ApprovalPanel(bridge::Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      written_(new widgets::FieldsModel(
          {{tr("Column"), 20, widgets::FieldsModel::Mono}, {tr("Now"), 26}, {tr("Planned"), 30}}, this)),
      row_(new widgets::FieldsModel(
          {{tr("Column"), 20, widgets::FieldsModel::Mono}, {tr("When requested"), 26}, {tr("Now"), 30}},
          this)) {
  approve_ = widgets::addAction(this, tr("Approve …"), QKeySequence(Qt::CTRL | Qt::Key_Return), "check",
                                &ApprovalPanel::approve);
  refuse_ = widgets::addAction(this, tr("Refuse …"), QKeySequence(Qt::CTRL | Qt::Key_Delete), "cross",
                               &ApprovalPanel::refuse);
  ask_ = widgets::addAction(this, tr("Ask the gateway"), QKeySequence(Qt::CTRL | Qt::Key_G), "search",
                            &ApprovalPanel::ask);
  open_ = widgets::addAction(this, tr("Open the case"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Return),
                             "case", &ApprovalPanel::openCase);
  build();
  connect(&session, &bridge::Session::armedChanged, this, &ApprovalPanel::update);
}

QWidget* ApprovalPanel::buildTop() {
  const widgets::Tokens t = widgets::tokensOf(this);
  badge_ = new widgets::BadgeLabel;
  title_ = new PlainLabel({}, nullptr, TextRole::heading);
  title_->setAccessibleName(tr("Request"));
  key_ = widgets::elided(TextRole::mono, tr("Key"));
  place_ = new PlainLabel({}, nullptr, TextRole::caption);
  amount_ = new PlainLabel({}, nullptr, TextRole::title);
  amount_->setAccessibleName(tr("Amount"));
  customer_ = new PlainLabel;
  customer_->setAccessibleName(tr("Customer"));
  // A long name gives way, the amount above it never does.
  customer_->setElided(true);
  customer_->setMaximumWidth(customer_->fontMetrics().averageCharWidth() * 40);
  asked_ = widgets::wrapped(TextRole::caption, tr("Who asked"));
  reason_ = widgets::wrapped(TextRole::strong, tr("Reason"));
  note_ = widgets::wrapped(TextRole::body, tr("Note"));
  QToolButton* back = widgets::textButton(QStringLiteral("undo"), tr("Back"));
  back->setAccessibleName(tr("Back to the queue"));
  back->setToolTip(widgets::toolTip(tr("Back to the queue (Esc)")));
  connect(back, &QToolButton::clicked, this, &ApprovalPanel::closeRequested);

  auto* first = widgets::fill(widgets::lineOf(nullptr, t.unit), {badge_, title_, {key_, 1}, back});
  auto* left = widgets::fill(widgets::columnOf(nullptr, t.half), {place_, reason_, asked_});
  auto* right =
      widgets::fill(widgets::columnOf(nullptr, t.half),
                    {{amount_, 0, Qt::AlignRight}, {customer_, 0, Qt::AlignRight}, widgets::stretch()});
  auto* second = widgets::fill(new QHBoxLayout, {{left, 1}, right});
  auto* buttons = widgets::lineOf(nullptr, t.unit);
  const std::pair<QAction*, QString> acts[] = {
      {approve_, tr("&Approve …")}, {refuse_, tr("&Refuse …")}, {open_, tr("Open the &case")}};
  for (const auto& [action, words] : acts) buttons->addWidget(widgets::buttonOf(action, words));
  buttons->addStretch(1);
  auto* card = new widgets::Card;
  widgets::fill(card->body(), {first, second, note_, buttons});
  return card;
}

void ApprovalPanel::build() {
  const widgets::Tokens t = widgets::tokensOf(this);
  auto* inside = new QWidget;
  auto* column = widgets::columnOf(inside, t.gap, QMargins(t.section, t.gap, t.section, t.gap));
  column->addWidget(buildTop());

  result_ = new widgets::ResultCard(tr("Result"));
  column->addWidget(result_);

  writtenCard_ = new widgets::Card(tr("Planned write"));
  writtenTable_ = new widgets::TableView(tr("Planned write"), written_);
  body_ = new widgets::JsonView(tr("Response body that clients would get"), widgets::JsonView::folded);
  widgets::fill(writtenCard_->body(), {writtenTable_, body_, widgets::stretch()});

  auto* row = new widgets::Card(tr("The row then and now"));
  rowTable_ = new widgets::TableView(tr("The row then and now"), row_);
  rowNote_ = widgets::wrapped(TextRole::body, tr("Row changes"));
  widgets::fill(row->body(), {rowNote_, rowTable_, widgets::stretch()});

  auto* halves = widgets::fill(widgets::lineOf(nullptr, t.gap), {{writtenCard_, 1}, {row, 1}});
  column->addLayout(halves);

  auto* evidence = new widgets::Card(tr("Evidence"));
  evidence->addToTitle(widgets::buttonOf(ask_, tr("Ask the &gateway")));
  // The fresh answer of the gateway is above what the request rests on.
  findingBadge_ = new widgets::BadgeLabel;
  verdictBadge_ = new widgets::BadgeLabel;
  answerLine_ = new QWidget;
  widgets::fill(widgets::lineOf(answerLine_, t.unit),
                {new PlainLabel(tr("The gateway now:"), nullptr, TextRole::strong), findingBadge_,
                 verdictBadge_, widgets::stretch()});
  askNote_ = widgets::wrapped(TextRole::body, tr("What the gateway reports now"));
  answer_ = new widgets::JsonView(tr("Answer of the gateway now"), widgets::JsonView::folded);
  evidenceNote_ = widgets::wrapped(TextRole::body, tr("Evidence in words"));
  evidence_ = new widgets::JsonView(tr("Evidence"));
  evidence_->setFixedHeight(readableHeight);
  widgets::fill(evidence->body(), {answerLine_, askNote_, answer_, evidenceNote_, evidence_});
  widgets::fill(column, {evidence, widgets::stretch()});

  widgets::columnOf(this)->addWidget(widgets::scrolled(inside, tr("Request for a second approver")));
}

void ApprovalPanel::open(std::int64_t number) {
  if (number_ != number) {
    asking_ = false;
    for (QWidget* part : std::initializer_list<QWidget*>{answerLine_, askNote_, answer_}) part->hide();
    view_.reset();
    result_->hide();
    body_->setBody({});
  }
  number_ = number;
  refresh();
}

void ApprovalPanel::close() {
  number_.reset();
  asking_ = false;
  view_.reset();
  result_->hide();
}

void ApprovalPanel::refresh() {
  if (!number_) return;
  session_.read<std::optional<approval::View>>(
      this, tr("Reading the request"),
      [number = *number_](bridge::Reader& reader) { return approval::view(reader.connection(), number); },
      [this, number = *number_](Result<std::optional<approval::View>> view) {
        if (number_ != number) return;
        if (!view) return emit failed(view.error());
        if (!*view) return emit gone();
        show(**view);
        emit shown();
      });
}

void ApprovalPanel::show(const approval::View& view) {
  view_ = view;
  const approval::Approval& a = view.approval;
  badge_->setBadge(badgeOf(a));
  title_->setText(tr("No. %1: %2").arg(a.id).arg(actOf(a)));
  key_->setText(widgets::shown(a.known_as.key));
  QStringList place{tableOf(a)};
  for (const std::string& part : {a.known_as.operation, a.known_as.tenant}) {
    if (!part.empty()) place.append(widgets::shown(part));
  }
  place_->setText(place.join(QStringLiteral("  ·  ")));
  const auto subject = view.now ? std::optional(view.now->subject) : std::nullopt;
  amount_->setText(amountOf(subject));
  customer_->setText(whoOf(subject));
  customer_->setVisible(subject && subject->customer);
  amount_->setVisible(subject && subject->amount);
  reason_->setText(QStringLiteral("“%1”").arg(widgets::shown(a.reason)));
  asked_->setText(tr("Asked by %1, %2 (%3), ticket %4")
                      .arg(askedBy(a), widgets::relative(a.asked_at, view.as_of),
                           widgets::exact(a.asked_at, clock_), widgets::shown(a.ticket)));
  writtenCard_->setTitle(a.is_waiting() ? tr("Planned write") : tr("Requested write"));
  written_->setRows(writtenBy(view));
  writtenTable_->setHeightInRows(std::clamp(written_->rowCount(), 1, mostRows));
  body_->setVisible(!a.response_body.empty());
  body_->setBody(a.response_body);
  row_->setRows(thenAndNow(view));
  rowTable_->setHeightInRows(std::clamp(row_->rowCount(), 1, mostRows));
  const bool isWaiting = a.is_waiting();
  rowNote_->setVisible(isWaiting);
  rowNote_->setTone(view.is_as_seen == true ? Tone::ok : Tone::warn);
  rowNote_->setText(view.is_as_seen == true ? tr("Unchanged since the request. Approving writes it.")
                                            : warningOf(view));
  evidenceNote_->setText(a.verdict.empty()
                             ? tr("%1. No gateway was asked.").arg(evidenceOf(a.evidence_json))
                             : tr("%1. The gateway's verdict: %2.")
                                   .arg(evidenceOf(a.evidence_json), widgets::wordShown(a.verdict)));
  evidence_->setBody(a.evidence_json);
  evidence_->setMasked(false);  // the trail's own evidence: no bodies, no credentials
  update();
}

void ApprovalPanel::update() {
  const QString why = view_ ? whyNotApproved(*view_) : QString();
  const QString script = writes::whyScriptOnly(session_);
  const bool isWaiting = view_ && view_->approval.is_waiting();
  approve_->setEnabled(isWaiting && why.isEmpty() && script.isEmpty() && !deciding_);
  refuse_->setEnabled(isWaiting && script.isEmpty() && !deciding_);
  open_->setEnabled(view_ && view_->now);
  const QString noAsking = whyNoAsking();
  ask_->setEnabled(noAsking.isEmpty() && !asking_);
  ask_->setWhatsThis(noAsking);
  if (!view_) return note_->clear();
  note_->setTone(Tone::muted);
  if (deciding_) return note_->setText(tr("Writing …"));
  if (!why.isEmpty()) {
    note_->setTone(isWaiting ? Tone::warn : Tone::muted);
    return note_->setText(why);
  }
  if (!script.isEmpty()) {
    note_->setTone(Tone::warn);
    return note_->setText(script);
  }
  if (session_.isArmed() && isWaiting && view_->approval.is_republish()) {
    note_->setTone(Tone::warn);
    return note_->setText(
        tr("Approving writes the events anew, in your name, with new ids: every consumer processes them "
           "again."));
  }
  note_->setText(session_.isArmed()
                     ? tr("Approving writes at once, in your name. The gateway is not asked again by itself: "
                          "ask it here first.")
                     : tr("Writes are not armed. Approve and Refuse ask you to arm them first."));
}

bool ApprovalPanel::isReady(void (ApprovalPanel::*act)()) {
  if (!view_ || deciding_) return false;
  const auto again = [this, act, number = number_] {
    if (number_ == number) (this->*act)();
  };
  if (writes::armedFor(session_, this, again)) return true;
  note_->setTone(Tone::warn);
  note_->setText(writes::unarmedInWords());
  emit armRequested();
  return false;
}

// Asks first; then writes the decision and tells what came of it.
template <class T, class Write>
void ApprovalPanel::decide(const widgets::ConfirmText& text, const QString& channel, Write write,
                           widgets::Told (*told)(const approval::Approval&, const Result<T>&)) {
  auto* dialog = new widgets::ConfirmDialog(text, this);
  if (!text.detail.isEmpty()) dialog->resize(720, dialog->sizeHint().height());
  connect(dialog, &QDialog::accepted, this, [this, dialog, channel, write, told, approval = view_->approval] {
    setDeciding(true);
    session_.write<T>(
        this, channel,
        [write, id = approval.id, reason = widgets::bytes(dialog->reason())](bridge::Reader& reader) {
          return write(reader.connection(), id, audit::this_actor("onceover"), reason);
        },
        [this, told, approval](const Result<T>& outcome) {
          setDeciding(false);
          if (number_ == approval.id) tell(told(approval, outcome));
        });
  });
  dialog->open();
}

void ApprovalPanel::approve() {
  if (!approve_->isEnabled() || !isReady(&ApprovalPanel::approve)) return;
  const approval::Approval& approval = view_->approval;
  widgets::ConfirmText text;
  text.title = tr("Approve no. %1: %2").arg(approval.id).arg(actOf(approval));
  const QString warning = warningOf(*view_);
  text.text =
      tr("%1 asks for this: “%2” (ticket %3). Evidence: %4.\nIt is written at once, in both your names.")
          .arg(widgets::shown(approval.requested_by), widgets::shown(approval.reason),
               widgets::shown(approval.ticket), evidenceOf(approval.evidence_json));
  if (!warning.isEmpty()) text.text += '\n' + warning;
  text.detail = widgets::text(view_->sql);
  text.folded = widgets::showTheSql();
  text.button = tr("&Approve and write");
  text.dangerous = session_.connection().isProduction;
  text.asksReason = true;
  decide<approval::ApproveOutcome>(text, tr("Approving"), &approval::approve, &toldApproving);
}

void ApprovalPanel::refuse() {
  if (!refuse_->isEnabled() || !isReady(&ApprovalPanel::refuse)) return;
  const approval::Approval& approval = view_->approval;
  widgets::ConfirmText text;
  text.title = (approval.is_mine ? tr("Take back no. %1: %2") : tr("Refuse no. %1: %2"))
                   .arg(approval.id)
                   .arg(actOf(approval));
  text.text = tr("Nothing is written to the row. The request ends. It can be made again.");
  text.button = approval.is_mine ? tr("&Take back") : tr("&Refuse");
  text.asksReason = true;
  decide<bool>(text, tr("Refusing"), &approval::refuse, &toldRefusing);
}

void ApprovalPanel::tell(const widgets::Told& told) {
  result_->showResult(told);
  if (session_.isReady()) refresh();
  emit decided();
}

void ApprovalPanel::setDeciding(bool deciding) {
  deciding_ = deciding;
  update();
}

QString ApprovalPanel::whyNoAsking() const {
  if (!view_) return tr("No request is open.");
  const bridge::ServerFacts& facts = session_.facts();
  if (!facts.gatewayProblem.isEmpty()) return tr("The gateway cannot be asked: %1").arg(facts.gatewayProblem);
  if (!facts.hasGateway)
    return tr("No gateway is configured for this connection, so there is nothing to ask.");
  if (view_->unreadable) return tr("The request cannot be read.");
  return view_->now ? QString() : tr("The row is not there to be asked about.");
}

// A look-up: it writes nothing, here or there.
void ApprovalPanel::ask() {
  if (asking_ || !whyNoAsking().isEmpty()) return;
  asking_ = true;
  askNote_->setTone(Tone::info);
  askNote_->setText(tr("Asking the gateway …"));
  askNote_->show();
  update();
  session_.read<reconcile::JudgedEvidence>(
      this, tr("Asking the gateway"),
      [row = *view_->now, profile = view_->profile,
       asOf = view_->as_of](bridge::Reader& reader) -> Result<reconcile::JudgedEvidence> {
        if (reader.gateway() == nullptr)
          return fail(ErrorKind::unsupported, "No gateway is configured for this connection.",
                      "The gateway was not asked.", "Connect again.");
        return reconcile::ask(*reader.gateway(), {row}, asOf,
                              {.deadline = Steady::now() + askWithin, .profile = &profile})
            .front();
      },
      [this, number = number_](const Result<reconcile::JudgedEvidence>& answer) {
        if (number_ != number) return;
        asking_ = false;
        answerLine_->setVisible(answer.has_value());
        answer_->setVisible(answer.has_value());
        if (answer) {
          findingBadge_->setBadge(widgets::badgeOf(answer->evidence.finding));
          verdictBadge_->setBadge(widgets::badgeOf(answer->verdict.kind));
          QStringList words{widgets::shown(answer->evidence.why), widgets::shown(answer->verdict.why)};
          words.removeDuplicates();
          const QString theirs = widgets::money(answer->evidence.echoed),
                        ours = widgets::money(view_->now->subject);
          if (theirs != widgets::dash)
            words.append(tr("The gateway's amount: %1; the row's: %2.").arg(theirs, ours));
          askNote_->setTone(answer->verdict.loud ? Tone::danger : Tone::neutral);
          askNote_->setText(words.join(QLatin1Char('\n')));
          answer_->setBody(answer->evidence.body);
        } else {
          askNote_->setTone(Tone::danger);
          askNote_->setText(widgets::sentences(answer.error()));
        }
        update();
        emit asked();
      });
}

void ApprovalPanel::openCase() {
  if (!view_ || !view_->now) return;
  const auto id = approval::row_of(view_->approval, view_->profile);
  if (id) emit caseRequested(std::make_shared<const tables::Profile>(view_->profile), *id);
}

void ApprovalPanel::setClock(widgets::ClockChoice clock) {
  clock_ = clock;
  if (view_) show(*view_);
}

QString ApprovalPanel::shownSql() const { return view_ ? widgets::text(view_->sql) : QString(); }

}  // namespace onceover::shift
