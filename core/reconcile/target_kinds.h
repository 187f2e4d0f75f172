// What the two kinds of targets share. Inside the room only.
#pragma once

#include <memory>

#include "core/reconcile/target.h"
#include "core/reconcile/weigh.h"

namespace onceover::reconcile {

std::unique_ptr<Target> external_target(pg::Connection& connection, const tables::Profile& profile, const tables::Access& access);

// What a person said stays beside what the gateway answers; as JSON.
std::string beside(const std::string& said_json, const gateway::Evidence& evidence);

// What is filed in place of a decision that could not be written, or of an answer that the database cannot store.
Asked unwritten_answer(const Decision& decision, const RowOutcome& outcome, bool enough);

}  // namespace onceover::reconcile
