// SPDX-License-Identifier: Apache-2.0
// pg-transactional-outbox to Kafka: node outbox.mjs setup | publish. By its polling listener, in order for each segment: the one by logical
// replication passes an event over that it gets before the transaction is visible (MESSAGE_NOT_FOUND), and so loses some. Larger batches and shorter
// pauses make it slower: its polls lock the rows that its handlers then find locked (NOWAIT), which wait for the end of a lease. Larger batches and shorter
import { createRequire } from 'node:module';
const from = createRequire(process.env.WORLD_NODE + '/');
const { DatabaseSetupExporter, getDefaultLogger, initializePollingMessageListener } = from('pg-transactional-outbox');
const { Kafka, logLevel } = from('kafkajs');
if (process.argv[2] === 'setup') {
  console.log(DatabaseSetupExporter.createPollingScript({ outboxOrInbox: 'outbox', database: 'pgto', schema: 'public', table: 'outbox', listenerRole: 'postgres',
    nextMessagesName: 'next_outbox_messages' }));
} else {
  const kafka = new Kafka({ clientId: 'pgto', brokers: [process.env.WORLD_BROKERS], logLevel: logLevel.ERROR });
  const producer = kafka.producer({ idempotent: true, maxInFlightRequests: 5, allowAutoTopicCreation: false });
  await producer.connect();
  const handle = async (message) => {
    await producer.send({ topic: 'pgto', acks: -1, messages: [{ key: message.aggregateId, value: JSON.stringify(message.payload), headers: { id: message.id } }] });
  };
  const url = new URL(process.env.WORLD_DSN);
  const database = { host: url.hostname, port: Number(url.port), user: 'postgres', database: 'pgto', max: 32 };
  const [shutdown] = initializePollingMessageListener(
    { outboxOrInbox: 'outbox', dbListenerConfig: database, dbHandlerConfig: database,
      settings: { dbSchema: 'public', dbTable: 'outbox', enableMaxAttemptsProtection: false, enablePoisonousMessageProtection: false, messageCleanupIntervalInMs: 0,
        nextMessagesFunctionName: 'next_outbox_messages', nextMessagesBatchSize: 16, nextMessagesPollingIntervalInMs: 100 } },
    { handle }, Object.assign(getDefaultLogger('peers'), { level: 'warn' }), { batchSizeStrategy: async () => 16 });
  process.on('SIGTERM', async () => { await shutdown(); await producer.disconnect(); process.exit(0); });
}
