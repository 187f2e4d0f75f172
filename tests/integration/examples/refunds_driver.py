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
ledger, sent, calls, guard = {}, {}, [], threading.Lock()  # key → effect; key → the bytes it came with; charges
wrong = []  # what did not hold
is_rounding = sys.argv[-1].endswith(".mjs")
before_answer = {}  # charge → what happens after the effect and before the answer


class Gateway(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        content = self.rfile.read(int(self.headers["Content-Length"]))
        wanted = json.loads(content)
        charge, ours = wanted["charge"], self.headers["Idempotency-Key"]
        with guard:
            calls.append(charge)
        status, body = 201, None
        if charge == "declined":
            status, body = 422, {"error": "declined"}
        elif charge == "busy" and calls.count("busy") == 1:
            status, body = 409, {"error": "the key is in use"}
        elif charge == "moved" and calls.count("moved") == 1:
            status, body = 302, {"error": "elsewhere"}
        elif sent.setdefault(ours, content) != content:  # as the IETF draft has it
            status, body = 422, {"type": "https://pay.example/idempotency", "error": "this key was used with another payload"}
        else:
            with guard:
                body = ledger.setdefault(ours, {"refund": f"re_{len(ledger)}", "charge": charge})
        if before_answer.get(charge, lambda: None)() == "cut":
            self.connection.shutdown(socket.SHUT_RDWR)
            return
        answer = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(answer)))
        if status == 302:
            self.send_header("Location", "/page")
        self.end_headers()
        self.wfile.write(answer)

    def do_GET(self):  # the page that a redirect leads to
        self.send_response(200)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *_):
        pass


def sql(text, *values):
    with admin.cursor() as cursor:
        cursor.execute(text, values)
        return cursor.fetchone() if cursor.description else None


class Answer:
    def __init__(self, response):
        self.status, self.body, self.headers = response.status, response.read(), response.headers
        self.kept, self.wait = self.headers["Idempotency-Status"], self.headers["Retry-After"]
        is_problem = self.headers["Content-Type"] == "application/problem+json"
        self.code = json.loads(self.body)["error_code"] if is_problem else None


def post(keys, wanted, **more):
    """keys: one or a list of header lines; None: none. wanted: bytes as they are, text, or a value."""
    client = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    content = wanted if isinstance(wanted, bytes) else wanted.encode() if isinstance(wanted, str) else json.dumps(wanted).encode()
    client.putrequest("POST", "/refunds")
    for line in [keys] if isinstance(keys, str) else keys or []:
        client.putheader("Idempotency-Key", line.encode())
    for name, value in {"Content-Type": "application/json", "Content-Length": str(len(content)), **more}.items():
        client.putheader(name.replace("_", "-"), value)
    client.endheaders(content)
    return Answer(client.getresponse())


def expect(got, wanted, what):
    if got != wanted:
        wrong.append(what)
        print(f"{what}: {got!r}, not {wanted!r}", flush=True)


def state(key):
    return sql("SELECT state::text, response_code FROM onceover.keys WHERE key = %s", key)


def effects(charge):
    return sum(1 for effect in ledger.values() if effect["charge"] == charge)


def lease_ends(key):
    sql("UPDATE onceover.keys SET locked_until = clock_timestamp() - interval '1 s' WHERE key = %s", key)


def two(answer):
    return answer.status, answer.kept


def is_unknown(answer, key, what):
    expect((answer.status, answer.code, answer.wait), (503, "DEPENDENCY.timeout", "30"), what)
    expect(state(key), ("in_progress", None), f"{what}: its row")
    lease_ends(key)


def downstream(key):
    return sql("SELECT onceover.downstream_key('', 'POST /refunds', %s, 'refund')", key)[0]


def check_keys():
    """The table of all languages: tests/unit/http reads it, too."""
    with open(os.path.join(os.path.dirname(__file__), "idempotency_keys.json"), encoding="utf-8") as file:
        table = json.load(file)
    known = set()
    for row in table:
        got = post(row["lines"], {"charge": "table"})
        if "key" in row:
            expect(two(got), (201, "replayed" if row["key"] in known else "stored"), row)
            known.add(row["key"])
        else:
            code = "VALIDATION.idempotency.key_" + ("malformed" if row["lines"] else "missing")
            expect((got.status, got.code), (400, code), row)
        rows = set(sql("SELECT array_agg(key::text) FROM onceover.keys WHERE reference = 'table'")[0])
        expect(rows - known, set(), f"keys of {row}")
        known |= rows


