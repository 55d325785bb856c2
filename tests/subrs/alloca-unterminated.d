/* @opts: -q */
/* Scratch memory counts in units of 16 bytes; a string without a NUL ends where it ends. */
BEGIN
{
	this->p = (char *)alloca(10);
	bcopy("0123456789abcdef", this->p, 16);
	printf("%s %d\n", stringof(this->p), strlen(stringof(this->p)));
	s = stringof(this->p + 10);
	printf("%s %d\n", s, s == "abcdef");
}

BEGIN
{
	this->r = (char *)alloca(10);
	bcopy("ABCDEFGHIJKLM", this->r, 10);
	printf("%s\n", stringof(this->r));
}

BEGIN
{
	this->q = (char *)alloca(10);
	this->q[16] = 'x';
}

BEGIN
{
	printf("end\n");
	exit(0);
}
