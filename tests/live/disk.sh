#!/bin/sh
# Disk transfers: the bytes of a command that goes around the page cache, and the kernel's own counters.
. "$(dirname "$0")/lib.sh"
file=$tmp/data
dev=$(stat -c %Hd:%Ld "$tmp")
[ -e "/sys/dev/block/$dev" ] || skip "$tmp is on no disk"
dd if=/dev/zero of="$file" bs=65536 count=1 oflag=direct 2>/dev/null || skip "no direct I/O in $tmp"

# The disk that a partition lies on.
disk=$(basename "$(readlink -f "/sys/dev/block/$dev")")
[ ! -e "/sys/dev/block/$dev/partition" ] || disk=$(basename "$(dirname "$(readlink -f "/sys/dev/block/$dev")")")
# Sectors read and written so far.
sectors() { awk -v d="$disk" '$3 == d { print $6 + 0, $10 + 0 }' /proc/diskstats; }

# Clauses that look at the thread, in predicates too: it is the one that asked, not the one that was interrupted.
cat >"$tmp/bytes.d" <<'END'
io:::start { started[args[0]->b_addr] = 1; }
io:::start /pid == $target/ { @starts = count(); }
io:::done /pid == $target && args[0]->b_flags & B_READ/ { @read = sum(args[0]->b_bcount); }
io:::done /execname == "dd" && pid == $target && args[0]->b_flags & B_WRITE/ { @written = sum(args[0]->b_bcount); }
io:::done /pid == $target/ { @where[args[1]->dev_statname, args[1]->dev_pathname] = count(); }
io:::done /pid == $target && (args[0]->b_error || !args[0]->resp || !started[args[0]->b_addr])/ { @wrong = count(); }
io:::done /args[0]->b_flags & B_READ && args[1]->dev_statname == $$1/ { @allread = sum(args[0]->b_bcount / 512); }
io:::done /args[0]->b_flags & B_WRITE && args[1]->dev_statname == $$1/ { @allwritten = sum(args[0]->b_bcount / 512); }
END { printa("starts %@d\n", @starts); printa("read %@d\n", @read); printa("written %@d\n", @written);
	printa("on %s %s\n", @where); printa("wrong %@d\n", @wrong); printa("all %@d\n", @allread);
	printa("allw %@d\n", @allwritten); }
END

# enough PATTERN: the number that it finds is dd's bytes, and perhaps pages of dd itself that the cache had no more
enough() {
	bytes=$(sed -n "s/$1/\1/p" "$tmp/out" | head -n 1)
	[ "${bytes:-0}" -ge 6553600 ] && [ "$bytes" -lt 13000000 ]
}

# trace DIRECTION DD-ARGUMENT...
trace() {
	way=$1
	shift
	before=$(sectors)
	timeout 60 "$dtrace" -qs "$tmp/bytes.d" -c "dd bs=65536 $*" "$disk" >"$tmp/out" 2>"$tmp/err"
	after=$(sectors)
	check "$way: every byte" enough '^'$way' \([0-9]*\)$' || cat "$tmp/out" "$tmp/err"
	grep -qx "on $disk /dev/$disk" "$tmp/out" && ok "$way: on its disk" || { bad "$way: on $disk"; cat "$tmp/out"; }
	if grep -q wrong "$tmp/out"; then bad "$way: no errors"; cat "$tmp/out"; else ok "$way: no errors"; fi
	# others' transfers may end between the counters and the tracing, but not the other way round
	echo "$before $after" | awk -v r="$(sed -n 's/^all //p' "$tmp/out")" -v w="$(sed -n 's/^allw //p' "$tmp/out")" \
		'{ exit !($3 - $1 >= r + 0 && $4 - $2 >= w + 0) }' && ok "$way: no more than the disk's counters" ||
		{ bad "$way: no more than $before .. $after"; cat "$tmp/out"; }
}

trace written "if=/dev/zero of=$file count=100 oflag=direct"
trace read "if=$file of=/dev/null count=100 iflag=direct"

# A discard moves no data.
truncate -s 8M "$tmp/blank"
loop=$(losetup -f --show "$tmp/blank" 2>/dev/null)
if [ -n "$loop" ] && command -v blkdiscard >/dev/null; then
	! pgrep udevd >/dev/null || sleep 1	# it looks at a new disk
	timeout 60 "$dtrace" -qn 'io:::start, io:::done /args[1]->dev_pathname == $$1 && !(args[0]->b_flags & B_READ)/
		{ printf("%s %d %d %d\n", probename, args[0]->b_flags, args[0]->b_bcount, args[0]->b_bufsize); }
		sysinfo:::bwrite, vminfo:::pgpgout /execname == "blkdiscard"/ { printf("%s\n", probename); }' \
		-c "blkdiscard $loop" "$loop" >"$tmp/out" 2>"$tmp/err"
	printf 'start 0 0 8388608\ndone 0 0 8388608\n\n' >"$tmp/want"
	same "a discard" "$tmp/want" "$tmp/out"
fi
[ -z "$loop" ] || losetup -d "$loop"

timeout 60 "$dtrace" -s "$src/dscripts/bin/iotop.d" -c "dd if=$file of=/dev/null bs=65536 count=100 iflag=direct" 0 1000 \
	>"$tmp/out" 2>"$tmp/err"
check "iotop.d" enough '^dd *[0-9]* '$disk' *R *\([0-9]*\) .*' || cat "$tmp/out" "$tmp/err"
exit $failed
