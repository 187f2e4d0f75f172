// SPDX-License-Identifier: Apache-2.0
// The refund service of resources/examples, by the library: service PORT. PG* name the store, GATEWAY the
// gateway.
#include <httplib.h>

#include <cstdio>
#include <cstdlib>

#include "core/serve/serve.h"

namespace oo = onceover;

int main(int, char** argv) {
  oo::serve::Operation refunds{.name = "POST /refunds", .is_fingerprint_raw = true};
  refunds.policy.rerunnable_for = std::chrono::hours(24);
  const std::string gateway = std::getenv("GATEWAY");
  auto caller = oo::call::Caller::make(
      {.name = "gateway", .policy = {.attempts = 2}, .lease = refunds.policy.lease}, {.is_plain_http = true});
  if (!caller) return std::fprintf(stderr, "%s\n", caller.error().sentence().c_str()), 1;
  oo::serve::Server server({.store = {.conninfo = ""}, .owner = "cpp"});

  httplib::Server http;
  http.new_task_queue = [] { return new httplib::ThreadPool(16); };
  http.Post("/refunds", [&](const httplib::Request& from, httplib::Response& to) {
    const oo::serve::Request request{"", {from.headers.begin(), from.headers.end()}, from.body};
    const auto answer = server.serve(refunds, request, [&](const oo::serve::Work& work) {
      const std::vector<oo::key::Header> headers{{"Idempotency-Key", work.downstream_key("refund")},
                                                 {"Content-Type", "application/json"}};
      return from_call(work,
                       (*caller)->send(work.incoming, {"POST", gateway + "/refunds", headers, request.body}));
    });
    to.status = answer.status;
    std::string type = "application/octet-stream";
    for (const auto& [name, value] : answer.headers) {
      if (name == "Content-Type")
        type = value;
      else
        to.set_header(name, value);
    }
    to.set_content(answer.body, type);
  });
  return http.listen("127.0.0.1", std::atoi(argv[1])) ? 0 : 1;
}
