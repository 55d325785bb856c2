#!/bin/sh
# Runs each program with kernel=no and in the kernel, and compares the outputs. The first line of a program says what it
# is: "whole", all its clauses at events run in the kernel; "split", it has assignments there; or "either". "phases" and
# "keys" are arguments of series.c.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../live/lib.sh"
series=$3

# run HOW FILE: what the program prints, then its messages, each once: how many are printed depends on the time.
run()
{
	"$dtrace" -x kernel=$1 -qs "$d" -c "$load" >"$2" 2>"$tmp/messages"
	status=$?
	sed 's/^dtrace: [0-9]* more of: /dtrace: /' "$tmp/messages" | sort -u >>"$2"
	return $status
}

for d in "$here"/programs/*.d; do
	name=$(basename "$d" .d)
	if head -1 "$d" | grep -q whole; then
		how=yes
	elif head -1 "$d" | grep -q either; then
		how=auto
	else
		how=auto
		"$dtrace" -x kernel=auto -evs "$d" -c "$series" >"$tmp/where" 2>&1
		check "$name: split" grep -q "assignments and signals are made in the kernel" "$tmp/where"
	fi
	load=$series
	for arg in phases keys; do
		! head -1 "$d" | grep -q "$arg" || load="$series $arg"
	done
	run no "$tmp/no" || bad "$name: fails here"
	run $how "$tmp/kernel" || bad "$name: fails in the kernel"
	check "$name: prints something" grep -q "[[:alnum:]]" "$tmp/no"
	same "$name" "$tmp/no" "$tmp/kernel"
done
exit $failed
