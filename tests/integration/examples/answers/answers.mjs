// SPDX-License-Identifier: Apache-2.0
import express from 'express';
import pg from 'pg';
import { idempotent } from './onceover.mjs';

const app = express();
app.post('/refunds', idempotent(new pg.Pool(), { operation: 'POST /refunds' }, () => ({ status: 201, headers: { Location: '/caf\u00e9' }, body: null })));
const server = app.listen(Number(process.argv[2]), '127.0.0.1', () => console.log(`listening on ${server.address().port}`));
