/* @opts: -q -x aggpack -x encoding=ascii */
/* If the lowest used bucket is that of 0, none is shown below it. */
BEGIN
{
	@a["x"] = quantize(0, 2);
	@a["y"] = quantize(9);
	@b["x"] = quantize(-1);
	printa(@a);
	printa(@b);
	exit(0);
}
