// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/manual/manual_window.h"

#include <QAbstractTextDocumentLayout>
#include <QAction>
#include <QFile>
#include <QImageReader>
#include <QListWidget>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QTextBlock>
#include <QTextTable>
#include <QUrl>
#include <algorithm>

#include "ui/widgets/widgets.h"

namespace onceover::manual {
namespace {

constexpr int narrowestPicture = 480;  // also where the window is narrower
const QString contentsPage = QStringLiteral("README");

// As hosts of Markdown make it: "Why exactly-once delivery cannot exist" →
// "why-exactly-once-delivery-cannot-exist".
QString anchorOf(const QString& heading) {
  QString anchor;
  for (const QChar c : heading.toLower()) {
    if (c.isLetterOrNumber() || c == QLatin1Char('-')) anchor.append(c);
    if (c == QLatin1Char(' ')) anchor.append(QLatin1Char('-'));
  }
  return anchor;
}

}  // namespace

ManualView::ManualView(QWidget* parent) : QTextBrowser(parent) {
  setAccessibleName(tr("Manual"));
  setOpenLinks(false);
  setOpenExternalLinks(false);
  setFrameShape(QFrame::StyledPanel);
  document()->setDocumentMargin(widgets::tokensOf(this).gap);
}

// A picture of the manual ("../pictures/overview.svg"), which is part of the program; nothing else. Not wider
// than what is seen.
QVariant ManualView::loadResource(int type, const QUrl& name) {
  static const QRegularExpression picture(QStringLiteral("^\\.\\./pictures/([a-z-]+\\.svg)$"));
  const auto named = picture.match(name.toString());
  if (type != QTextDocument::ImageResource || !named.hasMatch()) return {};
  QImageReader reader(QStringLiteral(":/pictures/") + named.captured(1));
  const QSize size = reader.size();
  const int width = std::min(
      size.width(), std::max(narrowestPicture, viewport()->width() - 4 * widgets::tokensOf(this).gap));
  if (size.isValid()) reader.setScaledSize(size.scaled(width, size.height(), Qt::KeepAspectRatio));
  return reader.read();
}

void ManualView::showMarkdown(const QString& markdown) {
  markdown_ = markdown;
  render();
}

void ManualView::changeEvent(QEvent* event) {
  QTextBrowser::changeEvent(event);
  if (event->type() == QEvent::PaletteChange && !markdown_.isEmpty()) render();
}

// Until the window has its size, lines break elsewhere: the heading stays in view, unless the page was
// scrolled since.
void ManualView::resizeEvent(QResizeEvent* event) {
  const bool isThere = !heading_.isEmpty() && verticalScrollBar()->value() == headingAt_;
  QTextBrowser::resizeEvent(event);
  if (isThere) goToHeading(heading_);
}

void ManualView::render() {
  heading_.clear();
  const widgets::Tokens t = widgets::tokensOf(this);
  document()->setMarkdown(markdown_, QTextDocument::MarkdownFeatures(QTextDocument::MarkdownDialectGitHub) |
                                         QTextDocument::MarkdownNoHTML);
  for (QTextFrame* frame : document()->rootFrame()->childFrames()) {
    auto* table = qobject_cast<QTextTable*>(frame);
    if (table == nullptr) continue;
    QTextTableFormat look = table->format();
    look.setBorder(1);
    look.setBorderCollapse(true);
    look.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
    look.setBorderBrush(t.border);
    look.setCellPadding(t.half + 1);
    look.setTopMargin(t.unit);
    look.setBottomMargin(t.unit);
    table->setFormat(look);
  }
  for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
    const auto first = block.begin();
    const bool isFenced = block.blockFormat().hasProperty(QTextFormat::BlockCodeFence);
    const bool isIndented = !first.atEnd() && first.fragment().length() + 1 >= block.length() &&
                            first.fragment().charFormat().fontFixedPitch();
    if (!(isFenced || isIndented) || QTextCursor(block).currentTable() != nullptr) continue;
    QTextBlockFormat look = block.blockFormat();
    look.setNonBreakableLines(true);
    look.setBackground(t.mutedFill);
    QTextCursor(block).setBlockFormat(look);
  }
  moveCursor(QTextCursor::Start);
}

bool ManualView::goToHeading(const QString& heading) {
  for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
    if (block.blockFormat().headingLevel() == 0 || anchorOf(block.text()) != anchorOf(heading)) continue;
    setTextCursor(QTextCursor(block));
    // all of it is laid out: else the scroll bar ends before the heading
    (void)document()->documentLayout()->documentSize();
    verticalScrollBar()->setValue(
        static_cast<int>(document()->documentLayout()->blockBoundingRect(block).top()) -
        widgets::tokensOf(this).unit);
    heading_ = heading;
    headingAt_ = verticalScrollBar()->value();
    return true;
  }
  return false;
}

