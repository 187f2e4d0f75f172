#include "ui/widgets/sql_view.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/widgets/icon.h"
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

}  // namespace onceover::widgets
