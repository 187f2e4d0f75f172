// SPDX-License-Identifier: Apache-2.0
// Every shape of tests/support/shapes.h with what the proposal would write: each verb on a row that it is for
// changes that row and the columns it names, with its audit row in the same transaction; after anybody's
// change nothing; a shape that is only read says why.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "core/tables/detect/proposal.h"
#include "core/tables/inspect/catalog.h"
#include "core/tables/sql.h"
#include "core/tables/toml.h"
#include "tests/integration/foreign_writes/fixture.h"
#include "tests/support/shapes.h"

namespace onceover::test {
namespace {

using reconcile::Changed;
using reconcile::RowWritten;
using reconcile::SeenRow;
using tables::Access;
using tables::quoted_name;
using tables::Verb;
using testing::HasSubstr;

using Row = std::map<std::string, std::optional<std::string>>;

std::vector<std::string> shape_names() {
  std::vector<std::string> names;
  for (const Shape& shape : shapes()) names.push_back(shape.name);
  return names;
}

class ShapeWrites : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (!shape_.extension.empty() &&
        raw_.exec("SELECT FROM pg_available_extensions WHERE name = $1", {shape_.extension}).empty())
      GTEST_SKIP() << "this server has no " << shape_.extension;
    raw_.exec(shape_.sql);
    p_ = tables::profiles_from_toml(shape_.toml, shape_.name).value().back();
    table_ = tables::table_name(p_);
    const auto facts =
        tables::read_facts(connection_, {.schema = p_.schema, .table = p_.table, .sample_rows = 0}).value();
    p_.writes = tables::propose_writes(p_, facts.tables.at(0)).writes;
    access_ = inspected(connection_);
    if (is_only_read() || std::ranges::any_of(p_.writes, [this](const auto& write) {
          return row_for(write.first).has_value();
        }))
      return;
    p_.writes = {{Verb::extend, of_one_column()}};
    access_ = inspected(connection_);
  }

  // Where no verdict has a row to be written on: one column, in the form in which the profile reads it.
  tables::Write of_one_column() const {
    using Value = tables::Assignment::Value;
    tables::Write write{
        .from = {key::State::in_progress, key::State::released, key::State::succeeded, key::State::failed}};
    for (const tables::Instant* at : {&p_.completed_at, &p_.updated_at, &p_.expires_at, &p_.created_at}) {
      if (!at->empty() && write.set.empty()) {
        write.set = {{.column = at->column, .value = Value::now, .form = at->form, .zone = at->zone}};
      }
    }
    if (write.set.empty() && !p_.response_body.empty() && !p_.response_body.is_pointer()) {
      write.set = {{.column = p_.response_body.column, .value = Value::body}};
    }
    for (const auto& [name, column] : access_.columns) {
      if (write.set.empty() && !column.not_null) write.set = {{.column = name, .value = Value::null}};
    }
    return write;
  }

  Access inspected(pg::Connection& by) const {
    auto found = tables::inspect(by, p_);
    if (!found) throw std::runtime_error(found.error().sentence() + found.error().detail);
    return *std::move(found);
  }
  bool is_only_read() const {
    return shape_.is != Shape::Is::table || p_.identity.empty() || access_.unique == Access::Unique::no;
  }

  // Any rows of the table, as their identity.
  std::vector<key::Identity> ids() {
    std::string list;
    for (const std::string& column : p_.identity)
      list += (list.empty() ? "" : ", ") + ("k." + quoted_name(column)) + "::text";
    std::vector<key::Identity> out;
    for (const RawRow& row : raw_.exec("SELECT " + list + " FROM " + table_ + " k ORDER BY " + list)) {
      out.emplace_back();
      out.back().columns.assign(row.begin(), row.end());
    }
    return out;
  }
  std::optional<SeenRow> look(const key::Identity& id) {
    auto found = reconcile::read_row(connection_, p_, access_, id);
    if (!found) throw std::runtime_error(found.error().sentence() + found.error().detail);
    return *std::move(found);
  }
  std::optional<SeenRow> row_for(Verb verb) {
    for (const key::Identity& id : ids()) {
      auto seen = look(id);
      if (!seen || reconcile::why_not_written(p_, access_, *seen, verb)) continue;
      if (!reconcile::changes_nothing(p_, *seen, asking(verb))) return seen;
    }
    return std::nullopt;
  }
  std::string where(const key::Identity& id) const {
    std::string out;
    for (std::size_t i = 0; i < p_.identity.size(); ++i) {
      out += (i > 0 ? " AND k." : "k.") + quoted_name(p_.identity[i]) +
             (id.columns[i] ? "::text = " + tables::literal(*id.columns[i]) : " IS NULL");
    }
    return out;
  }

