# SPDX-License-Identifier: Apache-2.0
"""The tables of the manual page "Beside others", from the results of run.sh: python3 table.py $ONCEOVER_WORLD/peers/work"""
import json, os, sys


def read(name):
    path = f'{sys.argv[1]}/{name}.json'
    if not os.path.exists(path):
        return {}
    with open(path) as file:
        return json.load(file)


def figure(value):
    return f'{value:,.0f}' if value >= 10 else f'{value:.1f}'


def cell(figures, name):
    found = figures.get(name)
    return figure(found['median']) if found else ''


def rate(figures, name, ours=None):
    """Median, least and most of the rounds; and the ratio of ours, of the same rounds."""
    found = figures[name]
    text = f"{figure(found['median'])} ({figure(found['least'])} to {figure(found['most'])})"
    if ours is None or ours is figures:
        return text, ''
    ratios = sorted(a / b for a, b in zip(ours[name]['rounds'], found['rounds']))
    return text, f'{figure(ratios[len(ratios) // 2])} ({figure(ratios[0])} to {figure(ratios[-1])})'


def table(head, rows):
    print('| ' + ' | '.join(head) + ' |')
    print('|' + '---|' * len(head))
    for row in rows:
        print('| ' + ' | '.join(row) + ' |')
    print()


def beside(ways, name, pairs, columns):
    for way, ours in pairs:
        if way in ways:
            text, ratio = rate(ways[way], name, ways.get(ours) if ours else None)
            yield [way, text, ratio, *(cell(ways[way], each) for each in columns)]


events = read('events').get('ways', {})
if events:
    table(['events', 'events/s', 'ours to theirs', 'server CPU, µs', 'its own CPU, µs', 'WAL, bytes', 'p50, ms', 'p99, ms'],
          beside(events, 'events_per_s', [(each, 'onceover relay') for each in events], ('server_us', 'own_us', 'wal', 'all_p50_ms', 'all_p99_ms')))
of = [('onceover (Django)', None), ('drf-idempotency', 'onceover (Django)'), ('idemkit', 'onceover (Django)'), ('no keys (Django)', None), ('onceover (Node)', None),
      ('idempot', 'onceover (Node)')]
for kind, title in (('new', 'new keys'), ('replay', 'replays')):
    ways = read('claims').get('kinds', {}).get(kind)
    if ways:
        table([title, 'requests/s', 'ours to theirs', 'server CPU, µs', 'its own CPU, µs', 'WAL, bytes', 'p50, ms', 'p99, ms'],
              beside(ways, 'requests_per_s', of, ('server_us', 'own_us', 'wal', 'p50_ms', 'p99_ms')))
of = [('onceover (Go)', None), ('River', 'onceover (Go)'), ('onceover (Node)', None), ('pg-boss', 'onceover (Node)')]
for mode, title in (('one', 'jobs, one at a time'), ('batch', 'jobs, a hundred at a time')):
    ways = read('jobs').get('modes', {}).get(mode)
    if ways:
        table([title, 'jobs/s', 'ours to theirs', 'server CPU, µs', 'WAL, bytes'], beside(ways, 'jobs_per_s', of, ('server_us', 'wal')))
