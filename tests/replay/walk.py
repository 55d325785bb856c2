"""The records of a trace, read without any of the code under test: buffers, headers, order in time."""
import functools
import struct

SIZES = {1: 0x20, 2: 0x20, 3: 0x18, 4: 0x18, 10: 0x30, 20: 0x30, 11: 0x48, 21: 0x48, 16: 0x10, 17: 0x10, 18: 0x50, 19: 0x50}
POINTER4 = {1, 3, 10, 11, 16, 18}


def expand(src, want):
    """MS-XCA plain LZ77."""
    out, i, nibble = bytearray(), 0, 0
    while len(out) < want:
        runs = f"{struct.unpack_from('<I', src, i)[0]:032b}".split("1")     # of literals; a match ends all but the last
        i += 4
        for last, run in zip([False] * (len(runs) - 1) + [True], runs):
            n = min(len(run), want - len(out))
            out += src[i:i + n]
            i += n
            if last or len(out) == want:
                break
            m, i = src[i] | src[i + 1] << 8, i + 2
            length, back = m & 7, (m >> 3) + 1
            if length == 7:
                if nibble:
                    length, nibble = src[nibble] >> 4, 0
                else:
                    length, nibble, i = src[i] & 15, i, i + 1
                if length == 15:
                    length, i = src[i], i + 1
                    if length == 255:
                        length, i = struct.unpack_from("<H", src, i)[0], i + 2
                        if length == 0:
                            length, i = struct.unpack_from("<I", src, i)[0], i + 4
                        length -= 22
                    length += 15
                length += 7
            length += 3
            piece = out[-back:len(out) - back + length] if back > length else out[-back:] * (length // back + 1)
            out += piece[:length]
    return bytes(out)


class Record:
    """hook: group << 8 | type, of kernel records; guid: the 16 bytes of others; ids None if the header has none."""
    __slots__ = ("time", "cpu", "hook", "guid", "id", "opcode", "version", "ptr", "pid", "tid", "ext", "payload")


def ext_items(data):
    items, at = [], 0
    while True:
        size, kind, more, length = struct.unpack_from("<HHHH", data, at)
        items.append((kind, data[at + 8:at + 8 + length]))
        at += size
        if not more & 1:
            return items, at


def record(rec, kind, cpu):
    r = Record()
    r.cpu, r.ptr, r.ext, r.hook, r.guid, r.pid, r.tid = cpu, 4 if kind in POINTER4 else 8, [], None, None, None, None
    r.payload, r.id = rec[SIZES[kind]:], None
    if kind in (1, 2, 3, 4):
        r.version, r.hook = rec[0], struct.unpack_from("<H", rec, 6)[0]
        r.tid, r.pid, r.time = struct.unpack_from("<IIQ", rec, 8)
    elif kind in (16, 17):
        r.version, r.hook, r.time = rec[0], struct.unpack_from("<H", rec, 6)[0], struct.unpack_from("<Q", rec, 8)[0]
        skip = 8 * (rec[1] & 7) + (8 if rec[1] & 0x80 else 0)
        r.payload = rec[16 + skip:]
    elif kind in (10, 20, 11, 21):
        r.opcode, r.version, r.guid = rec[4], rec[6], rec[0x18:0x28]
        r.tid, r.pid, r.time = struct.unpack_from("<IIQ", rec, 8)
    else:
        flags = struct.unpack_from("<H", rec, 4)[0]
        r.tid, r.pid, r.time = struct.unpack_from("<IIQ", rec, 8)
        r.guid, r.id, r.version, r.opcode = rec[0x18:0x28], struct.unpack_from("<H", rec, 0x28)[0], rec[0x2a], rec[0x2d]
        if flags & 1:
            r.ext, n = ext_items(rec[0x50:])
            r.payload = rec[0x50 + n:]
    if r.hook is not None:
        r.opcode = r.hook & 0xff
    if r.pid == 0xffffffff:
        r.pid = None
    if r.tid == 0xffffffff:
        r.tid = None
    return r


def buffer_records(data, cpu):
    at = 0
    while at + 8 <= len(data):
        marker = struct.unpack_from("<I", data, at)[0]
        if marker == 0xffffffff or marker >> 24 != 0xc0:
            return          # padding, or a message of the software tracer: its buffer ends the walk
        kind = marker >> 16 & 0xff
        if kind not in SIZES:
            return
        size = struct.unpack_from("<H", data, at + (0 if kind in (10, 20, 11, 21, 18, 19) else 4))[0]
        yield record(data[at:at + size], kind, cpu)
        at += size + 7 & ~7


@functools.lru_cache(maxsize=1)
def records(path):
    """Every record, by time; of equal times by CPU and position."""
    with open(path, "rb") as f:
        data = f.read()
    out, at = [], 0
    while at + 0x48 <= len(data):
        size, = struct.unpack_from("<I", data, at)
        if size < 0x48 or at + size > len(data):
            break
        filled, flags = struct.unpack_from("<IH", data, at + 0x30)
        cpu = struct.unpack_from("<H", data, at + 0x28)[0] if flags & 0x20 else data[at + 0x28]
        if flags & 0x40:
            body = expand(data[at + 0x48:at + size], filled - 0x48)
        else:
            body = data[at + 0x48:at + filled]
        out += buffer_records(body, cpu)
        at += size
    out.sort(key=lambda r: r.time)
    return out
