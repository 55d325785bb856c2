/* @at: 4 printa() */
BEGIN
{
	printa();
}
