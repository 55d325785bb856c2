/* @E: demo --scene registry */
/* @opts: -q -x etlpasses=1 */
reg:::queryvalue
{
	printf("%s\n", args[0]->r_key);
}
