/* @opts: -q */
int i;

tick-1ms
/i < 50/
{
	@[i % 10, i / 10] = sum(i);
	i++;
}

tick-1ms
/i == 50/
{
	exit(0);
}
