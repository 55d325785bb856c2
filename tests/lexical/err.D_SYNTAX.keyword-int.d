/* Reserved: no variable can have this name. */
BEGIN
{
	int = 1;
}
