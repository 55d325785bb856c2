# @feed: live
# @needs: root
# without a description all probes are listed, once, also those that are made only if they are named
dtrace -l >"$work/all" 2>&1
awk '{ n[$2 ~ /^linux-/ ? "linux" : $2]++; seen[$1]++ }
	END {
		print n["dtrace"], (n["fbt"] > 10000 ? "fbt" : "no fbt"), (n["linux"] > 500 ? "linux" : "no linux")
		print seen[1], "with the number 1"
	}' "$work/all"
# and by pattern the same
dtrace -l -P 'linux-sched' | sed 1d | awk '{ print $2, $(NF - 1), $NF }' | sort >"$work/sched"
awk '$2 == "linux-sched" { print $2, $(NF - 1), $NF }' "$work/all" | sort | cmp - "$work/sched" && echo same
