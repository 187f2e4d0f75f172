#include "app/oncectl/inquiry.h"

#include <fmt/format.h>

#include "app/oncectl/rows.h"
#include "core/base/text.h"

namespace onceover::oncectl {
namespace {

std::string sql_of(const Inquiry& inquiry, bool reveal) {
  if (reveal || !inquiry.settlement.response) return reconcile::settle_sql(inquiry.settlement);
  reconcile::Settlement masked = inquiry.settlement;
  masked.response->body.clear();
  std::string sql = reconcile::settle_sql(masked);
  const std::string_view empty = "response_body = '\\x'";
  if (const std::size_t at = sql.find(empty); at != std::string::npos) {
    sql.replace(
        at, empty.size(),
        fmt::format("response_body = '\\x…' /* {} bytes, masked: --reveal shows them */", inquiry.settlement.response->body.size()));
  }
  return sql;
}

}  // namespace

Json json_evidence(const gateway::Evidence& evidence, bool reveal, std::size_t most) {
  Json json = json_from(gateway::to_json(evidence));
  json["body_bytes"] = evidence.body.size();
  if (reveal) json["body"] = json_text(elided(evidence.body, most));
  return json;
}

Json json_verdict(const reconcile::Verdict& verdict, bool reveal) {
  return {{"kind", reconcile::word(verdict.kind)},
          {"why", json_text(verdict.why)},
          {"loud", verdict.loud},
          {"retry_before", json_time(verdict.retry_before)},
          {"response", verdict.response ? json_response(*verdict.response, reveal) : Json(nullptr)}};
}

std::string verdict_text(const reconcile::Verdict& verdict, const std::string& head, bool reveal) {
  std::string text = fmt::format("\n{}{}: {}\n{}\n", verdict.loud ? "!! " : "", head, reconcile::word(verdict.kind), visible(verdict.why));
  if (verdict.response) text += "\nThe answer its clients will get\n" + response_text(*verdict.response, reveal);
  return text;
}

Json json_inquiry(const Inquiry& inquiry, bool preview, bool reveal) {
  Json json{{"key", json_row(inquiry.row, inquiry.as_of)},
            {"evidence", json_evidence(inquiry.asked.evidence, reveal)},
            {"verdict", json_verdict(inquiry.asked.verdict, reveal)},
            {"settlement", nullptr}};
  if (preview) {
    json["settlement"] = {{"act", reconcile::word_of(inquiry.settlement)},
                          {"after", json_row(reconcile::preview(inquiry.row, inquiry.settlement, inquiry.as_of), inquiry.as_of)},
                          {"sql", json_text(sql_of(inquiry, reveal))}};
  }
  json["as_of"] = iso(inquiry.as_of);
  return json;
}

std::string inquiry_text(const Inquiry& inquiry, bool preview, bool reveal) {
  const gateway::Evidence& evidence = inquiry.asked.evidence;
  const auto shown = [](const std::optional<std::string>& text) { return text ? visible(*text) : std::string(); };
  std::string text = row_fields(inquiry.row, inquiry.as_of);
  text += "\nEvidence\n" +
          fields({{"Asked", visible(evidence.request)},
                  {"Finding", std::string(gateway::word(evidence.finding))},
                  {"Because", visible(evidence.why)},
                  {"Status", evidence.status ? fmt::format("HTTP {}", *evidence.status) : "none"},
                  {"Amount there", shown(evidence.echoed.amount)},
                  {"Currency there", shown(evidence.echoed.currency)},
                  {"Reference there", shown(evidence.echoed.reference)},
                  {"Took", human(evidence.took)},
                  {"Body", reveal ? visible(evidence.body) : fmt::format("{} bytes, masked: --reveal shows it", evidence.body.size())}});
  text += verdict_text(inquiry.asked.verdict, "Verdict", reveal);
  if (preview) text += "\nA settlement takes the key over under a new fence, asks again, and then runs\n" + sql_of(inquiry, reveal) + '\n';
  return text;
}

Exit exit_for(const Inquiry& inquiry) {
  const gateway::Evidence& evidence = inquiry.asked.evidence;
  if (evidence.finding == gateway::Finding::unknown && !evidence.status && evidence.body.empty()) return Exit::unreachable;
  if (key::is_final(inquiry.row.state) && !inquiry.asked.verdict.loud) return Exit::done;
  return inquiry.settlement.verb ? Exit::done : Exit::unsettled;
}

}  // namespace onceover::oncectl
