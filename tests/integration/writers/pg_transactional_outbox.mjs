// SPDX-License-Identifier: Apache-2.0
// Outbox and inbox of pg-transactional-outbox, polled. The relay takes what is in the outbox into the inbox; the consumer of the inbox
// works on a message until the test ends the work.
import { hold, load, obey, say } from './talk.mjs';

const { default: library } = await load('pg-transactional-outbox');
const { default: pg } = await load('pg');

const pool = new pg.Pool();  // where and who: the PG* variables
const hour = 3_600_000;
const config = (box) => ({
  outboxOrInbox: box,
  dbListenerConfig: {},
  settings: {
    dbSchema: 'public',
    dbTable: box,
    nextMessagesFunctionName: `next_${box}_messages`,
    nextMessagesPollingIntervalInMs: 50,
    // No lease ends and no work is given up because a machine is slow.
    nextMessagesLockInMs: hour,
    messageProcessingTimeoutInMs: hour,
    maxAttempts: 2,
    enableMaxAttemptsProtection: true,
    maxPoisonousAttempts: 1,
    enablePoisonousMessageProtection: true,
    messageCleanupIntervalInMs: 0,
  },
});

// Its trace after a message is the only word that comes when the transaction has ended.
const logger = (box) => ({
  ...library.getDisabledLogger(),
  trace: (message) => {
    if (message?.id) say({ finished: message.id, box });
  },
  warn: (error, words) => process.stderr.write(`${words ?? ''} ${error?.innerError?.stack ?? error?.stack ?? error}\n`),
  error: (error) => say({ trouble: error?.errorCode ?? String(error), box }),
});

const outbox = library.initializeMessageStorage(config('outbox'), logger('outbox'));
const inbox = library.initializeMessageStorage(config('inbox'), logger('inbox'));

// As a broker would, it passes on the message without what the outbox knows of it: the lease would come along.
const relay = {
  handle: async ({ id, aggregateType, aggregateId, messageType, segment, payload }, client) =>
    inbox({ id, aggregateType, aggregateId, messageType, segment, payload }, client),
};
// Every look into a table is an order of the test. A look locks rows for a moment, also those that are leased, and a handler that begins in
// that moment has failed its attempt: how often would be the machine's affair. Twenty is more than the test holds: a listener whose batch is
// full turns in circles without a pause.
function turnstile() {
  let free = 0;
  let waiting;
  return {
    open: () => {
      if (!waiting) free += 1;
      waiting?.();
      waiting = undefined;
    },
    batchSizeStrategy: async () => {
      if (free > 0) free -= 1;
      else await new Promise((resolve) => { waiting = resolve; });
      return 20;
    },
  };
}
const looks = { outbox: turnstile(), inbox: turnstile() };
const listen = (box, handler) =>
  void library.initializePollingMessageListener(config(box), handler, logger(box), { batchSizeStrategy: looks[box].batchSizeStrategy });

const consumer = {
  handle: async ({ id, startedAttempts, finishedAttempts }) => {
    await hold(id, { started: startedAttempts, finished: finishedAttempts });
  },
  handleError: async (error, { id }, _client, again) => say({ refused: id, again }),
};

obey({
  setup: async () => {
    for (const box of ['outbox', 'inbox']) {
      await pool.query(
        library.DatabaseSetupExporter.createPollingScript(
          {
            outboxOrInbox: box,
            database: process.env.PGDATABASE,
            schema: 'public',
            table: box,
            listenerRole: process.env.PGUSER,
            nextMessagesName: `next_${box}_messages`,
          },
          true,  // the roles are there
        ),
      );
    }
  },
  // In one transaction, as the business change that they tell of would be. Of a segment one message is worked on at a time.
  send: async ({ ids, segment }) => {
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      for (const id of ids) {
        const message = { id, aggregateType: 'order', aggregateId: `order of ${id}`, messageType: 'order_placed', segment: segment ?? id };
        await outbox({ ...message, payload: { amount: '12.50' } }, client);
      }
      await client.query('COMMIT');
    } finally {
      client.release();
    }
  },
  relay: () => listen('outbox', relay),
  consume: () => listen('inbox', consumer),
  look: ({ into }) => looks[into].open(),
});
