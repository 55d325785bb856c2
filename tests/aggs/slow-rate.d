/* @E: demo --seconds 13 */
/* @opts: -q -x aggrate=4s */
/* With a slow aggrate several printa() in a row show the values of the last merge. */
int i;

tick-1s
{
	@a["x"] = sum(1);
	@m["x"] = min(-i);
	@s["x"] = stddev(i);
	@q = lquantize(i, 0, 10, 1);
	printa("%@d %@d %@d |", @a, @m, @s);
	i++;
}

tick-1s
/i == 10/
{
	exit(0);
}

END
{
	printa("%@d %@d %@d\n", @a, @m, @s);
	printa(@q);
}
