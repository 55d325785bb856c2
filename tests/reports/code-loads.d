/* @cmd: dtrace -E $trace -eS -s $case */
struct s { char c; unsigned short h; int i; uint64_t x; };
struct s v;
BEGIN { trace(v.c); trace(v.h); trace(v.i); trace(v.x); }
