#include "ui/reconcile/case_page.h"

#include <QAction>

#include "core/reconcile/weigh.h"
#include "ui/reconcile/body_view.h"
#include "ui/reconcile/case_header.h"
#include "ui/reconcile/case_text.h"
#include "ui/reconcile/evidence_card.h"
#include "ui/reconcile/fingerprint_card.h"
#include "ui/reconcile/history_model.h"
#include "ui/reconcile/life_line.h"
#include "ui/reconcile/notes_card.h"
#include "ui/reconcile/outcome_card.h"
#include "ui/reconcile/override_card.h"
#include "ui/reconcile/row_text.h"
#include "ui/reconcile/settle_dialog.h"
#include "ui/widgets/fields_model.h"
#include "ui/widgets/save_bundle.h"
#include "ui/widgets/table.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::reconcile {

using widgets::shown;
using widgets::Tone;

namespace {

Settlement settlementOf(const AskedCase& asked, const Wish& wish) {
  Asked foreseen = asked.asked;
  foreseen.verdict = asked.offered();
  return decide_own({.seen = {.row = asked.row}}, wish, foreseen).settlement;
}

}  // namespace

bool CasePage::isOwn() const { return profile::is_own(session().profile()); }
bool CasePage::isWriting() const { return override_->isWriting(); }

// A row of the table before is none of this one's.
void CasePage::startAnew() {
  id_.reset();
  data_.reset();
  asking_ = false;
  evidence_->clear();
  evidence_->setForeign(!isOwn());
  evidence_->setVisible(hasEvidence());
  override_->clear();
  notes_->open({});
  elsewhere_->clear();
  fingerprint_->clearPasted();
  response_->showBody({});
  payload_->showBody({});
  payloadCard_->setVisible(!session().profile().payload.empty());
  outcome_->hide();
  bundleNote_->hide();
  showEmpty(tr("No key is open"), tr("Open one from Keys or Stuck leases with Enter, or press Ctrl+K and paste a key."));
  updateActions();
}

void CasePage::open(const key::Identity& id) {
  if (id_ == id && data_) return refresh();
  id_ = id;
  data_.reset();
  evidence_->clear();
  override_->clear();
  notes_->open(id);
  elsewhere_->clear();
  fingerprint_->clearPasted();
  response_->showBody({});
  payload_->showBody({});
  outcome_->hide();
  bundleNote_->hide();
  asking_ = false;
  updateActions();
  showLoading(tr("Reading the key …"));
  if (session().isReady()) refresh();
}

void CasePage::refresh() {
  if (!id_) return;
  session().read<std::optional<CaseData>>(
      this, tr("Reading the key"),
      [id = *id_, hasTrail = whyNoTrail().isEmpty()](bridge::Reader& reader) { return readCase(reader, id, hasTrail); },
      [this, id = *id_](Result<std::optional<CaseData>> data) {
        if (id_ != id) return;
        if (!data) return showFailure(data.error());
        if (*data) {
          showCase(**data);
          return elsewhere_->look(id);
        }
        data_.reset();
        updateActions();
        isOwn() ? showEmpty(tr("There is no such key"),
                            tr("It was never claimed here, or it was reaped: the next request with it claims it anew."))
                : showEmpty(tr("There is no such row"), tr("It was never written to this table, or it was deleted since."));
      });
}

void CasePage::showCase(const CaseData& data) {
  data_ = data;
  setAge(data.detail.as_of);
  const profile::Profile& profile = session().profile();
  header_->showKey(data.detail, data.why, profile);
  lease_->setText(leaseInWords(data.detail.row, profile, data.detail.as_of));
  life_->setSteps(lifeOf(data.detail.row, data.trail, data.detail.as_of), data.detail.as_of, clock());
  lock_->setText(readable(data.lock.words, data.detail.as_of));
  showResponse();
  fingerprint_->setFingerprint(data.detail.row.fingerprint);
  notes_->show(data.notes, data.notesProblem, data.detail.as_of, clock());
  history_->setClock(clock());
  history_->setRows(data.trail, data.detail.as_of);
  historyTable_->setVisible(!data.trail.empty());
  historyNote_->setVisible(data.trail.empty());
  historyNote_->setText(whyNoHistory());
  historyTable_->setHeightInRows(std::min(history_->rowCount(), 6));
  override_->showRow(data);
  showRow();
  showOnFile();
  evidence_->setNow(data.detail.as_of);
  evidence_->setVisible(hasEvidence());
  updateActions();
  showContent();
}

