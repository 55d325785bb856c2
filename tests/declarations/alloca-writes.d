/* @opts: -q */
BEGIN
{
	this->p = (int *)alloca(3 * sizeof (int));
	this->p[0] = 1;
	*(this->p + 1) = 2;
	this->q = (struct { char c[4]; } *)this->p;
	printf("%d %d\n", this->p[0], this->p[1]);
	exit(0);
}
