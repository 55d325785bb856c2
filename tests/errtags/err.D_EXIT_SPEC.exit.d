/* @at: 5 exit(0) */
BEGIN
{
	speculate(1);
	exit(0);
}
