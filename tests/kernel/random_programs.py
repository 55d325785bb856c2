#!/usr/bin/env python3
"""Random programs, run by the DIF machine and in the kernel, must print the same.

usage: random_programs.py DTRACE SERIES SEED COUNT [SECONDS]

Addresses and the CPU are the same at each run. Each program has a few clauses at the system calls of SERIES (series.c), which compute with arguments and variables,
aggregate, and sometimes print. COUNT programs are run, or as many as SECONDS allow. A program that differs is printed,
and can be had again by its seed.
"""
import random
import subprocess
import sys
import time

PROBES = ['syscall::sched_get_priority_max:entry', 'syscall::sched_get_priority_max:return', 'syscall::read:entry', 'syscall::read:return',
          'syscall::write:entry', 'syscall::write:return', 'syscall::sched_get_priority_max:entry,syscall::write:entry']
CONSTS = ['0', '1', '2', '3', '7', '-1', '-7', '10', '63', '64', '255', '4095', '65536', '0x7fffffff', '0x80000000',
          '0xffffffffffffffff', '1000000007']
TYPES = ['char', 'unsigned char', 'short', 'unsigned short', 'int', 'unsigned int', 'int64_t', 'uint64_t']
NAMES = ['kernel-series', 'another-name-16', 'one', 'two', '']
TEXTS = {'self': ['x0', 'x1'], 'this': ['y0', 'y1']}
ORDER = ['==', '!=', '<', '<=', '>', '>=']
MEMBERS = {'self': ['s0', 's1', 's2', 's3'], 'this': ['t0', 't1', 't2']}
AGGS = ['count()', 'sum(%s)', 'min(%s)', 'max(%s)', 'avg(%s)', 'stddev(%s)', 'quantize(%s)', 'quantize(%s, %s & 15)',
        'lquantize(%s, -50, 500, 25)', 'llquantize(%s, 10, 0, 5, 10)']


