#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""One mode of a pooler: python3 trial.py WHAT POOLED-PORT PORT DATABASE FOLDER. Prints lines as README.md says."""
import collections, http.server, json, os, random, re, subprocess, sys, threading, time, uuid
import psycopg

what, pooled_port, direct_port, database, folder = sys.argv[1:]
oncectl = os.environ['ONCEOVER_BIN'] + '/oncectl'
pooled = f'postgresql://postgres@127.0.0.1:{pooled_port}/{database}'
direct = f'postgresql://postgres@127.0.0.1:{direct_port}/{database}'
os.makedirs(folder)


def tried(name, holds, detail=''):
    print('held' if holds else 'differs', f'{what}: {name}', ' '.join(str(detail).split())[:400], sep='\t', flush=True)


def client(dsn=pooled, prepare_threshold=None):
    return psycopg.connect(dsn, autocommit=True, prepare_threshold=prepare_threshold)


def ours(dsn, *words):
    return subprocess.run([oncectl, '--dsn', dsn, *words], capture_output=True, text=True, timeout=60)


def until(holds, seconds=60):
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(0.1)
    return True


named = "tenant => 'acme', operation => 'POST /x', key => %s, fingerprint => sha256('a')"


def claim(sql, key, more=''):
    return sql.execute(f'CALL onceover.claim({named}, attempt => %s{more})', (key, uuid.uuid4())).fetchone()


def complete(sql, key, fence):
    sql.execute("SELECT onceover.complete(tenant => 'acme', operation => 'POST /x', key => %s, fence => %s, code => 201, headers => '{}', body => 'b')",
                (key, fence))


def contract():
    one, other = client(), client()
    first, second = claim(one, 'k'), claim(other, 'k')
    complete(one, 'k', first[1])
    third = claim(other, 'k')
    tried('claim, in_flight, complete, replay', [first[0], second[0], third[0], third[9]] == ['claimed', 'in_flight', 'replay', b'b'],
          [first[0], second[0], third[0]])
    within = f'SELECT * FROM onceover.claim_within({named}, attempt => %s)'
    with one.transaction():
        complete(one, 'w', one.execute(within, ('w', uuid.uuid4())).fetchone()[1])
    try:
        with one.transaction():
            one.execute(within, ('gone', uuid.uuid4()))
            raise InterruptedError
    except InterruptedError:
        pass
    look = f'SELECT outcome FROM onceover.look({named})'
    seen = [other.execute(look, (key,)).fetchone()[0] for key in ('w', 'gone')]
    tried('claim_within commits with its rows, and is rolled back with them', seen == ['replay', 'none'], seen)
    recorded = other.execute(f"SELECT outcome FROM onceover.record({named}, attempt => %s, state => 'succeeded', code => 204, headers => '{{}}', "
                             "body => '')", ('r', uuid.uuid4())).fetchone()[0]
    seen = one.execute(look, ('r',)).fetchone()[0]
    tried('record, look', [recorded, seen] == ['recorded', 'replay'], [recorded, seen])
    try:
        with one.transaction():
            claim(one, 'no')
        state = 'it was not refused'
    except psycopg.Error as error:
        state = error.sqlstate
    tried('claim inside a transaction is refused with 2D000', state == '2D000', state)


