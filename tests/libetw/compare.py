#!/usr/bin/env python3
"""Compares what etldump prints for a trace with what other readers found in it.

usage: compare.py ETLDUMP CORPUS_DIR
The environment's DTRACE_ETL_CORPUS goes before CORPUS_DIR. The corpus holds files/*.etl with oracle/*.json, and synth/*.etl with synth/*.dissect.json and
synth/truth.json. Exit status 77 (skipped) if there is none.
"""
import collections, glob, json, os, subprocess, sys

KINDS = {'system': 'hook', 'compact': 'hook', 'perfinfo': 'hook', 'full': 'classic',
         'instance': 'instance', 'event': 'event', 'wpp': 'message'}
SHORT = {'hook': 'hook', 'classic': 'op', 'instance': 'inst', 'event': 'id', 'message': 'msg'}
TYPES = {1: 'system32', 2: 'system64', 3: 'compact32', 4: 'compact64', 10: 'full32',
         11: 'instance32', 15: 'message', 16: 'perfinfo32', 17: 'perfinfo64', 18: 'event32',
         19: 'event64', 20: 'full64', 21: 'instance64'}
ZERO = '00000000-0000-0000-0000-'
# What dissect cannot read: WPP records without a GUID end its walk.
NOT_READ_BY_DISSECT = {'synth_wppcomp'}


class Dump:
    def __init__(self, tool, path, semantic):
        args = [tool] + (['--semantic'] if semantic else []) + [path]
        out = subprocess.run(args, capture_output=True, check=True).stdout
        C = collections.Counter
        self.log, self.events, self.short, self.types = {}, C(), C(), C()
        self.cpus, self.pids, self.flags, self.ext = C(), C(), C(), C()
        self.raws, self.fts, self.lines = [], [], []
        for line in out.decode('utf-8', 'replace').split('\n'):
            f = line.split('\t')
            if f[0] == 'L':
                self.log[f[1]] = f[2]
            elif f[0] == 'E':
                self.event(f)
            elif f[0]:
                self.lines.append(f)

    def event(self, f):
        kind, guid, num, ver = KINDS[f[1]], f[2], f[3], f[4]
        self.events['%s|%s|%s|%s' % (kind, guid, num, ver if kind != 'message' else 0)] += 1
        self.short['%s|%s|%s|%s' % (guid, SHORT[kind], num, ver if kind != 'message' else 0)] += 1
        self.types[f[5]] += 1
        self.raws.append(int(f[6]))
        self.fts.append(int(f[7]))
        self.cpus[f[8]] += 1
        self.pids[f[9]] += 1
        if kind == 'event':
            self.flags['%04x' % int(f[10])] += 1
        if kind == 'message':
            self.flags['m90'] += 1
        for x in f[11].split(','):
            if x:
                self.ext[x] += 1


class Checker:
    def __init__(self):
        self.failed = self.checks = 0

    def same(self, what, ours, theirs):
        self.checks += 1
        if ours != theirs:
            self.failed += 1
            print('FAIL %s: ours %s, theirs %s' % (what, str(ours)[:300], str(theirs)[:300]))

    def subset(self, what, ours, theirs):
        """Theirs may be the top of a list."""
        for k, v in theirs.items():
            self.same('%s[%s]' % (what, k), ours.get(k, 0), v)


def unnamed(events):
    """Groups without a GUID: the reference invents one from the number, we have the zero GUID."""
    out = collections.Counter()
    for k, v in events.items():
        f = k.split('|')
        i = 1 if f[0] in ('hook', 'classic', 'event', 'instance', 'message') else 0
        if 'hook' in f and f[i].startswith(ZERO):
            f[i] = ZERO + '0' * 12
        out['|'.join(f)] += v
    return out


def check_common(c, name, d, o):
    c.same(name + ' records', len(d.raws), o['records'])
    c.same(name + ' buffers', int(d.log['buffers']), o['buffers'])
    c.same(name + ' first raw', min(d.raws), o['first_raw'])
    c.same(name + ' last raw', max(d.raws), o['last_raw'])
    c.same(name + ' first filetime', min(d.fts), o['first_filetime'])
    c.same(name + ' damaged', d.log['damaged'], '0')
    c.same(name + ' order', d.fts, sorted(d.fts))
    c.subset(name + ' cpu', d.cpus, o['records_per_cpu'])


def check_logfile(c, name, d, lf):
    for k, v in lf.items():
        k = {'CpuSpeedInMHz': 'CpuSpeedMHz', 'BufferLost': 'BuffersLost'}.get(k, k)
        if k == 'LogFileMode' and isinstance(v, int):
            v = hex(v)
        if k == 'LogFileMode' and v == '0x0':
            v = '0'
        if k == 'strings':
            c.same(name + ' names', [d.log['LoggerName'], d.log['LogFileName']], v)
        elif k in d.log:
            c.same(name + ' ' + k, d.log[k], str(v))


def check_refscan(c, name, d, o):
    check_common(c, name, d, o)
    c.same(name + ' last filetime', max(d.fts), o['last_filetime'])
    c.same(name + ' events', unnamed(d.events), unnamed(o['events']))
    types = {TYPES[int(k)]: v for k, v in d.types.items()}
    c.same(name + ' types', types, o['header_types'])
    c.same(name + ' ext', dict(d.ext), o['ext_items'])
    c.same(name + ' flags', dict(d.flags), o['event_header_flags'])
    pids = {k: v for k, v in o['records_per_pid_in_header'].items() if k != '4294967295'}
    c.subset(name + ' pid', d.pids, pids)
    check_logfile(c, name, d, o['logfile'])


