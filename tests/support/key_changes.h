// SPDX-License-Identifier: Apache-2.0
// A trigger that writes down every version of every key, for tests that judge afterwards what happened. The
// trail it keeps is the test's own: it owes nothing to what the product says of itself. Only in tests: it
// makes each write dearer.
#pragma once

namespace onceover::test {

// After our schema, by its owner. Numbers are drawn while the row's lock is held: their order is the order of
// the key's life.
inline constexpr const char* key_changes_sql = R"sql(
SET default_tablespace = '';
CREATE SCHEMA trail;
CREATE TABLE trail.changes (
  number bigint GENERATED ALWAYS AS IDENTITY, at timestamptz NOT NULL DEFAULT clock_timestamp(),
  xid bigint NOT NULL DEFAULT pg_current_xact_id()::text::bigint,
  tenant text, operation text, key text, state_before text, state_after text, fence_before bigint, fence_after bigint,
  holder_before text, holder_after text, owner_before text, owner_after text, locked_until_before timestamptz, expires_before timestamptz,
  fingerprint text, digest text, digest_before text);
CREATE FUNCTION trail.digest(k onceover.keys) RETURNS text LANGUAGE sql IMMUTABLE SET search_path = pg_catalog AS $$
  SELECT CASE WHEN k.state IN ('succeeded', 'failed') THEN
    left(encode(sha256(convert_to(k.response_code::text || E'\n', 'UTF8') || coalesce(k.response_headers, '') || k.response_body), 'hex'), 12) END
$$;
CREATE FUNCTION trail.note() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
  o onceover.keys := CASE WHEN TG_OP <> 'INSERT' THEN OLD END;
  n onceover.keys := CASE WHEN TG_OP <> 'DELETE' THEN NEW END;
  k onceover.keys := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  INSERT INTO trail.changes (tenant, operation, key, state_before, state_after, fence_before, fence_after, holder_before, holder_after,
                             owner_before, owner_after, locked_until_before, expires_before, fingerprint, digest, digest_before)
  VALUES (k.tenant, k.operation, k.key, o.state, n.state, o.fence, n.fence, o.holder, n.holder, o.owner, n.owner, o.locked_until,
          o.expires_at, left(encode(k.fingerprint, 'hex'), 8), trail.digest(n), trail.digest(o));
  RETURN NULL;
END
$$;
CREATE TRIGGER note AFTER INSERT OR UPDATE OR DELETE ON onceover.keys FOR EACH ROW EXECUTE FUNCTION trail.note();
ALTER TABLE onceover.keys ENABLE ALWAYS TRIGGER note;
)sql";

}  // namespace onceover::test
