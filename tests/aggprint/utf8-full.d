/* @opts: -q -x encoding=utf8 */
BEGIN
{
	@ = quantize(1, 1);
	exit(0);
}
