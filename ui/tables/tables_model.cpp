#include "ui/tables/tables_model.h"

#include "ui/tables/words.h"

namespace onceover::ui {

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
  if (!found.rows || found.what == tables::TableFacts::What::view) return dash;
  return *found.rows < 1 ? TablesModel::tr("few or none") : QStringLiteral("≈ ") + widgets::number(static_cast<std::int64_t>(*found.rows));
}

QString whyOfTable(const Found& found) {
  const QString why = widgets::shown(found.why);
  if (!found.isThere) return TablesModel::tr("%1 This database has no such table.").arg(why);
  return found.what == tables::TableFacts::What::table ? why : TablesModel::tr("%1 It is a %2.").arg(why, wordOf(tableWords, found.what));
}

}  // namespace

TablesModel::TablesModel(QObject* parent) : RowsModel(parent) {
  setColumns({
      {{tr("Table"), 36}, [](const Found& found) { return tableTitle(found.schema, found.table); }},
      {{tr("Keeps"), 9},
       [](const Found& found) {
         return found.from == Found::From::other || found.from == Found::From::perhaps ? dash : kindWord(found.kind);
       }},
      {{tr("Sure"), 7, Right},
       [](const Found& found) { return found.from == Found::From::detected ? confidenceWord(found.confidence) : dash; }},
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
    if (!words_.isEmpty() && !tableTitle(found.schema, found.table).contains(words_, Qt::CaseInsensitive)) continue;
    rows.push_back(found);
  }
  setRows(std::move(rows));
}

}  // namespace onceover::ui