def race(clients=8, keys=40):
    effects, odd = collections.Counter(), []

    def serve():
        try:
            sql = client()
            for key in random.sample(range(keys), keys):
                answer = claim(sql, f'race-{key}')
                if answer[0] == 'claimed':
                    effects[key] += 1
                    complete(sql, f'race-{key}', answer[1])
                elif answer[0] not in ('replay', 'in_flight'):
                    odd.append(answer[0])
        except psycopg.Error as error:
            odd.append(error)
    threads = [threading.Thread(target=serve) for _ in range(clients)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    tried(f'{clients} clients at once run each of {keys} keys once', len(effects) == keys and set(effects.values()) == {1} and not odd, odd[:3])


def prepared():
    """What the manual says of psycopg's own prepared statements."""
    errors = []
    clients = [client(prepare_threshold=0) for _ in range(6)]
    for turn in range(5):
        for n, sql in enumerate(clients):
            try:
                sql.execute('SELECT %s::int + 1', (turn,)).fetchone()
            except psycopg.Error as error:
                errors.append(error.sqlstate)
    release = tuple(map(int, re.search(r'(\d+)\.(\d+)', what).groups()))
    fail = 'transaction' in what and release < (1, 24)  # from there on max_prepared_statements has a default
    tried('prepared statements of psycopg ' + ('fail' if fail else 'work'), bool(errors) == fail, sorted(set(errors)))


def stuck():
    sql = client()
    claim(sql, 'lost', ", lease => '1 s'")
    sql.close()
    tried('stuck lists the key of a lost client, and no other', until(lambda: ours(pooled, 'stuck', '--list').returncode == 0, 20),
          ours(pooled, 'stuck').stdout)
    for words in (['stuck', '--list'], ['keys', 'list'], ['keys', 'show', 'lost'], ['keys', 'why', 'lost'], ['outbox', 'list'], ['relay', 'list']):
        through, straight = ours(pooled, '--json', *words), ours(direct, '--json', *words)
        same = [re.sub(r'[\d.]+', '', done.stdout) for done in (through, straight)]  # without ages and times
        tried(f'oncectl {" ".join(words)} shows what it shows without the pooler',
              same[0] == same[1] and through.returncode == straight.returncode and through.stdout != '', through.stderr or straight.stderr)


def relay(events=300, aggregates=10):
    got, rolled_back = collections.defaultdict(list), set()

    class Receiver(http.server.BaseHTTPRequestHandler):
        protocol_version = 'HTTP/1.1'

        def do_POST(self):
            event = json.loads(self.rfile.read(int(self.headers['Content-Length'])))
            got[event['of']].append((event['n'], self.headers['webhook-id']))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_):
            pass
    receiver = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Receiver)
    threading.Thread(target=receiver.serve_forever, daemon=True).start()
    with os.fdopen(os.open(folder + '/secret', os.O_WRONLY | os.O_CREAT, 0o600), 'w') as file:
        file.write('whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=')
    client(direct).execute('CREATE TABLE counts AS SELECT g AS id, 0 AS n FROM generate_series(0, %s) g' % (aggregates - 1))
    process = subprocess.Popen([oncectl, '--dsn', pooled, 'relay', '--name', 'w', '--topic', 't', '--webhook',
                                f'http://127.0.0.1:{receiver.server_port}/', '--secret-file', folder + '/secret', '--follow'],
                               stdout=open(folder + '/relay.log', 'w'), stderr=subprocess.STDOUT)
    try:
        killer, lost = client(direct), 0

        def write(count):
            sql, left = client(), count
            while left:
                goes = random.random() < 0.2
                try:
                    with sql.transaction():
                        of = random.randrange(aggregates)
                        n = sql.execute('UPDATE counts SET n = n + 1 WHERE id = %s RETURNING n', (of,)).fetchone()[0]
                        sql.execute("INSERT INTO onceover.outbox (topic, aggregateid, payload) VALUES ('t', %s, convert_to(%s, 'UTF8'))",
                                    (str(of), json.dumps({'of': of, 'n': n, 'gone': goes})))
                        if goes:
                            raise InterruptedError
                    left -= 1
                except InterruptedError:
                    pass
                except psycopg.Error:
                    sql = client()
        threads = [threading.Thread(target=write, args=(events // 4,)) for _ in range(4)]
        for each in threads:
            each.start()
        for _ in range(3):  # the pooler's connections break under everybody
            time.sleep(0.5)
            lost += killer.execute("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = %s AND pid <> pg_backend_pid()",
                                   (database,)).fetchone()[0]
        for each in threads:
            each.join()
        wanted = dict(killer.execute('SELECT id, n FROM counts').fetchall())
        numbers = lambda of: list(dict.fromkeys(n for n, _ in got[of]))
        whole = until(lambda: all(len(numbers(of)) >= n for of, n in wanted.items()))
        holds = whole and all(numbers(of) == list(range(1, n + 1)) for of, n in wanted.items())
        repeats = sum(len(each) for each in got.values()) - sum(wanted.values())
        tried('a relay publishes each committed event, in order, and none that was rolled back', holds,
              f'{sum(wanted.values())} events, {lost} connections broken, {repeats} repeats' + ('' if whole else ': not all within 60 s'))
    finally:
        process.terminate()
        process.wait(30)
        receiver.shutdown()


installed = ours(pooled, 'schema', 'install')
tried('schema install', installed.returncode == 0, installed.stderr)
for trial in (contract, race, prepared, stuck, relay):
    try:
        trial()
    except Exception as error:
        tried(f'the trial {trial.__name__} ends', False, repr(error))
