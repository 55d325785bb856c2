/* @opts: -q -x encoding=utf8 */
BEGIN
{
	@ = quantize(1, 1);
	@ = quantize(2, 2);
	@ = quantize(4, 4);
	@ = quantize(8, 313);
	exit(0);
}
