/* Reserved: no variable can have this name. */
BEGIN
{
	xlate = 1;
}
