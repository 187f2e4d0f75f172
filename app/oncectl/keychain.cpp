#include "app/oncectl/keychain.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "app/oncectl/context.h"
#include "core/base/bounded_program.h"
#include "core/base/text.h"

namespace onceover::oncectl {
namespace {

// Somebody may have to type the keychain's password first.
constexpr Duration patience = std::chrono::seconds(30);
constexpr std::size_t longest_entry = 64 * 1024;

bool has_session_bus() {
  const std::string runtime = environment("XDG_RUNTIME_DIR");
  return !environment("DBUS_SESSION_BUS_ADDRESS").empty() || (!runtime.empty() && ::access((runtime + "/bus").c_str(), F_OK) == 0);
}

tl::unexpected<Error> unread(const std::string& what, const std::string& next) {
  return fail(ErrorKind::invalid_input, what, "The gateway was not loaded.", next);
}

Result<std::string> looked_up(const std::string& name) {
  // What QtKeychain writes to the Secret Service, by which the console keeps its entries: user, server, and how the text is kept.
  const std::string attributes = fmt::format("server {} user {} type plaintext", gateway::keychain_service, name);
  ProgramRun run = run_bounded({"secret-tool", "lookup", "server", gateway::keychain_service, "user", name, "type", "plaintext"}, patience,
                               longest_entry, StandardError::heard);
  if (run.not_started == 0 && run.in_time && run.exit_code == 0 && !run.printed.empty() && run.printed.size() <= longest_entry) {
    if (run.printed.ends_with('\n')) run.printed.pop_back();
    return std::move(run.printed);
  }
  const std::string file = "A service reads its credential from a file: auth.value_file, mode 0600.";
  if (!has_session_bus()) return unread("There is no session bus here, and so no keychain to read " + visible(name) + " from.", file);
  if (run.not_started == ENOENT) {
    return unread("secret-tool is not installed, by which the keychain is read.", "Install it (Debian: libsecret-tools). " + file);
  }
  if (run.not_started != 0) return unread(fmt::format("secret-tool could not be started: {}.", std::strerror(run.not_started)), file);
  if (!run.in_time) return unread(fmt::format("The keychain did not answer within {}.", human(patience)), "Unlock it. " + file);
  if (run.printed.size() > longest_entry) return unread("The keychain's entry " + visible(name) + " is far too long.", "Store it anew.");
  if (run.exit_code == 1 && run.printed.empty() && !run.complained) {
    return unread("The keychain holds no credential named " + visible(name) + ".",
                  fmt::format("Store it in the console, on its first page, or: secret-tool store --label='Onceover: {}' xdg:schema "
                              "org.qt.keychain {}",
                              name, attributes));
  }
  return unread("The keychain could not be read for " + visible(name) + ".", "Run it by hand: secret-tool lookup " + attributes);
}

}  // namespace

gateway::Keychain keychain() { return looked_up; }

}  // namespace onceover::oncectl
