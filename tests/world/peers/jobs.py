# SPDX-License-Identifier: Apache-2.0
"""Jobs: inbox_take, called from Go and from Node.js, beside River and pg-boss. Eight workers; the jobs are there before."""
from peers import *

here = os.path.dirname(os.path.abspath(__file__))
server = Server()
counts = {'one': 1000, 'batch': 8000}


class Peer:
    def __init__(self, name, *command):
        made(name)
        self.process = Commanded(name, *command, env=os.environ | {'WORLD_DSN': dsn(name)})
        self.database = Database(name)

    def put(self, count):
        self.process('put', count)


class Onceover(Peer):
    def __init__(self, name, *command):
        self.database = onceover(name)
        self.process = Commanded(name, *command, env=os.environ | {'WORLD_DSN': dsn(name)})
        self.number = 0

    def put(self, count):
        for first in range(0, count, 1000):
            ids = [str(self.number + n) for n in range(min(1000, count - first))]
            self.number += len(ids)
            same = [[each] * len(ids) for each in ('shop', '', '', '', 0, 1, b'{"name": "order"}', 'application/json', '{}')]
            source, prints, types, of, versions, has, payloads, kinds, headers = same
            self.database("SELECT count(*) FROM onceover.inbox_store('jobs', %s, %s, %s::text[]::bytea[], %s, %s, %s, %s, %s::bytea[], %s, %s)",
                          (source, ids, prints, types, of, versions, has, payloads, kinds, headers))


def turn(way):
    name, mode = way
    peer, count = peers[name], counts[mode]
    peer.put(count)
    peer.database('VACUUM ANALYZE')
    server.database('CHECKPOINT')
    cost = server.cost()
    seconds = peer.process('work', mode, count)
    cost = [b - a for a, b in zip(cost, server.cost())]
    return {'jobs_per_s': count / seconds, 'server_us': cost[0] / count * 1e6, 'wal': cost[1] / count}


peers = {'onceover (Go)': Onceover('jobs_go', os.environ['WORLD_GO'], 'onceover'), 'River': Peer('river', os.environ['WORLD_GO'], 'river'),
         'onceover (Node)': Onceover('jobs_node', 'node', here + '/jobs.mjs', 'onceover'), 'pg-boss': Peer('pgboss', 'node', here + '/jobs.mjs', 'pg-boss')}
found = {}
for mode in counts:
    ways = turns([(name, mode) for name in peers], turn)
    found[mode] = {name: figures for (name, _), figures in ways.items()}
keep('jobs', {'fdatasync_us': fdatasync_us(), 'modes': {mode: {name: {k: spread(v) for k, v in figures.items()} for name, figures in ways.items()} for mode, ways in found.items()}})
reasons = {'batch': 'inbox_start and inbox_finish are called for each event, and write two of its three row versions'}
for mode, what in (('one', 'jobs/s, one at a time'), ('batch', 'jobs/s, a hundred at a time')):
    for ours, theirs in (('onceover (Go)', 'River'), ('onceover (Node)', 'pg-boss')):
        ahead(what, ours, theirs, 'jobs_per_s', found[mode], reasons.get(mode, ''))
