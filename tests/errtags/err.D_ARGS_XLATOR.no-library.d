/* @opts: -x nolibs */
/* @at: 6 args[0] */
typedef struct { int pr_lwpid; } lwpsinfo_t;
sched:::off-cpu
{
	trace(args[0]->pr_lwpid);
}
