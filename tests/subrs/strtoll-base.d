/* @opts: -q */
BEGIN { trace(strtoll("1", 1)); }
BEGIN { trace(strtoll("1", 37)); }
BEGIN { trace(lltostr(1, 1)); }
BEGIN { trace(lltostr(1, 37)); }
BEGIN { exit(0); }
ERROR { printf("%d %d\n", arg4 == DTRACEFLT_ILLOP, arg5); }
