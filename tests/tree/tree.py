#!/usr/bin/env python3
"""The tree keeps its order: names of files, essays of rooms, includes, layout of the sources."""
import fnmatch
import os
import re
import shutil
import subprocess
import sys

# a room, and the header whose first comment says which file does what
ROOMS = {
    'cmd/dtrace': 'cmd.h',
    'lib/libdtrace/api': 'handle.h',
    'lib/libdtrace/codegen': 'comp.h',
    'lib/libdtrace/common': 'options.h',
    'lib/libdtrace/consume': 'consume_impl.h',
    'lib/libdtrace/dif': 'dif.h',
    'lib/libdtrace/engine': 'engine.h',
    'lib/libdtrace/lang': 'lang.h',
    'lib/libdtrace/lang/sema': 'sema.h',
    'lib/libdtrace/symbols': 'symbols.h',
    'lib/libdtrace/target': 'target.h',
    'lib/libdtrace/usdt': 'usdt.h',
    'lib/libetw': 'include/etw.h',
    'lib/libetw/layouts': 'kernel.h',
    'lib/libetw/layouts/gen': '../kernel.h',
    'lib/libetw/schema': '../include/etw_schema.h',
    'lib/libetw/writer': '../include/etw.h',
    'providers': 'providers.h',
    'providers/linux': 'linux.h',
    'providers/windows': 'windows.h',
    'providers/record': 'recorder.h',
}
PRODUCT = ('cmd', 'lib', 'providers')
SOURCE = ('.c', '.h', '.y', '.l')

src = sys.argv[1]
os.chdir(src)
failed = 0


def check(what, wrong):
    """Prints one line, and what is wrong below it."""
    global failed
    wrong = list(wrong)
    print('%s: %s' % ('FAILED' if wrong else 'ok', what))
    for line in wrong:
        print('\t' + line)
    failed |= bool(wrong)


def files(*tops):
    for top in tops:
        for folder, folders, names in os.walk(top):
            folders[:] = [f for f in folders if not f.startswith(('.', 'build'))]
            for name in sorted(names):
                yield os.path.join(folder, name)


def sources(*tops):
    return [f for f in files(*tops) if f.endswith(SOURCE)]


def read(path):
    with open(path, encoding='utf-8') as f:
        return f.read()


def same_names():
    seen = {}
    for f in files(*PRODUCT):
        if f.endswith(SOURCE + ('.def',)):
            seen.setdefault(os.path.basename(f), []).append(f)
    return [' and '.join(v) for v in seen.values() if len(v) > 1]


def unnamed_files():
    known = {os.path.basename(f) for f in files(*PRODUCT)}
    for room, head in ROOMS.items():
        essay = re.search(r'/\*.*?\*/', read(os.path.join(room, head)), re.S).group(0)
        named = set(re.findall(r'[\w*]+\.[chyl]\b', essay))
        for f in sorted(os.listdir(room)):
            if f.endswith(('.c', '.y', '.l')) and not any(fnmatch.fnmatch(f, n) for n in named):
                yield '%s/%s is not named in %s' % (room, f, head)
        for n in sorted(named):
            if not fnmatch.filter(known, n):
                yield '%s/%s names %s, which is not there' % (room, head, n)


def gone_files():
    known = {os.path.basename(f) for f in files('.')}
    for f in sources(*PRODUCT, 'tests'):
        text = re.sub(r'"(?:\\.|[^"\\\n])*"', '', read(f))
        for comment in re.findall(r'/\*.*?\*/', text, re.S):
            for n in re.findall(r'(?<![\w/<.-])[a-z_]\w+\.[chyl]\b', comment):
                if n not in known:
                    yield '%s names %s, which is not there' % (f, n)


def rooms_without_head():
    for f in sources(*PRODUCT):
        folder = os.path.dirname(f)
        if f.endswith('.c') and folder not in ROOMS:
            yield '%s: no room of that name in tests/tree/tree.py' % f


def includes_by_path():
    for f in sources(*PRODUCT):
        for line in re.findall(r'#include "([^"]*/[^"]*)"', read(f)):
            yield '%s includes "%s": rooms include by bare names' % (f, line)


def long_lines():
    for f in sources(*PRODUCT, 'tests'):
        for n, line in enumerate(read(f).split('\n'), 1):
            if len(line.expandtabs(8)) > 100 and '"' not in line and not f.endswith(('.y', '.l')):
                yield '%s:%d: %d columns' % (f, n, len(line.expandtabs(8)))


def spoken_words():
    """Words of another dialect of C."""
    for f in sources(*PRODUCT):
        text = re.sub(r'/\*.*?\*/|"(?:\\.|[^"\\])*"', '', read(f), flags=re.S)
        for what, pattern in (('sizeof without parentheses', r'\bsizeof [a-z*]'),
                              ('a comparison with NULL in a condition', r'if \(\w+ [!=]= NULL\)')):
            if re.search(pattern, text):
                yield '%s: %s' % (f, what)


def badly_formatted():
    c = [f for f in sources(*PRODUCT, 'tests') if f.endswith(('.c', '.h'))]
    out = subprocess.run(['clang-format', '--dry-run', '-Werror'] + c, capture_output=True, text=True)
    return sorted({line.split(': error:')[0] for line in out.stderr.split('\n') if ': error:' in line})


check('no two files have one name', same_names())
check('every folder of sources is a room', rooms_without_head())
check('every file is named in the essay of its room', unnamed_files())
check('comments name no file that is gone', gone_files())
check('headers are included by their bare names', includes_by_path())
check('one dialect of C', spoken_words())
check('lines without a string have at most 100 columns', long_lines())
if shutil.which('clang-format'):
    check('sources are laid out by clang-format', badly_formatted())
else:
    print('SKIP: layout of the sources: needs clang-format')
sys.exit(failed)
