/* @opts: -q */
/* this-> lives for the firing, self-> for the thread, globals for the run. */
BEGIN
{
	this->x = 1;
	self->y = 2;
	z = 3;
}

BEGIN
{
	printf("%d %d %d\n", this->x, self->y, z);
	this->x++;
	self->y = 0;
}

BEGIN
{
	printf("%d %d\n", this->x, self->y);
	exit(0);
}

END
{
	printf("%d\n", z);
}
