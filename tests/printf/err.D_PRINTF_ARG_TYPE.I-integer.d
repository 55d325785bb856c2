BEGIN
{
	printf("%I\n", 80);
}
