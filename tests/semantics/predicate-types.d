/* @opts: -q */
int *p;
string s;
char c;
self int none;

BEGIN
/p/
{
	printf("no\n");
}

BEGIN
/c || !p/
{
	printf("pointer\n");
}

BEGIN
/self->none == 0/
{
	printf("self\n");
}

BEGIN
/0x100000000/
{
	printf("wide\n");
	exit(0);
}
