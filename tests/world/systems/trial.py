#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tries one application of others: python3 trial.py SYSTEM DSN FOLDER COMMAND…

The application is driven by its own code, through three calls: COMMAND setup; COMMAND put NAME…; COMMAND work. A job writes "began NAME" and
"done NAME" to $WORLD_EFFECTS. A job named bad-… fails, a job named hang-… waits as long as the file $WORLD_HANG exists. The worker is killed
while four jobs hang. Lines are printed as README.md says; the row of the manual's table goes to FOLDER/row."""
import base64, collections, json, os, re, signal, subprocess, sys, time

system, dsn, folder, command = sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:]
oncectl = os.environ.get('ONCEOVER_BIN', 'build/ci/bin') + '/oncectl'
effects, hang = folder + '/effects', folder + '/hang'
os.makedirs(folder, exist_ok=True)
env = dict(os.environ, WORLD_DSN=dsn, WORLD_EFFECTS=effects, WORLD_HANG=hang,
           WORLD_JDBC='jdbc:' + re.sub(r'//\w+@(.*)', r'//\1?user=postgres', dsn))
open(effects, 'w').close()
open(hang, 'w').close()
row = {'found': 'no', 'stuck': '-', 'accepted': '-', 'withheld': '-'}


class Over(Exception):
    pass


def line(word, what, detail=''):
    print(word, f'{system}: {what}', ' '.join(str(detail).split())[:400], sep='\t', flush=True)


def call(*verb):
    done = subprocess.run([*command, *verb], env=env, capture_output=True, text=True, timeout=90)
    if done.returncode:
        raise Over(f'{verb[0]}: {done.stderr[-300:]}')


def ours(*words, profile=None, code=False):
    done = subprocess.run([oncectl, '--dsn', dsn, *(['--profile', profile] if profile else []), *words], capture_output=True, text=True, timeout=60)
    return done if code else done.stdout


def psql(text):
    return subprocess.run(['psql', '-XAtq', dsn, '-c', text], capture_output=True, text=True, check=True).stdout.strip()


def counts():
    return collections.Counter(open(effects).read().splitlines())


def until(what, holds, seconds=120):
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            raise Over(f'{what} did not happen within {seconds} s: {dict(list(counts().items())[-6:])}; '
                       + open(folder + '/worker.log').read()[-300:])
        time.sleep(0.2)


def name_in(text):
    """The job's name in a row: in words, in hex or in base64."""
    texts = [text]
    for each in re.findall(r'\\x((?:[0-9a-f]{2})+)', text):
        texts.append(bytes.fromhex(each).decode('latin1'))
    for each in re.findall(r'[A-Za-z0-9+/]{12,}={0,2}', text):
        try:
            texts.append(base64.b64decode(each + '=' * (-len(each) % 4)).decode('latin1'))
        except ValueError:
            pass
    found = [name for each in texts for name in re.findall(r'(?:hang|wait|ok|bad)-\d+', each)]
    return found[0] if found else None


worker = None


def work():
    global worker
    worker = subprocess.Popen([*command, 'work'], env=env, stdout=open(folder + '/worker.log', 'a'), stderr=subprocess.STDOUT,
                              stdin=subprocess.DEVNULL, start_new_session=True)


def kill():
    os.killpg(worker.pid, signal.SIGKILL)
    worker.wait()


