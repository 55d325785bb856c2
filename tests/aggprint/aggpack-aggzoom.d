/* @opts: -q -x aggpack -x aggzoom -x encoding=ascii */
/* The largest cell of a row is full. */
BEGIN
{
	@ = lquantize(1, 0, 10, 1);
	@ = lquantize(5, 0, 10, 1, -3);
	@ = lquantize(7, 0, 10, 1, 3);
	@ = lquantize(20, 0, 10, 1, 2);
	exit(0);
}
