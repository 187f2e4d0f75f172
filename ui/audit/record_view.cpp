// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/audit/record_view.h"

#include <QFormLayout>
#include <QProgressBar>
#include <QTabWidget>

#include "ui/audit/trail.h"
#include "ui/widgets/code_view.h"
#include "ui/widgets/widgets.h"

namespace onceover::audit {

using widgets::orDash;
using widgets::PlainLabel;
using widgets::TextRole;

namespace {

struct RecordContext {
  const Record& record;
  key::Identity id;
  Timestamp now;
  widgets::ClockChoice clock;
};

struct FieldOf {
  QString name;
  std::function<std::optional<QString>(const RecordContext&)> text;  // none: the record has no such field
  TextRole role = TextRole::body;
};

std::vector<FieldOf> fieldsOf() {
  const auto tr = [](const char* text) { return RecordView::tr(text); };
  const auto text = [](std::string Record::*part) {
    return [part](const RecordContext& s) { return orDash(s.record.*part); };
  };
  const auto fence = [](std::optional<std::int64_t> n) { return n ? QString::number(*n) : widgets::dash; };
  const auto whenExternal = [](const QString& value, const RecordContext& s) {
    return s.record.relation.empty() ? std::nullopt : std::optional(value);
  };
  return {
      {tr("Reason"), text(&Record::reason), TextRole::strong},
      {tr("Ticket"), text(&Record::ticket)},
      {tr("Verdict"), text(&Record::verdict)},
      {tr("State"),
       [](const RecordContext& s) {
         return changeOf(s.record).isEmpty() ? widgets::dash : changeOf(s.record);
       }},
      {tr("Fence"),
       [fence](const RecordContext& s) {
         const QString fences =
             fence(s.record.fence_before) + QStringLiteral(" → ") + fence(s.record.fence_after);
         return s.record.relation.empty() ? std::optional(fences) : std::nullopt;
       }},
      {tr("When"),
       [](const RecordContext& s) {
         return QStringLiteral("%1  (%2)")
             .arg(widgets::exact(s.record.at, s.clock), widgets::relative(s.record.at, s.now));
       }},
      {tr("Who"),
       [tr](const RecordContext& s) {
         return tr("%1@%2, with %3")
             .arg(orDash(s.record.actor), orDash(s.record.host), orDash(s.record.program));
       }},
      {tr("Database user"), text(&Record::db_user)},
      {tr("Key"), [](const RecordContext& s) { return orDash(s.id.key); }, TextRole::mono},
      {tr("Operation"), [](const RecordContext& s) { return orDash(s.id.operation); }},
      {tr("Tenant"), [](const RecordContext& s) { return orDash(s.id.tenant); }},
      {tr("Correlation"), text(&Record::correlation_id)},
      {tr("Table"),
       [=](const RecordContext& s) {
         return whenExternal(
             tr("%1, by the profile %2").arg(orDash(s.record.relation), orDash(s.record.profile)), s);
       }},
      {tr("Row"), [=](const RecordContext& s) { return whenExternal(orDash(s.record.row_key_json), s); },
       TextRole::mono},
  };
}

}  // namespace

RecordView::RecordView(QWidget* parent)
    : Card({}, parent),
      fields_(new QFormLayout),
      badge_(new widgets::BadgeLabel),
      title_(new PlainLabel({}, nullptr, TextRole::heading)),
      tabs_(new QTabWidget),
      before_(new widgets::JsonView(tr("Row before"))),
      after_(new widgets::JsonView(tr("Row after"))),
      evidence_(new widgets::JsonView(tr("Evidence"))),
      open_(new QPushButton(tr("Open the &case"))),
      undo_(new QPushButton(widgets::icon(QStringLiteral("undo")), tr("&Undo …"))),
      linked_(new QPushButton) {
  const widgets::Tokens t = widgets::tokensOf(this);
  QToolButton* close = widgets::iconButton(QStringLiteral("close"), tr("Close details"));
  connect(close, &QToolButton::clicked, this, &RecordView::closed);

  auto* top = widgets::fill(new QHBoxLayout, {title_, badge_, widgets::stretch(), close});

  fields_->setLabelAlignment(Qt::AlignLeft | Qt::AlignTop);
  fields_->setFormAlignment(Qt::AlignLeft | Qt::AlignTop);
  fields_->setHorizontalSpacing(t.gap);
  fields_->setVerticalSpacing(t.half);
  elsewhere_ = widgets::wrapped(TextRole::caption);
  for (const FieldOf& field : fieldsOf()) {
    auto* value = widgets::wrapped(field.role, field.name);
    fields_->addRow(new PlainLabel(field.name, nullptr, TextRole::caption), value);
    values_.append(value);
  }

  tabs_->setDocumentMode(true);
  tabs_->setAccessibleName(tr("Recorded values"));
  tabs_->addTab(before_, tr("Before"));
  tabs_->addTab(after_, tr("After"));
  tabs_->addTab(evidence_, tr("Evidence"));
  connect(open_, &QPushButton::clicked, this, &RecordView::openCase);

  connect(linked_, &QPushButton::clicked, this, [this] {
    if (link_) emit recordRequested(link_->number);
  });
  linked_->hide();
  widgets::fill(body(), {top, fields_});
  whyNotUndone_ = widgets::wrapped(TextRole::caption, tr("Why it cannot be undone"));
  undo_->setToolTip(widgets::toolTip(tr("Undo this act; the undo is recorded too  Ctrl+Z")));
  connect(undo_, &QPushButton::clicked, this, &RecordView::undoRequested);
  auto* buttons =
      widgets::fill(widgets::lineOf(nullptr, t.unit), {open_, undo_, linked_, widgets::stretch()});
  widgets::fill(body(), {buttons, elsewhere_, whyNotUndone_, {tabs_, 1}, widgets::stretch(0)});
}

void RecordView::setRecord(const Record& record, Timestamp now, widgets::ClockChoice clock,
                           const std::optional<key::Identity>& caseId, const QString& whyNotUndone) {
  if (!record_ || record_->number != record.number) setLink(std::nullopt);
  undo_->setEnabled(whyNotUndone.isEmpty());
  whyNotUndone_->setVisible(!whyNotUndone.isEmpty());
  whyNotUndone_->setText(tr("Cannot be undone: %1").arg(whyNotUndone));
  record_ = record;
  case_ = caseId;
  title_->setText(tr("No. %1").arg(record.number));
  badge_->setBadge(badgeOf(record));
  const std::vector<FieldOf> fields = fieldsOf();
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const auto text = fields[i].text(RecordContext{record, record.id.value_or(key::Identity{}), now, clock});
    auto* value = values_[static_cast<qsizetype>(i)];
    value->setText(text.value_or(QString()));
    value->setVisible(text.has_value());
    fields_->labelForField(value)->setVisible(text.has_value());
  }
  setJson(before_, 0, record.before_json);
  setJson(after_, 1, record.after_json);
  setJson(evidence_, 2, record.evidence_json);
  tabs_->setVisible(!record.before_json.empty() || !record.after_json.empty() ||
                    !record.evidence_json.empty());
  const bool isForeign = !record.relation.empty();
  open_->setEnabled(case_.has_value());
  elsewhere_->setVisible(record.id.has_value() && !case_);
  elsewhere_->setText(isForeign ? tr("Choose this table on the Tables page to open its rows.")
                                : tr("Choose the onceover store on the Tables page to open its keys."));
}

