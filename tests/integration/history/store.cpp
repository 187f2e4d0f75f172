// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/history/store.h"

#include <map>

#include "tests/support/key_changes.h"
#include "tests/support/schema_template.h"

namespace onceover::test::history {
namespace {

constexpr const char* business_sql =
    "CREATE TABLE trail.business (key integer NOT NULL, call integer NOT NULL, xid bigint NOT NULL DEFAULT "
    "pg_current_xact_id()::text::bigint)";

class Reader {
 public:
  explicit Reader(const RawRow& row) : row_(row) {}
  std::string text() { return row_[at_++].value_or(""); }
  std::int64_t number() {
    const auto& cell = row_[at_++];
    return cell ? std::stoll(*cell) : 0;
  }
  std::optional<std::int64_t> maybe_number() {
    const auto& cell = row_[at_++];
    return cell ? std::optional<std::int64_t>(std::stoll(*cell)) : std::nullopt;
  }

 private:
  const RawRow& row_;
  std::size_t at_ = 0;
};

std::string us(const std::string& column) {
  return "floor(extract(epoch FROM " + column + ") * 1000000)::bigint";
}

}  // namespace

void fill_recorded(const std::string& conninfo) {
  installed_schema().fill(conninfo);
  RawConnection raw(conninfo);
  raw.exec(key_changes_sql);
  raw.exec(business_sql);
}

void make_persons(const std::string& conninfo) {
  RawConnection raw(conninfo);
  // whose plans delete early, too
  const std::string owner = raw.scalar("SELECT pg_catalog.quote_ident(current_user)");
  for (const std::string name : persons) {
    raw.exec("CREATE ROLE " + name + " LOGIN; GRANT USAGE ON SCHEMA onceover TO " + name +
             "; GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA onceover TO " + name +
             "; GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA onceover TO " + name +
             "; GRANT USAGE ON ALL SEQUENCES IN SCHEMA onceover TO " + name + "; GRANT " + owner + " TO " +
             name);
  }
}

std::int64_t written_into(RawConnection& raw) {
  return std::stoll(raw.scalar(
      "SELECT (SELECT count(*) FROM trail.changes WHERE state_before IS NOT NULL) + (SELECT count(*) FROM "
      "onceover.audit) + (SELECT count(*) FROM onceover.plan_items WHERE state <> 'waiting' OR runner IS NOT "
      "NULL)"));
}

pg::Statement business_row(int key, int call) {
  pg::Params params;
  params.integer(key).integer(call);
  return {"INSERT INTO trail.business (key, call) VALUES ($1::bigint, $2::bigint)", params};
}

void read_tables(RawConnection& raw, const Plan& plan,
                 const std::function<std::int64_t(std::int64_t)>& true_us, Recording& recording) {
  std::map<key::Identity, int> index;
  for (std::size_t i = 0; i < plan.keys.size(); ++i) {
    index[plan.keys[i].facts.id] = static_cast<int>(i);
    recording.keys.push_back(plan.keys[i].facts);
  }
  const auto key_of = [&](Reader& cells) {
    key::Identity id;
    id.tenant = cells.text();
    id.operation = cells.text();
    id.key = cells.text();
    return index.at(id);
  };
  for (const RawRow& row :
       raw.exec("SELECT tenant, operation, key, number, " + us("at") +
                ", xid, state_before, state_after, fence_before, fence_after, holder_before, holder_after, "
                "owner_before, owner_after, " +
                us("locked_until_before") + ", " + us("expires_before") +
                ", fingerprint, digest, digest_before FROM trail.changes ORDER BY number")) {
    Reader cells(row);
    Change c;
    c.key = key_of(cells);
    c.number = cells.number();
    c.db_us = cells.number();
    c.at_us = true_us(c.db_us);
    c.xid = cells.number();
    c.before = cells.text();
    c.after = cells.text();
    c.fence_before = cells.number();
    c.fence_after = cells.number();
    c.holder_before = cells.text();
    c.holder_after = cells.text();
    c.owner_before = cells.text();
    c.owner_after = cells.text();
    c.locked_until_before_us = cells.maybe_number();
    c.expires_before_us = cells.maybe_number();
    c.fingerprint = cells.text();
    c.digest = cells.text();
    c.digest_before = cells.text();
    recording.changes.push_back(std::move(c));
  }
  for (const RawRow& row : raw.exec("SELECT key, call, xid FROM trail.business")) {
    Reader cells(row);
    const int key = static_cast<int>(cells.number()), call = static_cast<int>(cells.number());
    recording.business.push_back({key, call, cells.number()});
  }
  for (const RawRow& row : raw.exec(
           "SELECT tenant, operation, key, id, " + us("at") +
           ", action, actor, coalesce(verdict, ''), reason, fence_after, to_state, fence_before, "
           "xmin::text::bigint, (evidence -> 'approval' ->> 'id')::bigint, (evidence ->> 'undone')::bigint "
           "FROM onceover.audit WHERE key IS NOT NULL ORDER BY id")) {
    Reader cells(row);
    Audited a;
    a.key = key_of(cells);
    a.number = cells.number();
    a.at_us = true_us(cells.number());
    a.action = cells.text();
    a.actor = cells.text();
    a.verdict = cells.text();
    a.reason = cells.text();
    a.fence_after = cells.number();
    a.to_state = cells.text();
    a.fence_before = cells.number();
    a.xid = cells.number();
    a.approval = cells.number();
    a.undone = cells.number();
    recording.audit.push_back(std::move(a));
  }
  recording.rows.resize(plan.keys.size());
  for (const RawRow& row : raw.exec(
           "SELECT tenant, operation, key, state, k.fence, coalesce(c.status, ''), coalesce(c.reason, '') "
           "FROM onceover.keys k LEFT JOIN onceover.cases c USING (tenant, operation, key)")) {
    Reader cells(row);
    FinalRow& last = recording.rows[static_cast<std::size_t>(key_of(cells))];
    last.state = cells.text();
    last.fence = cells.number();
    last.case_status = cells.text();
    last.reason = cells.text();
  }
  for (const RawRow& row :
       raw.exec("SELECT tenant, operation, key, id, audit_id, fence, status, requested_by, decided_by FROM "
                "onceover.approvals ORDER BY id")) {
    Reader cells(row);
    Approved a;
    a.key = key_of(cells);
    a.id = cells.number();
    a.audit_id = cells.number();
    a.fence = cells.number();
    a.status = cells.text();
    a.requested_by = cells.text();
    a.decided_by = cells.text();
    recording.approvals.push_back(std::move(a));
  }
  for (const RawRow& row : raw.exec("SELECT id, name, act, state, items FROM onceover.plans ORDER BY id")) {
    Reader cells(row);
    PlanMade p;
    p.id = cells.number();
    p.name = cells.text();
    p.act = cells.text();
    p.state = cells.text();
    p.items = cells.number();
    for (const RawRow& line : raw.exec(
             "SELECT tenant, operation, key, position, state, outcome, audit_id FROM onceover.plan_items "
             "WHERE plan = $1 ORDER BY position",
             {std::to_string(p.id)})) {
      Reader item(line);
      PlanItem one;
      one.key = key_of(item);
      one.position = static_cast<int>(item.number());
      one.state = item.text();
      one.outcome = item.text();
      one.audit_id = item.number();
      p.listed.push_back(std::move(one));
    }
    recording.plans.push_back(std::move(p));
  }
}

}  // namespace onceover::test::history
