// SPDX-License-Identifier: Apache-2.0
// Idempotent handlers for Express by the SQL contract of Onceover: see the manual page "Services". Needs pg (npm install pg).
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

const problem = (response, status, code, detail, retryAfter) =>
  response.status(status).set({ 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store', ...(retryAfter && { 'Retry-After': retryAfter }) })
    .end(JSON.stringify({ type: `urn:onceover:problem:${code}`, status, detail, error_code: code }));
// A quoted string of RFC 8941 and its parameters, or a bare key without a comma.
const headerForm = new RegExp(String.raw`^[ \t]*(?:"((?:[^"\\]|\\["\\])*)"(?:; *[a-z*][a-z0-9_.*-]*(?:=(?:-?[0-9]{1,15}|-?[0-9]{1,12}\.[0-9]{1,3}|`
  + String.raw`"(?:[ !#-\[\]-~]|\\["\\])*"|[A-Za-z*][A-Za-z0-9!#$%&'*+.^_\x60|~:/-]*|\?[01]|:[A-Za-z0-9+/=]*:))?)*|([^",][^,]*?))[ \t]*$`);
const keyOf = (lines) => { // null: malformed
  const found = lines.length === 1 && headerForm.exec(lines[0]), key = found ? found[2] ?? found[1].replace(/\\(.)/g, '$1') : '';
  return /^[!-~]([ -~]{0,253}[!-~])?$/.test(key) ? key : null;
};
const bodyOf = async (request, limit = 1 << 20) => { // null: larger
  const chunks = [];
  let size = 0;
  for await (const chunk of request) if ((size += chunk.length) <= limit) chunks.push(chunk);
  return size > limit ? null : Buffer.concat(chunks);
};
const correlationOf = (request) => ['X-Request-Id', 'X-Correlation-Id'].map((name) => request.get(name)).find((id) => /^[!-~]{1,200}$/.test(id ?? ''))
  ?? /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/.exec(request.get('traceparent') ?? '')?.[1];
// As it was written, or none: JSON.parse has rounded a number of more than 15 digits.
const exact = (amount) => typeof amount !== 'object'
  && (typeof amount === 'number' ? /^-?(?!(\d\.?){16})\d+(\.\d+)?$/ : /^-?\d{1,30}(\.\d{1,15})?$/).test(amount) ? String(amount) : null;
const isFinal = (status) => status < 500 && ![401, 403, 408, 409, 423, 425, 429].includes(status);
// A busy server, or a lost connection.
const mayTryAgain = (error) => !/^[0-9A-Z]{5}$/.test(error.code ?? '') || /^(08|40|53|57P|55P03)/.test(error.code);

const claimSql = `CALL onceover.claim(tenant => $1, operation => $2, key => $3, fingerprint => $4, attempt => $5, owner => $6, lease => $7,
  rerunnable_for => $8, correlation_id => $9, customer => $10, amount => $11, currency => $12, reference => $13)`;
const finishSql = (call, more) => `SELECT onceover.${call}(tenant => $1, operation => $2, key => $3, fence => $4, attempt => $5, code => $6,
  headers => $7, body => $8${more})`;

// handler(request, claim, downstreamKey), where request.body is the body's bytes: no parser may be before it → {status, headers, body}; error_code with a refusal; no_effect: true where nothing was executed.
// await downstreamKey('refund'): the key for the gateway's effect of that name. lease: longer than the handler takes; it is not renewed.
// dedupes: how long the gateway deduplicates by that key; never for rows of your own. subject(request): {customer, amount, currency, reference}.
export const idempotent = (pool, options, handler) => async (request, response) => {
  const { operation, tenant = () => '', lease = '30 s', dedupes = null, subject = () => ({}) } = options;
  if (request.body !== undefined) throw new Error('a body parser has run before idempotent()');
  const lines = request.headersDistinct['idempotency-key'];
  try { request.body = await bodyOf(request); } catch { return problem(response, 400, 'VALIDATION.body', 'The body was cut off.'); }
  if (!lines) return problem(response, 400, 'VALIDATION.idempotency.key_missing', 'This operation requires the header Idempotency-Key.');
  const key = keyOf(lines);
  if (key === null)
    return problem(response, 400, 'VALIDATION.idempotency.key_malformed', 'A key is up to 255 characters of printable ASCII; with a comma it is quoted.');
  if (!request.body) return problem(response, 413, 'VALIDATION.body', 'The body is larger than 1 MB.');
  const name = [tenant(request), operation, key], attempt = randomUUID();
  const fingerprint = createHash('sha256').update(request.body).digest();
  const store = async (sql, values) => {
    for (let tries = 1; ; ++tries) {
      try { return (await pool.query(sql, values)).rows[0]; } catch (error) {
        if (!mayTryAgain(error) || tries === 4) throw error;
        await pause(Math.random() * 20 * tries);
      }
    }
  };
  const downstreamKey = async (effect) => (await store('SELECT onceover.downstream_key($1, $2, $3, $4) AS key', [...name, effect])).key;
  const claim = (about = subject(request)) => store(claimSql, [...name, fingerprint, attempt, `node/${process.pid}`, lease, dedupes, correlationOf(request),
    about.customer, exact(about.amount), about.currency, about.reference]);
  const answer = (c) => {
    if (c.outcome === 'mismatch') return problem(response, 422, 'CONFLICT.idempotency.payload_mismatch', 'The key was used with another payload.');
    const code = `CONFLICT.idempotency.${c.outcome === 'awaiting' ? 'awaiting_reconciliation' : 'in_progress'}`;
    if (c.outcome !== 'replay') return problem(response, 409, code, 'Send it again later, with the same key.', c.retry_after_s ?? 30);
    for (let i = 0; i < c.response_headers.length; i += 2) response.appendHeader(c.response_headers[i], c.response_headers[i + 1]);
    response.status(c.response_code).setHeader('Idempotency-Status', 'replayed').end(c.response_body);
  };
  let mine = false;
  try {
    let c = await claim();
    if (c.outcome !== 'claimed') return answer(c);
    mine = true;
    const { status, headers = {}, body, error_code, no_effect } = await handler(request, c, downstreamKey), bytes = Buffer.from(body ?? ''), final = isFinal(status);
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
    else if (!final) return problem(response, 503, 'DEPENDENCY.timeout', 'It may have been executed. Send it again later, with the same key.', 30);
    for (const [header, value] of Object.entries({ ...headers, ...(final && { 'Idempotency-Status': 'stored' }) })) response.setHeader(header, value);
    response.status(status).end(bytes);
  } catch (error) { // of the store or of the handler: the claim stays
    console.error(error);
    if (error.code === 'OC014') return problem(response, 500, 'INTERNAL.idempotency.unreadable_response', 'The stored answer cannot be read. Tell the operator.');
    if (mine) return problem(response, 503, 'DEPENDENCY.timeout', 'It may have been executed. Send it again later, with the same key.', 30);
    if (/^22/.test(error.code)) return problem(response, 400, 'VALIDATION.request', 'The request is not valid. It was not executed.');
    problem(response, 503, 'DEPENDENCY.unavailable',
      'This request was not executed; an earlier one with this key may have been. Send it again later, with the same key.', 1);
  }
};
