// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/keys/offered.h"

#include <QFile>
#include <QFileInfo>
#include <algorithm>

#include "core/browse/promises.h"
#include "core/browse/sight.h"
#include "core/exports/export.h"
#include "ui/keys/keys_model.h"
#include "ui/widgets/save_file.h"
#include "ui/widgets/text.h"

namespace onceover::keys {
namespace {

bool givesState(const tables::States& states, key::State state) {
  const auto gives = [&](const tables::StateRule& rule) { return rule.state == state; };
  return std::ranges::any_of(states.rules, gives) || (states.otherwise && gives(*states.otherwise));
}

}  // namespace

QString whyNotAsked(Asking what, const tables::Profile& p, key::State state) {
  const bool own = tables::is_own(p);
  switch (what) {
    case Asking::tenant: return p.tenant.empty() ? tr("This table has no tenant column.") : QString();
    case Asking::operation:
      return p.operation.empty() ? tr("This table has no operation column.") : QString();
    case Asking::state:
      if (givesState(p.states, state)) return {};
      return p.states.otherwise ? tr("No row of this table is ever in this state.")
                                : tr("The profile names no value for this state.");
    case Asking::unknownState:
      return p.states.otherwise ? tr("The profile gives every row a state.") : QString();
    case Asking::setAside:
      return p.set_aside.empty() ? tr("The profile does not say which rows are set aside.") : QString();
    case Asking::stuck:
      if (p.lease.is_observable()) return {};
      if (const std::string why = browse::why_no_instant(p.lease.at); !why.empty())
        return QString::fromStdString(why) + ' ' + tr("So it is unknown what is stuck.");
      return tr("This table has no lease, so it is unknown what is stuck.");
    case Asking::needsPerson: return own ? QString() : tr("Only onceover.keys has cases.");
    case Asking::dead:
      if (own) return tr("In onceover.keys a failed key is final.");
      if (givesState(p.states, key::State::failed)) return {};
      return p.states.otherwise ? tr("This table does not record failures.")
                                : tr("The profile names no value for failed rows.");
    case Asking::errorCode: return p.error.empty() ? tr("This table has no error column.") : QString();
    case Asking::responseCode:
      return p.response_code.empty() ? tr("This table has no response code column.") : QString();
    case Asking::created: return p.created_at.empty() ? tr("This table has no creation time.") : QString();
    case Asking::bodies:
      return p.payload.empty() && (p.response_body.empty() || p.response_body.is_pointer())
                 ? tr("This table stores neither payload nor response.")
                 : QString();
  }
  return {};
}

bool isFilled(int column, const tables::Profile& p) {
  switch (column) {
    case KeysModel::WordColumn: return !tables::is_own(p);
    case KeysModel::OperationColumn: return !p.operation.empty() || !p.operation_name.empty();
    case KeysModel::TenantColumn: return !p.tenant.empty();
    case KeysModel::CustomerColumn: return !p.customer.empty();
    case KeysModel::AmountColumn: return !p.amount.empty() || !p.currency.empty();
    case KeysModel::ReferenceColumn: return !p.reference.empty();
    case KeysModel::CreatedColumn: return !p.created_at.empty();
    case KeysModel::LeaseColumn:
      return p.lease.is_observable() || !p.expires_at.empty() || !p.retry_before.empty();
    case KeysModel::AttemptsColumn: return !p.attempts.empty();
    case KeysModel::CodeColumn: return !p.response_code.empty();
    case KeysModel::OwnerColumn: return !p.owner.empty();
    case KeysModel::ErrorColumn: return !p.error.empty();
    case KeysModel::CorrelationColumn: return !p.correlation_id.empty();
    default: return true;
  }
}

bool isShownAtFirst(int column, const tables::Profile& p) {
  // Where the operation is the same in every row it says nothing.
  if (column == KeysModel::OperationColumn && p.operation.empty()) return false;
  if (column == KeysModel::CorrelationColumn || (column == KeysModel::ErrorColumn && tables::is_own(p)))
    return false;
  return isFilled(column, p);
}

RowWords rowWords(const tables::Profile& profile) {
  const QString order = widgets::wordShown(browse::order_words(profile, true));
  switch (profile.kind) {
    case tables::Kind::idempotency:
      return {tr("key"),
              tr("keys"),
              tr("No keys yet."),
              tr("Every key a service claims is listed here, %1.").arg(order),
              tr("No key matches."),
              tr("Use fewer filters, or search for the beginning of the key.")};
    case tables::Kind::inbox:
      return {tr("event"),
              tr("events"),
              tr("No consumed events yet."),
              tr("Every event that a consumer receives is listed here, %1.").arg(order),
              tr("No consumed event matches."),
              tr("Use fewer filters, or search for the beginning of its id.")};
    case tables::Kind::outbox:
      return {tr("event"),
              tr("events"),
              tr("No events to publish."),
              tr("Every event that waits to be published is listed here, %1.").arg(order),
              tr("No event matches."),
              tr("Use fewer filters, or search for the beginning of its id.")};
    case tables::Kind::queue:
      return {tr("job"),
              tr("jobs"),
              tr("No jobs yet."),
              tr("Every job that waits, runs or has ended is listed here, %1.").arg(order),
              tr("No job matches."),
              tr("Use fewer filters, or search for the beginning of its id.")};
  }
  return {};
}

namespace {

struct Written {
  exports::Totals totals;
  unfinished::Knowledge known;  // whether these are all rows that match
};

Result<Written> write(bridge::Reader& reader, const browse::Filter& filter, exports::Format format,
                      const std::string& path) {
  auto source = exports::keys(reader.profile(), filter);
  if (!source) return fail(source.error());
  exports::ExportOptions options;
  options.format = format;
  options.on_progress = [&reader](const exports::Progress& progress) { reader.progress(progress.rows, 0); };
  auto known = reader.browser().knowledge(filter);
  if (!known) return fail(known.error());
  return exports::export_to_file(reader.connection(), *source, options, path)
      .map([&](exports::Totals totals) {
        return Written{std::move(totals), *known};
      });
}

}  // namespace

void exportRowsTo(bridge::Session& session, QWidget* parent, const browse::Filter& filter,
                  const QString& path, const std::function<void(const QString&)>& said) {
  const auto format = exports::format_from_word(widgets::bytes(QFileInfo(path).suffix().toLower()))
                          .value_or(exports::Format::csv);
  const QString one = rowWords(session.profile()).one, many = rowWords(session.profile()).many,
                shown = widgets::shown(widgets::bytes(path));
  said(tr("Exporting…"));
  session.read<Written>(
      parent, tr("Exporting %1").arg(many),
      [filter, format, file = QFile::encodeName(path).toStdString()](bridge::Reader& reader) {
        return write(reader, filter, format, file);
      },
      [said, one, many, shown](const Result<Written>& written) {
        if (!written)
          return said(written.error().is_cancelled()
                          ? tr("The export was cancelled; nothing was written.")
                          : widgets::sentences(written.error()).replace('\n', ' '));
        const exports::Totals* done = &written->totals;
        const QString words = tr("%1 %2, %3, in %4")
                                  .arg(widgets::number(done->rows), done->rows == 1 ? one : many,
                                       widgets::byteCount(done->bytes), shown);
        const QString unread = widgets::shown(exports::unread_words(*done)).replace('\n', ' ');
        QString rest = unread.isEmpty() ? unread : QLatin1String(". ") + unread;
        if (written->known.known != unfinished::Known::exact)
          rest += tr(". There may be more: ") + widgets::text(unfinished::explanation(written->known));
        said(words + rest);
      });
}

void exportRows(bridge::Session& session, QWidget* parent, const browse::Filter& filter,
                const std::function<void(const QString&)>& said) {
  const QString suggested = rowWords(session.profile()).many + QLatin1String(".csv");
  widgets::askSavePath(parent, tr("Export filtered rows (.csv, .jsonl or .md)"), suggested,
                       [&session, parent, filter, said](const QString& path) {
                         exportRowsTo(session, parent, filter, path, said);
                       });
}

}  // namespace onceover::keys