  reconcile::WriteRequest asking(Verb verb) const { return borne_out(p_, verb, std::chrono::hours(20)); }
  auto write(const SeenRow& seen, Verb verb) {
    return reconcile::write(connection_, p_, access_, seen, asking(verb), alice);
  }

  // The whole table: identity → column → value.
  std::map<std::string, Row> picture() {
    std::string id;
    for (const std::string& column : p_.identity) id += (id.empty() ? "k." : ", k.") + quoted_name(column);
    std::map<std::string, Row> rows;
    for (const RawRow& row : raw_.exec("SELECT ROW(" + id + ")::text, e.key, e.value FROM " + table_ +
                                       " k, jsonb_each_text(to_jsonb(k)) e")) {
      rows[row[0].value_or("")][*row[1]] = row[2];
    }
    return rows;
  }
  std::string audit_rows() { return raw_.scalar("SELECT count(*) FROM onceover.audit"); }

  // Somebody else's change of one column of one row; where the table takes no other value, of nothing but the
  // row's version.
  void change(const key::Identity& id, const std::string& column) {
    const Access::Column& known = access_.columns.at(column);
    const std::string name = quoted_name(column);
    std::string other = name;
    if (known.is_number()) other = "COALESCE(" + name + ", 0) + 1";
    if (known.is_text()) other = "COALESCE(" + name + ", '') || 'x'";
    if (known.type == tables::ColumnFacts::Type::boolean) other = "NOT COALESCE(" + name + ", false)";
    if (known.is_instant() || known.base == "date" || known.base.starts_with("time"))
      other = "COALESCE(" + name + ", '2000-01-01') + interval '1 day'";
    const std::string head = "UPDATE " + table_ + " k SET " + name + " = ", tail = " WHERE " + where(id);
    if (!raw_.sqlstate_of(head + other + tail).empty())
      raw_.exec(head + (known.always_generated ? "DEFAULT" : name) + tail);
  }

  const Shape& shape_ = shape(GetParam());
  TestDatabase database_{installed_schema()};
  RawConnection raw_ = database_.connect();
  pg::Connection connection_ = connected(database_.conninfo());
  tables::Profile p_;
  std::string table_;
  Access access_;
};

// The columns that may be given a value, for putting rows back.
constexpr const char* settable =
    "SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) FROM pg_attribute WHERE attrelid = "
    "'{}'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''";

