/* @opts: -q */
/* Aggregations that nobody printed come after END's output. */
BEGIN
{
	@a = count();
	exit(0);
}

END
{
	printf("end\n");
}
