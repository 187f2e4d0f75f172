#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Change data capture of the outbox: python3 trial.py WHAT DSN BROKERS PLUGINS FOLDER. Prints lines as README.md says."""
import collections, json, os, random, re, signal, subprocess, sys, time
sys.path.append('tests/world/kafka')
from ten_thousand import keys

what, dsn, brokers, plugins, folder = sys.argv[1:]
oncectl = os.environ['ONCEOVER_BIN'] + '/oncectl'
java = ['java', '-Xmx400m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn', '-cp',
        os.environ['WORLD_CLASSES'] + ':' + folder]
port = re.search(r':(\d+)/', dsn)[1]


def tried(name, holds, detail=''):
    print('held' if holds else 'differs', f'{what}: {name}', ' '.join(str(detail).split())[:400], sep='\t', flush=True)


def psql(text, check=True):
    return subprocess.run(['psql', '-XAtq', '-v', 'ON_ERROR_STOP=1', dsn], input=text, capture_output=True, text=True, check=check).stdout.strip()


def until(name, holds, seconds=400):
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            raise TimeoutError(f'{name} did not happen within {seconds} s')
        time.sleep(0.3)


def text(hexadecimal):
    return None if hexadecimal is None else bytes.fromhex(hexadecimal).decode()


def messages(topic):
    done = subprocess.run([*java, 'Reader', brokers, topic], capture_output=True, text=True, timeout=90, check=True)
    return [json.loads(each) for each in done.stdout.splitlines()]


def headers_of(message):
    return {text(name): text(value) for name, value in message['headers']}


# The configuration as the manual prints it; only the server's address and the password are ours.
manual = open('resources/manual/publish.md').read()
block = re.search(r'```properties[^\n]*\n(.*?)```', manual, re.S)[1]
ours = {'database.hostname': '127.0.0.1', 'database.port': port, 'database.dbname': 'postgres', 'database.user': 'cdc', 'database.password': 'cdc'}
lines = [each for each in block.splitlines() if each.split('=')[0] not in ours]
open(folder + '/connector.properties', 'w').write('\n'.join(lines + [f'{k}={v}' for k, v in ours.items()]) + '\n')
open(folder + '/worker.properties', 'w').write(f'''bootstrap.servers={brokers}
key.converter=org.apache.kafka.connect.json.JsonConverter
value.converter=org.apache.kafka.connect.json.JsonConverter
offset.storage.file.filename={folder}/offsets
offset.flush.interval.ms=5000
plugin.path={plugins}
plugin.discovery=service_load
listeners=http://127.0.0.1:19083
''')
connect = None


def start():
    global connect
    connect = subprocess.Popen([*java, 'org.apache.kafka.connect.cli.ConnectStandalone', folder + '/worker.properties',
                                folder + '/connector.properties'], stdin=subprocess.DEVNULL, stdout=open(folder + '/connect.log', 'a'),
                               stderr=subprocess.STDOUT)


def stop(how):
    connect.send_signal(how)
    connect.wait(60)


def streams():
    if connect.poll() is not None:
        raise TimeoutError('Connect ended: ' + open(folder + '/connect.log').read()[-300:])
    return psql("SELECT count(*) FROM pg_replication_slots WHERE slot_name = 'onceover_events' AND active") == '1'


def passed():
    """All that is committed was read and confirmed. What is confirmed is one transaction late, so others follow."""
    end = psql('SELECT pg_current_wal_lsn()')

    def confirmed():
        psql("INSERT INTO onceover.outbox (topic, aggregateid, payload) VALUES ('ticks', 't', 'x')")
        return psql(f"SELECT confirmed_flush_lsn >= '{end}' FROM pg_replication_slots WHERE slot_name = 'onceover_events'") == 't'
    until('the slot passes what is committed', confirmed)


def write(process, count, topic):
    """One writer: its aggregates are counted in the database, so that the order of the commits is known."""
    chance, out = random.Random(process), []
    for _ in range(count):
        rolled_back = chance.random() < 0.2
        out.append(f"""BEGIN;
WITH next AS (UPDATE counts SET n = n + 1 WHERE id = {chance.randrange(12)} RETURNING id, n)
INSERT INTO onceover.outbox (topic, aggregatetype, aggregateid, type, payload)
SELECT '{topic}', 'order', 'order-' || id, 'order.changed', convert_to(json_build_object('of', id, 'n', n, 'gone', {str(rolled_back).lower()})::text, 'UTF8')
FROM next;
{'ROLLBACK' if rolled_back else 'COMMIT'};
SELECT pg_sleep(0.05);""")
    return subprocess.Popen(['psql', '-XAtq', dsn, '-c', 'SELECT 1', '-f', '-'], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True), out


