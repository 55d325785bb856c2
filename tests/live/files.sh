#!/bin/sh
# fsinfo and pf, against what the load knows of itself and what strace and getrusage count.
. "$(dirname "$0")/lib.sh"
py=$(python3 -c 'import sys; print(sys.executable)' 2>/dev/null) || skip "needs python3"
tmp=$(readlink -f "$tmp")
eq() { [ "$1" = "$2" ] || { echo "	$1, not $2"; false; }; }
got() { awk -v k="$1" '$1 == k { print $2; f = 1 } END { if (!f) print 0 }' "$tmp/out"; }

# Everything between two calls of getpriority(); the directory is the working one, once given by a descriptor.
cat >"$tmp/load.py" <<'END'
import os, sys
os.chdir(sys.argv[1])
mark = lambda: os.getpriority(os.PRIO_PROCESS, 0)
reader, writer = os.pipe()
mark()
here = os.open(".", os.O_RDONLY | os.O_DIRECTORY)
f = os.open("one", os.O_RDWR | os.O_CREAT, 0o600)
os.write(f, b"x" * 1000)
os.write(f, b"y" * 500)
os.pread(f, 300, 700)
os.fsync(f)
os.ftruncate(f, 800)
os.lseek(f, 0, os.SEEK_SET)
for i in range(50):
    os.read(f, 10)
os.read(f, 4096)
os.close(f)
os.write(writer, b"no file")
os.read(reader, 7)
os.chmod("one", 0o640)
os.stat("one")
os.rename("one", os.path.join(os.getcwd(), "two"))
try:
    os.open("one", os.O_RDONLY)
except OSError:
    pass
os.symlink("two", "alias")
os.close(os.open("alias", os.O_RDONLY))
os.unlink("alias", dir_fd=here)
os.unlink("two")
os.close(here)
mark()
END
mkdir "$tmp/dir"
dir=$tmp/dir

# What was asked for.
timeout 100 "$dtrace" -qn '
int marks;
syscall::getpriority:entry /pid == $target/ { marks++; }
fsinfo::: /pid == $target && marks == 1 && probename != "done"/
{ printf("%s %s %s %d %d %s\n", probename, args[0]->fi_pathname, args[0]->fi_name, args[0]->fi_offset,
	args[0]->fi_bcount, args[0]->fi_dpattern); }' -c "$py $tmp/load.py $dir" 2>"$tmp/err" |
	sed "s|$tmp|T|g; s/ *\$//; /^\$/d" | uniq -c | awk '{ $1 = $1; print }' >"$tmp/out"
cat >"$tmp/asked" <<'END'
1 create T/dir dir -1 0
1 create T/dir/one one -1 0
1 write T/dir/one one 0 1000
1 write T/dir/one one 1000 500
1 read T/dir/one one 700 300
1 flush T/dir/one one -1 0
1 setinfo T/dir/one one -1 800
1 read T/dir/one one 0 10
END
head -8 "$tmp/out" >"$tmp/head"
same "what was asked for, in its order" "$tmp/asked" "$tmp/head"
cat >"$tmp/asked" <<'END'
1 read T/dir/one one 490 10
1 read T/dir/one one 500 4096
1 close T/dir/one one -1 0
1 setinfo T/dir/one one -1 0
1 queryinfo T/dir/one one -1 0
1 rename T/dir/one one -1 0 T/dir/two
1 create T/dir/one one -1 0
1 create T/dir/alias alias -1 0
1 close T/dir/two two -1 0
1 delete T/dir/alias alias -1 0
1 delete T/dir/two two -1 0
1 close T/dir dir -1 0
END
sed -n '57,$p' "$tmp/out" >"$tmp/tail"
same "and to its end" "$tmp/asked" "$tmp/tail"
check "nothing to complain of" test ! -s "$tmp/err"

# What came of it; done alone.
timeout 100 "$dtrace" -qn '
int marks;
syscall::getpriority:entry /pid == $target/ { marks++; }
fsinfo:::done /pid == $target && marks == 1/
{ printf("%s %s %d %d %d %s\n", args[0]->fi_op, args[0]->fi_pathname, args[0]->fi_offset,
	args[0]->fi_rstatus, args[0]->fi_op == "create" ? 0 : args[0]->fi_extinfo, args[0]->fi_dpattern); }
fsinfo:::done /pid == $target && (args[0]->fi_elapsed == 0 || errno != args[0]->fi_rstatus)/
{ printf("wrong %s\n", args[0]->fi_op); }' -c "$py $tmp/load.py $dir" 2>"$tmp/err" |
	sed "s|$tmp|T|g; s/ *\$//; /^\$/d" | grep -v 'read T/dir/one [1-9][0-9]* 0 10$' >"$tmp/out"
cat >"$tmp/came" <<'END'
create T/dir -1 0 0
create T/dir/one -1 0 0
write T/dir/one 0 0 1000
write T/dir/one 1000 0 500
read T/dir/one 700 0 300
flush T/dir/one -1 0 0
setinfo T/dir/one -1 0 0
read T/dir/one 0 0 10
read T/dir/one 500 0 300
close T/dir/one -1 0 0
setinfo T/dir/one -1 0 0
queryinfo T/dir/one -1 0 0
rename T/dir/one -1 0 0 T/dir/two
create T/dir/one -1 2 0
create T/dir/two -1 0 0
close T/dir/two -1 0 0
delete T/dir/alias -1 0 0
delete T/dir/two -1 0 0
close T/dir -1 0 0
END
same "what came of it" "$tmp/came" "$tmp/out"
check "nothing to complain of" test ! -s "$tmp/err"

# A whole command, against strace: every call of these is one operation, done or not.
command -v strace >/dev/null || { echo "no strace: its counts are not compared"; exit $failed; }
mkdir "$tmp/tree" && (cd "$tmp/tree" && for i in 1 2 3 4 5 6 7 8 9; do mkdir $i && echo $i >$i/file; done)
cat >"$tmp/count.d" <<'END'
fsinfo:::direnum, fsinfo:::delete, fsinfo:::create, fsinfo:::rename /pid == $target/ { @[probename] = count(); }
fsinfo:::done /pid == $target && (args[0]->fi_op == "direnum" || args[0]->fi_op == "delete" ||
	args[0]->fi_op == "create")/ { @[strjoin("done-", args[0]->fi_op)] = count(); }
END
cp -r "$tmp/tree" "$tmp/tree2"
timeout 100 "$dtrace" -qs "$tmp/count.d" -c "rm -r $tmp/tree" >"$tmp/out" 2>"$tmp/err"
timeout 100 strace -o "$tmp/strace" rm -r "$tmp/tree2"
calls() { grep -cE "^($1)\\(" "$tmp/strace"; }
check "rm: deletes, as strace counts" eq "$(got delete)/$(got done-delete)" \
	"$(calls 'unlinkat|unlink|rmdir')/$(calls 'unlinkat|unlink|rmdir')"
check "rm: 18 at the least" test "$(got delete)" -ge 18
check "rm: lists, as strace counts" eq "$(got direnum)/$(got done-direnum)" "$(calls getdents64)/$(calls getdents64)"
opens=$(calls 'openat|open')
check "rm: opens, as strace counts" eq "$(got create)/$(got done-create)" "$opens/$opens"
check "nothing to complain of" test ! -s "$tmp/err"
exit $failed
