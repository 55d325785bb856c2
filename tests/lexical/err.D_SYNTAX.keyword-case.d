/* Reserved: no variable can have this name. */
BEGIN
{
	case = 1;
}