QString CasePage::whyNoTrail() const {
  const schema::Status& schema = session().facts().schema;
  if (schema.fit == schema::Fit::missing) return tr("The trail begins with the onceover schema, which is not installed in this database.");
  if (!isOwn() && schema.fit == schema::Fit::older)
    return tr("The trail of this store does not know rows of other tables yet: %1.").arg(session().facts().schemaSentence);
  return {};
}

QString CasePage::whyNoHistory() const {
  if (!data_->trailProblem.empty()) return shown(data_->trailProblem);
  if (const QString why = whyNoTrail(); !why.isEmpty()) return why;
  return isOwn() ? tr("Only its executor has changed this key. Who takes it over, asks and settles is recorded here, with the reason and "
                      "the evidence.")
                 : tr("No verdict was written on this row with this program. Verdicts are recorded here, with who, why and the "
                      "evidence.");
}

// Of an external row there is evidence only where somebody can be asked.
bool CasePage::hasEvidence() const { return isOwn() || session().facts().hasGateway || !session().facts().gatewayProblem.isEmpty(); }

void CasePage::showOnFile() {
  const browse::Detail& detail = data_->detail;
  const QString verdict = shown(detail.verdict).replace('_', ' ');
  const QString reason = QStringLiteral("“") + shown(detail.verdict_reason) + QStringLiteral("”");
  if (key::is_final(detail.row.state) && (isOwn() || !verdict.isEmpty())) {
    return evidence_->setOnFile(verdict.isEmpty() ? tr("Finished by its executor; there is nothing to settle.")
                                                  : tr("Settled from evidence: %1, %2.").arg(verdict, reason));
  }
  if (verdict.isEmpty()) {
    return evidence_->setOnFile(tr("Not asked yet. Asking is a look-up at the gateway: it writes nothing, here or there."));
  }
  evidence_->setOnFile(tr("On file: %1, %2. Ask for fresh evidence; asking writes nothing.").arg(verdict, reason));
}

