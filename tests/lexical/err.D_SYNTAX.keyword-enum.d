/* Reserved: no variable can have this name. */
BEGIN
{
	enum = 1;
}
