// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/code_view.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QDragEnterEvent>
#include <QFile>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QStackedWidget>
#include <QTreeWidget>
#include <QUrl>
#include <QVBoxLayout>

#include "core/base/text.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/layout.h"
#include "ui/widgets/text.h"

namespace onceover::widgets {

SqlView::SqlView(QWidget* parent) : QWidget(parent), text_(new QPlainTextEdit) {
  text_->setReadOnly(true);
  text_->setFont(monospaceFont(font()));
  text_->setAccessibleName(tr("SQL"));
  text_->setTabChangesFocus(true);
  auto* copyButton = new QPushButton(icon(QStringLiteral("copy")), tr("&Copy"));
  copyButton->setAutoDefault(false);
  auto* layout = columnOf(this);
  layout->addWidget(text_);
  auto* row = fill(new QHBoxLayout, {stretch(), copyButton});
  layout->addLayout(row);
  connect(copyButton, &QPushButton::clicked, this, &SqlView::copy);
}

void SqlView::setSql(const QString& sql) { text_->setPlainText(sql); }
QString SqlView::sql() const { return text_->toPlainText(); }
void SqlView::copy() const { QGuiApplication::clipboard()->setText(sql()); }

SqlDialog::SqlDialog(const QString& title, const QString& sql, QWidget* parent) : QDialog(parent) {
  setWindowTitle(title);
  setAttribute(Qt::WA_DeleteOnClose);
  resize(760, 460);
  auto* view = new SqlView;
  view->setSql(sql);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  fill(new QVBoxLayout(this), {view, buttons});
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

namespace {

// A tree of more than this is not read but searched, as text.
constexpr int treeLimit = 2000;
// Qt lays out a line as a whole: one of a megabyte stops the window for a minute.
constexpr qsizetype longestLine = 4000;

QString inLines(const QString& text) {
  QString out;
  qsizetype line = 0;
  for (const QChar c : text) {
    out += c;
    line = c == u'\n' ? 0 : line + 1;
    if (line >= longestLine && !c.isHighSurrogate()) out += u'\n', line = 0;
  }
  return out;
}

QString scalar(const QJsonValue& value) {
  switch (value.type()) {
    case QJsonValue::String: {
      const QString whole = value.toString();
      return '"' + shown(bytes(whole.left(longestLine))) +
             (whole.size() > longestLine ? QStringLiteral("…") : QStringLiteral("\""));
    }
    case QJsonValue::Bool: return value.toBool() ? QStringLiteral("true") : QStringLiteral("false");
    case QJsonValue::Double:
      return QString::fromUtf8(QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact))
          .chopped(1)
          .mid(1);
    case QJsonValue::Null: return QStringLiteral("null");
    default: return {};
  }
}

void fillItem(QTreeWidgetItem* parent, const QString& name, const QJsonValue& value, int& left) {
  if (--left < 0) return;
  auto* item = new QTreeWidgetItem(parent, {name, scalar(value)});
  if (value.isArray()) {
    const QJsonArray array = value.toArray();
    item->setText(1, QObject::tr("[%1]").arg(array.size()));
    for (qsizetype i = 0; i < array.size(); ++i) fillItem(item, QString::number(i), array[i], left);
  } else if (value.isObject()) {
    const QJsonObject object = value.toObject();
    item->setText(1, QObject::tr("{%1}").arg(object.size()));
    for (auto it = object.begin(); it != object.end(); ++it)
      fillItem(item, shown(bytes(it.key())), it.value(), left);
  }
}

}  // namespace

JsonView::JsonView(const QString& name, const Heights& heights, QWidget* parent)
    : QWidget(parent),
      name_(name),
      heights_(heights),
      summary_(new PlainLabel({}, nullptr, TextRole::caption)),
      stack_(new QStackedWidget),
      mask_(new PlainLabel),
      treeView_(new QTreeWidget),
      textView_(new QPlainTextEdit),
      reveal_(textButton(QStringLiteral("eye"), tr("Reveal"))),
      mode_(textButton(QStringLiteral("table"), tr("As text"))),
      copy_(textButton(QStringLiteral("copy"), tr("Copy"))) {
  auto* line = fill(new QHBoxLayout, {new PlainLabel(name, nullptr, TextRole::strong), {summary_, 1}});
  for (QToolButton* button : {reveal_, mode_, copy_}) {
    line->addWidget(button);
    button->setAccessibleName(button->text() + ' ' + name);
  }
  mode_->setCheckable(true);
  treeView_->setColumnCount(2);
  treeView_->setHeaderLabels({tr("Name"), tr("Value")});
  treeView_->setUniformRowHeights(true);
  treeView_->setAccessibleName(name);
  treeView_->setFont(monospaceFont(font()));
  textView_->setReadOnly(true);
  textView_->setTabChangesFocus(true);
  textView_->setFont(monospaceFont(font()));
  textView_->setAccessibleName(name);
  mask_->setAlignment(Qt::AlignCenter);
  mask_->setTone(Tone::muted);
  stack_->addWidget(mask_);
  stack_->addWidget(treeView_);
  stack_->addWidget(textView_);
  fill(columnOf(this), {line, {stack_, 1}});
  connect(reveal_, &QToolButton::clicked, this, &JsonView::toggle);
  connect(mode_, &QToolButton::toggled, this, &JsonView::chooseText);
  connect(copy_, &QToolButton::clicked, this, &JsonView::copy);
  rebuild();
}

void JsonView::setBody(const std::string& bytes) {
  const bool same = body_ == bytes && unread_.isEmpty();
  body_ = bytes;
  unread_.clear();
  if (same) return;  // a refresh of the same body does not hide it again
  masked_ = true;
  rebuild();
}

void JsonView::setAbsent(const QString& why, const QString& summary) {
  body_.clear();
  unread_ = why;
  unreadSummary_ = summary;
  masked_ = true;
  rebuild();
}

void JsonView::setMasked(bool masked) {
  if (masked_ != masked) toggle();
}

void JsonView::toggle() {
  masked_ = !masked_;
  rebuild();
  emit maskChanged(masked_);
}

void JsonView::chooseText(bool asText) {
  tree_ = !asText;
  rebuild();
}

QString JsonView::copyText() const {
  if (masked_) return tr("(%1: masked, %2)").arg(name_, byteCount(static_cast<std::int64_t>(body_.size())));
  return is_utf8(body_) ? text(body_) : text(to_hex(body_));
}

void JsonView::copy() const { QGuiApplication::clipboard()->setText(copyText()); }

void JsonView::rebuild() {
  if (heights_.shown > 0) setFixedHeight(masked_ ? heights_.masked : heights_.shown);
  treeView_->clear();
  textView_->clear();
  const QJsonDocument json =
      masked_ ? QJsonDocument() : QJsonDocument::fromJson(QByteArray::fromStdString(body_));
  const bool isJson = !json.isNull();
  summary_->setText(!unread_.isEmpty() ? unreadSummary_
                    : body_.empty()    ? tr("empty")
                                       : byteCount(static_cast<std::int64_t>(body_.size())));
  reveal_->setEnabled(!body_.empty());
  reveal_->setText(masked_ ? tr("Reveal") : tr("Mask"));
  reveal_->setIcon(icon(masked_ ? QStringLiteral("eye") : QStringLiteral("eye-off")));
  reveal_->setAccessibleName(reveal_->text() + ' ' + name_);
  mode_->setEnabled(isJson);
  copy_->setEnabled(!masked_);
  mask_->setText(!unread_.isEmpty() ? unread_
                 : body_.empty()    ? tr("Nothing is stored.")
                                    : tr("Masked: it may contain personal data. Reveal it to read it."));
  if (masked_ || body_.empty()) return stack_->setCurrentWidget(mask_);
  if (isJson && tree_) {
    int left = treeLimit;
    const QJsonValue root = json.isArray() ? QJsonValue(json.array()) : QJsonValue(json.object());
    fillItem(treeView_->invisibleRootItem(), name_, root, left);
    treeView_->expandToDepth(1);
    treeView_->resizeColumnToContents(0);
    return stack_->setCurrentWidget(treeView_);
  }
  // As stored: what is replayed are these bytes, not a reformatted reading of them.
  textView_->setPlainText(inLines(copyText()));
  stack_->setCurrentWidget(textView_);
}

BodyEdit::BodyEdit(QWidget* parent)
    : DropEdit(tr("Request body, optional"),
               tr("Paste the request's body, or drop a file. It is compared byte for byte and never stored."),
               parent) {
  connect(this, &QPlainTextEdit::textChanged, this, &BodyEdit::forgetFile);
}

std::optional<std::string> BodyEdit::body() const {
  if (file_) return file_;
  const QString typed = toPlainText();
  if (typed.isEmpty()) return std::nullopt;
  return bytes(typed);
}

void BodyEdit::setBody(const std::string& body) {
  setPlainText(text(body));
  if (bytes(toPlainText()) == body) return;
  filling_ = true;
  clear();
  setPlaceholderText(tr("%1, byte for byte").arg(byteCount(std::ssize(body))));
  filling_ = false;
  file_ = body;
}

void BodyEdit::takeFile(const QString& path) {
  const auto read = readDropped(path, largest);
  filling_ = true;
  clear();
  setPlaceholderText(read ? tr("%1, %2, byte for byte").arg(fileName(path), byteCount(read->size()))
                          : text(read.error().what));
  filling_ = false;
  file_ = read ? std::optional(read->toStdString()) : std::nullopt;
  emit fileTaken();
}

void BodyEdit::forgetFile() {
  if (!filling_) file_.reset();
}

QString droppedFile(const QMimeData* data) {
  const QList<QUrl> urls = data->urls();
  return urls.size() == 1 ? urls.front().toLocalFile() : QString();
}

QString fileName(const QString& path) { return shown(bytes(QFileInfo(path).fileName())); }

Result<QByteArray> readDropped(const QString& path, qint64 largest) {
  QFile file(path);
  const auto refused = [&](const QString& why) { return fail(ErrorKind::io, bytes(why)); };
  if (!file.open(QIODevice::ReadOnly))
    return refused(DropEdit::tr("%1 could not be read: %2").arg(fileName(path), file.errorString()));
  if (file.size() > largest)
    return refused(
        DropEdit::tr("%1 is larger than %2. It was not read.").arg(fileName(path), byteCount(largest)));
  return file.readAll();
}

DropEdit::DropEdit(const QString& name, const QString& placeholder, QWidget* parent)
    : QPlainTextEdit(parent) {
  setAccessibleName(name);
  setPlaceholderText(placeholder);
  setTabChangesFocus(true);
  setFont(monospaceFont(font()));
}

void DropEdit::dragEnterEvent(QDragEnterEvent* event) {
  if (!droppedFile(event->mimeData()).isEmpty()) return event->acceptProposedAction();
  QPlainTextEdit::dragEnterEvent(event);
}

void DropEdit::dragMoveEvent(QDragMoveEvent* event) {
  if (!droppedFile(event->mimeData()).isEmpty()) return event->acceptProposedAction();
  QPlainTextEdit::dragMoveEvent(event);
}

void DropEdit::dropEvent(QDropEvent* event) {
  const QString path = droppedFile(event->mimeData());
  if (path.isEmpty()) return QPlainTextEdit::dropEvent(event);
  event->acceptProposedAction();
  takeFile(path);
}

}  // namespace onceover::widgets
