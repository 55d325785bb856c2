#!/bin/sh
# run.sh BUILD TARGET SECONDS [WORK]: one fuzzer (a name below) for a while, in folder WORK.  Stops at
# a finding, whose input is WORK/TARGET-*; what has been learned stays in WORK/TARGET for the next run.

build=$1 target=$2 seconds=$3 work=${4:-fuzz-work}
case $target in lang | options | dif | pdb | elf | manifest | metadata | tracelogging | etl | relog | xpress | replay) ;; *) build= ;; esac
[ -x "$build/tests/fuzz/fuzz_$target" ] && [ -n "$seconds" ] || {
	echo "usage: run.sh BUILD lang|options|dif|pdb|elf|manifest|metadata|tracelogging|etl|relog|xpress|replay SECONDS [WORK]" >&2
	exit 2
}
here=$(dirname "$0")
mkdir -p "$work/$target" "$work/seeds" || exit
[ -d "$work/seeds/dif" ] || "$here/corpus.sh" "$build" "$work/seeds" || exit
case $target in
lang | options) set -- -dict="$here/d.dict" -max_len=4096 ;;
dif) set -- -max_len=2048 ;;
etl | replay) set -- -max_len=262144 ;;
pdb | elf | relog) set -- -max_len=65536 ;;
manifest) set -- -max_len=8192 ;;
metadata | tracelogging) set -- -max_len=2048 ;;
xpress) set -- ;;
esac
exec nice -n 19 "$build/tests/fuzz/fuzz_$target" -max_total_time="$seconds" -timeout=10 \
	-rss_limit_mb=3000 -artifact_prefix="$work/$target-" -print_final_stats=1 -close_fd_mask=3 "$@" \
	"$work/$target" "$work/seeds/$target"
