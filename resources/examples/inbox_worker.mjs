// SPDX-License-Identifier: Apache-2.0
// A worker for stored events, by the SQL functions of the inbox. Needs pg (npm install pg).
//
//     PGDATABASE=payments node inbox_worker.mjs billing
//
// `oncectl inbox consume` stores the events. Replace handle() by your own.
import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import pg from 'pg';

const lease = '30 seconds'; // longer than handle() takes
const reserve = 20; // events at a time
const attempts = 5; // then an event is a dead letter

let stops = false;
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => (stops = true));

// In the transaction of the event: these rows and the event's end commit together.
async function handle(database, event) {
  const body = (event.payload ?? Buffer.alloc(0)).toString();
  if (body === 'fail') throw new Error('this event cannot be booked');
  await database.query('INSERT INTO ledger (event_id, body) VALUES ($1, $2)', [event.event_id, body]);
}

async function within(database, work) {
  await database.query('BEGIN');
  try {
    const value = await work();
    // PostgreSQL answers ROLLBACK to a COMMIT after a failed statement.
    if ((await database.query('COMMIT')).command !== 'COMMIT') throw new Error('a statement had failed: nothing was committed');
    return value;
  } catch (error) {
    await database.query('ROLLBACK');
    throw error;
  }
}

// For an event at hand, without a worker: its effect commits with it, or is not run.
export function accept(database, consumer, source, id, payload) {
  return within(database, async () => {
    const fingerprint = createHash('sha256').update(payload).digest();
    const { rows } = await database.query('SELECT onceover.inbox_accept($1, $2, $3, $4) AS answer', [consumer, source, id, fingerprint]);
    if (rows[0].answer === 'accepted')
      await database.query('INSERT INTO ledger (event_id, body) VALUES ($1, $2)', [id, payload.toString()]);
    return rows[0].answer;
  });
}

async function workOn(database, consumer, event) {
  const name = [consumer, event.source, event.event_id, event.fence];
  // Committed before handle() runs: an attempt that ends the process counts.
  const started = await database.query('SELECT onceover.inbox_start($1, $2, $3, $4, $5) AS number', [...name, lease]);
  if (started.rows[0].number === null) return; // another worker has it
  try {
    await within(database, async () => {
      await handle(database, event);
      const { rows } = await database.query('SELECT onceover.inbox_finish($1, $2, $3, $4) AS done', name);
      if (!rows[0].done) throw new Error('the lease has ended and another worker has the event'); // rolls the effect back
    });
  } catch (error) {
    const failed = await database.query('SELECT onceover.inbox_fail($1, $2, $3, $4, $5, max_attempts => $6) AS became', [
      ...name,
      error.message,
      attempts,
    ]);
    console.error(event.event_id, failed.rows[0].became, error.message);
  }
}

async function main(consumer, untilIdle) {
  const database = new pg.Client(); // PGHOST, PGDATABASE, PGUSER …
  await database.connect();
  const owner = `${hostname()}/${process.pid}`;
  while (!stops) {
    const { rows: events } = await database.query('SELECT * FROM onceover.inbox_take($1, $2, $3, $4, $5)', [
      consumer,
      owner,
      lease,
      reserve,
      attempts,
    ]);
    const isIdle = events.length === 0;
    while (events.length > 0 && !stops) await workOn(database, consumer, events.shift());
    // Asked to stop: others need not wait for the lease.
    if (events.length > 0)
      await database.query('SELECT onceover.inbox_release($1, $2::text[], $3::text[], $4::bigint[])', [
        consumer,
        events.map((event) => event.source),
        events.map((event) => event.event_id),
        events.map((event) => event.fence),
      ]);
    if (isIdle && untilIdle) break;
    if (isIdle) await new Promise((resolve) => setTimeout(resolve, 500));
  }
  await database.end();
}

if (process.argv[2]) await main(process.argv[2], process.argv.includes('--until-idle'));
