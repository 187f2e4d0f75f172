#include "ui/queue/approval_panel.h"

#include <QAction>
#include <QHBoxLayout>
#include <QPushButton>
#include <QToolButton>
#include <algorithm>

#include "ui/queue/queue_text.h"
#include "ui/widgets/action.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/card.h"
#include "ui/widgets/confirm_dialog.h"
#include "ui/widgets/fields_model.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/json_view.h"
#include "ui/widgets/layout.h"
#include "ui/widgets/row_write.h"
#include "ui/widgets/table.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::queue {

using reconcile::ApprovalView;
using widgets::PlainLabel;
using widgets::TextRole;
using widgets::Tone;

namespace {

constexpr int mostRows = 8;
constexpr int foldedHeight = 64, readableHeight = 220;

QString plain(QString text) { return text.remove('&'); }

}  // namespace

ApprovalPanel::ApprovalPanel(bridge::Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      written_(new widgets::FieldsModel({{tr("Column"), 20, widgets::FieldsModel::Mono}, {tr("As it is"), 26}, {tr("What is written"), 30}},
                                        this)),
      row_(new widgets::FieldsModel({{tr("Column"), 20, widgets::FieldsModel::Mono}, {tr("As it was seen"), 26}, {tr("As it is"), 30}},
                                    this)) {
  const auto add = [this](const QString& icon, const QString& words, const QKeySequence& keys, void (ApprovalPanel::*slot)()) {
    auto* action = widgets::addAction(this, words, keys, icon);
    connect(action, &QAction::triggered, this, slot);
    return action;
  };
  approve_ = add(QStringLiteral("check"), tr("&Approve …"), QKeySequence(Qt::CTRL | Qt::Key_Return), &ApprovalPanel::approve);
  refuse_ = add(QStringLiteral("cross"), tr("&Refuse …"), QKeySequence(Qt::CTRL | Qt::Key_Delete), &ApprovalPanel::refuse);
  open_ = add(QStringLiteral("case"), tr("Open the &case"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Return), &ApprovalPanel::openCase);
  build();
  connect(&session, &bridge::Session::armedChanged, this, &ApprovalPanel::update);
}

QWidget* ApprovalPanel::buildTop() {
  const widgets::Tokens t = widgets::tokensOf(this);
  badge_ = new widgets::BadgeLabel;
  title_ = new PlainLabel({}, nullptr, TextRole::heading);
  title_->setAccessibleName(tr("What is asked for"));
  key_ = new PlainLabel({}, nullptr, TextRole::mono);
  key_->setElided(true);
  key_->setAccessibleName(tr("Key"));
  place_ = new PlainLabel({}, nullptr, TextRole::caption);
  amount_ = new PlainLabel({}, nullptr, TextRole::title);
  amount_->setAccessibleName(tr("Amount"));
  customer_ = new PlainLabel;
  customer_->setAccessibleName(tr("Customer"));
  asked_ = widgets::wrapped(TextRole::caption, tr("Who asked"));
  reason_ = widgets::wrapped(TextRole::strong, tr("Reason"));
  note_ = widgets::wrapped(TextRole::body, tr("Note"));
  auto* back = new QToolButton;
  back->setText(tr("Back"));
  back->setIcon(widgets::icon(QStringLiteral("undo")));
  back->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  back->setAutoRaise(true);
  back->setAccessibleName(tr("Back to the queue"));
  back->setToolTip(widgets::toolTip(tr("Back to the queue (Esc)")));
  connect(back, &QToolButton::clicked, this, &ApprovalPanel::closeRequested);

  auto* first = widgets::lineOf(nullptr, t.unit);
  first->addWidget(badge_);
  first->addWidget(title_);
  first->addWidget(key_, 1);
  first->addWidget(back);
  auto* left = widgets::columnOf(nullptr, t.half);
  left->addWidget(place_);
  left->addWidget(reason_);
  left->addWidget(asked_);
  auto* right = widgets::columnOf(nullptr, t.half);
  right->addWidget(amount_, 0, Qt::AlignRight);
  right->addWidget(customer_, 0, Qt::AlignRight);
  right->addStretch(1);
  auto* second = new QHBoxLayout;
  second->addLayout(left, 1);
  second->addLayout(right);
  auto* buttons = widgets::lineOf(nullptr, t.unit);
  const auto button = [&](QAction* action) {
    auto* made = new QPushButton(action->icon(), action->text());
    made->setToolTip(
        widgets::toolTip(plain(action->text()) + QStringLiteral("  ") + action->shortcut().toString(QKeySequence::NativeText)));
    connect(made, &QPushButton::clicked, action, &QAction::trigger);
    connect(action, &QAction::enabledChanged, made, &QPushButton::setEnabled);
    buttons->addWidget(made);
    return made;
  };
  approveButton_ = button(approve_);
  refuseButton_ = button(refuse_);
  button(open_);
  buttons->addStretch(1);
  auto* card = new widgets::Card;
  card->body()->addLayout(first);
  card->body()->addLayout(second);
  card->body()->addWidget(note_);
  card->body()->addLayout(buttons);
  return card;
}

void ApprovalPanel::build() {
  const widgets::Tokens t = widgets::tokensOf(this);
  auto* inside = new QWidget;
  auto* column = widgets::columnOf(inside, t.gap, QMargins(t.section, t.gap, t.section, t.gap));
  column->addWidget(buildTop());

  toldCard_ = new widgets::Card(tr("What happened"));
  toldBadge_ = new widgets::BadgeLabel;
  told_ = widgets::wrapped(TextRole::strong, tr("Result"));
  auto* told = new QHBoxLayout;
  told->addWidget(toldBadge_, 0, Qt::AlignTop);
  told->addWidget(told_, 1);
  toldCard_->body()->addLayout(told);
  toldCard_->hide();
  column->addWidget(toldCard_);

  writtenCard_ = new widgets::Card(tr("What would be written"));
  writtenTable_ = new widgets::TableView(tr("What would be written"));
  writtenTable_->setModel(written_);
  body_ = new widgets::JsonView(tr("Response body that clients would get"));
  body_->setFixedHeight(foldedHeight);
  connect(body_, &widgets::JsonView::maskChanged, this,
          [this](bool masked) { body_->setFixedHeight(masked ? foldedHeight : readableHeight); });
  writtenCard_->body()->addWidget(writtenTable_);
  writtenCard_->body()->addWidget(body_);
  writtenCard_->body()->addStretch(1);

  auto* row = new widgets::Card(tr("The row as it was seen, and as it is"));
  rowTable_ = new widgets::TableView(tr("The row as it was seen and as it is"));
  rowTable_->setModel(row_);
  rowNote_ = widgets::wrapped(TextRole::body, tr("Whether the row changed"));
  row->body()->addWidget(rowNote_);
  row->body()->addWidget(rowTable_);
  row->body()->addStretch(1);

  auto* halves = widgets::lineOf(nullptr, t.gap);
  halves->addWidget(writtenCard_, 1);
  halves->addWidget(row, 1);
  column->addLayout(halves);

  auto* evidence = new widgets::Card(tr("On what evidence"));
  evidenceNote_ = widgets::wrapped(TextRole::body, tr("Evidence in words"));
  evidence_ = new widgets::JsonView(tr("Evidence"));
  evidence_->setFixedHeight(readableHeight);
  evidence->body()->addWidget(evidenceNote_);
  evidence->body()->addWidget(evidence_);
  column->addWidget(evidence);
  column->addStretch(1);

  widgets::columnOf(this)->addWidget(widgets::scrolled(inside, tr("Request for a second person")));
}

void ApprovalPanel::open(std::int64_t number) {
  if (number_ != number) {
    view_.reset();
    toldCard_->hide();
    body_->setBody({});
  }
  number_ = number;
  refresh();
}

void ApprovalPanel::close() {
  number_.reset();
  view_.reset();
  toldCard_->hide();
}

void ApprovalPanel::refresh() {
  if (!number_) return;
  session_.read<std::optional<ApprovalView>>(
      this, tr("Reading the request"),
      [number = *number_](bridge::Reader& reader) { return reconcile::view_approval(reader.connection(), number); },
      [this, number = *number_](Result<std::optional<ApprovalView>> view) {
        if (number_ != number) return;
        if (!view) return emit failed(view.error());
        if (!*view) return emit gone();
        show(**view);
        emit shown();
      });
}

void ApprovalPanel::show(const ApprovalView& view) {
  view_ = view;
  const reconcile::Approval& a = view.approval;
  badge_->setBadge(badgeOf(a));
  title_->setText(tr("No. %1: %2").arg(a.id).arg(actOf(a)));
  key_->setText(widgets::shown(a.known_as.key));
  QStringList place{tableOf(a.relation)};
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
  asked_->setText(
      tr("Asked by %1, %2 (%3), ticket %4")
          .arg(askedBy(a), widgets::relative(a.asked_at, view.as_of), widgets::exact(a.asked_at, clock_), widgets::shown(a.ticket)));
  writtenCard_->setTitle(a.is_waiting() ? tr("What would be written") : tr("What was asked to be written"));
  written_->setRows(writtenBy(view));
  writtenTable_->setHeightInRows(std::clamp(written_->rowCount(), 1, mostRows));
  body_->setVisible(!a.response_body.empty());
  body_->setBody(a.response_body);
  row_->setRows(thenAndNow(view));
  rowTable_->setHeightInRows(std::clamp(row_->rowCount(), 1, mostRows));
  const bool isWaiting = a.is_waiting();
  rowNote_->setVisible(isWaiting);
  rowNote_->setTone(view.is_as_seen == true ? Tone::ok : Tone::warn);
  rowNote_->setText(view.is_as_seen == true ? tr("Nothing of it changed since: approving writes it.") : warningOf(view));
  evidenceNote_->setText(
      a.verdict.empty()
          ? tr("%1. No gateway was asked.").arg(evidenceOf(a.evidence_json))
          : tr("%1. The gateway's verdict: %2.").arg(evidenceOf(a.evidence_json), widgets::shown(a.verdict).replace('_', ' ')));
  evidence_->setBody(a.evidence_json);
  evidence_->setMasked(false);  // the trail's own evidence: no bodies, no credentials
  update();
}

void ApprovalPanel::update() {
  const QString why = view_ ? whyNotApproved(*view_) : QString();
  const QString script = widgets::whyScriptOnly(session_);
  const bool isWaiting = view_ && view_->approval.is_waiting();
  approve_->setEnabled(isWaiting && why.isEmpty() && script.isEmpty() && !deciding_);
  refuse_->setEnabled(isWaiting && script.isEmpty() && !deciding_);
  open_->setEnabled(view_ && view_->now);
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
  note_->setText(session_.isArmed()
                     ? tr("Approving is the write itself, under your name: judge the evidence as if you had asked. Nobody is "
                          "asked again.")
                     : tr("Writes are not armed: approving and refusing ask to arm them first."));
}

bool ApprovalPanel::isReady(const QString& act) {
  if (!view_ || deciding_) return false;
  if (session_.isArmed()) return true;
  note_->setTone(Tone::warn);
  note_->setText(tr("Writes are not armed. Arm them, then %1 again; nothing was written.").arg(act));
  emit armRequested();
  return false;
}

void ApprovalPanel::approve() {
  if (!approve_->isEnabled() || !isReady(tr("approve"))) return;
  const reconcile::Approval approval = view_->approval;
  widgets::ConfirmText text;
  text.title = tr("Approve no. %1: %2").arg(approval.id).arg(actOf(approval));
  const QString warning = warningOf(*view_);
  text.text = tr("%1 asks for it: “%2” (ticket %3), because of %4.\nIt is written at once, in your name beside his.")
                  .arg(widgets::shown(approval.requested_by), widgets::shown(approval.reason), widgets::shown(approval.ticket),
                       evidenceOf(approval.evidence_json));
  if (!warning.isEmpty()) text.text += '\n' + warning;
  text.detail = widgets::text(view_->sql);
  text.button = tr("&Approve and write");
  text.dangerous = session_.connection().isProduction;
  text.asksReason = true;
  auto* dialog = new widgets::ConfirmDialog(text, this);
  dialog->resize(720, 480);
  connect(dialog, &QDialog::accepted, this, [this, dialog, approval] {
    setDeciding(true);
    session_.write<reconcile::ApproveOutcome>(
        this, tr("Approving"),
        [id = approval.id, reason = widgets::bytes(dialog->reason())](bridge::Reader& reader) {
          return reconcile::approve(reader.connection(), id, audit::this_actor("onceover"), reason);
        },
        [this, approval](const Result<reconcile::ApproveOutcome>& outcome) {
          setDeciding(false);
          if (number_ == approval.id) tell(toldApproving(approval, outcome));
        });
  });
  dialog->open();
}

void ApprovalPanel::refuse() {
  if (!refuse_->isEnabled() || !isReady(tr("refuse"))) return;
  const reconcile::Approval approval = view_->approval;
  widgets::ConfirmText text;
  text.title = approval.is_mine ? tr("Take back no. %1: %2").arg(approval.id).arg(actOf(approval))
                                : tr("Refuse no. %1: %2").arg(approval.id).arg(actOf(approval));
  text.text = tr("Nothing is written to the row. The request ends, and can be made anew.");
  text.button = approval.is_mine ? tr("&Take back") : tr("&Refuse");
  text.asksReason = true;
  auto* dialog = new widgets::ConfirmDialog(text, this);
  connect(dialog, &QDialog::accepted, this, [this, dialog, approval] {
    setDeciding(true);
    session_.write<bool>(
        this, tr("Refusing"),
        [id = approval.id, reason = widgets::bytes(dialog->reason())](bridge::Reader& reader) {
          return reconcile::refuse(reader.connection(), id, audit::this_actor("onceover"), reason);
        },
        [this, approval](const Result<bool>& refused) {
          setDeciding(false);
          if (number_ == approval.id) tell(toldRefusing(approval, refused));
        });
  });
  dialog->open();
}

void ApprovalPanel::tell(const Told& told) {
  toldBadge_->setBadge(told.badge);
  told_->setText(told.words);
  toldCard_->show();
  if (session_.isReady()) refresh();
  emit decided();
}

void ApprovalPanel::setDeciding(bool deciding) {
  deciding_ = deciding;
  update();
}

void ApprovalPanel::openCase() {
  if (!view_ || !view_->now) return;
  const auto id = reconcile::row_of(view_->approval, view_->profile);
  if (id) emit caseRequested(std::make_shared<const profile::Profile>(view_->profile), *id);
}

void ApprovalPanel::setClock(widgets::ClockChoice clock) {
  clock_ = clock;
  if (view_) show(*view_);
}

QString ApprovalPanel::shownSql() const { return view_ ? widgets::text(view_->sql) : QString(); }

}  // namespace onceover::queue
