#!/bin/sh
# run.sh [-l | -L] [CHAPTER | CHAPTER/case.d | CHAPTER/case.cmd] ...
#
# Runs the cases of this folder's chapters (all of them without arguments) and ends with the line
# "N passed, N failed, N skipped".  -l: only those that watch the live machine ("@feed: live"); -L: only the others.
# Environment: DTRACE (the command), MKETL (writes the demo trace), DTRACE_ETL (a folder of trace files), DTRACE_TIMEOUT
# (seconds for one run of dtrace), DTRACE_OPTIONAL (the optional libraries that dtrace was built with; unset: all).
#
# A case is a script, CHAPTER/NAME.d, or a command line, CHAPTER/NAME.cmd (a shell command; $script is a script that
# prints a line and ends, $trace the demo trace), with
#	NAME.out	what stdout must be (no file: empty)
#	NAME.err	what stderr must be; or, with lines that begin with "~ ", for each of them an
#			extended regular expression that some line of stderr must match
# Without NAME.err nothing but "matched N probes" and "N events, nothing lost" may be on stderr.  err.D_TAG.NAME.d is run with
# -x errtags, has to fail with status 1, print nothing, and say [D_TAG] on stderr; with
#	/* @at: 5 some text */		it also has to name line 5 of the case and mark that text of it
#
# It may begin with lines of directives, in a .cmd file as comments of the shell ("# @status: 2"):
#	/* @opts: -q -x foo */		words before -s case.d
#	/* @args: 1 'two words' */	operands
#	/* @status: 3 */		exit status
#	/* @E: demo --cpus 2 */		replay a trace that mketl writes with these options ...
#	/* @E: some.etl */		... or one of $DTRACE_ETL; skipped by name if it isn't there
#	/* @feed: live */		live, replay or both.  Without @feed, @E and @cmd a case is run
#					twice, on the running kernel and over the demo trace, and must
#					print the same; an error of the compiler is one in either, so
#					err.D_* is run over the trace.  Of a command, live says that
#					what it does depends on the live machine
#	/* @needs: root */		also etl:FILE, cmd:NAME, lib:NAME (an optional library):
#					skipped by name if it is missing
#	/* @filter: sed s/x/y/ */	what stdout goes through before it is compared
#	/* @cmd: dtrace -V */		a shell command instead; $case is the .d file, $trace the trace
#	/* @cmd: scene_versions net 0 1 */	the case over a scene of mketl in each of these versions
#					of its records, on 32-bit and 64-bit machines

cd "$(dirname "$0")" || exit 2
: "${DTRACE:=../build/dtrace}" "${MKETL:=../build/tests/libetw/mketl}" "${DTRACE_ETL:=}" \
	"${DTRACE_OPTIONAL=lzma expat zip curl zydis}"
case $DTRACE in /*) ;; *) DTRACE=$PWD/$DTRACE ;; esac
case $MKETL in /*) ;; *) MKETL=$PWD/$MKETL ;; esac
export LC_ALL=C TZ=UTC TERM=dumb
unset DTRACE_DEBUG
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
export XDG_CACHE_HOME="$work/cache"
mkdir "$XDG_CACHE_HOME"
trap 'exit 130' INT TERM
passed=0 failed=0 skipped=0
half=
case ${1:-} in
-[lL]) half=$1; shift ;;
esac
script=script.d
nl='
'

dtrace()
{
	timeout -k 5 "${DTRACE_TIMEOUT:-60}" "$DTRACE" "$@"
}

scene_versions()
{
	scene=$1
	shift
	for version; do
		for ptr in 4 8; do
			"$MKETL" "$work/scene.etl" --scene "$scene" --version "$version" --ptr "$ptr" \
				>/dev/null || return
			echo "version $version, pointers of $ptr bytes:"
			dtrace -q -s "$case" -E "$work/scene.etl" || return
		done
	done
}

# The directives of $case, for directive().
header_read()
{
	header=$nl$(sed -n '20q; s|^/\* @\(.*[^ ]\) *\*/$|\1|p; s|^# @||p' "$case")
}

# The value of a directive, the first if there are several.
directive()
{
	case $header in
	*"$nl$1: "*)
		value=${header#*"$nl$1: "}
		printf '%s\n' "${value%%"$nl"*}" ;;
	esac
}

pass()
{
	passed=$((passed + 1))
}

skip()
{
	skipped=$((skipped + 1))
	echo "SKIP $label: $1"
}

fail()
{
	failed=$((failed + 1))
	echo "FAIL $label: $1"
	[ -z "$2" ] || sed 's/^/	/' "$2"
}

# The command of a .cmd case, or of a directive.
command_line()
{
	case $case in
	*.cmd) grep -v '^#' "$case" ;;
	*) directive cmd ;;
	esac
}

# What the case needs and isn't there; empty if nothing.
missing()
{
	for need in $(directive needs); do
		case $need in
		root) [ "$(id -u)" = 0 ] || echo "needs root" ;;
		etl:*) [ -f "$DTRACE_ETL/${need#etl:}" ] || echo "needs ${need#etl:}" ;;
		cmd:*) command -v "${need#cmd:}" >/dev/null || echo "needs the command ${need#cmd:}" ;;
		lib:*) case " $DTRACE_OPTIONAL " in
			*" ${need#lib:} "*) ;;
			*) echo "needs the library ${need#lib:}" ;;
			esac ;;
		*) echo "needs $need, which run.sh does not know" ;;
		esac
	done | head -n 1
}

