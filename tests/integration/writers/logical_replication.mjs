// SPDX-License-Identifier: Apache-2.0
// Change data capture of onceover.outbox, as Debezium does it: a publication read through pgoutput, by pg-logical-replication. Each change
// is said as it comes; bytes as hex.
import { load, obey, say } from './talk.mjs';

const { LogicalReplicationService, PgoutputPlugin } = await load('pg-logical-replication');

const plain = (row) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Buffer.isBuffer(value) ? value.toString('hex') : value]));

let service;
obey({
  async follow({ slot, publication }) {
    // Where and who: the PG* variables.
    service = new LogicalReplicationService({ host: process.env.PGHOST }, { acknowledge: { auto: true, timeoutSeconds: 1 } });
    service.on('error', (error) => say({ trouble: String(error) }));
    service.on('data', (lsn, change) => {
      if (!['insert', 'update', 'delete', 'truncate'].includes(change.tag)) return;
      const { relation } = change;
      say({ change: change.tag, table: `${relation.schema}.${relation.name}`, row: plain(change.new ?? {}) });
    });
    const started = new Promise((resolve) => service.once('start', resolve));
    service.subscribe(new PgoutputPlugin({ protoVersion: 1, publicationNames: [publication] }), slot).catch((error) =>
      say({ trouble: String(error) }),
    );
    await started;
  },
});
