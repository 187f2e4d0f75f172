#include <fmt/format.h>

#include "app/oncectl/address.h"
#include "app/oncectl/inquiry.h"
#include "app/oncectl/parse.h"
#include "app/oncectl/program.h"
#include "app/oncectl/rows.h"
#include "core/base/text.h"

namespace onceover::oncectl {
namespace {

using reconcile::VerdictKind;

// Own it, ask, write: the lease covers the question and leaves room for the writing.
constexpr Duration room_to_write = std::chrono::seconds(30);

struct SettleOptions {
  Address address;
  std::string reason, ticket, expect;
  std::optional<int> response_code;
  std::string response_body, response_type = "application/json";
  bool dry_run = false, reveal = false;
};

Result<std::optional<key::StoredResponse>> persons_response(const SettleOptions& options) {
  if (!options.response_code) return std::nullopt;
  key::StoredResponse response;
  response.code = *options.response_code;
  if (!options.response_body.empty()) {
    auto body = read_file(options.response_body);
    if (!body) return fail(body.error());
    response.body = std::move(*body);
    response.headers = {{"Content-Type", options.response_type}};
  }
  return std::optional(std::move(response));
}

// What to write. A person supplies an answer only where the evidence says that it happened; another verdict than the expected one
// settles nothing.
reconcile::Settlement decided(const browse::KeyRow& owned, const reconcile::Asked& asked,
                              const std::optional<key::StoredResponse>& supplied, const SettleOptions& options) {
  reconcile::Settlement settlement = reconcile::settlement_for(owned, asked, options.reason, next_try);
  const VerdictKind kind = asked.verdict.kind;
  if (!options.expect.empty() && options.expect != reconcile::word(kind)) {
    if (settlement.act != reconcile::Act::needs_human) settlement.act = reconcile::Act::unresolved;
    settlement.response.reset();
    settlement.retry_before.reset();
    settlement.error_code.clear();
    settlement.reason =
        fmt::format("Expected {}, but: {} (settling was asked for because: {})", options.expect, asked.verdict.why, options.reason);
  } else if (kind == VerdictKind::done_needs_response && supplied) {
    settlement.act = reconcile::Act::succeed;
    settlement.response = supplied;
  } else if (settlement.act == reconcile::Act::unresolved || settlement.act == reconcile::Act::needs_human) {
    settlement.reason = fmt::format("{} (settling was asked for because: {})", asked.verdict.why, options.reason);
  }
  return settlement;
}

void remark(const Output& out, const Inquiry& inquiry, const std::optional<key::StoredResponse>& supplied, const SettleOptions& options) {
  const VerdictKind kind = inquiry.asked.verdict.kind;
  if (!options.expect.empty() && options.expect != reconcile::word(kind)) {
    out.note(fmt::format("the verdict is {}, not {} as expected: the key is not settled.", reconcile::word(kind), options.expect));
  } else if (supplied && kind != VerdictKind::done_needs_response) {
    out.note("the response given was not used: it is for a verdict of done_needs_response alone.");
  } else if (!supplied && kind == VerdictKind::done_needs_response) {
    out.note("it happened, and clients get 409 until their answer is there: give it with --response-code and --response-body.");
  }
}

Outcome show_settlement(Context& context, const SettleOptions& options, const Addressed& found,
                        const std::optional<key::StoredResponse>& supplied) {
  if (!found.row.is_stuck(found.as_of)) return fail_with(changed(found.row, found.row, found.as_of));
  auto asked = ask_gateway(context, found.row, found.as_of, false);
  if (!asked) return fail(asked.error());
  Inquiry inquiry{found.row, found.as_of, std::move(*asked), {}};
  inquiry.settlement = decided(inquiry.row, inquiry.asked, supplied, options);
  const Output& out = context.out();
  remark(out, inquiry, supplied, options);
  if (out.is_json()) {
    Json json = json_inquiry(inquiry, true, options.reveal);
    json["dry_run"] = true;
    out.json(json);
  } else {
    out.text(inquiry_text(inquiry, true, options.reveal) + "\nDry run: nothing was written.\n");
  }
  return exit_for(inquiry);
}

Outcome write_settlement(Context& context, pg::Connection& store, const SettleOptions& options, Inquiry& inquiry) {
  auto outcome = reconcile::settle(store, profile::own(), inquiry.settlement, context.actor(), options.ticket);
  if (!outcome) return fail(outcome.error());
  if (const auto* lost = std::get_if<reconcile::Changed>(&*outcome)) return fail_with(changed(inquiry.row, lost->now, inquiry.as_of));
  const auto& settled = std::get<reconcile::Settled>(*outcome);
  const Output& out = context.out();
  if (!settled.unconfirmed.empty()) out.note(settled.unconfirmed);
  const bool open = inquiry.settlement.act == reconcile::Act::unresolved || inquiry.settlement.act == reconcile::Act::needs_human;
  if (out.is_json()) {
    Json json = json_inquiry(inquiry, false, options.reveal);
    json["settled"] = !open;
    json["act"] = reconcile::word(inquiry.settlement.act);
    json["after"] = json_row(settled.after, inquiry.as_of);
    json["audit_id"] = settled.audit_id;
    if (!settled.unconfirmed.empty()) json["unconfirmed"] = settled.unconfirmed;
    out.json(json);
  } else {
    out.text(inquiry_text(inquiry, false, options.reveal) + (open ? "\nNot settled; the case is on file.\n" : "\nSettled.\n") +
             row_fields(settled.after, inquiry.as_of) + fmt::format("audit row {}\n", settled.audit_id));
  }
  return open ? Exit::unsettled : Exit::done;
}

Outcome settle_key(Context& context, const SettleOptions& options) {
  auto supplied = persons_response(options);
  if (!supplied) return fail(supplied.error());
  if (auto own = context.store(Need::reading); !own) return fail(own.error());
  if (auto gateway = context.gateway(); !gateway) return fail(gateway.error());
  auto found = resolve(context, options.address);
  if (!found) return fail_with(found.error());
  if (options.dry_run) return show_settlement(context, options, *found, *supplied);

  auto store = context.store(Need::writing);
  if (!store) return fail(store.error());
  const Duration lease = context.ask_timeout() + room_to_write;
  auto owned = reconcile::own(**store, profile::own(), reconcile::seen(found->row), lease, context.actor(), options.reason);
  if (!owned) return fail(owned.error());
  if (const auto* lost = std::get_if<reconcile::Changed>(&*owned)) return fail_with(changed(found->row, lost->now, found->as_of));
  const browse::KeyRow& row = std::get<reconcile::Owned>(*owned).row;
  const Timestamp now = row.updated_at;  // the database's clock as the key was taken over
  // A cancel is an act at the gateway: it is not for somebody who expects another verdict.
  const bool may_cancel = options.expect.empty() || options.expect == reconcile::word(VerdictKind::settle_failed);
  auto asked = ask_gateway(context, row, now, may_cancel);
  if (!asked) return fail(asked.error());
  Inquiry inquiry{row, now, std::move(*asked), {}};
  inquiry.settlement = decided(row, inquiry.asked, *supplied, options);
  remark(context.out(), inquiry, *supplied, options);
  return write_settlement(context, **store, options, inquiry);
}

void declare_settle(CLI::App& command, SettleOptions& o) {
  declare_address(command, o.address);
  add_reason(command, o.reason);
  command.add_option("--ticket", o.ticket, "Incident or ticket; kept in the audit trail");
  command.add_flag("--dry-run", o.dry_run, "Ask, and show what would be written");
  command.add_option("--expect", o.expect, "Settle only where this is the verdict")
      ->check(CLI::IsMember({"settle_succeeded", "done_needs_response", "settle_failed", "release", "unresolved", "needs_human"}));
  auto* code =
      command
          .add_option("--response-code", o.response_code, "The answer clients will get, for done_needs_response: its status, 200 to 299")
          ->check(CLI::Range(200, 299));
  auto* body = command.add_option("--response-body", o.response_body, "Its body, byte by byte; - is standard input")
                   ->type_name("FILE|-")
                   ->needs(code);
  command.add_option("--response-content-type", o.response_type, "Its Content-Type")->needs(body)->capture_default_str();
  command.add_flag("--reveal", o.reveal, "Show bodies");
  command.footer(
      "When: a key is stuck. Takes the key over, asks the gateway afresh, and writes what the evidence says, with its case and audit\n"
      "row. Evidence is never overruled: where it settles nothing, that is recorded and the exit code is 5. A gateway that declares\n"
      "a cancel with tombstone may be asked to never perform the effect. Exit code 4: the row changed, nothing was written.\n"
      "  oncectl settle r-1 --reason 'INC-4711: worker killed' --dry-run\n"
      "  oncectl settle r-1 --reason 'INC-4711: worker killed' --ticket INC-4711 --expect settle_succeeded\n"
      "  oncectl settle r-1 --reason 'paid, no template' --response-code 201 --response-body answer.json");
}

}  // namespace

void add_settle(Program& program) {
  add_command<SettleOptions>(program, program.app, "settle", "Settle one key from what the gateway says", settle_key, declare_settle);
}

}  // namespace onceover::oncectl
