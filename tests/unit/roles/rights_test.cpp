// SPDX-License-Identifier: Apache-2.0
// Which roles have a right that the server refused.
#include "core/roles/rights.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace onceover::roles {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Error refused(std::string what) {
  return {ErrorKind::not_permitted, std::move(what), "", "Ask.", "42501", ""};
}

TEST(Holders, OfAFunctionAreTheRolesThatMayCallIt) {
  EXPECT_THAT(holders("seal_audit"), ElementsAre(DbRole::service));
  EXPECT_THAT(holders("reap_finished"), ElementsAre(DbRole::service, DbRole::reaper));
  EXPECT_THAT(holders("inbox_accept"), ElementsAre(DbRole::consumer))
      << "not inbox_accept_many's by its beginning";
  EXPECT_THAT(holders("inbox"), ElementsAre(DbRole::viewer, DbRole::service, DbRole::consumer,
                                            DbRole::reconciler, DbRole::approver));
}

TEST(Holders, OfATableAreTheRolesThatReadIt) {
  EXPECT_THAT(holders("keys"),
              ElementsAre(DbRole::viewer, DbRole::service, DbRole::reconciler, DbRole::approver));
  EXPECT_THAT(holders("relays"), ElementsAre(DbRole::viewer, DbRole::service, DbRole::relay,
                                             DbRole::reconciler, DbRole::approver));
  EXPECT_THAT(holders("outbox"), ElementsAre(DbRole::viewer, DbRole::service, DbRole::relay,
                                             DbRole::reconciler, DbRole::approver))
      << "a producer only writes it";
  EXPECT_THAT(holders("onceover"), testing::SizeIs(std::size(all_db_roles))) << "all use the schema";
}

TEST(Holders, OfWhatNoScriptGrantsIsNoRole) {
  for (const char* name : {"", "adopt_relays", "outbox_archive", "table", "aggregatetype", "r"})
    EXPECT_THAT(holders(name), IsEmpty()) << name;
}

TEST(NamedRight, SaysWhichRightWhatWasNotDoneAndWhoHasIt) {
  const Error error = named_right(refused("permission denied for function republish_events"));
  EXPECT_EQ(error.what, "This database user lacks a right: permission denied for function republish_events.");
  EXPECT_EQ(error.not_done, "The refused statement wrote nothing, and nothing after it was done.");
  EXPECT_THAT(error.next,
              HasSubstr("Connect as a member of the role reconciler. `oncectl roles print --role ROLE`"));
  EXPECT_EQ(named_right(error).what, error.what) << "said once";
  EXPECT_EQ(named_right(error).next, error.next);
}

TEST(NamedRight, ReadsTheServersWordsInItsLanguage) {
  EXPECT_THAT(named_right(refused("keine Berechtigung für Funktion settle_event")).next,
              HasSubstr("role reconciler."));
}

TEST(NamedRight, NamesTheRolesOfTheWholeActWhereItIsKnown) {
  EXPECT_THAT(named_right(refused("permission denied for table keys"), "agree_settlement").next,
              HasSubstr("role approver."));
  EXPECT_THAT(named_right(refused("permission denied for table keys"), "").next, HasSubstr("Only the owner"));
}

TEST(NamedRight, SendsToTheOwnerForWhatNoRoleHas) {
  EXPECT_THAT(named_right(refused("must be owner of table keys")).next, HasSubstr("Only the owner"));
  EXPECT_THAT(
      named_right(refused("onceover: only the owner of the tables deletes keys within their window")).next,
      HasSubstr("Only the owner"));
  EXPECT_THAT(named_right(refused("permission denied for table refunds")).next,
              HasSubstr("viewer, service, reconciler or approver of an external table, or ask the owner of "
                        "the object for the right."));
}

TEST(NamedRight, LeavesOtherErrorsAsTheyAre) {
  Error error = refused("relation \"keys\" does not exist");
  error.sqlstate = "42P01";
  EXPECT_EQ(named_right(error).what, error.what);
  EXPECT_EQ(named_right(error).next, "Ask.");
}

}  // namespace
}  // namespace onceover::roles
