#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The store is restored from a backup, and the brokers are not: what was received since is received again, or a line says that it is not.
Prints lines as README.md says."""
from world import *

base, name = dsn.rsplit('/', 1)
programs = os.environ['WORLD_POSTGRES']


def back_up():
    call(f'{programs}/pg_dump', '-Fc', '-f', f'{folder}/backup', dsn, check=True)


def restore():
    """As a whole: a consumer that runs beneath it never meets a half of it."""
    def server(text):
        call('psql', '-XAtq', f'{base}/postgres', '-c', text, check=True)
    server('CREATE DATABASE being_restored')
    call(f'{programs}/pg_restore', '-d', f'{base}/being_restored', f'{folder}/backup', check=True)
    server(f'DROP DATABASE {name} WITH (FORCE)')
    server(f'ALTER DATABASE being_restored RENAME TO {name}')


def ahead(text):
    """What a consumer says of a group that is ahead, for each partition: read again, passed over, or not known to the database."""
    return [again or 'no position' for again in
            re.findall(r'The group is ahead of this database.*? (read again|passed over)|This database has no position', text)]


def consumed(of, *more):
    done = call(*consume(of, of, *more))
    return json.loads(done.stdout or '{}'), ahead(done.stderr)


def all_of(of, *parts):
    """Each of the messages is in the inbox, once, and the group knows it."""
    wanted = sorted(f'{part}{n}' for part, many in parts for n in range(many))
    return ids(of) == wanted and sum(committed(of).values()) == len(wanted)


def begun(of, *more):
    """A topic of which 300 messages are in the backup."""
    topic(of, 3)
    consumed(of, *more)
    write(of, lines('a', 300, 3))
    consumed(of, *more)
    back_up()


def forget(group):
    call(*java, 'org.apache.kafka.tools.consumer.group.ConsumerGroupCommand', '--bootstrap-server', plain, '--delete', '--group', group, check=True)


def between_two_runs():
    begun('stopped')
    write('stopped', lines('b', 300, 3))
    _, before = consumed('stopped')
    restore()
    write('stopped', lines('c', 30, 3))
    said, told = consumed('stopped')
    again, silent = consumed('stopped')
    tried('restored between two runs: what came since the backup is received again, and a line for each partition says so',
          all_of('stopped', ('a', 300), ('b', 300), ('c', 30)) and said['stored'] == 330 and not before and told == ['read again'] * 3
          and again['received'] == 0 and not silent, f'{said} {told} {again}')


def service(of):
    """The same, as [[consume]] of the service."""
    file = f'{folder}/{of}.toml'
    open(file, 'w').write(f'version = 1\nlog = "json"\n[[store]]\nname = "main"\ndsn = "{dsn}"\n[[consume]]\nname = "{of}"\nstore = "main"\n'
                          f'topics = ["{of}"]\n[consume.kafka]\nbrokers = "{plain}"\n')
    return [oncectl[0], 'sweep', '--follow', '--config', file]


def beneath():
    """Nothing is written after the restore: that the server was away is all that a consumer learns."""
    for of, commands in (('beneath-one', [consume('beneath-one', 'beneath-one', '--follow')]), ('beneath-service', [service('beneath-service')]),
                         ('beneath-two', [consume('beneath-two', 'beneath-two', '--follow'), service('beneath-two')])):
        topic(of, 6)
        followers = [begin(of, *command) for command in commands]
        what = f'restored beneath {of.replace("-", " ").split(" ", 1)[1]}, that runs on: all is received again'
        try:
            write(of, lines('a', 300, 6))
            until('it follows', lambda: all_of(of, ('a', 300)))
            back_up()
            write(of, lines('b', 300, 6))
            until('it follows', lambda: all_of(of, ('a', 300), ('b', 300)))
            restore()
            took = until('it is received again', lambda: all_of(of, ('a', 300), ('b', 300)))
            told = ahead(open(f'{folder}/{of}.log').read())
            write(of, lines('c', 60, 6))
            until('it goes on', lambda: all_of(of, ('a', 300), ('b', 300), ('c', 60)))
            tried(what, told == ['read again'] * 6, f'after {took} s: {told}')
        except TimeoutError as error:
            tried(what, False, f'{error}: {count(of)} rows, {committed(of)}')
        finally:
            for each in followers:
                end(each)


def followed():
    begun('followed')
    write('followed', lines('b', 300, 3))
    consumed('followed')
    restore()
    write('followed', lines('c', 30, 3))
    said, told = consumed('followed', '--resume', 'group')
    later, silent = consumed('followed')
    tried('--resume group: what came since the backup is passed over, a line for each partition says so, and that is kept',
          said['stored'] == 30 and told == ['passed over'] * 3 and count('followed') == 330 and later['received'] == 0 and not silent,
          f'{said} {told} {later}')


def forgotten():
    """The group's offsets are gone as well."""
    for start in ('beginning', 'now'):
        of = f'forgotten-{start}'
        begun(of, '--start', start)
        write(of, lines('b', 300, 3))
        consumed(of, '--start', start)
        restore()
        forget(of)
        write(of, lines('c', 30, 3))
        said, told = consumed(of, '--start', start)
        tried(f'restored, and the group was deleted (start {start}): nothing is passed over',
              all_of(of, ('a', 300), ('b', 300), ('c', 30)), f'{said} {told}')
        forget(of)
        write(of, lines('d', 30, 3))
        said, told = consumed(of, '--start', start)
        tried(f'the group was deleted (start {start}): it goes on from what the database knows, or from the beginning',
              all_of(of, ('a', 300), ('b', 300), ('c', 30), ('d', 30)) and said['received'] == (30 if start == 'now' else 660), f'{said} {told}')


