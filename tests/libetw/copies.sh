#!/bin/sh
# copies.sh COPYTRACE MKETL CORPUS: copies of written traces, and of the recorded ones of CORPUS, have the same records.
copytrace=$1 mketl=$2 corpus=$3
work=$(mktemp -d) || exit
trap 'rm -rf "$work"' EXIT
failed=0
copy()
{
	for packed in "" -z; do
		# shellcheck disable=SC2086
		"$copytrace" "$work/copy" $packed "$@" >"$work/said" 2>&1 && continue
		echo "$* $packed: $(cat "$work/said")"
		failed=1
	done
}

for options in "" "--cpus 7" "--ptr 4" "--clock system" "--clock cycles" "--compressed" "--scene etw" "--scene stacks" "--scene net" "--scene registry"; do
	# shellcheck disable=SC2086
	"$mketl" "$work/one.etl" $options >/dev/null || continue
	copy "$work/one.etl"
done
"$mketl" "$work/one.etl" --scene etw >/dev/null && "$mketl" "$work/other.etl" >/dev/null && copy "$work/one.etl"
for f in "$corpus"/files/*.etl "$corpus"/synth/*.etl; do
	[ ! -f "$f" ] || copy "$f"
done
[ -d "$corpus/files" ] || echo "skipped without $corpus: recorded traces"
exit $failed
