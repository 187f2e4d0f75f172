#include "core/http/problem.h"

#include <nlohmann/json.hpp>

#include "core/base/text.h"

namespace onceover::http {

Answer problem_answer(const Problem& problem) {
  const std::string code = visible(problem.error_code);
  nlohmann::ordered_json body;
  body["type"] = "urn:onceover:problem:" + code;
  body["title"] = visible(problem.title);
  body["status"] = problem.status;
  body["detail"] = visible(problem.detail);
  body["error_code"] = code;
  return {problem.status, {{"Content-Type", "application/problem+json"}, {"Cache-Control", "no-store"}}, body.dump()};
}

std::optional<std::string> error_code_of(std::string_view body) {
  // The parser treats a NUL as the end of its input.
  if (body.size() > max_problem_bytes || body.find('\0') != std::string_view::npos) return std::nullopt;
  const auto parsed = nlohmann::json::parse(body.begin(), body.end(), nullptr, false);
  if (!parsed.is_object()) return std::nullopt;
  const auto found = parsed.find("error_code");
  if (found == parsed.end() || !found->is_string()) return std::nullopt;
  return found->get<std::string>();
}

}  // namespace onceover::http
