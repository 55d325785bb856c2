/* Reserved: no variable can have this name. */
BEGIN
{
	struct = 1;
}
