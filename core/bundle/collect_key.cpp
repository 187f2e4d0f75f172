// SPDX-License-Identifier: Apache-2.0
// One key, or one row of an external table.
#include <fmt/format.h>

#include "core/base/text.h"
#include "core/browse/life.h"
#include "core/bundle/bundle.h"
#include "core/bundle/collector.h"
#include "core/reconcile/case_list.h"
#include "core/reconcile/verdict.h"
#include "core/sql/statements.h"
#include "core/tables/sql.h"

namespace onceover::bundle {
namespace {

using Kind = Column::Kind;

// In an external table a longer value, or a document, may be a body, whatever its column is for.
constexpr std::size_t longest_plain = 200;
bool may_be_body(std::string_view value) {
  return value.size() > longest_plain || value.starts_with('{') || value.starts_with('[') ||
         value.starts_with('<');
}

// What a body is masked to.
Value body_value(const std::string& body, bool with_bodies) {
  if (!with_bodies) return masked_value(static_cast<std::int64_t>(body.size()));
  Value value = text_value(body, max_body_bytes);
  value.text = redacted(value.text);
  return value;
}

std::string state_words(const browse::KeyRow& row, Timestamp as_of) {
  if (row.publication) return row.publication->words;
  std::string out(row.discarded ? "discarded" : row.state_known ? key::word(row.state) : "unknown");
  if (row.state_word != out) out += fmt::format(" (\"{}\" in the table)", visible(row.state_word));
  if (row.is_stuck(as_of)) out += ", stuck";
  if (row.archived) out += ", archived";
  return out;
}

std::string lease_words(const browse::KeyRow& row, Timestamp as_of) {
  if (row.state != key::State::in_progress) return "not in progress";
  if (!row.lease_known) return "not shown by this table";
  if (!row.locked_until) return "none";
  if (!row.locked_until->is_finite()) return iso(*row.locked_until);
  return *row.locked_until <= as_of
             ? fmt::format("expired {} before this was read", human(as_of - *row.locked_until))
             : fmt::format("valid for another {}", human(*row.locked_until - as_of));
}

void add_present(std::vector<Field>& fields, const std::string& name, Value value) {
  if (value.form != Value::Form::null && !(value.form == Value::Form::text && value.text.empty()))
    fields.push_back({name, std::move(value)});
}

std::string_view row_key_of(const OneKey& what, std::string& held) {
  held = audit::row_key(what.table->identity, what.id.columns);
  return held;
}

}  // namespace

bool Collector::key(const OneKey& what) {
  const bool is_own = tables::is_own(*what.table);
  out_.chosen =
      is_own ? named(what.id) : fmt::format("{} in {}", named(what.id), tables::table_name(*what.table));
  browse::Browser browser(connection_, *what.table);
  step();
  auto detail = browser.detail(what.id);
  if (!detail) {
    fatal_ = detail.error();
    return false;
  }
  const browse::Detail* row = detail->found();
  if (row == nullptr) {
    if (!detail->is_absent())
      fatal_ = Error{ErrorKind::unsupported, "Whether there is such a row is unknown. " + detail->none().why,
                     "No bundle was made.", detail->none().remedy};
    return false;
  }
  row_of(what, *row);
  bodies_of(*row, is_own);

  std::int64_t more = 0;
  std::vector<audit::Record> records;
  if (has_schema_ && goes_on("Acts on it")) {
    audit::Filter filter;
    std::string held;
    if (is_own) {
      filter.id = row->row.id;
    } else {
      filter.relation = tables::table_name(*what.table);
      filter.row_key_json = row_key_of({what.table, row->row.id, {}, {}}, held);
    }
    records = acts_of(filter, max_acts, more, "Acts on it");
  }
  case_of(what, *row, records);
  if (has_schema_) {
    acts(records, more, "Acts on it");
  } else {
    out_.left_out.emplace_back("The trail: the schema onceover is not installed in this database.");
  }
  elsewhere(what);
  return !fatal_;
}

void Collector::row_of(const OneKey& what, const browse::Detail& detail) {
  const browse::KeyRow& row = detail.row;
  const bool is_own = tables::is_own(*what.table);
  Section section{.id = "row", .title = "The row as read"};
  std::vector<Field>& f = section.fields;
  f = {{"Key", exact(row.id.key)}};
  add_present(f, "Operation", exact(row.id.operation));
  add_present(f, "Tenant", exact(row.id.tenant));
  if (!is_own) f.push_back({"Table", exact(tables::table_name(*what.table))});
  f.push_back({"State", text_cell(state_words(row, detail.as_of))});
  f.push_back({"Lease", text_cell(lease_words(row, detail.as_of))});
  add_present(f, "Customer", cell_if_any(row.subject.customer));
  add_present(f, "Amount", cell_if_any(row.subject.amount));
  add_present(f, "Currency", cell_if_any(row.subject.currency));
  add_present(f, "Reference", cell_if_any(row.subject.reference));
  if (is_own) {
    f.push_back({"Fence", number(row.fence)});
    f.push_back({"Holder", exact(key::word(row.holder))});
  }
  add_present(f, "Owner", text_cell(row.owner));
  if (row.attempts_known) f.push_back({"Attempts", number(row.attempts)});
  add_present(f, "Created", time_value(row.created()));
  add_present(f, "Updated", time_value(row.updated()));
  add_present(f, "Lease until", time_value(row.locked_until));
  add_present(f, "Stuck since", time_value(row.stuck_since));
  add_present(f, "Retry before", time_value(row.retry_before));
  add_present(f, "Completed", time_value(row.completed()));
  add_present(f, "Due", time_value(row.work_due()));
  add_present(f, "Kept until", time_value(row.kept_until()));
  add_present(f, "Error", text_cell(row.error_code));
  add_present(f, "Correlation", text_cell(row.correlation_id));
  add_present(f, "Fingerprint", exact(row.fingerprint));
  f.push_back({"Read at", time_value(detail.as_of)});
  look("The row", detail.sql);

  browse::Browser browser(connection_, *what.table);
  if (goes_on("What a duplicate gets now")) {
    auto why = browser.why(row.id, std::nullopt);
    if (got(why, "What a duplicate gets now")) {
      add_present(f, "A duplicate gets",
                  why->status_known && why->status != 0
                      ? exact(fmt::format("HTTP {} {}", why->status, why->error_code))
                      : null_value());
      add_present(f, "Because", text_cell(why->rule));
      add_present(f, "It clears", text_cell(why->clears));
    }
    auto lock = fatal_ ? Result<browse::LockHolder>(fail(*fatal_)) : browser.who_locks(row.id);
    if (got(lock, "Row lock")) f.push_back({"Row lock", text_cell(lock->words)});
  }

  Table columns{.id = "columns", .title = "Its columns", .columns = {{"column"}, {"value", Kind::code}}};
  for (const auto& [name, value] : detail.columns) {
    const bool is_identity = std::find(what.table->identity.begin(), what.table->identity.end(), name) !=
                             what.table->identity.end();
    Value cell = text_cell(value);
    if (detail.nulls.contains(name)) {
      cell = null_value();
    } else if (is_identity) {
      cell = exact(value);
    } else if (is_secret_name(name) || (!is_own && !options_.with_bodies && may_be_body(value))) {
      cell = masked_value(static_cast<std::int64_t>(value.size()));
    }
    add_row(columns, {exact(name), std::move(cell)});
  }
  section.tables.push_back(std::move(columns));
  out_.sections.push_back(std::move(section));
}

void Collector::bodies_of(const browse::Detail& detail, bool is_own) {
  Section section{.id = "response", .title = "The stored response"};
  if (detail.response) {
    if (detail.response->code != 0) section.fields.push_back({"Status", number(detail.response->code)});
    for (const auto& [name, value] : detail.response->headers) {
      const bool is_masked = !options_.with_bodies || is_secret_name(name);
      section.fields.push_back({"Header " + name, is_masked
                                                      ? masked_value(static_cast<std::int64_t>(value.size()))
                                                      : text_cell(value)});
    }
    section.fields.push_back({"Body", body_value(detail.response->body, options_.with_bodies)});
  } else if (!detail.response_problem.empty()) {
    section.notes.push_back(redacted(detail.response_problem));
  } else {
    section.notes.emplace_back(is_own ? "None yet: the response is stored when the key finishes."
                                      : "No response is stored in this row.");
  }
  if (detail.payload)
    section.fields.push_back({"Payload of the request", body_value(*detail.payload, options_.with_bodies)});
  out_.sections.push_back(std::move(section));
}

void Collector::case_of(const OneKey& what, const browse::Detail& detail,
                        const std::vector<audit::Record>& acts) {
  Section section{.id = "case", .title = "The case and its evidence"};
  Table evidence = evidence_table();
  if (what.asked) {
    add_evidence(evidence, "asked just now, not stored", what.asked_at,
                 gateway::to_json(what.asked->evidence));
    section.fields.push_back(
        {"Verdict from it", text_cell(fmt::format("{}: {}", reconcile::word(what.asked->verdict.kind),
                                                  what.asked->verdict.why))});
    if (!what.asked->evidence.body.empty())
      section.fields.push_back(
          {"The gateway's answer", body_value(what.asked->evidence.body, options_.with_bodies)});
  }
  if (tables::is_own(*what.table)) {
    if (detail.row.case_status.empty()) {
      section.notes.emplace_back("It has no case.");
    } else {
      section.fields.push_back({"Status", exact(detail.row.case_status)});
      section.fields.push_back({"Asked", exact(counted(detail.row.case_attempts, "time"))});
      add_present(section.fields, "Next try", time_value(detail.row.next_try_at));
      add_present(section.fields, "Stored verdict", text_cell(detail.verdict));
      add_present(section.fields, "Its reason", text_cell(detail.verdict_reason));
      if (!detail.evidence_json.empty())
        add_evidence(evidence, "on file", std::nullopt, detail.evidence_json);
    }
  } else if (has_schema_ && goes_on("Its case")) {
    std::string held;
    const std::string table = tables::table_name(*what.table),
                      row_key(row_key_of({what.table, detail.row.id, {}, {}}, held));
    auto found = reconcile::case_of(connection_, table, row_key);
    if (got(found, "Its case")) {
      look("Its case", fmt::format("-- $1 = {}, $2 = {}, $3 = 1\n{}", tables::literal(table),
                                   tables::literal(row_key), sql::row_case_list));
      if (!*found) section.notes.emplace_back("It has no case.");
      if (*found) {
        const reconcile::RowCase& c = **found;
        section.fields.push_back({"Status", exact(c.status)});
        section.fields.push_back({"Asked", exact(counted(c.attempts, "time"))});
        section.fields.push_back({"Opened", time_value(c.opened_at)});
        add_present(section.fields, "Next try", time_value(c.next_try_at));
        add_present(section.fields, "Stored verdict", text_cell(c.verdict));
        add_present(section.fields, "Its reason", text_cell(c.reason));
        if (!c.evidence_json.empty()) add_evidence(evidence, "on file", c.updated_at, c.evidence_json);
      }
    }
  }
  for (const audit::Record& record : acts) {
    if (!record.evidence_json.empty())
      add_evidence(evidence, fmt::format("audit row {}, {}", record.number, record.action), record.at,
                   record.evidence_json);
  }
  if (evidence.rows.empty()) section.notes.emplace_back("No answer of a gateway about it is stored.");
  section.tables.push_back(std::move(evidence));
  if (has_schema_) notes_on(section, reconcile::subject_of(*what.table, detail.row.id));
  out_.sections.push_back(std::move(section));
}

// Newest first, as people read them.
void Collector::notes_on(Section& section, const reconcile::NoteSubject& subject) {
  if (!goes_on("Notes on it")) return;
  auto found = reconcile::notes_of(connection_, subject, max_notes);
  if (!got(found, "Notes on it")) return;
  if (!found->sql.empty()) look("Notes on it", found->sql);
  Table table{.id = "notes",
              .title = "Notes, newest first",
              .columns = {{"when", Kind::time}, {"database user"}, {"actor"}, {"host"}, {"note"}},
              .left_out = found->total - static_cast<std::int64_t>(found->notes.size())};
  for (const reconcile::Note& note : found->notes)
    add_row(table, {time_value(note.at), exact(note.db_user), exact(note.actor.name), exact(note.actor.host),
                    text_cell(note.text)});
  section.tables.push_back(std::move(table));
}

void Collector::elsewhere(const OneKey& what) {
  if (options_.described.empty() || what.id.key.empty() || !goes_on("The same key in other tables")) return;
  auto life = browse::life(connection_, options_.described, what.id.key);
  if (!got(life, "The same key in other tables")) return;
  Section section{.id = "life", .title = "Its history in all tables with profiles"};
  Table table{.id = "life",
              .title = "Rows, oldest first",
              .columns = {{"created", Kind::time},
                          {"table"},
                          {"kind"},
                          {"key", Kind::code},
                          {"state"},
                          {"completed", Kind::time},
                          {"why it is included"}}};
  for (const browse::LifeRow& found : life->rows) {
    const tables::Profile& p = *options_.described[found.table];
    add_row(table,
            {time_value(found.row.created()), exact(tables::table_name(p)), exact(tables::word(p.kind)),
             exact(found.row.id.key), text_cell(state_words(found.row, life->as_of)),
             time_value(found.row.completed()), text_cell(found.link)});
  }
  for (const std::string& note : life->not_looked) section.notes.push_back(redacted(note));
  if (!life->sql.empty()) look("The same key in other tables", life->sql);
  section.tables.push_back(std::move(table));
  out_.sections.push_back(std::move(section));
}

}  // namespace onceover::bundle
