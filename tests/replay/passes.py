#!/usr/bin/env python3
"""What a program doesn't need isn't read: passes over a trace, the kernel's types; counted in reads of the files."""
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


def accesses(name, *args):
    """How often this command opens, or reads from, files whose paths have this in them."""
    log = os.path.join(tmp, 'log')
    # the leak checker can't run under ptrace
    env = dict(os.environ, ASAN_OPTIONS=os.environ.get('ASAN_OPTIONS', '') + ':detect_leaks=0')
    subprocess.run(['strace', '-f', '-y', '-e', 'trace=pread64,read,preadv,openat', '-o', log, dtrace, *args],
                   check=True, stdout=subprocess.DEVNULL, env=env)
    with open(log) as f:
        return sum(name in line for line in f)


def reads(action):
    """How often the trace is read for a program with this action at each on-cpu."""
    return accesses('demo.etl', '-qE', trace, '-n', 'sched:::on-cpu { %s }' % action)


def types(action):
    """Accesses to the kernel's type data for a live program with this action."""
    return accesses('/btf/vmlinux', '-qn', 'BEGIN { %s; exit(0); }' % action)


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
if os.access('/sys/kernel/btf/vmlinux', os.R_OK):
    for what, good in (("a program without the kernel's types doesn't read them", types('trace(pid)') == 0),
                       ('one that looks into one does', types('trace(sizeof (struct task_struct))') > 0)):
        print('%s: %s' % ('ok' if good else 'FAILED', what))
        failed |= not good
print('reads: plain %d, names %d, stacks %d, both %d' % (plain, name, stack, both))
shutil.rmtree(tmp)
sys.exit(failed)