class Program:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.kinds = {}
        self.types = {'%s->%s' % (s, m): self.r.choice(TYPES) for s in MEMBERS for m in MEMBERS[s]}

    def number(self, depth=0):
        r = self.r
        if depth > 3 or r.random() < 0.35:
            return r.choice(['arg0', 'arg1', 'arg2', 'arg0', r.choice(CONSTS), self.variable(), 'errno', 'cpu', 'g0', 'g1', '(pid == $target)'])
        n = lambda: self.number(depth + 1)
        return r.choice([
            lambda: '(%s %s %s)' % (n(), r.choice(['+', '-', '*', '&', '|', '^']), n()),
            lambda: '(%s %s (%s & 63))' % (n(), r.choice(['<<', '>>']), n()),
            lambda: '(%s %s %s)' % (n(), r.choice(['==', '!=', '<', '<=', '>', '>=', '&&', '||', '^^']), n()),
            lambda: '(%s)%s' % (r.choice(TYPES), n()),
            lambda: '(%s%s)' % (r.choice(['!', '~', '-']), n()),
            lambda: '(%s ? %s : %s)' % (n(), n(), n()),
            lambda: '(execname %s "%s")' % (r.choice(ORDER), r.choice(NAMES)),
            lambda: '(%s %s %s)' % (self.string(), r.choice(ORDER), self.string()) if self.strings else '1',
            lambda: '(%s %s "%s")' % (r.choice(['probefunc', 'probename', 'probeprov', 'probemod']), r.choice(['==', '!=']),
                                      r.choice(['read', 'entry', 'syscall', 'sched_get_priority_max', ''])),
            lambda: '(self->x0 %s NULL)' % r.choice(['==', '!=']) if self.strings else '2',
            lambda: '(%s %s ((%s) | 1))' % (n(), r.choice(['/', '%']), n()),
        ])()

    def variable(self):
        scope = self.r.choice(['self', 'this'])
        return '%s->%s' % (scope, self.r.choice(MEMBERS[scope]))

    def text_variable(self):
        scope = self.r.choice(['self', 'this'])
        return '%s->%s' % (scope, self.r.choice(TEXTS[scope]))

    def string(self):
        r = self.r
        return r.choice(['execname', '"%s"' % r.choice(NAMES), '(arg2 & 1 ? "odd" : "even")', '"%s"' % r.choice(NAMES), 'copyinstr(arg1)', self.text_variable(), self.text_variable()])

    def key(self):
        r = self.r
        if self.strings and r.random() < 0.3:
            return self.string()
        return r.choice(['execname', 'probefunc', 'probename', 'probeprov', '"text"', 'arg1 & 7', 'tid == pid',
                         '(%s)(%s & 31)' % (r.choice(TYPES), self.number(2)), 'arg1 > 3 ? "above" : "below"',
                         '(%s) %% 11' % self.number(2)])

    def aggregation(self):
        r = self.r
        name = '@a%d' % r.randrange(8)
        if name not in self.kinds:
            keys = [self.key() for _ in range(r.choice([0, 0, 1, 1, 2, 3]))]
            self.kinds[name] = (keys, r.choice(AGGS))
        keys, agg = self.kinds[name]
        return '%s%s = %s;' % (name, '[%s]' % ', '.join(keys) if keys else '',
                               agg % tuple(self.number(1) for _ in range(agg.count('%s'))))

    def statement(self, depth=0):
        r = self.r
        kind = r.random()
        if self.strings and r.random() < 0.3:
            return '%s = %s;' % (self.text_variable(), r.choice([self.string(), self.string(), 'NULL']))
        if kind < 0.40:
            return self.aggregation()
        if kind < 0.75:
            return '%s = %s;' % (self.variable(), self.number())
        if kind < 0.80 and self.prints:
            return 'printf("%%d %%s %%d\\n", %s, execname, (int)(%s));' % (self.number(1), self.variable())
        if kind < 0.9 and depth < 2:
            other = ' else { %s }' % self.statement(depth + 1) if r.random() < 0.5 else ''
            return 'if (%s) { %s %s }%s' % (self.number(1), self.statement(depth + 1), self.statement(depth + 1), other)
        return '%s %s %s;' % (self.variable(), r.choice(['+=', '^=', '-=']), self.number(1))

    def text(self):
        r = self.r
        self.prints = r.random() < 0.5
        self.strings = r.random() < 0.5
        out = ['%s %s %s;' % (v.split('->')[0], t, v.split('->')[1]) for v, t in self.types.items()]
        out += ['%s string %s;' % (s, m) for s in TEXTS for m in TEXTS[s]]
        out.append('int64_t g0;\nunsigned short g1;\nBEGIN { g0 = %s; g1 = %s; }' % (r.choice(CONSTS), r.choice(CONSTS)))
        for _ in range(r.randrange(2, 6)):
            pred = 'pid == $target' + (' && %s' % self.number(1) if r.random() < 0.4 else '')
            body = '\n'.join('\t' + self.statement() for _ in range(r.randrange(1, 5)))
            out.append('%s\n/%s/\n{\n%s\n}' % (r.choice(PROBES), pred, body))
        if self.prints:
            v = self.variable()
            out.insert(r.randrange(len(self.types), len(out) + 1),
                       '%s\n/pid == $target && (%s & 3) == 1/\n{\n\tprintf("%%d %%d\\n", (int)%s, (int)%s);\n}' %
                       (r.choice(PROBES), v, v, self.variable()))
        out.append('ERROR { @errors[arg4] = count(); }')
        return '\n'.join(out) + '\n'


def run(dtrace, text, series, how):
    p = subprocess.run(['setarch', '-R', 'taskset', '-c', '0', dtrace, '-x', 'kernel=' + how, '-qn', text, '-c', series], stdout=subprocess.PIPE,
                       stderr=subprocess.PIPE, timeout=60)
    errors = b'\n'.join(l for l in p.stderr.split(b'\n') if b'error on enabled' not in l and l)
    return p.returncode, p.stdout, errors


def main():
    dtrace, series, seed, count = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    end = time.time() + float(sys.argv[5]) if len(sys.argv) > 5 else None
    ran = refused = differ = 0
    while time.time() < end if end else ran < count:
        text = Program(seed).text()
        no, kernel = run(dtrace, text, series, 'no'), run(dtrace, text, series, 'auto')
        refused += no[0] != 0
        loaded = run(dtrace, text, '/bin/true', 'yes')
        if b'kernel refuses' in loaded[2]:
            differ += 1
            print('FAILED: seed %d: placed in the kernel, which refuses it\n%s' % (seed, text))
        if no != kernel:
            differ += 1
            print('FAILED: seed %d\n%s' % (seed, text))
            for what, a, b in zip(('status', 'output', 'errors'), no, kernel):
                if a != b:
                    print('%s\nkernel=no:   %s\nkernel=auto: %s' % (what, str(a)[:1500], str(b)[:1500]))
        seed += 1
        ran += 1
    print('%d programs, %d of them without a meaning, %d differ' % (ran, refused, differ))
    if differ or refused * 2 > ran:
        sys.exit(1)


main()
