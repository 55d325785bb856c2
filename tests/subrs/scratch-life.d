/*
 * What alloca(), copyin() and the string functions return stays valid until the last clause of the firing. A block counts
 * up to a multiple of 16 bytes; what was not handed out is out of bounds.
 */
/* @opts: -q */
BEGIN
{
	this->p = (char *)alloca(6);
	bcopy("hello", this->p, 6);
	this->s = strjoin("wor", "ld");
}

BEGIN
{
	this->other = strjoin("some", "thing");
	printf("%s %s\n", stringof(this->p), this->s);
}

BEGIN
{
	this->q = (char *)alloca(6);
	printf("%d\n", this->q[15] * 0);
}

BEGIN
{
	printf("%d\n", this->q[16]);
}

BEGIN
{
	printf("%d\n", *((char *)alloca(1) + 4096));
}

END
{
	this->p = (char *)alloca(6);
	printf("%d\n", this->p[-1]);
}

ERROR
{
	printf("fault %d\n", arg4);
}

BEGIN
{
	exit(0);
}
