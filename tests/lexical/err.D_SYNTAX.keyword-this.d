/* Reserved: no variable can have this name. */
BEGIN
{
	this = 1;
}
