#!/usr/bin/env python3
"""spoil.py FILE OUT SEED: a copy of an ELF file with damage in its debugging information."""
import os
import random
import struct
import sys

source, out, seed = sys.argv[1:]
data = bytearray(open(source, "rb").read())
random.seed(int(seed))
shoff, = struct.unpack_from("<Q", data, 40)
shentsize, shnum, shstrndx = struct.unpack_from("<HHH", data, 58)
sections = [struct.unpack_from("<IIQQQQ", data, shoff + i * shentsize) for i in range(shnum)]
names = sections[shstrndx][4]


def name(section):
    start = names + section[0]
    return data[start:data.index(0, start)].decode()


spoiled = [s for s in sections if name(s).removesuffix(".dwo") in (".debug_info", ".debug_abbrev", ".debug_str",
                                                                   ".debug_rnglists", ".debug_str_offsets")]
for _ in range(random.choice([1, 2, 5, 20, 100])):
    section = random.choice(spoiled)
    at = section[4] + random.randrange(section[5])
    data[at] = random.choice([0, 1, 0x7F, 0x80, 0xFF, random.randrange(256)])
with open(out, "wb") as f:
    f.write(data)
os.chmod(out, 0o755)
