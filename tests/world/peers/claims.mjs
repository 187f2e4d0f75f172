// SPDX-License-Identifier: Apache-2.0
// Claims from Node.js by the calls of a middleware: node claims.mjs onceover | idempot. Commands on standard input: ["new" | "replay", SECONDS];
// the answer is what each request took, in microseconds, and processor time. Eight at once.
import { createHash, randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
const home = process.env.WORLD_NODE + '/', from = createRequire(home), clients = 8;
const pool = new (from('pg').Pool)({ connectionString: process.env.WORLD_DSN, max: 2 * clients }); // idempot sends two statements at once
const answer = (amount) => JSON.stringify({ refund: 're_1', amount, status: 'succeeded' });
const bodyOf = (key) => JSON.stringify({ charge: `ch_${key}`, amount: 1250, currency: 'EUR', reason: 'the customer has changed their mind' });
const print = (body) => createHash('sha256').update(body).digest();
let send;
if (process.argv[2] === 'idempot') {
  const { PostgresIdempotencyStore } = await import(pathToFileURL(home + 'node_modules/@idempot/postgres-store/index.js'));
  const store = new PostgresIdempotencyStore({ pool });
  while (!(await pool.query("SELECT to_regclass('idx_expires_at') AS last")).rows[0].last) await new Promise((done) => setTimeout(done, 50));
  // The order of its middleware: look up, start, answer, complete.
  send = async (key) => {
    const body = bodyOf(key), fingerprint = print(body).toString('hex').slice(0, 16);
    const { byKey } = await store.lookup(key, fingerprint);
    if (byKey) return byKey.fingerprint === fingerprint && byKey.response.body;
    await store.startProcessing(key, fingerprint, 86400000);
    const response = answer(1250);
    await store.complete(key, { status: 201, headers: { 'content-type': 'application/json' }, body: response });
    return response;
  };
} else {
  const claim = `CALL onceover.claim(tenant => $1, operation => $2, key => $3, fingerprint => $4, attempt => $5, owner => $6, lease => $7,
    rerunnable_for => $8, correlation_id => $9, customer => $10, amount => $11, currency => $12, reference => $13)`;
  const complete = `SELECT onceover.complete(tenant => $1, operation => $2, key => $3, fence => $4, attempt => $5, code => $6, headers => $7, body => $8)`;
  send = async (key) => {
    const body = bodyOf(key), name = ['', 'POST /pay', key], attempt = randomUUID();
    const c = (await pool.query(claim, [...name, print(body), attempt, 'node/1', '30 s', null, null, null, null, null, null])).rows[0];
    if (c.outcome === 'replay') return c.response_body.toString();
    const response = answer(1250);
    await pool.query(complete, [...name, c.fence, attempt, 201, ['Content-Type', 'application/json'], Buffer.from(response)]);
    return response;
  };
}
const known = Array.from({ length: 800 }, () => randomUUID());
for (const key of known) await send(key);
console.log('"ready"');
for await (const line of createInterface({ input: process.stdin })) {
  const [kind, seconds] = JSON.parse(line), took = [], cpu = process.cpuUsage(), end = performance.now() + seconds * 1000;
  await Promise.all(Array.from({ length: clients }, async () => {
    for (let begin; (begin = performance.now()) < end; ) {
      if ((await send(kind === 'new' ? randomUUID() : known[Math.floor(Math.random() * known.length)])) !== answer(1250)) throw new Error('another answer');
      took.push(Math.round((performance.now() - begin) * 1000));
    }
  }));
  const { user, system } = process.cpuUsage(cpu);
  console.log(JSON.stringify({ took, cpu: (user + system) / 1e6 }));
}
process.exit(0);
