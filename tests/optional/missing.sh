#!/bin/sh
# missing.sh DTRACE MKETL "LIBRARY ..."
#
# What dtrace says when it needs an optional library that is missing.  The third argument names those that it was built
# with: of them, the ones that are loaded at run time are hidden.
set -u
tests=$(cd "$(dirname "$0")/.." && pwd)
dtrace=$1 mketl=$2 libraries=$3 passed=0 failed=0
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
export XDG_CACHE_HOME=/dev/null/none
unset _NT_SYMBOL_PATH

unshare=unshare
[ "$(id -u)" = 0 ] || unshare="unshare -r"
$unshare -m true 2>/dev/null || {
	echo "SKIP: libraries can't be hidden: no name spaces of mounts"
	exit 77
}

built_with()
{
	case " $libraries " in
	*" $1 "*) ;;
	*) return 1 ;;
	esac
}

# without NAME-OF-FILES COMMAND...: the command, for which no library of that name can be loaded
without()
{
	$unshare -m sh -c 'name=$1
	shift
	for f in $(ldconfig -p | sed -n "s|.*=> \(.*/$name[.-].*\)|\1|p" | xargs -r readlink -f | sort -u); do
		mount --bind /dev/null "$f" || exit 99
	done
	exec "$@"' sh "$@" 2>"$work/err"
}

# says LIBRARY RUN-TIME-PACKAGE DEVELOPMENT-PACKAGE: one line of the run's names what to install
says()
{
	if built_with "$1"; then
		want="is not installed; install $2"
	else
		want="was built without; install $3 and build again"
	fi
	lines=$(grep -c "$want" "$work/err")
	if [ "$lines" = 1 ]; then
		passed=$((passed + 1))
		grep "$want" "$work/err"
	else
		failed=$((failed + 1))
		echo "FAIL $1: $lines lines say: $want"
		sed 's/^/	/' "$work/err"
	fi
}

quiet()
{
	if [ -s "$work/err" ]; then
		failed=$((failed + 1))
		echo "FAIL $1: says something though it isn't needed"
		sed 's/^/	/' "$work/err"
	else
		passed=$((passed + 1))
	fi
}

"$mketl" "$work/stacks.etl" --scene stacks >/dev/null
stacks='sample-999 { @[stack(), ustack()] = count(); }'

printf 'PK\003\004 and so on' >"$work/trace.zip"
without libzip "$dtrace" -n BEGIN -E "$work/trace.zip"
says zip libzip4 libzip-dev

without libcurl "$dtrace" -qn "$stacks" -E "$work/stacks.etl" -x "sympath=$work;srv*$work/store" >/dev/null
quiet curl
without libcurl "$dtrace" -qn "$stacks" -E "$work/stacks.etl" \
	-x "sympath=srv*$work/store*https://127.0.0.1:1;srv*$work/store*http://127.0.0.1:1" >/dev/null
says curl libcurl4 libcurl4-openssl-dev

sleep 60 &
case $(uname -m):$(id -u) in
x86_64:0)
	without libZydis "$dtrace" -n "pid$!:libc:printf:1"
	says zydis libzydis4.0 libzydis-dev ;;
esac
kill $!

if ! built_with expat; then
	"$mketl" "$work/etw.etl" --scene etw >/dev/null
	without libexpat "$dtrace" -qn 'microsoft-windows-dns-client:::events { }' -E "$work/etw.etl"
	says expat none libexpat1-dev
	without libexpat "$dtrace" -qn 'microsoft-windows-dns-client:::events { }' -E "$work/stacks.etl" \
		-x manifests="$tests/etw/manifests"
	says expat none libexpat1-dev
fi

echo "$passed passed, $failed failed"
[ $failed = 0 ]
