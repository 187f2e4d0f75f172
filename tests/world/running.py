# SPDX-License-Identifier: Apache-2.0
"""What trials share: waits, and processes that end with the trial. WORLD_FOLDER: where their output goes."""
import atexit, os, signal, subprocess, sys, time

folder = os.environ['WORLD_FOLDER']
running = []


def until(name, holds, seconds=90):
    """Waits; seconds that it took."""
    began = time.monotonic()
    while not holds():
        if time.monotonic() > began + seconds:
            raise TimeoutError(f'{name} did not happen within {seconds} s')
        time.sleep(0.05)
    return round(time.monotonic() - began, 1)


def begin(name, *command, **how):
    """A process; its output is in FOLDER/NAME.log, or goes where the caller says."""
    output = open(f'{folder}/{name}.log', 'a')
    how = {'stdin': subprocess.DEVNULL, 'stdout': output, 'stderr': output} | how
    running.append(subprocess.Popen(command, **how))
    return running[-1]


def end(process, how=signal.SIGTERM):
    if process.poll() is None:
        process.send_signal(how)
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(60)
    running.remove(process)


@atexit.register
def end_all():
    for each in running:
        each.kill()
        each.wait(60)


signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
