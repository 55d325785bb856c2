/* @opts: -q */
/* @args: 42 x 'two words' */
BEGIN
{
	printf("[%s] [%s] [%s]\n", $$1, $$2, strjoin($$1, $$3));
	exit(0);
}
