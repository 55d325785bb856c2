struct s {
	int a:3;
} *p;

BEGIN
{
	trace(&p->a);
}
