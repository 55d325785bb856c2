int *p;
struct s {
	int a;
} *q;

BEGIN
{
	trace(p == q);
}
