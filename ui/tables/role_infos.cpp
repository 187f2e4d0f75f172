#include "ui/tables/draft.h"
#include "ui/tables/words.h"

namespace onceover::tables {
namespace {

std::vector<RoleInfo> made() {
  using Kind = RoleInfo::Kind;
  return {
      {"key", Kind::column, tr("Key"), tr("What the caller names the request or event by.")},
      {"identity", Kind::columns, tr("Identity"), tr("What tells one row from all others, in the order of its unique index.")},
      {"tenant", Kind::column, tr("Tenant"), tr("Who the key belongs to.")},
      {"operation", Kind::operation, tr("Operation"), tr("What is done under the key: a route, a command, a consumer.")},
      {"state", Kind::state, tr("State"), tr("What tells whether the work is under way, done or given up.")},
      {"lease", Kind::lease, tr("Lease"), tr("What tells that somebody works on the row, and until when.")},
      {"created_at", Kind::instant, tr("Created"), tr("When the row came to be. Listings go by it.")},
      {"updated_at", Kind::instant, tr("Changed"), tr("When the row was last changed.")},
      {"completed_at", Kind::instant, tr("Completed"), tr("When the work was done.")},
      {"expires_at", Kind::instant, tr("Kept until"), tr("When the row may be removed.")},
      {"order", Kind::columns, tr("Order of listings"),
       tr("Columns that are never NULL and end in something unique. None: creation and identity.")},
      {"fingerprint", Kind::digest, tr("Fingerprint"), tr("A hash of the request, to tell a repetition from another request.")},
      {"response_code", Kind::column, tr("Response status"), tr("The HTTP status that was answered.")},
      {"response_body", Kind::body, tr("Stored response"), tr("What was answered, to be replayed.")},
      {"payload", Kind::place, tr("Payload"), tr("What was asked for, or the event itself.")},
      {"attempts", Kind::attempts, tr("Attempts"), tr("How often it was tried: one counter, or one for begun and one for finished.")},
      {"owner", Kind::column, tr("Owner"), tr("Which process works on the row, or did.")},
      {"correlation_id", Kind::column, tr("Correlation"), tr("What leads from the row to logs and traces.")},
      {"error", Kind::place, tr("Error"), tr("Why it failed.")},
      {"customer", Kind::place, tr("Customer"), tr("Who it is about.")},
      {"amount", Kind::place, tr("Amount"), tr("How much it is about.")},
      {"currency", Kind::place, tr("Currency"), tr("In which currency.")},
      {"reference", Kind::place, tr("Reference"), tr("What the customer knows it by: an order, an invoice.")},
      {"gateway_key", Kind::text, tr("Gateway key"),
       tr("What the service sends to its gateway as a key. {key}, {tenant} and {operation} stand for the row's own; {key} alone where it "
          "passes the caller's key on. Empty: not known, and a gateway cannot be asked by key.")},
      {"write.succeed", Kind::write, tr("Verdict: succeed"), tr("What is written where a person settles a row as done.")},
      {"write.fail", Kind::write, tr("Verdict: fail"), tr("What is written where a person settles a row as failed for good.")},
      {"write.release", Kind::write, tr("Verdict: release"), tr("What is written where a person gives a row back to whoever comes next.")},
      {"write.extend", Kind::write, tr("Verdict: extend"), tr("What is written where a person keeps others away for longer.")},
      {"write.requeue", Kind::write, tr("Verdict: requeue"), tr("What is written where a person has a dead letter tried again.")},
      {"write.discard", Kind::write, tr("Verdict: discard"), tr("What is written where a person gives a dead letter up.")},
  };
}

}  // namespace

const std::vector<RoleInfo>& roleInfos() {
  static const std::vector<RoleInfo> infos = made();
  return infos;
}

const RoleInfo& roleInfo(const std::string& id) {
  for (const RoleInfo& info : roleInfos()) {
    if (info.id == id) return info;
  }
  return roleInfos().front();
}

}  // namespace onceover::tables
