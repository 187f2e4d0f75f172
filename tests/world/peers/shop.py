# SPDX-License-Identifier: Apache-2.0
"""A service in Django REST framework: python shop.py none | onceover | drf-idempotency | idemkit setup | WORKERS. Each worker is a process that
serves one request at a time, as those of a WSGI server do; requests are made in it, without a network. Commands on standard input:
["new" | "replay", SECONDS]; the answer is what each request took, in microseconds, and processor time."""
import asyncio, io, json, os, random, sys, time, urllib.parse, uuid

way, url = sys.argv[1], urllib.parse.urlsplit(os.environ['WORLD_DSN'])
sys.path.insert(0, os.environ['WORLD_EXAMPLES'])
os.environ.update(PGHOST=url.hostname, PGPORT=str(url.port), PGUSER='postgres', PGDATABASE=url.path[1:])
import django
from django.conf import settings

settings.configure(
    ROOT_URLCONF='__main__', ALLOWED_HOSTS=['*'], SECRET_KEY='x', USE_TZ=True,
    MIDDLEWARE=['drf_idempotency.middleware.IdempotencyMiddleware'] * (way == 'drf-idempotency'), INSTALLED_APPS=['rest_framework', 'drf_idempotency'],
    LOGGING_CONFIG=None, REST_FRAMEWORK={'DEFAULT_AUTHENTICATION_CLASSES': [], 'DEFAULT_PERMISSION_CLASSES': [], 'UNAUTHENTICATED_USER': None,
                                        'DEFAULT_RENDERER_CLASSES': ['rest_framework.renderers.JSONRenderer']},
    DATABASES={'default': {'ENGINE': 'django.db.backends.postgresql', 'NAME': url.path[1:], 'USER': 'postgres', 'HOST': url.hostname, 'PORT': url.port,
                           'CONN_MAX_AGE': None}})
django.setup()
from django.core.handlers.wsgi import WSGIHandler
from django.http import HttpResponse
from django.urls import path
from rest_framework.response import Response
from rest_framework.views import APIView


def paid(amount):
    return {'refund': 're_1', 'amount': amount, 'status': 'succeeded'}


class Plain:
    def post(self, request):
        return Response(paid(request.data['amount']), status=201)


if way in ('none', 'drf-idempotency'):
    class Pay(Plain, APIView):
        pass
elif way == 'idemkit':
    from idemkit import HttpConfig, PostgresBackend
    from idemkit.contrib.drf import idempotent_view
    backend = PostgresBackend.from_url(os.environ['WORLD_DSN'], min_size=1, max_size=2)

    class Pay(idempotent_view(backend=backend, config=HttpConfig(scope_mode='single_tenant')), Plain, APIView):
        pass
else:
    from onceover_wsgi import Store, serve
    store = Store()

    def handle(body, downstream_key):
        return 201, [('Content-Type', 'application/json')], json.dumps(paid(json.loads(body)['amount'])).encode(), None

    class Pay(APIView):
        def post(self, request):
            status, headers, body = serve(store, handle, 'POST /pay', request.META)
            return HttpResponse(body, status=status, headers=dict(headers))

urlpatterns = [path('pay', Pay.as_view())]
if sys.argv[2:] == ['setup']:
    if way == 'drf-idempotency':
        from django.core.management import call_command
        call_command('migrate', verbosity=0)
    elif way == 'idemkit':
        from idemkit.backends.postgres import init_pg
        asyncio.run(init_pg(os.environ['WORLD_DSN']))
    sys.exit()
app, status_of = WSGIHandler(), {}


def send(key, amount):
    body = json.dumps({'charge': 'ch_' + key[:8], 'amount': amount, 'currency': 'EUR', 'reason': 'the customer has changed their mind'}).encode()
    environ = {'REQUEST_METHOD': 'POST', 'PATH_INFO': '/pay', 'SCRIPT_NAME': '', 'SERVER_NAME': 'shop', 'SERVER_PORT': '80', 'SERVER_PROTOCOL': 'HTTP/1.1',
               'wsgi.url_scheme': 'http', 'wsgi.input': io.BytesIO(body), 'wsgi.errors': sys.stderr, 'CONTENT_TYPE': 'application/json',
               'CONTENT_LENGTH': str(len(body)), 'HTTP_IDEMPOTENCY_KEY': key}
    answer = []
    response = app(environ, lambda status, headers, *_: answer.append(status))
    content = b''.join(response)
    response.close()
    assert answer[0].startswith('201') and json.loads(content)['amount'] == amount, (answer, content)


def work(number, commands, answers):
    known = [str(uuid.uuid4()) for _ in range(50)]
    for each in known:
        send(each, 1250)
    print('"ready"', file=answers, flush=True)
    for line in commands:
        kind, seconds = json.loads(line)
        took, cpu, end = [], time.process_time(), time.perf_counter() + seconds
        while (begin := time.perf_counter()) < end:
            send(str(uuid.uuid4()) if kind == 'new' else random.choice(known), 1250)
            took.append(int((time.perf_counter() - begin) * 1e6))
        print(json.dumps({'took': took, 'cpu': time.process_time() - cpu}), file=answers, flush=True)


workers = []
for number in range(int(sys.argv[2])):
    (in_, to), (from_, out) = os.pipe(), os.pipe()
    if os.fork() == 0:
        for _, theirs in workers:
            theirs.close()
        os.close(to)
        work(number, os.fdopen(in_), os.fdopen(out, 'w'))
        os._exit(0)
    os.close(in_), os.close(out)
    workers.append((os.fdopen(from_), os.fdopen(to, 'w')))
assert all(json.loads(each.readline()) == 'ready' for each, _ in workers)
print('"ready"', flush=True)
for line in sys.stdin:
    for _, commands in workers:
        print(line, end='', file=commands, flush=True)
    every = [json.loads(each.readline()) for each, _ in workers]
    print(json.dumps({'took': sum((each['took'] for each in every), []), 'cpu': sum(each['cpu'] for each in every)}), flush=True)
