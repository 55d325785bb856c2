userland int *u;
int *k;

BEGIN
{
	k = u;
}
