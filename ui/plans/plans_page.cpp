#include "ui/plans/plans_page.h"

#include <QComboBox>
#include <QTimer>
#include <algorithm>

#include "core/profile/toml.h"
#include "ui/plans/items_model.h"
#include "ui/plans/plan_head.h"
#include "ui/plans/plans_model.h"
#include "ui/plans/words.h"
#include "ui/widgets/table.h"
#include "ui/widgets/text.h"

namespace onceover::plans {

using widgets::Tone;

namespace {

// As often as a person wants to see a number move.
constexpr std::chrono::milliseconds pollEvery{1000};
constexpr int plansListed = 200;
constexpr int pageItems = 200;
// More rows than these are not read again and again while the plan runs: F5 does.
constexpr int mostReread = 1000;

}  // namespace

PlansPage::~PlansPage() { hide(); }

void PlansPage::refresh() {
  const bridge::ServerFacts& facts = session().facts();
  if (facts.schema.fit == schema::Fit::missing || facts.schema.fit == schema::Fit::older) {
    chosen_.reset();
    updateActs();
    return showEmpty(tr("There are no plans in this database."), facts.schemaSentence + '\n' + tr("Then refresh (F5)."));
  }
  session().read<std::vector<plan::Plan>>(
      this, tr("Plans"), [](bridge::Reader& reader) { return plan::list(reader.connection(), {}, plansListed); },
      [this](Result<std::vector<plan::Plan>> plans) { take(std::move(plans)); });
}

void PlansPage::take(Result<std::vector<plan::Plan>> plans) {
  if (!plans) return showFailure(plans.error());
  if (plans->empty()) {
    plans_->setRows({});
    chosen_.reset();
    updateActs();
    const QString why = whyNot(Do::make);
    return showEmpty(
        tr("No plan has been made yet."),
        tr("A plan is one act on many rows: settle, release, requeue … Its set is frozen in the store, a dry run says what would "
           "be written, and any desk runs it, pauses it or goes on with it.") +
            QLatin1Char('\n') + (why.isEmpty() ? tr("Make one of what the page of keys finds (Ctrl+N there), or of a list.") : why),
        why.isEmpty() ? tr("&New plan of a list…") : QString());
  }
  plansTitle_->setText(std::ssize(*plans) < plansListed ? tr("Plans, newest first")
                                                        : tr("The newest %1 plans").arg(widgets::number(plansListed)));
  setAge(plans->front().as_of);
  filling_ = true;
  plans_->setRows(std::move(*plans));
  int row = chosen_ ? plans_->rowOf(chosen_->plan.id) : -1;
  for (int i = 0; !wanted_.empty() && i < plans_->rowCount(); ++i) {
    if (plans_->at(i).name == wanted_) row = i;
  }
  wanted_.clear();
  row = std::max(0, row);
  planTable_->setCurrentIndex(plans_->index(row, PlansModel::NameColumn));
  filling_ = false;
  showContent();
  chooseRow(row);
}

void PlansPage::chooseRow(int row) {
  if (filling_ || row < 0 || row >= plans_->rowCount()) return;
  const plan::Plan& now = plans_->at(row);
  if (!chosen_ || chosen_->plan.id != now.id) {
    if (chosen_) head_->say({});
    chosen_ = Chosen{now, {}};
    chosen_->totals.items = now.items;
    chosen_->totals.waiting = now.items - now.ended;
    items_->setItems({}, false);
    came_->setRows({});
    showChosen();
  }
  readChosen();
}

std::optional<plan::ItemState> PlansPage::shownState() const {
  return plan::item_state_from_word(widgets::bytes(state_->currentData().toString()));
}

void PlansPage::readChosen(bool withItems) {
  if (!chosen_ || !session().isReady()) return;
  reading_ = true;
  const int limit = std::clamp(items_->rowCount(), pageItems, mostReread);
  session().read<Read>(
      this, tr("Reading the plan"),
      [name = chosen_->plan.name, withItems, state = shownState(), limit](bridge::Reader& reader) -> Result<Read> {
        Read read;
        auto found = plan::find(reader.connection(), name);
        if (!found) return fail(found.error());
        if (!*found) return read;
        read.plan = std::move(**found);
        auto totals = plan::totals(reader.connection(), read.plan->id);
        if (!totals) return fail(totals.error());
        read.totals = std::move(*totals);
        if (!withItems) return read;
        auto items = plan::items(reader.connection(), read.plan->id, 0, limit, state);
        if (!items) return fail(items.error());
        read.more = static_cast<int>(items->size()) == limit;
        read.items = std::move(*items);
        return read;
      },
      [this, id = chosen_->plan.id](Result<Read> read) { takeChosen(id, std::move(read)); });
}

void PlansPage::takeChosen(std::int64_t id, Result<Read> read) {
  reading_ = false;
  if (!chosen_ || chosen_->plan.id != id) return;
  if (!read) return showFailure(read.error());
  if (!read->plan) return refresh();
  chosen_ = Chosen{std::move(*read->plan), std::move(read->totals)};
  if (const int row = plans_->rowOf(chosen_->plan.id); row >= 0) plans_->replace(row, chosen_->plan);
  setAge(chosen_->plan.as_of);
  if (read->items) fillItems(std::move(*read->items), read->more);
  showChosen();
  emit planShown();
}

// Where rows came or went (those of one state, while it runs), the chosen one stays chosen and in sight.
void PlansPage::fillItems(std::vector<plan::Item> items, bool more) {
  const QModelIndex before = itemTable_->currentIndex();
  const int position = before.isValid() ? items_->at(before.row()).position : 0;
  const int column = before.column();
  items_->setItems(std::move(items), more);
  if (position == 0 || itemTable_->currentIndex().isValid()) return;
  for (int row = 0; row < items_->rowCount(); ++row) {
    if (items_->at(row).position >= position) return itemTable_->setCurrentIndex(items_->index(row, column));
  }
}

bool PlansPage::wantsLive() const { return items_->rowCount() <= mostReread; }

void PlansPage::readBehind(int position) {
  if (!chosen_ || !session().isReady()) return items_->forgetRequest();
  session().read<std::vector<plan::Item>>(
      this, tr("Reading further items"),
      [id = chosen_->plan.id, position, state = shownState()](bridge::Reader& reader) {
        return plan::items(reader.connection(), id, position, pageItems, state);
      },
      [this, id = chosen_->plan.id, position](Result<std::vector<plan::Item>> items) {
        if (!items) return items_->forgetRequest();
        // Read anew meanwhile: the page belongs to what was shown before.
        if (!chosen_ || chosen_->plan.id != id || items_->lastPosition() != position) return items_->forgetRequest();
        const bool more = static_cast<int>(items->size()) == pageItems;
        items_->append(std::move(*items), more);
      });
}

bool PlansPage::worksHere() const { return desk_.isWorking() && chosen_ && desk_.plan()->id == chosen_->plan.id; }

// While somebody is at work the numbers move; the shell's own refreshing waits until nothing runs here.
void PlansPage::poll() {
  if (!isVisible() || !chosen_ || reading_ || !session().isReady() || paneState() != widgets::StatePane::State::content) return;
  if (worksHere() || isMoving(chosen_->plan, chosen_->totals)) readChosen(wantsLive());
}

void PlansPage::showEvent(QShowEvent* event) {
  Page::showEvent(event);
  poll_.start(pollEvery);
}

void PlansPage::showChosen() {
  if (!chosen_) return;
  head_->show(chosen_->plan, chosen_->totals, worksHere());
  facts_->setRows(factsOf(chosen_->plan, clock()));
  came_->setRows(foreseenAndCame(chosen_->totals));
  updateActs();
}

void PlansPage::say(const QString& words, Tone tone) {
  head_->say(words, tone);
  emit acted();
}

void PlansPage::openItem(const QModelIndex& index) {
  if (!index.isValid() || !chosen_) return;
  const key::Identity id = items_->at(index.row()).id;
  std::shared_ptr<const profile::Profile> table = bridge::ownProfile();
  if (!chosen_->plan.profile_toml.empty()) {
    auto profiles = profile::profiles_from_toml(chosen_->plan.profile_toml, "the plan's profile");
    if (!profiles || profiles->empty()) return say(tr("The plan's description of its table cannot be read."), Tone::danger);
    table = std::make_shared<const profile::Profile>(std::move(profiles->front()));
  }
  if (!(session().profile() == *table)) session().useProfile(table);
  emit caseRequested(id);
}

QString PlansPage::shownSql() const { return widgets::text(plan::shown_sql()); }

void PlansPage::clockChanged() {
  plans_->setClock(clock());
  showChosen();
}

}  // namespace onceover::plans
