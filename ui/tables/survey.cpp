#include "ui/tables/survey.h"

#include <algorithm>

#include "core/tables/inspect/catalog.h"

namespace onceover::ui {
namespace {

Found ownTable(bridge::Reader& reader, const tables::Profile& own) {
  Found found{.from = Found::From::own, .schema = own.schema, .table = own.table, .kind = own.kind, .confidence = 1, .profile = own};
  found.why = "The store of this program and its library.";
  if (const auto forecast = browse::Browser(reader.connection(), own).forecast({})) found.rows = forecast->table_rows;
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

Result<Survey> readSurvey(bridge::Reader& reader, const std::vector<tables::Profile>& known, const bridge::Tables& own,
                          const bridge::Tables& mapped) {
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

}  // namespace onceover::ui
