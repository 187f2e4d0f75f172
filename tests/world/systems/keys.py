# SPDX-License-Identifier: Apache-2.0
# A service with idempotency keys (FastAPI and fastidempotent): python keys.py setup | put KEY… | work. A put is a client that keeps
# sending its request until it has the answer; the service reads the requests from a file. The protocol is in trial.py.
import asyncio, os, sys

verb, names = sys.argv[1], sys.argv[2:]
spool = os.environ['WORLD_EFFECTS'] + '.requests'
if verb == 'put':
    with open(spool, 'a') as requests:
        requests.writelines(name + '\n' for name in names)
if verb != 'work' and verb != 'setup':
    sys.exit(0)

import httpx
from fastapi import FastAPI, HTTPException, Request
from fastidempotent import IdempotencyConfig, IdempotencyMiddleware, PostgresBackend

backend = PostgresBackend(os.environ['WORLD_DSN'].replace('postgresql:', 'postgresql+asyncpg:'))
app = FastAPI()
app.add_middleware(IdempotencyMiddleware, backend=backend, config=IdempotencyConfig(lock_timeout=3600))

def say(what, name):
    with open(os.environ['WORLD_EFFECTS'], 'a') as effects:
        effects.write(f'{what} {name}\n')

@app.post('/pay/{name}')
async def pay(name: str, request: Request):
    say('began', name)
    while name.startswith('hang') and os.path.exists(os.environ['WORLD_HANG']):
        await asyncio.sleep(0.1)
    if name.startswith('bad'):
        raise HTTPException(422, 'card refused')
    say('done', name)
    return {'paid': name}

async def main():
    if verb == 'setup':
        await backend.init()
        open(spool, 'w').close()
        return
    answered, tasks = set(), {}
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url='http://shop', timeout=None) as client:
        while True:
            for name in open(spool).read().split():
                if name not in answered and (name not in tasks or tasks[name].done()):
                    if name in tasks and tasks[name].result().status_code not in (409, 425):
                        answered.add(name)
                        continue
                    tasks[name] = asyncio.create_task(client.post(f'/pay/{name}', headers={'Idempotency-Key': name}))
            await asyncio.sleep(0.3)

asyncio.run(main())