TEST_P(ShapeWrites, EachVerbWritesItsRowAloneOrTheShapeSaysWhyItIsOnlyRead) {
  if (is_only_read()) {
    const std::string reason = p_.identity.empty()               ? "has no identity"
                               : shape_.is == Shape::Is::view    ? "It is a view"
                               : shape_.is == Shape::Is::foreign ? "It is a foreign table"
                                                                 : access_.why_not_unique;
    ASSERT_FALSE(reason.empty());
    // Whatever a profile says.
    const auto state = p_.states.column.empty() ? p_.key : p_.states.column;
    for (const Verb verb : tables::all_verbs)
      p_.writes.try_emplace(verb, tables::Write{.set = {{.column = state, .text = "x"}}});
    access_ = inspected(connection_);
    for (const Verb verb : tables::all_verbs) {
      EXPECT_THAT(access_.offers.at(verb).why_not, testing::Contains(HasSubstr(reason)));
      EXPECT_FALSE(access_.offers.at(verb).is_for_script());
    }
    if (p_.identity.empty()) {
      EXPECT_FALSE(reconcile::read_row(connection_, p_, access_, {}));
      return;
    }
    const auto before = picture();
    const auto seen = look(ids().front());
    ASSERT_TRUE(seen);
    for (const Verb verb : tables::all_verbs) {
      const auto refused = reconcile::write(connection_, p_, access_, *seen,
                                            {.verb = verb, .values = {}, .reason = "x"}, alice);
      ASSERT_FALSE(refused);
      EXPECT_EQ(refused.error().kind, ErrorKind::unsupported);
      EXPECT_THAT(refused.error().what, HasSubstr(reason));
    }
    EXPECT_EQ(picture(), before);
    EXPECT_EQ(audit_rows(), "0");
    return;
  }

  std::string all = settable;
  all.replace(all.find("{}"), 2, table_);
  const std::string columns = raw_.scalar(all);
  raw_.exec("CREATE TABLE pristine AS SELECT " + columns + " FROM " + table_);
  const auto restore = [&] {
    raw_.exec("DELETE FROM " + table_ + "; INSERT INTO " + table_ + " (" + columns +
              ") OVERRIDING SYSTEM VALUE SELECT " + columns + " FROM pristine");
  };
  bool changed_by_others = false;
  for (const auto& [verb, what] : p_.writes) {
    SCOPED_TRACE(tables::word(verb));
    restore();
    EXPECT_TRUE(access_.offers.at(verb).is_offered())
        << testing::PrintToString(access_.offers.at(verb).why_not);
    const auto seen = row_for(verb);
    if (!seen) continue;  // the shape has no row in such a state
    RecordProperty(std::string(tables::word(verb)), 1);
    const auto before = picture();
    auto outcome = write(*seen, verb);
    if (!outcome && verb == Verb::extend) {  // this row's lease ends in 2999
      EXPECT_THAT(outcome.error().what, HasSubstr("this would shorten it"));
      EXPECT_EQ(picture(), before);
      continue;
    }
    const auto written = take<RowWritten>(std::move(outcome));
    const auto after = picture();
    ASSERT_EQ(after.size(), before.size());
    int rows_changed = 0;
    for (const auto& [row, values] : before) {
      if (after.at(row) == values) continue;
      ++rows_changed;
      for (const auto& [column, value] : values) {
        const auto names = [&](const tables::Assignment& a) { return a.column == column; };
        const bool may = std::ranges::any_of(what.set, names) || access_.columns.at(column).always_generated;
        if (!may) {
          EXPECT_EQ(after.at(row).at(column), value) << row << " " << column;
        }
      }
    }
    EXPECT_LE(rows_changed, 1);
    // Also where it wrote what was there already: this row was written, by the transaction that wrote its
    // audit row.
    EXPECT_EQ(raw_.scalar("SELECT count(*) FROM " + table_ +
                          " k JOIN onceover.audit a ON a.xmin = k.xmin AND a.id = " +
                          std::to_string(written.audit_id) + " WHERE " + where(seen->row.id)),
              "1");
    EXPECT_EQ(raw_.scalar("SELECT count(*) FROM " + table_ + " k JOIN onceover.audit a ON a.xmin = k.xmin"),
              "1");
    raw_.exec(
        "BEGIN; ALTER TABLE onceover.audit DISABLE TRIGGER USER; DELETE FROM onceover.audit; ALTER TABLE "
        "onceover.audit ENABLE TRIGGER USER; COMMIT");

    if (changed_by_others) continue;
    changed_by_others = true;
    for (const auto& [column, known] : access_.columns) {
      SCOPED_TRACE(column);
      restore();
      const auto as_it_was = row_for(verb);
      ASSERT_TRUE(as_it_was);
      change(as_it_was->row.id, column);
      const auto theirs = picture();
      (void)take<Changed>(write(*as_it_was, verb));
      EXPECT_EQ(picture(), theirs);
    }
    EXPECT_EQ(audit_rows(), "0");
  }
  if (shape_.role == "postgres") return;
  // Rights for reading alone: refused by name, and written by a script of somebody who has more.
  restore();
  auto reader = connected(database_.conninfo() + " user=" + shape_.role);
  const Access theirs = inspected(reader);
  ASSERT_FALSE(theirs.offers.empty());
  for (const auto& [verb, offer] : theirs.offers) {
    EXPECT_THAT(offer.why_not, testing::ElementsAre(HasSubstr("This user has no UPDATE on")));
    EXPECT_TRUE(offer.is_for_script());
  }
  EXPECT_EQ(theirs.hides_rows, shape_.name == "row_security");
  std::size_t found = 0;
  for (const key::Identity& id : ids()) found += reconcile::read_row(reader, p_, theirs, id).value() ? 1 : 0;
  EXPECT_EQ(found, shape_.rows.size()) << "a row that is hidden cannot be looked at, so nobody writes it";
}

INSTANTIATE_TEST_SUITE_P(All, ShapeWrites, testing::ValuesIn(shape_names()),
                         [](const auto& one) { return one.param; });

}  // namespace
}  // namespace onceover::test
