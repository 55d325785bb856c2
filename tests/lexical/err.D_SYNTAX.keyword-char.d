/* Reserved: no variable can have this name. */
BEGIN
{
	char = 1;
}
