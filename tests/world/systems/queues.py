# SPDX-License-Identifier: Apache-2.0
# Job systems of Python: python queues.py SYSTEM setup | put NAME… | work. The protocol is in trial.py.
import asyncio, os, sys, time

system, verb, names = sys.argv[1], sys.argv[2], sys.argv[3:]
dsn = os.environ['WORLD_DSN']

def say(what, name):
    with open(os.environ['WORLD_EFFECTS'], 'a') as effects:
        effects.write(f'{what} {name}\n')

async def pay(name):
    say('began', name)
    while name.startswith('hang') and os.path.exists(os.environ['WORLD_HANG']):
        await asyncio.sleep(0.1)
    if name.startswith('bad'):
        raise ValueError('card refused')
    say('done', name)

async def procrastinate():
    from procrastinate import App, PsycopgConnector
    app = App(connector=PsycopgConnector(conninfo=dsn))
    task = app.task(name='pay')(pay)
    async with app.open_async():
        if verb == 'setup':
            await app.schema_manager.apply_schema_async()
        for name in names:
            await task.defer_async(name=name)
        if verb == 'work':
            await app.run_worker_async(concurrency=6, fetch_job_polling_interval=0.5)

async def pgqueuer():
    import asyncpg
    from pgqueuer import PgQueuer
    from pgqueuer.db import AsyncpgDriver
    from pgqueuer.queries import Queries
    driver = AsyncpgDriver(await asyncpg.connect(dsn))
    if verb == 'setup':
        await Queries(driver).install()
    for name in names:
        await Queries(driver).enqueue(['pay'], [name.encode()], [0])
    if verb == 'work':
        queue = PgQueuer(driver)
        @queue.entrypoint('pay')
        async def entry(job):
            await pay(job.payload.decode())
        await queue.run()

async def saq():
    from saq import Queue, Worker
    queue = Queue.from_url(dsn)
    await queue.connect()
    async def do(ctx, *, name):
        await pay(name)
    for name in names:
        await queue.enqueue('pay', name=name, timeout=0, retries=1, ttl=86400)
    if verb == 'work':
        await Worker(queue, functions=[('pay', do)], concurrency=6, dequeue_timeout=0.5).start()
    else:
        await queue.disconnect()

if system == 'chancy':  # its processes import this file
    import chancy as of
    @of.job()
    async def do(*, name: str):
        await pay(name)
    object.__setattr__(do.job, 'func', 'queues.do')

async def chancy():
    async with of.Chancy(dsn) as app:
        if verb == 'setup':
            await app.migrate()
            await app.declare(of.Queue('default', concurrency=6))
        for name in names:
            await app.push(do.job.with_kwargs(name=name))
        if verb == 'work':
            async with of.Worker(app) as worker:
                await worker.wait_for_shutdown()

def dbos():
    from dbos import DBOS, SetWorkflowID
    DBOS(config={'name': 'shop', 'system_database_url': dsn, 'application_version': '1', 'run_admin_server': False})
    @DBOS.workflow(name='pay')
    def do(name: str):
        asyncio.run(pay(name))
    if verb != 'work':
        DBOS.listen_queues([])
    DBOS.launch()
    DBOS.register_queue('pay', polling_interval_sec=0.3)
    for name in names:
        with SetWorkflowID(name):
            DBOS.enqueue_workflow('pay', do, name)
    while verb == 'work':
        time.sleep(1)
    os._exit(0)

if __name__ == '__main__':
    dbos() if system == 'dbos' else asyncio.run({'procrastinate': procrastinate, 'pgqueuer': pgqueuer, 'saq': saq, 'chancy': chancy}[system]())
