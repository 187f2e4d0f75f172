// SPDX-License-Identifier: Apache-2.0
// An independent client of Kafka: reads what the relay published, and produces messages with its own choice of the partition, which is that
// of the Java client. Keys are texts, values and headers hex.
import { load, obey, say } from './talk.mjs';

const { default: kafkajs } = await load('kafkajs');
const { CompressionTypes, Kafka, Partitioners, logLevel } = kafkajs;

const kafka = new Kafka({ brokers: process.env.KAFKA_BROKERS.split(','), logLevel: logLevel.NOTHING });
const hex = (value) => (value === null || value === undefined ? null : Buffer.from(value).toString('hex'));

obey({
  async read({ topics }) {
    const consumer = kafka.consumer({ groupId: `reader-of-${topics[0]}`, maxWaitTimeInMs: 50 });
    await consumer.connect();
    await consumer.subscribe({ topics, fromBeginning: true });
    await consumer.run({
      eachMessage: async ({ topic, partition, message }) =>
        say({
          message: message.key.toString(),
          topic,
          partition,
          offset: message.offset,
          value: hex(message.value),
          headers: Object.fromEntries(Object.entries(message.headers).map(([name, value]) => [name, value.toString()])),
        }),
    });
  },
  async produce({ topic, keys }) {
    const producer = kafka.producer({ createPartitioner: Partitioners.DefaultPartitioner });
    await producer.connect();
    await producer.send({ topic, compression: CompressionTypes.None, messages: keys.map((key) => ({ key, value: 'x' })) });
    await producer.disconnect();
  },
});
