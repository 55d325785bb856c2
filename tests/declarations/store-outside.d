/* @opts: -q */
/* Memory that is neither a variable's nor scratch is not written. */
int *p;

BEGIN
{
	p = (int *)4096;
	*p = 1;
	printf("not reached\n");
}

BEGIN
{
	printf("next\n");
	exit(0);
}
