#!/bin/sh
# corpus.sh BUILD FOLDER: seeds for the fuzzers of BUILD, made of the D cases and library scripts:
# FOLDER/lang (texts), FOLDER/options (texts after a line of options), FOLDER/dif (the objects they compile to), FOLDER/pdb (a program database),
# FOLDER/elf (small programs),
# FOLDER/manifest (manifests of the cases), FOLDER/etl (traces), FOLDER/relog (the same after a byte).

build=$1 folder=$2
[ -x "$build/tests/fuzz/difseed" ] && [ -n "$folder" ] || {
	echo "usage: corpus.sh BUILD FOLDER" >&2
	exit 2
}
root=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$folder/lang" "$folder/options" "$folder/dif" "$folder/pdb" "$folder/elf" "$folder/manifest" "$folder/metadata" \
	"$folder/tracelogging" || exit
cp "$root"/tests/etw/manifests/*.man "$folder/manifest"
"$build/tests/symbols/mkpdb" "$folder/pdb/small" 000102030405060708090a0b0c0d0e0f 1 a=0x10 'b()=0x20' c=0x300
for source in cold half twice-other work; do
	for flags in "-O1" "-O1 -g" "-O2 -gdwarf-4 -fdebug-types-section" "-O1 -s"; do
		# shellcheck disable=SC2086
		${CC:-cc} $flags -c "$root/tests/pid/$source.c" -o "$folder/elf/$source$(echo "$flags" | tr -d ' ')" 2>/dev/null
	done
done
for program in operands work; do
	${CC:-cc} -O1 -g -nostartfiles -o "$folder/elf/$program" "$root/tests/pid/$program.c" 2>/dev/null
done
# Split debugging information: see fuzz_elf.c. The program's file names p.dwo.
split=$(mktemp -d)
split_seed()
{
	python3 -c 'import struct, sys
parts = [open(f, "rb").read() for f in sys.argv[1:3]]
open(sys.argv[3], "wb").write(b"SPLIT" + struct.pack("<I", len(parts[0])) + parts[0] + parts[1])' "$split/p" "$1" "$folder/elf/$2"
}
for flags in -gdwarf-4 -gdwarf-5 "-gdwarf-4 -fdebug-types-section" "-gdwarf-5 -fdebug-types-section"; do
	for source in cold types; do
		seed=split-$source$(echo "$flags" | tr -d ' ')
		rm -f "$split"/*
		# shellcheck disable=SC2086
		(cd "$split" && ${CC:-cc} -O2 -gsplit-dwarf $flags -c -o p.o "$root/tests/pid/$source.c" && ${CC:-cc} -o p p.o) 2>/dev/null ||
			continue
		split_seed "$split/p.dwo" "$seed"
		for tool in dwp llvm-dwp; do
			rm -f "$split/package"
			timeout 10 $tool "$split/p.dwo" -o "$split/package" 2>/dev/null && split_seed "$split/package" "$seed-$tool"
		done
	done
done
rm -rf "$split"
mkdir -p "$folder/etl" "$folder/xpress" || exit
for scene in records stacks net file registry; do
	"$build/tests/libetw/mketl" "$folder/etl/$scene" --scene "$scene" >/dev/null || exit
done
"$build/tests/libetw/mketl" "$folder/etl/linux" --linux --scene recorded >/dev/null || exit
"$build/tests/libetw/mketl" "$folder/etl/packed" --seconds 1 --bufsize 4 --compressed >/dev/null || exit
ln -sfn etl "$folder/replay"
mkdir -p "$folder/relog" || exit
for f in "$folder"/etl/*; do
	{
		printf '\0'
		cat "$f"
	} >"$folder/relog/$(basename "$f")"
done
# The options of a case's head, as fuzz_options has them.
options()
{
	sed -n '20q; s|^/\* @opts: *\(.*[^ ]\) *\*/$|\1|p' "$1" | tr ' ' '\n' | sed -n 's/^-x\(..*\)$/\1/p; s/^\([a-z]*=..*\)$/\1/p' |
		tr '\n' ' '
	echo "bufsize=64k"
}

# The options of a case's head become pragmas, as the fuzzer has no command line.
pragmas()
{
	sed -n '20q; s|^/\* @opts: *\(.*[^ ]\) *\*/$|\1|p' "$1" | sed 's/-x */-x/g' | tr ' ' '\n' | sed -n \
		-e 's/^-x\([a-z]*\)$/#pragma D option \1/p' \
		-e 's/^-x\([a-z]*=[^"]*\)$/#pragma D option \1/p' \
		-e 's/^-q$/#pragma D option quiet/p' -e 's/^-F$/#pragma D option flowindent/p' \
		-e 's/^-w$/#pragma D option destructive/p'
}

find "$root/tests" "$root/translators" "$root/dscripts" -name '*.d' -size -16k 2>/dev/null |
	while read -r f; do
		{
			pragmas "$f"
			cat "$f"
		} >"$folder/lang/$(echo "${f#"$root/"}" | tr / _)"
		{
			options "$f"
			cat "$f"
		} >"$folder/options/$(echo "${f#"$root/"}" | tr / _)"
	done
find "$folder/lang" -name '*.d' -exec "$build/tests/fuzz/difseed" "$folder/dif" {} +
