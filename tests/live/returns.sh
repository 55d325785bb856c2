#!/bin/sh
# A return clause reads at an address that the entry's clause kept in a thread-local variable: of processes too that
# have ended when their events are looked at.
. "$(dirname "$0")/lib.sh"

# traced NAME PROGRAM: while twenty processes of that name start and end
once=once$$
cp /bin/cat "$tmp/$once"
traced()
{
	cat >"$tmp/script.d"
	timeout 60 "$dtrace" -qs "$tmp/script.d" -c "$tmp/load" "$once" >"$tmp/out" 2>"$tmp/err" </dev/null
	check "$1: no faults" sh -c "! grep -q error $tmp/err"
}
cat >"$tmp/load" <<END
#!/bin/sh
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
	"$tmp/$once" "$tmp/none\$i" 2>/dev/null
	echo "text \$i" | "$tmp/$once" >/dev/null
done
END
chmod +x "$tmp/load"

traced "paths" <<'END'
syscall::open:entry /execname == $$1/ { self->p = arg0; self->ok = 1; }
syscall::openat:entry /execname == $$1/ { self->p = arg1; self->ok = 1; }
syscall::open*:return /self->ok && errno != 0/ { printf("%s %d\n", copyinstr(self->p), errno); }
syscall::open*:return /self->ok && errno == 0/ { @[copyinstr(self->p)] = count(); }
syscall::open*:return { self->p = 0; self->ok = 0; }
END
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do echo "$tmp/none$i 2"; done >"$tmp/want"
grep "^$tmp/none" "$tmp/out" >"$tmp/got"
same "paths of opens that failed" "$tmp/want" "$tmp/got"
check "paths of opens that succeeded" grep -q '^ .*/libc.so.6 *40$' "$tmp/out"

traced "one of two arguments" <<'END'
syscall::open:entry, syscall::openat:entry /execname == $$1/ { self->a = arg0; self->b = arg1; self->ok = 1; }
syscall::open:entry, syscall::openat:entry /execname == $$1/ { @in[copyinstr(probefunc == "openat" ? arg1 : arg0)] = count(); }
syscall::open:return, syscall::openat:return /self->ok/
{ @out[copyinstr(probefunc == "openat" ? self->b : self->a)] = count(); self->ok = 0; }
END
check "paths of either argument" test "$(grep -c '^ .*/libc.so.6 *40$' "$tmp/out")" = 2

traced "one clause after another" <<'END'
syscall::open*:entry /execname == $$1/ { self->p = arg0; }
syscall::openat:entry /execname == $$1/ { self->p = arg1; }
syscall::open*:return /self->p/ { @[copyinstr(self->p)] = count(); self->p = 0; }
END
check "the later one's" grep -q '^ .*/libc.so.6 *40$' "$tmp/out"

traced "what was read" <<'END'
syscall::read:entry /execname == $$1 && arg0 == 0/ { self->buf = arg1; self->size = arg2; }
syscall::read:return /self->buf && arg0 > 0/ { printf("%s", stringof(copyin(self->buf, arg0))); }
syscall::write:entry /execname == $$1/ { self->buf = arg1; self->size = arg2; }
syscall::write:return /self->buf && arg0 > 0/ { printf("%s", stringof(copyin(self->buf, self->size))); }
syscall::read:return, syscall::write:return { self->buf = 0; }
END
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do echo "text $i"; echo "text $i"; done >"$tmp/want"
grep '^text' "$tmp/out" >"$tmp/got"
same "buffers of read and write" "$tmp/want" "$tmp/got"

traced "files" <<'END'
self int fd;
syscall::read:entry /execname == $$1/ { self->fd = arg0; self->n = arg0; self->ok = 1; }
syscall::read:return /self->ok/ { @[fds[self->fd].fi_pathname, fds[(int)self->n].fi_pathname] = count(); self->ok = 0; }
END
check "files by a descriptor" grep -qE '^ .*/libc.so.6 +/[^ ]*/libc.so.6 +40$' "$tmp/out"

if "$dtrace" -qn 'fbt::vfs_read:return { } BEGIN { exit(0); }' >/dev/null 2>&1; then
	traced "arguments of a function of the kernel" <<'END'
fbt::vfs_read:entry /execname == $$1/ { self->file = args[0]; self->ok = 1; }
fbt::vfs_read:return /self->ok/ { @[stringof(self->file->f_path.dentry->d_name.name)] = count(); self->ok = 0; }
END
	check "a name behind a function's argument" grep -qE '^ +libc.so.6 +40$' "$tmp/out"
fi
exit $failed
