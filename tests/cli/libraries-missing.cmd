# where there are none, the folder is named
dtrace -E "$trace" -q -x syslibdir=/nonexistent/lib -n 'BEGIN { trace("works"); exit(0); }' 2>&1
DTRACE_LIBDIR=/nonexistent/dir dtrace -E "$trace" -e -n 'BEGIN { x = sizeof(psinfo_t); }' 2>&1 | head -n 1
DTRACE_LIBDIR=/nonexistent/dir dtrace -E "$trace" -q -n 'BEGIN { trace(1); }' -n 'BEGIN { trace(2); exit(0); }' 2>&1
