# SPDX-License-Identifier: Apache-2.0
"""A gateway with a ledger, and the clients of a refund service: refunds_driver.py PROGRAM ARGUMENT…

Starts the service with a port, sends requests, and compares the answers, the rows and the ledger. ADMIN: conninfo of a superuser.
"""
import concurrent.futures
import http.client
import http.server
import json
import os
import socket
import subprocess
import sys
import threading

import psycopg2

admin = psycopg2.connect(os.environ["ADMIN"])
admin.autocommit = True
ledger, calls, guard = {}, [], threading.Lock()
before_answer = {}  # charge → what happens after the effect and before the answer


class Gateway(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        wanted = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        charge, ours = wanted["charge"], self.headers["Idempotency-Key"]
        with guard:
            calls.append(charge)
        status, body = 201, None
        if charge == "declined":
            status, body = 422, {"error": "declined"}
        elif charge == "busy" and calls.count("busy") == 1:
            status, body = 409, {"error": "the key is in use"}
        else:
            with guard:
                body = ledger.setdefault(ours, {"refund": f"re_{len(ledger)}", "charge": charge})
        if before_answer.get(charge, lambda: None)() == "cut":
            self.connection.shutdown(socket.SHUT_RDWR)
            return
        answer = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        pass


def sql(text, *values):
    with admin.cursor() as cursor:
        cursor.execute(text, values)
        return cursor.fetchone() if cursor.description else None


def post(key, wanted):
    client = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    body = wanted if isinstance(wanted, str) else json.dumps(wanted)
    client.request("POST", "/refunds", body, {"Content-Type": "application/json", **({"Idempotency-Key": key} if key else {})})
    response = client.getresponse()
    return response.status, response.getheader("Idempotency-Status"), response.read().decode(), response.getheader("Retry-After")


def expect(got, wanted, what):
    if got != wanted:
        sys.exit(f"{what}: {got!r}, not {wanted!r}")


def state(key):
    return sql("SELECT state::text, response_code FROM onceover.keys WHERE key = %s", key)


def effects(charge):
    return sum(1 for effect in ledger.values() if effect["charge"] == charge)


def lease_ends(key):
    sql("UPDATE onceover.keys SET locked_until = clock_timestamp() - interval '1 s' WHERE key = %s", key)


def check():
    expect(post(None, {"charge": "c"})[0], 400, "without a key")
    for malformed in ("k" * 256, "a, b"):
        answered = post(malformed, {"charge": "c"})
        expect((answered[0], json.loads(answered[2])["error_code"]), (400, "VALIDATION.idempotency.key_malformed"), malformed)
    first = post('"k1"', {"charge": "c1"})
    expect(first[:2], (201, "stored"), "the first request")
    expect(post("k1", {"charge": "c1"})[:3], (201, "replayed", first[2]), "its duplicate")
    expect(post("k1", {"charge": "other"})[0], 422, "another payload under its key")
    expect((effects("c1"), effects("other"), calls.count("c1")), (1, 0, 1), "effects of the first key")

    expect(list(ledger), [sql("SELECT onceover.downstream_key('', 'POST /refunds', 'k1', 'refund')")[0]], "the gateway's key")
    expect(sql("SELECT reference FROM onceover.keys WHERE key = 'k1'"), ("c1",), "what it is about")

    refused = post("k2", {"charge": "declined"})
    expect(refused[:2], (422, "stored"), "a refusal")
    expect(post("k2", {"charge": "declined"})[:3], (422, "replayed", refused[2]), "its duplicate")
    expect(sql("SELECT state::text, error_code FROM onceover.keys WHERE key = 'k2'"), ("failed", "REFUND.refused"), "its row")
    expect(post("k3", "no json")[:2], (400, "stored"), "no JSON")

    # A gateway's 409 is not stored: the retry goes on under the same gateway key.
    expect(post("k4", {"charge": "busy"})[:2], (503, None), "a gateway that is busy")
    expect(state("k4"), ("in_progress", None), "its row")
    waits = post("k4", {"charge": "busy"})
    expect((waits[0], json.loads(waits[2])["error_code"], waits[3] is not None), (409, "CONFLICT.idempotency.in_progress", True), "its duplicate")
    lease_ends("k4")
    expect(post("k4", {"charge": "busy"})[:2], (201, "stored"), "its retry")
    expect(effects("busy"), 1, "effects of the busy gateway")

    # The answer is lost after the effect.
    before_answer["lost"] = lambda: "cut" if calls.count("lost") == 1 else None
    expect(post("k5", {"charge": "lost"})[:2], (503, None), "a gateway that does not answer")
    expect(state("k5"), ("in_progress", None), "its row")
    lease_ends("k5")
    expect(post("k5", {"charge": "lost"})[:2], (201, "stored"), "its retry")
    expect((effects("lost"), calls.count("lost")), (1, 2), "effects of the lost answer")

    # Duplicates while the effect is under way.
    answered = threading.Event()
    before_answer["slow"] = lambda: answered.wait(30) and None
    with concurrent.futures.ThreadPoolExecutor(16) as pool:
        all_at_once = [pool.submit(post, "k6", {"charge": "slow"}) for _ in range(16)]
        done, _ = concurrent.futures.wait(all_at_once, timeout=30, return_when=concurrent.futures.FIRST_COMPLETED)
        while sum(f.done() for f in all_at_once) < 15:
            concurrent.futures.wait([f for f in all_at_once if not f.done()], timeout=1, return_when=concurrent.futures.FIRST_COMPLETED)
        answered.set()
    expect(sorted(f.result()[0] for f in all_at_once), [201] + [409] * 15, "sixteen at once")
    expect(effects("slow"), 1, "effects of sixteen at once")

    # The service's connections are lost while the gateway works.
    before_answer["terminated"] = lambda: sql("SELECT count(pg_terminate_backend(pid, 10000)) FROM pg_stat_activity WHERE usename = %s",
                                              os.environ["PGUSER"]) and None
    expect(post("k7", {"charge": "terminated"})[:2], (201, "stored"), "after its connections were lost")
    expect(post("k7", {"charge": "terminated"})[:2], (201, "replayed"), "its duplicate")
    expect((effects("terminated"), calls.count("terminated")), (1, 1), "its effects")
    expect(sql("SELECT count(*) FROM onceover.keys WHERE state = 'in_progress'"), (0,), "keys that are unfinished")


gateway = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Gateway)
threading.Thread(target=gateway.serve_forever, daemon=True).start()
service = subprocess.Popen([*sys.argv[1:], "0"], stdout=subprocess.PIPE, text=True,
                           env={**os.environ, "GATEWAY": f"http://127.0.0.1:{gateway.server_port}"})
try:
    port = int(service.stdout.readline().split()[-1])
    check()
    print("all held", flush=True)
finally:
    service.kill()
    service.wait()
