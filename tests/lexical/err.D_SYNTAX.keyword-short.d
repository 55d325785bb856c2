/* Reserved: no variable can have this name. */
BEGIN
{
	short = 1;
}
