/* Tags of structures, unions and enumerations are names of three kinds. */
/* @opts: -q */
struct r { int a; };
union r { long b; };
enum r { RED };
struct r s;
union r u;

BEGIN
{
	s.a = 1;
	u.b = 2;
	printf("%d %d %d %d %d\n", sizeof(struct r), sizeof(union r), sizeof(enum r), s.a, u.b);
	exit(0);
}
