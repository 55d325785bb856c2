# Output that may not grow ends with a message, not by the signal, and what would be half a file is taken back.  What dtrace starts gets the signal as ever.
cd "$work"
l() { (ulimit -f $1; shift; "$DTRACE" "$@" 2>&1 >out2; echo $?) | cat; }; x='BEGIN { printf("%20000s\n", "x"); exit(0) }'; l 8 -E "$trace" -o out -qn "$x"; l 8 -E "$trace" -qn "$x"; l 8 -l -E "$trace"; printf 'provider p { probe a(int); };' >p.d; l 0 -h -s p.d; ls p.h 2>/dev/null; l 8 -w -q -E "$trace" -n 'BEGIN { system("{ sh -c \"kill -XFSZ \\$\\$\"; } 2>/dev/null; echo $? >&2"); exit(0) }'
