#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Ten thousand keys, among them empty and non-ASCII ones: the partition by a relay and by the Java client. Prints lines as README.md says."""
from ten_thousand import keys
from world import *

partitions = 12


def same():
    psql('CREATE TABLE keys (k text);\nCOPY keys FROM STDIN;\n' + '\n'.join(keys) + '\n\\.\n'
         "INSERT INTO onceover.outbox (topic, aggregateid, payload) SELECT 'by-relay', k, 'x' FROM keys;")
    done = call(*oncectl, 'relay', '--name', 'k', '--topic', 'by-relay', '--kafka', plain, check=True)
    write('by-java', [(each.encode(), b'x') for each in keys])
    relay, client = ({each['key']: each['partition'] for each in messages(name)} for name in ('by-relay', 'by-java'))
    odd = [bytes.fromhex(each).decode() for each in client if relay.get(each) != client[each]]
    tried('10,000 keys, empty and non-ASCII among them: a relay and the Java client choose the same partition',
          len(relay) == len(client) == len(keys) and not odd and len(set(client.values())) == partitions,
          f'{len(client)} keys, {len(set(client.values()))} partitions, {len(odd)} differ {odd[:5]} {done.stdout}')


call(*oncectl, 'schema', 'install', check=True)
broker = Broker()
serves()
for each in ('by-relay', 'by-java'):
    topic(each, partitions)
trials(same)
