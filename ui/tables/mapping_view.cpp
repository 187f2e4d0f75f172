#include "ui/tables/mapping_view.h"

#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QGuiApplication>
#include <QPlainTextEdit>
#include <QStackedWidget>
#include <QTabWidget>
#include <algorithm>

#include "core/profile/toml.h"
#include "ui/tables/choice.h"
#include "ui/tables/fields_editor.h"
#include "ui/tables/order_editor.h"
#include "ui/tables/profile_file.h"
#include "ui/tables/role_editor.h"
#include "ui/tables/roles_model.h"
#include "ui/tables/sample_model.h"
#include "ui/tables/state_editor.h"
#include "ui/tables/write_editor.h"
#include "ui/widgets/confirm_dialog.h"
#include "ui/widgets/sql_view.h"
#include "ui/widgets/state_pane.h"
#include "ui/widgets/widgets.h"

namespace onceover::tables {

using widgets::PlainLabel;
using widgets::TextRole;

namespace {

// In the order in which the layout adds them.
int editorOf(RoleInfo::Kind kind) {
  switch (kind) {
    case RoleInfo::Kind::columns: return 1;
    case RoleInfo::Kind::state: return 2;
    case RoleInfo::Kind::write: return 3;
    default: return 0;
  }
}

}  // namespace

MappingView::MappingView(bridge::Session& session, QWidget* parent)
    : QWidget(parent), session_(session), roles_(new RolesModel(this)), sample_(new SampleModel(this)) {
  widgets::fill(widgets::columnOf(this, widgets::tokensOf(this).unit),
                {header(), {widgets::splitter(Qt::Vertical, {rolesAndEditor(), results()}, {420, 240}), 1}});
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
  name_ = widgets::lineEdit(tr("Name of the profile"), tr("name of the profile"));
  name_->setMaximumWidth(220);
  auto* save = new QPushButton(widgets::icon(QStringLiteral("export")), tr("Sa&ve…"));
  save->setAccessibleName(tr("Save the profile"));
  use_ = new QPushButton(widgets::icon(QStringLiteral("check")), tr("Use this &table"));
  use_->setObjectName(QStringLiteral("use"));
  use_->setDefault(true);
  questions_ = widgets::wrapped();
  questions_->setObjectName(QStringLiteral("questions"));
  questions_->setTone(widgets::Tone::warn);
  warnings_ = widgets::wrapped();
  warnings_->setObjectName(QStringLiteral("warnings"));
  warnings_->setTone(widgets::Tone::warn);
  access_ = widgets::wrapped(TextRole::caption);
  auto* line = widgets::fill(widgets::lineOf(nullptr, t.unit), {back, {title_, 1}, kind_, name_, save, use_});
  auto* area = new QWidget;
  widgets::fill(widgets::columnOf(area, t.half), {line, questions_, warnings_, access_});
  connect(back, &QPushButton::clicked, this, &MappingView::backRequested);
  connect(use_, &QPushButton::clicked, this, &MappingView::use);
  connect(save, &QPushButton::clicked, this, &MappingView::askToSave);
  connect(kind_, &QComboBox::activated, this, &MappingView::kindChosen);
  connect(name_, &QLineEdit::textEdited, this, &MappingView::identityEdited);
  return area;
}

QWidget* MappingView::rolesAndEditor() {
  rolesTable_ = new widgets::TableView(tr("Roles"), roles_);
  rolesTable_->setSelectionMode(QAbstractItemView::SingleSelection);
  card_ = new widgets::Card(QStringLiteral(" "));
  what_ = widgets::wrapped();
  what_->setTone(widgets::Tone::muted);
  why_ = widgets::wrapped();
  why_->setObjectName(QStringLiteral("why"));
  editors_ = new QStackedWidget;
  for (RoleEditor* editor : std::initializer_list<RoleEditor*>{new FieldsEditor, new OrderEditor, new StateEditor, new WriteEditor}) {
    editors_->addWidget(editor);
    connect(editor, &RoleEditor::edited, this, &MappingView::roleEdited);
  }
  // The tallest of them is higher than a laptop leaves.
  widgets::fill(card_->body(), {what_, why_, {RoleEditor::scrolledIn(editors_, tr("Editor of the role")), 1}});
  connect(rolesTable_, &widgets::TableView::currentRowChanged, this, &MappingView::roleChosen);
  connect(rolesTable_, &widgets::TableView::opened, this, [this] {
    QWidget* field = editors_->currentWidget()->nextInFocusChain();
    while (!field->isVisibleTo(this) || field->focusPolicy() == Qt::NoFocus) field = field->nextInFocusChain();
    field->setFocus(Qt::TabFocusReason);
  });
  return widgets::splitter(Qt::Horizontal, {rolesTable_, card_}, {560, 500});
}

QWidget* MappingView::results() {
  samplePane_ = new widgets::StatePane;
  widgets::columnOf(samplePane_->content())->addWidget(new widgets::TableView(tr("Sample rows"), sample_));
  sqlView_ = new widgets::SqlView;
  tabs_ = new QTabWidget;
  tabs_->setAccessibleName(tr("Results of the mapping"));
  tabs_->setDocumentMode(true);
  tabs_->tabBar()->setAccessibleName(tr("Results of the mapping"));
  tabs_->addTab(samplePane_, tr("Sample &rows"));
  tabs_->addTab(tomlTab(), tr("&Profile"));
  tabs_->addTab(sqlView_, tr("S&QL"));
  connect(samplePane_, &widgets::StatePane::retryRequested, this, &MappingView::refresh);
  return tabs_;
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

std::string MappingView::draftText() const { return profile::to_toml(std::vector{draft_.profile}); }

void MappingView::setDraft(const Draft& draft) {
  draft_ = draft;
  kept_ = draftText();
  role_.clear();
  title_->setText(tableTitle(draft_.profile.schema, draft_.profile.table));
  kind_->choose(draft_.profile.kind);
  name_->setText(widgets::text(draft_.profile.name));
  access_->clear();
  keyNotUnique_.clear();
  note_->clear();
  sql_.clear();
  sample_->setRows({});
  // An open question comes first.
  const int row = std::max(0, roles_->rowWhere([this](const RoleInfo& info) { return isOpen(draft_, info.id); }));
  changed();
  rolesTable_->setCurrentIndex(roles_->index(row, 0));
  roleChosen(row);
  later_.stop();
  refresh();
}

void MappingView::showRole(const std::string& role) {
  const int row = roles_->rowOf(role);
  if (row < 0) return;
  rolesTable_->setCurrentIndex(roles_->index(row, 0));
  rolesTable_->setFocus(Qt::OtherFocusReason);
}

void MappingView::roleChosen(int row) {
  if (row < 0) return;
  const RoleInfo& info = roleInfos()[static_cast<std::size_t>(row)];
  role_ = info.id;
  card_->setTitle(info.title);
  what_->setText(info.what);
  editors_->setCurrentIndex(editorOf(info.kind));
  static_cast<RoleEditor*>(editors_->currentWidget())->load(draft_, role_);
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
  static_cast<const RoleEditor*>(editors_->currentWidget())->apply(draft_);
  draft_.touched.insert(role_);
  if (const auto verb = verbOf(role_)) draft_.offers.erase(*verb);  // of what was written before
  verbOf(role_) ? showWhy() : why_->setTone(draft_.unknown.contains(role_) ? widgets::Tone::warn : widgets::Tone::neutral);
  changed();
}

// The roles of a table that keeps something else are others. What the user has set stays, and then only the kind changes.
void MappingView::kindChosen() {
  const auto kind = kind_->chosen<profile::Kind>().value_or(draft_.profile.kind);
  if (kind == draft_.profile.kind && (!draft_.told.empty() || draft_.isStored)) return;
  if (!draft_.touched.empty() || draft_.isStored) {
    draft_.profile.kind = kind;
    return changed();
  }
  Draft proposed = openDraft(draft_.facts, profile::detect_as(draft_.facts, kind));
  proposed.profile.name = draft_.profile.name;
  const std::string kept = kept_;
  setDraft(proposed);
  kept_ = kept;  // the kind is a change
}

void MappingView::identityEdited() {
  draft_.profile.name = widgets::bytes(name_->text().trimmed());
  changed();
}

void MappingView::changed() {
  roles_->setDraft(draft_);
  toml_->setPlainText(widgets::text(draftText()));
  noteWarnings();
  noteQuestions();
  later_.start();
}

void MappingView::noteWarnings() {
  QStringList words = sharedColumns(draft_);
  if (!keyNotUnique_.isEmpty()) words.prepend(keyNotUnique_);
  warnings_->setText(words.join(QLatin1Char(' ')));
  warnings_->setVisible(!words.isEmpty());
}

void MappingView::noteQuestions() {
  const QStringList questions = openQuestions(draft_);
  questions_->setVisible(!questions.isEmpty());
  questions_->setText(tr("Before this table can be read: %1").arg(questions.join(QLatin1Char(' '))));
  use_->setEnabled(questions.isEmpty());
  // Rows are shown only under a complete mapping: a guess would look like an answer.
  if (!questions.isEmpty()) {
    sample_->setRows({});
    samplePane_->showEmpty(tr("Rows are shown when everything needed is chosen."), questions.join(QLatin1Char('\n')));
  } else if (sample_->rowCount() == 0) {
    samplePane_->showLoading(tr("Reading rows…"));
  }
}

void MappingView::use() {
  if (!openQuestions(draft_).isEmpty()) return;
  kept_ = draftText();
  emit useRequested(std::make_shared<const profile::Profile>(draft_.profile));
}

void MappingView::refresh() {
  if (!session_.isReady() || !openQuestions(draft_).isEmpty()) return;
  session_.read<Sample>(
      this, tr("Reading sample rows"), [profile = draft_.profile](bridge::Reader& reader) { return readSample(reader, profile); },
      [this](const Result<Sample>& sample) { take(sample); });
}

void MappingView::take(const Result<Sample>& sample) {
  if (!openQuestions(draft_).isEmpty()) return;
  if (!sample) {
    if (!sample.error().is_cancelled()) samplePane_->showError(sample.error());
    return;
  }
  QStringList words;
  if (sample->access) {
    const profile::Access& access = *sample->access;
    draft_.offers = access.offers;
    keyNotUnique_ = widgets::shown(access.why_key_not_unique);
    noteWarnings();
    roles_->setDraft(draft_);
    if (verbOf(role_)) showWhy();
    const auto readOnly = whyReadOnly(draft_.profile, access);
    words.append(readOnly.empty() ? tr("Verdicts can be written when writes are armed.")
                                  : tr("Read-only: %1").arg(widgets::shown(readOnly.front())));
    for (const auto* sentences : {&access.misfits, &access.remarks}) {
      for (const std::string& sentence : *sentences) words.append(widgets::shown(sentence));
    }
  }
  access_->setText(words.join(QLatin1Char(' ')));
  access_->setVisible(!words.isEmpty());
  if (!sample->page) return samplePane_->showError(sample->page.error());
  sql_ = widgets::text(sample->page->sql);
  sqlView_->setSql(sql_);
  sample_->setRows(sample->page->rows, sample->page->as_of);
  emit sampled(sample->page->as_of);
  if (sample_->rowCount() > 0) return samplePane_->showContent();
  samplePane_->showEmpty(tr("The table holds no rows."), tr("New rows are listed here."));
}

void MappingView::setClock(widgets::ClockChoice clock) { sample_->setClock(clock); }

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
  auto* question =
      new widgets::ConfirmDialog({.title = tr("Replace the file?"),
                                  .text = tr("%1 holds something else, which would be lost.").arg(widgets::shown(path.toStdString())),
                                  .button = tr("Replace"),
                                  .dangerous = true},
                                 this);
  connect(question, &QDialog::accepted, this, [this, path] { save(path); });
  question->open();
}

void MappingView::save(const QString& path) {
  tabs_->setCurrentIndex(1);
  if (const auto done = saveProfile(path, draft_.profile); !done) {
    note_->setTone(widgets::Tone::danger);
    return note_->setText(widgets::sentences(done.error()).replace(QLatin1Char('\n'), QLatin1Char(' ')));
  }
  kept_ = draftText();
  note_->setTone(widgets::Tone::ok);
  note_->setText(tr("Saved in %1").arg(widgets::shown(path.toStdString())));
  emit saved(path);
}

}  // namespace onceover::tables
