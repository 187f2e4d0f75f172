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
// By itself it starts with one message at a time, and the test holds several. A listener whose batch is full would turn in circles without a
// pause, so it is larger than what the test holds.
const strategies = { batchSizeStrategy: async () => 20 };

let stop_relay = async () => {};
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
  relay: () => {
    [stop_relay] = library.initializePollingMessageListener(config('outbox'), relay, logger('outbox'), strategies);
  },
  stop_relay: async () => stop_relay(),
  consume: () => void library.initializePollingMessageListener(config('inbox'), consumer, logger('inbox'), strategies),
});
