/* @opts: -q */
self int d;
self string s;

BEGIN
{
	printf("%d %d\n", self->d, self->s == NULL);
	self->d = -3;
	self->s = "text";
	self->u = 7;
}

BEGIN
{
	printf("%d %s %d\n", self->d, self->s, self->u);
	self->d = 0;
	self->s = NULL;
	printf("%d %d\n", self->d, self->s == NULL);
	exit(0);
}
