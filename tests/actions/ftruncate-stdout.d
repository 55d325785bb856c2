/* What is no file stays as it is. */
/* @opts: -q */
BEGIN
{
	printf("kept\n");
	ftruncate();
	printf("kept\n");
	exit(0);
}
