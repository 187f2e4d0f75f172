// SPDX-License-Identifier: Apache-2.0
// A client in JavaScript: calls what the runner names, with its own driver's types. How it is spoken with: writers/talk.mjs.
import { load, obey } from '../writers/talk.mjs';

const pg = (await load('pg')).default;
const database = new pg.Client();
await database.connect();

const bytes = (hex) => (hex === null ? null : Buffer.from(hex, 'hex'));
const given = ({ type, value }) =>
  value === null ? null : type === 'bytea' ? bytes(value) : type === 'bytea[]' ? value.map(bytes) : value;
const shown = (value) => (Buffer.isBuffer(value) ? value.toString('hex') : value);

obey({
  async call({ verb, function: name, args, begin, end }) {
    const sql = `${verb} onceover.${name}(${args.map((a, i) => `${a.name} => $${i + 1}`).join(', ')})`;
    try {
      if (begin) await database.query(begin);
      const { rows } = await database.query(sql, args.map(given));
      if (end) await database.query(end);
      return { row: Object.fromEntries(Object.entries(rows[0]).map(([column, value]) => [column, shown(value)])) };
    } catch (error) {
      if (!error.code) throw error;
      if (begin) await database.query('ROLLBACK');
      return { error: error.code };
    }
  },
});
