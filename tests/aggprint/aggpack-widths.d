/* @opts: -q -x aggpack -x encoding=ascii */
/* Each label has the width of its own digits, at least 4. */
BEGIN
{
	@a = quantize(3, 7);
	@b = lquantize(5, 5, 6, 1);
	@c = quantize(-70000);
	@c = quantize(70);
	@d["x"] = lquantize(5, -10000000, -9900000, 50000);
	printa(@a);
	printa(@b);
	printa(@c);
	printa(@d);
	exit(0);
}
