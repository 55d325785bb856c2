#!/bin/sh
# harness.sh DTRACE MKETL: a case of run.py that ought to fail does, and says why.
export DTRACE="$1" MKETL="$2"
run=$(dirname "$0")/../run.py
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

# fails NAME TEXT: the case $work/NAME fails, with TEXT in the report.
fails()
{
	if ! "$run" "$work/$1" >"$work/report" 2>&1 && grep -q '^0 passed, 1 failed, 0 skipped$' "$work/report" &&
		grep -qF -e "$2" "$work/report"; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "FAIL $1: the report has no: $2"
		cat "$work/report"
	fi
}

# script NAME, with the directives and the script on stdin
script()
{
	cat >"$work/$1"
}

script out.d <<'E1'
/* @feed: replay */
/* @opts: -q */
BEGIN { printf("one\n"); exit(0); }
E1
echo two >"$work/out.out"
fails out.d 'stdout differs'
fails out.d '+one'

script noout.d <"$work/out.d"
fails noout.d '+one'

script status.d <<'E1'
/* @feed: replay */
/* @opts: -q */
/* @status: 3 */
BEGIN { exit(4); }
E1
fails status.d 'status 4, not 3'

script quiet.cmd <<'E1'
echo odd >&2
E1
fails quiet.cmd 'unexpected text on stderr'

script err.cmd <"$work/quiet.cmd"
echo even >"$work/err.err"
fails err.cmd 'stderr differs'

script pattern.cmd <"$work/quiet.cmd"
printf '~ ^od+$\n~ ^even$\n' >"$work/pattern.err"
fails pattern.cmd 'stderr has no line like: ^even$'

script err.D_SYNTAX.tag.d <<'E1'
BEGIN { x = nothing; }
E1
fails err.D_SYNTAX.tag.d 'no [D_SYNTAX] on stderr'

script err.D_IDENT_UNDEF.line.d <<'E1'
/* @at: 3 nothing */
BEGIN { x = nothing; }
E1
fails err.D_IDENT_UNDEF.line.d 'stderr does not point at line 3, nothing'

script err.D_IDENT_UNDEF.text.d <<'E1'
/* @at: 2 x */
BEGIN { x = nothing; }
E1
fails err.D_IDENT_UNDEF.text.d 'stderr does not point at line 2, x'

script needs.d <<'E1'
/* @needs: luck */
BEGIN { exit(0); }
E1
if "$run" "$work/needs.d" >"$work/report" && grep -q '^SKIP .*needs luck' "$work/report"; then
	passed=$((passed + 1))
else
	failed=$((failed + 1))
	echo "FAIL needs.d"
fi

script late.d <<'E1'
/* @feed: live */
/* @opts: -q */
tick-10s { }
E1
export DTRACE_TIMEOUT=1
[ "$(id -u)" != 0 ] || fails late.d 'status 124, not 0'

echo "$passed passed, $failed failed, 0 skipped"
[ "$failed" = 0 ]
