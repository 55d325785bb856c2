/* @opts: -q */
BEGIN
{
	@ = quantize(4611686018427387904);
	@ = quantize(4611686018427387903);
	exit(0);
}
