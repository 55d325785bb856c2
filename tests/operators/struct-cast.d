/* A structure may be cast to its own type. */
/* @opts: -q */
struct s { int a; int m; };
typedef struct s s_t;
struct s v;

BEGIN
{
	v.m = 7;
	printf("%d %d\n", ((struct s)v).m, ((s_t)v).m);
	exit(0);
}
