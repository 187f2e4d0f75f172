# SPDX-License-Identifier: Apache-2.0
"""Claims: the middleware for WSGI beside two packages for Django REST framework, the calls from Node.js beside those of a package's store."""
from peers import *

here = os.path.dirname(os.path.abspath(__file__))
server, seconds, clients = Server(), float(os.environ.get('WORLD_SECONDS', 2)), 8


class Service:
    def __init__(self, name, *command):
        (onceover if 'onceover' in name else made)(name)
        self.database, how = Database(name), {'env': os.environ | {'WORLD_DSN': dsn(name)}}
        if command[0] != 'node':
            subprocess.run([*command, 'setup'], check=True, capture_output=True, **how)
        self.process = Commanded(name, *command, str(clients), **how)


def turn(way):
    name, kind = way
    service = services[name]
    service.database('VACUUM ANALYZE')
    server.database('CHECKPOINT')
    cost = server.cost()
    answer = service.process(kind, seconds)
    took = answer['took']
    cost = [b - a for a, b in zip(cost, server.cost())]
    return {'requests_per_s': len(took) / seconds, 'server_us': cost[0] / len(took) * 1e6, 'wal': cost[1] / len(took), 'own_us': answer['cpu'] / len(took) * 1e6,
            'p50_ms': percentile(took, 0.5) / 1000, 'p99_ms': percentile(took, 0.99) / 1000}


shop, node = [sys.executable, '-B', here + '/shop.py'], ['node', here + '/claims.mjs']
services = {'onceover (Django)': Service('onceover_django', *shop, 'onceover'), 'drf-idempotency': Service('drf', *shop, 'drf-idempotency'),
            'idemkit': Service('idemkit', *shop, 'idemkit'), 'no keys (Django)': Service('none', *shop, 'none'),
            'onceover (Node)': Service('onceover_node', *node, 'onceover'), 'idempot': Service('idempot', *node, 'idempot')}
found = {}
for kind in ('new', 'replay'):
    ways = turns([(name, kind) for name in services], turn)
    found[kind] = {name: figures for (name, _), figures in ways.items()}
keep('claims', {'fdatasync_us': fdatasync_us(), 'kinds': {kind: {name: {k: spread(v) for k, v in figures.items()} for name, figures in ways.items()} for kind, ways in found.items()}})
reasons = {'idempot': 'two commits in both, and a key of ours is a larger row, with fence, lease and checks'}
for kind, what in (('new', 'new keys/s'), ('replay', 'replays/s')):
    for ours, theirs in (('onceover (Django)', 'drf-idempotency'), ('onceover (Django)', 'idemkit'), ('onceover (Node)', 'idempot')):
        ahead(what, ours, theirs, 'requests_per_s', found[kind], reasons.get(theirs, ''))
