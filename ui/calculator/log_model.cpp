#include "ui/calculator/log_model.h"

#include "ui/calculator/words.h"
#include "ui/widgets/text.h"

namespace onceover::calculator {

using widgets::shown;

namespace {

QString allowedOf(const Overlaid& one) {
  if (one.entry.attempt == 1) return {};
  return LogModel::tr("%1 to %2").arg(spanText(one.allowed.least), spanText(one.allowed.most));
}

widgets::Badge fitOf(const LogRow& row) {
  if (row.read) return badgeOf(row.read->fit);
  return {LogModel::tr("not read"), QStringLiteral("warning"), widgets::Tone::danger};
}

QString whyOf(const LogRow& row) {
  return row.read ? shown(row.read->what) : LogModel::tr("%1 The row: %2").arg(shown(row.error.what), shown(row.error.text));
}

// A cell of what was read; there is none of a row that was not.
std::function<QString(const LogRow&)> ofRead(const std::function<QString(const Overlaid&)>& cell) {
  return [cell](const LogRow& row) { return row.read ? cell(*row.read) : widgets::dash; };
}

}  // namespace

LogModel::LogModel(QObject* parent) : RowsModel(parent) {
  setColumns({
      {{tr("Line"), 6, RightUnderLeft | NoTip}, [](const LogRow& row) { return QString::number(row.line); }},
      {{tr("Request"), 9, RightUnderLeft | NoTip}, ofRead([](const Overlaid& one) { return QString::number(one.entry.request); })},
      {{tr("Attempt"), 9, RightUnderLeft | NoTip}, ofRead([](const Overlaid& one) { return QString::number(one.entry.attempt); })},
      {{tr("Waited"), 10, RightUnderLeft | NoTip}, ofRead([](const Overlaid& one) { return spanText(one.entry.delay); })},
      {{tr("Policy waits"), 18, NoTip}, ofRead(allowedOf)},
      {{tr("Fit"), 18, NoTip}, fitOf},
      {{tr("Why"), 44, Stretch}, whyOf},
  });
}

void LogModel::setLog(const Overlay& overlay, const std::vector<RowError>& errors) {
  std::vector<LogRow> rows;
  for (const Overlaid& entry : overlay.entries) rows.push_back({entry.entry.line, entry, {}});
  for (const RowError& error : errors) rows.push_back({error.line, {}, error});
  std::ranges::stable_sort(rows, {}, &LogRow::line);
  setRows(std::move(rows));
}

LogEdit::LogEdit(QWidget* parent)
    : DropEdit(tr("A client's retry log"),
               tr("attempt,delay_ms,status,code,notes\n1,0,timeout,,\n2,137,5xx,502,\nPaste a client's log here, or drop its file."),
               parent) {
  setLineWrapMode(NoWrap);
}

void LogEdit::takeFile(const QString& path) {
  const auto log = widgets::readDropped(path, largest);
  if (!log) return emit fileRefused(widgets::text(log.error().what));
  setPlainText(QString::fromUtf8(*log));
  emit fileTaken(tr("%1, %2").arg(widgets::fileName(path), widgets::byteCount(log->size())));
}

}  // namespace onceover::calculator
