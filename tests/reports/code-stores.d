/* @cmd: dtrace -E $trace -eS -s $case */
struct s { char c; short h; int i; int64_t x; };
struct s v;
BEGIN { v.c = 1; v.h = 2; v.i = 3; v.x = 4; }
