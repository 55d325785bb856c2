/* @cmd: dtrace -E $trace -eS -s $case */
enum e { one = 1 };
struct s { int a[3]; };
struct s v;
BEGIN { trace((enum e)one); trace((char *)0); trace(v); }
