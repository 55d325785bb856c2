/* @at: 4 denormalize() */
BEGIN
{
	denormalize();
}
