# Sourced by cases: starts a statically linked process of one function, "aligned", that runs until the
# case is over; $spin is its pid.  spin_flag: what else the C compiler is told.
cat >"$work/spin.c" <<'EOF'
void aligned(void) { __asm__ volatile("nop"); }
void _start(void) { for (;;) aligned(); }
EOF
# shellcheck disable=SC2086
cc -O0 $spin_flag -nostdlib -static -fno-pic -no-pie -o "$work/spin$spin_flag" "$work/spin.c" || exit 99
"$work/spin$spin_flag" &
spin=$!
trap 'kill $spin' EXIT
