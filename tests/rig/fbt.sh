#!/bin/sh
# fbt.sh DTRACE [CACHE]: runs the cases of guest.sh on a Debian kernel that lets its functions be traced, under qemu
# without KVM.  The kernel's package is fetched once into CACHE (default: a folder of the temporary directory).
# 77: skipped, something is missing.  RIG=1 must be set: it takes a minute or two, and a download.

dtrace=$1 cache=${2:-${TMPDIR:-/tmp}/dtrace-rig}
here=$(cd "$(dirname "$0")" && pwd)
[ -x "$dtrace" ] || { echo "usage: fbt.sh DTRACE [CACHE]" >&2; exit 2; }
[ "$RIG" = 1 ] || { echo "skipped: RIG is not 1"; exit 77; }
for c in qemu-system-x86_64 busybox cpio gzip dpkg-deb apt-get depmod; do
	command -v $c >/dev/null || { echo "skipped: $c is missing"; exit 77; }
done
dtrace=$(cd "$(dirname "$dtrace")" && pwd)/$(basename "$dtrace")
mkdir -p "$cache" || exit 2

# The kernel.
if ! ls "$cache"/x/boot/vmlinuz-* >/dev/null 2>&1; then
	package=$(apt-cache depends linux-image-amd64 2>/dev/null | sed -n 's/.*Depends: \(linux-image-[0-9].*\)/\1/p' | head -1)
	[ -n "$package" ] || { echo "skipped: no package linux-image-amd64 (apt-get update?)"; exit 77; }
	(cd "$cache" && apt-get download -q "$package" >/dev/null 2>&1 && dpkg-deb -x linux-image-*.deb x) ||
		{ echo "skipped: $package can't be fetched"; exit 77; }
fi
kernel=$(ls "$cache"/x/boot/vmlinuz-* | head -1)
version=${kernel##*/vmlinuz-}

# What the guest finds: busybox, dtrace with its libraries and scripts, two modules.
root=$(mktemp -d) || exit 2
trap 'rm -rf "$root"' EXIT
mkdir -p "$root/bin" "$root/proc" "$root/sys" "$root/dev" "$root/tmp" "$root/lib/dtrace"
cp "$(command -v busybox)" "$root/bin/busybox"
cp "$dtrace" "$root/bin/dtrace"
cp "$here"/../../translators/*.d "$root/lib/dtrace"
traced=$(dirname "$dtrace")/tests/pid
cp "$traced/pid-calls" "$traced/pid-operands" "$root/bin" || exit 2
for program in "$dtrace" "$traced/pid-calls" "$root/bin/busybox"; do
	ldd "$program" 2>/dev/null | grep -o '/[^ ]*' | while read -r lib; do
		mkdir -p "$root$(dirname "$lib")" && cp -L "$lib" "$root$lib"
	done
done
find "$cache/x/lib/modules/$version" \( -name dummy.ko -o -name loop.ko \) -exec cp {} "$root/lib" \;
cp "$here/guest.sh" "$root/init"
chmod +x "$root/init"
(cd "$root" && find . | cpio -o -H newc --quiet | gzip -1) >"$root.cpio.gz"

timeout "${RIG_TIMEOUT:-400}" qemu-system-x86_64 -accel tcg -m 1024 -smp 2 -display none -no-reboot -serial stdio -monitor none \
	-kernel "$kernel" -initrd "$root.cpio.gz" -append "console=ttyS0 quiet panic=-1 mitigations=off" </dev/null |
	tr -d '\r' | tee "$cache/log" | grep -a -E '^(ok|FAIL|rig:)'
rm -f "$root.cpio.gz"
grep -a -q '^rig: done' "$cache/log" || { echo "the guest did not finish: $cache/log"; exit 1; }
! grep -a -q '^FAIL' "$cache/log"
