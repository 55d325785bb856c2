/* @at: 4 trace() */
BEGIN
{
	strlen(trace());
}
