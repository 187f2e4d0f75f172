// SPDX-License-Identifier: Apache-2.0
// How a writer speaks with its test: one JSON object a line, both ways. Commands are {"do": name, …} and are obeyed one after another; each
// is answered by {"done": name, …} or {"failed": name, "error": words}. What happens in between is said as it happens.
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

// The packages lie in the build's directory, where an import statement of this file would not look.
const packages = createRequire(`${process.env.ONCEOVER_NODE_PACKAGES}/`);
export const load = (name) => import(pathToFileURL(packages.resolve(name)));

export const say = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);

// A piece of work that has begun and ends as the test says: {"do": "end", "key": …, "with": value} or {"do": "end", "key": …, "error": words}.
const held = new Map();
export function hold(key, about) {
  return new Promise((resolve, reject) => {
    held.set(key, { resolve, reject });
    say({ working: key, ...about });
  });
}
function end({ key, error, with: result }) {
  const work = held.get(key);
  if (!work) throw new Error(`nothing is held for ${key}`);
  held.delete(key);
  if (error === undefined) work.resolve(result);
  else work.reject(new Error(error));
}

// Until the test closes our input.
export function obey(commands) {
  const known = { end, ...commands };
  let last = Promise.resolve();
  createInterface({ input: process.stdin })
    .on('line', (line) => {
      last = last.then(async () => {
        const command = JSON.parse(line);
        try {
          say({ done: command.do, ...(await known[command.do](command)) });
        } catch (error) {
          say({ failed: command.do, error: String(error?.stack ?? error) });
        }
      });
    })
    .on('close', () => process.exit(0));
  say({ ready: process.version });
}