void RecordView::setLink(const std::optional<Link>& link) {
  link_ = link;
  linked_->setVisible(link.has_value());
  if (link) linked_->setText((link->isUndo ? tr("Undone by no. %1") : tr("Undoes no. %1")).arg(link->number));
}

// The trail holds neither bodies nor credentials, so it needs no mask.
void RecordView::setJson(widgets::JsonView* view, int tab, const std::string& json) {
  view->setBody(json);
  view->setMasked(false);
  tabs_->setTabEnabled(tab, !json.empty());
}

void RecordView::openCase() {
  if (case_) emit caseRequested(*case_);
}

using widgets::number;
using widgets::shown;
using widgets::Told;
using widgets::Tone;

namespace {

// More are said to be there; the whole list is oncectl's.
constexpr qsizetype linesShown = 8;

QString readInWords(const Verified& v) {
  return QObject::tr("audit rows: %1, links: %2, sessions: %3, seals: %4")
      .arg(number(v.rows), number(v.links), number(v.chains), number(v.seals));
}

}  // namespace

Told toldVerifying(const Result<Verified>& verified) {
  if (!verified) {
    if (verified.error().is_cancelled()) {
      return {{QObject::tr("cancelled"), QStringLiteral("stop"), Tone::muted},
              QObject::tr("Verification was cancelled. The trail was not checked completely."),
              {}};
    }
    return {{QObject::tr("not verified"), QStringLiteral("cross"), Tone::danger},
            widgets::sentences(verified.error()),
            {}};
  }
  Told told;
  const bool isSealed = verified->unsealed_links == 0 && verified->seals > 0;
  if (!verified->is_sound()) {
    told.badge = {QObject::tr("NOT INTACT"), QStringLiteral("warning"), Tone::danger};
    const QString first = verified->first_row
                              ? QObject::tr("The first wrong row is no. %1. ").arg(*verified->first_row)
                              : QString();
    told.words = QObject::tr("The trail was altered. %1Faults found: %2 (%3).")
                     .arg(first, number(verified->found), readInWords(*verified));
    for (const Finding& finding : verified->findings) {
      if (told.lines.size() == linesShown) break;
      told.lines.append(shown(sentence(finding)));
    }
    const std::int64_t more = verified->found - told.lines.size();
    if (more > 0)
      told.lines.append(QObject::tr("… and %1 more: oncectl audit verify lists them.").arg(number(more)));
  } else {
    told.badge = isSealed ? widgets::Badge{QObject::tr("intact"), QStringLiteral("check"), Tone::ok}
                          : widgets::Badge{QObject::tr("proven in part"), QStringLiteral("half"), Tone::warn};
    told.words =
        (isSealed ? QObject::tr("Proven: no row was changed, removed or inserted up to the last seal (%1).")
                  : QObject::tr("Proven: no row that is here was changed or inserted (%1)."))
            .arg(readInWords(*verified));
  }
  if (verified->unsealed_links > 0) {
    told.lines.append(QObject::tr("Not proven: that no row was removed since the last seal. Links not sealed "
                                  "yet: %1. Seal the trail.")
                          .arg(number(verified->unsealed_links)));
  } else if (!isSealed) {
    told.lines.append(QObject::tr("Not proven: that no row was removed. The trail has no seal."));
  }
  if (isSealed && verified->is_sound())
    told.lines.append(
        QObject::tr("Not proven: that a superuser did not rebuild all of it. An anchor kept elsewhere shows "
                    "that: oncectl audit anchor."));
  return told;
}

