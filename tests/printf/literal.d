/* @opts: -q */
BEGIN
{
	printf("plain text\n");
	printf("tab\there\n");
	printf("quote \" back\\slash\n");
	exit(0);
}
