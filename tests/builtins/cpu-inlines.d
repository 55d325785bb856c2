/* @opts: -q */
BEGIN
{
	printf("%d %d %d %d\n", sizeof (cpu), sizeof (chip), sizeof (lgrp), sizeof (pset));
	exit(0);
}
