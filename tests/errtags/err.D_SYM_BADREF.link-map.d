/* @at: 4 LM1`libc.so.6`environ */
BEGIN
{
	trace(LM1`libc.so.6`environ);
}
