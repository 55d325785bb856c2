/* @opts: -x iregs=3 */
BEGIN
{
	x = rand() + (rand() + (rand() + rand()));
}
