/* @opts: -q -x encoding=utf8 */
BEGIN
{
	@ = quantize(1, -1);
	@ = quantize(4, -3);
	exit(0);
}
