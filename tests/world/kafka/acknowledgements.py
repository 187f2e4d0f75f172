#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Acknowledgements that are lost on their way, and a relay that is killed: what is stored twice. Prints lines as README.md says."""
import socket, threading
from world import *

produce = b'\0\0'  # the number of the request


class Proxy:
    """Between the relay and the broker. `loses` times the broker gets a request to store, and the connection ends before its answer."""

    def __init__(self, port, to):
        self.loses, self.lost, self.to = 0, 0, to
        self.listener = socket.create_server(('127.0.0.1', port))
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client, _ = self.listener.accept()
            server = socket.create_connection(('127.0.0.1', self.to))
            state = {'cut': False}
            threading.Thread(target=self.pump, args=(client, server, state, True), daemon=True).start()
            threading.Thread(target=self.pump, args=(server, client, state, False), daemon=True).start()

    def pump(self, source, target, state, is_request):
        try:
            while data := source.recv(1 << 20):
                if is_request and self.loses > 0 and not state['cut'] and data[4:6] == produce:
                    self.loses -= 1
                    state['cut'] = True
                elif not is_request and state['cut']:
                    self.lost += 1
                    break
                target.sendall(data)
        except OSError:
            pass
        for each in (source, target):
            try:
                each.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


def enqueue(count):
    psql(f"INSERT INTO onceover.outbox (topic, aggregateid, payload) SELECT 'acknowledged', 'a-' || g % 40, g::text::bytea FROM generate_series(1, {count}) g")


def total():
    return int(psql('SELECT count(*) FROM onceover.outbox'))


def stored():
    """Messages, and different ids among them."""
    ids = [next(value for key, value in each['headers'] if bytes.fromhex(key) == b'id') for each in messages('acknowledged')]
    return len(ids), len(set(ids))


def drained():
    return stored()[1] == total()


def follow():
    return begin('relay', *oncectl, 'relay', '--name', 'r', '--topic', 'acknowledged', '--kafka', '127.0.0.1:19095', '--follow')


def lost():
    relay = follow()
    until('it has made partitions', lambda: psql("SELECT count(*) > 1 FROM pg_inherits WHERE inhparent = 'onceover.outbox'::regclass") == 't')
    for _ in range(10):  # one after the other: an event whose answers are lost for 30 s is given up by librdkafka and sent anew
        before = proxy.lost
        proxy.loses = 1
        enqueue(1000)
        until('an acknowledgement is lost', lambda: proxy.lost > before, 60)
        until('all is stored', drained, 60)
    end(relay)
    all_stored, different = stored()
    tried('lost acknowledgements: an idempotent producer repeats nothing', all_stored == different == total() and proxy.lost == 10,
          f'{proxy.lost} acknowledgements lost, {total()} events, {all_stored - different} repeats')


def killed():
    relay = follow()
    for _ in range(5):
        before = stored()[1]
        enqueue(20000)
        until('events go out', lambda: stored()[1] > before, 60)
        end(relay, signal.SIGKILL)
        relay = follow()
    until('all is stored', drained, 180)
    end(relay)
    all_stored, different = stored()
    tried('kill -9 of the relay: nothing is lost, and what is repeated has the same id', different == total(),
          f'5 kills, {total()} events, {all_stored - different} repeats')


call(*oncectl, 'schema', 'install', check=True)
broker = Broker(properties=f'''
listeners=PLAINTEXT://{plain},CONTROLLER://127.0.0.1:19191,PROXIED://127.0.0.1:19096
advertised.listeners=PLAINTEXT://{plain},PROXIED://127.0.0.1:19095
listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT,PROXIED:PLAINTEXT
''')
serves()
topic('acknowledged', 4)
proxy = Proxy(19095, 19096)
trials(lost, killed)
