# SPDX-License-Identifier: Apache-2.0
"""Events to Kafka: our relay, Debezium, Spring Modulith's externalization and pg-transactional-outbox."""
import collections, concurrent.futures, json, multiprocessing, os, re, signal, subprocess, threading, time, urllib.request

import confluent_kafka
from peers import *

here = os.path.dirname(os.path.abspath(__file__))
brokers, rate, seconds = os.environ['WORLD_BROKERS'], 200, float(os.environ.get('WORLD_SECONDS', 5))
per_transaction = 10
server = Server()
pad = 'x' * 150


def payload(n):
    return json.dumps({'n': n, 'pad': pad}, separators=(',', ':'))


class Receiver:
    """One consumer of all topics, in a process of its own. When each event came, by its number."""

    def __init__(self, topics):
        self.came = multiprocessing.Array('q', 4_000_000, lock=False)
        self.first, self.last, self.count, self.late = (multiprocessing.Value('q', 0, lock=False) for _ in range(4))
        self.process = multiprocessing.Process(target=self.run, args=(topics,), daemon=True)
        self.process.start()

    def expect(self, first, count):
        self.first.value, self.last.value, self.count.value = first, first + count - 1, 0

    def run(self, topics):
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        consumer = confluent_kafka.Consumer({'bootstrap.servers': brokers, 'group.id': 'peers', 'enable.auto.commit': False, 'fetch.min.bytes': 1})
        consumer.assign([confluent_kafka.TopicPartition(topic, p, 0) for topic in topics for p in range(6)])
        number, newest, came = re.compile(rb'"n": ?(\d+)'), collections.Counter(), self.came
        while True:
            message = consumer.poll(1)
            if message is None or message.error():
                continue
            now, n = time.monotonic_ns(), int(number.search(message.value())[1])
            if came[n]:
                continue  # again
            came[n] = now
            if self.first.value <= n <= self.last.value:
                self.count.value += 1
            of = message.topic(), n % (Few if message.topic() == Few.topic else Way).aggregates
            if n < newest[of] and message.topic() in (Onceover.topic, Few.topic):
                self.late.value += 1
            newest[of] = max(newest[of], n)


def at_once(work):
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(4)))


class Way:
    aggregates = 4000

    def __init__(self, name, database):
        self.name, self.database = name, database

    def insert(self, events):
        """Statement and values that store events in one transaction."""

    def store(self, first, count):
        """A backlog: small transactions, by four connections. Each aggregate is of one of them: the order of its commits is known."""
        def write(part):
            mine, numbers = Database(self.database.name), range(first + part, first + count, 4)
            for each in range(0, len(numbers), per_transaction):
                mine(*self.insert(numbers[each:each + per_transaction]))
        at_once(write)

    def write(self, first, count):
        """At the rate, by four connections. When each was committed."""
        committed, start = {}, time.monotonic()

        def some(part):
            mine = Database(self.database.name)
            for each in range(part, count, 4):
                time.sleep(max(0, start + each / rate - time.monotonic()))
                mine(*self.insert([first + each]))
                committed[first + each] = time.monotonic_ns()
        at_once(some)
        return committed

    def release(self):
        """After the backlog is there and the publisher runs."""


class Onceover(Way):
    topic, drain = 'onceover', 16000

    def insert(self, events):
        return ('INSERT INTO onceover.outbox (id, topic, aggregatetype, aggregateid, type, payload, content_type) '
                "SELECT gen_random_uuid(), %s, 'order', 'order-' || n %% %s, 'order.paid', convert_to(p, 'UTF8'), 'application/json' "
                'FROM unnest(%s, %s) e (n, p)', (self.topic, self.aggregates, list(events), [payload(n) for n in events]))

    def start(self):
        self.process = begin('relay', bin_ + '/oncectl', '--dsn', dsn(self.database.name), 'relay', '--name', 'peers', '--topic', self.topic,
                             '--kafka', brokers, '--follow')

    def stop(self):
        end(self.process)


class Few(Onceover):
    topic, aggregates = 'few', 64


