/* Reserved: no variable can have this name. */
BEGIN
{
	continue = 1;
}
