# SPDX-License-Identifier: Apache-2.0
"""A refund service for any WSGI server whose requests have one effect each. Needs psycopg2 (python3-psycopg2).

    PGDATABASE=payments GATEWAY=https://pay.example python3 refunds.py 8080

The gateway deduplicates by the header Idempotency-Key for 24 hours. It gets our own key, by which Onceover asks it
later what happened: the effect "refund" of the gateway's file.
"""
import http.client
import json
import os
import socketserver
import sys
import threading
import urllib.error
import urllib.request
from wsgiref.simple_server import WSGIServer, make_server

from onceover_wsgi import Store, serve

stores = threading.local()  # a connection for each thread


def subject(body):
    try:
        wanted = json.loads(body)
        return {"amount": wanted.get("amount"), "currency": wanted.get("currency"), "reference": wanted.get("charge")}
    except (ValueError, AttributeError):
        return {}


def refund(body, downstream_key):
    try:
        wanted = json.loads(body)
    except ValueError:
        return 400, [("Content-Type", "application/json")], b'{"error": "this is no refund"}', "VALIDATION.body"
    ours = downstream_key("refund")
    request = urllib.request.Request(os.environ["GATEWAY"] + "/refunds", json.dumps(wanted).encode(),
                                     {"Content-Type": "application/json", "Idempotency-Key": ours}, method="POST")
    try:
        with urllib.request.urlopen(request, timeout=10) as sent:  # shorter than the lease
            return 201, [("Content-Type", "application/json")], sent.read(), None
    except urllib.error.HTTPError as refused:
        # Only these say for good that there is no refund: a gateway's 404, 409 or 429 does not.
        status = refused.code if refused.code in (402, 422) else 502
        return status, [("Content-Type", "application/json")], refused.read(), "REFUND.refused"
    except (OSError, http.client.HTTPException):  # unknown: the claim stays, and a retry with the same key goes on
        return 504, [("Content-Type", "application/json")], b'{"error": "the gateway did not answer"}', None


def app(environ, start_response):
    if (environ["REQUEST_METHOD"], environ["PATH_INFO"]) != ("POST", "/refunds"):
        status, headers, body = 404, [], b""
    else:
        if not hasattr(stores, "mine"):
            stores.mine = Store()
        content = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
        status, headers, body = serve(stores.mine, refund, "POST /refunds", environ.get("HTTP_IDEMPOTENCY_KEY", ""), content,
                                      dedupes="24 hours", subject=subject)
    start_response(f"{status} {http.client.responses.get(status, '')}", headers)
    return [body]


class Server(socketserver.ThreadingMixIn, WSGIServer):
    daemon_threads = True


if __name__ == "__main__":
    server = make_server("127.0.0.1", int(sys.argv[1]), app, server_class=Server)
    print("listening on", server.server_port, flush=True)
    server.serve_forever()
