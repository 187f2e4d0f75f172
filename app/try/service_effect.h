// From the gateway's answer to what the service makes of it: pure. Whatever is not understood is unknown, and unknown is never failed.
#pragma once

#include <string>
#include <string_view>

#include "app/try/local_http.h"
#include "core/gateway/evidence.h"
#include "core/http/answer.h"

namespace onceover::try_it {

// What an effect came to.
struct Effect {
  http::Answer answer;     // to the client
  bool no_effect = false;  // known: the gateway did nothing, now or before
  std::string id;          // of the effect, where it happened
  std::string error_code;  // of a final refusal
};

// taken_over: an earlier attempt may have reached the gateway. shape: of the answer, as reconciliation makes it from evidence;
// nullptr: none is known.
Effect read_effect(const HttpReply& reply, const std::string& downstream_key, bool taken_over, const gateway::ResponseTemplate* shape);

http::Answer problem(int status, std::string_view code, std::string title, std::string detail);
// The effect may have happened, or its answer could not be stored: whoever asks again under the key will know more.
http::Answer outcome_unknown(int status, std::string_view code, std::string detail);

}  // namespace onceover::try_it