def traffic(topic, meanwhile):
    psql('DROP TABLE IF EXISTS counts; CREATE TABLE counts AS SELECT g AS id, 0 AS n FROM generate_series(0, 11) g')
    writers = []
    for n in range(4):
        process, out = write(n, 150, topic)
        process.stdin.write('\n'.join(out))
        process.stdin.close()
        writers.append(process)
    meanwhile()
    for each in writers:
        each.wait(120)
    passed()
    wanted = {int(k): int(v) for k, v in (each.split('|') for each in psql('SELECT id, n FROM counts').splitlines())}
    got, ids, partitions = collections.defaultdict(list), collections.Counter(), collections.defaultdict(set)
    for message in messages(topic):
        event = json.loads(text(message['value']))
        got[event['of']].append(event['n'])
        ids[headers_of(message)['id']] += 1
        partitions[event['of']].add(message['partition'])
        if event['gone']:
            tried(f'{topic}: nothing that was rolled back', False, event)
    whole = all(list(dict.fromkeys(got[of])) == list(range(1, n + 1)) for of, n in wanted.items()) and set(got) == set(wanted)
    total, repeats = sum(wanted.values()), sum(ids.values()) - len(ids)
    return whole and len(ids) == total and all(len(each) == 1 for each in partitions.values()), repeats, \
        f'{total} events, {repeats} repeats, {len(set().union(*partitions.values()))} partitions'


def topic(name, partitions=6):
    subprocess.run([*java, 'org.apache.kafka.tools.TopicCommand', '--bootstrap-server', brokers, '--create', '--topic', name,
                    '--partitions', str(partitions)], check=True, capture_output=True, timeout=90)


def plain():
    holds, repeats, detail = traffic('plain', lambda: None)
    tried('each committed event once, in order for each aggregate, nothing that was rolled back', holds and repeats == 0, detail)


def killed():
    def meanwhile():
        for least in (40, 200):  # published, and not yet noted
            until('events are published', lambda: len(messages('killed')) >= least)
            stop(signal.SIGKILL)
            start()
            until('it streams again', streams)
    holds, _, detail = traffic('killed', meanwhile)
    tried('kill -9 of Connect loses nothing, and keeps the order once repeats are ignored', holds, detail)


def dropped():
    """A partition is made, filled, and dropped while Connect does not run."""
    stop(signal.SIGTERM)
    psql("""CREATE TABLE onceover.outbox_world PARTITION OF onceover.outbox FOR VALUES FROM ('2020-01-01') TO ('2020-02-01');
INSERT INTO onceover.outbox (topic, aggregateid, payload, created_at) SELECT 'dropped', g::text, 'x', '2020-01-02' FROM generate_series(1, 50) g;
DROP TABLE onceover.outbox_world;""")
    start()
    until('it streams again', streams)
    passed()
    keys = sorted(int(text(each['key'])) for each in messages('dropped'))
    tried('a partition that is dropped while the slot lags loses nothing', keys == list(range(1, 51)), f'{len(keys)} of 50')


