/* @E: demo --scene etw */
/* @opts: -q */
/* @needs: lib:expat */
/* The whole of an event. */
demo-orders::WorkStart:event
{
	print(*args[0]);
	printf("\n");
}
