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


JSON = [("Content-Type", "application/json")]


class NoRedirect(urllib.request.HTTPRedirectHandler):
    redirect_request = lambda *_: None  # the page it leads to is no answer


gateway = urllib.request.build_opener(NoRedirect)


def parsed(body, **numbers):
    try:
        found = json.loads(body, **numbers)
    except (ValueError, RecursionError):
        return {}
    return {name: value for name, value in found.items() if isinstance(value, str)} if isinstance(found, dict) else {}


def subject(body):
    wanted = parsed(body, parse_float=str, parse_int=str)  # an amount as it is written
    return {"amount": wanted.get("amount"), "currency": wanted.get("currency"), "reference": wanted.get("charge")}


def refund(body, downstream_key):
    if not parsed(body).get("charge"):
        return 400, JSON, b'{"error": "this is no refund"}', "VALIDATION.body"
    # The bytes as they came: the gateway compares them with those that it got under this key from a service in another language.
    request = urllib.request.Request(os.environ["GATEWAY"] + "/refunds", body,
                                     {"Content-Type": "application/json", "Idempotency-Key": downstream_key("refund")}, method="POST")
    try:
        with gateway.open(request, timeout=10) as sent:  # shorter than the lease
            return 201, JSON, sent.read(), None
    except urllib.error.HTTPError as refused:
        said = refused.read()
        # Final is only a refusal in the gateway's own word. Its 422 may also mean: another payload under this key.
        if refused.code in (402, 422) and parsed(said).get("error") == "declined":
            return refused.code, JSON, said, "REFUND.refused"
    except (OSError, http.client.HTTPException):
        pass
    return 504, [], b"", None  # unknown: the claim stays, and a retry with the same key goes on


def app(environ, start_response):
    if (environ["REQUEST_METHOD"], environ["PATH_INFO"]) != ("POST", "/refunds"):
        status, headers, body = 404, [], b""
    else:
        if not hasattr(stores, "mine"):
            stores.mine = Store()
        status, headers, body = serve(stores.mine, refund, "POST /refunds", environ, dedupes="24 hours", subject=subject)
    start_response(f"{status} {http.client.responses.get(status, '')}", headers)
    return [body]


class Server(socketserver.ThreadingMixIn, WSGIServer):
    daemon_threads = True


if __name__ == "__main__":
    server = make_server("127.0.0.1", int(sys.argv[1]), app, server_class=Server)
    print("listening on", server.server_port, flush=True)
    server.serve_forever()
