#!/bin/sh
# From a fresh Debian 12 with a shell and apt to a running dtrace.
#
#	./bootstrap.sh demo	installs missing packages, builds, traces this machine and a Windows trace
#	./bootstrap.sh test	installs, builds and tests, then builds and tests with sanitizers; the
#				last line says how many cases passed
set -eu
cd "$(dirname "$0")"

# a|b: one of the two is enough.  libzip, expat, liblzma, libcurl and Zydis are optional: see CMakeLists.txt.
packages="cmake ninja-build gcc libc6-dev flex bison pkg-config libelf-dev libdw-dev zlib1g-dev
libzip-dev libexpat1-dev libbpf-dev liblzma-dev libiberty-dev libcurl4-openssl-dev|libcurl4-gnutls-dev ca-certificates
libzydis-dev libcmocka-dev clang-format openssl python3 strace procps util-linux"

die()
{
	echo "bootstrap.sh: $*" >&2
	exit 1
}

step()
{
	printf '\n== %s\n' "$*"
}

as_root()
{
	if [ "$(id -u)" = 0 ]; then
		"$@"
	else
		sudo "$@"
	fi
}

packages_missing()
{
	for choice in $packages; do
		for package in $(echo "$choice" | tr '|' ' '); do
			dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q ' installed$' &&
				continue 2
		done
		echo "${choice%%|*}"
	done
}

packages_install()
{
	command -v dpkg-query >/dev/null ||
		{ echo "not a Debian system: not installing $packages"; return; }
	missing=$(packages_missing)
	[ -n "$missing" ] || return 0
	step "Installing" $missing
	[ "$(id -u)" = 0 ] || command -v sudo >/dev/null ||
		die "install these as root first:" $missing
	as_root apt-get update -qq
	as_root env DEBIAN_FRONTEND=noninteractive \
		apt-get install -y -qq --no-install-recommends $missing
}

# build DIRECTORY CMAKE-OPTION...
build()
{
	dir=$1
	shift
	step "Building in $dir/"
	cmake -S . -B "$dir" -G Ninja "$@" >"$dir.log" 2>&1 ||
		{ cat "$dir.log"; die "cmake failed"; }
	ninja -C "$dir" -j "$(nproc)" >"$dir.log" 2>&1 ||
		{ tail -n 60 "$dir.log"; die "the build failed"; }
	rm -f "$dir.log"
}

# Prints a command, then runs it.
show()
{
	printf '\n# %s\n' "$1"
	sh -c "$1"
}

# Sets $privilege, the prefix of a command that traces the running kernel; fails if that isn't permitted.
live_privilege()
{
	if [ "$(id -u)" = 0 ]; then
		privilege=
	elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
		privilege="sudo "
	else
		return 1
	fi
}

demo_live()
{
	step "The running kernel: the system calls of a command"
	if ! live_privilege; then
		echo "Left out: tracing the running kernel needs root, or CAP_BPF and CAP_PERFMON."
		return
	fi
	show "$privilege./build/dtrace -n 'syscall:::entry /pid == \$target/ { @[probefunc] = count(); }' \\
	-c 'ls -l /usr'" ||
		echo "It did not work here: the line above that begins with dtrace: says why."
}

demo_replay()
{
	step "A Windows trace: who was on the CPUs, and who was sampled there"
	./build/tests/libetw/mketl build/demo.etl >/dev/null
	show "./build/dtrace -E build/demo.etl -n 'sched:::on-cpu { @[execname] = count(); }'"
	show "./build/dtrace -E build/demo.etl -qn 'profile-997 { @[execname, cpu] = count(); }
	END { printa(\"%-20s cpu %d %@6d samples\\n\", @); }'"
}

demo()
{
	packages_install
	build build -DCMAKE_BUILD_TYPE=Release
	demo_live
	demo_replay
	printf '\nThe command is ./build/dtrace; README.md says what it does.\n'
}

# run_ctest DIRECTORY NAME CTEST-OPTION...: ctest prints the failures.  The counts are in its log, which is renamed
# because the next run would overwrite it.
run_ctest()
{
	dir=$1 name=$2
	shift 2
	ctest --test-dir "$dir" --output-on-failure --timeout 300 -j "$(nproc)" "$@" || failed=1
	log=$dir/Testing/Temporary/$name.log
	mv "$dir/Testing/Temporary/LastTest.log" "$log"
	logs="$logs $log"
}

# Other programs on the machine may disturb a test that traces it.  Such a test fails only if it fails three times, and
# the summary names the repeated tests.  All other tests run once.
run_tests()
{
	step "Testing $1/"
	run_ctest "$1" fixed -LE '^live$'
	run_ctest "$1" live -L '^live$' --repeat until-pass:3
}

tests()
{
	failed=0 logs=
	packages_install
	build build -DCMAKE_BUILD_TYPE=Release
	run_tests build
	export ASAN_OPTIONS=handle_sigill=1:handle_sigtrap=1	# undefined behavior is a trap there
	build build-san -DSANITIZE=ON
	run_tests build-san
	printf '\n'
	awk -f tests/summary.awk $logs || failed=1
	return $failed
}

case ${1:-} in
demo) demo ;;
test) tests ;;
*)
	sed -n 's/^# \{0,1\}//; 2,6p' "$0" >&2
	exit 2 ;;
esac
