# SPDX-License-Identifier: Apache-2.0
"""A worker for stored events, by the SQL functions of the inbox. Needs psycopg2 (python3-psycopg2).

    PGDATABASE=payments python3 inbox_worker.py billing

`oncectl inbox consume` stores the events. Replace handle() by your own.
"""
import hashlib
import os
import signal
import socket
import sys
import time

import psycopg2
from psycopg2.extras import NamedTupleCursor

LEASE = "30 seconds"  # longer than handle() takes
RESERVE = 20  # events at a time
ATTEMPTS = 5  # then an event is a dead letter

stops = False


def stop(*_):
    global stops
    stops = True


def handle(cursor, event):
    """In the transaction of the event: these rows and the event's end commit together."""
    body = bytes(event.payload or b"").decode()
    if body == "fail":
        raise ValueError("this event cannot be booked")
    cursor.execute("INSERT INTO ledger (event_id, body) VALUES (%s, %s)", (event.event_id, body))


def accept(database, consumer, source, event_id, payload):
    """For an event at hand, without a worker: its effect commits with it, or is not run."""
    with database, database.cursor() as cursor:
        fingerprint = hashlib.sha256(payload).digest()
        cursor.execute("SELECT onceover.inbox_accept(%s, %s, %s, %s)", (consumer, source, event_id, fingerprint))
        answer = cursor.fetchone()[0]
        if answer == "accepted":
            cursor.execute("INSERT INTO ledger (event_id, body) VALUES (%s, %s)", (event_id, payload.decode()))
        return answer


def work_on(database, consumer, event):
    name = (consumer, event.source, event.event_id, event.fence)
    with database, database.cursor() as cursor:  # committed before handle() runs: an attempt that ends the process counts
        cursor.execute("SELECT onceover.inbox_start(%s, %s, %s, %s, %s)", name + (LEASE,))
        if cursor.fetchone()[0] is None:
            return  # another worker has it
    try:
        with database, database.cursor() as cursor:
            handle(cursor, event)
            cursor.execute("SELECT onceover.inbox_finish(%s, %s, %s, %s)", name)
            if not cursor.fetchone()[0]:
                raise RuntimeError("the lease has ended and another worker has the event")  # rolls the effect back
    except Exception as error:  # rolled back
        with database, database.cursor() as cursor:
            cursor.execute("SELECT onceover.inbox_fail(%s, %s, %s, %s, %s, max_attempts => %s)", name + (str(error), ATTEMPTS))
            print(event.event_id, cursor.fetchone()[0], error, file=sys.stderr)


def main(consumer, until_idle):
    owner = f"{socket.gethostname()}/{os.getpid()}"
    database = psycopg2.connect("", cursor_factory=NamedTupleCursor)  # PGHOST, PGDATABASE, PGUSER …
    while not stops:
        with database, database.cursor() as cursor:
            cursor.execute("SELECT * FROM onceover.inbox_take(%s, %s, %s, %s, %s)", (consumer, owner, LEASE, RESERVE, ATTEMPTS))
            events = cursor.fetchall()
        while events and not stops:
            work_on(database, consumer, events.pop(0))
        if events:  # asked to stop: others need not wait for the lease
            with database, database.cursor() as cursor:
                reserved = [list(column) for column in zip(*((e.source, e.event_id, e.fence) for e in events))]
                cursor.execute("SELECT onceover.inbox_release(%s, %s::text[], %s::text[], %s::bigint[])", (consumer, *reserved))
        elif cursor.rowcount == 0 and until_idle:
            return
        elif cursor.rowcount == 0:
            time.sleep(0.5)


if __name__ == "__main__":
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    main(sys.argv[1], "--until-idle" in sys.argv)
