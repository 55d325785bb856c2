#!/bin/sh
# hardening.sh FILE...: command and library are built as Debian builds: position-independent, relocations read-only from
# the start, return addresses guarded, libc's calls checked, indirect branches only to where they may lead (x86).
fails=0
lacks() {
	echo "FAILED: $1 $2"
	fails=$((fails + 1))
}
for f; do
	readelf -hW "$f" | grep -q 'Type: *DYN' || lacks "$f" "is not position-independent"
	readelf -lW "$f" | grep -q GNU_RELRO || lacks "$f" "has no read-only relocations"
	readelf -dW "$f" | grep -Eq 'BIND_NOW|FLAGS_1.*NOW' || lacks "$f" "binds late"
	# a few there are in any case: libraries that are linked in have been built so
	code=$(mktemp)
	objdump -d --no-show-raw-insn "$f" >"$code"
	[ "$(grep -c '\(call\|bl\).*__stack_chk_fail' "$code")" -gt 300 ] || lacks "$f" "has no stack protector"
	[ "$(grep -c '\(call\|bl\).*_chk@*plt' "$code")" -gt 100 ] || lacks "$f" "has no checked calls of libc"
	case $(uname -m) in
	x86_64) [ "$(grep -c endbr64 "$code")" -gt 300 ] || lacks "$f" "has no marked targets of branches" ;;
	esac
	rm -f "$code"
done
exit $((fails > 0))
