// How the page of drift is laid out.
#include <QAction>
#include <QComboBox>
#include <QDateTimeEdit>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include "ui/drift/drift_page.h"
#include "ui/drift/drift_text.h"
#include "ui/drift/findings_model.h"
#include "ui/widgets/action.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/layout.h"
#include "ui/widgets/table.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::drift {

using widgets::PlainLabel;
using widgets::TextRole;

namespace {

constexpr int timeWidth = 170, nameWidth = 170;

QDateTimeEdit* timeEdit(const QString& name) {
  auto* edit = new QDateTimeEdit;
  edit->setTimeSpec(Qt::UTC);
  edit->setDisplayFormat(QStringLiteral("yyyy-MM-dd HH:mm"));
  edit->setCalendarPopup(true);
  edit->setAccessibleName(name);
  edit->setFixedWidth(timeWidth);
  return edit;
}

QLineEdit* textEdit(const QString& placeholder, const QString& name) {
  auto* edit = new QLineEdit;
  edit->setPlaceholderText(placeholder);
  edit->setAccessibleName(name);
  edit->setClearButtonEnabled(true);
  return edit;
}

}  // namespace

DriftPage::DriftPage(bridge::Session& session, QWidget* parent)
    : Page(session, parent), run_(new DriftRun(session, this)), model_(new FindingsModel(this)) {
  addActions();
  buildForm();
  buildContent();
  connect(run_, &DriftRun::looked, this, &DriftPage::goOn);
  connect(run_, &DriftRun::progressed, this, &DriftPage::showProgress);
  connect(run_, &DriftRun::ended, this, &DriftPage::showReport);
  connect(run_, &DriftRun::failed, this, &DriftPage::tellFailure);
  connect(&session, &bridge::Session::stateChanged, this, [this](bridge::SessionState state) {
    if (state == bridge::SessionState::connecting) startAnew();
    updateForm();
  });
  connect(&session, &bridge::Session::profileChanged, this, [this] {
    if (!report_ && !run_->isRunning()) showIdle();
  });
  showIdle();
}

QAction* DriftPage::addAct(Do act, const QString& words, const QString& icon, const QKeySequence& keys, void (DriftPage::*slot)()) {
  auto* action = acts_[act] = widgets::addAction(this, words, keys, icon);
  connect(action, &QAction::triggered, this, slot);
  return action;
}

void DriftPage::addActions() {
  addAct(Do::compare, tr("Compare with the gateway"), QStringLiteral("play"), QKeySequence(Qt::CTRL | Qt::Key_Return),
         &DriftPage::compareNow);
  addAct(Do::cancel, tr("Cancel the comparison"), QStringLiteral("stop"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Period),
         &DriftPage::cancelRun);
  addAct(Do::csv, tr("Export the findings as CSV …"), QStringLiteral("export"), QKeySequence(Qt::CTRL | Qt::Key_E), &DriftPage::askCsv);
  addAct(Do::json, tr("Export the report as JSON …"), QStringLiteral("export"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E),
         &DriftPage::askJson);
  addAct(Do::markdown, tr("Export the report as Markdown …"), QStringLiteral("export"), QKeySequence(Qt::CTRL | Qt::Key_M),
         &DriftPage::askMarkdown);
}

QWidget* DriftPage::buildWhere() {
  auto* box = new QWidget;
  auto* line = widgets::lineOf(box, widgets::tokensOf(this).unit);
  gateway_ = textEdit(tr("The gateway's configuration, a file"), tr("Gateway's configuration"));
  auto* browse = new QPushButton(tr("Choose a &gateway …"));
  browse->setToolTip(widgets::toolTip(tr("Another gateway's configuration, for this comparison alone")));
  time_ = new QComboBox;
  time_->setAccessibleName(tr("Time"));
  const std::pair<QString, int> spans[] = {{tr("Last hour"), 1},     {tr("Last 6 hours"), 6},   {tr("Last 24 hours"), 24},
                                           {tr("Last 7 days"), 168}, {tr("Last 30 days"), 720}, {tr("Between, in UTC"), 0}};
  for (const auto& [words, hours] : spans) time_->addItem(words, hours);
  time_->setCurrentIndex(2);
  time_->setToolTip(widgets::toolTip(tr("When keys were claimed and effects made, by the database's clock")));
  from_ = timeEdit(tr("From, UTC"));
  to_ = timeEdit(tr("To, UTC"));
  between_ = new QWidget;
  auto* times = widgets::lineOf(between_, widgets::tokensOf(this).half);
  times->addWidget(from_);
  times->addWidget(new PlainLabel(tr("to"), nullptr, TextRole::caption));
  times->addWidget(to_);
  auto* caption = new PlainLabel(tr("Gateway"), nullptr, TextRole::caption);
  caption->setBuddy(gateway_);
  line->addWidget(caption);
  line->addWidget(gateway_, 1);
  line->addWidget(browse);
  line->addWidget(time_);
  line->addWidget(between_);
  connect(browse, &QPushButton::clicked, this, &DriftPage::chooseGateway);
  connect(gateway_, &QLineEdit::textChanged, this, &DriftPage::updateForm);
  connect(time_, &QComboBox::currentIndexChanged, this, &DriftPage::updateForm);
  for (QDateTimeEdit* edit : {from_, to_}) connect(edit, &QDateTimeEdit::dateTimeChanged, this, &DriftPage::updateForm);
  return box;
}