def beside():
    """The same events by a relay: key, partition, value and headers are compared."""
    psql(r"""INSERT INTO onceover.outbox (topic, aggregatetype, aggregateid, type, payload, content_type, headers) VALUES
('both', 'order', 'o-1', 'order.paid', convert_to('{"a": 1}', 'UTF8'), 'application/json', '{"traceparent": "00-a-b-01", "correlation_id": "c"}'),
('both', 'order', 'o-1', 'order.gone', NULL, 'application/json', '{}'),
('both', '', 'größe "7" \ {"x":1}', '', '\x00ff0a0d22c3', 'application/octet-stream', '{"weiß": "\"\u00e4"}'),
('both', '', '', 't', '', 'text/plain', '{}');
INSERT INTO onceover.outbox (topic, aggregateid, payload) SELECT 'both', md5(g::text), convert_to(g::text, 'UTF8') FROM generate_series(1, 200) g;""")
    passed()
    by_debezium = messages('both')
    done = subprocess.run([oncectl, '--dsn', dsn, 'relay', '--name', 'beside', '--topic', 'both', '--kafka', brokers], capture_output=True, text=True,
                          timeout=120)
    by_relay = messages('both')[0:]
    seen = collections.defaultdict(list)
    for each in by_relay:
        seen[headers_of(each)['id']].append(each)
    pairs = list(seen.values())
    tried('a relay publishes the same events', len(pairs) == 204 and len(by_debezium) == 204 and all(len(each) == 2 for each in pairs),
          f'{len(by_debezium)} by Debezium, {len(by_relay) - len(by_debezium)} by the relay. {done.stderr}')
    for name in ('key', 'value', 'partition'):
        odd = [each for each in pairs if len(each) == 2 and each[0][name] != each[1][name]]
        tried(f'{name}: the same as the relay’s', not odd, [(each[0][name], each[1][name]) for each in odd[:4]])
    nulls = sum(each['value'] is None for each in by_debezium)
    tried('a tombstone is a tombstone, and an empty payload', nulls == 1, f'{nulls} messages without a value')
    # Of two messages with one id the first is Debezium's, where its own headers are.
    own = '__debezium.context.connectorName'
    by_id = [sorted((headers_of(each) for each in pair), key=lambda headers: own not in headers) for pair in pairs]
    odd = [k for debezium, relay in by_id for k in ('id', 'type', 'content-type') if (debezium.get(k) or None) != relay.get(k)]
    tried('the headers id, type and content-type: the same as the relay’s', not odd, odd[:4])
    beside = sorted({k for debezium, relay in by_id for k in debezium if k not in relay and not (k == 'type' and debezium[k] == '')})
    tried('beside them it adds headers of its own, and one with all of the event’s', 'headers' in beside and all(
        each == 'headers' or each.startswith('__debezium.') for each in beside), beside)


def keyed():
    """The partition of ten thousand keys, by a relay and by Debezium; what the Java client chooses is tried beside Kafka."""
    psql('CREATE TABLE keys (k text);\nCOPY keys FROM STDIN;\n' + '\n'.join(keys) + '\n\\.\n'
         "INSERT INTO onceover.outbox (topic, aggregateid, payload) SELECT 'keyed', k, 'x' FROM keys;")
    passed()
    subprocess.run([oncectl, '--dsn', dsn, 'relay', '--name', 'keyed', '--topic', 'keyed', '--kafka', brokers], check=True, capture_output=True,
                   timeout=120)
    partitions = collections.defaultdict(list)
    for each in messages('keyed'):
        partitions[text(each['key'])].append(each['partition'])
    odd = [key for key in keys if len(partitions[key]) != 2 or len(set(partitions[key])) != 1]
    tried('10,000 keys, empty and non-ASCII among them: a relay and Debezium choose the same partition', not odd and len(partitions) == len(keys),
          f'{len(partitions)} keys, {len(odd)} differ {odd[:5]}')


subprocess.run([oncectl, '--dsn', dsn, 'schema', 'install'], check=True, capture_output=True)
publication = re.search(r'^CREATE PUBLICATION [^;]*;', manual, re.M)[0]
psql("CREATE ROLE cdc LOGIN REPLICATION PASSWORD 'cdc'; GRANT USAGE ON SCHEMA onceover TO cdc; GRANT SELECT ON onceover.outbox TO cdc;"
     "INSERT INTO onceover.outbox (topic, aggregateid, payload) VALUES ('plain', 'before the slot', '{}');" + publication)
for name in ('plain', 'killed', 'dropped', 'both'):
    topic(name)
topic('keyed', 12)
topic('ticks', 1)
start()
try:
    until('it streams', streams)
    tried('it starts with the manual’s configuration, as a user that only reads the outbox', True)
    for trial in (plain, killed, dropped, beside, keyed):
        try:
            trial()
        except Exception as error:
            tried(f'the trial {trial.__name__} ends', False, repr(error))
except TimeoutError as error:
    tried('it starts with the manual’s configuration', False, error)
finally:
    if connect.poll() is None:
        stop(signal.SIGKILL)
