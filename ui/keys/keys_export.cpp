#include "ui/keys/keys_export.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

#include "core/exports/keys.h"
#include "ui/keys/offered.h"
#include "ui/widgets/save_file.h"
#include "ui/widgets/text.h"

namespace onceover::keys {
namespace {

QString exportTr(const char* words) { return QCoreApplication::translate("Keys", words); }

struct Written {
  exports::Totals totals;
  unfinished::Knowledge known;  // whether these are all rows that match
};

Result<Written> write(bridge::Reader& reader, const browse::Filter& filter, exports::Format format, const std::string& path) {
  auto source = exports::keys(reader.profile(), filter);
  if (!source) return fail(source.error());
  exports::ExportOptions options;
  options.format = format;
  options.on_progress = [&reader](const exports::Progress& progress) { reader.progress(progress.rows, 0); };
  auto known = reader.browser().knowledge(filter);
  if (!known) return fail(known.error());
  return exports::export_to_file(reader.connection(), *source, options, path).map([&](exports::Totals totals) {
    return Written{std::move(totals), *known};
  });
}

}  // namespace

void exportRowsTo(bridge::Session& session, QWidget* parent, const browse::Filter& filter, const QString& path,
                  const std::function<void(const QString&)>& said) {
  const auto format = exports::format_from_word(widgets::bytes(QFileInfo(path).suffix().toLower())).value_or(exports::Format::csv);
  const QString one = rowWords(session.profile()).one, many = rowWords(session.profile()).many,
                shown = widgets::shown(widgets::bytes(path));
  said(exportTr("Exporting…"));
  session.read<Written>(
      parent, exportTr("Exporting %1").arg(many),
      [filter, format, file = QFile::encodeName(path).toStdString()](bridge::Reader& reader) {
        return write(reader, filter, format, file);
      },
      [said, one, many, shown](const Result<Written>& written) {
        if (!written)
          return said(written.error().is_cancelled() ? exportTr("The export was cancelled; nothing was written.")
                                                     : widgets::sentences(written.error()).replace('\n', ' '));
        const exports::Totals* done = &written->totals;
        const QString words = exportTr("%1 %2, %3, in %4")
                                  .arg(widgets::number(done->rows), done->rows == 1 ? one : many, widgets::byteCount(done->bytes), shown);
        const QString unread = widgets::shown(exports::unread_words(*done)).replace('\n', ' ');
        QString rest = unread.isEmpty() ? unread : QLatin1String(". ") + unread;
        if (written->known.known != unfinished::Known::exact)
          rest += exportTr(". There may be more: ") + widgets::text(unfinished::explanation(written->known));
        said(words + rest);
      });
}

void exportRows(bridge::Session& session, QWidget* parent, const browse::Filter& filter, const std::function<void(const QString&)>& said) {
  const QString suggested = rowWords(session.profile()).many + QLatin1String(".csv");
  widgets::askSavePath(parent, exportTr("Export filtered rows (.csv, .jsonl or .md)"), suggested,
                       [&session, parent, filter, said](const QString& path) { exportRowsTo(session, parent, filter, path, said); });
}

}  // namespace onceover::keys
