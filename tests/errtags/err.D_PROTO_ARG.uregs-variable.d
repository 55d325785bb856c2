/* @at: 5 uregs[x] */
BEGIN
{
	x = 1;
	trace(uregs[x]);
}
