// SPDX-License-Identifier: Apache-2.0
// graphile-worker: a queue whose finished jobs leave no row. A job works until the test ends the work.
import { hold, load, obey } from './talk.mjs';

const { Logger, run } = await load('graphile-worker');
const { default: pg } = await load('pg');

const logger = new Logger(() => (level, message) => {
  if (level === 'error') process.stderr.write(`${message}\n`);
});
const runner = await run({
  pgPool: new pg.Pool({ max: 8 }),
  logger,
  noHandleSignals: true,
  pollInterval: 200,
  concurrency: 3,
  taskList: { charge: async ({ key }) => hold(key, {}) },
});

obey({
  send: async ({ keys }) => {
    for (const key of keys) await runner.addJob('charge', { key }, { jobKey: key, maxAttempts: 1 });
  },
});
