#!/bin/sh
# What a process was started with is known even when it ends at once: curpsinfo and execargs are of the exec itself.
. "$(dirname "$0")/lib.sh"

# a name that nobody else runs
once=once$$
cp /bin/true "$tmp/$once"
"$dtrace" -x switchrate=50ms -qn 'BEGIN { printf("ready\n"); }
	proc:::exec-success /execname == "'$once'"/ { printf("%s|%d|%s\n", curpsinfo->pr_psargs, curpsinfo->pr_argc, execargs); n++; }
	proc:::exit /execname == "'$once'"/ { printf("exit %s\n", curpsinfo->pr_psargs); }
	proc:::exit /n == 40 && execname == "'$once'"/ { exit(0); }' >"$tmp/out" 2>"$tmp/err" </dev/null &
pid=$!
ready $pid
for i in 1 2 3 4 5 6 7 8 9 10; do
	for j in 1 2 3 4; do
		"$tmp/$once" "$i" "two words" "" "last$j"
	done
done
wait $pid
for i in 1 2 3 4 5 6 7 8 9 10; do
	for j in 1 2 3 4; do
		echo "$tmp/$once $i two words  last$j|5|$tmp/$once $i two words  last$j"
		echo "exit $tmp/$once $i two words  last$j"
	done
done | sort >"$tmp/want"
grep $once "$tmp/out" | sort >"$tmp/got"
same "arguments of forty commands" "$tmp/want" "$tmp/got"

# a command line of many pages: its beginning
long=$(head -c 20000 /dev/zero | tr '\0' x)
timeout 60 "$dtrace" -qn 'proc:::exec-success /execname == "'$once'"/ { printf("%d %s\n", curpsinfo->pr_argc,
	substr(curpsinfo->pr_psargs, strlen(curpsinfo->pr_psargs) - 5)); exit(0); }' -x strsize=8k \
	-c "sh -c 'exec $tmp/$once $long'" >"$tmp/out" 2>"$tmp/err" </dev/null
check "a long command line" grep -q '^2 xxxxx$' "$tmp/out"

# $target's descendants, those too whose parents have ended; and nobody else
cat >"$tmp/family" <<END
$tmp/$once child
(sh -c '$tmp/$once grandchild; true') &
(sh -c 'sleep 0.1; $tmp/$once orphan; true' & true)
wait
sleep 0.5
END
(while [ ! -e "$tmp/over" ]; do "$tmp/$once" stranger; sleep 0.01; done) &
timeout 60 "$dtrace" -x follow -qn 'proc:::exec-success /pid == $target && execname == "'$once'"/ {
	printf("%s\n", curpsinfo->pr_psargs); } proc:::exec-success /pid != $target/ { others++; }
	END { printf("%s\n", others > 0 ? "others" : "none"); }' -c "sh $tmp/family" >"$tmp/out" 2>"$tmp/err" </dev/null
touch "$tmp/over"
wait
grep . "$tmp/out" | sed 's/.*'$once' //' | sort >"$tmp/got"
printf '%s\n' child grandchild orphan others | sort >"$tmp/want"
same "-x follow: the descendants of a command" "$tmp/want" "$tmp/got"
# A thread of the kernel has no command line, but a name.
timeout 60 "$dtrace" -qn 'sched:::on-cpu /ppid == 2/ { @ = sum(curpsinfo->pr_psargs == ""); seen++; }
	sched:::on-cpu /seen > 20/ { exit(0); } END { printa("%@d\n", @); }' >"$tmp/out" 2>"$tmp/err" </dev/null
check "pr_psargs of threads of the kernel" grep -qx 0 "$tmp/out"
timeout 60 "$dtrace" -qn 'proc:::exec-success /pid == $target && execname == "'$once'"/ { n++; }
	END { printf("%d\n", n); }' -c "sh $tmp/family" 2>"$tmp/err" </dev/null | grep . >"$tmp/out"
check "without it they are others" grep -qx 0 "$tmp/out"
exit $failed
