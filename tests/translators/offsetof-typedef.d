/* @opts: -q */
typedef struct {
	int a;
	union {
		char u_c;
		long u_l;
	} b;
} s_t;

BEGIN
{
	printf("%d %d\n", offsetof(s_t, b), offsetof(s_t, a));
	exit(0);
}