def added():
    """A partition of which the backup knows nothing."""
    for start in ('beginning', 'now'):
        of = f'added-{start}'
        begun(of, '--start', start)
        follower = begin(of, *consume(of, of, '--start', start, '--follow'))
        try:
            until('it follows', lambda: all_of(of, ('a', 300)))
            tool('TopicCommand', '--alter', '--topic', of, '--partitions', '6')
            write(of, lines('b', 300, 6))
            until('it follows', lambda: all_of(of, ('a', 300), ('b', 300)))
        finally:
            end(follower)
        restore()
        said, told = consumed(of, '--start', start)
        tried(f'partitions were added after the backup (start {start}): what they had is received again',
              all_of(of, ('a', 300), ('b', 300)) and told == ['read again'] * 6, f'{said} {told} {committed(of)}')


def unknown():
    """The backup is older than the consumer."""
    for start in ('beginning', 'now'):
        of = f'unknown-{start}'
        back_up()
        topic(of, 3)
        write(of, lines('old', 30, 3))
        consumed(of, '--start', start)
        write(of, lines('a', 300, 3))
        consumed(of, '--start', start)
        restore()
        write(of, lines('b', 30, 3))
        said, told = consumed(of, '--start', start)
        old = 30 if start == 'beginning' else 0
        tried(f'a backup from before the first message (start {start}): all is received again',
              said['stored'] == count(of) == old + 330 and told == ['read again'] * 3 and sum(committed(of).values()) == 360, f'{said} {told}')


def another():
    """The group had another program, or the same consumer another database: what they have received has had its effect."""
    for of, told_before in (('of-a-program', False), ('of-a-database', True)):
        topic(of, 3)
        write(of, lines('a', 300, 3))
        if told_before:
            consumed(of)
            psql('DROP SCHEMA onceover CASCADE')
            call(*oncectl, 'schema', 'install', check=True)
        else:
            call(*java, 'org.apache.kafka.tools.consumer.group.ConsumerGroupCommand', '--bootstrap-server', plain, '--group', of, '--topic', of,
                 '--reset-offsets', '--to-latest', '--execute', check=True)
        write(of, lines('b', 30, 3))
        said, told = consumed(of)
        later, silent = consumed(of)
        tried(f'a group {of.replace("-", " ")}: it goes on from there, and a line for each partition says so',
              ids(of) == sorted(f'b{n}' for n in range(30)) and told == ['no position'] * 3 and later['received'] == 0 and not silent,
              f'{said} {told} {later}')


def gone():
    """Kafka has deleted what the backup lacks."""
    topic('gone')
    write('gone', lines('a', 100))
    consumed('gone')
    back_up()
    write('gone', lines('b', 50))
    consumed('gone')
    restore()
    tool('ConfigCommand', '--alter', '--entity-type', 'topics', '--entity-name', 'gone', '--add-config', 'retention.ms=1000')
    until('retention has passed it', lambda: first_offset('gone') == 150)
    tool('ConfigCommand', '--alter', '--entity-type', 'topics', '--entity-name', 'gone', '--add-config', 'retention.ms=-1')
    write('gone', lines('c', 10))
    said, told = consumed('gone')
    tried('Kafka has deleted what the backup lacks: a dead letter names the offsets, and the rest is received',
          said['stored'] == 10 and said['unusable'] == 1 and 'offsets 100 to 149' in dead('gone'), f'{said} {told} {dead("gone")}')


call(*oncectl, 'schema', 'install', check=True)
broker = Broker(properties='log.retention.check.interval.ms=500\nlog.initial.task.delay.ms=500\nlog.segment.delete.delay.ms=500\n')
serves()
trials(between_two_runs, beneath, followed, forgotten, added, unknown, another, gone)
