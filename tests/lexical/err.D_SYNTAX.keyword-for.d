/* Reserved: no variable can have this name. */
BEGIN
{
	for = 1;
}