# Sets $trace to the trace file that @E names; each demo trace is written once.
trace_get()
{
	# shellcheck disable=SC2086
	set -- ${1:-demo}
	if [ "$1" != demo ]; then
		trace=$DTRACE_ETL/$1
		[ -f "$trace" ]
		return
	fi
	shift
	trace=$work/demo$(echo "$*" | tr -c 'A-Za-z0-9\n' _).etl
	[ -f "$trace" ] || "$MKETL" "$trace" "$@" >/dev/null
}

stderr_tag()
{
	tag=${case##*/err.}
	tag=${tag%%.*}
	grep -qF "[$tag]" "$work/err" && return
	fail "no [$tag] on stderr" "$work/err"
	return 1
}

# @at: the message names the line, shows it, and marks just that text of it.
stderr_position()
{
	at=$(directive at)
	[ -z "$at" ] && return
	line=${at%% *} text=
	[ "$line" = "$at" ] || text=${at#* }
	shown=$(sed -n "${line}p" "$case")
	line=$line text=$text shown=$shown awk '
	/^[ \t]*\^~*$/ {
		mark = index($0, "^")
		good = before == ENVIRON["shown"] && named && substr(before, mark, length($0) - mark + 1) == ENVIRON["text"]
	}
	index($0, "line " ENVIRON["line"] ": ") { named = 1 }
	{ before = $0 }
	END { exit !good }' "$work/err" && return
	fail "stderr does not point at line $line, $text" "$work/err"
	return 1
}

stderr_quiet()
{
	sed "/^dtrace: script '[^']*' matched [0-9]* probes*\$/d; /: [0-9]* events*, nothing lost\$/d" "$work/err" \
		>"$work/rest"
	[ ! -s "$work/rest" ] && return
	fail "unexpected text on stderr" "$work/rest"
	return 1
}

stderr_patterns()
{
	sed -n 's/^~ //p' "$1" >"$work/patterns"
	while IFS= read -r pattern; do
		grep -Eq -- "$pattern" "$work/err" && continue
		fail "stderr has no line like: $pattern" "$work/err"
		return 1
	done <"$work/patterns"
}

stderr_check()
{
	want=${case%.*}.err
	case ${case##*/} in err.D_*)
		stderr_tag && stderr_position || return
		[ -f "$want" ] || return 0
	esac
	if [ ! -f "$want" ]; then
		stderr_quiet
	elif grep -q '^~ ' "$want"; then
		stderr_patterns "$want"
	elif ! diff -u "$want" "$work/err" >"$work/diff"; then
		fail "stderr differs" "$work/diff"
		return 1
	fi
}

stdout_check()
{
	want=${case%.*}.out
	[ -f "$want" ] || want=/dev/null
	diff -u "$want" "$work/out" >"$work/diff" && return
	fail "stdout differs" "$work/diff"
	return 1
}

status_check()
{
	want=$(directive status)
	case ${case##*/} in err.D_*) : "${want:=1}" ;; esac
	[ "$status" = "${want:-0}" ] && return
	cat "$work/out" "$work/err" >"$work/both"
	fail "status $status, not ${want:-0}" "$work/both"
	return 1
}

# Runs the case over the trace file $1, or live.
run_one()
{
	opts=$(directive opts) args=$(directive args) command=$(command_line)
	case ${case##*/} in err.D_*) opts="-x errtags $opts" ;; esac
	[ -z "$1" ] || opts="-E \"\$trace\" $opts"
	: "${command:=dtrace $opts -s \"\$case\" $args}"
	# the leak checker hangs for good where a signal meets it at the process's end
	case $command in
	*timeout*|*kill*) leaks=detect_leaks=0 ;;
	*) leaks= ;;
	esac
	(export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}$leaks"; eval "$command") >"$work/raw" 2>"$work/err" </dev/null
	status=$?
	filter=$(directive filter)
	(eval "${filter:-cat}") <"$work/raw" >"$work/out"
	status_check && stderr_check && stdout_check && pass
}

run_replay()
{
	label="$case (replay)"
	if trace_get "$1"; then
		run_one "$trace"
	else
		skip "needs ${1%% *}"
	fi
}

run_live()
{
	label="$case (live)"
	if [ "$(id -u)" = 0 ]; then
		run_one ""
	else
		skip "live needs root"
	fi
}

run_case()
{
	case=$1 label=$1
	header_read
	case $half$(directive feed) in
	-llive|-L) ;;
	-l*|-Llive) return ;;
	esac
	why=$(missing)
	if [ -n "$why" ]; then
		skip "$why"
		return
	fi
	file=$(directive E)
	if [ -n "$(command_line)" ]; then
		if trace_get "$file"; then
			run_one ""
		else
			skip "needs ${file:-mketl}"
		fi
	elif [ -n "$file" ]; then
		run_replay "$file"
	else
		feed=$(directive feed)
		[ -z "$feed" ] && case $case in */err.D_*) feed=replay ;; esac
		[ "$feed" = replay ] || run_live
		[ "$feed" = live ] || run_replay demo
	fi
}

if [ ! -x "$DTRACE" ]; then
	echo "run.sh: no $DTRACE: build it, or set DTRACE" >&2
	exit 2
fi
[ $# -gt 0 ] || set -- */
for what; do
	case $what in
	*.d|*.cmd) run_case "$what" ;;
	*) for file in "${what%/}"/*.d "${what%/}"/*.cmd; do
		[ ! -f "$file" ] || run_case "$file"
	done ;;
	esac
done
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
