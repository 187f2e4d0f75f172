// What a verdict might write, from what a profile says already: a beginning for a person to correct, never used unseen. Pure.
#pragma once

#include <optional>
#include <string>

#include "core/profile/facts.h"
#include "core/profile/profile.h"

namespace onceover::tables {

// The verb of a role "write.succeed"; none: it is another role.
std::optional<profile::Verb> verbOf(const std::string& role);
std::string roleOf(profile::Verb verb);

// The assignment with the form and zone that the column's type asks for.
profile::Assignment assignmentFor(const profile::Profile& profile, const profile::TableFacts& facts, const std::string& column,
                                  profile::Assignment::Value value);

// State, lease, owner, times, answer and error as the mapping has them. What a discarded row becomes is for a person to say.
profile::Write proposedWrite(const profile::Profile& profile, const profile::TableFacts& facts, profile::Verb verb);

}  // namespace onceover::tables
