/* Reserved: no variable can have this name. */
BEGIN
{
	auto = 1;
}
