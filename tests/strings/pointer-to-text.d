/* @opts: -q */
BEGIN
{
	this->s = "abc";
	this->p = (char *)this->s;
	printf("%c %s %d\n", this->p[1], stringof(this->p + 1), *this->p);
	exit(0);
}
