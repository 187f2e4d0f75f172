// SPDX-License-Identifier: Apache-2.0
// Idempotent handlers for Express by the SQL contract of Onceover: see the manual page "Services". Needs pg (npm install pg).
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

const problem = (response, status, code, detail, retryAfter) =>
  response.status(status).set({ 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store', ...(retryAfter && { 'Retry-After': retryAfter }) })
    .end(JSON.stringify({ type: `urn:onceover:problem:${code}`, status, detail, error_code: code }));
const isFinal = (status) => status < 500 && ![401, 403, 408, 409, 423, 425, 429].includes(status);
// A busy server, or a lost connection.
const mayTryAgain = (error) => !/^[0-9A-Z]{5}$/.test(error.code ?? '') || /^(08|40|53|57P|55P03)/.test(error.code);

const claimSql = `CALL onceover.claim(tenant => $1, operation => $2, key => $3, fingerprint => $4, attempt => $5, owner => $6, lease => $7,
  rerunnable_for => $8, correlation_id => $9)`;
const finishSql = (call, more) => `SELECT onceover.${call}(tenant => $1, operation => $2, key => $3, fence => $4, attempt => $5, code => $6,
  headers => $7, body => $8${more})`;

// handler(request, claim) → {status, headers, body}; error_code with a refusal; no_effect: true where nothing was executed.
export const idempotent = (pool, { operation, tenant = () => '', lease = '30 s', dedupes = null }, handler) => async (request, response) => {
  const key = (request.get('Idempotency-Key') ?? '').replace(/^"(.*)"$/, '$1');
  if (!key) return problem(response, 400, 'VALIDATION.idempotency.key_missing', 'This operation requires the header Idempotency-Key.');
  const name = [tenant(request), operation, key], attempt = randomUUID();
  const fingerprint = createHash('sha256').update(request.body ?? '').digest(); // the body's bytes: express.raw
  const store = async (sql, values) => {
    for (let tries = 1; ; ++tries) {
      try { return (await pool.query(sql, values)).rows[0]; } catch (error) {
        if (!mayTryAgain(error) || tries === 4) throw error;
        await pause(Math.random() * 20 * tries);
      }
    }
  };
  const claim = () => store(claimSql, [...name, fingerprint, attempt, `node/${process.pid}`, lease, dedupes, request.get('X-Request-Id')]);
  const answer = (c) => {
    if (c.outcome === 'mismatch') return problem(response, 422, 'CONFLICT.idempotency.payload_mismatch', 'The key was used with another payload.');
    const code = `CONFLICT.idempotency.${c.outcome === 'awaiting' ? 'awaiting_reconciliation' : 'in_progress'}`;
    if (c.outcome !== 'replay') return problem(response, 409, code, 'Send it again later, with the same key.', c.retry_after_s ?? 30);
    for (let i = 0; i < c.response_headers.length; i += 2) response.appendHeader(c.response_headers[i], c.response_headers[i + 1]);
    response.status(c.response_code).setHeader('Idempotency-Status', 'replayed').end(c.response_body);
  };
  try {
    let c = await claim();
    if (c.outcome !== 'claimed') return answer(c);
    const { status, headers = {}, body = '', error_code, no_effect } = await handler(request, c), bytes = Buffer.from(body), final = isFinal(status);
    const values = [...name, c.fence, attempt, status, Object.entries(headers).flat().map(String), bytes];
    for (let tries = 1; final; ++tries) {
      try {
        await (status < 400 ? pool.query(finishSql('complete', ''), values)
          : pool.query(finishSql('fail', ', error_code => $9'), [...values, error_code]));
        break;
      } catch { // lost, done already, or in doubt: what the store says, and never the handler again
        if ((c = await claim()).outcome !== 'claimed' || tries === 3) return answer(c);
      }
    }
    if (no_effect && !final) await store('SELECT onceover.release($1, $2, $3, $4, $5, $6)', [...name, c.fence, dedupes, attempt]);
    response.status(status).set({ ...headers, ...(final && { 'Idempotency-Status': 'stored' }) }).end(bytes);
  } catch (error) { // of the store or of the handler: the claim stays
    console.error(error);
    problem(response, 503, 'DEPENDENCY.unavailable', 'The outcome may be unknown. Send it again later, with the same key.', 1);
  }
};
