/* @opts: -q */
enum e { E_ONE = 1, E_TEN = 10 };

BEGIN
{
	@ = sum(E_ONE);
	@ = sum(E_TEN);
	exit(0);
}
