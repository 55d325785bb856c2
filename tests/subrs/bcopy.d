/* @opts: -q */
BEGIN
{
	this->p = (char *)alloca(16);
	this->q = (char *)alloca(16);
	bcopy((char *)"hello, world", this->p, 13);
	bcopy(this->p + 7, this->q, 6);
	printf("%s %s\n", stringof(this->p), stringof(this->q));
	bcopy(this->p, this->p + 1, 4);
	printf("%s\n", stringof(this->p));
	bcopy(this->p, this->q, 0);
	printf("%s\n", stringof(this->q));
	exit(0);
}
