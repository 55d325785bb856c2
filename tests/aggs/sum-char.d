/* @opts: -q */
BEGIN
{
	@ = sum((char)200);
	@ = sum((char)1);
	exit(0);
}
