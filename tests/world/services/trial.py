#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""One operation in five languages, and two ways in the transaction, under kills. run.sh says how it is started; prints lines as README.md says."""
import collections, hashlib, http.client, http.server, json, multiprocessing, os, random, signal, subprocess, sys, threading, time, uuid
import psycopg

dsn, folder, examples = os.environ['WORLD_DSN'], os.environ['WORLD_FOLDER'], os.environ['WORLD_EXAMPLES']
port, keys, seed = int(os.environ['WORLD_PORT']), int(os.environ['WORLD_KEYS']), int(os.environ.get('WORLD_SEED', time.time_ns() % 10**9))
oncectl = os.environ['ONCEOVER_BIN'] + '/oncectl'
gateway_port, first_service = port + 2, port + 3
clients, threads_each = 3, 12
by_lease, within = keys * 6 // 10, keys * 2 // 10  # the rest: recorded


def tried(name, holds, detail=''):
    print('held' if holds else 'differs', name, ' '.join(str(detail).split())[:400], sep='\t', flush=True)


# --- the gateway: one effect for each key that it is sent; its answers get lost

ledger, bodies, calls, mismatches, guard = {}, {}, collections.Counter(), collections.Counter(), threading.Lock()


class Gateway(http.server.BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def answer(self, status, body):
        text = json.dumps(body).encode()
        self.send_response(status)
        self.send_header('Content-Type', 'application/json')
        self.send_header('Content-Length', str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def do_POST(self):
        content, ours = self.rfile.read(int(self.headers['Content-Length'])), self.headers['Idempotency-Key']
        wanted = json.loads(content)
        chance = random.random()
        if chance < 0.02:
            return self.connection.close()
        if wanted['charge'].startswith('declined'):
            return self.answer(422, {'error': 'declined', 'charge': wanted['charge']})
        with guard:
            is_other = bodies.setdefault(ours, content) != content
        if is_other:  # as the IETF draft has it
            mismatches[ours] += 1
            return self.answer(422, {'error': 'this key was used with another payload'})
        with guard:
            effect = ledger.setdefault(ours, {'refund': f're_{len(ledger)}', 'charge': wanted['charge'], 'amount': wanted['amount']})
            calls[ours] += 1
        if chance < 0.03:
            return self.connection.close()  # after the effect
        if chance < 0.04:
            return self.answer(500, {'error': 'after the effect'})
        self.answer(201, effect)

    def do_GET(self):  # /effects/KEY
        with guard:
            effect = ledger.get(self.path.rsplit('/', 1)[1])
        if effect is None:
            return self.answer(404, {'error': 'no such key'})
        self.answer(200, {'status': 'succeeded', 'idempotency_key': self.path.rsplit('/', 1)[1], **effect})

    def log_message(self, *_):
        pass


class Threaded(http.server.ThreadingHTTPServer):
    daemon_threads, request_queue_size = True, 256


# --- the services

def environment(user, at):
    return {**os.environ, 'PGHOST': '127.0.0.1', 'PGPORT': str(at), 'PGUSER': user, 'PGDATABASE': 'postgres', 'PGSSLMODE': 'disable', 'NODE_OPTIONS': '',
            'GATEWAY': f'http://127.0.0.1:{gateway_port}', 'PYTHONPATH': examples, 'PYTHONDONTWRITEBYTECODE': '1'}


services = [
    ('C++', [folder + '/refunds-cpp'], environment('fleet_service', port)),
    ('JavaScript', ['node', folder + '/js/refunds.mjs'], environment('fleet_client', port + 1)),  # by the pooler
    ('Python', [sys.executable, examples + '/refunds.py'], environment('fleet_client', port + 1)),
    ('Go', [folder + '/refunds-go'], environment('fleet_client', port)),
    ('Java', ['java', '-Xmx256m', '-cp', f'{folder}/classes:{os.environ["WORLD_JDBC"]}', 'Refunds'], environment('fleet_client', port)),
]


def start_service(number):
    name, command, env = services[number]
    log = open(f'{folder}/{name}.log', 'ab')
    return subprocess.Popen([*command, str(first_service + number)], env=env, stdin=subprocess.DEVNULL, stdout=log, stderr=log)


# --- the clients: each sends its requests again, to any service, until it has an answer for good

def body_of(number):
    name = f'declined-{number}' if number % 20 == 0 else f'ch-{number}'
    return f'{{"charge":"{name}", "amount": "{number % 900 + 10}.00",\n "currency": "EUR"}}'  # bytes that no library writes


def is_final(status):
    return status in (200, 201, 402, 422)


def send_all(share, deadline, results, seen):
    """share: numbers of keys. results: number → {(status, digest of the body)}. seen: (language, status) → how often."""
    draw = random.Random(f'{seed}/{share[:1]}')
    waiting = collections.deque((0.0, number) for number in share)
    lock = threading.Lock()

    def work():
        lines = {}
        while time.monotonic() < deadline:
            with lock:
                if not waiting:
                    return
                due, number = waiting.popleft()
                if due > time.monotonic():
                    waiting.append((due, number))
                    number = None
                service = draw.randrange(len(services))
            if number is None:
                time.sleep(0.02)
                continue
            status, data = 0, b''
            try:
                line = lines.get(service) or http.client.HTTPConnection('127.0.0.1', first_service + service, timeout=40)
                lines[service] = line
                line.request('POST', '/refunds', body_of(number), {'Content-Type': 'application/json', 'Idempotency-Key': f'"k{number}"'})
                reply = line.getresponse()
                status, data = reply.status, reply.read()
            except (OSError, http.client.HTTPException):
                lines.pop(service, None)
            with lock:
                seen[services[service][0], status] += 1
                if is_final(status):
                    results.setdefault(number, set()).add((status, hashlib.sha256(data).hexdigest()))
                else:
                    waiting.append((time.monotonic() + 0.5 + 2 * draw.random(), number))

    workers = [threading.Thread(target=work) for _ in range(threads_each)]
    for each in workers:
        each.start()
    for each in workers:
        each.join()
    return len(waiting)


def client(number, deadline, answers):
    # Each key is sent by two clients, in another order; some by the same one once more.
    draw = random.Random(f'{seed}/client {number}')
    mine = [key for key in range(by_lease) if key % clients in (number, (number + 1) % clients)]
    mine += [key for key in mine if draw.random() < 0.2]
    window = 400
    mine.sort(key=lambda key: key + draw.random() * window)
    results, seen = {}, collections.Counter()
    left = send_all(mine, deadline, results, seen)
    answers.put((left, {key: list(each) for key, each in results.items()}, seen))


# --- two ways in the caller's transaction; killed at any place

def in_transaction(number, deadline):
    draw = random.Random(f'{seed}/{number}/{os.getpid()}')
    sql = None
    log = open(f'{folder}/transactions-{number}.log', 'a')
    # One that was killed goes on with the key it had: what it does not know, it asks.
    begun = f'{folder}/transactions-{number}.begun'
    first = int(open(begun).read() or by_lease) if os.path.exists(begun) else by_lease
    for key in sorted(range(first, keys), key=lambda each: each + draw.random() * 100):
        if key % 50 == 0:
            with open(begun + '.new', 'w') as file:
                file.write(str(max(first, key - 150)))
            os.replace(begun + '.new', begun)
        is_within, text = key < by_lease + within, f'row {key}'
        named = (f'k{key}', hashlib.sha256(text.encode()).digest(), uuid.uuid4())
        request = "tenant => '', operation => 'POST /rows', key => %s, fingerprint => %s, attempt => %s"
        while time.monotonic() < deadline:
            try:
                sql = sql or psycopg.connect(f'host=127.0.0.1 port={port + number % 2} user=fleet_client dbname=postgres', prepare_threshold=None)
                with sql.transaction():
                    if is_within:
                        found = sql.execute(f'SELECT outcome, fence, response_body FROM onceover.claim_within({request})', named).fetchone()
                    else:
                        found = sql.execute(f"SELECT outcome, fence, response_body FROM onceover.record({request}, state => 'succeeded', code => 201, "
                                            "headers => '{}', body => %s)", (*named, text.encode())).fetchone()
                    if found[0] in ('claimed', 'recorded'):
                        sql.execute('INSERT INTO public.effects (key, answer) VALUES (%s, %s)', (f'k{key}', text))
                        if is_within:
                            sql.execute("SELECT onceover.complete(tenant => '', operation => 'POST /rows', key => %s, fence => %s, code => 201, "
                                        "headers => '{}', body => %s)", (f'k{key}', found[1], text.encode()))
                if found[0] in ('in_flight', 'awaiting'):
                    time.sleep(0.05)
                    continue
                if found[0] not in ('claimed', 'recorded', 'replay') or found[0] == 'replay' and bytes(found[2]) != text.encode():
                    log.write(f'{key} {found[0]} {found[2]}\n')
                    log.flush()
                break
            except psycopg.Error:
                if sql is not None:
                    sql.close()
                sql = None
                time.sleep(0.05)


# --- who kills

def main():
    print(f'seed {seed}', file=sys.stderr, flush=True)
    admin = psycopg.connect(dsn, autocommit=True)
    admin.execute('CREATE TABLE public.effects (key text, answer text); GRANT INSERT ON public.effects TO fleet_client')
    threading.Thread(target=Threaded(('127.0.0.1', gateway_port), Gateway).serve_forever, daemon=True).start()
    with open(folder + '/gateway.toml', 'w') as file:
        file.write(f'''version = 1
name = "pay"
base_url = "http://127.0.0.1:{gateway_port}"
[lookup]
url = "/effects/{{key}}"
status = "/status"
done = ["succeeded"]
echoed_key = "/idempotency_key"
not_found_statuses = [404]
[declare]
dedupe_window_s = 86400
lookup_lag_s = 5
[[operation]]
name = "POST /refunds"
effect = "refund"
[operation.response]
code = 201
content_type = "application/json"
body = '{{"refund":"{{{{/refund}}}}","charge":"{{{{/charge}}}}","amount":"{{{{/amount}}}}"}}'
''')
    began = time.monotonic()
    deadline = began + 300 + keys / 40
    running = {number: start_service(number) for number in range(len(services))}
    sweep = [oncectl, '--dsn', dsn, '--gateway', folder + '/gateway.toml', 'sweep', '--follow', '--workers', '1']
    sweeper = subprocess.Popen(sweep, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=open(folder + '/sweep.log', 'ab'))
    answers = multiprocessing.Queue()
    senders = [multiprocessing.Process(target=client, args=(number, deadline, answers)) for number in range(clients)]
    writers = {number: multiprocessing.Process(target=in_transaction, args=(number, deadline)) for number in range(4)}
    for each in [*senders, *writers.values()]:
        each.start()
    draw, killed, got = random.Random(f'{seed}/kills'), collections.Counter(), []
    try:
        calm = False
        while len(got) < clients and time.monotonic() < deadline + 60:
            try:
                got.append(answers.get(timeout=0.3 + 1.5 * draw.random()))
            except Exception:
                pass
            calm = calm or time.monotonic() > began + (deadline - began) / 2  # the second half ends what is open
            for number, service in running.items():
                if service.poll() is not None:
                    running[number] = start_service(number)
            for number, writer in writers.items():
                if not writer.is_alive() and writer.exitcode:
                    writers[number] = multiprocessing.Process(target=in_transaction, args=(number, deadline))
                    writers[number].start()
            if sweeper.poll() is not None:
                sweeper = subprocess.Popen(sweep, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=open(folder + '/sweep.log', 'ab'))
            what = draw.random()
            if calm:
                continue
            if what < 0.25:
                victim = draw.randrange(len(services))
                running[victim].kill()
                running[victim].wait()
                killed['services'] += 1
            elif what < 0.6:
                killed['connections'] += admin.execute(
                    "SELECT count(pg_terminate_backend(pid)) FROM (SELECT pid FROM pg_stat_activity WHERE usename LIKE 'fleet%' ORDER BY random() LIMIT 4) x").fetchone()[0]
            elif what < 0.8:
                writer = writers[draw.randrange(4)]
                if writer.is_alive():
                    writer.kill()
                    killed['writers'] += 1
            elif what < 0.9:
                sweeper.kill()
                sweeper.wait()
                killed['sweepers'] += 1
        for writer in writers.values():
            writer.join(max(1, deadline - time.monotonic()))
    finally:
        for each in [*running.values(), sweeper]:
            each.kill()
            each.wait()
        for each in [*senders, *writers.values()]:
            each.kill()
    judge(admin, got, killed, time.monotonic() - began)


# --- what must hold

def judge(admin, got, killed, seconds):
    answers = collections.defaultdict(set)
    seen = collections.Counter()
    for _, results, of_client in got:
        seen.update(of_client)
        for key, each in results.items():
            answers[key].update(map(tuple, each))
    stored = {key: (state, body, owner.split('/')[0].split('#')[0]) for key, state, body, owner in admin.execute(
        "SELECT key, state, response_body, owner FROM onceover.keys WHERE operation = 'POST /refunds'")}
    per_charge = collections.Counter(effect['charge'] for effect in ledger.values())
    languages = collections.Counter(owner for _, _, owner in stored.values())
    tried(f'{keys} keys, in five languages and three ways, all answered', len(got) == clients and all(left == 0 for left, _, _ in got) and len(answers) == by_lease,
          f'{seconds:.0f} s; {dict(killed)} killed; {len(answers)} of {by_lease} answered; executed by {dict(languages)}; seed {seed}')
    print(sorted(seen.items()), file=sys.stderr)
    twice = [charge for charge, count in per_charge.items() if count > 1]
    tried('no effect happened twice', not twice, f'{len(per_charge)} effects, {sum(calls.values())} calls; twice: {twice[:5]}')
    tried('each service sent the same bytes under a key', not mismatches, mismatches.most_common(5))
    wrong = [key for key in range(by_lease) if key in answers and {status for status, _ in answers[key]} != ({422} if key % 20 == 0 else {201})]
    tried('each client got the outcome of its request', not wrong, [(key, answers[key]) for key in wrong[:3]])
    lost = [key for key, each in answers.items() if any(status == 201 for status, _ in each) and per_charge[f'ch-{key}'] != 1]
    tried('no effect is missing that a client was told of', not lost, lost[:5])
    other = [key for key, each in answers.items() if len(each) != 1]
    tried('replays are the same, byte for byte, from each language', not other, [(key, answers[key]) for key in other[:3]])
    differs = [key for key, each in answers.items() if len(each) == 1 and f'k{key}' in stored
               and stored[f'k{key}'][1] is not None and hashlib.sha256(stored[f'k{key}'][1]).hexdigest() != next(iter(each))[1]]
    tried('and they are what is stored', not differs, differs[:5])
    open_keys = [key for key, (state, _, _) in stored.items() if state not in ('succeeded', 'failed')]
    tried('each key is finished', not open_keys and len(stored) == by_lease, f'{len(stored)} keys, open: {open_keys[:5]}')
    counts = admin.execute("""SELECT count(*), count(*) FILTER (WHERE k.state = 'succeeded'), count(*) FILTER (WHERE e.n = 1 AND e.answer = convert_from(k.response_body, 'UTF8'))
        FROM onceover.keys k LEFT JOIN (SELECT key, count(*) AS n, min(answer) AS answer FROM public.effects GROUP BY key) e USING (key)
        WHERE k.operation = 'POST /rows'""").fetchone()
    rows = admin.execute('SELECT count(*) FROM public.effects').fetchone()[0]
    tried('in a transaction: each key has its rows once, and its answer', counts == (keys - by_lease,) * 3 and rows == keys - by_lease, f'{counts}, {rows} rows')
    odd = ''.join(open(f'{folder}/transactions-{number}.log').read() for number in range(4))
    tried('and each replay is that answer', not odd, odd)


signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
if __name__ == '__main__':
    main()
