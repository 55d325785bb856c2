/* Reserved: no variable can have this name. */
BEGIN
{
	static = 1;
}
