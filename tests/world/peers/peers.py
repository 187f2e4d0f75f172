# SPDX-License-Identifier: Apache-2.0
"""What the comparisons share: the server and what it costs, processes that take commands, rounds, lines as README.md says."""
import json, os, signal, statistics, subprocess, sys, time

import psycopg2

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from running import *

port, bin_ = os.environ['WORLD_PORT'], os.environ['ONCEOVER_BIN']
rounds = int(os.environ.get('WORLD_ROUNDS', 5))
tick = os.sysconf('SC_CLK_TCK')


def tried(name, holds, detail=''):
    print('held' if holds else 'differs', name, ' '.join(str(detail).split())[:400], sep='\t', flush=True)


def dsn(database='postgres'):
    return f'postgresql://postgres@127.0.0.1:{port}/{database}'


class Database:
    """A connection in autocommit."""

    def __init__(self, name='postgres'):
        self.name = name
        self.connection = psycopg2.connect(dsn(name))
        self.connection.autocommit = True

    def __call__(self, text, values=None):
        with self.connection.cursor() as cursor:
            cursor.execute(text, values)
            return cursor.fetchall() if cursor.description else []

    def one(self, text, values=None):
        return self(text, values)[0][0]


def made(name):
    Database()(f'CREATE DATABASE "{name}"')
    return Database(name)


def onceover(name):
    database = made(name)
    subprocess.run([bin_ + '/oncectl', '--dsn', dsn(name), 'schema', 'install'], check=True, capture_output=True)
    return database


class Commanded:
    """A process that takes a line of JSON on its standard input and answers each with one."""

    def __init__(self, name, *command, **how):
        self.name = name
        self.process = begin(name, *command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, **how)
        assert self.answer() == 'ready'

    def ask(self, command):
        self.process.stdin.write(json.dumps(command) + '\n')
        self.process.stdin.flush()

    def answer(self):
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f'{self.name} ended: see {folder}/{self.name}.log')
        return json.loads(line)

    def __call__(self, *command):
        self.ask(command)
        return self.answer()


def stat(pid):
    with open(f'/proc/{pid}/stat') as file:
        return file.read().rsplit(')', 1)[1].split()


def processor_time(pid, waited=False):
    """Seconds; waited: with the processes that it has waited for."""
    fields = stat(pid)
    return sum(map(int, fields[11:15 if waited else 13])) / tick


class Server:
    """All of its processes: backends, WAL sender and writer."""

    def __init__(self):
        self.database = Database()
        with open(self.database.one('SHOW data_directory') + '/postmaster.pid') as file:
            self.pid = int(file.readline())

    def cpu(self):
        total = processor_time(self.pid, True)
        for each in filter(str.isdigit, os.listdir('/proc')):
            try:
                if int(stat(each)[1]) == self.pid:
                    total += processor_time(each)
            except OSError:
                pass
        return total

    def wal(self):
        return int(self.database.one("SELECT pg_current_wal_insert_lsn() - '0/0'"))

    def cost(self):
        return self.cpu(), self.wal()


def median(values):
    return statistics.median(values)


def spread(values):
    return {'median': median(values), 'least': min(values), 'most': max(values), 'rounds': values}


def percentile(values, part):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * part))]


def turns(ways, turn):
    """Each way once in each round, in an order that rotates; a round before them only warms up. turn(way) returns figures, by name."""
    found = {each: {} for each in ways}
    for number in range(-1, rounds):
        order = list(ways)[number % len(ways):] + list(ways)[:number % len(ways)]
        for way in order:
            figures = turn(way)
            print(number, way, {k: v for k, v in figures.items() if not isinstance(v, list)}, file=sys.stderr, flush=True)
            for figure, value in figures.items() if number >= 0 else ():
                found[way].setdefault(figure, []).append(value)
    return found


def ahead(what, ours, theirs, figure, found, reason=''):
    """A line: whether we are ahead, by the ratios of the rounds; or for which reason, which the manual describes, we are not."""
    ratios = [a / b for a, b in zip(found[ours][figure], found[theirs][figure])]
    detail = f'{median(ratios):.2f} times ({min(ratios):.2f} to {max(ratios):.2f}, {len(ratios)} rounds)'
    is_ahead = median(ratios) >= 1
    tried(f'{what}: ahead of {theirs}' if is_ahead or not reason else f'{what}: behind {theirs} for a known reason', is_ahead or bool(reason),
          detail + ('' if is_ahead or not reason else f'. {reason}'))


def fdatasync_us():
    """Median time that the disk of the server's data takes for a commit."""
    took = []
    with open(folder + '/fdatasync', 'wb', 0) as file:
        for _ in range(50):
            file.write(b'x' * 8192)
            begin = time.perf_counter()
            os.fdatasync(file.fileno())
            took.append((time.perf_counter() - begin) * 1e6)
    return median(took)


def keep(name, what):
    with open(f'{folder}/{name}.json', 'w') as file:
        json.dump(what, file, indent=1)
