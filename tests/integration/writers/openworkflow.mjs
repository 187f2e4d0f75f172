// SPDX-License-Identifier: Apache-2.0
// openworkflow: a run is found again by its idempotency key, and a worker holds it by a lease. It works until the test ends the work.
import { hold, load, obey, say } from './talk.mjs';

const { OpenWorkflow } = await load('openworkflow');
const { BackendPostgres } = await load('openworkflow/postgres');

const backend = await BackendPostgres.connect('postgres://', { namespaceId: 'shop' });  // where and who: the PG* variables

// What it has written is said when it is written: each of these is one statement that commits by itself.
for (const [method, word] of [['completeWorkflowRun', 'completed'], ['failWorkflowRun', 'failed_attempt']]) {
  const write = backend[method].bind(backend);
  backend[method] = async (parameters) => {
    const run = await write(parameters);
    say({ [word]: run.idempotencyKey, status: run.status });
    return run;
  };
}

const workflows = new OpenWorkflow({ backend });
const declare = (name, maximumAttempts) =>
  workflows.defineWorkflow({ name, retryPolicy: { initialInterval: '10ms', maximumAttempts } }, async ({ input }) => hold(input.key));
const kinds = { charge: declare('charge', 1), ship: declare('ship', 2) };

obey({
  start: async ({ kind, key, after }) => {
    const { workflowRun } = await kinds[kind].run({ key, amount: '12.50' }, { idempotencyKey: key, availableAt: after });
    return { id: workflowRun.id, status: workflowRun.status };
  },
  cancel: async ({ id }) => workflows.cancelWorkflowRun(id),
  work: async () => workflows.newWorker({ concurrency: 10 }).start(),
});
