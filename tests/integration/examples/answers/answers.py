# SPDX-License-Identifier: Apache-2.0
"""A service whose answer has no body and a byte above 127 in a header; so are the others here."""
import pathlib
import sys
from wsgiref.simple_server import make_server

sys.path.insert(0, str(pathlib.Path(__file__).parents[4] / "resources/examples"))
from onceover_wsgi import Store, serve

store = Store()


def app(environ, start_response):
    status, headers, body = serve(store, lambda body, key: (201, [("Location", "/caf\u00e9")], None, None), "POST /refunds", environ)
    start_response(f"{status} -", headers)
    return [body]


server = make_server("127.0.0.1", int(sys.argv[1]), app)
print("listening on", server.server_port, flush=True)
server.serve_forever()