def check_bodies():
    limit = 1 << 20
    expect(two(post("large", json.dumps({"charge": "large"}).ljust(limit))), (201, "stored"), "a body of 1 MB")
    got = post("larger", json.dumps({"charge": "larger"}).ljust(limit + 1))
    expect((got.status, got.code, state("larger")), (413, "VALIDATION.body", None), "a larger body")
    for length, is_cut in ((b"100", True), (b"none", False)):
        with socket.create_connection(("127.0.0.1", port), timeout=30) as line:
            line.sendall(b'POST /refunds HTTP/1.1\r\nHost: x\r\nIdempotency-Key: cut\r\nContent-Length: %s\r\n\r\n{"charge": "cut"}' % length)
            if is_cut:
                line.shutdown(socket.SHUT_WR)
            said = line.makefile("rb").readline()
        expect((said.split()[1:2] in ([], [b"400"]), state("cut"), calls.count("cut")), (True, None, 0), f"a body of {length} bytes")
    chunk = b'{"charge": "chunked"}'
    with socket.create_connection(("127.0.0.1", port), timeout=30) as line:
        line.sendall(b"POST /refunds HTTP/1.1\r\nHost: x\r\nIdempotency-Key: chunked\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
                     + b"%x\r\n%s\r\n0\r\n\r\n" % (len(chunk), chunk))
        said = line.makefile("rb").readline().split()[1]
    expect((said, calls.count("chunked")) in ((b"201", 1), (b"411", 0)), True, f"chunks: {said!r}")
    for number, body in enumerate(("no json", "[]", "{}", '{"charge": {"a": 1}}')):
        expect(two(post(f"none{number}", body)), (400, "stored"), body)


def check_subject():
    cases = [("12345678901234567.89", "12345678901234567.89"), ("9007199254740993", "9007199254740993"), ('"12.50"', "12.50"), ("12.5", "12.5"),
             ("true", None), ('"much"', None), ("[1]", None), ("{}", None), ("1e999999", None), ("null", None)]
    for number, (given, stored) in enumerate(cases):
        body = f'{{"charge":  "amount{number}", "amount": {given} }}'
        expect(two(post(f"amount{number}", body)), (201, "stored"), f"amount {given}")
        got = sql("SELECT amount::text, reference FROM onceover.keys WHERE key = %s", f"amount{number}")
        # JavaScript reads numbers of more than 15 digits as others: none is stored.
        expect(got in ((stored, f"amount{number}"), *([(None, f"amount{number}")] if is_rounding and number < 2 else [])), True, f"amount {given}: {got}")
        expect(sent.get(downstream(f"amount{number}")), body.encode(), "the bytes that the gateway gets")
    trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    cases = [({"X-Request-Id": "r" * 200}, "r" * 200), ({"X-Request-Id": "r" * 201, "X-Correlation-Id": "c1"}, "c1"), ({"X-Request-Id": "a b"}, None),
             ({"traceparent": f"00-{trace}-00f067aa0ba902b7-01"}, trace), ({"traceparent": f"00-{'0' * 32}-00f067aa0ba902b7-01"}, None)]
    for number, (headers, stored) in enumerate(cases):
        post(f"id{number}", {"charge": f"id{number}"}, **headers)
        expect(sql("SELECT NULLIF(correlation_id, '') FROM onceover.keys WHERE key = %s", f"id{number}"), (stored,), headers)


def check_gateway():
    # Sent before by a service in another language, with these bytes.
    body = b'{"charge" : "before",  "amount":1.10}'
    ledger[downstream("g1")], sent[downstream("g1")] = {"refund": "re_before", "charge": "before"}, body
    got = post("g1", body)
    expect((two(got), json.loads(got.body).get("refund")), ((201, "stored"), "re_before"), "the same bytes")
    # Its 422 for other bytes is no refusal: the effect has happened.
    sent[downstream("g2")] = b"other bytes"
    is_unknown(post("g2", {"charge": "mismatch"}), "g2", "a gateway's mismatch")
    del sent[downstream("g2")]
    expect(two(post("g2", {"charge": "mismatch"})), (201, "stored"), "its retry")
    is_unknown(post("g3", {"charge": "moved"}), "g3", "a redirect")
    expect(two(post("g3", {"charge": "moved"})), (201, "stored"), "its retry")


