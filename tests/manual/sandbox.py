# SPDX-License-Identifier: Apache-2.0
"""A private PostgreSQL with a store in it, and a gateway on loopback, for the commands of the manual. Both end with the `with` block."""
import contextlib
import http.server
import json
import os
import pathlib
import pwd
import shutil
import signal
import subprocess
import tempfile
import threading
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = pathlib.Path(__file__).resolve().parent
LIMIT_S = 60  # of anything that is waited for


class Gateway(http.server.BaseHTTPRequestHandler):
    """Answers about any key by the reference of its row, and takes webhooks."""

    protocol_version = "HTTP/1.1"

    def answer(self, status, value):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        url = urllib.parse.urlsplit(self.path)
        if url.path == "/effects":  # all effects in a range of times
            return self.answer(200, [])
        key = urllib.parse.unquote(url.path.rsplit("/", 1)[-1])
        reference = urllib.parse.parse_qs(url.query).get("reference", ["unpaid"])[0]
        if reference == "unpaid":
            return self.answer(404, {"error": "no_such_key"})
        if reference == "silent":
            return self.answer(503, {})
        self.answer(200, {"id": "ch_" + key[:8], "idempotency_key": key, "status": "captured", "amount": "12.50", "currency": "EUR",
                          "reference": reference})

    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.answer(400 if self.path == "/refuse" else 200, {})

    def log_message(self, *_):
        pass


class Listener(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        """A client that is stopped breaks its connections."""


def server_programs():
    """The directory of initdb and postgres, found as the programs find it."""
    with_version = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), key=lambda p: int(p.parent.name), reverse=True)
    for folder in [os.environ.get("PG_BINDIR"), *with_version, *os.environ["PATH"].split(":")]:
        if folder and (pathlib.Path(folder) / "initdb").exists():
            return pathlib.Path(folder)
    raise SystemExit("initdb and postgres are not installed: sh packaging/install_packages.sh")


class Sandbox(contextlib.ExitStack):
    """`directory` is the commands' working directory; `environment` finds the store; `gateway_url` is the gateway."""

    def __init__(self, bin_dir):
        super().__init__()
        self.bin_dir = pathlib.Path(bin_dir).resolve()

    def __enter__(self):
        super().__enter__()
        try:
            self._start()
        except BaseException:
            self.close()
            raise
        return self

    def _start(self):
        self.home = pathlib.Path(tempfile.mkdtemp(prefix="onceover-manual."))
        self.callback(shutil.rmtree, self.home, ignore_errors=True)
        self.directory = self.home / "work"
        self.directory.mkdir()
        self.user = None  # PostgreSQL does not run as root
        if os.geteuid() == 0:
            self.user = next(name for name in ("postgres", "nobody") if any(p.pw_name == name for p in pwd.getpwall()))
            self.home.chmod(0o711)
        data = self.home / "server"
        data.mkdir(mode=0o700)
        if self.user:
            shutil.chown(data, self.user)
        clean = {n: v for n, v in os.environ.items() if not n.startswith(("PG", "ONCEOVER"))}
        programs = server_programs()
        self._call([programs / "initdb", "-D", data / "data", "-U", "postgres", "--auth=trust", "--no-sync", "--encoding=UTF8",
                    "--locale=C"], clean, user=self.user)
        server = subprocess.Popen(
            [programs / "postgres", "-D", data / "data", "-k", data, "-c", "listen_addresses=", "-c", "unix_socket_permissions=0777",
             "-c", "shared_buffers=32MB", "-c", "max_connections=100"],
            env=clean, user=self.user, stdout=subprocess.DEVNULL, stderr=open(self.home / "server.log", "wb"), start_new_session=True)
        self.callback(self._end, server, signal.SIGINT)  # a fast shutdown
        data.chmod(0o711)
        self.environment = dict(
            clean, PATH=f"{self.bin_dir}:{programs}:{clean['PATH']}", PGHOST=str(data), PGUSER="postgres", PGDATABASE="payments",
            PGSERVICEFILE=str(self.home / "pg_service.conf"), HOME=str(self.home), XDG_STATE_HOME=str(self.home / "state"),
            LC_ALL="C.UTF-8", ONCEOVER_GATEWAY=str(self.home / "gateway.toml"))
        pathlib.Path(self.environment["PGSERVICEFILE"]).write_text(f"[payments]\nhost={data}\ndbname=payments\nuser=postgres\n")
        self._call([programs / "pg_isready", "-q", "-t", "0"], self.environment, until_it_works=server)
        self.sql("CREATE DATABASE filled", database="postgres")
        self._call([self.bin_dir / "oncectl", "--dsn", "dbname=filled", "schema", "install"], self.environment)
        self.sql((HERE / "store.sql").read_text(), database="filled")
        for switch in ("stop", "start"):  # so that there is an audit trail
            self._call([self.bin_dir / "oncectl", "--dsn", "dbname=filled", switch, "--reason", "tried"], self.environment)
        self.new_store("payments")
        listener = Listener(("127.0.0.1", 0), Gateway)
        threading.Thread(target=listener.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        self.callback(listener.server_close)
        self.callback(listener.shutdown)
        self.gateway_url = f"http://127.0.0.1:{listener.server_port}"
        (self.home / "gateway.toml").write_text((HERE / "gateway.toml").read_text().replace("http://gateway", self.gateway_url))

    def new_store(self, name):
        """A database with the schema and the rows of store.sql."""
        self.sql(f"CREATE DATABASE {name} TEMPLATE filled STRATEGY FILE_COPY", database="postgres")

    def sql(self, text, database="payments"):
        return self._call([server_programs() / "psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", database],
                          self.environment, text=text)

    @staticmethod
    def _call(argv, environment, text=None, user=None, until_it_works=None):
        while True:
            done = subprocess.run(argv, env=environment, input=text, capture_output=True, text=True, timeout=LIMIT_S, user=user, cwd="/")
            if done.returncode == 0:
                return done.stdout
            if until_it_works is None or until_it_works.poll() is not None:
                raise SystemExit(f"{' '.join(map(str, argv))}\n{done.stdout}{done.stderr}")

    @staticmethod
    def _end(process, how):
        if process.poll() is None:
            process.send_signal(how)
        try:
            process.wait(LIMIT_S)
        except subprocess.TimeoutExpired:
            process.kill()
