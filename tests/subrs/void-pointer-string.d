/* A string may be passed as a void *. */
/* @opts: -q */
BEGIN
{
	this->p = (char *)alloca(6);
	bcopy("hello", this->p, 6);
	printf("%s ", stringof(this->p));
	bcopy(probename, this->p, 3);
	printf("%s\n", stringof(this->p));
	exit(0);
}
