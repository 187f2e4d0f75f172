// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/cases/elsewhere_card.h"

#include "ui/widgets/dialog_body.h"
#include "ui/widgets/widgets.h"

namespace onceover::cases {

using browse::LifeRow;
using widgets::shown;

namespace {

constexpr int mostShown = 6;
constexpr int askedUnasked = 20;  // one call; of a customer with thousands a person decides
// As long as a person waits for an answer on the telephone.
constexpr std::chrono::seconds answeredWithin{10};

}  // namespace

ElsewhereModel::ElsewhereModel(QObject* parent, bool ofOrder) : RowsModel(parent) {
  const auto tableName = [this](const LifeRow& row) {
    return shown(tableOf(row)->schema + '.' + tableOf(row)->table);
  };
  std::vector<Column> columns{
      {{tr("Since"), 10, Whole},
       [this](const LifeRow& row) { return widgets::relative(row.row.created(), asOf()); },
       [this](const LifeRow& row) { return widgets::exact(row.row.created(), clock()); }},
      {{tr("Table"), ofOrder ? 16 : 22},
       tableName,
       [this, tableName](const LifeRow& row) {
         return tr("%1: %2").arg(widgets::wordShown(tables::word(tableOf(row)->kind)), tableName(row));
       }},
      {{tr("Key"), ofOrder ? 20 : 30, Mono}, [](const LifeRow& row) { return shown(row.row.id.key); }},
      {{tr("Stored as"), 12},
       [](const LifeRow& row) {
         return shown(row.row.publication ? row.row.publication->words : row.row.state_word);
       }},
      {{tr("Why it is here"), ofOrder ? 18 : 26, Stretch},
       [](const LifeRow& row) { return widgets::wordShown(row.link); }},
  };
  if (ofOrder) {
    columns.insert(columns.begin() + 2, Column{{tr("Operation"), 16}, [](const LifeRow& row) {
                                                 return shown(row.row.id.operation);
                                               }});
    columns.insert(columns.begin() + 4,
                   Column{{tr("Tenant"), 10}, [](const LifeRow& row) { return shown(row.row.id.tenant); }});
    columns.insert(columns.begin() + 5, Column{{tr("Customer"), 11}, [](const LifeRow& row) {
                                                 return shown(row.row.subject.customer);
                                               }});
    columns.insert(columns.begin() + 6, Column{{tr("Amount"), 13, Right | Whole}, [](const LifeRow& row) {
                                                 return widgets::money(row.row.subject);
                                               }});
    columns.insert(columns.begin() + 8,
                   Column{{tr("Gateway"), 15},
                          [this](const LifeRow& row) { return answerTo(row); },
                          [this](const LifeRow& row) {
                            const drift::Effected* effect = effectOf(row);
                            if (effect == nullptr) return tr("This row is no charge and no refund.");
                            return shown(effect->answer ? effect->answer->why : effect->why_not_asked);
                          }});
  }
  setColumns(std::move(columns));
}

const drift::Effected* ElsewhereModel::effectOf(const LifeRow& row) const {
  const auto at = static_cast<std::size_t>(&row - rows_.data());
  const auto found = std::ranges::find(effects_, at, &drift::Effected::row);
  return found == effects_.end() ? nullptr : &*found;
}

widgets::Badge ElsewhereModel::answerTo(const LifeRow& row) const {
  const drift::Effected* effect = effectOf(row);
  if (effect == nullptr) return {widgets::dash, QStringLiteral("ring"), widgets::Tone::muted};
  if (effect->answer) return widgets::badgeOf(effect->answer->finding);
  return {tr("not asked"), QStringLiteral("ring"), widgets::Tone::muted};
}

void ElsewhereModel::setLife(bridge::Tables tables, std::vector<LifeRow> rows, Timestamp asOf,
                             std::vector<drift::Effected> effects) {
  setRows({});  // the rows before belong to the tables before
  tables_ = std::move(tables);
  effects_ = std::move(effects);
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

Result<ElsewhereCard::Found> ElsewhereCard::readFound(bridge::Reader& reader,
                                                      const DescribedTables& described, bool hasOwn,
                                                      const key::Identity& id,
                                                      const browse::LifeCosts& costs) {
  Found out{bridge::tablesFor(reader, described, hasOwn), {}};
  if (out.tables.size() == 1) return out;
  auto life = browse::life(reader.connection(), out.tables, id.key, {}, costs);
  if (!life) return fail(life.error());
  out.life = std::move(*life);
  std::erase_if(out.life.rows,
                [&](const browse::LifeRow& row) { return row.table == 0 && row.row.id == id; });
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

OrderDialog::OrderDialog(bridge::Session& session, DescribedTables described, const QString& text,
                         QWidget* parent)
    : QDialog(parent),
      session_(session),
      described_(std::move(described)),
      text_(widgets::bytes(text)),
      model_(new ElsewhereModel(this, true)),
      table_(new widgets::TableView(tr("Rows that were found"), model_)),
      sentence_(widgets::wrapped(widgets::TextRole::strong, tr("Answer"))),
      note_(widgets::wrapped(widgets::TextRole::caption, tr("What was not looked at"))),
      ask_(new QPushButton(tr("&Ask the gateway"))) {
  setAttribute(Qt::WA_DeleteOnClose);
  setWindowTitle(tr("Charged twice?"));
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  buttons->addButton(ask_, QDialogButtonBox::ActionRole);
  connect(ask_, &QPushButton::clicked, this, [this] { read(true); });
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(table_, &widgets::TableView::opened, this, [this](const QModelIndex& index) {
    const browse::LifeRow& row = model_->at(index.row());
    emit rowRequested(model_->tableOf(row), row.row.id);
    accept();
  });
  const widgets::Tokens t = widgets::tokensOf(this);
  widgets::fill(widgets::columnOf(this, t.unit, QMargins(t.section, t.section, t.section, t.section)),
                {sentence_, {table_, 1}, note_, buttons});
  resize(980, 420);
  widgets::fitToScreen(this);
  read(false);
}

void OrderDialog::read(bool ask) {
  ask_->setEnabled(false);
  ask ? note_->setText(tr("Asking the gateway…")) : sentence_->setText(tr("Searching every table…"));
  note_->setVisible(ask);
  session_.read<Answer>(
      this, tr("Charged twice?"),
      [text = text_, described = described_, hasOwn = session_.facts().schema.is_readable(),
       ask](bridge::Reader& reader) -> Result<Answer> {
        Answer out{.tables = bridge::tablesFor(reader, described, hasOwn)};
        auto life = browse::find(reader.connection(), out.tables, text);
        if (!life) return fail(life.error());
        out.life = std::move(*life);
        out.effects = drift::effects_of(out.life, out.tables);
        if (ask && reader.gateway() != nullptr)
          drift::ask_about(out.effects, out.life, out.tables, *reader.gateway(),
                           Steady::now() + answeredWithin);
        return out;
      },
      [this, ask](const Result<Answer>& answer) {
        show(answer);
        const bool isQuick =
            answer && !answer->effects.empty() && std::ssize(answer->effects) <= askedUnasked;
        if (!ask && isQuick && session_.facts().hasGateway) read(true);
      });
}

void OrderDialog::show(const Result<Answer>& answer) {
  const bridge::ServerFacts& facts = session_.facts();
  ask_->setEnabled(facts.hasGateway);
  ask_->setDefault(facts.hasGateway);
  if (!answer) {
    note_->hide();
    if (!answer.error().is_cancelled()) sentence_->setText(widgets::sentences(answer.error()));
    return;
  }
  sentence_->setText(widgets::text(drift::sentence(answer->effects, answer->life)));
  QStringList notes;
  if (!facts.hasGateway)
    notes.append(facts.gatewayProblem.isEmpty()
                     ? tr("No gateway is configured for this connection, so that none can be asked.")
                     : facts.gatewayProblem);
  const QString left = widgets::shownAll(answer->life.not_looked, QStringLiteral("\n"));
  if (!left.isEmpty()) notes.append(tr("Not looked at: %1").arg(left));
  // Renamed, or of another database: only a person knows whether its rows count here.
  const QString absent = widgets::shownAll(answer->life.absent, QStringLiteral(", "));
  if (!absent.isEmpty()) notes.append(tr("Described, and not in this database: %1").arg(absent));
  note_->setText(notes.join(u'\n'));
  note_->setVisible(!notes.isEmpty());
  model_->setLife(answer->tables, answer->life.rows, answer->life.as_of, answer->effects);
}

}  // namespace onceover::cases
