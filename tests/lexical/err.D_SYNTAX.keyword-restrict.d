/* Reserved: no variable can have this name. */
BEGIN
{
	restrict = 1;
}
