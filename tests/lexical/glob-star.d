/* @opts: -q */
/* Outside braces "int*{" would be a declaration's start if int were no type: names with a colon are probes. */
BEG*, dtrace:::E?D
{
	printf("%s\n", probename);
}

:::BEGIN
{
	exit(0);
}
