/* Reserved: no variable can have this name. */
BEGIN
{
	unsigned = 1;
}
