#include "app/oncectl/dsn.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/oncectl/context.h"
#include "app/oncectl/parse.h"
#include "core/base/text.h"
#include "core/pg/conninfo.h"

namespace onceover::oncectl {
ServerProof proof_of(const std::string& conninfo, bool by_service, const std::string& of) {
  auto words = pg::conninfo_words(conninfo);
  ServerProof proof;
  proof.has_password = !words["password"].empty();
  proof.by_service = by_service || !words["service"].empty() || (conninfo.empty() && !environment("PGSERVICE").empty());
  std::string hosts = words["host"].empty() ? words["hostaddr"] : words["host"];
  if (hosts.empty() && !proof.by_service) hosts = environment(environment("PGHOST").empty() ? "PGHOSTADDR" : "PGHOST");
  proof.is_local = !(proof.by_service && hosts.empty()) && std::ranges::all_of(split(hosts, ','), is_local_host);
  proof.names_mode = words.contains("sslmode");
  proof.mode = proof.names_mode ? words["sslmode"] : environment("PGSSLMODE");
  if (!proof.is_local && !proof.mode.empty() && proof.mode != "verify-full") {
    proof.warning = fmt::format(
        "sslmode={} does not prove who the server{} is: passwords and data may be read on the way. "
        "Use sslmode=verify-full.",
        visible(proof.mode), of);
  }
  return proof;
}

std::string service_conninfo(const std::string& service) {
  std::string conninfo = "service='";
  for (const char c : service) conninfo += c == '\'' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  return conninfo + '\'';
}

bool is_local_host(std::string_view host) {
  return host.empty() || host.starts_with('/') || host.starts_with('@') || host == "localhost" || host == "::1" ||
         (host.starts_with("127.") && host.find_first_not_of("0123456789.") == std::string_view::npos);
}

}  // namespace onceover::oncectl
