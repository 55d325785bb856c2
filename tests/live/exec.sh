#!/bin/sh
# What a process was started with is known even when it ends at once: curpsinfo and execargs are of the exec itself.
. "$(dirname "$0")/lib.sh"

cp /bin/true "$tmp/endsatonce"
touch "$tmp/out"
"$dtrace" -qn 'BEGIN { printf("ready\n"); }
	proc:::exec-success /execname == "endsatonce"/ { printf("%s|%d|%s\n", curpsinfo->pr_psargs, curpsinfo->pr_argc, execargs); n++; }
	proc:::exit /execname == "endsatonce"/ { printf("exit %s\n", curpsinfo->pr_psargs); }
	proc:::exit /n == 40 && execname == "endsatonce"/ { exit(0); }' >"$tmp/out" 2>"$tmp/err" </dev/null &
pid=$!
while kill -0 $pid 2>/dev/null && ! grep -q ready "$tmp/out"; do sleep 0.1; done
for i in 1 2 3 4 5 6 7 8 9 10; do
	for j in 1 2 3 4; do
		"$tmp/endsatonce" "$i" "two words" "" "last$j"
	done
done
wait $pid
for i in 1 2 3 4 5 6 7 8 9 10; do
	for j in 1 2 3 4; do
		echo "$tmp/endsatonce $i two words  last$j|5|$tmp/endsatonce $i two words  last$j"
		echo "exit $tmp/endsatonce $i two words  last$j"
	done
done | sort >"$tmp/want"
grep endsatonce "$tmp/out" | sort >"$tmp/got"
same "arguments of forty commands" "$tmp/want" "$tmp/got"

# a command line of many pages: its beginning
long=$(head -c 20000 /dev/zero | tr '\0' x)
timeout 60 "$dtrace" -qn 'proc:::exec-success /execname == "endsatonce"/ { printf("%d %s\n", curpsinfo->pr_argc,
	substr(curpsinfo->pr_psargs, strlen(curpsinfo->pr_psargs) - 5)); exit(0); }' -x strsize=8k \
	-c "sh -c 'exec $tmp/endsatonce $long'" >"$tmp/out" 2>"$tmp/err" </dev/null
check "a long command line" grep -q '^2 xxxxx$' "$tmp/out"
exit $failed
