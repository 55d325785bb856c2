/* @at: 4 stack(1, 2) */
BEGIN
{
	stack(1, 2);
}
