/* Reserved: no variable can have this name. */
BEGIN
{
	counter = 1;
}
