/* @E: demo --scene registry */
/* @opts: -q */
reg:::setvalue
{
	print(*args[0]);
	printf("\n");
}
