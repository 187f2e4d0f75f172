#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""TLS, logins and rights: what a relay and a consumer say, how soon, and that they go on. Prints lines as README.md says."""
import concurrent.futures, datetime
from world import *

os.umask(0o077)
secrets = {'right': 'correct-horse', 'wrong': 'battery-staple'}


def openssl(*arguments):
    call('openssl', *arguments, cwd=folder, check=True)


def authority(name):
    openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', f'{name}.key', '-out', f'{name}.pem', '-subj', f'/CN={name}', '-days', '9')


def certificate(name, by='ca', days=('-days', '9')):
    """NAME.key, NAME.pem, and both in NAME.both.pem for the broker."""
    openssl('req', '-newkey', 'rsa:2048', '-nodes', '-keyout', f'{name}.key', '-out', f'{name}.csr', '-subj', f'/CN={name}')
    open(f'{folder}/{name}.ini', 'w').write(f'[ca]\ndatabase={name}.db\nserial={name}.nr\nnew_certs_dir=.\npolicy=any\ndefault_md=sha256\n'
                                            f'[any]\ncommonName=supplied\n[more]\nsubjectAltName=IP:127.0.0.1\n')
    open(f'{folder}/{name}.db', 'w').close()
    open(f'{folder}/{name}.nr', 'w').write(f'{int(time.time() * 1e6):X}'.zfill(16))
    openssl('ca', '-batch', '-name', 'ca', '-config', f'{name}.ini', '-extensions', 'more', '-cert', f'{by}.pem', '-keyfile', f'{by}.key', '-in',
            f'{name}.csr', '-out', f'{name}.pem', '-notext', *days)
    open(f'{folder}/{name}.both.pem', 'w').write(open(f'{folder}/{name}.key').read() + open(f'{folder}/{name}.pem').read())


past = ('-startdate', '20200101000000Z', '-enddate', '20200201000000Z')
for each in ('ca', 'other'):
    authority(each)
for each in (('server',), ('expired', 'ca', past), ('relay',), ('late', 'ca', past), ('stranger', 'other')):
    certificate(*each)
for name, secret in secrets.items():
    open(f'{folder}/{name}', 'w').write(secret)

broker = Broker(properties=f'''
listeners=PLAINTEXT://{plain},CONTROLLER://127.0.0.1:19191,LOGIN://127.0.0.1:19092,MUTUAL://127.0.0.1:19093,EXPIRED://127.0.0.1:19094
listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT,LOGIN:SASL_SSL,MUTUAL:SSL,EXPIRED:SSL
sasl.enabled.mechanisms=PLAIN,SCRAM-SHA-256
listener.name.login.plain.sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required user_relay="{secrets['right']}" user_nothing="{secrets['right']}";
listener.name.login.scram-sha-256.sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required;
ssl.keystore.type=PEM
ssl.keystore.location={folder}/server.both.pem
ssl.truststore.type=PEM
ssl.truststore.location={folder}/ca.pem
listener.name.mutual.ssl.client.auth=required
listener.name.expired.ssl.keystore.type=PEM
listener.name.expired.ssl.keystore.location={folder}/expired.both.pem
authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer
super.users=User:ANONYMOUS;User:CN=relay
''')


def tls(ca='ca', own=None):
    return ['--option', 'security.protocol=ssl', '--option', f'ssl.ca.location={folder}/{ca}.pem'] + (
        ['--option', f'ssl.certificate.location={folder}/{own}.pem', '--option', f'ssl.key.location={folder}/{own}.key'] if own else [])


def login(user='relay', secret='right', mechanism='SCRAM-SHA-256', protocol='sasl_ssl', ca='ca'):
    return ['--option', f'security.protocol={protocol}', '--option', f'ssl.ca.location={folder}/{ca}.pem', '--option',
            f'sasl.mechanism={mechanism}', '--option', f'sasl.username={user}', '--option-file', f'sasl.password={folder}/{secret}']


def relay(name, address, options, topic='secured'):
    return [*oncectl, 'relay', '--name', name, '--topic', topic, '--kafka', address, *options]


def consume(name, address, options, topic='secured'):
    return [*oncectl, 'inbox', 'consume', '--consumer', name, '--topic', topic, '--kafka', address, '--identity', 'offset', *options]


def user(name):
    tool('ConfigCommand', '--alter', '--add-config', f'SCRAM-SHA-256=[password={secrets["right"]}]', '--entity-type', 'users', '--entity-name', name)


