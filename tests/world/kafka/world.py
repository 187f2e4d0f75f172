# SPDX-License-Identifier: Apache-2.0
"""What the trials of Kafka share: brokers, their tools, our programs, the store."""
import json, os, re, signal, subprocess, sys, time

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from running import *

dsn, version = os.environ['WORLD_DSN'], os.environ['WORLD_VERSION']
oncectl = [os.environ['ONCEOVER_BIN'] + '/oncectl', '--dsn', dsn, '--json']
java = ['java', '-Xmx384m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn', '-cp',
        os.environ['WORLD_CLASSES']]
plain = '127.0.0.1:19091'


def tried(name, holds, detail=''):
    print('held' if holds else 'differs', f'Kafka {version}: {name}', ' '.join(str(detail).split())[:400], sep='\t', flush=True)


def psql(text):
    return subprocess.run(['psql', '-XAtq', '-v', 'ON_ERROR_STOP=1', dsn], input=text, capture_output=True, text=True, check=True).stdout.strip()


def call(*command, **how):
    return subprocess.run(command, **({'capture_output': True, 'text': True, 'timeout': 120} | how))


def tool(name, *arguments, brokers=plain):
    done = call(*java, 'org.apache.kafka.tools.' + name, '--bootstrap-server', brokers, *arguments)
    if done.returncode != 0:
        raise RuntimeError(f'{name} {arguments}: {done.stdout} {done.stderr}')
    return done.stdout


def topic(name, partitions=1, *more, brokers=plain):
    count = [] if '--replica-assignment' in more else ['--partitions', str(partitions)]
    tool('TopicCommand', '--create', '--topic', name, *count, *more, brokers=brokers)


def messages(name, brokers=plain):
    return [json.loads(each) for each in call(*java, 'Reader', brokers, name, check=True).stdout.splitlines()]


def write(name, lines, *settings, brokers=plain):
    """Pairs of bytes, or lines as Writer.java reads them. Partition and offset of each."""
    text = '\n'.join(each if isinstance(each, str) else f'{each[0].hex() or "-"} {each[1].hex() or "-"}' for each in lines)
    done = call(*java, 'Writer', brokers, name, *settings, input=text, check=True)
    return [tuple(map(int, each.split())) for each in done.stdout.splitlines()]


def lines(prefix, count, partitions=1, start=0):
    """Messages of a key and a value each, which is its id, round the partitions."""
    return [f'{b"k".hex()} {f"{prefix}{n}".encode().hex()} {n % partitions}' for n in range(start, start + count)]


def consume(name, of, *more):
    return [*oncectl, 'inbox', 'consume', '--consumer', name, '--kafka', plain, '--topic', of, *more]


def once(name, of, *more):
    done = call(*consume(name, of, *more))
    return done.returncode, json.loads(done.stdout or '{}')


def ids(consumer):
    return psql(f"SELECT event_id FROM onceover.inbox WHERE consumer = '{consumer}' AND source NOT LIKE '%#unusable' ORDER BY 1").splitlines()


def count(consumer):
    return int(psql(f"SELECT count(*) FROM onceover.inbox WHERE consumer = '{consumer}' AND source NOT LIKE '%#unusable'"))


def dead(consumer):
    return psql(f"SELECT last_error FROM onceover.inbox WHERE consumer = '{consumer}' AND state = 'dead' ORDER BY 1")


def committed(group):
    """Of each partition the offset that the group has committed."""
    out = {}
    for line in call(*java, 'org.apache.kafka.tools.consumer.group.ConsumerGroupCommand', '--bootstrap-server', plain, '--describe', '--group',
                     group, check=True).stdout.splitlines():
        words = line.split()
        if len(words) > 3 and words[0] == group and words[3].isdigit():
            out[int(words[2])] = int(words[3])
    return out


def first_offset(of):
    return int(tool('GetOffsetShell', '--topic', of, '--time', '-2').strip().rsplit(':', 1)[1])


class Broker:
    """In KRaft mode, with data of its own: 127.0.0.1:1909NUMBER, the controller at 1919NUMBER."""

    def __init__(self, number=1, of=1, properties=''):
        self.number, self.file = number, f'{folder}/server{number}.properties'
        voters = ','.join(f'{each}@127.0.0.1:{19190 + each}' for each in range(1, of + 1))
        open(self.file, 'w').write(f'''process.roles=broker,controller
node.id={number}
controller.quorum.voters={voters}
controller.listener.names=CONTROLLER
log.dirs={folder}/data{number}
offsets.topic.replication.factor={of}
offsets.topic.num.partitions=4
transaction.state.log.replication.factor={of}
transaction.state.log.num.partitions=4
transaction.state.log.min.isr={min(of, 2)}
group.initial.rebalance.delay.ms=0
auto.create.topics.enable=false
{properties}''' + ('' if 'listeners=' in properties else f'''
listeners=PLAINTEXT://127.0.0.1:{19090 + number},CONTROLLER://127.0.0.1:{19190 + number}
listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT
'''))
        call('rm', '-rf', f'{folder}/data{number}')
        call(*java, 'kafka.tools.StorageTool', 'format', '-t', 'AAAAAAAAQACAAAAAAAAAAQ', '-c', self.file, check=True)
        self.start()

    def start(self):
        self.process = begin(f'broker{self.number}', *java, 'kafka.Kafka', self.file)

    def stop(self, how=signal.SIGTERM):
        end(self.process, how)


def serves(brokers=plain):
    """Until a topic can be listed."""
    def lists():
        return call(*java, 'org.apache.kafka.tools.TopicCommand', '--bootstrap-server', brokers, '--list').returncode == 0
    until('the broker serves', lists, 90)


def trials(*all_of_them):
    for each in all_of_them:
        try:
            each()
        except Exception as error:
            tried(f'the trial {each.__name__} ends', False, f'{error!r} {getattr(error, "stderr", "") or ""}')
