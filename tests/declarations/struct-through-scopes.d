/* @opts: -q */
struct s {
	int a;
	char c[3];
} v;
self struct s ss;
this struct s ts;
struct s as[int];
struct s arr[1], *p;

BEGIN
{
	v.c[1] = 'q';
	as[1] = v;
	as[2] = as[1];
	self->ss = as[2];
	this->ts = self->ss;
	v.c[1] = 0;
	v = this->ts;
	p = &arr[0];
	*p = v;
	x = p->c[1]++;
	printf("%c %c %c %c\n", as[2].c[1], v.c[1], x, arr[0].c[1]);
	*p = as[5];
	printf("%d\n", arr[0].c[1]);
	exit(0);
}