ManualWindow::ManualWindow(QWidget* parent)
    : QDialog(parent),
      view_(new ManualView),
      contents_(new QListWidget),
      search_(widgets::lineEdit(tr("Find in this page"), tr("Find"))),
      note_(widgets::wrapped(widgets::TextRole::caption, tr("Link"))) {
  setWindowTitle(tr("Manual"));
  const widgets::Tokens t = widgets::tokensOf(this);
  const auto add = [this](const QString& words, const QKeySequence& keys, const QString& icon) {
    QAction* action = widgets::addAction(this, words, keys, icon);
    auto* button = widgets::iconButton(icon, words);
    button->setToolTip(
        widgets::toolTip(words + QStringLiteral("  ") + keys.toString(QKeySequence::NativeText)));
    connect(button, &QToolButton::clicked, action, &QAction::trigger);
    connect(action, &QAction::changed, button, [action, button] { button->setEnabled(action->isEnabled()); });
    return std::pair(action, button);
  };
  const auto [back, backButton] =
      add(tr("Back"), QKeySequence(Qt::ALT | Qt::Key_Left), QStringLiteral("arrow-left"));
  const auto [forward, forwardButton] =
      add(tr("Forward"), QKeySequence(Qt::ALT | Qt::Key_Right), QStringLiteral("arrow-right"));
  back_ = back;
  forward_ = forward;
  QAction* toSearch = widgets::addAction(this, tr("Find in this page"), QKeySequence(Qt::CTRL | Qt::Key_F));
  search_->setClearButtonEnabled(true);
  contents_->setAccessibleName(tr("Contents"));
  contents_->setMaximumWidth(180);
  contents_->setSpacing(2);
  for (const QString& page : pages()) {
    auto* item = new QListWidgetItem(titleOf(page), contents_);
    item->setData(Qt::UserRole, page);
  }
  note_->hide();
  auto* top = widgets::fill(widgets::lineOf(nullptr, t.half),
                            {backButton, forwardButton, widgets::stretch(), {search_, 1}});
  auto* middle = widgets::fill(widgets::lineOf(nullptr, t.unit), {contents_, {view_, 1}});
  widgets::fill(new QVBoxLayout(this), {top, {middle, 1}, note_});
  connect(back_, &QAction::triggered, this, [this] { step(-1); });
  connect(forward_, &QAction::triggered, this, [this] { step(1); });
  connect(toSearch, &QAction::triggered, search_, qOverload<>(&QWidget::setFocus));
  connect(search_, &QLineEdit::returnPressed, this, &ManualWindow::find);
  connect(view_, &QTextBrowser::anchorClicked, this, &ManualWindow::follow);
  connect(contents_, &QListWidget::currentItemChanged, this, [this](const QListWidgetItem* item) {
    if (item != nullptr) showPage(item->data(Qt::UserRole).toString());
  });
  resize(860, 520);
}

QStringList ManualWindow::pages() {
  static const QRegularExpression link(QStringLiteral("\\]\\(([a-z-]+)\\.md\\)"));
  QStringList found{contentsPage};
  auto match = link.globalMatch(markdownOf(contentsPage));
  while (match.hasNext()) {
    const QString page = match.next().captured(1);
    if (!found.contains(page)) found.append(page);
  }
  return found;
}

QString ManualWindow::markdownOf(const QString& page) {
  QFile file(QStringLiteral(":/manual/%1.md").arg(page));
  return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QString ManualWindow::titleOf(const QString& page) {
  return markdownOf(page).section(QLatin1Char('\n'), 0, 0).remove(QStringLiteral("# "));
}

void ManualWindow::showPage(const QString& page, const QString& heading) {
  const Place place{markdownOf(page).isEmpty() ? contentsPage : page, heading};
  if (place == this->place()) return display(place);
  places_ = places_.mid(0, at_ + 1);
  places_.append(place);
  at_ = static_cast<int>(places_.size()) - 1;
  display(place);
}

void ManualWindow::display(const Place& place) {
  view_->showMarkdown(markdownOf(place.page));
  if (!place.heading.isEmpty()) view_->goToHeading(place.heading);
  note_->hide();
  back_->setEnabled(at_ > 0);
  forward_->setEnabled(at_ + 1 < places_.size());
  const QSignalBlocker quiet(contents_);
  contents_->setCurrentRow(static_cast<int>(pages().indexOf(place.page)));
}

void ManualWindow::follow(const QUrl& link) {
  const QString file = link.path();
  if (link.scheme().isEmpty() && file.isEmpty()) return showPage(place().page, link.fragment());
  const QString page = file.section(QLatin1Char('.'), 0, 0);
  if (link.scheme().isEmpty() && file.endsWith(QLatin1String(".md")) && !markdownOf(page).isEmpty())
    return showPage(page, link.fragment());
  note_->setText(tr("Not part of this manual: %1").arg(link.toString()));
  note_->show();
}

void ManualWindow::step(int by) {
  if (at_ + by < 0 || at_ + by >= places_.size()) return;
  at_ += by;
  display(place());
}

// From where it is on, and then from the beginning.
void ManualWindow::find() {
  if (search_->text().isEmpty() || view_->find(search_->text())) return;
  view_->moveCursor(QTextCursor::Start);
  if (view_->find(search_->text())) return;
  note_->setText(tr("Not found on this page: %1").arg(search_->text()));
  note_->show();
}

}  // namespace onceover::manual
