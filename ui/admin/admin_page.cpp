// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/admin/admin_page.h"

#include <QAction>
#include <QFile>
#include <QItemSelectionModel>

#include "core/gateway/open.h"
#include "ui/widgets/code_view.h"
#include "ui/widgets/save_file.h"
#include "ui/widgets/widgets.h"
#include "ui/writes/acts.h"

namespace onceover::admin {

using approval::Declared;
using approval::Registered;
using widgets::shown;
using widgets::TextRole;
using widgets::Tone;

namespace {

// A migration of a large store takes longer than a statement may elsewhere.
constexpr auto longestMigration = std::chrono::hours(24);

audit::Actor actor() { return audit::this_actor("onceover"); }

QString windowInWords(const Declared& declared) {
  return declared.dedupe_window
             ? AdminPage::tr("deduplicates for %1").arg(widgets::span(*declared.dedupe_window))
             : AdminPage::tr("does not deduplicate");
}

widgets::Badge standingOf(const Registered& one) {
  if (one.in_force_since) return {AdminPage::tr("in force"), QStringLiteral("check"), Tone::ok};
  return {AdminPage::tr("waits for a second approver"), QStringLiteral("clock"), Tone::warn};
}

Result<Administered> readStore(bridge::Reader& reader) {
  return as_result([&] {
    Administered data;
    data.stop = reconcile::stop_switch(reader.connection()).value();
    data.gateways = approval::declarations(reader.connection()).value();
    data.asOf = pg::server_time(reader.connection()).value();
    return data;
  });
}

Result<std::vector<Declared>> readDeclared(bridge::Reader& reader, const std::string& path) {
  return as_result([&] {
    std::vector<Declared> declared;
    std::visit(
        [&declared](const auto& config) {
          for (const gateway::Operation& each : config.operations)
            declared.push_back({config.name, each.name, each.declaration.dedupe_window});
        },
        gateway::load_any_config(path).value());
    return approval::new_among(reader.connection(), std::move(declared)).value();
  });
}

Result<QString> installed(bridge::Reader& reader) {
  reader.connection().set_deadline(longestMigration);
  const auto names = schema::install(reader.connection());
  reader.connection().set_deadline(pg::ConnectOptions().deadline);
  return names.map([](const std::vector<std::string>& all) {
    return all.empty() ? AdminPage::tr("Nothing to install: the schema is up to date.")
                       : AdminPage::tr("Installed: %1.").arg(widgets::shownAll(all, QStringLiteral(", ")));
  });
}

}  // namespace

GatewaysModel::GatewaysModel(QObject* parent) : RowsModel(parent) {
  setColumns({
      {{tr("Gateway"), 18}, [](const Registered& one) { return shown(one.declared.gateway); }},
      {{tr("Operation"), 20}, [](const Registered& one) { return shown(one.declared.operation); }},
      {{tr("Window"), 22}, [](const Registered& one) { return windowInWords(one.declared); }},
      {{tr("Declaration"), 34}, standingOf},
      {{tr("Registered by"), 18},
       [](const Registered& one) {
         return shown(one.registered_by) + (one.is_mine ? tr(" (you)") : QString());
       }},
      {{tr("Registered"), 14}, [](const Registered& one) { return one.registered_at; }},
      {{tr("Reason"), 20, Stretch}, [](const Registered& one) { return shown(one.reason); }},
  });
}

AdminPage::AdminPage(bridge::Session& session, QWidget* parent)
    : Page(session, parent), acts_(new writes::Acts(session, this)), gateways_(new GatewaysModel(this)) {
  addActions();
  layOut();
  connect(acts_, &writes::Acts::armRequested, this, &Page::armRequested);
  connect(acts_, &writes::Acts::changed, this, &AdminPage::updateActions);
  connect(acts_, &writes::Acts::done, this, [this](const widgets::Told& told) {
    result_->showResult(told);
    if (AdminPage::session().isReady()) AdminPage::session().readFactsAgain(this, [this] { refresh(); });
    emit written();
  });
  showLoading(tr("Reading the store…"));
}

void AdminPage::addActions() {
  install_ = widgets::addAction(this, tr("Install or upgrade the schema …"),
                                QKeySequence(Qt::CTRL | Qt::Key_I), "sql", &AdminPage::install);
  sql_ = widgets::addAction(this, tr("Show the SQL of the schema"), QKeySequence(), "sql", [this] {
    (new widgets::SqlDialog(tr("The onceover schema"), widgets::text(schema::print()), this))->show();
  });
  stop_ = widgets::addAction(this, tr("Stop or start sweepers, relays and plans …"),
                             QKeySequence(Qt::CTRL | Qt::Key_H), "stop", [this] {
                               if (data_) turn(!data_->stop.stopped);
                             });
  register_ = widgets::addAction(
      this, tr("Register a gateway …"), QKeySequence(Qt::CTRL | Qt::Key_N), "plug", [this] {
        widgets::askOpenPath(this, tr("Choose a gateway's configuration"), tr("Configurations (*.toml)"),
                             [this](const QString& path) { registerFile(path); });
      });
  approve_ = widgets::addAction(this, tr("Approve the gateway …"), QKeySequence(Qt::CTRL | Qt::Key_Return),
                                "check", &AdminPage::approve);
}

void AdminPage::layOut() {
  const widgets::Tokens t = widgets::tokensOf(this);
  result_ = new widgets::ResultCard(tr("Result"));
  schema_ = widgets::wrapped(TextRole::body, tr("Version of the schema"));
  switch_ = widgets::wrapped(TextRole::strong, tr("Stop switch"));
  switchNote_ = widgets::wrapped(TextRole::caption);
  known_ = widgets::wrapped(TextRole::caption);
  table_ = new widgets::TableView(tr("Registered gateways"), gateways_);
  table_->setSelectionMode(QAbstractItemView::SingleSelection);
  installButton_ = widgets::buttonOf(install_, tr("&Install …"));
  stopButton_ = widgets::buttonOf(stop_, tr("S&top …"));
  const auto carded = [](const QString& title, std::initializer_list<widgets::BoxItem> items) {
    auto* card = new widgets::Card(title);
    widgets::fill(card->body(), items);
    return card;
  };
  const auto lined = [&t](std::initializer_list<widgets::BoxItem> items) {
    return widgets::fill(widgets::lineOf(nullptr, t.unit), items);
  };
  auto* inside = new QWidget;
  widgets::fill(
      widgets::columnOf(inside, t.gap, QMargins(t.gap, t.gap, t.gap, t.gap)),
      {result_, carded(tr("Stop switch"), {switch_, switchNote_, lined({stopButton_, widgets::stretch()})}),
       carded(tr("Schema"), {schema_, lined({installButton_, widgets::buttonOf(sql_, tr("Show the S&QL")),
                                             widgets::stretch()})}),
       carded(tr("Gateways"), {known_, table_,
                               lined({widgets::buttonOf(register_, tr("&Register …")),
                                      widgets::buttonOf(approve_, tr("&Approve …")), widgets::stretch()})}),
       widgets::stretch()});
  widgets::columnOf(content(), 0)->addWidget(widgets::scrolled(inside, tr("Administration")));
  connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this, &AdminPage::updateActions);
  connect(gateways_, &QAbstractItemModel::modelReset, this, &AdminPage::updateActions);
}

