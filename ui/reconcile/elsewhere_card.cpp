#include "ui/reconcile/elsewhere_card.h"

#include <QVBoxLayout>
#include <algorithm>

#include "ui/reconcile/elsewhere_model.h"
#include "ui/widgets/table.h"
#include "ui/widgets/text.h"
#include "ui/widgets/theme.h"

namespace onceover::reconcile {
namespace {

constexpr int mostShown = 6;

}  // namespace

ElsewhereCard::ElsewhereCard(bridge::Session& session, DescribedTables described, QWidget* parent)
    : Card(tr("The same key in other tables"), parent),
      session_(session),
      described_(std::move(described)),
      model_(new ElsewhereModel(this)),
      table_(new widgets::TableView(tr("Rows of the same key in other tables"))),
      note_(widgets::wrapped(widgets::TextRole::caption, tr("Where it was not looked for"))) {
  table_->setModel(model_);
  body()->addWidget(table_);
  body()->addWidget(note_);
  connect(table_, &widgets::TableView::opened, this, [this](const QModelIndex& index) {
    if (!index.isValid()) return;
    // Copies: who opens the row clears this card.
    const browse::LifeRow& row = model_->at(index.row());
    const auto table = model_->tableOf(row);
    const key::Identity id = row.row.id;
    emit rowRequested(table, id);
  });
  // Of another mapping, or another server, nothing is known.
  connect(&session_, &bridge::Session::profileChanged, this, [this] { costs_ = {}; });
  connect(&session_, &bridge::Session::stateChanged, this, [this] { costs_ = {}; });
  hide();
}

void ElsewhereCard::clear() {
  id_.reset();
  sql_.clear();
  model_->setRows({});
  hide();
}

void ElsewhereCard::setClock(widgets::ClockChoice clock) { model_->setClock(clock); }

void ElsewhereCard::look(const key::Identity& id) {
  id_ = id;
  const bool hasOwn = session_.facts().schema.fit != schema::Fit::missing;
  session_.read<Found>(
      this, tr("Looking for the key in other tables"),
      [described = described_, hasOwn, id, costs = costs_](bridge::Reader& reader) {
        return readFound(reader, described, hasOwn, id, costs);
      },
      [this, id](const Result<Found>& read) {
        if (id_ != id) return;
        show(read);
        emit found();
      });
}

Result<ElsewhereCard::Found> ElsewhereCard::readFound(bridge::Reader& reader, const DescribedTables& described, bool hasOwn,
                                                      const key::Identity& id, const browse::LifeCosts& costs) {
  Found out;
  const auto add = [&](const profile::Profile& table) {
    const bool known =
        std::ranges::any_of(out.tables, [&](const auto& other) { return other->schema == table.schema && other->table == table.table; });
    if (!known) out.tables.push_back(std::make_shared<const profile::Profile>(table));
  };
  add(reader.profile());
  if (hasOwn) add(profile::own());
  if (described) {
    for (const profile::Profile& table : described()) add(table);
  }
  if (out.tables.size() == 1) return out;
  auto life = browse::life(reader.connection(), out.tables, id.key, {}, costs);
  if (!life) return fail(life.error());
  out.life = std::move(*life);
  std::erase_if(out.life.rows, [&](const browse::LifeRow& row) { return row.table == 0 && row.row.id == id; });
  return out;
}

void ElsewhereCard::show(const Result<Found>& found) {
  if (!found) {
    if (found.error().is_cancelled()) return;
    model_->setRows({});
    note_->setText(widgets::shown(found.error().what));
  } else {
    model_->setLife(found->tables, found->life.rows, found->life.as_of);
    sql_ = widgets::text(found->life.sql);
    costs_ = found->life.costs;
    QStringList notes;
    for (const std::string& note : found->life.not_looked) notes.append(widgets::shown(note));
    note_->setText(notes.isEmpty() ? QString() : tr("Not looked for everywhere. %1").arg(notes.join(QLatin1Char('\n'))));
  }
  table_->setVisible(model_->rowCount() > 0);
  table_->setHeightInRows(std::min(model_->rowCount(), mostShown));
  note_->setVisible(!note_->text().isEmpty());
  setVisible(model_->rowCount() > 0 || !note_->text().isEmpty());
}

}  // namespace onceover::reconcile
