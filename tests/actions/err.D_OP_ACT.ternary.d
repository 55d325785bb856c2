BEGIN
{
	pid ? stop() : stop();
}
