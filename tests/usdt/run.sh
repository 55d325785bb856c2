#!/bin/sh
# run.sh TEST: one of the functions at the end.  Environment: DTRACE, DOFDUMP; CC.
# Programs are built with a generated header and with -G, run, and what readelf and the DOF say of them is compared.

data=$(cd "$(dirname "$0")" && pwd)/data
: "${DTRACE:?}" "${DOFDUMP:?}" "${CC:=cc}"
export LC_ALL=C
case $(uname -m) in x86_64 | aarch64) ;; *) echo "skipped: no -G on $(uname -m)"; exit 77 ;; esac
for need in "$CC" readelf; do
	command -v "$need" >/dev/null || { echo "skipped: needs $need"; exit 77; }
done
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
cp "$data"/* . || exit 2

die()
{
	echo "FAILED: $*"
	exit 1
}

dtrace()
{
	timeout 60 "$DTRACE" "$@"
}

build()
{
	# shellcheck disable=SC2086
	timeout 120 $CC -Wall -Wextra -Werror "$@" || die "$CC $*"
}

# same WANTED COMMAND...
same()
{
	printf '%s\n' "$1" >want
	shift
	"$@" >have 2>&1
	diff -u want have || die "$*"
}

prints()
{
	same "$1" timeout 10 ./prog
}

# provider name argument-count semaphore-is-known, sorted
notes()
{
	readelf -nW "$1" | awk '
		/Provider:/ { prov = $NF }
		/Name:/ { name = $2 }
		/Semaphore:/ { known = $NF != "0x0000000000000000" }
		/Arguments:/ { print prov, name, NF - 1, known }' | sort
}

# name address of each site, by the notes (D names) and by the DOF
note_places()
{
	readelf -nW "$1" | awk '
		/Name:/ { name = $2; gsub("__", "-", name) }
		/Location:/ { sub(",", "", $2); sub("0x0*", "0x", $2); print name, $2 }' | sort
}

dof_places()
{
	"$DOFDUMP" "$1" | sed -n 's/^site //p' | sort
}

all_sites='my_prov fl 3 1
my_prov many 9 1
my_prov none 0 1
my_prov none 0 1
my_prov start__up 2 1
my_prov start__up 2 1
my_prov start__up 2 1'

header_get()
{
	dtrace -h -s prov.d || die "dtrace -h"
	[ -f prov.h ] || die "no prov.h"
}

objects_get()
{
	rm -f ./*.o
	# shellcheck disable=SC2086
	build $1 -c main.c part.c
	dtrace -G -s prov.d main.o part.o || die "dtrace -G"
	[ -f prov.o ] || die "no prov.o"
}

# The DOF of the linked program, and that it names the places that the notes name.
dof_check()
{
	"$DOFDUMP" "$1" >dof || die "dofdump $1"
	same "provider my_prov 05060400 04040500 04040500 04040500 01010000" grep ^provider dof
	same "probe finish start-up (int, const char *) : (const char *, int) 1 0
probe main fl (double, float, int) : (double, float, int) 0 1 2
probe part none () : ()
probe part start-up (int, const char *) : (const char *, int) 1 0" \
		sh -c 'grep -E "^probe (finish|part|main fl)" dof | sort'
	note_places "$1" >1
	dof_places "$1" >2
	[ -s 1 ] && diff -u 1 2 || die "DOF and notes name other places"
}

test_header()
{
	header_get
	grep -q '^#ifndef	_PROV_H$' prov.h || die "no include guard"
	grep -q '^#if _DTRACE_VERSION$' prov.h || die "no #if _DTRACE_VERSION"
	same '#define	MY_PROV_START_UP(arg0, arg1) \' grep '#define.MY_PROV_START_UP(arg0, arg1) .$' prov.h
	same '	__dtrace_my_prov___start__up(arg0, arg1)' grep '^	__dtrace_my_prov___start__up(' prov.h
	same 'extern void __dtrace_my_prov___start__up(int, const char *);
extern int __dtraceenabled_my_prov___start__up(void);' grep 'extern.*start__up' prov.h
	same '#define	MY_PROV_START_UP_ENABLED() (0)' grep 'START_UP_ENABLED() (0)' prov.h
	same 'extern void __dtrace_my_prov___many(int8_t, uint16_t, int, uint64_t, void *, const char *, int, long, short);' \
		grep 'extern void.*many' prov.h
	dtrace -h -o other.h -s prov.d && grep -q _OTHER_H other.h || die "-o"
	build -D_DTRACE_VERSION=0 -Wno-unused-parameter -c main.c
	[ -z "$(notes main.o)" ] || die "sites though _DTRACE_VERSION is 0"
	build -x c++ -Wno-write-strings -c main.c part.c
	for std in c99 c11 gnu17; do
		build -std=$std -pedantic -c main.c
	done
}

# No -G at all.
test_inline()
{
	header_get
	for flags in -O0 -O2 '-O2 -fPIC -shared' '-O1 -fno-pie -no-pie' '-O2 -flto' '-O2 -ffunction-sections -Wl,--gc-sections'; do
		# shellcheck disable=SC2086
		build $flags main.c part.c -o prog
		case $flags in *shared*) ;; *) prints 4 ;; esac
		notes prog | sort -u >sites
		same "$(echo "$all_sites" | sort -u)" cat sites
	done
	build -O0 main.c part.c -o prog
	case $(uname -m) in x86_64)
		readelf -nW prog | grep -Eq 'Arguments: -4@%e[a-z]+ 8@%r[a-z]+$' || die "operands of start__up"
	esac
}

# A program that uses nothing of the header's inline sites is left alone.
test_plain()
{
	header_get
	echo 'int main(void) { return 0; }' >none.c
	build -include prov.h none.c -o prog
	[ -z "$(notes prog)" ] || die "notes without a site"
	timeout 10 ./prog || die "does not run"
}

test_calls()
{
	header_get
	for flags in -O0 -O2 '-O2 -fno-plt' '-O1 -fno-pie' '-O2 -ffunction-sections'; do
		objects_get "-DDTRACE_CALLS $flags"
		case $flags in *-fno-pie) pie=-no-pie ;; *) pie= ;; esac
		# shellcheck disable=SC2086
		build $pie main.o part.o prov.o -o prog
		prints 4
		same "$all_sites" notes prog
		dof_check prog
		"$DOFDUMP" prog | grep -q '^enabled start-up 0x' || die "no is-enabled site"
		readelf -rW main.o | grep -q '__dtrace_' && die "calls are left in main.o"
	done
	case $(uname -m) in x86_64)
		readelf -nW prog | grep -q 'Arguments: -1@%dil 2@%si -4@%edx 8@%rcx 8@%r8 8@%r9 -4@0(%rsp) -8@8(%rsp) -2@16(%rsp)$' ||
			die "operands of many"
	esac
	# once more: the sites are notes now
	dtrace -G -s prov.d main.o part.o || die "a second -G"
	build main.o part.o prov.o -o prog
	prints 4
	same "$all_sites" notes prog
	dof_check prog
}

test_shared()
{
	header_get
	build -DDTRACE_CALLS -O2 -fPIC -c part.c main.c
	dtrace -G -o libprov.o -s prov.d part.o && dtrace -G -s prov.d main.o || die "one -G each"
	build -shared part.o libprov.o -o libpart.so
	build main.o prov.o -L. -lpart -Wl,-rpath,"$work" -o prog
	prints 4
	notes libpart.so | grep -q start__up || die "no notes in the library"
	! readelf -dW libpart.so | grep -q TEXTREL || die "the DOF needs text relocations"
}

# -G on objects whose sites the header made
test_notes()
{
	header_get
	objects_get -O0
	build main.o part.o prov.o -o prog
	prints 4
	same "$all_sites" notes prog
	dof_check prog
	dtrace -G -x linktype=dof -o prov.dof -s prov.d main.o part.o || die "-x linktype=dof"
	"$DOFDUMP" prov.dof >dof || die "dofdump prov.dof"
	grep -q '^probe part none' dof || die "no probe in prov.dof"
}

# fails WHAT STATUS COMMAND...
fails()
{
	what=$1 status=$2
	shift 2
	"$@" >out 2>&1
	[ $? = "$status" ] || { cat out; die "$*: not status $status"; }
	grep -qF -- "$what" out || { cat out; die "$*: not '$what'"; }
}

test_errors()
{
	header_get
	echo 'int main(void) { return 0; }' >empty.c
	build -c empty.c
	fails 'dtrace: failed to link script prov.d: No probe sites found for declared provider' 1 dtrace -G -s prov.d empty.o
	fails 'No probe sites found for declared provider' 1 dtrace -G -s prov.d
	dtrace -G -x lazyload -s prov.d empty.o || die "lazyload"
	echo 'void __dtrace_x___y(void); int main(void) { __dtrace_x___y(); return 0; }' >x.c
	echo 'void __dtrace_my_prov___y(void); int main(void) { __dtrace_my_prov___y(); return 0; }' >y.c
	echo 'void __dtrace_my_prov___none(void); void *p = __dtrace_my_prov___none;' >p.c
	echo 'void __dtrace_my_prov___none(void); void *p(void); void *p(void) { return __dtrace_my_prov___none; }' >q.c
	build -c x.c y.c p.c q.c
	fails 'provider of __dtrace_x___y is not declared' 1 dtrace -G -s prov.d x.o
	fails 'unknown probe __dtrace_my_prov___y' 1 dtrace -G -s prov.d y.o
	fails 'is used other than by a call' 1 dtrace -G -s prov.d q.o
	fails 'No probe sites found' 1 dtrace -G -s prov.d p.o
	fails 'is not a relocatable object' 1 dtrace -G -s prov.d prov.d
	fails 'failed to open nowhere.o: No such file or directory' 1 dtrace -G -s prov.d nowhere.o
	fails 'failed to open missing.d' 1 dtrace -G -s missing.d
	fails '' 2 dtrace -G
	fails '' 2 dtrace -h
	fails '' 2 dtrace -h -n BEGIN
	fails '' 2 dtrace -h -s prov.d -s prov.d
	fails '' 2 dtrace -h -G -s prov.d
	cp prov.d prov.txt
	fails '' 2 dtrace -h -s prov.txt
	fails 'failed to create header file no/dir.h' 1 dtrace -h -o no/dir.h -s prov.d
	echo 'struct big { int a[8]; }; provider p { probe x(struct big); };' >big.d
	fails 'failed to create header file big.h: probe x has an argument' 1 dtrace -h -s big.d
	[ ! -f big.h ] || die "big.h was left behind"
	ls ./*.dtrace-* >/dev/null 2>&1 && die "temporary files are left"
	# damage: the object is refused or linked, never followed out of its bounds
	build -DDTRACE_CALLS -c part.c
	size=$(wc -c <part.o) n=0
	while [ $n -lt 60 ]; do
		cp part.o bad.o
		at=$((n * 7919 % size))
		printf '\377\377' | dd of=bad.o bs=1 seek=$at conv=notrunc 2>/dev/null
		dtrace -G -o bad.out -s prov.d bad.o >out 2>&1
		[ $? -le 1 ] || { cat out; die "bad.o damaged at $at"; }
		n=$((n + 1))
	done
}

# Where the output goes.
test_names()
{
	header_get
	build -c main.c part.c
	dtrace -G -s prov.d main.o part.o && [ -f prov.o ] || die prov.o
	dtrace -G -o mine.o -s prov.d main.o part.o && [ -f mine.o ] || die mine.o
	dtrace -G -n 'BEGIN { trace(1); }' && [ -f d.out ] || die d.out
	cp prov.d prov.txt
	dtrace -G -s prov.txt main.o part.o && readelf -sW d.out | grep -q my_prov_none_semaphore || die "d.out of a script"
	dtrace -G -n BEGIN -n END && [ -f d.out.1 ] || die d.out.1
	mkdir dir && cp prov.d dir/sub.d
	dtrace -G -s dir/sub.d main.o part.o && [ -f sub.o ] || die sub.o
}

# A program without providers is embedded itself.
test_enabling()
{
	cat >tick.d <<'EOF'
dtrace:::BEGIN /pid != 0/ { @a[execname, 1] = sum(2); printf("%d %s\n", 7, "x"); }
END { exit(0); }
EOF
	dtrace -G -s tick.d || die "dtrace -G"
	"$DOFDUMP" tick.o >dof || die "dofdump"
	same 'ecb dtrace:::BEGIN /predicate/
action 0x1 tuple 0 object
action 0x1 tuple 0 object
action 0x705 tuple 2 object
action 0x3 tuple 0 object "%d %s
"
action 0x3 tuple 0 object
ecb :::END
action 0x2 tuple 0 object' cat dof
	echo 'int main(void) { return 0; }' >main.c
	build main.c tick.o -o prog
	timeout 10 ./prog || die "does not run"
}

# Another tracer finds the sites, their arguments and the semaphore.
test_tracer()
{
	command -v bpftrace >/dev/null || { echo "skipped: needs bpftrace"; exit 77; }
	header_get
	build -O2 main.c part.c -o inline
	objects_get "-DDTRACE_CALLS -O2"
	build main.o part.o prov.o -o calls
	for prog in inline calls; do
		same 'usdt:./'$prog':my_prov:fl
usdt:./'$prog':my_prov:many
usdt:./'$prog':my_prov:none
usdt:./'$prog':my_prov:start__up' sh -c "timeout 30 bpftrace -l 'usdt:./$prog:*' 2>/dev/null"
		[ "$(id -u)" = 0 ] || continue
		timeout 60 bpftrace -e 'usdt:./'$prog':my_prov:start__up { printf("<%d %s>\n", arg0, str(arg1)); }' \
			-c ./$prog >trace 2>err
		grep -q Attach trace err || { cat err; echo "skipped: bpftrace can not attach here"; exit 77; }
		same '<1 end>
<1 hello>
<2 part>
enabled' sh -c "grep -E '^<|enabled' trace | sort"
	done
}

"test_$1" || die "$1"
