/* @feed: live */
/* @needs: root */
/* @opts: -q -c 'sh -c "for i in 1 2 3 4 5 6 7 8 9; do kill -0 1; done"' */
/* What happens while probes are being enabled has no place before BEGIN. */
int early, late;

BEGIN
{
	begin = timestamp;
}

syscall:::entry
/timestamp < begin/
{
	early++;
}

syscall:::entry
/timestamp >= begin/
{
	late = 1;
}

END
{
	printf("%d %d\n", early, late);
}