// Without a schema there is only that to say.
void AdminPage::refresh() {
  if (session().facts().schema.fit != schema::Fit::current) {
    data_.reset();
    gateways_->setRows({});
    return fill({});
  }
  session().read<Administered>(this, tr("Reading the store"), &readStore,
                               [this](const Result<Administered>& data) {
                                 if (!data) return showFailure(data.error());
                                 data_ = *data;
                                 setAge(data->asOf);
                                 gateways_->setRows(data->gateways, data->asOf);
                                 fill(*data);
                               });
}

void AdminPage::fill(const Administered& data) {
  const bridge::ServerFacts& facts = session().facts();
  const bool hasStore = data_.has_value();
  const reconcile::StopSwitch& stop = data.stop;
  schema_->setText(facts.schemaSentence);
  installButton_->setText(facts.schema.fit == schema::Fit::older ? tr("&Upgrade …") : tr("&Install …"));
  switch_->setText(!hasStore ? tr("Unknown: the store has no schema of this version.")
                   : stop.stopped
                       ? tr("STOPPED: no sweeper, relay or plan works, and no person settles a key.")
                       : tr("Running: sweepers, relays and plans work."));
  switch_->setTone(stop.stopped ? Tone::danger : hasStore ? Tone::neutral : Tone::muted);
  switchNote_->setText(stop.changed_by.empty() ? QString()
                                               : tr("Switched %1 by %2. Reason: %3")
                                                     .arg(widgets::exact(stop.changed_at, clock()),
                                                          shown(stop.changed_by), shown(stop.reason)));
  switchNote_->setVisible(!switchNote_->text().isEmpty());
  stop_->setIcon(widgets::icon(stop.stopped ? QStringLiteral("play") : QStringLiteral("stop")));
  stopButton_->setIcon(stop_->icon());
  stopButton_->setText(stop.stopped ? tr("S&tart again …") : tr("S&top …"));
  known_->setText(
      !hasStore ? tr("Unknown: the store has no schema of this version.")
      : data.gateways.empty()
          ? tr("No gateway is registered. Then every release without evidence needs a second approver.")
          : tr("How long a gateway deduplicates decides whether a release needs a second approver."));
  table_->setVisible(!data.gateways.empty());
  table_->setHeightInRows(std::min(gateways_->rowCount(), 8));
  updateActions();
  showContent();
}

