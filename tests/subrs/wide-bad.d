/* @opts: -q */
BEGIN { trace(wstrlen(NULL)); }
BEGIN { trace(wstringof((wchar_t *)16)); }
BEGIN { exit(0); }
ERROR { printf("%d %d\n", arg4 == DTRACEFLT_BADADDR, arg5); }
