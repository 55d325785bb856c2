/* Reserved: no variable can have this name. */
BEGIN
{
	userland = 1;
}
