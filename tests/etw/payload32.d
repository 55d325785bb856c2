/* @E: demo --scene etw --ptr 4 */
/* @opts: -q */
/* @needs: lib:expat */
/* A 32-bit writer. */
{feedf00d-4444-4d4d-9301-020304050607}:::events
{
	printf("64-bit %d\n", ((uint8_t *)arg2)[-1]);
}
