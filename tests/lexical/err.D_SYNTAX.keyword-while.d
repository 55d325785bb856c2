/* Reserved: no variable can have this name. */
BEGIN
{
	while = 1;
}
