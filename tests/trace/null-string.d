/* @opts: -q */
BEGIN
{
	printf("lost\n");
	trace((string)NULL);
}

BEGIN
{
	exit(0);
}
