// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shift/handover_page.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QScrollBar>

#include "ui/widgets/controls.h"
#include "ui/widgets/save_file.h"
#include "ui/widgets/widgets.h"

namespace onceover::shift {

HandoverPage::HandoverPage(bridge::Session& session, QWidget* parent)
    : Page(session, parent),
      back_(new QComboBox),
      words_(new QPlainTextEdit),
      text_(new QTextEdit),
      told_(new widgets::PlainLabel({}, nullptr, widgets::TextRole::caption)) {
  const widgets::Tokens t = widgets::tokensOf(this);
  back_->setAccessibleName(tr("Length of the shift"));
  for (const int hours : {8, 12, 24}) back_->addItem(tr("Last %1 h").arg(hours), hours);
  back_->setCurrentIndex(1);
  words_->setAccessibleName(tr("Your words"));
  words_->setPlaceholderText(tr("What the next person should know first"));
  words_->setTabChangesFocus(true);
  words_->setFixedHeight(words_->fontMetrics().lineSpacing() * 3 + 2 * t.unit);
  text_->setAccessibleName(tr("Hand-over note"));
  text_->setReadOnly(true);
  text_->setTabChangesFocus(true);
  told_->setAccessibleName(tr("Result"));
  auto* copy = widgets::addAction(this, tr("Copy the hand-over note"),
                                  QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C), QStringLiteral("copy"));
  auto* save = widgets::addAction(this, tr("Save the hand-over note …"), QKeySequence(Qt::CTRL | Qt::Key_E),
                                  QStringLiteral("export"));
  auto* line = widgets::fill(
      new QHBoxLayout,
      {{told_, 1}, back_, widgets::buttonOf(copy, tr("&Copy")), widgets::buttonOf(save, tr("&Save …"))});
  widgets::fill(widgets::columnOf(content(), t.unit, QMargins(t.section, t.gap, t.section, t.gap)),
                {line, words_, {text_, 1}});
  connect(copy, &QAction::triggered, this, &HandoverPage::copy);
  connect(save, &QAction::triggered, this, [this] {
    widgets::askSavePath(this, tr("Save the hand-over note"), QStringLiteral("handover.md"),
                         [this](const QString& path) { exportTo(path); });
  });
  connect(words_, &QPlainTextEdit::textChanged, this, &HandoverPage::showNote);
  connect(back_, &QComboBox::activated, this, &HandoverPage::refresh);
  connect(&session, &bridge::Session::stateChanged, this, [this](bridge::SessionState state) {
    if (state == bridge::SessionState::connecting) note_.reset();
  });
  showLoading(tr("Reading what waits …"));
}

void HandoverPage::refresh() {
  if (!session().facts().schema.is_readable())
    return showEmpty(tr("There is no hand-over note here"), session().facts().schemaSentence);
  session().read<HandOver>(
      this, tr("Hand-over note"),
      [described = session().described(),
       back = std::chrono::hours(back_->currentData().toInt())](bridge::Reader& reader) {
        const auto all = bridge::tablesFor(reader, described, true);
        return hand_over(reader.connection(), audit::this_actor("onceover").name, back, all);
      },
      [this](Result<HandOver> note) {
        if (!note) return showFailure(note.error());
        note_ = *std::move(note);
        setAge(note_->as_of);
        showNote();
        showContent();
      });
}

QString HandoverPage::markdown() const {
  return note_ ? widgets::text(to_markdown(*note_, widgets::bytes(words_->toPlainText()))) : QString();
}

// Where it was scrolled to, it stays.
void HandoverPage::showNote() {
  const QString now = markdown();
  if (std::exchange(shown_, now) == now) return;
  QScrollBar* bar = text_->verticalScrollBar();
  const int at = bar->value();
  text_->setMarkdown(now);
  bar->setValue(at);
}

void HandoverPage::copy() {
  if (!note_) return;
  QGuiApplication::clipboard()->setText(markdown());
  kept_ = words_->toPlainText();
  told_->setText(tr("The note is on the clipboard."));
}

void HandoverPage::exportTo(const QString& path) {
  if (!note_) return;
  if (const auto saved = widgets::savePrivately(path, markdown().toUtf8()); !saved)
    return showError(saved.error());
  kept_ = words_->toPlainText();
  told_->setText(tr("Saved in %1").arg(widgets::shown(path.toStdString())));
}

QString HandoverPage::unsaved() const {
  return words_->toPlainText() == kept_
             ? QString()
             : tr("The words of the hand-over note were neither copied nor saved.");
}

}  // namespace onceover::shift