QWidget* DriftPage::buildWhat() {
  auto* box = new QWidget;
  auto* line = widgets::lineOf(box, widgets::tokensOf(this).unit);
  part_ = new QComboBox;
  part_->setAccessibleName(tr("Which finished keys are asked about"));
  part_->addItem(tr("All finished keys"));
  part_->addItem(tr("A sample of"));
  part_->setToolTip(
      widgets::toolTip(tr("A sample is drawn evenly; the gateway's listing, where it declares one, is read whole either way")));
  sample_ = new QSpinBox;
  sample_->setRange(1, 1'000'000);
  sample_->setValue(500);
  sample_->setSuffix(tr(" keys"));
  sample_->setAccessibleName(tr("Size of the sample"));
  operation_ = textEdit(tr("Any operation"), tr("Operation, exactly"));
  tenant_ = textEdit(tr("Any tenant"), tr("Tenant, exactly"));
  for (QLineEdit* edit : {operation_, tenant_}) {
    edit->setMaximumWidth(nameWidth);
    edit->setToolTip(widgets::toolTip(tr("Effects of others then have no row here, and are found as such")));
  }
  line->addWidget(part_);
  line->addWidget(sample_);
  line->addWidget(operation_);
  line->addWidget(tenant_);
  line->addStretch(1);
  auto* compare = widgets::buttonOf(acts_.at(Do::compare), tr("&Compare"));
  compare->setDefault(true);
  line->addWidget(compare);
  line->addWidget(new PlainLabel(acts_.at(Do::compare)->shortcut().toString(QKeySequence::NativeText), nullptr, TextRole::caption));
  connect(part_, &QComboBox::currentIndexChanged, this, &DriftPage::updateForm);
  for (QLineEdit* edit : {gateway_, operation_, tenant_}) connect(edit, &QLineEdit::returnPressed, this, &DriftPage::compareNow);
  return box;
}

QWidget* DriftPage::buildProgress() {
  progress_ = new QWidget;
  auto* line = widgets::lineOf(progress_, widgets::tokensOf(this).unit);
  bar_ = new QProgressBar;
  bar_->setTextVisible(false);
  bar_->setFixedHeight(6);
  bar_->setMaximumWidth(220);
  bar_->setAccessibleName(tr("Progress of the comparison"));
  progressWords_ = new PlainLabel;
  progressWords_->setAccessibleName(tr("How far the comparison is"));
  progressWords_->setElided(true);
  line->addWidget(bar_, 1);
  line->addWidget(progressWords_, 3);
  line->addWidget(widgets::buttonOf(acts_.at(Do::cancel), tr("Ca&ncel")));
  line->addWidget(new PlainLabel(acts_.at(Do::cancel)->shortcut().toString(QKeySequence::NativeText), nullptr, TextRole::caption));
  progress_->hide();
  return progress_;
}

// Above the pane, so that what finds nothing can be changed.
void DriftPage::buildForm() {
  const widgets::Tokens t = widgets::tokensOf(this);
  form_ = new QWidget;
  auto* column = widgets::columnOf(form_, t.unit, QMargins(t.gap, t.unit, t.gap, t.unit));
  column->addWidget(buildWhere());
  column->addWidget(buildWhat());
  column->addWidget(buildProgress());
  note_ = widgets::wrapped(widgets::TextRole::body, tr("Note"));
  note_->hide();
  column->addWidget(note_);
  static_cast<QVBoxLayout*>(layout())->insertWidget(0, form_);
}

void DriftPage::buildContent() {
  const widgets::Tokens t = widgets::tokensOf(this);
  auto* column = widgets::columnOf(content(), t.unit, QMargins(t.gap, 0, t.gap, t.unit));
  auto* head = new QHBoxLayout;
  badge_ = new widgets::BadgeLabel;
  words_ = widgets::wrapped(TextRole::strong, tr("Result"));
  head->addWidget(badge_, 0, Qt::AlignTop);
  head->addWidget(words_, 1);
  column->addLayout(head);
  // Chips in as many lines as they need: beside the rail, at 125 %, a page is 816 wide.
  auto* numbers = new QWidget;
  auto* flow = new widgets::FlowLayout(t.unit, numbers);
  for (const Kind kind : all_kinds) {
    auto* chip = new QPushButton;
    chip->setCheckable(true);
    chip->setIcon(widgets::icon(badgeOf(kind).icon));
    chip->setToolTip(widgets::toolTip(tr("%1; press to list these alone").arg(meaningOf(kind))));
    connect(chip, &QPushButton::clicked, this, [this, kind] { choose(kind); });
    counts_[kind] = chip;
    flow->addWidget(chip);
  }
  column->addWidget(numbers);
  totals_ = widgets::wrapped(TextRole::caption, tr("What was compared"));
  column->addWidget(totals_);
  foundTable_ = new widgets::TableView(tr("What disagrees"));
  foundTable_->setModel(model_);
  connect(foundTable_, &widgets::TableView::opened, this, &DriftPage::openRow);
  column->addWidget(foundTable_, 1);
  openNote_ = new PlainLabel({}, nullptr, TextRole::caption);
  openNote_->setAccessibleName(tr("What is listed"));
  openNote_->setElided(true);
  auto* foot = widgets::lineOf(nullptr, t.unit);
  foot->addWidget(openNote_, 1);
  foot->addWidget(widgets::buttonOf(acts_.at(Do::csv), tr("CS&V")));
  foot->addWidget(widgets::buttonOf(acts_.at(Do::json), tr("&JSON")));
  foot->addWidget(widgets::buttonOf(acts_.at(Do::markdown), tr("&Markdown")));
  column->addLayout(foot);
  connect(pane(), &widgets::StatePane::actionRequested, this, &DriftPage::compareNow);
}

}  // namespace onceover::drift
