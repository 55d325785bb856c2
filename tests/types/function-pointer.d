/* @opts: -q */
int (*f)(int, char *);
typedef void (*handler_t)(int);
handler_t h;

BEGIN
{
	f = NULL;
	printf("%d %d %d\n", f == NULL, sizeof (f), sizeof (h));
	exit(0);
}
