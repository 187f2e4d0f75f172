# SPDX-License-Identifier: Apache-2.0
"""Idempotent handlers for WSGI by the SQL contract of Onceover: see the manual page "Services". Needs psycopg2 (python3-psycopg2)."""
import hashlib, json, os, random, re, time, traceback, uuid

import psycopg2, psycopg2.extras

CLAIM = """CALL onceover.claim(tenant => %s, operation => %s, key => %s, fingerprint => %s, attempt => %s, owner => %s, lease => %s,
                               rerunnable_for => %s, correlation_id => %s, customer => %s, amount => %s, currency => %s, reference => %s)"""
COMPLETE = """SELECT onceover.complete(tenant => %s, operation => %s, key => %s, fence => %s, attempt => %s, code => %s,
                                       headers => %s::text[], body => %s)"""
FAIL = COMPLETE.replace("complete", "fail").replace("body => %s", "body => %s, error_code => %s")

# A quoted string of RFC 8941 and its parameters, or a bare key without a comma.
HEADER = re.compile(r"""[ \t]*(?:"((?:[^"\\]|\\["\\])*)"(?:; *[a-z*][a-z0-9_.*-]*(?:=(?:-?[0-9]{1,15}|-?[0-9]{1,12}\.[0-9]{1,3}|"(?:[ !#-\[\]-~]|\\["\\])*"|"""
                    r"""[A-Za-z*][A-Za-z0-9!#$%&'*+.^_\x60|~:/-]*|\?[01]|:[A-Za-z0-9+/=]*:))?)*|([^",][^,]*?))[ \t]*""")
NUMBER = re.compile(r"-?[0-9]{1,30}(\.[0-9]{1,15})?")

def key_of(header):  # None: malformed
    found = HEADER.fullmatch(header)
    key = found and (found[2] or re.sub(r"\\(.)", r"\1", found[1]))
    return key if key and re.fullmatch("[!-~]([ -~]{0,253}[!-~])?", key) else None

def body_of(environ, limit=1 << 20):  # or an answer: the body is not there as it was sent
    length, in_chunks = environ.get("CONTENT_LENGTH") or "0", "HTTP_TRANSFER_ENCODING" in environ
    if in_chunks and not environ.get("wsgi.input_terminated"): return problem(411, "VALIDATION.body", "Send the header Content-Length.")
    body = environ["wsgi.input"].read(limit + 1 if in_chunks else min(int(length), limit + 1) if length.isdecimal() else 0)
    if len(body) > limit: return problem(413, "VALIDATION.body", "The body is larger than 1 MB.")
    return body if in_chunks or length == str(len(body)) else problem(400, "VALIDATION.body", "The body was cut off.")

def correlation_of(environ):
    for name in ("HTTP_X_REQUEST_ID", "HTTP_X_CORRELATION_ID"):
        if re.fullmatch("[!-~]{1,200}", environ.get(name, "")): return environ[name]
    trace = re.fullmatch("00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}", environ.get("HTTP_TRACEPARENT", ""))
    return trace and trace[1]

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

def serve(store, handler, operation, environ, tenant="", lease="30 s", dedupes=None, subject=lambda body: {}):
    """handler(body, downstream_key) → (status, headers, body, error_code). Returns what the client gets: (status, headers, body).

    downstream_key("refund") is the key for the gateway's effect of that name. lease: longer than the handler takes; it is not renewed.
    dedupes: how long the gateway deduplicates by that key; never for rows of your own. subject: customer, amount, currency, reference.
    """
    header, body, attempt, mine = environ.get("HTTP_IDEMPOTENCY_KEY"), body_of(environ), str(uuid.uuid4()), None
    if header is None: return problem(400, "VALIDATION.idempotency.key_missing", "This operation requires the header Idempotency-Key.")
    key = key_of(header)
    if key is None:
        return problem(400, "VALIDATION.idempotency.key_malformed", "A key is up to 255 characters of printable ASCII; with a comma it is quoted.")
    if not isinstance(body, bytes): return body
    downstream_key = lambda effect: store.call("SELECT onceover.downstream_key(%s, %s, %s, %s)", (tenant, operation, key, effect))[0]
    timeout = problem(503, "DEPENDENCY.timeout", "It may have been executed. Send it again later, with the same key.", [("Retry-After", "30")])
    try:
        about = subject(body)
        amount = str(about.get("amount")) if NUMBER.fullmatch(str(about.get("amount"))) else None
        claim = lambda: store.call(CLAIM, (tenant, operation, key, hashlib.sha256(body).digest(), attempt, f"python/{os.getpid()}", lease, dedupes,
                                           correlation_of(environ), about.get("customer"), amount, about.get("currency"), about.get("reference")))
        mine = claim()
        if mine.outcome == "claimed":
            status, headers, out, error_code = handler(body, downstream_key)
            if status >= 500 or status in (401, 403, 408, 409, 423, 425, 429):
                return timeout  # not final: the lease runs out, and a retry with the same key goes on
            out = out or b""
            values = (tenant, operation, key, mine.fence, attempt, status, [part for pair in headers for part in pair], out)
        for _ in range(3 if mine.outcome == "claimed" else 0):
            try:
                store.call(*((COMPLETE, values) if status < 400 else (FAIL, (*values, error_code))), tries=1)
                return status, headers + [("Idempotency-Status", "stored")], out
            except psycopg2.Error:  # lost, done already, or in doubt: what the store says, and never the handler again
                if (mine := claim()).outcome != "claimed": break
        return answer(mine)
    except Exception as error:  # of the store or of the handler: the claim stays
        traceback.print_exc()
        code = getattr(error, "pgcode", None) or ""
        if code == "OC014": return problem(500, "INTERNAL.idempotency.unreadable_response", "The stored answer cannot be read. Tell the operator.")
        if mine: return timeout
        if code.startswith("22") or isinstance(error, ValueError):
            return problem(400, "VALIDATION.request", "The request is not valid. It was not executed.")
        return problem(503, "DEPENDENCY.unavailable", "This request was not executed; an earlier one with this key may have been. "
                       "Send it again later, with the same key.", [("Retry-After", "1")])
