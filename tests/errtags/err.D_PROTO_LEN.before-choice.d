/* @at: 5 trace() */
BEGIN
{
	v = 1;
	v = v ? exit(0) : trace();
}
