#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/base/text.h"
#include "core/detect/roles.h"

namespace onceover::profile {
namespace {

// Each value has a status of HTTP in it, named as such.
bool holds_answers(const Column& c) {
  constexpr std::size_t enough_rows = 8, longest_mark = 12;  // `"status_code": `, `"status";i:`
  return c.facts.values.size() >= enough_rows && c.all_values([](std::string_view v) {
    const auto at = v.find("status");
    if (at == std::string_view::npos) return false;
    std::string_view rest = v.substr(at + 6);
    const auto digit = rest.find_first_of("0123456789");
    if (digit == std::string_view::npos || digit > longest_mark || rest.size() < digit + 4) return false;
    rest = rest.substr(digit);
    return rest[0] >= '2' && rest[0] <= '5' && is_ascii_digit(rest[1]) && is_ascii_digit(rest[2]) && !is_ascii_digit(rest[3]);
  });
}

}  // namespace

RoleAnswer Roles::fingerprint() {
  Columns sure, bare;
  for (const Column& c : columns_) {
    if (!c.is_text() && !c.is_bytes()) continue;
    const Name& n = c.name;
    if (!fits(n, "fingerprint|hash|digest|checksum|sha|md")) continue;
    if (fits(n, "response|result|previous|prev|chain|password|token|algorithm|algo|version|kind|type")) continue;
    if (taken_.contains(c.facts.name)) continue;
    bool of_request = fits(n, "fingerprint|request|payload|body|param|input|content|message|event");
    // A key's hash is a key. What is absent while there is no answer was made of the answer, unless its name says otherwise.
    if (n.has("key") || (!n.has("request") && shape_.code != nullptr && absent_together(c, *shape_.code))) of_request = false;
    (of_request ? sure : bare).push_back(&c);
  }
  if (sure.empty() && shape_.digest != nullptr && !taken_.contains(shape_.digest->facts.name) && (bare.empty() || bare[0] == shape_.digest))
    return take(found({shape_.digest->facts.name}, *digest_form(*shape_.digest), 0.7,
                      "The only digest beside the key, there before any answer is: of the request."));
  if (sure.size() == 1) {
    const Column& c = *sure[0];
    const auto form = digest_form(c);
    if (c.has_values() && !form) return unclear({&c}, "is named as a request's hash, but its values are no digests");
    return take(found(
        {c.facts.name}, form.value_or("text"), form && c.has_values() ? 0.9 : 0.7,
        form ? "Named as a request's hash, and its values look like one." : "Named as a request's hash; no row shows how it is written."));
  }
  if (sure.size() > 1) return several("be the fingerprint", sure);
  if (!bare.empty()) return unclear(bare, "is a hash, perhaps not of the request");
  return none("No column looks like a fingerprint of the request.");
}

RoleAnswer Roles::response_code() {
  const auto candidates = those([](const Column& c) {
    if (!c.is_integer()) return false;
    const bool named = fits(c.name, "response+code") || fits(c.name, "response+status") || fits(c.name, "status+code") ||
                       fits(c.name, "http+status") || fits(c.name, "http+code") || fits(c.name, "result+code");
    const auto numbers = c.numbers();
    if (!numbers) return false;
    const bool http = std::all_of(numbers->begin(), numbers->end(), [](double n) { return n >= 100 && n <= 599; });
    // Of gRPC, from 0 to 16.
    const bool grpc = fits(c.name, "=response.code") && !numbers->empty() &&
                      std::all_of(numbers->begin(), numbers->end(), [](double n) { return n >= 0 && n <= 16; });
    return grpc || (http && (named || (!numbers->empty() && fits(c.name, "status|code|response"))));
  });
  if (candidates.empty() && shape_.code != nullptr && is_mute(shape_.code->name) && shape_.answered_later)
    return found(*shape_.code, 0.75, "Holds statuses of HTTP, and is absent where the answer is.");
  if (candidates.empty()) {
    const auto weak = those([](const Column& c) {
      return c.is_integer() && !time_form(c) && (fits(c.name, "=code|status") || fits(c.name, "http")) && !c.has_values();
    });
    if (!weak.empty()) return unclear(weak, "may be the response's status; no row shows it");
  }
  return only(candidates, "response's status", found, 0.9, "Named as an HTTP status, and its values, if any, agree.");
}

RoleAnswer Roles::response_body() {
  Columns exact, loose, of_job;
  for (const Column& c : columns_) {
    if (taken_.contains(c.facts.name) || !(c.is_json() || c.is_text() || c.is_bytes())) continue;
    const Name& n = c.name;
    if (fits(n,
             "request|type|code|status|header|hash|at|error|id|format|encoding|address|sha|digest|checksum|size|length|url|path|time|"
             "version|kind|key") ||
        time_form(c))
      continue;
    // A job's result and output may be for its log, or for its caller.
    if (kind_ == Kind::queue && fits(n, "=result|output")) {
      of_job.push_back(&c);
      continue;
    }
    if (fits(n, "response|reply") || fits(n, "=result.ref") || (fits(n, "return|returned") && n.has("value")) ||
        fits(n, "=result|output|answer") || (fits(n, "result|output") && fits(n, "body|data|json|payload")))
      (fits(n, "body|payload|data|json") || n.words().size() == 1 ? exact : loose).push_back(&c);
  }
  const std::string why = "Named as the response.";
  if (exact.size() == 1) return only(exact, "stored response", found, 0.9, why);
  if (exact.empty() && loose.size() == 1) return only(loose, "stored response", found, 0.75, why);
  exact.insert(exact.end(), loose.begin(), loose.end());
  if (exact.empty() && !of_job.empty()) return unclear(of_job, "may be kept for the caller, or only for the log");
  if (exact.empty() && shape_.body != nullptr && shape_.answered_later && is_mute(shape_.body->name) && is_mute(shape_.code->name))
    return take(found(*shape_.body, 0.7, "Absent in exactly the rows in which the answer's status is."));
  if (exact.empty() && kind_ == Kind::idempotency) {
    const auto vague = those(
        [](const Column& c) { return (c.is_json() || c.is_text() || c.is_bytes()) && fits(c.name, "=payload|body|data|content|value"); });
    Columns answers;
    std::ranges::copy_if(vague, std::back_inserter(answers),
                         [this](const Column* c) { return comes_with_the_answer(*c) || holds_answers(*c); });
    if (answers.size() == 1) return take(found(*answers[0], 0.8, "Absent in exactly the rows that have no answer."));
    if (!vague.empty()) return unclear(vague, "may be the request or the response");
  }
  return only(exact, "stored response", found, 0.9, why);
}

RoleAnswer Roles::error() {
  const auto candidates = those([](const Column& c) {
    const bool is_list = c.is(Type::array) && c.name.has("error");
    return (c.is_text() || c.is_json() || is_list) && !c.is(Type::enumeration) &&
           !fits(c.name, "code|type|class|kind|address|event|count|id") &&
           (fits(c.name, "error|exception|fault") || (fits(c.name, "failure|failed") && fits(c.name, "reason|message|detail")));
  });
  if (candidates.size() > 1) {
    const auto messages = those([](const Column& c) {
      return c.is_text() && fits(c.name, "error|exception") && fits(c.name, "message|last") &&
             !fits(c.name, "backtrace|stack|trace|detail");
    });
    if (messages.size() == 1) return only(messages, "error", found, 0.8, "Named as the error's message.");
    const auto latest = those([](const Column& c) { return c.is_text() && fits(c.name, "=error"); });
    if (candidates.size() == 2 && latest.size() == 1 &&
        any(columns_, [](const Column& c) { return c.is(Type::array) && fits(c.name, "=error"); }))
      return only(latest, "error", found, 0.8, "Named as an error, beside the list of all.");
  }
  if (candidates.empty()) {
    const auto codes = those([](const Column& c) { return c.is_text() && fits(c.name, "=error.code"); });
    if (codes.size() == 1) return only(codes, "error", found, 0.7, "Nothing else shows what failed.");
  }
  return only(candidates, "error", found, 0.9, "Named as an error.");
}

// Customer, amount, currency, reference: a column, or a member that every sampled object of a JSON column has.
RoleAnswer Roles::subject(const std::string& role, const Holds& names, const std::vector<std::string>& members) {
  const auto columns = those(names);
  if (columns.size() == 1) return found(*columns[0], 0.85, fmt::format("Named as the {}.", role));
  if (columns.size() > 1) return several("be the " + role, columns);
  // An event has many subjects; only a request is about its own amount. What is in a response was not requested.
  if (kind_ != Kind::idempotency) return none(fmt::format("Nothing looks like the {}.", role));
  struct Path {
    const Column* column;
    std::string pointer;
  };
  std::vector<Path> paths;
  Columns unseen;
  for (const Column& c : columns_) {
    if (taken_.contains(c.facts.name) || fits(c, sign::response) || has_nulls(c)) continue;
    const bool request = fits(c.name, "request|param|input|argument|arg") && !fits(c.name, "header|id|hash");
    // There in rows that have no answer yet, it is what was asked.
    if (!request && !(shape_.answered_later && (is_mute(c.name) || fits(c.name, "=payload|body|data")))) continue;
    if (request && c.is_json() && c.facts.sample.empty()) unseen.push_back(&c);
    if (!c.is_json() && !(c.is_text() && c.all_values([](std::string_view v) { return v.starts_with('{'); }))) continue;
    for (const std::string& member : members) {
      std::size_t objects = 0, with = 0;
      for (const auto& value : c.facts.sample) {
        if (!value) continue;
        const auto json = nlohmann::json::parse(*value, nullptr, false);
        if (!json.is_object()) continue;
        ++objects;
        with += json.contains(member) && (json[member].is_primitive() && !json[member].is_null()) ? 1 : 0;
      }
      if (objects >= 3 && with == objects) paths.push_back({&c, "/" + member});
    }
  }
  if (paths.size() == 1)
    return found({paths[0].column->facts.name}, "path:" + paths[0].pointer, 0.7,
                 fmt::format("Every sampled object has a member \"{}\".", paths[0].pointer.substr(1)));
  if (paths.size() > 1) return unknown(fmt::format("Several members of JSON columns might be the {}. Please choose.", role));
  if (!unseen.empty()) return unclear(unseen, fmt::format("may hold the {}; no row shows its members", role));
  return none(fmt::format("Nothing looks like the {}.", role));
}

}  // namespace onceover::profile
