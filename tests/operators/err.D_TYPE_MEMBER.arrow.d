struct s {
	int a;
} *p;

BEGIN
{
	trace(p->b);
}
