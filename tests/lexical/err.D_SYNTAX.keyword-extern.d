/* Reserved: no variable can have this name. */
BEGIN
{
	extern = 1;
}
