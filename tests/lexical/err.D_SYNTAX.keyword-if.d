/* Reserved: no variable can have this name. */
BEGIN
{
	if = 1;
}
