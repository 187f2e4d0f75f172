# SPDX-License-Identifier: Apache-2.0
"""Idempotent handlers for WSGI by the SQL contract of Onceover: see the manual page "Services". Needs psycopg2 (python3-psycopg2)."""
import hashlib, json, os, random, re, time, traceback, uuid

import psycopg2, psycopg2.extras

CLAIM = """CALL onceover.claim(tenant => %s, operation => %s, key => %s, fingerprint => %s, attempt => %s, owner => %s, lease => %s,
                               rerunnable_for => %s, customer => %s, amount => %s, currency => %s, reference => %s)"""
COMPLETE = """SELECT onceover.complete(tenant => %s, operation => %s, key => %s, fence => %s, attempt => %s, code => %s,
                                       headers => %s::text[], body => %s)"""
FAIL = COMPLETE.replace("complete", "fail").replace("body => %s", "body => %s, error_code => %s")

WELL_FORMED = re.compile(r'"[!-~]([ -~]{0,253}[!-~])?"|[!-+\--~]([ -+\--~]{0,253}[!-+\--~])?')

class Store:
    connection = None  # for one thread; autocommit, because CALL refuses inside a transaction, which the driver would open
    def call(self, sql, values, tries=4):
        try:
            if self.connection is None or self.connection.closed:
                self.connection = psycopg2.connect("")  # PGHOST, PGDATABASE, PGUSER …: a user with the role client
            self.connection.autocommit = True
            with self.connection.cursor(cursor_factory=psycopg2.extras.NamedTupleCursor) as cursor:
                cursor.execute(sql, values)
                return cursor.fetchone()
        except psycopg2.OperationalError:  # busy, or the connection was lost
            if tries == 1: raise
        time.sleep(random.random() * 0.05)
        return self.call(sql, values, tries - 1)

def problem(status, code, detail, more=()):
    body = {"type": f"urn:onceover:problem:{code}", "status": status, "detail": detail, "error_code": code}
    return status, [("Content-Type", "application/problem+json"), ("Cache-Control", "no-store"), *more], json.dumps(body).encode()

def answer(claim):
    if claim.outcome == "mismatch":
        return problem(422, "CONFLICT.idempotency.payload_mismatch", "The key was used with another payload.")
    if claim.outcome != "replay":
        code = "CONFLICT.idempotency." + ("awaiting_reconciliation" if claim.outcome == "awaiting" else "in_progress")
        return problem(409, code, "Send it again later, with the same key.", [("Retry-After", str(claim.retry_after_s or 30))])
    headers = zip(claim.response_headers[::2], claim.response_headers[1::2])
    return claim.response_code, [*headers, ("Idempotency-Status", "replayed")], bytes(claim.response_body)

def serve(store, handler, operation, header, body, tenant="", lease="30 s", dedupes=None, subject=lambda body: {}):
    """handler(body, downstream_key) → (status, headers, body, error_code). Returns what the client gets: (status, headers, body).

    downstream_key("refund") is the key for the gateway's effect of that name. lease: longer than the handler takes; it is not renewed.
    dedupes: how long the gateway deduplicates by that key; never for rows of your own. subject: customer, amount, currency, reference.
    """
    key, attempt = header.strip('"'), str(uuid.uuid4())
    if not key: return problem(400, "VALIDATION.idempotency.key_missing", "This operation requires the header Idempotency-Key.")
    if not WELL_FORMED.fullmatch(header):
        return problem(400, "VALIDATION.idempotency.key_malformed", "A key is up to 255 characters of printable ASCII; with a comma it is quoted.")
    mine = None
    downstream_key = lambda effect: store.call("SELECT onceover.downstream_key(%s, %s, %s, %s)", (tenant, operation, key, effect))[0]
    timeout = problem(503, "DEPENDENCY.timeout", "It may have been executed. Send it again later, with the same key.", [("Retry-After", "30")])
    claim = lambda: store.call(CLAIM, (tenant, operation, key, hashlib.sha256(body).digest(), attempt, f"python/{os.getpid()}", lease, dedupes,
                                       *map(subject(body).get, ("customer", "amount", "currency", "reference"))))
    try:
        mine = claim()
        if mine.outcome == "claimed":
            status, headers, out, error_code = handler(body, downstream_key)
            if status >= 500 or status in (401, 403, 408, 409, 423, 425, 429):
                return timeout  # not final: the lease runs out, and a retry with the same key goes on
            values = (tenant, operation, key, mine.fence, attempt, status, [part for pair in headers for part in pair], out)
        for _ in range(3 if mine.outcome == "claimed" else 0):
            try:
                store.call(*((COMPLETE, values) if status < 400 else (FAIL, (*values, error_code))), tries=1)
                return status, headers + [("Idempotency-Status", "stored")], out
            except psycopg2.Error:  # lost, done already, or in doubt: what the store says, and never the handler again
                if (mine := claim()).outcome != "claimed": break
        return answer(mine)
    except psycopg2.DataError:  # a name or an amount that is none
        return timeout if mine else problem(400, "VALIDATION.request", "The request is not valid. Nothing was executed.")
    except psycopg2.Error:
        if mine and mine.outcome == "claimed": return timeout
        return problem(503, "DEPENDENCY.unavailable", "Nothing was executed. Send it again, with the same key.", [("Retry-After", "1")])
    except Exception:  # of the handler: the claim stays
        if not mine: raise
        traceback.print_exc()
        return timeout
