/* @opts: -q */
/* @status: 3 */
/* exit() ends its firing: the rest of its clause is done, later clauses are not; END is. */
BEGIN
{
	printf("first\n");
}

BEGIN
{
	exit(3);
	printf("rest\n");
}

BEGIN
{
	printf("later clause\n");
}

END
{
	printf("end\n");
}
