#include "ui/tables/open_draft.h"

#include "core/detect/proposal.h"
#include "core/profile/parts.h"

namespace onceover::tables {
namespace {

using profile::RoleAnswer;

// An answer that can be used and corrected later: a time without zone is shown as UTC, and of a method and its path the path is taken. A
// word of unknown meaning has to be chosen first.
bool isFilled(Draft& draft, const std::string& role) {
  if (role == "operation") return !draft.profile.operation.empty();
  const profile::Instant* instant = profile::part_named(profile::instants_of(draft.profile), role);
  return instant != nullptr && !instant->empty();
}

// Where only the length is missing, only the length is asked for.
void fillLease(Draft& draft, const RoleAnswer& answer) {
  profile::Lease& lease = draft.profile.lease;
  const bool begins = answer.form == "start_plus_constant";
  if (!lease.at.empty() || answer.columns.empty() || (!begins && answer.form != "heartbeat_plus_constant")) return;
  const profile::ColumnFacts* column = draft.facts.column(answer.columns.front());
  if (column == nullptr) return;
  lease.form = begins ? profile::Lease::Form::since : profile::Lease::Form::heartbeat;
  lease.at = profile::instant_kept_in(draft.profile, *column);
}

}  // namespace

Draft openDraft(const Looked& looked) {
  Draft draft = blankDraft(looked.facts);
  if (!looked.candidate) return draft;
  const profile::Profile blank = draft.profile;
  profile::Proposal proposal = profile::propose(*looked.candidate, looked.facts);
  draft.profile = std::move(proposal.profile);
  draft.profile.name = blank.name;
  draft.profile.never_null = blank.never_null;
  // Without a sure identity, a unique key still gives listings their order.
  if (draft.profile.identity.empty()) draft.profile.order = blank.identity;
  for (const auto& [role, answer] : looked.candidate->roles) draft.told[role] = answer;
  fillLease(draft, looked.candidate->role("lease"));
  draft.unknown.clear();
  for (const auto& [role, why] : proposal.unknown) {
    if (isFilled(draft, role)) continue;
    std::string& asked = draft.unknown[role];
    asked += (asked.empty() ? "" : " ") + why;
  }
  if (!draft.profile.key.empty())
    draft.told["key"] = {
        .is = RoleAnswer::Is::found, .columns = {draft.profile.key}, .confidence = 0.85, .why = "The rest of the identity."};
  return draft;
}

}  // namespace onceover::tables
