/* Reserved: no variable can have this name. */
BEGIN
{
	goto = 1;
}