newest = os.environ | {'LD_LIBRARY_PATH': os.environ['WORLD_LIBRDKAFKA']}


def outcome(command, **how):
    """What it printed and how long it took; nothing secret may be in it."""
    began = time.monotonic()
    done = call(*command, **how)
    seconds = time.monotonic() - began
    printed = done.stdout + done.stderr
    return done.returncode, json.loads(done.stdout or '{}'), seconds, any(each in printed for each in secrets.values()), printed


def said_after(name, command, words):
    """Seconds from the first line of its log to the one with the words: how long the program takes to start is the machine's."""
    process, log = begin(name, *command, '--follow'), f'{folder}/{name}.log'

    def said():
        return [json.loads(each)['at'] for each in open(log).read().splitlines() if words in each and each.startswith('{"at"')]
    try:
        until('it is said', said, 20)
    except TimeoutError:
        return 20
    finally:
        end(process)
    first, last = (datetime.datetime.fromisoformat(each[:26]) for each in (json.loads(open(log).readline())['at'], said()[0]))
    return (last - first).total_seconds()


def event(topic, payload="'x'", aggregate='a'):
    psql(f"INSERT INTO onceover.outbox (topic, aggregateid, payload) VALUES ('{topic}', '{aggregate}', {payload})")


def parked():
    return int(psql('SELECT count(*) FROM onceover.outbox_parked'))


def opened():
    """What is right goes through, with Debian's librdkafka and with the newest. Before 2.6.1 it cannot do SCRAM with newer brokers."""
    for library, how in (('Debian’s librdkafka', {}), ('the newest librdkafka', {'env': newest})):
        for name, address, options in (('SASL_SSL with PLAIN', '127.0.0.1:19092', login(mechanism='PLAIN')),
                                       ('SASL_SSL with SCRAM-SHA-256', '127.0.0.1:19092', login()),
                                       ('TLS on both sides (mTLS)', '127.0.0.1:19093', tls(own='relay'))):
            sent, got = (outcome(make(f'{name} {library}', address, options), **how) for make in (relay, consume))
            worked = sent[0] == got[0] == 0 and sent[1]['published'] == 1 and got[1]['stored'] >= 1
            if not worked and not how and 'SCRAM' in name and 'before 2.6.1' in (sent[1]['trouble'] or ''):
                print('not available', f'Kafka {version}: {name}, {library}', sent[1]['trouble'], sep='\t', flush=True)
            else:
                tried(f'{name}, {library}: a relay publishes, a consumer receives', worked, f'{sent[1]} {got[1]}')


def refused():
    """What is wrong is said in words, within five seconds, without the password; it is not the event's fault."""
    cases = (('a wrong password', '127.0.0.1:19092', login(secret='wrong', mechanism='PLAIN'), 'the user and the password'),
             ('a wrong password with SCRAM', '127.0.0.1:19092', login(secret='wrong'), 'the user and the password'),
             ('an unknown user', '127.0.0.1:19092', login(user='nobody'), 'the user and the password'),
             ('a mechanism that the broker does not have', '127.0.0.1:19092', login(mechanism='SCRAM-SHA-512'), 'Unsupported SASL mechanism'),
             ('an expired certificate of the broker', '127.0.0.1:19094', tls(), 'certificate has expired'),
             ('an untrusted authority', '127.0.0.1:19092', login(ca='other'), 'ssl.ca.location'),
             ('a certificate for another host', 'localhost:19092', login(), 'for another host'),
             ('TLS to a port that does not speak it', plain, tls(), 'does not speak TLS'),
             ('a login with TLS to a port that does not speak it', plain, login(), 'does not speak TLS'),
             ('plain text to a port of TLS', '127.0.0.1:19092', [], 'may expect TLS'),
             ('TLS without a login', '127.0.0.1:19092', tls(), 'SASL'),
             ('no certificate of the client', '127.0.0.1:19093', tls(), 'certificate'),
             ('an expired certificate of the client', '127.0.0.1:19093', tls(own='late'), 'certificate'),
             ('a client’s certificate of another authority', '127.0.0.1:19093', tls(own='stranger'), 'certificate'))

    def one(case):
        name, address, options, words = case
        for who, make in (('a relay', relay), ('a consumer', consume)):
            command = make(f'bad {name}', address, options)
            seconds = said_after(f'bad-{name}-{make.__name__}'.replace(' ', '-'), command, words)
            code, said, _, is_secret, printed = outcome(command)
            trouble = said.get('trouble') or printed
            tried(f'{name}: {who} says why within 5 s', code == 6 and words in trouble and seconds < 5 and not is_secret, f'{seconds:.1f} s: {trouble}')
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        list(pool.map(one, cases))
    kept = psql("SELECT string_agg(trouble, ' ') FROM onceover.relays WHERE name LIKE 'bad %'")
    tried('no attempt of an event is counted, and no password is kept', parked() == 0 and not any(each in kept for each in secrets.values()),
          f'{parked()} parked')