class Debezium(Onceover):
    topic, url = 'debezium', 'http://127.0.0.1:19293/connectors/onceover-events'

    def __init__(self, name, database):
        super().__init__(name, database)
        manual = open('resources/manual/publish.md').read()
        block = re.search(r'```properties[^\n]*\n(.*?)```', manual, re.S)[1]
        database(re.search(r'^CREATE PUBLICATION [^;]*;', manual, re.M)[0])
        ours = {'database.hostname': '127.0.0.1', 'database.port': port, 'database.dbname': database.name, 'database.user': 'postgres',
                'database.password': 'x', **json.loads(os.environ.get('WORLD_DEBEZIUM', '{"poll.interval.ms": "10"}'))}
        lines = [each for each in block.splitlines() if each.split('=')[0] not in ours] + [f'{k}={v}' for k, v in ours.items()]
        open(folder + '/connector.properties', 'w').write('\n'.join(lines) + '\n')
        open(folder + '/worker.properties', 'w').write(f'''bootstrap.servers={brokers}
key.converter=org.apache.kafka.connect.json.JsonConverter
value.converter=org.apache.kafka.connect.json.JsonConverter
offset.storage.file.filename={folder}/offsets
plugin.path={os.environ['WORLD_PLUGINS']}
plugin.discovery=service_load
listeners=http://127.0.0.1:19293
''')
        self.process = begin('connect', 'java', '-Xmx768m', '-XX:TieredStopAtLevel=1', '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn', '-cp', os.environ['WORLD_KAFKA_CLASSES'],
                             'org.apache.kafka.connect.cli.ConnectStandalone', folder + '/worker.properties', folder + '/connector.properties')
        until('Debezium streams', self.streams)
        self.stop()

    def streams(self):
        assert self.process.poll() is None, 'Connect ended'
        return self.database.one("SELECT count(*) FROM pg_replication_slots WHERE slot_name = 'onceover_events' AND active") == 1

    def call(self, verb):
        urllib.request.urlopen(urllib.request.Request(f'{self.url}/{verb}', method='PUT'), timeout=60).read()

    def start(self):
        self.call('resume')

    def stop(self):
        self.call('stop')
        until('Debezium stops', lambda: not self.streams())


class Modulith(Way):
    topic, drain = 'modulith', 2000

    def __init__(self, name, database):
        super().__init__(name, database)
        how = {'WORLD_JDBC': f'jdbc:postgresql://127.0.0.1:{port}/{database.name}?user=postgres', 'WORLD_LOG': folder + '/modulith.log',
               'WORLD_COMPLETION': os.environ.get('WORLD_COMPLETION', 'delete')}
        self.application = Commanded('modulith', 'java', '-Xmx768m', '-XX:TieredStopAtLevel=1', '-cp', os.environ['WORLD_SPRING_CLASSES'], 'world.Externalized', env=os.environ | how)
        self.process = self.application.process

    def store(self, first, count):
        """There is no relay: events go out of the process that commits them. It resubmits a backlog, too, but more slowly."""
        self.first = first

    def release(self):
        self.application('write', self.first, self.drain, 1e9, 16)

    def write(self, first, count):
        times = self.application('write', first, count, rate, 4)
        return {first + n: each for n, each in enumerate(times)}

    def start(self):
        pass

    def stop(self):
        pass


class TransactionalOutbox(Way):
    topic, drain = 'pgto', 500

    def __init__(self, name, database):
        super().__init__(name, database)
        script = subprocess.run(['node', here + '/outbox.mjs', 'setup'], check=True, capture_output=True, text=True).stdout
        subprocess.run(['psql', '-XAtq', '-v', 'ON_ERROR_STOP=1', dsn(database.name)], input=script, text=True, check=True, capture_output=True)

    def insert(self, events):
        return ("INSERT INTO outbox (id, aggregate_type, aggregate_id, message_type, segment, payload) SELECT gen_random_uuid(), 'order', "
                "'order-' || n %% %s, 'order.paid', 'order-' || n %% %s, p::jsonb FROM unnest(%s, %s) e (n, p)",
                (self.aggregates, self.aggregates, list(events), [payload(n) for n in events]))

    def start(self):
        self.process = begin('pgto', 'node', here + '/outbox.mjs', 'publish', env=os.environ | {'WORLD_DSN': dsn(self.database.name)})

    def stop(self):
        end(self.process)
        self.database('TRUNCATE outbox')


