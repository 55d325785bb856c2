/* @opts: -q */
BEGIN
{
	x = 0;
}

BEGIN
{
	this->p = alloca(1000000000);
	printf("never\n");
}

BEGIN
{
	printf("next\n");
	exit(0);
}
