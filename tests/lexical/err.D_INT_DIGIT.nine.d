BEGIN
{
	trace(0129);
}
