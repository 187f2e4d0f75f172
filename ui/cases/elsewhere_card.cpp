#include "ui/cases/elsewhere_card.h"

#include <algorithm>

#include "ui/widgets/widgets.h"

namespace onceover::cases {

using browse::LifeRow;
using widgets::shown;

namespace {

constexpr int mostShown = 6;

}  // namespace

ElsewhereModel::ElsewhereModel(QObject* parent) : RowsModel(parent) {
  const auto tableName = [this](const LifeRow& row) { return shown(tableOf(row)->schema + '.' + tableOf(row)->table); };
  setColumns({
      {{tr("Since"), 10, Whole},
       [this](const LifeRow& row) { return widgets::relative(row.row.created(), asOf()); },
       [this](const LifeRow& row) { return widgets::exact(row.row.created(), clock()); }},
      {{tr("Table"), 22},
       tableName,
       [this, tableName](const LifeRow& row) { return tr("%1: %2").arg(shown(tables::word(tableOf(row)->kind)), tableName(row)); }},
      {{tr("Key"), 30, Mono}, [](const LifeRow& row) { return shown(row.row.id.key); }},
      {{tr("Stored as"), 12}, [](const LifeRow& row) { return shown(row.row.state_word); }},
      {{tr("Why it is here"), 26, Stretch}, [](const LifeRow& row) { return shown(row.link); }},
  });
}

void ElsewhereModel::setLife(bridge::Tables tables, std::vector<LifeRow> rows, Timestamp asOf) {
  setRows({});  // the rows before belong to the tables before
  tables_ = std::move(tables);
  setRows(std::move(rows), asOf);
}

ElsewhereCard::ElsewhereCard(bridge::Session& session, DescribedTables described, QWidget* parent)
    : Card(tr("The same key in other tables"), parent),
      session_(session),
      described_(std::move(described)),
      model_(new ElsewhereModel(this)),
      table_(new widgets::TableView(tr("Rows of the same key in other tables"), model_)),
      note_(widgets::wrapped(widgets::TextRole::caption, tr("Where it was not looked for"))) {
  widgets::fill(body(), {table_, note_});
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
  const bool hasOwn = session_.facts().schema.is_readable();
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
  Found out{bridge::tablesFor(reader, described, hasOwn), {}};
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
    note_->setText(shown(found.error().what));
  } else {
    model_->setLife(found->tables, found->life.rows, found->life.as_of);
    sql_ = widgets::text(found->life.sql);
    costs_ = found->life.costs;
    const QString notes = widgets::shownAll(found->life.not_looked, QStringLiteral("\n"));
    note_->setText(notes.isEmpty() ? QString() : tr("Not looked for everywhere. %1").arg(notes));
  }
  table_->setVisible(model_->rowCount() > 0);
  table_->setHeightInRows(std::min(model_->rowCount(), mostShown));
  note_->setVisible(!note_->text().isEmpty());
  setVisible(model_->rowCount() > 0 || !note_->text().isEmpty());
}

}  // namespace onceover::cases
