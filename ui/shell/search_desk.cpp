#include "ui/shell/search_desk.h"

#include <algorithm>

#include "core/tables/sql.h"
#include "ui/shell/link.h"
#include "ui/tables/words.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/text.h"

namespace onceover::shell {
namespace {

using widgets::shown;

// Of each kind: more are no answer at a glance.
constexpr int mostShown = 6;
// Newest plans, and cases by urgency, among which a part of a name is looked for.
constexpr int mostLookedAt = 200;

bool has(const std::string& in, const QString& part) { return widgets::text(in).contains(part, Qt::CaseInsensitive); }

QString keyWords(const key::Identity& id, const key::Subject* subject, const QString& state) {
  QStringList parts{shown(id.key)};
  for (const std::string& part : {id.tenant, id.operation}) {
    if (!part.empty()) parts.append(shown(part));
  }
  if (!state.isEmpty()) parts.append(state);
  if (subject != nullptr && subject->amount) parts.append(widgets::money(*subject));
  return parts.join(QStringLiteral(" · "));
}

}  // namespace

SearchDesk::SearchDesk(bridge::Session& session, CommandPalette& palette, TablesOf tables, QObject* parent)
    : QObject(parent), session_(session), palette_(palette), tables_(std::move(tables)) {
  connect(&palette_, &CommandPalette::sought, this, &SearchDesk::seek);
}

void SearchDesk::seek(const QString& text) {
  show(text, nullptr);
  if (!session_.isReady() || isLink(text)) return;
  const bool hasStore = session_.facts().schema.fit == schema::Fit::current || session_.facts().schema.fit == schema::Fit::newer;
  session_.read<Answer>(
      this, tr("Searching"), [text = widgets::bytes(text), hasStore](bridge::Reader& reader) { return look(reader, text, hasStore); },
      [this, text](const Result<Answer>& answer) {
        if (answer || !answer.error().is_cancelled()) show(text, &answer);
      });
}

Result<SearchDesk::Answer> SearchDesk::look(bridge::Reader& reader, const std::string& text, bool hasStore) {
  Answer out;
  const bool isNothing = tables::is_own(reader.profile()) && !hasStore;
  if (!isNothing) {
    // What is pasted may be a line of a log; whether an index finds the key does not depend on it.
    auto cost = reader.browser().forecast({.key = browse::key_from_paste(text)});
    if (!cost && reader.isOver(cost.error())) return fail(cost.error());
    out.isSlow = cost && cost->scans;
    if (!out.isSlow) {
      browse::Page page;
      if (auto took = bridge::takeOr(reader, reader.browser().find(text), page, out.problem); !took) return fail(took.error());
      out.keys = std::move(page.rows);
      out.asOf = page.as_of;
    }
  }
  if (!hasStore) return out;
  reconcile::CaseList cases;
  auto tookCases =
      bridge::takeOr(reader, reconcile::list_cases(reader.connection(), {.open_too = true, .limit = mostLookedAt}), cases, out.problem);
  if (!tookCases) return fail(tookCases.error());
  const QString part = widgets::text(text);
  for (reconcile::ListedCase& one : cases.cases) {
    if (has(one.id.key, part) || has(one.reason, part)) out.cases.push_back(std::move(one));
  }
  std::vector<plan::Plan> plans;
  auto tookPlans = bridge::takeOr(reader, plan::list(reader.connection(), {}, mostLookedAt), plans, out.problem);
  if (!tookPlans) return fail(tookPlans.error());
  for (plan::Plan& one : plans) {
    if (has(one.name, part) || has(one.ticket, part)) out.plans.push_back(std::move(one));
  }
  return out;
}

QList<CommandPalette::Found> SearchDesk::tablesNamed(const QString& text) {
  QList<CommandPalette::Found> found;
  bridge::Tables all{bridge::ownProfile()};
  if (session_.facts().schema.fit == schema::Fit::missing) all.clear();
  for (const auto& table : session_.facts().eventTables) all.push_back(table);
  for (const auto& table : tables_()) all.push_back(table);
  for (const auto& table : all) {
    const QString name = ui::tableTitle(table->schema, table->table);
    if (!name.contains(text, Qt::CaseInsensitive) || found.size() >= mostShown) continue;
    found.append({tr("%1 · %2").arg(name, ui::kindWord(table->kind)), tr("table"), QStringLiteral("table"),
                  [this, table] { emit tableChosen(table); }});
  }
  return found;
}

// answer: null while it is awaited.
void SearchDesk::show(const QString& text, const Result<Answer>* answer) {
  QList<CommandPalette::Found> found;
  if (isLink(text)) {
    found.append({tr("Open this link"), tr("link"), QStringLiteral("search"), [this, text] { emit linkChosen(text); }});
    return palette_.setFound(text, found);
  }
  if (!session_.isReady()) return palette_.setFound(text, {});
  if (answer != nullptr && *answer) {
    const Answer& got = **answer;
    for (const browse::KeyRow& row : got.keys) {
      if (found.size() >= mostShown) break;
      found.append({keyWords(row.id, &row.subject, widgets::badgeOf(row, got.asOf).word), tr("key"), QStringLiteral("keys"),
                    [this, id = row.id] { emit keyChosen(id); }});
    }
    int shownCases = 0;
    for (const reconcile::ListedCase& one : got.cases) {
      const bool isShown = one.is_own() && std::ranges::any_of(got.keys, [&one](const auto& row) { return row.id == one.id; });
      if (isShown || ++shownCases > mostShown) continue;
      found.append({keyWords(one.id, one.subject ? &*one.subject : nullptr, shown(one.reason)), tr("case"), QStringLiteral("person"),
                    [this, one] { emit caseChosen(one); }});
    }
    int shownPlans = 0;
    for (const plan::Plan& one : got.plans) {
      if (++shownPlans > mostShown) break;
      found.append(
          {shown(one.name), tr("plan"), QStringLiteral("play"), [this, name = widgets::text(one.name)] { emit planChosen(name); }});
    }
  }
  found += tablesNamed(text);
  // At once, and whatever else is found: the page says what it reads before it does.
  const QString pasted = shown(browse::key_from_paste(widgets::bytes(text)));
  const bool isSlow = answer != nullptr && *answer && (*answer)->isSlow;
  found.append(
      {isSlow ? tr("Search the page Keys for “%1” (reads the whole table)").arg(pasted) : tr("Search the page Keys for “%1”").arg(pasted),
       tr("search"), QStringLiteral("search"),
       [this, key = browse::key_from_paste(widgets::bytes(text))] { emit filterChosen(browse::Filter{.key = key}); }});
  const std::string problem = answer == nullptr ? std::string() : *answer ? (*answer)->problem : answer->error().what;
  if (!problem.empty()) found.append({tr("Not everything could be searched: %1").arg(shown(problem)), {}, QStringLiteral("warning"), {}});
  palette_.setFound(text, found);
}

}  // namespace onceover::shell
