/* Reserved: no variable can have this name. */
BEGIN
{
	provider = 1;
}
