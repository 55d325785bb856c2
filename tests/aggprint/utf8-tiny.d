/* @opts: -q -x encoding=utf8 */
BEGIN
{
	@ = quantize(1, 1);
	@ = quantize(2, 399);
	exit(0);
}
