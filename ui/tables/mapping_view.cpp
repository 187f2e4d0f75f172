// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/mapping_view.h"

#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHeaderView>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QTabWidget>

#include "core/tables/toml.h"
#include "ui/tables/fields_editor.h"
#include "ui/tables/role_editor.h"
#include "ui/tables/state_editor.h"
#include "ui/tables/write_editor.h"
#include "ui/widgets/code_view.h"
#include "ui/widgets/dialog_body.h"
#include "ui/widgets/page.h"
#include "ui/widgets/widgets.h"

namespace onceover::ui {

using widgets::PlainLabel;
using widgets::TextRole;

namespace {

// In the order in which card() adds them; the question comes before all.
std::size_t editorOf(RoleInfo::Kind kind) {
  switch (kind) {
    case RoleInfo::Kind::columns: return 2;
    case RoleInfo::Kind::state: return 3;
    case RoleInfo::Kind::write: return 4;
    default: return 1;
  }
}

}  // namespace

MappingView::MappingView(bridge::Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      roles_(new RolesModel(this)),
      sample_(new SampleModel(this)),
      ownRows_(new OwnRowsModel(this)),
      stuck_(new StuckNow) {
  stuck_->setMinimumWidth(220);
  QSplitter* left = widgets::splitter(Qt::Vertical, {tableTabs(), card()}, {300, 360});
  widgets::fill(widgets::columnOf(this, widgets::tokensOf(this).unit),
                {header(), {widgets::splitter(Qt::Horizontal, {left, stuck_}, {820, 240}), 1}});
  later_.setSingleShot(true);
  // Long enough for a word to be typed, short enough to be seen as its answer.
  later_.setInterval(250);
  connect(&later_, &QTimer::timeout, this, &MappingView::refresh);
}

QWidget* MappingView::header() {
  const widgets::Tokens t = widgets::tokensOf(this);
  auto* back = new QPushButton(tr("&Back"));
  back->setAccessibleName(tr("Back to the tables"));
  back->setToolTip(widgets::toolTip(tr("Back to the tables  Esc")));
  title_ = widgets::elided(TextRole::heading);
  kind_ = new Choice(tr("What the table keeps"), 7);
  kind_->setWords(kindWords);
  kind_->setPlaceholderText(tr("Not known"));
  name_ = widgets::lineEdit(tr("Name of the profile"), tr("name of the profile"));
  name_->setMaximumWidth(220);
  auto* save = new QPushButton(widgets::icon(QStringLiteral("export")), tr("Sa&ve…"));
  save->setAccessibleName(tr("Save the profile"));
  use_ = new QPushButton(widgets::icon(QStringLiteral("check")), tr("Use this &table"));
  use_->setObjectName(QStringLiteral("use"));
  use_->setDefault(true);
  warnings_ = widgets::wrapped();
  warnings_->setObjectName(QStringLiteral("warnings"));
  warnings_->setTone(widgets::Tone::warn);
  access_ = widgets::wrapped(TextRole::caption);
  auto* named = new PlainLabel(tr("Name"), nullptr, TextRole::caption);
  auto* line =
      widgets::fill(widgets::lineOf(nullptr, t.unit), {back, {title_, 1}, kind_, named, name_, save, use_});
  auto* area = new QWidget;
  widgets::fill(widgets::columnOf(area, t.half), {line, warnings_, access_});
  connect(back, &QPushButton::clicked, this, &MappingView::backRequested);
  connect(use_, &QPushButton::clicked, this, &MappingView::use);
  connect(save, &QPushButton::clicked, this, &MappingView::askToSave);
  connect(kind_, &QComboBox::activated, this, &MappingView::kindChosen);
  connect(name_, &QLineEdit::textEdited, this, &MappingView::identityEdited);
  return area;
}

QWidget* MappingView::tableTabs() {
  ownTable_ = new widgets::TableView(tr("Rows of the table"), ownRows_);
  ownTable_->setSelectionMode(QAbstractItemView::SingleSelection);
  ownTable_->setSelectionBehavior(QAbstractItemView::SelectColumns);
  ownTable_->horizontalHeader()->setSectionsMovable(false);
  ownTable_->horizontalHeader()->setSectionsClickable(true);
  rolesTable_ = new widgets::TableView(tr("Roles"), roles_);
  rolesTable_->setSelectionMode(QAbstractItemView::SingleSelection);
  samplePane_ = new widgets::StatePane;
  widgets::columnOf(samplePane_->content())->addWidget(new widgets::TableView(tr("Sample rows"), sample_));
  sqlView_ = new widgets::SqlView;
  tomlTab_ = tomlTab();
  tabs_ = new QTabWidget;
  tabs_->setAccessibleName(tr("The table and its mapping"));
  tabs_->setDocumentMode(true);
  tabs_->tabBar()->setAccessibleName(tr("The table and its mapping"));
  tabs_->addTab(ownTable_, tr("Its &rows"));
  tabs_->addTab(rolesTable_, tr("A&ll roles"));
  tabs_->addTab(samplePane_, tr("As l&isted"));
  tabs_->addTab(tomlTab_, tr("&Profile"));
  tabs_->addTab(sqlView_, tr("S&QL"));
  connect(ownTable_->horizontalHeader(), &QHeaderView::sectionClicked, this, &MappingView::columnChosen);
  connect(ownTable_, &QTableView::clicked, this,
          [this](const QModelIndex& index) { columnChosen(index.column()); });
  connect(ownTable_, &widgets::TableView::opened, this,
          [this](const QModelIndex& index) { columnChosen(index.column()); });
  connect(rolesTable_, &widgets::TableView::currentRowChanged, this, &MappingView::roleChosen);
  connect(rolesTable_, &QTableView::clicked, this,
          [this](const QModelIndex& index) { roleChosen(index.row()); });
  connect(rolesTable_, &widgets::TableView::opened, this, [this] { focusAnswer(); });
  connect(samplePane_, &widgets::StatePane::retryRequested, this, &MappingView::refresh);
  return tabs_;
}

QWidget* MappingView::card() {
  card_ = new widgets::Card(QStringLiteral(" "));
  what_ = widgets::wrapped();
  what_->setTone(widgets::Tone::muted);
  why_ = widgets::wrapped();
  why_->setObjectName(QStringLiteral("why"));
  next_ = new QPushButton(tr("&Next question"));
  card_->addToTitle(next_);
  questionView_ = new QuestionView;
  stateEditor_ = new StateEditor;
  editors_ = new QWidget;
  pages_ = {questionView_};
  for (RoleEditor* editor :
       std::initializer_list<RoleEditor*>{new FieldsEditor, new OrderEditor, stateEditor_, new WriteEditor}) {
    pages_.push_back(editor);
    connect(editor, &RoleEditor::edited, this, &MappingView::roleEdited);
  }
  auto* column = widgets::columnOf(editors_);
  for (QWidget* page : pages_) column->addWidget(page);
  // The tallest of them is higher than a laptop leaves.
  scroll_ = RoleEditor::scrolledIn(editors_, tr("Question or editor"));
  widgets::fill(card_->body(), {what_, why_, {scroll_, 1}});
  connect(questionView_, &QuestionView::answered, this, &MappingView::answered);
  connect(next_, &QPushButton::clicked, this, [this] {
    ask();
    focusAnswer();
  });
  return card_;
}

QWidget* MappingView::tomlTab() {
  const widgets::Tokens t = widgets::tokensOf(this);
  toml_ = new QPlainTextEdit;
  toml_->setReadOnly(true);
  toml_->setTabChangesFocus(true);
  toml_->setAccessibleName(tr("The profile as TOML"));
  toml_->setFont(widgets::monospaceFont(font()));
  toml_->setLineWrapMode(QPlainTextEdit::NoWrap);
  note_ = new PlainLabel({}, nullptr, TextRole::caption);
  auto* copy = new QPushButton(widgets::icon(QStringLiteral("copy")), tr("&Copy the profile"));
  connect(copy, &QPushButton::clicked, this, &MappingView::copyToml);
  auto* foot = widgets::fill(new QHBoxLayout, {{note_, 1}, copy});
  auto* tab = new QWidget;
  widgets::fill(widgets::columnOf(tab, t.half, QMargins(0, t.half, 0, 0)), {{toml_, 1}, foot});
  return tab;
}

std::string MappingView::draftText() const { return tables::to_toml(std::vector{draft_.profile}); }

void MappingView::setDraft(const Draft& draft) {
  draft_ = draft;
  kept_ = draftText();
  title_->setText(tableTitle(draft_.profile.schema, draft_.profile.table));
  showKind();
  name_->setText(widgets::text(draft_.profile.name));
  access_->clear();
  keyNotUnique_.clear();
  note_->clear();
  sql_.clear();
  sample_->setRows({});
  tabs_->setCurrentWidget(ownTable_);
  changed();
  ask();
  if (question_) focusAnswer();
  later_.stop();
  refresh();
}

void MappingView::showRole(const std::string& role) {
  const int row = roles_->rowOf(role);
  if (row < 0) return;
  tabs_->setCurrentWidget(rolesTable_);
  rolesTable_->setCurrentIndex(roles_->index(row, 0));
  rolesTable_->setFocus(Qt::OtherFocusReason);
}

// What is asked next. The values of the state are answered all together.
void MappingView::ask() {
  const auto question = tables::next_question(draft_);
  if (question && !question->about.starts_with("meaning:")) return askAbout(*question);
  question_ = question;
  if (question) {
    showEditor("state");
    stateEditor_->setOnlyValues(true);
    card_->setTitle(tr("What does each value of %1 mean?").arg(widgets::shown(draft_.state.column)));
    what_->hide();
    why_->hide();
    return next_->hide();
  }
  const auto open = tables::why_not_usable(draft_);
  card_->setTitle(open.empty() ? tr("Nothing is left to ask") : tr("Not complete yet"));
  questionView_->tell(
      (open.empty() ? QString() : widgets::shownAll(open, QStringLiteral("\n")) + QLatin1Char('\n')) +
      tr("Click a column above to correct what it is. Verdicts and further roles are under \"All roles\"."));
  showQuestions();
}

void MappingView::askAbout(const tables::Question& question) {
  question_ = question;
  card_->setTitle(asked());
  questionView_->ask(question);
  showQuestions();
  next_->setVisible(question.about.starts_with("column:") && tables::next_question(draft_).has_value());
}

void MappingView::showQuestions() {
  role_.clear();
  showPage(0);
  what_->hide();
  why_->hide();
  next_->hide();
}

void MappingView::answered(const std::string& given) {
  if (!question_) return;
  const tables::Question question = *question_;
  if (const auto problem = tables::answer(draft_, question, given))
    return questionView_->showProblem(widgets::text(*problem));
  showKind();
  changed();
  ask();
  focusAnswer();
}

void MappingView::columnChosen(int column) {
  if (column < 0 || column >= ownRows_->columnCount()) return;
  ownTable_->selectColumn(column);
  askAbout(tables::question_of_column(draft_, ownRows_->columnAt(column)));
}

void MappingView::roleChosen(int row) {
  if (row < 0) return;
  const RoleInfo& info = roleInfos()[static_cast<std::size_t>(row)];
  question_.reset();
  showEditor(info.id);
  stateEditor_->setOnlyValues(false);
  next_->setVisible(tables::next_question(draft_).has_value());
}

// No stacked widget: it is as high as the highest of its pages.
void MappingView::showPage(std::size_t index) {
  page_ = index;
  for (std::size_t i = 0; i < pages_.size(); ++i) pages_[i]->setVisible(i == index);
  scroll_->verticalScrollBar()->setValue(0);
}

RoleEditor* MappingView::editor() const { return static_cast<RoleEditor*>(pages_[page_]); }

void MappingView::focusAnswer() {
  const auto answers = widgets::inTabOrder(*pages_[page_]);
  if (!answers.isEmpty()) answers.first()->setFocus(Qt::OtherFocusReason);
  scroll_->verticalScrollBar()->setValue(0);
}

void MappingView::showEditor(const std::string& role) {
  const RoleInfo& info = roleInfo(role);
  role_ = role;
  card_->setTitle(info.title);
  what_->setText(info.what);
  what_->show();
  showPage(editorOf(info.kind));
  editor()->load(draft_, role_);
  showWhy();
}

void MappingView::showWhy() {
  const QString why = whyOf(draft_, role_);
  const auto verb = verbOf(role_);
  const auto offer = verb ? draft_.offers.find(*verb) : draft_.offers.end();
  const bool isRefused = offer != draft_.offers.end() && !offer->second.is_offered();
  why_->setText(why);
  why_->setVisible(!why.isEmpty());
  why_->setTone(draft_.unknown.contains(role_) || isRefused ? widgets::Tone::warn : widgets::Tone::neutral);
}

void MappingView::roleEdited() {
  editor()->apply(draft_);
  draft_.said.insert(role_);
  if (const auto verb = verbOf(role_)) draft_.offers.erase(*verb);  // of what was written before
  const bool isAsked = question_.has_value();
  if (verbOf(role_)) {
    showWhy();
  } else {
    why_->setTone(draft_.unknown.contains(role_) ? widgets::Tone::warn : widgets::Tone::neutral);
  }
  changed();
  if (!isAsked || tables::unsaid_line(draft_.state)) return;
  ask();
  focusAnswer();
}

void MappingView::showKind() {
  kind_->setCurrentIndex(draft_.has_kind ? kind_->findData(static_cast<int>(draft_.profile.kind)) : -1);
}

void MappingView::kindChosen() {
  say_kind(draft_, kind_->chosen<tables::Kind>().value_or(draft_.profile.kind));
  changed();
  ask();
}

void MappingView::identityEdited() {
  draft_.profile.name = widgets::bytes(name_->text().trimmed());
  changed();
}

void MappingView::changed() {
  roles_->setDraft(draft_);
  ownRows_->setDraft(draft_);
  ownTable_->setColumnChars(ownRows_->widths());
  toml_->setPlainText(widgets::text(draftText()));
  noteWarnings();
  showState();
  later_.start();
}

void MappingView::noteWarnings() {
  QStringList words = sharedColumns(draft_);
  if (!keyNotUnique_.isEmpty()) words.prepend(keyNotUnique_);
  warnings_->setText(words.join(QLatin1Char(' ')));
  warnings_->setVisible(!words.isEmpty());
}

// Rows are shown only under a complete mapping: a guess would look like an answer.
void MappingView::showState() {
  const auto open = tables::why_not_usable(draft_);
  use_->setEnabled(open.empty());
  if (!open.empty()) {
    sample_->setRows({});
    samplePane_->showEmpty(tr("Rows are shown when everything needed is chosen."),
                           widgets::shownAll(open, QStringLiteral("\n")));
    return stuck_->setUnknown(tr("Shown after the next questions are answered."));
  }
  stuck_->setReading();
  if (sample_->rowCount() == 0) samplePane_->showLoading(tr("Reading rows…"));
}

bool MappingView::showsStuck() const { return stuck_->isAnyStuck(); }

void MappingView::use() {
  if (!tables::why_not_usable(draft_).empty()) return;
  kept_ = draftText();
  emit useRequested(std::make_shared<const tables::Profile>(draft_.profile));
}

void MappingView::refresh() {
  if (!session_.isReady() || !tables::why_not_usable(draft_).empty()) return;
  session_.read<Sample>(
      this, tr("Reading sample rows"),
      [profile = draft_.profile](bridge::Reader& reader) { return readSample(reader, profile); },
      [this](const Result<Sample>& sample) { take(sample); });
}

void MappingView::take(const Result<Sample>& sample) {
  if (!tables::why_not_usable(draft_).empty()) return;
  if (!sample) {
    if (sample.error().is_cancelled()) return;
    stuck_->setUnknown(widgets::sentences(sample.error()));
    return samplePane_->showError(sample.error());
  }
  if (sample->stuck) {
    stuck_->setStuck(*sample->stuck, draft_.profile);
  } else {
    stuck_->setUnknown(widgets::sentences(sample->stuck.error()));
  }
  access_->clear();
  if (sample->access) takeAccess(*sample->access);
  access_->setVisible(!access_->text().isEmpty());
  if (!sample->page) return samplePane_->showError(sample->page.error());
  sql_ = widgets::text(sample->page->sql);
  sqlView_->setSql(sql_);
  sample_->setRows(sample->page->rows, sample->page->as_of);
  emit sampled(sample->page->as_of);
  if (sample_->rowCount() > 0) return samplePane_->showContent();
  samplePane_->showEmpty(tr("The table holds no rows."), tr("New rows are listed here."));
}

void MappingView::takeAccess(const tables::Access& access) {
  draft_.offers = access.offers;
  keyNotUnique_ = widgets::shown(access.why_key_not_unique);
  noteWarnings();
  roles_->setDraft(draft_);
  if (verbOf(role_)) showWhy();
  const auto readOnly = whyReadOnly(draft_.profile, access);
  QStringList words{readOnly.empty() ? tr("Verdicts can be written when writes are armed.")
                                     : tr("Read-only: %1").arg(widgets::shown(readOnly.front()))};
  for (const auto* sentences : {&access.misfits, &access.remarks}) {
    for (const std::string& sentence : *sentences) words.append(widgets::shown(sentence));
  }
  access_->setText(words.join(QLatin1Char(' ')));
}

void MappingView::setClock(widgets::ClockChoice clock) { stuck_->setClock(clock); }

void MappingView::copyToml() {
  QGuiApplication::clipboard()->setText(toml_->toPlainText());
  note_->setText(tr("Copied."));
}

void MappingView::askToSave() {
  QDir().mkpath(directory_);
  auto* dialog = new QFileDialog(this, tr("Save the profile"), directory_, tr("Profiles (*.toml)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setOption(QFileDialog::DontConfirmOverwrite);  // asked here, and only for another profile's file
  dialog->setDefaultSuffix(QStringLiteral("toml"));
  dialog->selectFile(fileNameOf(draft_.profile));
  connect(dialog, &QFileDialog::fileSelected, this, &MappingView::saveTo);
  dialog->open();
}

void MappingView::saveTo(const QString& path) {
  if (!holdsAnother(path, draft_.profile)) return save(path);
  auto* question = new widgets::ConfirmDialog(
      {.title = tr("Replace the file?"),
       .text = tr("%1 holds something else, which would be lost.").arg(widgets::shown(path.toStdString())),
       .button = tr("Replace"),
       .dangerous = true},
      this);
  connect(question, &QDialog::accepted, this, [this, path] { save(path); });
  question->open();
}

void MappingView::save(const QString& path) {
  tabs_->setCurrentWidget(tomlTab_);
  if (const auto done = saveProfile(path, draft_.profile); !done) {
    note_->setTone(widgets::Tone::danger);
    return note_->setText(widgets::sentences(done.error()).replace(QLatin1Char('\n'), QLatin1Char(' ')));
  }
  kept_ = draftText();
  note_->setTone(widgets::Tone::ok);
  note_->setText(tr("Saved in %1").arg(widgets::shown(path.toStdString())));
  emit saved(path);
}

}  // namespace onceover::ui
