// SPDX-License-Identifier: Apache-2.0
// A refund service for Express whose requests have one effect each. Needs pg and express.
//
//     PGDATABASE=payments GATEWAY=https://pay.example node refunds.mjs 8080
//
// The gateway deduplicates by the header Idempotency-Key for 24 hours. It gets our own key, by which
// Onceover asks it later what happened: the effect "refund" of the gateway's file.
import express from 'express';
import pg from 'pg';
import { idempotent } from './onceover.mjs';

const pool = new pg.Pool(); // PGHOST, PGDATABASE, PGUSER …: a user with the role client
pool.on('error', () => {}); // an idle connection was lost: the next request opens another
const app = express();

const parsed = (body) => { try { return JSON.parse(body); } catch { return null; } };

const subject = (request) => { const r = parsed(request.body); return { amount: r?.amount, currency: r?.currency, reference: r?.charge }; };

async function refund(request, claim, downstreamKey) {
  const wanted = parsed(request.body);
  if (!wanted?.charge) return { status: 400, body: '{"error": "this is no refund"}', error_code: 'VALIDATION.body' };
  const ours = await downstreamKey('refund');
  const sent = await fetch(`${process.env.GATEWAY}/refunds`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': ours },
    body: JSON.stringify(wanted),
    signal: AbortSignal.timeout(10_000), // shorter than the lease
  }).catch(() => null); // unknown: the claim stays, and a retry with the same key goes on
  if (!sent || sent.status >= 500) return { status: 504, body: '{"error": "the gateway did not answer"}' };
  // A gateway's 404, 409 or 429 says nothing about this refund for good.
  const status = sent.ok ? 201 : sent.status === 402 || sent.status === 422 ? sent.status : 502;
  return { status, headers: { 'Content-Type': 'application/json' }, body: await sent.text(), error_code: status === 201 ? null : 'REFUND.refused' };
}

app.post('/refunds', express.raw({ type: '*/*' }), idempotent(pool, { operation: 'POST /refunds', dedupes: '24 hours', subject }, refund));
const server = app.listen(Number(process.argv[2]), '127.0.0.1', () => console.log(`listening on ${server.address().port}`));