def check_store():
    # The service's connections are lost while the gateway works.
    before_answer["terminated"] = lambda: sql("SELECT count(pg_terminate_backend(pid, 10000)) FROM pg_stat_activity WHERE usename = %s",
                                              os.environ["PGUSER"]) and None
    expect(two(post("k7", {"charge": "terminated"})), (201, "stored"), "after its connections were lost")
    expect(two(post("k7", {"charge": "terminated"})), (201, "replayed"), "its duplicate")
    expect((effects("terminated"), calls.count("terminated")), (1, 1), "its effects")

    # Nothing can be stored, and the claim stays.
    role = sql("SELECT string_agg(DISTINCT grantee::regrole::text, ', ') FROM pg_proc p, aclexplode(p.proacl) WHERE p.oid = 'onceover.complete'::regproc "
               "AND grantee <> p.proowner")[0]
    before_answer["revoked"] = lambda: sql(f"REVOKE EXECUTE ON FUNCTION onceover.complete FROM {role}") and None
    got = post("s1", {"charge": "revoked"})
    sql(f"GRANT EXECUTE ON FUNCTION onceover.complete TO {role}")
    expect((got.status, got.code, got.wait), (409, "CONFLICT.idempotency.in_progress", "30"), "an answer that cannot be stored")
    before_answer.clear()
    lease_ends("s1")
    expect(two(post("s1", {"charge": "revoked"})), (201, "stored"), "its retry")
    expect(effects("revoked"), 1, "its effects")

    # Stored by a service in another language: header values are bytes.
    wanted = b'{"charge": "stored"}'
    sql("SELECT onceover.record(tenant => '', operation => 'POST /refunds', key => 's3', fingerprint => sha256(%s), attempt => gen_random_uuid(), "
        "state => 'succeeded', code => 201, headers => ARRAY['Location', '/caf\u00e9'], body => '{}')", wanted)
    got = post("s3", wanted)
    expect((two(got), got.headers["Location"], got.headers["Content-Type"]), ((201, "replayed"), "/caf\u00e9", None), "a header in Latin-1")

    sql("ALTER TABLE onceover.keys DISABLE TRIGGER ALL; UPDATE onceover.keys SET response_version = 2 WHERE key = 's3'; "
        "ALTER TABLE onceover.keys ENABLE TRIGGER ALL")
    got = post("s3", wanted)
    expect((got.status, got.code, got.wait), (500, "INTERNAL.idempotency.unreadable_response", None), "an answer of another version")

    sql(f"REVOKE USAGE ON SCHEMA onceover FROM {role}")
    got = post("s2", {"charge": "s2"})
    sql(f"GRANT USAGE ON SCHEMA onceover TO {role}")
    expect((got.status, got.code, got.wait), (503, "DEPENDENCY.unavailable", "1"), "a store that refuses")
    expect("This request was not executed; an earlier one with this key may have been." in json.loads(got.body)["detail"], True, got.body)


def check_answers():
    """The programs of answers/."""
    for kept in ("stored", "replayed"):
        got = post("a1", {})
        expect((two(got), got.body, got.headers["Location"], got.headers["Content-Type"]), ((201, kept), b"", "/caf\u00e9", None), f"no body, {kept}")


def check():
    first = post('"k1"', {"charge": "c1"})
    expect(two(first), (201, "stored"), "the first request")
    again = post("k1", {"charge": "c1"})
    expect((two(again), again.body, again.headers["Content-Type"]), ((201, "replayed"), first.body, first.headers["Content-Type"]), "its duplicate")
    expect(post("k1", {"charge": "other"}).status, 422, "another payload under its key")
    expect((effects("c1"), effects("other"), calls.count("c1")), (1, 0, 1), "effects of the first key")

    expect(list(ledger), [downstream("k1")], "the gateway's key")
    expect(sql("SELECT reference FROM onceover.keys WHERE key = 'k1'"), ("c1",), "what it is about")

    refused = post("k2", {"charge": "declined"})
    expect(two(refused), (422, "stored"), "a refusal")
    again = post("k2", {"charge": "declined"})
    expect((two(again), again.body), ((422, "replayed"), refused.body), "its duplicate")
    expect(sql("SELECT state::text, error_code FROM onceover.keys WHERE key = 'k2'"), ("failed", "REFUND.refused"), "its row")

    # A gateway's 409 is not stored: the retry goes on under the same gateway key.
    expect(two(post("k4", {"charge": "busy"})), (503, None), "a gateway that is busy")
    expect(state("k4"), ("in_progress", None), "its row")
    waits = post("k4", {"charge": "busy"})
    expect((waits.status, waits.code, waits.wait is not None), (409, "CONFLICT.idempotency.in_progress", True), "its duplicate")
    lease_ends("k4")
    expect(two(post("k4", {"charge": "busy"})), (201, "stored"), "its retry")
    expect(effects("busy"), 1, "effects of the busy gateway")

    # The answer is lost after the effect.
    before_answer["lost"] = lambda: "cut" if calls.count("lost") == 1 else None
    expect(two(post("k5", {"charge": "lost"})), (503, None), "a gateway that does not answer")
    expect(state("k5"), ("in_progress", None), "its row")
    lease_ends("k5")
    expect(two(post("k5", {"charge": "lost"})), (201, "stored"), "its retry")
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
    expect(sorted(f.result().status for f in all_at_once), [201] + [409] * 15, "sixteen at once")
    expect(effects("slow"), 1, "effects of sixteen at once")

    check_keys()
    check_bodies()
    check_subject()
    check_gateway()
    if os.environ["PGUSER"] != "postgres":  # which has every right
        check_store()
    expect(sql("SELECT count(*) FROM onceover.keys WHERE state = 'in_progress'"), (0,), "keys that are unfinished")


gateway = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Gateway)
threading.Thread(target=gateway.serve_forever, daemon=True).start()
service = subprocess.Popen([*sys.argv[1:], "0"], stdout=subprocess.PIPE, text=True,
                           env={**os.environ, "GATEWAY": f"http://127.0.0.1:{gateway.server_port}"})
try:
    port = int(service.stdout.readline().split()[-1])
    check_answers() if "answers" in " ".join(sys.argv).lower() else check()
    if wrong:
        sys.exit(f"{len(wrong)} did not hold")
    print("all held", flush=True)
finally:
    service.kill()
    service.wait()
