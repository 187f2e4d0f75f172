// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/cases/case_page.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QScrollArea>
#include <QScrollBar>

#include "core/browse/promises.h"
#include "core/reconcile/undo.h"
#include "ui/cases/evidence_card.h"
#include "ui/cases/notes_card.h"
#include "ui/cases/override_card.h"
#include "ui/widgets/code_view.h"
#include "ui/widgets/dialog_body.h"
#include "ui/widgets/save_file.h"
#include "ui/widgets/widgets.h"
#include "ui/writes/write_dialog.h"
#include "ui/writes/write_inputs.h"

namespace onceover::cases {

using widgets::shown;
using widgets::TextRole;
using widgets::Tone;

namespace {

// Twenty are walked through by hand, not a thousand.
constexpr int mostWalked = 1'000;
const QString askOnOpening = QStringLiteral("case/ask-on-opening");

struct StuckNow {
  std::vector<key::Identity> ids;
  bool isAll = true;
};

Result<StuckNow> readStuck(bridge::Reader& reader, const browse::Filter& filter) {
  browse::PageRequest request{.filter = filter, .limit = mostWalked, .longest_stuck_first = true};
  auto page = reader.browser().page(request);
  if (!page) return fail(page.error());
  StuckNow now{.isAll = !page->more && page->knowledge.known == unfinished::Known::exact};
  for (const browse::KeyRow& row : page->rows) now.ids.push_back(row.id);
  return now;
}

reconcile::Settlement settlementOf(const AskedCase& asked, const reconcile::Instruction& instruction) {
  reconcile::JudgedEvidence foreseen = asked.asked;
  foreseen.verdict = asked.offered();
  return reconcile::decide_own({.seen = {.row = asked.row}}, instruction, foreseen).settlement;
}

}  // namespace

CasePage::CasePage(bridge::Session& session, DescribedTables described, QWidget* parent)
    : Page(session, parent),
      described_(described),
      elsewhere_(new ElsewhereCard(session, std::move(described))),
      history_(new HistoryModel(this)),
      columns_(new widgets::FieldsModel(
          {{tr("Column"), 20}, {tr("Value"), 33, widgets::FieldsModel::Mono}, {tr("What it means"), 26}},
          this)) {
  const widgets::Tokens t = widgets::tokensOf(this);
  addActions();
  // Above the pane: the way on is there where a key is gone or cannot be read.
  walkBar_ = new WalkBar(previous_, next_);
  addAbove(walkBar_);
  connect(walkBar_, &WalkBar::asksOnOpeningChanged, this,
          [this](bool asks) { keep(askOnOpening, asks ? QStringLiteral("on") : QString()); });
  auto* inside = new QWidget;
  header_ = new CaseHeader({copyKey_, bundle_});
  bundleNote_ = widgets::wrapped(TextRole::caption, tr("Incident bundle"));
  outcome_ = new OutcomeCard(undo_, next_);
  connect(outcome_, &OutcomeCard::auditRequested, this, &Page::auditRequested);
  connect(outcome_, &OutcomeCard::queueRequested, this,
          [this] { emit pageRequested(QStringLiteral("queue")); });
  auto* halves = widgets::fill(widgets::lineOf(nullptr, t.gap), {{buildLeft(), 3}, {buildRight(), 2}});
  widgets::fill(widgets::columnOf(inside, t.gap, QMargins(t.gap, t.gap, t.gap, t.gap)),
                {header_, bundleNote_, outcome_, {halves, 1}});
  scroll_ = widgets::scrolled(inside, tr("Case"));
  widgets::columnOf(content(), 0)->addWidget(scroll_);

  connect(&session, &bridge::Session::armedChanged, this, &CasePage::updateActions);
  connect(&session, &bridge::Session::profileChanged, this, &CasePage::startAnew);
  connect(evidence_, &EvidenceCard::suppliedChanged, this, &CasePage::updateActions);
  startAnew();
}

void CasePage::addActions() {
  ask_ = widgets::addAction(this, tr("Ask the gateway"), QKeySequence(Qt::CTRL | Qt::Key_G), "search",
                            &CasePage::ask);
  settle_ = widgets::addAction(this, tr("Settle …"), QKeySequence(Qt::CTRL | Qt::Key_Return), "check",
                               &CasePage::settle);
  copyKey_ = widgets::addAction(this, tr("Copy the key"), QKeySequence(Qt::CTRL | Qt::Key_Y), "copy", [this] {
    if (id_) QGuiApplication::clipboard()->setText(widgets::text(id_->key));
  });
  undo_ = widgets::addAction(this, tr("Undo the last act on this key …"), QKeySequence::Undo, "undo",
                             &CasePage::undo);
  next_ = widgets::addAction(this, tr("Next stuck key"), QKeySequence(Qt::ALT | Qt::Key_Down), "",
                             [this] { readWalk(Way::next); });
  previous_ = widgets::addAction(this, tr("Previous stuck key"), QKeySequence(Qt::ALT | Qt::Key_Up), "",
                                 [this] { readWalk(Way::previous); });
  bundle_ = widgets::addAction(this, tr("Save incident bundle…"), QKeySequence(Qt::CTRL | Qt::Key_B),
                               "export", &CasePage::saveBundle);
}

QWidget* CasePage::buildLeft() {
  auto* box = new QWidget;
  evidence_ = new EvidenceCard(ask_, settle_);
  override_ = new OverrideCard(session());
  connect(override_, &OverrideCard::armRequested, this, &Page::armRequested);
  connect(override_, &OverrideCard::mappingRequested, this,
          [this] { emit mappingRequested(QStringLiteral("write.succeed")); });
  connect(override_, &OverrideCard::adminRequested, this,
          [this] { emit pageRequested(QStringLiteral("admin")); });
  connect(override_, &OverrideCard::writingChanged, this, &CasePage::updateActions);
  connect(override_, &OverrideCard::answered, this, &CasePage::showAnswer);
  notes_ = new NotesCard(session());
  connect(notes_, &NotesCard::finished, this, [this] {
    if (session().isReady()) refresh();
  });
  auto* history = new widgets::Card(tr("History"));
  historyNote_ = widgets::wrapped(TextRole::caption);
  historyTable_ = new widgets::TableView(tr("History of this key"), history_);
  connect(historyTable_, &widgets::TableView::opened, this,
          [this](const QModelIndex& index) { emit auditRequested(history_->at(index.row()).number); });
  historyTable_->setAccessibleDescription(tr("Enter opens the act on the page Audit"));
  widgets::fill(history->body(), {historyNote_, historyTable_});
  connect(elsewhere_, &ElsewhereCard::rowRequested, this,
          [this](const std::shared_ptr<const tables::Profile>& table, const key::Identity& id) {
            CasePage::session().useProfile(table);
            open(id);
          });
  auto* row = new widgets::Card(tr("The row as it is"));
  columnsTable_ = new widgets::TableView(tr("Columns of the row"), columns_);
  const QString note =
      tr("Times in UTC. Bodies and stored headers show only their size here; bodies are beside, masked.");
  widgets::fill(row->body(), {widgets::wrappedText(note, TextRole::caption), columnsTable_});
  widgets::fill(widgets::columnOf(box, widgets::tokensOf(this).gap),
                {evidence_, override_, notes_, history, elsewhere_, row, widgets::stretch()});
  return box;
}

QWidget* CasePage::buildRight() {
  auto* box = new QWidget;
  auto* life = new widgets::Card(tr("Life"));
  life_ = new LifeLine;
  life->body()->addWidget(life_);
  auto* lock = new widgets::Card(tr("Who holds it, who locks the row"));
  lease_ = widgets::wrapped(TextRole::body, tr("Who holds the lease"));
  lock_ = widgets::wrapped(TextRole::body, tr("Who locks the row"));
  caveat_ = widgets::wrapped(TextRole::caption);
  widgets::fill(lock->body(), {lease_, lock_, caveat_});
  storedCard_ = new widgets::Card;
  responseMeta_ = widgets::wrapped(TextRole::caption);
  response_ = new widgets::JsonView(tr("Stored response"), widgets::JsonView::folded);
  widgets::fill(storedCard_->body(), {response_, responseMeta_});
  payloadCard_ = new widgets::Card;
  payload_ = new widgets::JsonView(tr("Payload"), widgets::JsonView::folded);
  payloadCard_->body()->addWidget(payload_);
  fingerprint_ = new FingerprintCard;
  widgets::fill(widgets::columnOf(box, widgets::tokensOf(this).gap),
                {payloadCard_, life, lock, storedCard_, fingerprint_, widgets::stretch()});
  return box;
}

bool CasePage::isOwn() const { return tables::is_own(session().profile()); }
bool CasePage::isEvent() const {
  const tables::Kind kind = session().profile().kind;
  return kind == tables::Kind::inbox || kind == tables::Kind::outbox;
}
bool CasePage::isWriting() const { return override_->isWriting(); }
QString CasePage::unsaved() const {
  return notes_->isTyped() ? tr("The note on %1 was not added.").arg(shown(id_->key)) : QString();
}

// A row of the table before is none of this one's.
void CasePage::startAnew() {
  setIdentity(std::nullopt);
  walkThrough({});
  evidence_->setForeign(!isOwn());
  evidence_->setVisible(hasEvidence());
  const tables::Profile& profile = session().profile();
  payloadCard_->setVisible(!profile.payload.empty());
  storedCard_->setVisible(!isEvent() || !profile.response_body.column.empty());
  fingerprint_->setVisible(!isEvent() || !profile.fingerprint.column.empty());
  showEmpty(tr("No key is open"),
            tr("Open one from Keys or Stuck leases with Enter, or press Ctrl+K and paste a key."));
}

void CasePage::open(const key::Identity& id) {
  if (id_ == id && data_) return refresh();
  setIdentity(id);
  asksWhenShown_ = walkBar_->asksOnOpening();
  walkBar_->setPlace(walk_, id_);
  showLoading(tr("Reading the key …"));
  if (session().isReady()) refresh();
  emit placeChanged();
}

widgets::Place CasePage::place() const { return id_ ? widgets::placeOf(*id_) : widgets::Place(); }

Result<void> CasePage::showPlace(const widgets::Place& place) {
  if (place.isEmpty()) return {};  // the page as it is: perhaps with no key
  auto id = widgets::identityFrom(place);
  if (!id) return fail(id.error());
  open(*id);
  return {};
}

void CasePage::setIdentity(std::optional<key::Identity> id) {
  id_ = std::move(id);
  data_.reset();
  asking_ = asksWhenShown_ = false;
  // Where a person was in the case before is no place in this one: key and amount are at the top.
  isNew_ = true;
  scroll_->verticalScrollBar()->setValue(0);
  evidence_->clear();
  override_->clear();
  notes_->open(id_);
  elsewhere_->clear();
  fingerprint_->clearPasted();
  response_->setUnread(tr("It is being read."));
  payload_->setUnread(tr("It is being read."));
  outcome_->hide();
  bundleNote_->hide();
  updateActions();
}

void CasePage::refresh() {
  if (!id_) return;
  session().read<browse::Lookup<CaseData>>(
      this, tr("Reading the key"),
      [id = *id_, hasTrail = whyNoTrail().isEmpty()](bridge::Reader& reader) {
        return readCase(reader, id, hasTrail);
      },
      [this, id = *id_](Result<browse::Lookup<CaseData>> data) {
        if (id_ != id) return;
        if (!data) return showFailure(data.error());
        if (const CaseData* read = data->found()) {
          showCase(*read);
          if (!walk_.isRead()) readWalk(Way::stay);
          if (std::exchange(asksWhenShown_, false) && !key::is_final(read->detail.row.state)) ask();
          return elsewhere_->look(id);
        }
        data_.reset();
        updateActions();
        if (!data->is_absent())
          return showEmpty(isOwn() ? tr("Whether there is such a key is unknown")
                                   : tr("Whether there is such a row is unknown"),
                           widgets::text(unfinished::explanation(data->none())));
        showEmpty(isOwn() ? tr("There is no such key") : tr("There is no such row"),
                  widgets::text(browse::no_row(session().profile()).rule));
      });
}

void CasePage::showCase(const CaseData& data) {
  data_ = data;
  setAge(data.detail.as_of);
  const tables::Profile& profile = session().profile();
  const auto& notes = data.notes.notes;
  header_->showKey(data.detail, data.why, profile,
                   {data.notes.total, notes.empty() ? std::nullopt : std::optional(notes.front())});
  lease_->setText(widgets::readable(browse::who_holds(profile, data.detail.row, data.detail.as_of),
                                    data.detail.as_of, clock()));
  life_->setSteps(lifeOf(data.detail.row, profile, data.trail, data.detail.as_of), data.detail.as_of,
                  clock());
  caveat_->setText(widgets::text(browse::row_lock_caveat(profile)));
  lock_->setText(widgets::readable(data.lock.words, data.detail.as_of));
  showResponse();
  fingerprint_->setFingerprint(data.detail.row.fingerprint, session().profile());
  notes_->show(data.notes, data.notesProblem, data.detail.as_of, clock());
  history_->setClock(clock());
  history_->setRows(data.trail, data.detail.as_of);
  historyTable_->setVisible(!data.trail.empty());
  historyNote_->setVisible(data.trail.empty());
  historyNote_->setText(whyNoHistory());
  historyTable_->setHeightInRows(std::min(history_->rowCount(), 6));
  override_->showRow(data);
  outcome_->follow(data.trail, profile, data.detail.as_of);
  showRow();
  showOnFile();
  evidence_->setNow(data.detail.as_of);
  evidence_->setVisible(hasEvidence());
  updateActions();
  showContent();
  if (std::exchange(isNew_, false)) scroll_->verticalScrollBar()->setValue(0);
}

// Of a table that shows no leases, no row is known to be stuck. To an event a person comes from others that
// failed, or from stuck ones.
bool CasePage::canWalk() const {
  return session().profile().lease.is_observable() && (!isEvent() || hasList_);
}

void CasePage::walkThrough(const browse::Filter& filter) {
  walk_.start(filter);
  hasList_ = filter != browse::Filter();
  walkBar_->setPlace(walk_, id_);
  walkBar_->setVisible(canWalk());
  for (QAction* way : {next_, previous_}) way->setEnabled(canWalk());
}

// Read anew for each step: others settle keys of the same list meanwhile.
void CasePage::readWalk(Way way) {
  if (!canWalk() || !session().isReady() || isWriting()) return;
  session().read<StuckNow>(
      this, tr("Reading the list of stuck keys"),
      [filter = walk_.filter()](bridge::Reader& reader) { return readStuck(reader, filter); },
      [this, way, filter = walk_.filter()](const Result<StuckNow>& now) {
        if (walk_.filter() != filter) return;
        if (now) {
          walk_.take(now->ids, now->isAll);
          advance(way);
        } else if (!now.error().is_cancelled()) {
          walkBar_->say(tr("The list of stuck keys could not be read: %1").arg(shown(now.error().what)));
        }
        emit walked();
      });
}

void CasePage::advance(Way way) {
  if (way != Way::stay) {
    if (const auto id = walk_.from(id_, way == Way::next)) return open(*id);
    if (walk_.from(std::nullopt, true)) {
      return walkBar_->say(
          way == Way::next ? tr("This is the last of the list. Keys before it are still stuck: Alt+Up.")
                           : tr("This is the first of the list. Keys after it are still stuck: Alt+Down."));
    }
  }
  walkBar_->setPlace(walk_, id_);
}

void CasePage::memoryChanged() { walkBar_->setAsksOnOpening(!kept(askOnOpening).isEmpty()); }

QString CasePage::whyNoTrail() const {
  const schema::Status& schema = session().facts().schema;
  if (schema.fit == schema::Fit::unreadable) return session().facts().schemaSentence;
  if (schema.fit == schema::Fit::missing)
    return tr("The trail begins with the onceover schema, which is not installed in this database.");
  return {};
}

QString CasePage::whyNoHistory() const {
  if (!data_->trailProblem.empty()) return shown(data_->trailProblem);
  if (const QString why = whyNoTrail(); !why.isEmpty()) return why;
  return isOwn() ? tr("Only its executor has changed this key. Who takes it over, asks and settles is "
                      "recorded here, with the reason and the evidence.")
                 : tr("No verdict was written on this row with this program. Verdicts are recorded here, "
                      "with who, why and the evidence.");
}

// Of an external row there is evidence only where a gateway can be asked, and of an event only where it can
// be asked about that one.
bool CasePage::hasEvidence() const {
  if (isEvent()) return data_ && data_->canBeAsked;
  return isOwn() || session().facts().hasGateway || !session().facts().gatewayProblem.isEmpty();
}

void CasePage::showOnFile() {
  const browse::Detail& detail = data_->detail;
  const QString verdict = detail.verdict.empty() ? QString() : widgets::wordShown(detail.verdict);
  const QString reason = QStringLiteral("“") + shown(detail.verdict_reason) + QStringLiteral("”");
  if (key::is_final(detail.row.state) && (isOwn() || !verdict.isEmpty())) {
    return evidence_->setOnFile(finishedInWords(detail, session().profile(), data_->trail));
  }
  if (verdict.isEmpty()) {
    return evidence_->setOnFile(
        tr("Not asked yet. Asking is a look-up at the gateway: it writes nothing, here or there."));
  }
  evidence_->setOnFile(
      tr("On file: %1, %2. Ask for fresh evidence; asking writes nothing.").arg(verdict, reason));
}

void CasePage::showResponse() {
  const browse::Detail& detail = data_->detail;
  response_->setBody(detail.response ? detail.response->body : std::string());
  payload_->setBody(detail.payload.value_or(std::string()));
  if (!detail.response_problem.empty()) {
    response_->setUnread(shown(detail.response_problem));
    return responseMeta_->clear();
  }
  if (!detail.response) {
    return responseMeta_->setText(
        isOwn() ? tr("Stored when the key is finished: every duplicate then gets it again.")
                : tr("No response is stored in this row."));
  }
  QStringList lines;
  if (detail.response->code != 0) lines.append(tr("HTTP %1").arg(detail.response->code));
  for (const auto& [name, value] : detail.response->headers) {
    lines.append(shown(name) + QStringLiteral(": ") + shown(value));
  }
  responseMeta_->setText(lines.join('\n'));
}

void CasePage::showRow() {
  std::vector<FieldChange> fields;
  for (const auto& [name, value] : data_->detail.columns) {
    const QString meaning = meaningOf(name, data_->detail.row, session().profile());
    fields.push_back({shown(name), shown(value), meaning, false});
  }
  columns_->setRows(std::move(fields));
  columnsTable_->setHeightInRows(std::min(columns_->rowCount(), 30));
}

QString CasePage::shownSql() const {
  if (!data_) return {};
  QString sql = widgets::text(data_->sql);
  const auto& asked = evidence_->asked();
  if (asked && isOwn() && reconcile::is_offered(asked->offered().kind)) {
    sql += QStringLiteral(";\n\n") + settleSql();
  }
  if (!elsewhere_->sql().isEmpty()) sql += QStringLiteral(";\n\n") + elsewhere_->sql();
  return sql;
}

QString CasePage::whyNoAsking() const {
  if (!data_) return tr("No key is open.");
  const bridge::ServerFacts& facts = session().facts();
  if (!facts.gatewayProblem.isEmpty()) return tr("The gateway cannot be asked: %1").arg(facts.gatewayProblem);
  if (!isOwn() && facts.hasGateway && !data_->canBeAsked) {
    return tr(
        "The gateway cannot be asked about this row: it does not serve the operation, or the profile does "
        "not say (gateway_key) what it was told to call this key.");
  }
  if (!facts.hasGateway)
    return tr("No gateway is configured for this connection, so there is nothing to ask.");
  return {};
}

bool CasePage::changedSinceAsked() const {
  const auto& asked = evidence_->asked();
  if (!asked || !data_) return false;
  return asked->row.fence != data_->detail.row.fence || asked->row.state != data_->detail.row.state;
}

// A person may write what the gateway's answer speaks for.
bool CasePage::isOfferedNow() const {
  const auto& asked = evidence_->asked();
  if (!asked) return false;
  return reconcile::is_offered(asked->offered().kind);
}

QString CasePage::whyNoSettling() const {
  const auto& asked = evidence_->asked();
  if (!asked || !data_) return tr("Ask the gateway first.");
  if (!isOfferedNow()) return tr("Nothing can be settled from this evidence.");
  if (changedSinceAsked()) return tr("The key changed since the gateway was asked. Ask again.");
  if (!isOwn()) return override_->whyNot(*reconcile::verb_for(asked->offered().kind));
  if (const QString now = whyNotNow(data_->detail.row, data_->detail.as_of); !now.isEmpty()) return now;
  const bridge::ServerFacts& facts = session().facts();
  if (!facts.canSettle()) {
    return facts.isReadOnly ? tr("This server only accepts reading.")
                            : tr("This store cannot be written: %1").arg(facts.schemaSentence);
  }
  const auto supplied = evidence_->supplied();
  if (supplied && supplied->body.empty()) return tr("Type the response body first.");
  if (const auto why = supplied ? reconcile::why_not_of_its_type(*supplied) : std::nullopt)
    return shown(*why);
  return {};
}

void CasePage::updateActions() {
  bundle_->setEnabled(data_.has_value());
  const QString noUndo = whyNotUndone();
  undo_->setEnabled(noUndo.isEmpty() && !asking_ && !isWriting());
  undo_->setWhatsThis(noUndo);
  const QString noAsking = whyNoAsking();
  ask_->setEnabled(noAsking.isEmpty() && !asking_ && !isWriting());
  const bool offered = isOfferedNow();
  const QString noSettling = whyNoSettling();
  settle_->setEnabled(noSettling.isEmpty() && !asking_ && !isWriting());
  override_->setAsked(changedSinceAsked() ? std::nullopt : evidence_->asked());
  if (asking_ || (isWriting() && !settling_)) return;
  if (settling_) return evidence_->setNote(tr("Taking the key over, asking again, writing …"), Tone::info);
  if (!noAsking.isEmpty() && data_) return evidence_->setNote(noAsking, Tone::warn);
  if (!offered) return;
  if (!noSettling.isEmpty()) return evidence_->setNote(noSettling, Tone::warn);
  evidence_->setNote(session().isArmed() ? tr("Before anything is written the gateway is asked again. If its "
                                              "answer or the key changed, nothing is settled.")
                                         : tr("Writes are not armed: settling asks to arm them first."),
                     Tone::muted);
}

void CasePage::ask() {
  if (!id_ || !ask_->isEnabled()) return;
  asking_ = true;
  evidence_->setNote(tr("Asking the gateway …"), Tone::info);
  updateActions();
  session().read<AskedCase>(
      this, tr("Asking the gateway"), [id = *id_](bridge::Reader& reader) { return askCase(reader, id); },
      [this, id = *id_](Result<AskedCase> answer) {
        if (id_ != id) return;
        asking_ = false;
        if (answer) {
          showAsked(*answer);
        } else {
          updateActions();
          evidence_->setNote(widgets::sentences(answer.error()), Tone::danger);
        }
        emit asked();
      });
}

void CasePage::showAsked(const AskedCase& asked) {
  evidence_->showAsked(asked, asked.asOf);
  updateActions();
  // The row was read afresh for asking; the rest of the page follows where it moved.
  if (changedSinceAsked()) refresh();
}

// What a person typed needs no mask.
QString CasePage::settleSql() const {
  const AskedCase& asked = *evidence_->asked();
  return shownSettleSql(settlementOf(asked, confirmation()),
                        !evidence_->supplied() && evidence_->isResponseMasked());
}

reconcile::Instruction CasePage::confirmation() const {
  return {.response = evidence_->supplied(), .confirmed = evidence_->asked()->offered()};
}

// What was asked just now is on no file yet, and goes along.
void CasePage::saveBundle() {
  if (!id_ || !data_) return;
  bundle::OneKey key;
  key.id = data_->detail.row.id;
  key.table = std::make_shared<tables::Profile>(session().profile());
  if (const auto& asked = evidence_->asked()) {
    key.asked = asked->asked;
    key.asked_at = asked->asOf;
  }
  widgets::BundleWanted wanted{std::move(key)};
  wanted.described = [described = described_, hasOwn = session().facts().schema.is_readable()] {
    std::vector<std::shared_ptr<const tables::Profile>> tables;
    if (hasOwn) tables.push_back(bridge::ownProfile());
    for (tables::Profile& each : described ? described() : std::vector<tables::Profile>()) {
      if (!tables::is_own(each)) tables.push_back(std::make_shared<const tables::Profile>(std::move(each)));
    }
    return tables;
  };
  widgets::saveBundle(session(), this, wanted, [this, id = *id_](const QString& words) {
    if (id_ != id) return;
    bundleNote_->setText(words);
    bundleNote_->show();
  });
}

void CasePage::settle() {
  if (!settle_->isEnabled() || !evidence_->asked()) return;
  if (!writes::armedFor(session(), this, [this, id = id_] {
        if (id_ == id) settle();
      })) {
    evidence_->setNote(writes::unarmedInWords(), Tone::warn);
    emit armRequested();
    return;
  }
  const AskedCase& asked = *evidence_->asked();
  if (!isOwn()) return override_->open(*reconcile::verb_for(asked.offered().kind), &asked);
  const reconcile::Settlement settlement = settlementOf(asked, confirmation());
  widgets::ConfirmText text;
  text.title = offerTitle(asked.offered().kind, asked.offersCancel());
  text.text = offerConsequence(asked.offered(), asked.offersCancel());
  text.detail =
      tr("-- First the key is taken over, if it still is %1 with fence %2; that draws a new fence.\n"
         "-- Then the gateway is asked again%3. Only if the answer is the same:\n")
          .arg(shown(asked.row.state_word))
          .arg(asked.row.fence)
          .arg(asked.offersCancel()
                   ? tr(" and, where it still knows nothing of the key, told never to perform it")
                   : QString()) +
      settleSql();
  text.folded = widgets::showTheSql();
  text.button = tr("&Settle");
  text.dangerous = session().connection().isProduction;
  text.asksReason = true;
  text.ticket = tr("Ticket (optional)");
  auto* dialog = new widgets::ConfirmDialog(text, this);
  const auto changes = compareRows(asked.row, preview(asked.row, settlement, asked.asOf), true);
  dialog
      ->addFields(tr("Row before and after"), {{tr("Field"), 16}, {tr("Before"), 38}, {tr("After"), 38}},
                  static_cast<int>(changes.size()))
      ->setRows(changes);
  dialog->resize(760, dialog->sizeHint().height());
  writes::carryIncident(session(), *dialog, "settle");
  // What is written is what the dialog shows, whatever the page does meanwhile.
  connect(dialog, &QDialog::accepted, this,
          [this, dialog, instruction = confirmation(), shownCase = asked]() mutable {
            instruction.request.reason = widgets::bytes(dialog->reason());
            instruction.request.ticket = widgets::bytes(dialog->ticket());
            settling_ = true;
            override_->write({.seen = {.row = shownCase.row}}, instruction, shownCase.offersCancel());
          });
  dialog->open();
}

// Of the newest act on the key: an older one has been followed by others.
QString CasePage::whyNotUndone() const {
  if (!data_) return tr("No key is open.");
  if (data_->trail.empty()) return tr("No act on this key is recorded.");
  if (const auto why = reconcile::why_not_undone(data_->trail.front())) return shown(*why);
  return writes::whyScriptOnly(session());
}

void CasePage::undo() {
  if (!undo_->isEnabled()) return;
  const audit::Record act = data_->trail.front();
  const auto again = [this, number = act.number] {
    if (data_ && !data_->trail.empty() && data_->trail.front().number == number) undo();
  };
  if (!writes::armedFor(session(), this, again)) {
    evidence_->setNote(writes::unarmedInWords(), Tone::warn);
    return emit armRequested();
  }
  writes::askUndo(session(), this, act,
                  [this, number = act.number, id = id_](const Result<reconcile::UndoOutcome>& outcome) {
                    const auto* taken = outcome ? std::get_if<reconcile::Undone>(&*outcome) : nullptr;
                    if (id_ == id) {
                      evidence_->clear();
                      outcome_->showUndo(writes::toldUndoing(number, outcome),
                                         taken != nullptr ? std::optional(taken->audit_id) : std::nullopt);
                    }
                    if (session().isReady()) {
                      refresh();
                      readWalk(Way::stay);
                    }
                    emit undone();
                  });
}

void CasePage::showAnswer(const VerdictAnswer& answer) {
  settling_ = false;
  updateActions();
  if (id_ == answer.before.id) {
    outcome_->showAnswer(answer, session().profile());
    if (answer.outcome && !std::holds_alternative<reconcile::RowChanged>(*answer.outcome)) {
      const auto* filed = std::get_if<reconcile::RowFiled>(&*answer.outcome);
      if (filed != nullptr && filed->after) {
        evidence_->showAsked({*filed->after, filed->asked, filed->after->updated_at},
                             filed->after->updated_at);
      } else if (std::holds_alternative<reconcile::RowSettled>(*answer.outcome) ||
                 std::holds_alternative<reconcile::RowWaits>(*answer.outcome)) {
        evidence_->clear();
      }
    }
  }
  if (session().isReady()) {
    refresh();
    readWalk(Way::stay);
  }
  emit settleFinished();
}

void CasePage::clockChanged() {
  if (data_) showCase(*data_);
}

void CasePage::focusSearch() { historyTable_->setFocus(); }

}  // namespace onceover::cases
