// SPDX-License-Identifier: Apache-2.0
// DBOS: a workflow's id is its idempotency key. It works until the test ends the work.
import { hold, load, obey, say } from './talk.mjs';

const { default: { DBOS } } = await load('@dbos-inc/dbos-sdk');
const { default: pg } = await load('pg');

const silent = () => {};
const charge = DBOS.registerWorkflow(async (key) => hold(key), { name: 'charge' });

DBOS.setConfig({
  name: 'shop',
  applicationVersion: '1',
  executorID: process.env.ONCEOVER_EXECUTOR,
  systemDatabasePool: new pg.Pool({ max: 20 }),  // where and who: the PG* variables
  logger: { info: silent, debug: silent, warn: silent, error: (error) => process.stderr.write(`${error?.stack ?? error}\n`) },
});
await DBOS.launch();  // and goes on with what an executor of this name has left

const watch = (handle) =>
  handle.getResult().then(
    (result) => say({ settled: handle.workflowID, result }),
    (error) => say({ settled: handle.workflowID, error: error.message }),
  );

obey({
  start: async ({ key }) => void watch(await DBOS.startWorkflow(charge, { workflowID: key })(key)),
  enqueue: async ({ key, queue }) => {
    // Of one at a time, so that the second has to wait.
    await DBOS.registerQueue(queue, { concurrency: 1, minPollingIntervalMs: 50 });
    watch(await DBOS.startWorkflow(charge, { workflowID: key, queueName: queue })(key));
  },
  watch: ({ key }) => void watch(DBOS.retrieveWorkflow(key)),  // one that it has gone on with
  cancel: async ({ key }) => DBOS.cancelWorkflow(key),
});
