// The answer a client would have got, made from what the gateway says now.
#pragma once

#include <optional>
#include <string>

#include "core/gateway/evidence.h"
#include "core/key/types.h"

namespace onceover::reconcile {

// A placeholder {{/json/pointer}} points into the effect within the gateway's answer (Evidence::effect_at). Numbers stay as the gateway
// wrote them. Between quotes a placeholder becomes the escaped text of a string, number or boolean; outside of quotes it becomes the JSON
// value itself. nullopt, rather than a wrong body: a pointer that leads nowhere (null between quotes counts as nowhere), a placeholder that
// is none, an answer or a result that is not JSON, a template that is not for a 2xx answer in JSON. A template without body gives an empty
// body. The gateway's credential is masked (Evidence::mask).
std::optional<key::StoredResponse> render(const gateway::ResponseTemplate& response, const gateway::Evidence& evidence);

}  // namespace onceover::reconcile
