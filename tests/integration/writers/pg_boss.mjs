// SPDX-License-Identifier: Apache-2.0
// pg-boss: a queue. A job works until the test ends the work; a failed one is not tried again by itself.
import { hold, load, obey } from './talk.mjs';

const { default: PgBoss } = await load('pg-boss');

const boss = new PgBoss({ host: process.env.PGHOST, user: process.env.PGUSER, database: process.env.PGDATABASE, max: 5 });
boss.on('error', (error) => process.stderr.write(`${error?.stack ?? error}\n`));
const queue = 'charge';

obey({
  setup: async () => {
    await boss.start();
    await boss.createQueue(queue);
  },
  send: async ({ keys, after }) => {
    for (const key of keys) await boss.send(queue, { key }, { retryLimit: 0, startAfter: after ?? 0 });
  },
  work: async ({ workers }) => {
    for (let i = 0; i < workers; ++i) {
      await boss.work(queue, { pollingIntervalSeconds: 0.5 }, async ([job]) => hold(job.data.key, { job: job.id }));
    }
  },
});
