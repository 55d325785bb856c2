/* Standard output that is not a regular file is left unchanged. */
/* @opts: -q */
BEGIN
{
	printf("kept\n");
	ftruncate();
	printf("kept\n");
	exit(0);
}
