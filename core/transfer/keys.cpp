#include "core/transfer/keys.h"

#include <array>

#include "core/browse/filter_sql.h"
#include "core/browse/key_row_sql.h"

namespace onceover::transfer {
namespace {

struct Role {
  const char* name;
  std::string profile::Profile::*column;
  Kind kind = Kind::text;
  bool secret = false;
};

using P = profile::Profile;
constexpr std::array roles{
    Role{"tenant", &P::tenant},
    Role{"operation", &P::operation},
    Role{"key", &P::key},
    Role{"state", &P::state},
    Role{"created_at", &P::created_at, Kind::time},
    Role{"updated_at", &P::updated_at, Kind::time},
    Role{"completed_at", &P::completed_at, Kind::time},
    Role{"expires_at", &P::expires_at, Kind::time},
    Role{"locked_until", &P::locked_until, Kind::time},
    Role{"retry_before", &P::retry_before, Kind::time},
    Role{"fence", &P::fence, Kind::number},
    Role{"holder", &P::holder},
    Role{"owner", &P::owner},
    Role{"attempts", &P::attempts, Kind::number},
    Role{"correlation_id", &P::correlation_id},
    Role{"error_code", &P::error_code},
    Role{"fingerprint_kind", &P::fingerprint_kind},
    Role{"fingerprint", &P::fingerprint, Kind::bytes},
    Role{"response_version", &P::response_version, Kind::number},
    Role{"response_code", &P::response_code, Kind::number},
    Role{"response_headers", &P::response_headers, Kind::body, true},
    Role{"response_body", &P::response_body, Kind::body, true},
    Role{"retention_s", &P::retention_s, Kind::number},
    Role{"customer", &P::customer},
    Role{"amount", &P::amount, Kind::number},
    Role{"currency", &P::currency},
    Role{"reference", &P::reference},
};

}  // namespace

Result<Source> keys(const profile::Profile& profile, const browse::Filter& filter, bool newest_first, bool reveal) {
  if (auto wrong = profile::problem(profile))
    return fail(ErrorKind::invalid_input, *wrong, "Nothing was exported.", "Correct the profile.");
  Source source;
  profile::Query& query = source.query;
  query << "SELECT ";
  for (const Role& role : roles) {
    const std::string& column = profile.*role.column;
    if (column.empty()) continue;
    const bool masked = role.secret && !reveal;
    if (!source.columns.empty()) query << ", ";
    query << (masked ? "pg_catalog.octet_length(k." : "k.") << profile::quoted_name(column) << (masked ? ")" : "");
    source.columns.push_back({role.name, role.kind, masked ? Mask::size : Mask::none});
  }
  if (profile::is_own(profile)) {
    query << ", k.stuck_since, c.status, c.attempts, c.next_try_at, c.verdict, c.reason";
    for (const auto& [name, kind] :
         {std::pair{"stuck_since", Kind::time}, std::pair{"case_status", Kind::text}, std::pair{"case_attempts", Kind::number},
          std::pair{"next_try_at", Kind::time}, std::pair{"verdict", Kind::text}, std::pair{"verdict_reason", Kind::text}}) {
      source.columns.push_back({name, kind, Mask::none});
    }
  }
  query << " FROM " << browse::key_row_source(profile) << " WHERE ";
  if (auto done = browse::where_sql(query, profile, filter); !done) return fail(done.error());
  query << browse::order_sql(profile, newest_first);
  return source;
}

}  // namespace onceover::transfer
