#!/bin/sh
# hwconfig, against what the system's own files and commands say of the machine.
. "$(dirname "$0")/lib.sh"
eq() { [ "$1" = "$2" ] || { echo "	$1, not $2"; false; }; }

cat >"$tmp/machine.d" <<'END'
BEGIN { began = timestamp; }
hwconfig::: { printf("version %d %d\n", arg3, timestamp >= began && arg2 == 1); }
hwconfig:::cpu { printf("cpu %d %d %d %s\n", args[0]->cpu_count, args[0]->cpu_pagesize, args[0]->cpu_memory,
	args[0]->cpu_computer); }
hwconfig:::processor { printf("processor %d\n", args[0]->prc_index); }
hwconfig:::disk-phy { printf("disk %d %d %d\n", args[0]->pd_disk, args[0]->pd_sectorsize, args[0]->pd_cylinders); }
hwconfig:::nic { printf("nic %d %s %d:%d\n", args[0]->nic_ipv4index, args[0]->nic_name, args[0]->nic_mac & 0xff,
	args[0]->nic_mac >> 40); printf("at %s\n", args[0]->nic_addresses); }
hwconfig:::boot { printf("firmware %d\n", args[0]->bt_firmware); }
END
timeout 100 "$dtrace" -qs "$tmp/machine.d" -c true >"$tmp/out" 2>"$tmp/err"
check "nothing to complain of" test ! -s "$tmp/err"
memory=$(($(getconf _PHYS_PAGES) * $(getconf PAGESIZE) / 1048576))
check "processors online, pages, memory, name" eq "$(grep '^cpu ' "$tmp/out")" \
	"cpu $(getconf _NPROCESSORS_ONLN) $(getconf PAGESIZE) $memory $(uname -n)"
grep '^processor' "$tmp/out" >"$tmp/got"
awk '/^processor[ \t]*:/ { print "processor", $NF }' /proc/cpuinfo >"$tmp/want"
same "each processor" "$tmp/want" "$tmp/got"
grep '^disk' "$tmp/out" >"$tmp/got"
n=0
for d in $(ls /sys/block | LC_ALL=C sort); do
	[ -e "/sys/block/$d/device" ] || continue
	sector=$(cat "/sys/block/$d/queue/logical_block_size")
	echo "disk $n $sector $(($(cat "/sys/block/$d/size") * 512 / sector / 63 / 255))"
	n=$((n + 1))
done >"$tmp/want"
same "each disk" "$tmp/want" "$tmp/got"
grep '^nic' "$tmp/out" | sort >"$tmp/got"
for i in /sys/class/net/*/ifindex; do
	i=$(dirname "$i")
	mac=$(cat "$i/address")
	case $mac in
	??:??:??:??:??:??) ends="$((0x${mac%%:*})):$((0x${mac##*:}))" ;;
	*) ends=0:0 ;;
	esac
	echo "nic $(cat "$i/ifindex") $(basename "$i") $ends"
done | sort >"$tmp/want"
same "each network interface" "$tmp/want" "$tmp/got"
grep -q 'inet addr:127.0.0.1\|127.0.0.1' /proc/net/fib_trie 2>/dev/null &&
	check "the loopback's address" grep -qE '^at (.*;)?127\.0\.0\.1(;|$)' "$tmp/out"
check "all at the start, as the version of 64-bit machines" sh -c "! grep '^version' $tmp/out | grep -qvx 'version 5 1'"
check "the firmware once" eq "$(grep -c '^firmware [12]$' "$tmp/out")" 1
exit $failed
