#!/bin/sh
# Names of code that is gone when it is printed: the process has exited, runs another program, or has unloaded the library.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../live/lib.sh"
cc=${CC:-cc}
command -v $cc >/dev/null || skip "needs $cc"
"$dtrace" -qn 'BEGIN { exit(0); }' >/dev/null 2>"$tmp/err" || skip "$(cat "$tmp/err")"

build() { name=$1; shift; $cc -O1 -fno-omit-frame-pointer -DNAME=$name "$@" "$here/gone.c" -ldl || bad "$name builds"; }
for name in first other; do build $name -fpie -pie -o "$tmp/$name"; done
# the functions of these, and of the two libraries, have the same addresses
build first -no-pie -fno-pie -o "$tmp/fixed1"
build other -no-pie -fno-pie -o "$tmp/fixed2"
for name in alpha beta; do build $name -shared -fPIC -DLIBRARY -o "$tmp/lib$name.so"; done

# calls NAME OBJECT PROGRAM [PROCESSES]: the lines about three calls by NAME of OBJECT to take() of PROGRAM, in each process
calls()
{
	n=$((3 * ${4:-1}))
	for _ in $(seq $n); do
		printf '%s`%s_place %s`%s_place %s %s`%s_caller\n%s`take\n%s`%s_caller\n' $2 $1 $2 $1 $2 $2 $1 $3 $2 $1
	done
	[ -n "$keys" ] || return 0
	printf '%s`%s_place %d\n' $2 $1 $n $2 $1 $n
	printf '%s %d\n' $2 $n
	for _ in $(seq ${4:-1}); do # stacks are of one process
		printf '%s`%s_caller\n%s`take\n%s`%s_caller\n3\n' $2 $1 $3 $2 $1
		printf '%s`take\n%s`%s_caller\n3\n' $3 $2 $1
	done
}

# gone WHAT COMMAND: the names are those in $tmp/want
keys='@func[ufunc(arg0)] = count(); @sym[usym(arg0)] = count(); @mod[umod(arg0)] = count();
	@both[ufunc(ucaller), ustack(2)] = count(); @stack[ustack(2)] = count();'
second=other
gone()
{
	sort "$tmp/want" >"$tmp/sorted"
	for kernel in auto no; do
		rm -f "$tmp/d"
		timeout 60 "$dtrace" -x follow -x kernel=$kernel -o "$tmp/d" -c "$2" -qn '
			pid$target:a.out:take:entry, pid$target:'"$tmp/$second"':take:entry {
				ufunc(arg0); usym(arg0); umod(arg0); ufunc(ucaller); ustack(2); '"$keys"'
			}' >"$tmp/out" 2>"$tmp/err" || cat "$tmp/err"
		sed 's/+0x[0-9a-f]*//g; s/  */ /g; s/^ //; s/ $//; /^$/d' "$tmp/d" | sort >"$tmp/have"
		same "$1, kernel=$kernel" "$tmp/sorted" "$tmp/have"
	done
}
calls first first first >"$tmp/want"
gone "a process that exits at once" "$tmp/first exit"
{ calls first first first; calls other other other; } >"$tmp/want"
gone "a process that executes another program" "$tmp/first exec $tmp/other exit"
{ calls first first first 2; calls other other other; } >"$tmp/want"
gone "a child that does" "$tmp/first fork $tmp/other exit"
calls alpha libalpha.so first >"$tmp/want"
gone "a library that is unloaded" "$tmp/first load $tmp/libalpha.so"

# Addresses that mean something else later: records have the names of their time. Keys have no time.
keys=
{ calls alpha libalpha.so first; calls beta libbeta.so first; } >"$tmp/want"
gone "a library takes another's place" "$tmp/first load $tmp/libalpha.so $tmp/libbeta.so"
second=fixed2
{ calls first fixed1 fixed1; calls other fixed2 fixed2; } >"$tmp/want"
gone "a program takes another's place" "$tmp/fixed1 exec $tmp/fixed2 exit"
{ calls first fixed1 fixed1 2; calls other fixed2 fixed2; } >"$tmp/want"
gone "a program takes another's place in a child" "$tmp/fixed1 fork $tmp/fixed2 exit"
exit $failed
