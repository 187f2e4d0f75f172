// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drift/drift_page.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDateTimeEdit>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>

#include "ui/widgets/controls.h"
#include "ui/widgets/dialog_body.h"
#include "ui/widgets/layout.h"
#include "ui/widgets/save_file.h"
#include "ui/widgets/theme.h"

namespace onceover::drift {

using widgets::PlainLabel;
using widgets::shown;
using widgets::TextRole;
using widgets::Tone;

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
  QLineEdit* edit = widgets::lineEdit(name, placeholder);
  edit->setClearButtonEnabled(true);
  return edit;
}

// A file holds all that was kept.
constexpr std::size_t all = 1'000'000;

Timestamp timeOf(const QDateTimeEdit* edit) { return Timestamp{edit->dateTime().toMSecsSinceEpoch() * 1000}; }

void setTime(QDateTimeEdit* edit, Timestamp at) {
  edit->setDateTime(QDateTime::fromMSecsSinceEpoch(at.us / 1000, Qt::UTC));
}

std::optional<std::string> given(const QLineEdit* edit) {
  const QString text = edit->text().trimmed();
  return text.isEmpty() ? std::nullopt : std::optional(widgets::bytes(text));
}

}  // namespace

DriftPage::DriftPage(bridge::Session& session, QWidget* parent)
    : Page(session, parent), run_(new DriftRun(session, this)), model_(new FindingsModel(this)) {
  addActions();
  buildForm();
  buildContent();
  connect(run_, &DriftRun::looked, this, &DriftPage::advance);
  connect(run_, &DriftRun::progressed, this, &DriftPage::showProgress);
  connect(run_, &DriftRun::found, this, &DriftPage::showSoFar);
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

void DriftPage::addActions() {
  const auto add = [this](Do act, const QString& words, const char* icon, const QKeySequence& keys,
                          const std::function<void()>& run) {
    acts_[act] = widgets::addAction(this, words, keys, QString::fromLatin1(icon));
    connect(acts_[act], &QAction::triggered, this, run);
  };
  const auto exportAs = [this](const char* suffix) {
    return [this, suffix] {
      const QString suggested = QStringLiteral("drift.") + QLatin1String(suffix);
      widgets::askSavePath(this, tr("Export the report"), suggested,
                           [this](const QString& path) { exportTo(path); });
    };
  };
  add(Do::compare, tr("Compare with the gateway"), "play", Qt::CTRL | Qt::Key_Return,
      [this] { compareNow(); });
  add(Do::cancel, tr("Cancel the comparison"), "stop", Qt::CTRL | Qt::SHIFT | Qt::Key_Period,
      [this] { run_->cancel(); });
  add(Do::csv, tr("Export the findings as CSV …"), "export", Qt::CTRL | Qt::Key_E, exportAs("csv"));
  add(Do::json, tr("Export the report as JSON …"), "export", Qt::CTRL | Qt::SHIFT | Qt::Key_E,
      exportAs("json"));
  add(Do::markdown, tr("Export the report as Markdown …"), "export", Qt::CTRL | Qt::Key_M, exportAs("md"));
}

QWidget* DriftPage::buildWhere() {
  gateway_ = textEdit(tr("The gateway's configuration, a file"), tr("Gateway's configuration"));
  auto* browse = new QPushButton(tr("Choose a &gateway …"));
  browse->setToolTip(widgets::toolTip(tr("Another gateway configuration, only for this comparison")));
  time_ = widgets::comboBox(tr("Time"), {{tr("Last hour"), 1},
                                         {tr("Last 6 hours"), 6},
                                         {tr("Last 24 hours"), 24},
                                         {tr("Last 7 days"), 168},
                                         {tr("Last 30 days"), 720},
                                         {tr("Between, in UTC"), 0}});
  time_->setCurrentIndex(2);
  time_->setToolTip(widgets::toolTip(tr("When keys were claimed and effects made, by the database's clock")));
  from_ = timeEdit(tr("From, UTC"));
  to_ = timeEdit(tr("To, UTC"));
  between_ = new QWidget;
  auto* times = widgets::lineOf(between_, widgets::tokensOf(this).half);
  widgets::fill(times, {from_, new PlainLabel(tr("to"), nullptr, TextRole::caption), to_});
  auto* caption = new PlainLabel(tr("Gateway"), nullptr, TextRole::caption);
  caption->setBuddy(gateway_);
  gateway_->setMinimumWidth(220);
  connect(browse, &QPushButton::clicked, this, &DriftPage::chooseGateway);
  connect(gateway_, &QLineEdit::textChanged, this, &DriftPage::updateForm);
  connect(time_, &QComboBox::currentIndexChanged, this, &DriftPage::updateForm);
  for (QDateTimeEdit* edit : {from_, to_})
    connect(edit, &QDateTimeEdit::dateTimeChanged, this, &DriftPage::updateForm);
  return widgets::flowOf({caption, gateway_, browse, time_, between_});
}

QWidget* DriftPage::buildWhat() {
  part_ =
      widgets::comboBox(tr("Keys to ask about"), {{tr("All finished keys"), {}}, {tr("A sample of"), {}}});
  part_->setToolTip(widgets::toolTip(tr(
      "The sample is evenly distributed. The gateway's listing, if it has one, is always read completely")));
  sample_ = new QSpinBox;
  sample_->setRange(1, 1'000'000);
  sample_->setValue(500);
  sample_->setSuffix(tr(" keys"));
  sample_->setAccessibleName(tr("Size of the sample"));
  operation_ = textEdit(tr("Any operation"), tr("Operation, exactly"));
  tenant_ = textEdit(tr("Any tenant"), tr("Tenant, exactly"));
  reference_ = textEdit(tr("Any order"), tr("Order or reference, exactly"));
  reference_->setToolTip(
      widgets::toolTip(tr("Only rows and listed effects with this reference are compared")));
  for (QLineEdit* edit : {operation_, tenant_, reference_}) {
    edit->setMaximumWidth(nameWidth);
    if (edit != reference_)
      edit->setToolTip(
          widgets::toolTip(tr("Effects outside this filter are then reported as having no row")));
  }
  compare_ = widgets::buttonOf(acts_.at(Do::compare), tr("&Compare"));
  compare_->setDefault(true);
  const QString keys = acts_.at(Do::compare)->shortcut().toString(QKeySequence::NativeText);
  auto* hint = new PlainLabel(keys, nullptr, TextRole::caption);
  connect(part_, &QComboBox::currentIndexChanged, this, &DriftPage::updateForm);
  for (QLineEdit* edit : {gateway_, operation_, tenant_, reference_})
    connect(edit, &QLineEdit::returnPressed, this, &DriftPage::compareNow);
  return widgets::flowOf(
      {part_, sample_, operation_, tenant_, reference_, widgets::flowGap(), compare_, hint});
}

QWidget* DriftPage::buildProgress() {
  progress_ = new QWidget;
  auto* line = widgets::lineOf(progress_, widgets::tokensOf(this).unit);
  bar_ = new QProgressBar;
  bar_->setTextVisible(false);
  bar_->setFixedHeight(6);
  bar_->setMaximumWidth(220);
  bar_->setAccessibleName(tr("Progress of the comparison"));
  progressWords_ = widgets::elided(TextRole::body, tr("How far the comparison is"));
  widgets::fill(line, {{bar_, 1},
                       {progressWords_, 3},
                       widgets::buttonOf(acts_.at(Do::cancel), tr("Ca&ncel")),
                       new PlainLabel(acts_.at(Do::cancel)->shortcut().toString(QKeySequence::NativeText),
                                      nullptr, TextRole::caption)});
  progress_->hide();
  return progress_;
}

// Above the pane, so that what finds nothing can be changed.
void DriftPage::buildForm() {
  const widgets::Tokens t = widgets::tokensOf(this);
  form_ = new QWidget;
  note_ = widgets::wrapped(TextRole::body, tr("Note"));
  note_->hide();
  auto* column = widgets::columnOf(form_, t.unit, QMargins(t.gap, t.unit, t.gap, t.unit));
  widgets::fill(column, {buildWhere(), buildWhat(), buildProgress(), note_});
  addAbove(form_);
}

void DriftPage::buildContent() {
  const widgets::Tokens t = widgets::tokensOf(this);
  auto* column = widgets::columnOf(content(), t.unit, QMargins(t.gap, 0, t.gap, t.unit));
  auto* head = new QHBoxLayout;
  badge_ = new widgets::BadgeLabel;
  words_ = widgets::wrapped(TextRole::strong, tr("Result"));
  widgets::fill(head, {{badge_, 0, Qt::AlignTop},
                       {words_, 1},
                       {widgets::explained({tr("drift"), tr("effect"), tr("lookup lag")}), 0, Qt::AlignTop}});
  // Chips in as many lines as they need: beside the rail, at 125 %, a page is 816 wide.
  auto* numbers = new QWidget;
  auto* flow = new widgets::FlowLayout(t.unit, numbers);
  for (const Kind kind : all_kinds) {
    auto* chip = new QPushButton;
    chip->setCheckable(true);
    chip->setIcon(widgets::icon(badgeOf(kind).icon));
    chip->setToolTip(widgets::toolTip(tr("%1; press to list only these").arg(meaningOf(kind))));
    connect(chip, &QPushButton::clicked, this, [this, kind] { choose(kind); });
    counts_[kind] = chip;
    flow->addWidget(chip);
  }
  totals_ = widgets::wrapped(TextRole::caption, tr("What was compared"));
  foundTable_ = new widgets::TableView(tr("Differences"));
  foundTable_->setModel(model_);
  connect(foundTable_, &widgets::TableView::opened, this, &DriftPage::openRow);
  openNote_ = widgets::elided(TextRole::caption, tr("What is listed"));
  auto* foot = widgets::lineOf(nullptr, t.unit);
  widgets::fill(foot, {{openNote_, 1},
                       widgets::buttonOf(acts_.at(Do::csv), tr("CS&V")),
                       widgets::buttonOf(acts_.at(Do::json), tr("&JSON")),
                       widgets::buttonOf(acts_.at(Do::markdown), tr("&Markdown"))});
  widgets::fill(column, {head, numbers, totals_, {foundTable_, 1}, foot});
  connect(pane(), &widgets::StatePane::actionRequested, this, &DriftPage::compareNow);
}

void DriftPage::refresh() {
  const QString configured = session().connection().gatewayConfig;
  if (configured != gatewayOf_) {
    gatewayOf_ = configured;
    gateway_->setText(configured);
  }
  if (!report_ && !run_->isRunning() && !looking_) showIdle();
  updateForm();
}

void DriftPage::showIdle() {
  const QString what =
      tr("This page compares finished keys with the gateway's ledger: successes that the gateway does not "
         "know, effects that no key records, and two effects for one key.");
  if (gateway_->text().trimmed().isEmpty()) {
    return showEmpty(tr("No gateway is configured"),
                     what + ' ' + tr("Set a gateway configuration for the connection, or choose one above."));
  }
  const QString& problem = session().facts().gatewayProblem;
  if (!problem.isEmpty() && gateway_->text().trimmed() == session().connection().gatewayConfig)
    return showEmpty(tr("The gateway cannot be asked"),
                     tr("%1 Correct its configuration, or choose another one above.").arg(problem));
  showEmpty(tr("Nothing has been compared yet"),
            what + ' ' +
                tr("Choose the time range, then compare. It only reads, at the rate that the gateway "
                   "declares, and runs in the background."),
            tr("Compare"));
}

// Of another server nothing that stands here is true.
void DriftPage::startAnew() {
  run_->leave();
  report_.reset();
  looking_ = isUnderWay_ = false;
  progress_->hide();
  model_->setFound({});
  note_->hide();
  showIdle();
}

QString DriftPage::whyNot() const {
  if (!session().isReady()) return tr("Not connected.");
  if (gateway_->text().trimmed().isEmpty()) return tr("Choose a gateway first.");
  if (session().profile().kind != tables::Kind::idempotency)
    return tr("This table contains events. A gateway does not know them.");
  if (session().profile().created_at.empty())
    return tr(
        "No column is mapped as the time of creation, which the range is of. Map Created on the page "
        "Tables.");
  if (!between_->isHidden() && timeOf(from_) >= timeOf(to_))
    return tr("The end of the time range must be after its start.");
  return {};
}

void DriftPage::updateForm() {
  const bool isBetween = time_->currentData().toInt() == 0;
  if (isBetween && between_->isHidden()) {
    const Timestamp now = session().estimatedNow();
    setTime(to_, now);
    setTime(from_, now - std::chrono::hours(24));
  }
  between_->setVisible(isBetween);
  sample_->setVisible(part_->currentIndex() == 1);
  const bool isBusy = run_->isRunning() || looking_;
  const QString why = whyNot();
  acts_.at(Do::compare)->setEnabled(!isBusy && why.isEmpty());
  acts_.at(Do::cancel)->setEnabled(run_->isRunning());
  for (const Do act : {Do::csv, Do::json, Do::markdown}) acts_.at(act)->setEnabled(report_.has_value());
  if ((isBetween || session().profile().created_at.empty()) && !isBusy && session().isReady()) {
    tell(Tone::warn, why);
  }
}

Wanted DriftPage::wanted() const {
  Wanted wanted;
  wanted.gatewayConfig = gateway_->text().trimmed();
  if (const int hours = time_->currentData().toInt(); hours > 0) {
    wanted.last = std::chrono::hours(hours);
  } else {
    wanted.options.from = timeOf(from_);
    wanted.options.to = timeOf(to_);
  }
  if (part_->currentIndex() == 1) wanted.options.sample = sample_->value();
  wanted.options.operation = given(operation_);
  wanted.options.tenant = given(tenant_);
  wanted.options.reference = given(reference_);
  return wanted;
}

void DriftPage::chooseGateway() {
  widgets::askOpenPath(this, tr("Choose a gateway's configuration"), tr("Configurations (*.toml)"),
                       [this](const QString& path) { gateway_->setText(path); });
}

void DriftPage::compareNow() {
  if (!acts_.at(Do::compare)->isEnabled()) return;
  looking_ = true;
  note_->hide();
  updateForm();
  if (!report_) showLoading(tr("Looking at the range …"));
  run_->look(wanted());
}

void DriftPage::advance(const Outlook& outlook) {
  looking_ = false;
  sql_ = widgets::text(outlook.sql);
  const QString gateway = gateway_->text().trimmed();
  const auto start = [this, gateway, outlook] {
    if (!report_) showLoading(tr("Comparing …"));
    run_->start(gateway, outlook);
    startedWith_ = shown(widgets::bytes(QFileInfo(gateway).fileName()));
    updateForm();
  };
  if (!outlook.forecast.scans) return start();
  widgets::ConfirmText text;
  text.title = tr("Read the whole table?");
  text.text = tr("The range is found by reading the whole table: %1").arg(shown(outlook.forecast.why));
  text.button = tr("&Compare anyway");
  auto* dialog = new widgets::ConfirmDialog(text, this);
  connect(dialog, &QDialog::accepted, this, start);
  connect(dialog, &QDialog::rejected, this, [this] {
    if (!report_) showIdle();
    updateForm();
  });
  dialog->open();
}

void DriftPage::tell(Tone tone, const QString& words) {
  note_->setTone(tone);
  note_->setText(words);
  note_->setVisible(!words.isEmpty());
}

void DriftPage::showProgress() {
  progress_->setVisible(run_->isRunning());
  const auto part = run_->part();
  bar_->setRange(0, part ? 1000 : 0);
  if (part) bar_->setValue(static_cast<int>(1000 * *part));
  progressWords_->setText(run_->progress());
}

// What was found until now can be opened while the rest is asked about.
void DriftPage::showSoFar(const Report& soFar) {
  const bool isFirst = !std::exchange(isUnderWay_, true);
  if (isFirst) model_->setFound({});
  model_->grow(soFar.found);
  report_ = soFar;
  report_->ended_early = widgets::bytes(tr("the comparison is under way"));
  showCompared();
  if (isFirst) emit foundSome();
}

void DriftPage::showReport(const Report& report) {
  const bool wasFocused = progress_->isAncestorOf(QApplication::focusWidget());
  isUnderWay_ ? model_->grow(report.found) : model_->setFound(report.found);
  isUnderWay_ = false;
  report_ = report;
  progress_->hide();
  showCompared();
  if (wasFocused) focusResult();
  emit compared();
}

void DriftPage::showCompared() {
  table_ = run_->table();
  comparedWith_ = startedWith_;
  setAge(report_->as_of);
  showFound();
  updateForm();
  showContent();
}

// The button that had the focus goes: it does not wander off to the navigation.
void DriftPage::focusResult() {
  QWidget* const to = model_->rowCount() > 0 ? static_cast<QWidget*>(foundTable_) : compare_;
  to->setFocus(Qt::OtherFocusReason);
}

void DriftPage::showFound() {
  const Headline headline = headlineOf(*report_);
  badge_->setBadge(headline.badge);
  words_->setText(headline.words);
  for (const auto& [kind, chip] : counts_) {
    const auto count = report_->counts.find(kind);
    const std::int64_t n = count == report_->counts.end() ? 0 : count->second;
    const QString words = tr("%1: %2").arg(badgeOf(kind).word, countInWords(*report_, n));
    chip->setText(words);
    chip->setAccessibleName(words);
    chip->setEnabled(n > 0);
    chip->setChecked(model_->only() == kind);
  }
  totals_->setText(
      tr("%1 with %2 · %3")
          .arg(shown(table_->schema + "." + table_->table), comparedWith_, totalsOf(*report_, clock())));
  const int rows = model_->rowCount();
  const std::size_t kept = report_->found.size();
  std::int64_t counted = 0;
  for (const auto& [kind, n] : report_->counts) counted += n;
  QString listed = tr("%Ln findings. Enter opens the key.", nullptr, widgets::counted(rows));
  if (static_cast<std::int64_t>(kept) < counted)
    listed += ' ' + tr("There are more findings than are listed.");
  openNote_->setText(rows == 0 ? noneFoundIn(*report_, run_->toAsk()) : listed);
}

void DriftPage::tellFailure(const Error& error) {
  const bool wasFocused = progress_->isAncestorOf(QApplication::focusWidget()),
             wasUnderWay = std::exchange(isUnderWay_, false);
  looking_ = false;
  progress_->hide();
  tell(error.is_cancelled() ? Tone::muted : Tone::danger,
       error.is_cancelled() ? tr("The comparison was cancelled. Nothing was written.")
                            : widgets::sentences(error));
  // A report that stands is of another time, and stays; so do differences that were found on the way.
  if (!report_) showIdle();
  if (wasUnderWay) {
    report_->ended_early = widgets::bytes(tr("the comparison ended before"));
    showFound();
  }
  updateForm();
  if (wasFocused) focusResult();
  emit compared();
}

void DriftPage::choose(Kind kind) {
  if (!report_) return;
  model_->setOnly(model_->only() == kind ? std::nullopt : std::optional(kind));
  showFound();
}

void DriftPage::openRow(const QModelIndex& index) {
  if (!index.isValid()) return;
  const Found found = model_->at(index.row());
  if (!found.ours) {
    openNote_->setText(
        tr("No row here has this key: it was reaped, or belongs to another program. Look it up at the "
           "gateway."));
    return;
  }
  const auto table = table_;  // opening it may change what is shown here
  openRowOf(table, found.ours->id);
}

void DriftPage::exportTo(const QString& path) {
  if (!report_) return;
  const std::string text = path.endsWith(QLatin1String(".md"))     ? to_markdown(*report_, all)
                           : path.endsWith(QLatin1String(".json")) ? to_json(*report_, all) + "\n"
                                                                   : to_csv(*report_, all);
  const auto saved = widgets::savePrivately(path, QByteArray::fromStdString(text));
  if (!saved) return tell(Tone::danger, widgets::sentences(saved.error()));
  tell(Tone::ok, tr("Saved to %1. Only you can read it.").arg(widgets::shown(widgets::bytes(path))));
  emit exported(path);
}

void DriftPage::clockChanged() {
  if (report_) showFound();
}

void DriftPage::focusSearch() { gateway_->setFocus(); }

}  // namespace onceover::drift