void CasePage::showResponse() {
  const browse::Detail& detail = data_->detail;
  response_->showBody(detail.response ? detail.response->body : std::string());
  payload_->showBody(detail.payload.value_or(std::string()));
  if (!detail.response_problem.empty()) return responseMeta_->setText(shown(detail.response_problem));
  if (!detail.response) {
    return responseMeta_->setText(isOwn() ? tr("Stored when the key is finished: every duplicate then gets it again.")
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
  if (asked && isOwn() && is_offered(asked->offered().kind)) {
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
        "The gateway cannot be asked about this row: it does not serve the operation, or the profile does not say (gateway_key) what it "
        "was told to call this key.");
  }
  if (!facts.hasGateway) return tr("No gateway is configured for this connection, so there is nothing to ask.");
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
  return is_offered(asked->offered().kind);
}

QString CasePage::whyNoSettling() const {
  const auto& asked = evidence_->asked();
  if (!asked || !data_) return tr("Ask the gateway first.");
  if (!isOfferedNow()) return tr("Nothing can be settled from this evidence.");
  if (changedSinceAsked()) return tr("The key changed since the gateway was asked. Ask again.");
  if (!isOwn()) return override_->whyNot(*verb_for(asked->offered().kind));
  if (const QString now = whyNotNow(data_->detail.row, data_->detail.as_of); !now.isEmpty()) return now;
  const bridge::ServerFacts& facts = session().facts();
  if (!facts.canSettle()) {
    return facts.isReadOnly ? tr("This server only accepts reading.") : tr("This store cannot be written: %1").arg(facts.schemaSentence);
  }
  const auto supplied = evidence_->supplied();
  if (supplied && supplied->body.empty()) return tr("Type the response body first.");
  return {};
}

void CasePage::updateActions() {
  bundle_->setEnabled(data_.has_value());
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
  evidence_->setNote(
      session().isArmed()
          ? tr("Before anything is written the gateway is asked again. If its answer or the key changed, nothing is settled.")
          : tr("Writes are not armed: settling asks to arm them first."),
      Tone::muted);
}

void CasePage::ask() {
  if (!id_ || !ask_->isEnabled()) return;
  asking_ = true;
  evidence_->setAsking(true);
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
          evidence_->showProblem(answer.error());
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
  return shownSettleSql(settlementOf(asked, confirmation()), !evidence_->supplied() && evidence_->isResponseMasked());
}

Wish CasePage::confirmation() const { return {.response = evidence_->supplied(), .confirmed = evidence_->asked()->offered()}; }

// What was asked just now is on no file yet, and goes along.
void CasePage::saveBundle() {
  if (!id_ || !data_) return;
  bundle::OneKey key;
  key.id = data_->detail.row.id;
  key.table = std::make_shared<profile::Profile>(session().profile());
  if (const auto& asked = evidence_->asked()) {
    key.asked = asked->asked;
    key.asked_at = asked->asOf;
  }
  widgets::BundleWanted wanted{std::move(key)};
  wanted.described = [described = described_, hasOwn = session().facts().schema.fit != schema::Fit::missing] {
    std::vector<std::shared_ptr<const profile::Profile>> tables;
    if (hasOwn) tables.push_back(bridge::ownProfile());
    for (profile::Profile& each : described ? described() : std::vector<profile::Profile>()) {
      if (!profile::is_own(each)) tables.push_back(std::make_shared<const profile::Profile>(std::move(each)));
    }
    return tables;
  };
  widgets::saveBundle(session(), this, wanted, [this, id = *id_](const QString& words) {
    if (id_ != id) return;
    bundleNote_->setText(words);
    bundleNote_->show();
    emit bundleSaid();
  });
}

void CasePage::settle() {
  if (!settle_->isEnabled() || !evidence_->asked()) return;
  if (!session().isArmed()) {
    evidence_->setNote(tr("Writes are not armed. Arm them, then settle again; nothing was written."), Tone::warn);
    emit armRequested();
    return;
  }
  const AskedCase& asked = *evidence_->asked();
  if (!isOwn()) return override_->open(*verb_for(asked.offered().kind), &asked);
  const Settlement settlement = settlementOf(asked, confirmation());
  SettleDialog::What what;
  what.title = offerTitle(asked.offered().kind, asked.offersCancel());
  what.consequence = offerConsequence(asked.offered(), asked.offersCancel());
  what.sql = tr("-- First the key is taken over, if it still is %1 with fence %2; that draws a new fence.\n"
                "-- Then the gateway is asked again%3. Only if it says the same:\n")
                 .arg(shown(asked.row.state_word))
                 .arg(asked.row.fence)
                 .arg(asked.offersCancel() ? tr(" and, where it still knows nothing of the key, told never to perform it") : QString()) +
             settleSql();
  what.changes = compareRows(asked.row, preview(asked.row, settlement, asked.asOf), true);
  what.isProduction = session().connection().isProduction;
  auto* dialog = new SettleDialog(what, this);
  // What is written is what the dialog shows, whatever the page does meanwhile.
  connect(dialog, &QDialog::accepted, this, [this, dialog, wish = confirmation(), shownCase = asked]() mutable {
    wish.request.reason = widgets::bytes(dialog->reason());
    wish.request.ticket = widgets::bytes(dialog->ticket());
    settling_ = true;
    override_->write({.seen = {.row = shownCase.row}}, wish, shownCase.offersCancel());
  });
  dialog->open();
}

void CasePage::showAnswer(const VerdictAnswer& answer) {
  settling_ = false;
  updateActions();
  if (id_ == answer.before.id) {
    outcome_->showAnswer(answer, session().profile());
    if (answer.outcome && !std::holds_alternative<RowChanged>(*answer.outcome)) {
      const auto* filed = std::get_if<RowFiled>(&*answer.outcome);
      if (filed != nullptr && filed->after) {
        evidence_->showAsked({*filed->after, filed->asked, filed->after->updated_at}, filed->after->updated_at);
      } else if (std::holds_alternative<RowSettled>(*answer.outcome) || std::holds_alternative<RowWaits>(*answer.outcome)) {
        evidence_->clear();
      }
    }
  }
  if (session().isReady()) refresh();
  emit settleFinished();
}

void CasePage::clockChanged() {
  elsewhere_->setClock(clock());
  if (data_) showCase(*data_);
}

void CasePage::focusSearch() { historyTable_->setFocus(); }

}  // namespace onceover::reconcile
