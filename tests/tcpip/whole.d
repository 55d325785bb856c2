/* @E: demo --scene net */
/* @opts: -q */
/* print() shows all of a connection's event. */
tcpip:::connect
/args[0]->ip_ver == 4/
{
	print(*args[0]);
	printf("\n");
	print(*args[1]);
	printf("\n");
}
