/* Reserved: no variable can have this name. */
BEGIN
{
	typedef = 1;
}
