/* Reserved: no variable can have this name. */
BEGIN
{
	do = 1;
}
