/* Reserved: no variable can have this name. */
BEGIN
{
	volatile = 1;
}
