#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a broker does behind a consumer's back: retention, another topic of the same name, more partitions, transactions, compression, and
kills. Prints lines as README.md says."""
import random, threading
from world import *


quickly = ('--option', 'session.timeout.ms=6000', '--option', 'heartbeat.interval.ms=1000')  # a member that was killed is missed soon


def retention():
    topic('kept', 1, '--config', 'retention.ms=1000')
    tool('ConfigCommand', '--alter', '--entity-type', 'topics', '--entity-name', 'kept', '--add-config', 'retention.ms=-1')
    write('kept', lines('a', 100))
    first = once('kept', 'kept')
    write('kept', lines('b', 50))
    tool('ConfigCommand', '--alter', '--entity-type', 'topics', '--entity-name', 'kept', '--add-config', 'retention.ms=1000')
    until('retention has passed the offset', lambda: first_offset('kept') == 150)
    tool('ConfigCommand', '--alter', '--entity-type', 'topics', '--entity-name', 'kept', '--add-config', 'retention.ms=-1')
    write('kept', lines('c', 10))
    code, said = once('kept', 'kept')
    why = dead('kept')
    tried('retention passes the committed offset: a dead letter says which messages are gone, the rest is received',
          first[1]['stored'] == 100 and said['stored'] == 10 and said['unusable'] == 1 and 'up to 50 messages' in why and 'offsets 100 to 149' in why
          and committed('kept') == {0: 160}, f'{said} {why} {committed("kept")}')


def made_again():
    """While no member runs, and while one does."""
    topic('anew')
    write('anew', lines('a', 100))
    once('anew', 'anew')
    tool('TopicCommand', '--delete', '--topic', 'anew')
    topic('anew')
    write('anew', lines('b', 5))
    code, said = once('anew', 'anew')
    tried('a topic that was deleted and created again while no consumer ran: all of the new one is received', said['stored'] == 5, f'{said}')
    follower = begin('anew', *consume('anew', 'anew', '--follow'))
    try:
        write('anew', lines('c', 50))
        until('it follows', lambda: count('anew') == 155)
        tool('TopicCommand', '--delete', '--topic', 'anew')
        topic('anew')
        write('anew', lines('d', 5))
        took = until('the new one is received', lambda: count('anew') == 160, 90)
        tried('the same while a consumer runs', True, f'received {took} s after it was written; dead letters: {dead("anew") or "none"}')
    except TimeoutError as error:
        tried('the same while a consumer runs', False, f'{error}: {count("anew")} of 160')
    finally:
        end(follower)


def more_partitions():
    topic('grown', 3)
    followers = {start: begin(f'grown-{start}', *consume(f'grown-{start}', 'grown', '--start', start, '--follow')) for start in ('beginning', 'now')}
    try:
        until('both have their partitions', lambda: all(len(committed(f'grown-{start}')) == 3 for start in ('now',)))
        write('grown', lines('a', 30, 3))
        until('both follow', lambda: count('grown-beginning') == count('grown-now') == 30)
        tool('TopicCommand', '--alter', '--topic', 'grown', '--partitions', '6')
        write('grown', lines('b', 60, 6))
        for start in followers:
            try:
                took = until('all is received', lambda: count(f'grown-{start}') == 90, 60)
                tried(f'partitions 3 to 6 while a consumer runs that began at {start}: nothing is passed over', True, f'after {took} s')
            except TimeoutError:
                tried(f'partitions 3 to 6 while a consumer runs that began at {start}: nothing is passed over', False, f'{count(f"grown-{start}")} of 90')
    finally:
        for each in followers.values():
            end(each)


def transactions():
    topic('marked', 2)
    write('marked', ['begin', *lines('a', 20, 2), 'commit', 'begin', *lines('gone', 20, 2), 'abort', 'begin', *lines('b', 20, 2), 'commit'],
          'transactional.id=t')
    code, said = once('marked', 'marked')
    ends = {int(part): int(offset) for _, part, offset in (each.split(':') for each in tool('GetOffsetShell', '--topic', 'marked').split())}
    at = committed('marked')
    tried('transactions: what was aborted is not received, and markers are no gap',
          said['stored'] == 40 and said['unusable'] == 0 and code == 0 and not any('gone' in each for each in ids('marked')), f'{said}')
    again = once('marked', 'marked')[1]
    tried('a group that ended behind a marker has nothing left', again['received'] == 0 and again['at_end'], f'committed {at}, ends {ends}')


def compressed():
    topic('squeezed')
    chance = random.Random(3)
    kinds = ('none', 'gzip', 'snappy', 'lz4', 'zstd')
    for kind in kinds:
        write('squeezed', [(b'k', f'{kind}-{n}-'.encode() + b'x' * chance.randrange(150)) for n in range(200)], 'compression.type=' + kind,
              'linger.ms=50')
    code, said = once('squeezed', 'squeezed')
    wrong = psql("SELECT count(*) FROM onceover.inbox WHERE consumer = 'squeezed' AND payload <> convert_to(event_id, 'UTF8')")
    tried('gzip, snappy, lz4, zstd and none: each byte as it was written', code == 0 and said['stored'] == 1000 and wrong == '0', f'{said} {wrong} differ')


def killed():
    """Of each partition all before the committed offset is in the database, after each kill; at the end all, once."""
    partitions, total = 6, 6000
    topic('killed', partitions)
    writer = begin('killed-writer', *java, 'Writer', plain, 'killed', 'linger.ms=1', stdin=subprocess.PIPE, text=True)
    writer.stdin.write('\n'.join(lines('m', total, partitions)))
    writer.stdin.close()
    kills, ahead = 0, 0
    for at_least in range(500, total, 1100):
        follower = begin('killed', *consume('killed', 'killed', '--identity', 'offset', '--batch', '20', '--follow', *quickly))
        until('it receives', lambda: count('killed') >= at_least, 90)
        end(follower, signal.SIGKILL)
        kills += 1
        rows = {(int(each.split('/')[1]), int(each.split('/')[2])) for each in ids('killed')}
        ahead += sum((part, offset) not in rows for part, upto in committed('killed').items() for offset in range(upto))
    end(writer)
    follower = begin('killed', *consume('killed', 'killed', '--identity', 'offset', '--follow', *quickly))
    until('all is received', lambda: count('killed') == total, 90)
    until('all is committed', lambda: sum(committed('killed').values()) == total, 60)
    end(follower)
    at = committed('killed')
    tried('kill -9 of a consumer: nothing is committed that is not in the database; in the end committed = acknowledged, once each',
          ahead == 0 and count('killed') == total and sum(at.values()) == total, f'{kills} kills, {ahead} committed and not stored, {count("killed")} of {total}, {at}')


def together():
    """Three consumers and a member of another maker join and leave, under load."""
    topic('shared', 6)
    members, by_java, ahead, turns, made, writing = [], set(), 0, 0, 0, threading.Event()
    writer = begin('shared-writer', *java, 'Writer', plain, 'shared', 'linger.ms=1', stdin=subprocess.PIPE, text=True)

    def write_on():
        nonlocal made
        while writing.is_set():
            writer.stdin.write('\n'.join(lines('m', 30, 6, made)) + '\n')
            writer.stdin.flush()
            made += 30
            time.sleep(0.05)
        writer.stdin.close()

    def member(n):
        members.append(begin(f'shared-{n}', *consume('shared', 'shared', '--identity', 'offset', '--batch', '20', '--follow', *quickly)))

    def acknowledged():
        return {tuple(map(int, each.split('/')[1:])) for each in ids('shared')} | by_java

    def committed_only():
        at = committed('shared')
        known = acknowledged()
        return sum((part, offset) not in known for part, upto in at.items() for offset in range(upto))
    writing.set()
    thread = threading.Thread(target=write_on, daemon=True)
    thread.start()
    for n in range(3):
        member(n)
    for turn in range(6):
        log = f'{folder}/java-{turn}.log'
        other = begin(f'java-{turn}', *java, 'Member', plain, 'shared', 'shared', stdin=subprocess.PIPE, stdout=open(log, 'w'))
        until('the other member has messages', lambda: os.path.getsize(log) > 0, 60)
        end(members.pop(0), signal.SIGTERM if turn % 2 else signal.SIGKILL)
        other.stdin.write(b'\n')
        other.stdin.close()
        other.wait(60)
        running.remove(other)
        by_java |= {tuple(map(int, each.split())) for each in open(log).read().splitlines() if re.fullmatch(r'\d+ \d+', each)}
        ahead += committed_only()
        member(turn + 3)
    writing.clear()
    thread.join(60)
    writer.wait(60)
    running.remove(writer)
    until('all is received', lambda: len(acknowledged()) >= made, 120)
    for each in members:
        end(each)
    ahead += committed_only()
    tried('three consumers and a Java member join and leave, three of six leave by kill -9: what is committed was acknowledged',
          ahead == 0 and len(acknowledged()) == made, f'{ahead} committed and not acknowledged; {len(by_java)} by Java, of {made}')


call(*oncectl, 'schema', 'install', check=True)
broker = Broker(properties='log.retention.check.interval.ms=500\nlog.initial.task.delay.ms=500\nlog.segment.delete.delay.ms=500\n')
serves()
trials(retention, made_again, more_partitions, transactions, compressed, killed, together)
