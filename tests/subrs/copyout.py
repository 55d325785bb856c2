"""Writes a buffer of 24 dots to nowhere, again and again, until it has changed; prints it."""
import ctypes, os, sys, time

libc = ctypes.CDLL(None)
buf = ctypes.create_string_buffer(b"." * 24, 24)
null = os.open("/dev/null", os.O_WRONLY)
for i in range(500):
    libc.write(null, buf, 24)
    if buf.raw[0:1] != b".":
        break
    time.sleep(0.01)
sys.stderr.write(buf.raw.replace(b"\0", b"0").decode() + "\n")
