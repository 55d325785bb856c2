/* Past the block that was asked for is somebody else's, or nobody's. */
/* @opts: -q */
BEGIN
{
	this->p = (char *)alloca(8);
	this->p[16] = 1;
	printf("never\n");
}

BEGIN
{
	this->p = (char *)alloca(8);
	trace(this->p[100]);
	printf("never\n");
}

ERROR
{
	printf("%d\n", arg4 == DTRACEFLT_BADADDR);
}

END
{
	printf("end\n");
}

BEGIN
{
	exit(0);
}
