/* Reserved: no variable can have this name. */
BEGIN
{
	register = 1;
}