TrailCard::TrailCard(QWidget* parent)
    : ResultCard({}, parent), bar_(new QProgressBar), cancel_(new QPushButton(tr("Ca&ncel"))) {
  bar_->setAccessibleName(tr("Part of the trail that is read"));
  bar_->setTextVisible(true);
  auto* line = widgets::fill(new QHBoxLayout, {{bar_, 1}, cancel_});
  body()->addLayout(line);
  connect(cancel_, &QPushButton::clicked, this, &TrailCard::cancelRequested);
}

void TrailCard::setRunning(bool running) {
  running_ = running;
  bar_->setVisible(running);
  cancel_->setVisible(running);
  setClosable(!running);
}

void TrailCard::run(const QString& title, const QString& words) {
  setRunning(true);
  setTitle(title);
  bar_->setRange(0, 0);
  showResult({{}, words});
}

void TrailCard::setProgress(qint64 done, qint64 total) {
  if (!running_ || total <= 0) return;
  bar_->setRange(0, 1000);
  bar_->setValue(static_cast<int>(1000 * done / total));
  bar_->setFormat(tr("%1 of %2").arg(number(done), number(total)));
}

void TrailCard::tell(const QString& title, const Told& told) {
  setRunning(false);
  setTitle(title);
  showResult(told);
}

}  // namespace onceover::audit
