/* @opts: -q */
BEGIN
{
	printf("lost\n");
	printf("%s\n", (string)NULL);
}

BEGIN
{
	exit(0);
}