def mended(name, trouble_of, mend, done_of, command, **how):
    """--follow: it waits, and goes on by itself once the broker lets it."""
    process = begin(f'follow-{name}', *command, '--follow', **how)
    try:
        waited = until(f'{name}: trouble', lambda: trouble_of(open(f'{folder}/follow-{name}.log').read()), 20)
        mend()
        took = until(f'{name}: goes on', done_of, 60)
        log = open(f'{folder}/follow-{name}.log').read()
        tried(f'{name}: waits in words, counts no attempt, goes on by itself', parked() == 0 and not any(each in log for each in secrets.values()),
              f'said after {waited} s, went on {took} s after the remedy. {log.splitlines()[-2 if len(log.splitlines()) > 1 else -1]}')
    finally:
        end(process)


def waits():
    def at_broker(topic, count):
        return lambda: sum(int(each.rsplit(':', 1)[1]) for each in tool('GetOffsetShell', '--topic', topic).split()) == count

    def rows(consumer, count):
        return lambda: psql(f"SELECT count(*) FROM onceover.inbox WHERE consumer = '{consumer}'") == str(count)

    def allow(*what):
        return lambda: tool('AclCommand', '--add', '--allow-principal', 'User:nothing', *what)
    topic('denied')
    event('denied')
    event('missing')
    event('renamed')
    nothing = login(user='nothing', mechanism='PLAIN')
    mended('a right to write that is missing', lambda log: 'may not write topic denied' in log, allow('--operation', 'Write', '--topic', 'denied'),
           at_broker('denied', 1), relay('denied', '127.0.0.1:19092', nothing, 'denied'))
    mended('a right to read that is missing', lambda log: 'uthoriz' in log,
           lambda: (allow('--operation', 'Read', '--topic', 'denied')(), allow('--operation', 'Read', '--group', 'denied')()), rows('denied', 1),
           consume('denied', '127.0.0.1:19092', nothing, 'denied'))
    mended('a topic that is missing, of a relay', lambda log: 'Kafka has no topic missing' in log, lambda: topic('missing'), at_broker('missing', 1),
           relay('missing', plain, [], 'missing'))
    mended('a topic that is missing, of a consumer', lambda log: 'Unknown topic' in log, lambda: (topic('later'), write('later', [(b'k', b'v')])),
           rows('later', 1), consume('later', plain, [], 'later'))
    mended('a user that is not there yet', lambda log: 'the user and the password' in log, lambda: (
        topic('renamed'), tool('AclCommand', '--add', '--allow-principal', 'User:new', '--operation', 'Write', '--topic', 'renamed'), user('new')),
           at_broker('renamed', 1), relay('renamed', '127.0.0.1:19092', login(user='new'), 'renamed'), env=newest)


def too_large():
    """max.message.bytes of the topic: this event is dead with the reason, its aggregate waits, the others go out."""
    topic('small', 1, '--config', 'max.message.bytes=2000')
    event('small', "convert_to(repeat('x', 5000), 'UTF8')")
    event('small', "'behind'")
    event('small', "'other'", 'b')
    code, said, *_ = outcome(relay('small', plain, [], 'small'))
    dead = psql("SELECT state || ': ' || coalesce(error, '') FROM onceover.outbox_parked WHERE relay = 'small' ORDER BY seq")
    stored = [bytes.fromhex(each['value']) for each in messages('small')]
    tried('a message over max.message.bytes is dead with the reason, and holds back its aggregate only',
          'dead: Kafka: ' in dead and 'behind' in dead and stored == [b'other'], f'{said} {dead} {stored}')


call(*oncectl, 'schema', 'install', check=True)
serves()
topic('secured')
user('relay')
tool('AclCommand', '--add', '--allow-principal', 'User:relay', '--operation', 'Write', '--operation', 'Read', '--topic', 'secured')
tool('AclCommand', '--add', '--allow-principal', 'User:relay', '--operation', 'Read', '--group', '*')
event('secured')
trials(opened, refused, waits, too_large)
