// SPDX-License-Identifier: Apache-2.0
// Jobs from Node.js: node jobs.mjs onceover | pg-boss. Commands on standard input: ["put", N], ["work", "one" | "batch", N]; each answer is seconds.
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
const from = createRequire(process.env.WORLD_NODE + '/');
const connectionString = process.env.WORLD_DSN, workers = 8, size = 100;
let boss, pool;
if (process.argv[2] === 'pg-boss') {
  const PgBoss = from('pg-boss');
  boss = new PgBoss({ connectionString, max: workers, supervise: false, schedule: false });
  boss.on('error', (error) => console.error(error));
  await boss.start();
  await boss.createQueue('jobs');
} else {
  pool = new (from('pg').Pool)({ connectionString, max: workers });
}

const of = 'FROM unnest($1::text[], $2::text[], $3::bigint[]) e (source, id, fence)';
const takeSome = {
  async onceover(most) {
    const { rows } = await pool.query("SELECT source, event_id, fence FROM onceover.inbox_take('jobs', 'node', '30 s', $1)", [most]);
    if (rows.length === 0) return 0;
    if (most === 1) { // one that is taken has begun
      const [{ source, event_id, fence }] = rows;
      return (await pool.query("SELECT onceover.inbox_finish('jobs', $1, $2, $3)::int AS ended", [source, event_id, fence])).rows[0].ended;
    }
    const names = [rows.map((each) => each.source), rows.map((each) => each.event_id), rows.map((each) => each.fence)];
    await pool.query(`SELECT onceover.inbox_start('jobs', e.source, e.id, e.fence, '30 s') ${of}`, names);
    return Number((await pool.query(`SELECT sum(onceover.inbox_finish('jobs', e.source, e.id, e.fence)::int) AS ended ${of}`, names)).rows[0].ended);
  },
  async 'pg-boss'(most) {
    const jobs = await boss.fetch('jobs', { batchSize: most });
    if (jobs.length === 0) return 0;
    await boss.complete('jobs', jobs.map((each) => each.id));
    return jobs.length;
  },
}[process.argv[2]];

console.log('"ready"');
for await (const line of createInterface({ input: process.stdin })) {
  const [verb, ...more] = JSON.parse(line), begin = performance.now();
  if (verb === 'put') {
    for (let left = more[0]; left > 0; left -= 1000) await boss.insert(Array.from({ length: Math.min(left, 1000) }, () => ({ name: 'jobs', data: { name: 'order' } })));
  } else {
    let done = 0;
    await Promise.all(Array.from({ length: workers }, async () => {
      while (done < more[1]) {
        const ended = await takeSome(more[0] === 'one' ? 1 : size);
        done += ended;
      }
    }));
  }
  console.log((performance.now() - begin) / 1000);
}
process.exit(0);
