#!/usr/bin/env python3
"""A replay reads a trace as often as its clauses need, counted in reads of the file."""
import os
import shutil
import subprocess
import sys
import tempfile

dtrace, _, mketl = sys.argv[1:4]
if not shutil.which('strace'):
    print('SKIP: needs strace')
    sys.exit(77)
tmp = tempfile.mkdtemp()
trace = os.path.join(tmp, 'demo.etl')
subprocess.run([mketl, trace], check=True, stdout=subprocess.DEVNULL)


def reads(action):
    """How often the trace is read for a program with this action at each on-cpu."""
    log = os.path.join(tmp, 'log')
    # the leak checker can't run under ptrace
    env = dict(os.environ, ASAN_OPTIONS=os.environ.get('ASAN_OPTIONS', '') + ':detect_leaks=0')
    subprocess.run(['strace', '-f', '-y', '-e', 'trace=pread64,read,preadv', '-o', log, dtrace, '-qE', trace,
                    '-n', 'sched:::on-cpu { %s }' % action], check=True, stdout=subprocess.DEVNULL, env=env)
    with open(log) as f:
        return sum('demo.etl' in line for line in f)


plain = reads('@ = count();')
name = reads('@[etwname] = count();')
stack = reads('@[stack()] = count();')
both = reads('@[etwname, stack()] = count();')
failed = 0
for what, good in (('names of events need a pass of their own', name > plain),
                   ('stacks need a pass of their own', stack > plain),
                   ('names alone need no pass for stacks', name < both),
                   ('stacks alone need no pass for names', stack < both)):
    print('%s: %s' % ('ok' if good else 'FAILED', what))
    failed |= not good
print('reads: plain %d, names %d, stacks %d, both %d' % (plain, name, stack, both))
shutil.rmtree(tmp)
sys.exit(failed)