def check_dissect(c, name, d, o):
    check_common(c, name, d, o)
    ft = max(d.fts)
    c.same(name + ' last filetime (floating there)', abs(ft - o['last_filetime']) < 10, True)
    c.same(name + ' events', unnamed(d.short), unnamed(o['events']))
    c.same(name + ' types', dict(d.types), o['header_types'])
    pids = {k: v for k, v in o['pids'].items() if k != '4294967295'}
    c.subset(name + ' pid', d.pids, pids)
    check_logfile(c, name, d, o['logfile'])


def counts(lines, tag, *keys):
    c = collections.Counter()
    for f in lines:
        if f[0] == tag:
            c[tuple(f[k] for k in keys) if len(keys) > 1 else f[keys[0]]] += 1
    return c


def check_processes(c, name, d, o):
    ours = [(int(f[1]), int(f[2]), int(f[3]), f[4], int(f[5]), f[6])
            for f in d.lines if f[0] == 'P']
    theirs = [(p['op'], p['pid'], p['ppid'], p['name'] or '', p['filetime'], p['cmd'] or '')
              for p in o['processes']]
    if '_64_' in name:
        return
    c.same(name + ' number of processes', len(ours), len(theirs))
    for a, b in zip(ours, theirs):
        c.same(name + ' process', a[:4] + a[5:], b[:4] + b[5:])
        c.same(name + ' process time %d (floating there)' % a[4], abs(a[4] - b[4]) < 10, True)


def by_process(d):
    """Context switches and samples by the thread's process, whenever the trace tells of it."""
    names, owner = {'0': 'Idle'}, {'0': '0'}
    out = {'C': collections.Counter(), 'S': collections.Counter()}
    for f in d.lines:
        if f[0] == 'P':
            names[f[2]] = f[4]
        elif f[0] == 'T' and f[3] != '0':
            owner[f[3]] = f[2]
    for f in d.lines:
        if f[0] in 'CS':
            pid = owner.get(f[2])
            out[f[0]]['%s(%s)' % (names.get(pid, '?'), pid)] += 1
    return out


def check_semantic(c, name, d, o):
    check_processes(c, name, d, o)
    c.same(name + ' thread events', sum(counts(d.lines, 'T', 1).values()), o['thread_events'])
    c.same(name + ' threads', len(counts(d.lines, 'T', 2, 3)), o['threads'])
    c.same(name + ' stack events', dict(counts(d.lines, 'W', 1)), o['stackwalk_events'])
    c.same(name + ' frames', sum(int(f[1]) for f in d.lines if f[0] == 'K'),
           o['stackwalk32_frames'])
    for op in '2', '3', '4', '10':
        ours = collections.Counter(f[2] for f in d.lines if f[0] == 'I' and f[1] == op)
        c.subset(name + ' images ' + op, ours, o.get('image_op%s_pid' % op, {}))
        ours = collections.Counter(f[3] for f in d.lines if f[0] == 'I' and f[1] == op)
        c.subset(name + ' image names ' + op, ours,
                 dict(o['top_images'].get('image_names_op' + op, [])))
    for key, tag, col in (('cswitch_cpu', 'C', 1), ('cswitch_new_tid', 'C', 2),
                          ('cswitch_old_state', 'C', 4), ('cswitch_old_wait_reason', 'C', 5),
                          ('samples_cpu', 'S', 1), ('samples_tid', 'S', 2),
                          ('samples_count_field', 'S', 3)):
        ours = counts(d.lines, tag, col)
        c.subset('%s %s' % (name, key), ours, o.get(key, {}))
        if key + '__total' in o and key != 'samples_count_field':
            c.same('%s %s total' % (name, key), sum(ours.values()), o[key + '__total'])
            c.same('%s %s distinct' % (name, key), len(ours), o[key + '__distinct'])
    owners = by_process(d)
    c.subset(name + ' cswitch_new_process', owners['C'], o.get('cswitch_new_process', {}))
    c.subset(name + ' samples_process', owners['S'], o.get('samples_process', {}))
    c.same(name + ' undecoded', [f for f in d.lines if f[0] == 'X' and '_64_' not in name], [])


def main(tool, corpus):
    c, n = Checker(), 0
    for path in sorted(glob.glob(corpus + '/files/*.etl') + glob.glob(corpus + '/synth/*.etl')):
        name = os.path.basename(path)[:-4]
        oracle = corpus + '/oracle/' + name
        if name in NOT_READ_BY_DISSECT:
            continue
        d = Dump(tool, path, os.path.exists(oracle + '.semantic.json'))
        n += 1
        for file, check in ((oracle + '.json', check_refscan),
                            (oracle + '.dissect.json', check_dissect),
                            (path[:-4] + '.dissect.json', check_dissect),
                            (oracle + '.semantic.json', check_semantic)):
            if os.path.exists(file):
                check(c, name, d, json.load(open(file)))
    if os.path.exists(corpus + '/synth/truth.json'):
        for name, o in json.load(open(corpus + '/synth/truth.json')).items():
            d = Dump(tool, '%s/synth/%s.etl' % (corpus, name), False)
            c.same(name + ' records', len(d.raws), o['records'])
            c.same(name + ' last raw', max(d.raws), o['last_raw'])
            if 'last_filetime' in o:
                c.same(name + ' last filetime', max(d.fts), o['last_filetime'])
    if not n:
        print('skipped: no traces in %s' % corpus)
        return 77
    print('%d files, %d checks, %d failed' % (n, c.checks, c.failed))
    return 1 if c.failed else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1], os.environ.get('DTRACE_ETL_CORPUS') or sys.argv[2]))
