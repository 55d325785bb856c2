/* The third argument limits what is shown: nothing, part, or too much of it. */
/* @opts: -q */
BEGIN
{
	this->p = (char *)alloca(20);
	bcopy((char *)"abcdefghijklmnopqrs", this->p, 20);
	n = 5;
	tracemem(this->p, 20, n);
	tracemem(this->p, 20, 0);
	tracemem(this->p, 20, 99);
	tracemem(this->p, 20, -1);
	tracemem(this->p, 17);
	exit(0);
}