number = 1


def settled(count, seconds):
    """All events came, or those that did not come in time are missing."""
    end = time.monotonic() + seconds
    while receiver.count.value < count and time.monotonic() < end:
        time.sleep(0.02)


def turn(name):
    global number
    way = ways[name]
    way.database('VACUUM ANALYZE')
    first, count = number, way.drain
    number += count
    way.store(first, count)
    receiver.expect(first, count)
    server.database('CHECKPOINT')
    way.start()
    threading.Thread(target=way.release, daemon=True).start()
    until('the first event', lambda: receiver.count.value > 0, 40)
    cost, own = server.cost(), processor_time(way.process.pid)
    settled(count, 30)
    time.sleep(1)  # what is noted after the last acknowledgement
    cost = [b - a for a, b in zip(cost, server.cost())]
    own = processor_time(way.process.pid) - own
    times = sorted(filter(None, receiver.came[first:first + count]))
    count, warm, missing = len(times), len(times) // 5, count - len(times)
    figures = {'events_per_s': (count - warm) / (times[-1] - times[warm - 1]) * 1e9, 'backlog_missing': missing, 'server_us': cost[0] / count * 1e6, 'wal': cost[1] / count,
               'own_us': own / count * 1e6}
    for measured, count in ((False, rate), (True, int(rate * seconds))):  # the first second only warms up
        first, number = number, number + count
        receiver.expect(first, count)
        cost = server.cost()
        committed = way.write(first, count)
        settled(count, 10)
        if measured:
            cost = [b - a for a, b in zip(cost, server.cost())]
            latencies = [(receiver.came[n] - at) / 1e6 for n, at in committed.items() if receiver.came[n]]
            figures |= {'p50_ms': percentile(latencies, 0.5), 'p99_ms': percentile(latencies, 0.99), 'paced_server_us': cost[0] / count * 1e6,
                        'paced_wal': cost[1] / count, 'paced_missing': count - len(latencies), 'latencies': latencies}
    way.stop()
    return figures


until('the broker serves', lambda: subprocess.run(
    ['java', '-cp', os.environ['WORLD_KAFKA_CLASSES'], 'org.apache.kafka.tools.TopicCommand', '--bootstrap-server', brokers, '--list'],
    capture_output=True).returncode == 0)
kinds = {'onceover relay': Onceover, 'onceover relay (64 aggregates)': Few, 'Debezium': Debezium, 'Spring Modulith': Modulith, 'pg-transactional-outbox': TransactionalOutbox}
only = os.environ.get('WORLD_WAYS', ','.join(kinds)).split(',')
from confluent_kafka.admin import AdminClient, NewTopic
admin = AdminClient({'bootstrap.servers': brokers})
for each in admin.create_topics([NewTopic(kind.topic, 6, 1) for kind in kinds.values()]).values():
    each.result()
receiver = Receiver([kind.topic for kind in kinds.values()])
ways = {name: kind(name, (onceover if issubclass(kind, Onceover) else made)(kind.topic)) for name, kind in kinds.items() if name in only}
found = turns(ways, turn)
for name, figures in found.items():
    every = [each for of_round in figures.pop('latencies') for each in of_round]
    figures['all_p50_ms'], figures['all_p99_ms'] = [percentile(every, 0.5)], [percentile(every, 0.99)]
keep('events', {'fdatasync_us': fdatasync_us(), 'ways': {name: {k: spread(v) for k, v in figures.items()} for name, figures in found.items()}, 'events': {k: v.drain for k, v in ways.items()}})
for name in [each for each in ways if 'onceover' not in each]:
    ahead('events/s', list(ways)[0], name, 'events_per_s', found)
missing = [sum(found[each]['backlog_missing'] + found[each]['paced_missing']) for each in ways if 'onceover' in each]
tried('each event came by our relay, in time and in order for each aggregate', receiver.late.value == 0 and not sum(missing),
      f'{receiver.late.value} out of order, {sum(missing)} missing')
