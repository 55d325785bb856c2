#!/bin/sh
# Every tag of errtags.def has a case, tests/CHAPTER/err.TAG.NAME.d (or .cmd), or is in the list "unit" with the reason
# why no text raises it (test_unit.c raises those); nothing is named after a tag that does not exist.
cd "$(dirname "$0")/.." || exit 2
tags=$(sed -n 's/^DT_ERRTAG(\([A-Z_0-9]*\))$/\1/p' ../lib/libdtrace/lang/errtags.def)
status=0 n=0

for tag in $tags; do
	n=$((n + 1))
	set -- $(ls */err."$tag".*.d */err."$tag".*.cmd 2>/dev/null)
	[ $# -gt 0 ] && continue
	grep -q "^$tag	..*" errtags/unit && grep -qw "$tag" errtags/test_unit.c && continue
	echo "no case: $tag"
	status=1
done
for tag in $(ls */err.D_*.d */err.D_*.cmd | sed 's|.*/err\.\([^.]*\)\..*|\1|' | sort -u) $(cut -f1 errtags/unit); do
	echo "$tags" | grep -qx "$tag" && continue
	echo "no such tag: $tag"
	status=1
done
for tag in $(cut -f1 errtags/unit); do
	set -- $(ls */err."$tag".*.d */err."$tag".*.cmd 2>/dev/null)
	[ $# = 0 ] || { echo "has a case, and need not be in the list unit: $tag"; status=1; }
done
echo "$n tags"
exit $status
