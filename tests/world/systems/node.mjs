// SPDX-License-Identifier: Apache-2.0
// Job systems of Node.js: node node.mjs SYSTEM setup | put NAME… | work. The protocol is in trial.py.
import { createRequire } from 'node:module';
import { appendFileSync, existsSync } from 'node:fs';
const from = createRequire(process.env.WORLD_NODE + '/');
const [system, verb, ...names] = process.argv.slice(2);
const dsn = process.env.WORLD_DSN;
const say = (what, name) => appendFileSync(process.env.WORLD_EFFECTS, `${what} ${name}\n`);
const pay = async ({ name }) => {
  say('began', name);
  while (name.startsWith('hang') && existsSync(process.env.WORLD_HANG)) await new Promise(r => setTimeout(r, 100));
  if (name.startsWith('bad')) throw new Error('card refused');
  say('done', name);
};
if (system === 'pg-boss') {
  const PgBoss = from('pg-boss');
  const boss = new PgBoss(dsn);
  boss.on('error', e => console.error(e));
  await boss.start();
  if (verb === 'setup') await boss.createQueue('pay', { retryLimit: 0 });
  for (const name of verb === 'put' ? names : []) await boss.send('pay', { name });
  if (verb === 'work') for (let i = 0; i < 6; i++) await boss.work('pay', { pollingIntervalSeconds: 0.5 }, ([job]) => pay(job.data));
  else await boss.stop({ graceful: false });
} else {
  const { makeWorkerUtils, run } = from('graphile-worker');
  if (verb === 'work') await run({ connectionString: dsn, concurrency: 6, pollInterval: 300, taskList: { pay } });
  else {
    const utils = await makeWorkerUtils({ connectionString: dsn });
    await utils.migrate();
    for (const name of names) await utils.addJob('pay', { name }, { maxAttempts: name.startsWith('bad') ? 1 : 25 });
    await utils.release();
  }
}