void AdminPage::updateActions() {
  const QString busy = acts_->whyNot();
  const bridge::ServerFacts& facts = session().facts();
  const bool isDue = facts.schema.fit == schema::Fit::missing || facts.schema.fit == schema::Fit::older;
  const QString noStore = data_ ? busy : facts.schemaSentence;
  widgets::allow(install_, !isDue ? tr("There is nothing to install.") : busy);
  widgets::allow(stop_, noStore);
  widgets::allow(register_, noStore);
  const QModelIndexList rows = table_->selectionModel()->selectedRows();
  const Registered* chosen = rows.isEmpty() || rows.front().row() >= gateways_->rowCount()
                                 ? nullptr
                                 : &gateways_->at(rows.front().row());
  widgets::allow(approve_, chosen == nullptr        ? tr("No declaration is selected.")
                           : chosen->in_force_since ? tr("It is in force already.")
                           : chosen->is_mine ? tr("You registered it: another database user approves it.")
                                             : noStore);
}

void AdminPage::install() {
  const schema::Status& now = session().facts().schema;
  acts_->ask({.title = now.fit == schema::Fit::older ? tr("Upgrade the schema") : tr("Install the schema"),
              .text = tr("This runs the SQL below as %1, who then owns the schema. Each migration is one "
                         "transaction. Other tables are not touched.")
                          .arg(shown(now.user)),
              .button = now.fit == schema::Fit::older ? tr("&Upgrade") : tr("&Install"),
              .run = [](bridge::Reader& reader, const std::string&) { return installed(reader); },
              .detail = widgets::text(schema::print(now.installed)),
              .asksReason = false});
}

void AdminPage::turn(bool stops) {
  acts_->ask(
      {.title = stops ? tr("Stop the whole store") : tr("Start again"),
       .text = stops ? tr("Every sweeper, reaper, relay and plan on this store halts, and no person settles, "
                          "writes, approves or undoes anything until it is started again. Services still "
                          "claim and finish keys.")
                     : tr("Sweepers, reapers, relays and plans work again, and people may settle keys."),
       .button = stops ? tr("&Stop") : tr("&Start again"),
       .run = [stops](bridge::Reader& reader, const std::string& reason) {
         return reconcile::set_stop_switch(reader.connection(), stops, reason, actor())
             .map([stops](bool changed) {
               return !changed ? tr("Nothing was written: the switch was set so already.")
                      : stops  ? tr("All is stopped. The reason is kept with your name in the audit trail.")
                               : tr("All works again.");
             });
       }});
}

// The file is read by the worker, not here.
void AdminPage::registerFile(const QString& path) {
  session().read<std::vector<Declared>>(
      this, tr("Reading the gateway's configuration"),
      [file = QFile::encodeName(path).toStdString()](bridge::Reader& reader) {
        return readDeclared(reader, file);
      },
      [this](const Result<std::vector<Declared>>& fresh) {
        if (!fresh) return result_->showResult(widgets::toldFailure(fresh.error()));
        if (fresh->empty()) {
          return result_->showResult({{tr("nothing new"), QStringLiteral("check"), Tone::ok},
                                      tr("All of it is registered already.")});
        }
        askRegister(*fresh);
      });
}

void AdminPage::askRegister(const std::vector<Declared>& fresh) {
  QStringList lines{
      tr("These declarations decide whether a release needs a second approver. Those of the owner of the "
         "tables are in force at once; others wait until another database user approves them.")};
  for (const Declared& one : fresh)
    lines.append(tr("%1, %2: %3").arg(shown(one.gateway), shown(one.operation), windowInWords(one)));
  acts_->ask({.title = tr("Register a gateway"),
              .text = lines.join('\n'),
              .button = tr("&Register"),
              .run = [fresh](bridge::Reader& reader, const std::string& reason) {
                return approval::register_gateway(reader.connection(), fresh, reason, actor())
                    .map([](const std::vector<Registered>& made) {
                      return made.empty() ? tr("Nothing was written: all of it is registered already.")
                                          : tr("%Ln declarations are registered.", nullptr,
                                               widgets::counted(std::ssize(made)));
                    });
              }});
}

void AdminPage::approve() {
  const QModelIndexList rows = table_->selectionModel()->selectedRows();
  if (!approve_->isEnabled() || rows.isEmpty()) return;
  const Registered chosen = gateways_->at(rows.front().row());
  acts_->ask(
      {.title = tr("Approve the gateway"),
       .text = tr("%1, %2: %3. Registered by %4: “%5”. It is in force at once.")
                   .arg(shown(chosen.declared.gateway), shown(chosen.declared.operation),
                        windowInWords(chosen.declared), shown(chosen.registered_by), shown(chosen.reason)),
       .button = tr("&Approve"),
       .run = [id = chosen.id](bridge::Reader& reader, const std::string& reason) {
         return approval::approve_declaration(reader.connection(), id, reason, actor()).map([id](bool done) {
           return done ? tr("Declaration no. %1 is in force.").arg(id)
                       : tr("Nothing was written: declaration no. %1 does not wait for an approver.").arg(id);
         });
       }});
}

void AdminPage::clockChanged() {
  if (data_) fill(*data_);
}

}  // namespace onceover::admin
