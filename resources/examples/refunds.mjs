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
  const json = { 'Content-Type': 'application/json' };
  const charge = parsed(request.body)?.charge;
  if (!charge || typeof charge !== 'string') return { status: 400, headers: json, body: '{"error": "this is no refund"}', error_code: 'VALIDATION.body' };
  // The bytes as they came: the gateway compares them with those that it got under this key from a service in another language.
  const sent = await fetch(`${process.env.GATEWAY}/refunds`, {
    method: 'POST',
    headers: { ...json, 'Idempotency-Key': await downstreamKey('refund') },
    body: request.body,
    redirect: 'manual', // the page it leads to is no answer
    signal: AbortSignal.timeout(10_000), // shorter than the lease
  }).catch(() => null);
  const body = await sent?.text();
  if (sent?.ok) return { status: 201, headers: json, body };
  // Final is only a refusal in the gateway's own word. Its 422 may also mean: another payload under this key.
  if ([402, 422].includes(sent?.status) && parsed(body)?.error === 'declined')
    return { status: sent.status, headers: json, body, error_code: 'REFUND.refused' };
  return { status: 504 }; // unknown: the claim stays, and a retry with the same key goes on
}

app.post('/refunds', idempotent(pool, { operation: 'POST /refunds', dedupes: '24 hours', subject }, refund));
const server = app.listen(Number(process.argv[2]), '127.0.0.1', () => console.log(`listening on ${server.address().port}`));
