/* Reserved: no variable can have this name. */
BEGIN
{
	break = 1;
}
