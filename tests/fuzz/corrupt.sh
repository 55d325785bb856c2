#!/bin/sh
# corrupt.sh CORRUPT MKETL: a few hundred damaged traces, of some that are written here.  More of them, and of real
# ones, by hand: see corrupt.c.

corrupt=$1 mketl=$2
work=$(mktemp -d) || exit
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
"$mketl" "$work/demo.etl" --seconds 1 >/dev/null || exit
"$mketl" "$work/packed.etl" --seconds 1 --compressed --ptr 4 >/dev/null || exit
set -- "$work/demo.etl" "$work/packed.etl"
for scene in records stacks net file registry pmc; do
	"$mketl" "$work/$scene.etl" --scene "$scene" >/dev/null || exit
	set -- "$@" "$work/$scene.etl"
done
"$corrupt" 200 1 "$@" || exit
"$corrupt" cut 8192 "$work/packed.etl" "$work/stacks.etl"