def trial():
    call('setup')
    work()
    call('put', *[f'ok-{i}' for i in range(40)], *[f'bad-{i}' for i in range(6)])
    until('the traffic', lambda: sum(counts()[f'done ok-{i}'] for i in range(40)) == 40 and all(counts()[f'began bad-{i}'] for i in range(6)))
    call('put', *[f'hang-{i}' for i in range(4)])
    until('the hanging jobs', lambda: all(counts()[f'began hang-{i}'] for i in range(4)))

    kill()
    time.sleep(LENGTH_S)
    call('put', *[f'wait-{i}' for i in range(3)])  # by an age they are not stuck yet, and those that were killed are
    put_at = time.monotonic()
    tables = psql("SELECT n.nspname || '.' || c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind IN ('r','p')"
                  " AND NOT c.relispartition AND n.nspname !~ '^(pg_|information_schema|onceover)'").split()
    jobs = None
    for table in tables:
        schema, name = table.split('.')
        quoted = f'"{schema}"."{name}"'
        text = psql(f'SELECT t::text FROM {quoted} t')
        hits = [each for each in map(name_in, text.splitlines()) if each and each.startswith('hang')]
        done = ours('profile', 'propose', '--schema', schema, '--table', name, code=True)
        proposed = done.returncode == 0
        with open(f'{folder}/{table}.toml', 'w') as file:
            file.write(done.stdout)
        with open(f'{folder}/tables', 'a') as file:
            file.write(f'{table}\tproposed={proposed}\thanging={len(hits)}\t{" ".join(done.stderr.split())[:300]}\n')
        if proposed and len(hits) >= 4:
            jobs = (table, quoted)
    row['found'] = 'yes' if jobs else 'no'
    if not jobs:
        asked = open(f'{folder}/tables').read().replace('\n', '; ')
        line('differs', 'the table of jobs is proposed', asked)
        return
    table, quoted = jobs
    profile = f'{folder}/{table}.toml'
    line('held', 'the table of jobs is proposed', table)

    psql("DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'approver') THEN CREATE ROLE approver SUPERUSER LOGIN; END IF; END $$")
    installed = ours('schema', 'install', code=True)
    if installed.returncode:
        raise Over(f'schema install: {installed.stderr}')
    answered = answers(open(profile).read(), int(time.monotonic() - put_at) + LENGTH_S * 2 // 3)
    with open(profile := f'{folder}/answered.toml', 'w') as file:
        file.write(answered)
    stuck(quoted, profile)
    verbs(quoted, profile)


STUCK = 'stuck lists the killed jobs and no others, or says why it is unknown'
LENGTH_S = 15  # between the kill and the jobs that wait
APPROVER = re.sub(r'//\w+@', '//approver@', dsn)
# What a person reads in the application's code where the proposal leaves it open.
UNFINISHED = {'spring-modulith': ('hang', 'bad')}  # an event that failed stays as one that was never tried
LEASES = {'pg-boss': ('since', 'started_on')}
HELD = '''[profile.state]
otherwise = {{ state = "in_progress", waits = true, word = "waiting" }}
[[profile.state.rule]]
when = [{{ column = "{}", is = {} }}]
state = "in_progress"
word = "held"
'''
STATES = {'graphile-worker': HELD.format('locked_at', '"not null"'), 'db-scheduler': HELD.format('picked', '{ one_of = ["true"] }')}
# What its code writes, where the proposal lacks it; {}: nothing is declared, since a document repeats the state.
WRITES = {'db-scheduler': {'release': 'set = { picked = "false", picked_by = { value = "null" }, last_heartbeat = { value = "null" } }'}, 'jobrunr': {}}


def answers(proposed, length_s):
    """What a person adds: the lease that is asked for, or else an age; and each write that is printed, declared."""
    lines = proposed.splitlines()
    if system in STATES:
        lines = re.sub(r'\n\[profile\.state\]\n(column = .*\n)?', lambda _: '\n' + STATES[system], proposed).splitlines()
    hint = re.search(r'#     form = "(since|heartbeat)"\n#     at = "(\w+)"', proposed)
    created = re.search(r'^created_at = (.*)$', proposed, re.M)
    lease = f'[profile.lease]\nform = "{hint[1]}"\nat = "{hint[2]}"\nlength_s = {length_s}' if hint else \
        f'[profile.lease]\nform = "age"\nat = {created[1]}\nlength_s = {length_s}' if created else ''
    if system in LEASES:
        lease = '[profile.lease]\nform = "%s"\nat = "%s"\nlength_s = %d' % (*LEASES[system], length_s)
    if '\n[profile.lease]' in proposed:
        lease = ''
    kept, ours = [], WRITES.get(system)
    for each in lines:
        verb = re.match(r'# \[profile\.writes\.(\w+)\]', each)
        if verb and ours is not None and verb[1] not in ours:
            kept.append(each)
        elif verb:
            kept += [each[2:], 'declared = true'] + ([ours[verb[1]]] if ours else [])
        elif ours is not None:
            kept.append(each)
        elif re.match(r'# (set|delete|guard) = ', each) and re.match(r'declared = |set = |delete = ', kept[-1]):
            kept.append(each[2:])
        else:
            kept.append(each)
    return '\n'.join(kept + [lease]) + '\n'


def refused(done):
    try:
        error = json.loads(done.stderr)['error']
        return ' '.join(error[part] for part in ('what', 'detail') if error.get(part))
    except (ValueError, KeyError):
        return done.stderr.strip()


def stuck(quoted, profile):
    done = ours('stuck', '--list', '--json', profile=profile, code=True)
    with open(f'{folder}/stuck.json', 'w') as file:
        file.write(done.stdout + done.stderr)
    if done.returncode not in (0, 3):
        answer = json.loads(done.stdout)['unfinished'].get('why', '') if done.stdout.startswith('{') else refused(done)
        row['stuck'] = f'unknown: {answer}'
        line('held' if 'is unknown' in answer else 'differs', STUCK, f'unknown (exit code {done.returncode}): {answer}')
        return
    global identity
    identity = re.findall(r'"(\w+)"', re.search(r'^identity = \[(.*)\]', open(profile).read(), re.M)[1])
    names = [name_in(psql(f'SELECT t::text FROM {quoted} t WHERE ' + where(each['row']))) for each in json.loads(done.stdout)['keys']]
    wrong = sorted(str(name) for name in names if not str(name).startswith(UNFINISHED.get(system, ('hang',))))
    right = len({name for name in names if str(name).startswith('hang')})
    row['stuck'] = f'{right} of 4' + (f', {len(wrong)} wrong' if wrong else '')
    line('differs' if wrong or right != 4 else 'held', STUCK, f'{row["stuck"]} {" ".join(wrong)}')


def where(values):
    return ' AND '.join(f'"{column}"::text = \'{value}\'' for column, value in zip(identity, values))


def row_of(quoted, name):
    columns = ', '.join(f'"{column}"' for column in identity)
    for each in psql(f"SELECT jsonb_build_array({columns}) || jsonb_build_array(t::text) FROM {quoted} t").splitlines():
        *values, text = json.loads(each)
        if name_in(text) == name:
            return [str(value) for value in values]


def verbs(quoted, profile):
    global identity
    text = open(profile).read()
    identity = re.findall(r'"(\w+)"', re.search(r'^identity = \[(.*)\]', text, re.M)[1])
    withheld = re.findall(r'^# (succeed|fail|release|requeue|extend): (.*)$', text, re.M)
    if WRITES.get(system) == {}:
        withheld = [('all', 'a document repeats the state, and a write leaves it as it is: none is declared')]
    offered = [verb for verb in ('release', 'succeed', 'fail', 'requeue') if f'\n[profile.writes.{verb}]' in text]
    written = {}
    for verb in offered:
        name = {'release': 'hang-0', 'succeed': 'hang-1', 'fail': 'hang-2', 'requeue': 'bad-0'}[verb]
        values = row_of(quoted, name)
        if not values:
            withheld.append((verb, 'its code keeps no such row'))
            continue
        done = ours('write', verb, *[word for pair in zip(identity, values) for word in ('--row', '='.join(pair))], '--reason', 'INC-1: worker killed',
                    '--ticket', 'INC-1', '--evidence', 'not in the ledger', '--although-held', '--json', profile=profile, code=True)
        if done.returncode == 10 or 'approval' in done.stderr:
            number = re.search(r'approval"?:? ?(\d+)', done.stderr + done.stdout)[1]
            done = subprocess.run([oncectl, '--dsn', APPROVER, '--profile', profile, 'approvals', 'approve', number, '--reason', 'seen', '--json'],
                                  capture_output=True, text=True, timeout=60)
        if done.returncode:
            withheld.append((verb, refused(done)))
        else:
            written[verb] = name
    before = counts()
    os.unlink(hang)
    work()
    until('the waiting jobs', lambda: all(counts()[f'done wait-{i}'] for i in range(3)))
    time.sleep(6)
    after = counts()
    good = []
    for verb, name in written.items():
        began = after[f'began {name}'] - before[f'began {name}']
        finished = after[f'done {name}']
        accepted = began == 1 and finished == (0 if name.startswith('bad') else 1) if verb in ('release', 'requeue') else began == 0
        if accepted:
            good.append(verb)
        else:
            withheld.append((verb, 'written after a declaration, and its code does not take the row up'))
        line('held' if accepted else 'differs', f'{verb} is accepted by its code', f'{name} began {began} times after it, done {finished} times')
    row['accepted'] = ', '.join(good) or 'none'
    row['withheld'] = '; '.join(f'{verb}: {why}' for verb, why in dict(withheld).items() if verb not in good)
    for verb, why in dict(withheld).items():
        if verb not in written:
            print(f'{verb} withheld: {why}', file=sys.stderr)


try:
    trial()
except (Over, subprocess.SubprocessError) as error:
    line('not available' if row['found'] == 'no' else 'differs', 'it is driven by its own code', error)
    if row['found'] == 'no':
        row['found'] = 'not tried'
    elif row['accepted'] == '-':
        row['accepted'], row['withheld'] = 'none', 'all: written after a declaration, then its worker began no job within 60 s; the cause is not known'
finally:
    if worker and worker.poll() is None:
        kill()
    with open(folder + '/row', 'w') as file:
        json.dump(row, file)
