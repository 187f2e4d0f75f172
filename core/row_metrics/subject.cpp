#include <fmt/format.h>

#include "core/base/text.h"
#include "core/browse/reading.h"
#include "core/key/sha256.h"
#include "core/pg/server_identity.h"
#include "core/row_metrics/row_metrics.h"
#include "core/tables/toml.h"

namespace onceover::row_metrics {
namespace {

// The parts of the mapping that cells depend on; a digest of everything would discard cells for columns that no chart reads.
tables::Profile told_by(const tables::Profile& p) {
  tables::Profile out;
  out.name = "cells 1";  // the version of the counts in cells
  out.schema = p.schema;
  out.table = p.table;
  out.key = p.key;
  out.tenant = p.tenant;
  out.operation = p.operation;
  out.operation_name = p.operation_name;
  out.states = p.states;
  out.set_aside = p.set_aside;
  out.created_at = p.created_at;
  out.updated_at = p.updated_at;
  out.completed_at = p.completed_at;
  out.response_code = p.response_code;
  return out;
}

}  // namespace

std::string mapping_of(const tables::Profile& profile) {
  std::string text = tables::to_toml({told_by(profile)});
  if (profile.twin.profile) text += tables::to_toml({told_by(*profile.twin.profile)});
  return to_hex(key::bytes_of(key::sha256(text)));
}

Result<std::optional<Subject>> subject_of(pg::Connection& connection, const tables::Profile& profile) {
  return as_result([&]() -> std::optional<Subject> {
    auto identity = pg::server_identity(connection).value();
    if (!identity.system_identifier) return std::nullopt;
    tables::Query query("SELECT ");
    query.text(tables::table_name(profile)) << "::pg_catalog.regclass::pg_catalog.oid::pg_catalog.int8";
    if (profile.twin.profile) {
      query << ", ";
      query.text(tables::table_name(*profile.twin.profile)) << "::pg_catalog.regclass::pg_catalog.oid::pg_catalog.int8";
    }
    auto reading = browse::Reading::begin(connection, profile, {}).value();
    auto rows = reading.run(query).value();
    std::string databases = fmt::format("{}/{}", identity.database_oid, rows.integer(0, 0));
    if (rows.columns() > 1) databases += fmt::format("+{}", rows.integer(0, 1));
    databases += "/" + connection.user();  // rows may be hidden from one user and not from another
    return Subject{*identity.system_identifier, std::move(databases), mapping_of(profile)};
  });
}

}  // namespace onceover::row_metrics
