#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Three brokers, two of which must have each message: the leader is killed, then two. Prints lines as README.md says."""
import collections, random, threading
from world import *

aggregates = 24
brokers = [Broker(number, 3, 'min.insync.replicas=2\ndefault.replication.factor=3\ncontrolled.shutdown.enable=false\n') for number in (1, 2, 3)]
all_of_them = ','.join(f'127.0.0.1:{19090 + each.number}' for each in brokers)
written = collections.Counter()
writing = threading.Event()


def leader_of(name):
    for line in tool('TopicCommand', '--describe', '--topic', name, brokers=all_of_them).splitlines():
        found = re.search(r'Partition: 0\s+Leader: (\d+)', line)
        if found:
            return int(found[1])
    raise RuntimeError('partition 0 has no leader')


def write_on():
    """Numbers each aggregate's events in the order of their commits."""
    chance = random.Random(7)
    process = subprocess.Popen(['psql', '-XAtq', dsn], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    while writing.is_set():
        of = chance.randrange(aggregates)
        written[of] += 1
        process.stdin.write(f"INSERT INTO onceover.outbox (topic, aggregatetype, aggregateid, payload) VALUES "
                            f"('replicated', 'order', 'order-{of}', '{of} {written[of]}');\n")
        process.stdin.flush()
        time.sleep(0.004)
    process.stdin.close()
    process.wait(60)


def caught_up():
    total = sum(written.values())
    seen = {each['value'] for each in messages('replicated', all_of_them)}
    return len(seen) >= total


def stored():
    return sum(int(each.rsplit(':', 1)[1]) for each in tool('GetOffsetShell', '--topic', 'replicated', brokers=all_of_them).split())


def trouble():
    return psql("SELECT coalesce(trouble, '') FROM onceover.relays")


def parked():
    return int(psql('SELECT count(*) FROM onceover.outbox_parked'))


def checked(name, detail):
    got, ids, total = collections.defaultdict(list), set(), sum(written.values())
    all_stored = messages('replicated', all_of_them)
    for message in all_stored:
        of, number = map(int, bytes.fromhex(message['value']).split())
        got[of].append(number)
        ids.add(next(value for key, value in message['headers'] if bytes.fromhex(key) == b'id'))
    lost = total - len(ids)
    in_order = all(list(dict.fromkeys(got[of])) == list(range(1, written[of] + 1)) for of in written)
    tried(name, lost == 0 and in_order and parked() == 0,
          f'{total} events, {lost} lost, {len(all_stored) - len(ids)} repeats, order {"kept" if in_order else "broken"}, {parked()} parked. {detail}')


def leader_killed():
    until('events are stored', lambda: stored() > 300, 120)
    victim = brokers[leader_of('replicated') - 1]
    victim.stop(signal.SIGKILL)
    before = stored()
    took = until('events are stored without it', lambda: stored() > before + 300, 120)
    victim.start()
    until('it is a replica again', lambda: not tool('TopicCommand', '--describe', '--under-replicated-partitions', brokers=all_of_them).strip(), 120)
    leader_killed.detail = f'broker {victim.number} led; 300 more were stored {took} s after it was killed'


def two_killed():
    for each in brokers[:2]:
        each.stop(signal.SIGKILL)
    waited = until('the relay says why', lambda: trouble() != '', 60)
    why, count = trouble(), parked()
    since = time.monotonic()
    until('messages are given up by librdkafka, after 30 s', lambda: time.monotonic() > since + 35, 40)
    tried('two of three brokers are away: the relay waits in words, and counts no attempt', count == parked() == 0 and trouble().startswith('Kafka'),
          f'after {waited} s: {why} Then: {trouble()}')
    for each in brokers[:2]:
        each.start()
    took = until('events go out again', lambda: trouble() == '', 120)
    two_killed.detail = f'went on {took} s after the two were started'


call(*oncectl, 'schema', 'install', check=True)
serves(all_of_them)
topic('replicated', 6, '--replication-factor', '3', brokers=all_of_them)
relay = begin('relay', *oncectl, 'relay', '--name', 'r', '--topic', 'replicated', '--kafka', all_of_them, '--follow')


def run(trial, name):
    writing.set()
    writer = threading.Thread(target=write_on, daemon=True)
    writer.start()
    try:
        trial()
    finally:
        writing.clear()
        writer.join(60)
    until('everything is published', caught_up, 180)
    checked(name, trial.detail)


def one():
    run(leader_killed, 'kill -9 of the leader, min.insync.replicas=2, acks=all: nothing is lost, the order of each key is kept')


def two():
    run(two_killed, 'kill -9 of two of three brokers, and back: nothing is lost, the order of each key is kept')


def too_few():
    """The leader is there and its replica is not: it takes nothing, and librdkafka says nothing about it."""
    topic('short', 1, '--replica-assignment', '1:2', brokers=all_of_them)
    psql("INSERT INTO onceover.outbox (topic, aggregateid, payload) VALUES ('short', 'a', 'x')")
    brokers[1].stop()
    until('the replica is missed', lambda: 'short' in tool('TopicCommand', '--describe', '--under-replicated-partitions', brokers=all_of_them), 90)
    said = []

    def goes_out():
        said.append(json.loads(call(*oncectl, 'relay', '--name', 'short', '--topic', 'short', '--kafka', all_of_them).stdout))
        return said[-1]['published'] == 1
    if goes_out():
        raise RuntimeError('it was stored')
    brokers[1].start()
    until('it is stored', goes_out, 120)
    troubles = list(dict.fromkeys(each['trouble'] for each in said[:-1]))
    tried('a leader without its replica: the relay waits in words, and goes on', all(troubles) and parked() == 0, ' Then: '.join(troubles))


trials(one, two, too_few)
end(relay)
