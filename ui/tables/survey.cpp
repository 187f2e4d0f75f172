// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/survey.h"

#include "core/tables/inspect/catalog.h"
#include "ui/tables/draft.h"

namespace onceover::ui {
namespace {

Found ownTable(bridge::Reader& reader, const tables::Profile& own) {
  Found found{.from = Found::From::own,
              .schema = own.schema,
              .table = own.table,
              .kind = own.kind,
              .confidence = 1,
              .profile = own};
  found.why = "The store of this program and its library.";
  if (const auto forecast = browse::Browser(reader.connection(), own).forecast({}))
    found.rows = forecast->table_rows;
  return found;
}

Found described(const tables::Profile& profile) {
  return {.from = Found::From::file,
          .schema = profile.schema,
          .table = profile.table,
          .kind = profile.kind,
          .confidence = 1,
          .why = "Described by the profile \"" + profile.name + "\".",
          .isThere = false,
          .profile = profile};
}

Found mappedHere(const tables::Profile& profile) {
  Found found = described(profile);
  found.from = Found::From::mapped;
  found.why = "Mapped on this desktop, over this connection.";
  return found;
}

Found judged(const tables::TableFacts& table, const std::optional<tables::Candidate>& candidate) {
  Found found{.schema = table.schema, .table = table.name, .rows = table.rows, .what = table.what};
  if (candidate) {
    found.from = Found::From::detected;
    found.kind = candidate->kind;
    found.confidence = candidate->confidence;
    found.why = candidate->why;
  } else if (auto perhaps = tables::may_be(table)) {
    found.from = Found::From::perhaps;
    found.why = *std::move(perhaps);
  } else {
    found.why = tables::why_not_proposed(table);
  }
  return found;
}

bool comesBefore(const Found& a, const Found& b) {
  if (a.from != b.from) return a.from < b.from;
  return a.from == Found::From::detected && a.confidence > b.confidence;
}

}  // namespace

Result<Survey> readSurvey(bridge::Reader& reader, const std::vector<tables::Profile>& known,
                          const bridge::Tables& own, const bridge::Tables& mapped) {
  Survey survey;
  survey.sql = tables::facts_sql();
  for (const auto& table : own) survey.found.push_back(ownTable(reader, *table));
  for (const auto& profile : mapped) survey.found.push_back(mappedHere(*profile));
  for (const tables::Profile& profile : known) survey.found.push_back(described(profile));
  tables::FactsOptions options;
  options.progress = [&](int done, int total) {
    survey.looked = done;
    survey.total = total;
    reader.progress(done, total);
  };
  const auto each = [&survey](const tables::TableFacts& table) {
    bool isDescribed = false;
    for (Found& found : survey.found) {
      const bool isKnown = found.from == Found::From::mapped || found.from == Found::From::file;
      if (!isKnown || found.schema != table.schema || found.table != table.name) continue;
      found.isThere = isDescribed = true;
      found.rows = table.rows;
      found.what = table.what;
    }
    if (!isDescribed) survey.found.push_back(judged(table, tables::detect(table)));
  };
  auto remarks = tables::read_facts(reader.connection(), options, each);
  if (remarks) {
    survey.remarks = std::move(*remarks);
    survey.looked = survey.total;
  } else if (remarks.error().is_cancelled() && reader.connection().is_open()) {
    survey.isWhole = false;
  } else {
    return fail(remarks.error());
  }
  std::ranges::stable_sort(survey.found, comesBefore);
  return survey;
}

Result<Looked> lookAt(bridge::Reader& reader, const std::string& schema, const std::string& table) {
  auto facts = tables::read_facts(reader.connection(), {.schema = schema, .table = table});
  if (!facts) return fail(facts.error());
  if (facts->tables.empty()) {
    std::string why = facts->remarks.empty() ? "The table no longer exists." : facts->remarks.front();
    return fail(ErrorKind::database, std::move(why), "Nothing was read.", "Go back and search again.");
  }
  Looked looked{std::move(facts->tables.front()), {}};
  looked.candidate = tables::detect(looked.facts);
  return looked;
}

using widgets::dash;

namespace {

QString fromWord(Found::From from) {
  switch (from) {
    case Found::From::own: return TablesModel::tr("own store");
    case Found::From::mapped: return TablesModel::tr("mapped here");
    case Found::From::file: return TablesModel::tr("profile");
    case Found::From::detected: return TablesModel::tr("detected");
    case Found::From::perhaps: return TablesModel::tr("perhaps");
    case Found::From::other: return TablesModel::tr("not recognised");
  }
  return {};
}

widgets::Badge badgeOf(const Found& found, bool isRead) {
  if (isRead) return {TablesModel::tr("being read"), QStringLiteral("eye"), widgets::Tone::accent};
  if (!found.isThere) return {TablesModel::tr("not here"), QStringLiteral("warning"), widgets::Tone::warn};
  switch (found.from) {
    case Found::From::own: return {fromWord(found.from), QStringLiteral("check"), widgets::Tone::ok};
    case Found::From::mapped:
    case Found::From::file: return {fromWord(found.from), QStringLiteral("check"), widgets::Tone::ok};
    case Found::From::detected: return {fromWord(found.from), QStringLiteral("search"), widgets::Tone::info};
    case Found::From::perhaps: return {fromWord(found.from), QStringLiteral("question"), widgets::Tone::warn};
    case Found::From::other: return {fromWord(found.from), QStringLiteral("question"), widgets::Tone::muted};
  }
  return {};
}

QString rowsOf(const Found& found) {
  if (!found.rows || found.what == tables::Relation::view) return dash;
  return *found.rows < 2 ? TablesModel::tr("few or none")
                         : QStringLiteral("≈ ") + widgets::number(static_cast<std::int64_t>(*found.rows));
}

QString whyOfTable(const Found& found) {
  const QString why = widgets::shown(found.why);
  if (!found.isThere) return TablesModel::tr("%1 This database has no such table.").arg(why);
  return found.what == tables::Relation::table
             ? why
             : TablesModel::tr("%1 It is a %2.").arg(why, widgets::wordShown(tables::word(found.what)));
}

}  // namespace

TablesModel::TablesModel(QObject* parent) : RowsModel(parent) {
  setColumns({
      {{tr("Table"), 36}, [](const Found& found) { return tableTitle(found.schema, found.table); }},
      {{tr("Keeps"), 9},
       [](const Found& found) {
         return found.from == Found::From::other || found.from == Found::From::perhaps ? dash
                                                                                       : kindWord(found.kind);
       }},
      {{tr("Sure"), 7, Right},
       [](const Found& found) {
         return found.from == Found::From::detected ? confidenceWord(found.confidence) : dash;
       }},
      {{tr("Rows"), 14, Right}, rowsOf},
      {{tr("Known by"), 18}, [this](const Found& found) { return badgeOf(found, isRead(found)); }},
      {{tr("Why"), 50, Stretch}, whyOfTable},
  });
}

void TablesModel::setSurvey(Survey survey) {
  survey_ = std::move(survey);
  choose();
}

void TablesModel::setFilter(const QString& words) {
  words_ = words;
  choose();
}

void TablesModel::setRead(const std::string& schema, const std::string& table) {
  readSchema_ = schema;
  readTable_ = table;
  changed();
}

void TablesModel::choose() {
  std::vector<Found> rows;
  for (const Found& found : survey_.found) {
    if (!words_.isEmpty() && !tableTitle(found.schema, found.table).contains(words_, Qt::CaseInsensitive))
      continue;
    rows.push_back(found);
  }
  setRows(std::move(rows));
}

}  // namespace onceover::ui
