#include "ui/tables/mapping_view.h"

#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QGuiApplication>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <algorithm>

#include "core/profile/toml.h"
#include "ui/tables/choice.h"
#include "ui/tables/profile_file.h"
#include "ui/tables/role_editor.h"
#include "ui/tables/roles_model.h"
#include "ui/tables/sample_model.h"
#include "ui/widgets/card.h"
#include "ui/widgets/confirm_dialog.h"
#include "ui/widgets/sql_view.h"
#include "ui/widgets/state_pane.h"
#include "ui/widgets/table.h"
#include "ui/widgets/text.h"

namespace onceover::tables {
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

void MappingView::setDraft(const Draft& draft) {
  draft_ = draft;
  role_.clear();
  title_->setText(tableTitle(draft_.profile.schema, draft_.profile.table));
  kind_->choose(draft_.profile.kind);
  name_->setText(widgets::text(draft_.profile.name));
  access_->clear();
  note_->clear();
  sql_.clear();
  sample_->setRows({});
  samplePane_->showLoading(tr("Reading rows…"));
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

void MappingView::identityEdited() {
  draft_.profile.kind = kind_->chosen<profile::Kind>().value_or(draft_.profile.kind);
  draft_.profile.name = widgets::bytes(name_->text().trimmed());
  changed();
}

void MappingView::changed() {
  roles_->setDraft(draft_);
  toml_->setPlainText(widgets::text(profile::to_toml({draft_.profile})));
  noteQuestions();
  later_.start();
}

void MappingView::noteQuestions() {
  const QStringList questions = openQuestions(draft_);
  questions_->setVisible(!questions.isEmpty());
  questions_->setText(tr("Before this table can be read: %1").arg(questions.join(QLatin1Char(' '))));
  use_->setEnabled(questions.isEmpty());
}

void MappingView::use() {
  if (!openQuestions(draft_).isEmpty()) return;
  emit useRequested(std::make_shared<const profile::Profile>(draft_.profile));
}

// Rows are shown only under a complete mapping: a guess would look like an answer.
void MappingView::refresh() {
  if (!session_.isReady()) return;
  const QStringList questions = openQuestions(draft_);
  if (!questions.isEmpty()) {
    sample_->setRows({});
    samplePane_->showEmpty(tr("Rows are shown when everything needed is chosen."), questions.join(QLatin1Char('\n')));
    return;
  }
  session_.read<Sample>(
      this, tr("Reading sample rows"), [profile = draft_.profile](bridge::Reader& reader) { return readSample(reader, profile); },
      [this](const Result<Sample>& sample) { take(sample); });
}

void MappingView::take(const Result<Sample>& sample) {
  if (!sample) {
    if (!sample.error().is_cancelled()) samplePane_->showError(sample.error());
    return;
  }
  QStringList words;
  if (sample->access) {
    const profile::Access& access = *sample->access;
    draft_.offers = access.offers;
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
  note_->setTone(widgets::Tone::ok);
  note_->setText(tr("Saved in %1").arg(widgets::shown(path.toStdString())));
  emit saved(path);
}

}  // namespace onceover::tables
