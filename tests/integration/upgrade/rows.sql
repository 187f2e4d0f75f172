-- A few rows of every table. Rows that a test names must stay under the names that they have here.
INSERT INTO onceover.keys (tenant, operation, key, created_at, fence, locked_until, completed_at, expires_at, response_code, response_version,
                           state, fingerprint_kind, fingerprint, owner, correlation_id, customer, amount, currency, reference, response_headers,
                           response_body) VALUES
  ('acme', 'POST /refunds', 'finished', '2026-01-01 00:00+00', nextval('onceover.fence'), NULL, '2026-01-01 00:00:01+00', '2099-01-01 00:00+00',
   201, 1, 'succeeded', 'raw-sha256', sha256('finished'), 'payments-1/1', 'corr-1', 'c_1', 10.00, 'EUR', 'ch_1',
   '12:Content-Type,16:application/json,', '{"refund":"finished"}'),
  ('acme', 'POST /refunds', 'refused', '2026-01-01 00:01+00', nextval('onceover.fence'), NULL, '2026-01-01 00:01:01+00', '2099-01-01 00:00+00',
   422, 1, 'failed', 'jcs-sha256', sha256('refused'), 'payments-1/2', 'corr-2', 'c_2', 20.50, 'EUR', 'ch_2',
   '12:Content-Type,24:application/problem+json,', '{"title":"no such charge"}'),
  ('acme', 'POST /refunds', 'past its window', '2026-01-01 00:02+00', nextval('onceover.fence'), NULL, '2026-01-01 00:02:01+00',
   '2026-01-04 00:02:01+00', 201, 1, 'succeeded', 'raw-sha256', sha256('past its window'), 'payments-1/3', NULL, NULL, NULL, NULL, NULL, NULL, ''),
  ('acme', 'POST /refunds', 'stuck', '2026-01-01 00:03+00', nextval('onceover.fence'), '2026-01-01 00:03:30+00', NULL, NULL, NULL, NULL,
   'in_progress', 'raw-sha256', sha256('stuck'), 'payments-1/4', 'corr-4', 'c_4', 40, 'EUR', 'ch_4', NULL, NULL),
  ('acme', 'POST /refunds', 'running', '2026-01-01 00:04+00', nextval('onceover.fence'), '2099-01-01 00:00+00', NULL, NULL, NULL, NULL,
   'in_progress', 'raw-sha256', sha256('running'), 'payments-1/5', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO onceover.keys (tenant, operation, key, created_at, fence, retry_before, expires_at, state, fingerprint_kind, fingerprint, error_code)
VALUES
  ('acme', 'POST /refunds', 'released', '2026-01-01 00:05+00', nextval('onceover.fence'), '2099-01-01 00:00+00', '2099-01-04 00:00+00',
   'released', 'raw-sha256', sha256('released'), NULL),
  ('acme', 'POST /refunds', 'released, never retried', '2026-01-01 00:06+00', nextval('onceover.fence'), '2026-01-02 00:00+00',
   '2026-01-05 00:00+00', 'released', 'raw-sha256', sha256('released, never retried'), 'TRANSIENT.no_effect');
INSERT INTO onceover.keys (tenant, operation, key, created_at, fence, locked_until, stuck_since, state, holder, owner, fingerprint_kind, fingerprint)
VALUES
  ('Größe "x"', 'POST /refunds', 'waits for a person', '2026-01-01 00:07+00', nextval('onceover.fence'), '2026-01-01 00:07:30+00',
   '2026-01-01 00:07:30+00', 'in_progress', 'operator', 'alice@desk', 'raw-sha256', sha256('waits for a person'));

INSERT INTO onceover.cases (tenant, operation, key, status, attempts, next_try_at, opened_at, updated_at, fence, verdict, reason, evidence) VALUES
  ('acme', 'POST /refunds', 'refused', 'settled', 1, NULL, '2026-01-01 00:01+00', '2026-01-01 00:02+00', 2, 'settle_failed', 'the gateway refused it',
   '{"finding": "refused"}'),
  ('acme', 'POST /refunds', 'stuck', 'open', 2, '2026-01-01 00:10+00', '2026-01-01 00:04+00', '2026-01-01 00:05+00', 4, 'unresolved',
   'the gateway did not answer', '{"finding": "no_answer"}'),
  ('Größe "x"', 'POST /refunds', 'waits for a person', 'needs_human', 3, NULL, '2026-01-01 00:08+00', '2026-01-01 00:09+00', 8, 'needs_human',
   'two effects', '{"finding": "done", "duplicate_effects": 2}');
INSERT INTO onceover.audit (action, actor, host, program, tenant, operation, key, from_state, to_state, fence_before, fence_after, before, after,
                            evidence, verdict, reason, ticket, correlation_id) VALUES
  ('settle', 'sweeper', 'host-1', 'oncectl', 'acme', 'POST /refunds', 'refused', 'in_progress', 'failed', 1, 2, '{"state": "in_progress", "fence": 1}',
   '{"state": "failed", "fence": 2}', '{"finding": "refused"}', 'settle_failed', 'the gateway refused it', NULL, 'corr-2'),
  ('own', 'alice', 'desk', 'onceover', 'Größe "x"', 'POST /refunds', 'waits for a person', 'in_progress', 'in_progress', 7, 8, NULL, NULL, NULL,
   NULL, 'looks into it', 'OPS-1', NULL);
INSERT INTO onceover.audit (action, actor, host, program, reason) VALUES ('stop', 'alice', 'desk', 'onceover', 'gateway is down');
INSERT INTO onceover.audit (action, actor, host, program, reason) VALUES ('resume', 'alice', 'desk', 'onceover', 'gateway is back');
INSERT INTO onceover.counter_deltas (at, source, flush, tenant, operation, name, bucket, n) VALUES
  ('2026-01-01 00:00:01+00', '00000000-0000-4000-8000-000000000001', 1, 'acme', 'POST /refunds', 'claimed', NULL, 8),
  ('2026-01-01 00:00:02+00', '00000000-0000-4000-8000-000000000001', 2, 'acme', 'POST /refunds', 'completed', NULL, 2),
  ('2026-01-01 00:00:02+00', '00000000-0000-4000-8000-000000000001', 2, 'acme', 'POST /refunds', 'claim_to_final', 100, 2),
  ('2026-01-01 00:00:02+00', '00000000-0000-4000-8000-000000000001', 2, 'acme', 'POST /refunds', 'claim_to_final', 'infinity', 1);

INSERT INTO onceover.audit (action, actor, host, program, tenant, operation, key, from_state, to_state, verdict, reason, profile, relation, row_key)
VALUES ('write', 'bob', 'desk', 'onceover', 'acme', 'pay', 'row-1', 'PENDING', 'DONE', 'settle_succeeded', 'seen at the gateway', 'shop',
        'public.payments', '{"id": "1"}');

INSERT INTO onceover.row_cases (relation, row_digest, row_key, profile, tenant, operation, key, status, attempts, opened_at, updated_at, verdict,
                                reason, evidence) VALUES
  ('public.payments', sha256('{"id": "1"}'), '{"id": "1"}', 'shop', 'acme', 'pay', 'row-1', 'settled', 1, '2026-01-01+00', '2026-01-01+00',
   'settle_succeeded', 'seen', NULL),
  ('public.payments', sha256('{"id": "2"}'), '{"id": "2"}', 'shop', 'acme', 'pay', 'row-2', 'needs_human', 1, '2026-01-01+00', '2026-01-01+00',
   'needs_human', 'another effect', '{"other_effect": true}');

INSERT INTO onceover.plans (name, act, reason, chosen_by, options, items, actor, host, program, database_oid, database_name)
VALUES ('night shift', 'settle', 'an outage', 'state = stuck', '{"rate": 5}', 2, 'alice', 'desk', 'onceover', 1, 'shop');
INSERT INTO onceover.plan_items (plan, position, tenant, operation, key, frozen, fence, state, tries, outcome, why, to_state, audit_id, finished_at)
VALUES ((SELECT p.id FROM onceover.plans p), 1, 'acme', 'POST /refunds', 'refused', '{"state": "in_progress"}', 1, 'done', 1, 'failed', 'refused',
        'failed', 1, '2026-01-01 00:02+00'),
       ((SELECT p.id FROM onceover.plans p), 2, 'acme', 'POST /refunds', 'stuck', '{"state": "in_progress"}', 4, 'waiting', 0, NULL, NULL, NULL,
        NULL, NULL);

INSERT INTO onceover.approvals (actor, host, program, act, tenant, operation, key, fence, seen_digest, request, request_digest, reason, ticket,
                                evidence, verdict)
VALUES ('alice', 'desk', 'onceover', 'fail', 'Größe "x"', 'POST /refunds', 'waits for a person', 8, sha256('8'), '{"code": 502}', sha256('502'),
        'the bank confirms by phone', 'OPS-2', '{"said": "by phone"}', 'needs_human');
SELECT onceover.seal_audit();
INSERT INTO onceover.audit (action, actor, host, program, reason) VALUES ('stop', 'bob', 'desk', 'onceover', 'after the seal');
INSERT INTO onceover.audit (action, actor, host, program, reason) VALUES ('resume', 'bob', 'desk', 'onceover', 'after the seal');

UPDATE onceover.row_cases SET owner = 'sweeper-1', fence = nextval('onceover.fence'), locked_until = '2026-01-01 00:10+00' WHERE status = 'needs_human';

INSERT INTO onceover.notes (actor, host, program, tenant, operation, key, note)
VALUES ('alice', 'desk', 'onceover', 'Größe "x"', 'POST /refunds', 'waits for a person', E'Two refunds at the gateway.\nCalled the bank.');
INSERT INTO onceover.notes (actor, host, program, tenant, operation, key, profile, relation, row_key, note)
VALUES ('bob', 'desk', 'onceover', 'acme', 'pay', 'row-2', 'shop', 'public.payments', '{"id": "2"}', 'another customer');

INSERT INTO onceover.counter_sources (source, flush) VALUES ('00000000-0000-4000-8000-000000000001', 3);
INSERT INTO onceover.counter_deltas (source, flush, tenant, operation, name, bucket, n) VALUES
  ('00000000-0000-4000-8000-000000000001', 3, 'acme', 'POST /refunds', 'conflict', NULL, 4);
SELECT onceover.roll_up_counters();
INSERT INTO onceover.counter_deltas (source, flush, tenant, operation, name, bucket, n) VALUES
  ('00000000-0000-4000-8000-000000000001', 4, 'acme', 'POST /refunds', 'replayed', NULL, 5);

-- The first call notes which store this is, the second begins.
SELECT onceover.publish_floor();
SELECT a.* FROM onceover.publish_floor() f, LATERAL onceover.advance_frontier(f.target, f.rewinds, 1000) a;

INSERT INTO onceover.gateways (name, operation, dedupe_window, reason, actor, in_force_since) VALUES ('bank', '*', '24 hours', 'its contract', 'alice', now());
INSERT INTO onceover.gateways (name, operation, dedupe_window, reason, actor) VALUES ('other bank', 'POST /payouts', NULL, 'its contract', 'bob');

SELECT onceover.make_outbox_partitions('1 day', 1);
INSERT INTO onceover.outbox (topic, aggregatetype, aggregateid, type, payload, headers, created_at) VALUES
  ('refunds', 'refund', 'r-0', 'requested', '{"n": 0}', '{"correlation_id": "corr-1"}', '2026-01-01 00:00+00'),
  ('refunds', 'refund', 'r-1', 'requested', '{"n": 1}', '{}', DEFAULT),
  ('refunds', 'refund', 'r-1', 'paid', '{"n": 2}', '{}', DEFAULT),
  ('refunds', 'refund', 'r-2', 'requested', NULL, '{}', DEFAULT);
INSERT INTO onceover.relays (name, topics, window_from, window_to, system_identifier, database_oid, published, published_at)
SELECT 'main', '{*}', pg_current_snapshot(), pg_current_snapshot(), c.system_identifier::text, d.oid, 2, '2026-01-01 00:00+00'
FROM pg_control_system() c, pg_database d WHERE d.datname = current_database();
INSERT INTO onceover.outbox_parked (relay, seq, id, topic, aggregatetype, aggregateid, created_at, state, attempts, next_try_at, error)
SELECT 'main', o.seq, o.id, o.topic, o.aggregatetype, o.aggregateid, o.created_at,
       CASE WHEN o.type = 'paid' THEN 'behind' WHEN o.aggregateid = 'r-1' THEN 'dead' ELSE 'waiting' END, 5,
       CASE WHEN o.aggregateid = 'r-2' THEN timestamptz '2026-01-01 00:00+00' END, 'the broker refused it'
FROM onceover.outbox o WHERE o.aggregateid <> 'r-0';
INSERT INTO onceover.relay_tokens (relay, token) VALUES ('main', '00000000-0000-4000-8000-000000000002');
INSERT INTO onceover.event_requests (relay, seq, act, actor, host, program, reason)
SELECT 'main', p.seq, 'skip', 'alice', 'desk', 'onceover', 'test data' FROM onceover.outbox_parked p WHERE p.state = 'dead';
INSERT INTO onceover.outbox_adoptions (started_at, ended_at, snapshot, up_to)
VALUES ('2026-01-01 00:00+00', '2026-01-01 00:01+00', '3:3:', 0);

INSERT INTO onceover.inbox (consumer, source, event_id, received_at, next_try_at, locked_until, started_at, processed_at, dead_at, fence, attempts,
                            stored, state, fingerprint, owner, aggregate_type, aggregate_id, aggregate_version, content_type, last_error, headers,
                            payload) VALUES
  ('billing', 'orders', 'e-1', '2026-01-01+00', NULL, NULL, NULL, '2026-01-01 00:00:01+00', NULL, 0, 0, false, 'succeeded', sha256('e-1'), NULL,
   'order', 'o-1', 7, NULL, NULL, NULL, NULL),
  ('billing', 'orders', 'e-2', '2026-01-01+00', '2026-01-01+00', NULL, NULL, NULL, NULL, 0, 0, true, 'in_progress', sha256('e-2'), NULL, NULL, NULL,
   NULL, 'application/json', NULL, '{"a": "b"}', '{"n": 2}'),
  ('billing', 'orders', 'e-3', '2026-01-01+00', '2026-01-01+00', '2026-01-01 00:01+00', '2026-01-01+00', NULL, NULL, 3, 1, true, 'in_progress',
   sha256('e-3'), 'worker-1', NULL, NULL, NULL, 'application/json', NULL, '{}', '{"n": 3}'),
  ('billing', 'orders', 'e-4', '2026-01-01+00', NULL, NULL, NULL, NULL, '2026-01-01 00:05+00', 4, 5, true, 'dead', sha256('e-4'), 'worker-1', NULL,
   NULL, NULL, 'application/json', 'no such account', '{}', '{"n": 4}');
SELECT setval('onceover.inbox_fence', 10);
INSERT INTO onceover.settled_operations (operation) VALUES ('POST /refunds');
INSERT INTO onceover.inbox_versions (consumer, aggregate_type, aggregate_id, version, previous) VALUES ('billing', 'order', 'o-1', 7, 6);
INSERT INTO onceover.inbox_positions (consumer, place, next, first) VALUES ('billing', 'cluster/billing/orders/0', 12, 3);

INSERT INTO onceover.inbox (consumer, source, event_id, dead_at, stored, state, payload)
VALUES ('billing', 'orders', 'e-5', '2026-01-01+00', true, 'discarded', '{"n": 5}');
SELECT onceover.pause_relay('main', true, 'the broker is down', 'alice', 'desk', 'onceover');

INSERT INTO onceover.samples (relation, minute, at, levels) VALUES ('onceover.keys', '2026-01-01 00:00+00', '2026-01-01 00:00:10+00', '{"stuck": 2, "oldest": 30.5}');
INSERT INTO onceover.reap_marks (until_at, until_key, look_at) VALUES ('2026-01-01 00:00+00', 'k', '2026-01-02 00:00+00');
