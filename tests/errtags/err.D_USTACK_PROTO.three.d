/* @at: 4 ustack(1, 2, 3) */
BEGIN
{
	ustack(1, 2, 3);
}
