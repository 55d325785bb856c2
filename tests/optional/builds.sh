#!/bin/sh
# builds.sh DIRECTORY [CMAKE-OPTION...]
#
# Builds dtrace in DIRECTORY without each of its optional libraries, then without any, and runs the tests that have to
# do with them.  By hand: it takes minutes.
set -eu
dir=${1:?the directory to build in}
shift
source=$(cd "$(dirname "$0")/../.." && pwd)
failed=

# try "NAME ..." CMAKE-OPTION...: without these libraries
try()
{
	echo "== without $1"
	options=
	for name in LZMA EXPAT ZIP CURL ZYDIS; do
		case " $1 " in
		*" $name "*) options="$options -DWITH_$name=OFF" ;;
		*) options="$options -DWITH_$name=ON" ;;
		esac
	done
	shift
	# shellcheck disable=SC2086
	cmake -S "$source" -B "$dir" -G Ninja $options "$@" | grep 'Not built in'
	ninja -C "$dir" >"$dir/log" || { cat "$dir/log"; exit 1; }
	grep warning: "$dir/log" && failed=1
	ctest --test-dir "$dir" -j "$(nproc)" --output-on-failure \
		-R 'optional|symbols|replay-files|d-etw|d-hostile|etw_schema|d-errtags|library-' ||
		failed=1
}

for library in LZMA EXPAT ZIP CURL ZYDIS "LZMA EXPAT ZIP CURL ZYDIS"; do
	try "$library" "$@"
done
[ ! "$failed" ]
